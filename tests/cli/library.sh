#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The library as other programs get it: installed, and found by pkg-config.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

tree=$(realpath ../..)
root=$work/root
example=$tree/docs/examples/cached.c
cc=${CC:-gcc}

# logged COMMAND...: what it says is what a failure shows.
logged()
{
	status=0
	"$@" >"$work/out" 2>"$work/err" || status=$?
	return "$status"
}

# package ARGUMENT...: pkg-config, which looks at nothing but what was installed.
package()
{
	PKG_CONFIG_LIBDIR=$root/opt/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root pkg-config "$@" libpagesnap
}

# build NAME OPTION...: the example, by what pkg-config says.
build()
{
	local name=$1 flags=()
	shift

	read -ra flags <<<"$(package --cflags --libs)"
	logged "$cc" -Wall -Wextra -Werror -o "$work/$name" "$@" "$example" "${flags[@]}"
}

# cached NAME ARGUMENT...: the example, beside index files that need no kernel.
cached()
{
	local name=$1
	shift

	LD_LIBRARY_PATH=$root/opt/lib LD_PRELOAD=$preload PAGESNAP_DIR=$dir \
		logged "$work/$name" "$@" || :
}

# The functions in pagesnap.h, as nm should show them.
declared()
{
	perl -0777 -ne '
		s{/\*.*?\*/}{}gs;
		s{^typedef .*?;}{}gms;
		print "T $1\@\@LIBPAGESNAP_0.1\n" while /\b(pagesnap_\w+)\(/g' "$root/opt/include/pagesnap.h" |
		LC_ALL=C sort
}

# --- what is installed ------------------------------------------------------

check 'the library is installed' logged make -s -C "$tree/userland" "OUT=$OUT/plain" PREFIX=/opt \
	"DESTDIR=$root" install-lib
(cd "$root" && find . -type f -o -type l) | LC_ALL=C sort >"$work/out"
check 'files of the library are installed' out_is './opt/include/linux/pagesnap.h
./opt/include/linux/pagesnap/accesses.h
./opt/include/linux/pagesnap/faults.h
./opt/include/linux/pagesnap/memory.h
./opt/include/linux/pagesnap/pages.h
./opt/include/linux/pagesnap/slab.h
./opt/include/pagesnap.h
./opt/lib/libpagesnap.a
./opt/lib/libpagesnap.so
./opt/lib/libpagesnap.so.0
./opt/lib/libpagesnap.so.0.1.0
./opt/lib/pkgconfig/libpagesnap.pc'
header=$(sed -n 's/^#define PAGESNAP_LIBRARY_VERSION "\(.*\)"$/\1/p' "$root/opt/include/pagesnap.h")
check 'header and pkg-config agree on the version' [ "$(package --modversion)" = "$header" ]

# --- what it exports --------------------------------------------------------

library=$root/opt/lib/libpagesnap.so.0
nm -D --defined-only "$library" | awk '$2 != "A" { print $2, $3 }' >"$work/exported"
declared >"$work/declared"
check 'the library exports just what its header declares, with versions' \
	logged diff "$work/declared" "$work/exported"
readelf -d "$library" >"$work/out"
check 'the name of the library has the number of its ABI' out_has 'SONAME.*\[libpagesnap\.so\.0\]'
check 'the library needs the C library only' all '[ "$(grep -c "(NEEDED)" "$work/out")" = 1 ]' 'out_has "\[libc\.so"'

# --- a program with it ------------------------------------------------------

printf '#include <pagesnap.h>\nint main(void) { return !pagesnap_version(); }\n' >"$work/cxx.cc"
read -ra flags <<<"$(package --cflags --libs)"
check 'a program in C++ is built with it' \
	logged "${CXX:-g++}" -std=c++11 -Wall -Wextra -Werror -pedantic -o "$work/cxx" "$work/cxx.cc" "${flags[@]}"
check 'the example is built with it' build shared
check 'the example is built in ISO C' build iso -std=c11 -D_XOPEN_SOURCE=700 -pedantic
check 'the example is built statically' build static -static
readelf -d "$work/shared" >"$work/out"
check 'a shared example needs the library' out_has 'NEEDED.*\[libpagesnap\.so\.0\]'

touch "$work/file"
preload=$OUT/fake-index.so dir=/fake
cached shared "$work/file"
check 'the example prints ranges' all 'exits 0' silent 'lines 2' 'out_has "^pages [0-9]+ to [0-9]+: clean$"' \
	'out_has "^pages [0-9]+ to [0-9]+: dirty$"'
touch "$work/partial"
cached shared "$work/partial"
check 'an answer that is not complete' exits 1
mkdir "$work/dir"
cached shared "$work/dir"
check 'an answer that is none' all 'exits 1' 'err_has "^cached: a directory"'
preload='' dir=$work/nosuch
for name in shared static; do
	cached "$name" "$work/file"
	check "no index files, $name" all 'exits 1' 'err_has "no index file here"' 'err_has "PAGESNAP_DIR"'
	cached "$name"
	check "no file, $name" exits 2
done
ktap_end
