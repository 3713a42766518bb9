#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# make install and make uninstall, into an empty folder and out of it again.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

tree=$(realpath ../..)
root=$work/root
release=6.99.0-test
# what one make tells another would hold for these as well
unset MAKEFLAGS MFLAGS MAKELEVEL PREFIX LIBDIR MANDIR

# What Kbuild does with M=, INSTALL_MOD_PATH= and INSTALL_MOD_DIR=, without headers and compiler.
mkdir -p "$work/headers/include/config"
echo "$release" >"$work/headers/include/config/kernel.release"
cat >"$work/headers/Makefile" <<'MAKEFILE'
to = $(INSTALL_MOD_PATH)/lib/modules/$(shell cat include/config/kernel.release)/$(INSTALL_MOD_DIR)
modules: ; test -f $(M)/Kbuild
modules_install:
	install -D -m 0644 $(M)/Kbuild $(to)/pagesnap.ko.xz
	install -D -m 0644 $(M)/Kbuild $(to)/pagesnap_accesses.ko.xz
	install -D -m 0644 $(M)/Kbuild $(to)/pagesnap_faults.ko.xz
	install -D -m 0644 $(M)/Kbuild $(to)/pagesnap_slab.ko.xz
	install -D -m 0644 $(M)/Kbuild $(to)/pagesnap_events.ko.xz
MAKEFILE

# make_in_tree ARGUMENT...: as someone types it, but with what is built for tests.
make_in_tree()
{
	status=0
	make -s -C "$tree" "OUT=$OUT/plain" "KDIR=$work/headers" "DESTDIR=$root" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
}

# What is there below the root, folders with a slash.
there() { (cd "$root" 2>/dev/null && find . -mindepth 1 -type d -printf '%P/\n' -o -printf '%P\n') | LC_ALL=C sort; }
files() { there | grep -v '/$'; }

# client_files PREFIX LIBDIR
client_files()
{
	LC_ALL=C sort <<-FILES
		$1/bin/pagesnap
		$1/bin/pagesnap-plot
		$1/bin/pagesnap-serve
		$1/include/linux/pagesnap.h
		$1/include/linux/pagesnap/accesses.h
		$1/include/linux/pagesnap/faults.h
		$1/include/linux/pagesnap/memory.h
		$1/include/linux/pagesnap/pages.h
		$1/include/linux/pagesnap/slab.h
		$1/include/pagesnap.h
		$2/libpagesnap.a
		$2/libpagesnap.so
		$2/libpagesnap.so.0
		$2/libpagesnap.so.0.1.0
		$2/pkgconfig/libpagesnap.pc
		$1/share/bash-completion/completions/pagesnap
		$1/share/fish/vendor_completions.d/pagesnap.fish
		$1/share/man/man1/pagesnap-plot.1
		$1/share/man/man1/pagesnap-serve.1
		$1/share/man/man1/pagesnap.1
		$1/share/man/man3/libpagesnap.3
		$1/share/zsh/site-functions/_pagesnap
	FILES
}

module_files()
{
	printf '%s\n' "lib/modules/$release/updates/"pagesnap{,_accesses,_events,_faults,_slab}.ko.xz "$1/share/man/man4/pagesnap.4"
}

all_files() { { client_files "$1" "$2"; module_files "$1"; } | LC_ALL=C sort; }
nothing() { [ -z "$(there)" ]; }

# --- all of it ------------------------------------------------------------------

make_in_tree install
check 'make install succeeds without a complaint' all 'exits 0' silent
check 'make install installs all files' [ "$(files)" = "$(all_files usr/local usr/local/lib)" ]
check 'installed files can be read by others' \
	[ -z "$(find "$root" \( -type f ! -perm -444 -o -type d ! -perm -555 \))" ]
check 'installed links lead to a file' [ -z "$(find -L "$root" -type l)" ]

home=$root/usr/local
status=0
env -i "$home/bin/pagesnap" --version >"$work/out" 2>"$work/err" || status=$?
check 'the client runs' all 'exits 0' silent 'out_has "^pagesnap [0-9.]+ \(ABI [0-9.]+\)$"'
for shell in bash fish zsh; do
	"$home/bin/pagesnap" --completion "$shell" >"$work/$shell"
done
check 'completion is of this client' all \
	'cmp -s "$work/bash" "$home/share/bash-completion/completions/pagesnap"' \
	'cmp -s "$work/fish" "$home/share/fish/vendor_completions.d/pagesnap.fish"' \
	'cmp -s "$work/zsh" "$home/share/zsh/site-functions/_pagesnap"'
bad=
for page in "$tree"/docs/man/*.[134]; do
	cmp -s "$page" "$home/share/man/man${page##*.}/${page##*/}" || bad+=" $page"
done
check 'all manual pages are there' [ -z "$bad" ]
check 'pkg-config names these folders' grep -qx 'prefix=/usr/local' "$home/lib/pkgconfig/libpagesnap.pc"

make_in_tree install
check 'make install installs again, over what is there' \
	all 'exits 0' silent '[ "$(files)" = "$(all_files usr/local usr/local/lib)" ]'
make_in_tree uninstall
check 'make uninstall removes all, folders included' all 'exits 0' silent no_out nothing
make_in_tree uninstall
check 'make uninstall has nothing to do the second time' all 'exits 0' silent no_out

# --- parts, and other places ----------------------------------------------------

make_in_tree install-client PREFIX=/opt/pagesnap LIBDIR=/opt/pagesnap/lib64
check 'the client, elsewhere' all 'exits 0' silent \
	'[ "$(files)" = "$(client_files opt/pagesnap opt/pagesnap/lib64)" ]'
make_in_tree install-module PREFIX=/opt/pagesnap
check 'the module beside it' all 'exits 0' silent \
	'[ "$(files)" = "$(all_files opt/pagesnap opt/pagesnap/lib64)" ]'
make_in_tree uninstall-client PREFIX=/opt/pagesnap LIBDIR=/opt/pagesnap/lib64
check 'the client is uninstalled alone' all 'exits 0' silent '[ "$(files)" = "$(module_files opt/pagesnap)" ]'
make_in_tree uninstall-module PREFIX=/opt/pagesnap
check 'the module is uninstalled after the client' all 'exits 0' silent '! files | grep .'

rm -rf "$root"
mkdir -p "$root/usr/local/share/man/man1" "$root/lib/modules/$release/updates"
touch "$root/usr/local/share/man/man1/other.1" "$root/lib/modules/$release/updates/other.ko"
there >"$work/before"
make_in_tree install
make_in_tree uninstall
check 'what is of others stays' all 'exits 0' silent '[ "$(there)" = "$(<"$work/before")" ]'

rm -rf "$root" "$work/headers/include"
mkdir "$root"
make_in_tree uninstall
check 'a kernel that is not known' all '! exits 0' 'err_has "no kernel.release in .*/headers: name the kernel by RELEASE="'
make_in_tree uninstall "RELEASE=$release"
check 'a kernel that is named needs no headers to uninstall' all 'exits 0' silent
ktap_end
