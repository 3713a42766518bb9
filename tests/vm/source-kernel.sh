# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# Kernels that are built here: Debian's linux-source with a configuration of
# ours, tests/vm/config/guest.config and one that finds mistakes.  Sourced by
# setup.  What is kept is the image and what modules are built with, some 80
# MB; the source, 2 GB, is gone when the build is done.

# A series of the list is the source's series and the name of a configuration.
source_series()  { printf '%s\n' "${1%-*}"; }
# shellcheck disable=SC2154 # vm_dir is of lib.sh
source_configs() { printf '%s\n' "$vm_dir/config/"{guest,"${1##*-}"}.config; }

# source_version SUITES SERIES: the newest in the archive.
source_version()
{
	archive "$1" apt-cache show --no-all-versions "linux-source-$(source_series "$2")" |
		sed -n 's/^Version: //p' | head -n 1
}

source_unpack()
{
	local tmp=$1 suites=$2 series=$3 deb

	archive_fetch "$suites" "$tmp" "linux-source-$series"
	deb=$(find "$tmp" -maxdepth 1 -name '*.deb')
	dpkg-deb --fsys-tarfile "$deb" |
		tar -x -O "./usr/src/linux-source-$series.tar.xz" |
		tar -x -J -C "$tmp"
	rm -f "$deb"
	mv "$tmp/linux-source-$series" "$tmp/source"
}

# in_source TMP ARG...: make in the source tree, for the tree of objects.
in_source()
{
	local tmp=$1
	shift

	quietly make -C "$tmp/source" "O=$tmp/out" ARCH=x86_64 CC=gcc-12 "-j$(nproc)" "$@"
}

# What nobody asked for is off, so a build takes minutes.
source_configure()
{
	local tmp=$1 series=$2 configs

	mapfile -t configs < <(source_configs "$series")
	mkdir -p "$tmp/out"
	cat "${configs[@]}" >"$tmp/asked"
	in_source "$tmp" "KCONFIG_ALLCONFIG=$tmp/asked" allnoconfig
	source_config_holds "$tmp/asked" "$tmp/out/.config"
}

# Options are renamed, or get a dependency, and then are silently off: a debug
# kernel without what it is for would find nothing and say all is well.
source_config_holds()
{
	local line lost=()

	while read -r line; do
		case $line in
		''|'#'*) continue ;;
		*=n)     ! grep -q "^${line%=n}=" "$2" || lost+=("$line") ;;
		*)       grep -Fqx -- "$line" "$2" || lost+=("$line") ;;
		esac
	done <"$1"
	[ "${#lost[@]}" -eq 0 ] || die "this kernel's configuration lost ${lost[*]}"
}

# source_keep TMP: from the build what is of use afterwards.
source_keep()
{
	local tmp=$1 kept=$1/kept release

	mkdir "$kept"
	release=$(<"$tmp/out/include/config/kernel.release")
	in_source "$tmp" run-command \
		KBUILD_RUN_COMMAND="$tmp/source/scripts/package/install-extmod-build $kept/build"
	in_source "$tmp" "INSTALL_MOD_PATH=$tmp/installed" modules_install
	rm -f "$tmp/installed/lib/modules/$release"/{build,source}
	quietly mke2fs -F -t ext4 -O ^has_journal -m 0 \
		-d "$tmp/installed/lib/modules" "$kept/modules.img" 32M
	cp "$tmp/out/arch/x86/boot/bzImage" "$kept/vmlinuz"
	cp "$tmp/out/.config" "$kept/config"
	printf '%s\n' "$release" >"$kept/release"
}

source_make()
{
	local tmp=$1 series=$2 suites began=$SECONDS

	suites=$(kernel_suites "$series")
	note "building kernel $series from source, which takes 10 to 20 minutes"
	mkdir -p "$tmp"
	source_unpack "$tmp" "$suites" "$(source_series "$series")"
	source_configure "$tmp" "$series"
	in_source "$tmp" bzImage modules
	source_keep "$tmp"
	find "$tmp" -mindepth 1 -maxdepth 1 ! -name kept -exec rm -rf {} +
	mv "$tmp"/kept/* "$tmp/"
	rmdir "$tmp/kept"
	note "kernel $series was built in $((SECONDS - began)) s"
}

# What the result depends on besides the source's version.
source_recipe()
{
	local configs

	mapfile -t configs < <(source_configs "$1")
	declare -f source_make source_unpack in_source source_configure source_keep
	cat "${configs[@]}"
}
