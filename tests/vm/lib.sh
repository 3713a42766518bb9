# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# What every script of the VM harness shares: messages, the list of kernels,
# the cache outside the tree and the Debian archive.  Sourced, never run.

vm_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # for the scripts that source this file
tree=$(cd "$vm_dir/../.." && pwd)
# Made canonical, because toolchains see the cache by a bind mount.
cache=$(realpath -m "${PAGESNAP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/pagesnap}")

# "make -n check" or "make -j8 check" means the top makefile, not those that
# the scripts run.
unset MAKEFLAGS MFLAGS MAKELEVEL

# What was compiled before is not compiled again, in whatever folder the tree lies.
export CCACHE_DIR=$cache/ccache CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=4G
with_ccache=/usr/lib/ccache
[[ :$PATH: = *:$with_ccache:* ]] || export PATH=$with_ccache:$PATH

# --- messages ---------------------------------------------------------------

note()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die()
{
	note "$*"
	exit 1
}

# As many as there are CPUs, but for who has something else to do with these.
jobs_at_once()
{
	printf '%s\n' "${PAGESNAP_JOBS:-$(nproc)}"
}

# For what the archive doesn't have, which is no fault of the tree.
lacking=3
not_to_be_had()
{
	note "$*"
	exit "$lacking"
}

# Runs a command silently and shows its output only if it fails: package
# managers say too much to let through and too much of use to throw away.
quietly()
{
	local log status=0

	log=$(mktemp)
	"$@" </dev/null >"$log" 2>&1 || status=$?
	if [ "$status" -ne 0 ]; then
		tail -n 40 "$log" >&2
		note "failed ($status): $*"
	fi
	rm -f "$log"
	return "$status"
}

# --- the list of kernels ----------------------------------------------------

# kernels [required|optional|flavour|lacking|debug|measure]: the series, in the order of the list.
kernels()
{
	awk -v need="${1:-}" '!/^#/ && NF && (need == "" || $4 == need) { print $1 }' \
		"$vm_dir/kernels.list"
}

# kernel_field SERIES COLUMN: one column of a series' line.
kernel_field()
{
	awk -v series="$1" -v column="$2" '
		!/^#/ && $1 == series { print $column; found = 1 }
		END { exit !found }' "$vm_dir/kernels.list" ||
		die "$1 is not in ${vm_dir#"$tree"/}/kernels.list"
}

kernel_suites()    { kernel_field "$1" 2; }
kernel_distribution() { kernel_field "$1" 3; }
finds_mistakes()   { [ "$(kernel_field "$1" 4)" = debug ]; }
is_flavour()       { [ "$(kernel_field "$1" 4)" = flavour ]; }
has_only_headers() { [ "$(kernel_field "$1" 4)" = lacking ]; }
from_source()      { [[ $(kernel_field "$1" 4) =~ ^(debug|measure)$ ]]; }

# kernel_toolchain SERIES: what builds its modules: "host" or a distribution's chroot.
kernel_toolchain()
{
	toolchain_of "$(kernel_distribution "$1")"
}

# What stands behind the numbers in the name of a release.
kernel_flavour()
{
	case $1 in
	*-amd64) printf 'amd64\n' ;;
	*-rt)    printf 'rt-amd64\n' ;;
	*)       printf 'cloud-amd64\n' ;;
	esac
}

# kernel_dir SERIES: where setup has put this kernel.  The link is written
# last, so if it is there everything behind it is.
kernel_dir()
{
	readlink -e "$cache/kernel/$1" || die "kernel $1 is not set up: run tests/vm/setup $1"
}

# --- the cache --------------------------------------------------------------

# cached PATH BUILDER [ARG...]: makes $cache/PATH by running BUILDER TMP ARG...
# unless it is there.  BUILDER fills TMP, which doesn't exist yet, and may make
# it a file or a directory.  The rename makes it appear whole or not at all;
# the lock makes parallel runs wait for one another, and is let go by the
# kernel however this process ends.
#
# Builders rely on "set -e": don't call this where bash switches it off (after
# if, while, ! or before && and ||).
cached()
{
	local path=$1 builder=$2 tmp=$cache/tmp/${1//\//_} lock
	shift 2

	[ ! -e "$cache/$path" ] || return 0
	mkdir -p "$cache/tmp" "$cache/lock" "$(dirname "$cache/$path")"
	exec {lock}>"$cache/lock/${path//\//_}"
	flock "$lock"
	if [ ! -e "$cache/$path" ]; then
		note "making $path"
		rm -rf "$tmp"
		"$builder" "$tmp" "$@"
		mv -T "$tmp" "$cache/$path"
	fi
	exec {lock}>&-
}

# --- this machine and others -------------------------------------------------

# The guest's root is of this release, on every machine.
guest_release=bookworm

machine_release()
{
	# shellcheck disable=SC1091 # of the machine
	(. /etc/os-release && printf '%s\n' "${VERSION_CODENAME:-}")
}

# toolchain_of DISTRIBUTION: of the guest's release this machine may be itself; for
# any other a chroot is made.
toolchain_of()
{
	if [ "$1" = "$guest_release" ] && [ "$(machine_release)" = "$guest_release" ]; then
		printf 'host\n'
	else
		printf '%s\n' "$1"
	fi
}

# in_toolchain TOOLCHAIN COMMAND...: of toolchain_of.
in_toolchain()
{
	if [ "$1" = host ]; then
		"${@:2}"
	else
		in_chroot "$cache/toolchain/$1" "${@:2}"
	fi
}

# for_guest COMMAND...: with the compiler and the libraries of the guest's release,
# for what runs there; this machine's may be newer.
for_guest()
{
	in_toolchain "$(toolchain_of "$guest_release")" "$@"
}

# in_chroot ROOT COMMAND...: the cache, the tree and temporary files are seen under
# their own paths inside, so that paths in messages and in the headers' makefiles
# hold.  objtool wants /proc.
in_chroot()
{
	# shellcheck disable=SC2016 # expanded by the inner shell
	"$tree/tests/own-mounts" bash -euc '
		root=$1 with_ccache=$2
		mount -t proc proc "$root/proc"
		for dir in "${@:3:3}"; do # from the outermost on
			mkdir -p "$root$dir"
			mount --bind "$dir" "$root$dir"
		done
		shift 5
		exec chroot "$root" env PATH="$with_ccache:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
	' in_chroot "$1" "$with_ccache" "$(realpath "${TMPDIR:-/var/tmp}")" "$tree" "$cache" "${@:2}"
}

# --- the Debian archive -----------------------------------------------------

# The archive is whatever apt on this machine was told to use, mirrors and
# proxies included.  Asking apt itself copes with both formats of its sources.
archive_uri()
{
	local pattern=$1

	apt-get indextargets --format "\$(RELEASE) \$(REPO_URI)" 'Created-By: Packages' |
		awk -v pattern="$pattern" '$1 ~ pattern { sub("/$", "", $2); print $2; exit }'
}

archive_mirror()
{
	local uri

	uri=$(archive_uri '^(bookworm|trixie|stable)$')
	[ -n "$uri" ] || die "apt's sources name no Debian suite to take the mirror from"
	printf '%s\n' "$uri"
}

# The security archive has a path of its own beside the main one's.
archive_security_mirror()
{
	local uri

	uri=$(archive_uri '-security$')
	printf '%s\n' "${uri:-$(archive_mirror)-security}"
}

archive_sources()
{
	local suite uri

	for suite in ${1//,/ }; do
		case $suite in
		*-security) uri=$(archive_security_mirror) ;;
		*)          uri=$(archive_mirror) ;;
		esac
		printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' \
			"$uri" "$suite"
	done
}

# archive SUITES TOOL [ARG...]: apt-get or apt-cache on an apt root of our own,
# so that looking for kernels of another release can't touch the machine's
# package lists, pins or installed packages.  Signatures are checked as always;
# the date is not, as mirrors are also frozen on purpose.
archive()
{
	local root=$cache/apt/$1 tool=$2
	shift 2

	"$tool" -q \
		-o Dir::Etc::SourceList="$root/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Dir::Etc::Preferences=/dev/null \
		-o Dir::Etc::PreferencesParts=/dev/null \
		-o Dir::State="$root" -o Dir::State::Lists="$root/lists" \
		-o Dir::State::status=/dev/null -o Dir::Cache="$root" \
		-o APT::Architecture=amd64 -o APT::Architectures=amd64 \
		-o Acquire::Languages=none -o Acquire::Retries=3 \
		-o Acquire::Check-Valid-Until=false \
		-o APT::Sandbox::User=root "$@"
}

archive_make()
{
	local tmp=$1 suites=$2

	mkdir -p "$tmp/lists/partial" "$tmp/archives/partial"
	archive_sources "$suites" >"$tmp/sources.list"
}

# archive_update SUITES: fetches the package lists, once a run of a script.
archive_update()
{
	local suites=$1

	case " ${archives_updated:-} " in *" $suites "*) return 0 ;; esac
	cached "apt/$suites" archive_make "$suites"
	quietly archive "$suites" apt-get -o APT::Update::Error-Mode=any update
	archives_updated="${archives_updated:-} $suites"
}

# archive_fetch SUITES DIR PACKAGE...: the .deb files into DIR.
archive_fetch()
{
	local suites=$1 dir=$2
	shift 2

	mkdir -p "$dir"
	(cd "$dir" && quietly archive "$suites" apt-get download "$@")
}

# guest_debs PACKAGE...: packages for a guest that its image goes without, from Debian's
# archive; prints the folder that they are in.
guest_debs()
{
	local folder

	folder=debs/$(printf '%s\n' "$guest_release" "$@" | sha256sum | cut -c1-12)
	cached "$folder" guest_debs_fetch "$@"
	printf '%s\n' "$cache/$folder"
}

# unpack_guest_debs DIR PACKAGE...: all of them in one folder, whose libraries are in usr/lib.
unpack_guest_debs()
{
	local dir=$1 packages package
	shift

	packages=$(guest_debs "$@")
	for package in "$packages"/*.deb; do
		dpkg-deb -x "$package" "$dir"
	done
	[ -L "$dir/lib" ] || [ ! -d "$dir/lib" ] || cp -a "$dir/lib/." "$dir/usr/lib/"
}

# copy_guest_libraries FROM TO: what programs of such a folder are linked to.
copy_guest_libraries()
{
	find "$1/usr/lib/x86_64-linux-gnu" -maxdepth 1 -name '*.so*' -exec cp -a {} "$2/" \;
}

# copy_guest_lackey FROM TO: valgrind with the one tool that is used, from such a folder.
copy_guest_lackey()
{
	cp "$1"/usr/libexec/valgrind/{lackey-amd64-linux,vgpreload_core-amd64-linux.so,default.supp} \
		"$2/"
	cp "$1/usr/bin/valgrind.bin" "$2/valgrind"
}

guest_debs_fetch()
{
	local tmp=$1
	shift

	archive_update "$guest_release"
	archive_fetch "$guest_release" "$tmp" "$@"
}

archive_has()
{
	archive "$1" apt-cache pkgnames "$2" | grep -Fqx -- "$2"
}
