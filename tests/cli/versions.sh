#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Client and module of different ABI versions: of one major they work together,
# whichever is older; of two, one line says what to do.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

golden=$(realpath ../golden)
header=../../include/uapi/linux/pagesnap.h
major=$(awk '$2 == "PAGESNAP_ABI_MAJOR" { print $3 }' "$header")
minor=$(awk '$2 == "PAGESNAP_ABI_MINOR" { print $3 }' "$header")
today=$golden/abi-$major.$minor
reload='rmmod pagesnap && modprobe pagesnap'
newer='install a newer pagesnap'
export PAGESNAP_MOUNTINFO=/dev/null PAGESNAP_SYSFS=$work/sys

# read_by CLIENT FILE ARGUMENT...: what CLIENT makes of a saved stream.
read_by()
{
	local by=$1 file=$2
	shift 2

	status=0
	"$by" fs -R "$file" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

replay() { read_by "$client" "$@"; }

# --- an older stream ----------------------------------------------------------

# members FILE: each member of each row, a line each.  damage.c reads these streams with
# sanitizers.
members()
{
	read_by "$plain" "$1" --jsonl --output-all
	jq -c 'to_entries[] | [.key, .value]' "$work/out"
}

# is_kept OLD NEW: all that OLD tells is in NEW as well, but for its version; what it
# did not know yet is "?", and neither 0 nor missing.
is_kept()
{
	members "$1" >"$work/old"
	members "$2" >"$work/new"
	[ -s "$work/old" ] && [ "$(wc -l <"$work/old")" -eq "$(wc -l <"$work/new")" ] &&
		! diff "$work/old" "$work/new" | sed -n 's/^< //p' | grep -v '^\["abi",' |
			grep -vE '^\["(nodes|cgroups|sharers|subvol)","\?"\]$' >"$work/out"
}

# Numbers of lines are none of a saved stream, and text doesn't tell when a header is replaced.
same_text()
{
	read_by "$plain" "$1" --text
	sed 's/ line=[0-9]*//' "$work/out" >"$work/text"
	sed 's/ line=[0-9]*//' "${1%.bin}.txt" | diff "$work/text" - >"$work/out"
}

for dir in "$golden/abi-$major".*; do
	version=${dir##*-}
	bad=
	for file in "$dir"/*.bin; do
		[ "${file##*/}" = record-header.bin ] || same_text "$file" || bad+=" ${file##*/}"
	done
	check "$version: each stream as text" [ -z "$bad" ]
done

old=$golden/abi-1.0
for name in "$old"/answer-*.bin "$old"/combos-*.bin "$old/saved.bin"; do
	name=${name##*/}
	check "1.0: ${name%.bin} has what it told, and no more" is_kept "$old/$name" "$today/$name"
done

file=$old/answer-filename_index-object.bin
columns=RES,DIRTY,INODE,ORDERS,NODES,CGROUPS,SHARERS,SUBVOL,FILE
replay "$file" -nb -o "$columns"
check '1.0 in a table' all 'exits 0' silent \
	'[ "$(tr -s " " <"$work/out")" = "2502656 12288 1786946 0:34,4:576,19:1 ? ? ? ? /home/foo/bar.txt" ]'
replay "$file" -nr -o "$columns"
check '1.0 raw' all 'exits 0' silent \
	'out_is "2502656 12288 1786946 0:34,4:576,19:1 ? ? ? ? /home/foo/bar.txt"'
replay "$file" --csv -n -o "$columns"
check '1.0 in CSV' all 'exits 0' silent \
	'out_is "$(printf "2502656,12288,1786946,\"0:34,4:576,19:1\",?,?,?,?,/home/foo/bar.txt\r")"'
replay "$file" --json -o "$columns"
check '1.0 in JSON' all 'exits 0' silent \
	'[ "$(jq -c ".pagesnap[0] | [.res, .nodes, .cgroups, .sharers, .subvol]" "$work/out")" = \
		"[2502656,\"?\",\"?\",\"?\",\"?\"]" ]'
replay "$old/answer-sb_index-object.bin" -nr -o SUBVOL
check '1.0 on ext4, which has no subvolumes' out_is -

# rows_of COMMAND ARGUMENT...: what it makes of files of which 1.0 doesn't tell who is charged.
rows_of()
{
	status=0
	"$client" "$@" -nr -R "$file" >"$work/out" 2>"$work/err" || status=$?
}

rows_of du --by cgroup
check '1.0: charged to nobody knows whom' all 'exits 0' 'out_is "2502656 12288 49152 1 ? ?"'
rows_of cgroup
check '1.0: or shared by' all 'exits 0' 'out_is "2502656 ? 12288 1 ? ? /home/foo/bar.txt"'
rows_of cgroup --shared
check '1.0: a file that may be shared' all 'exits 0' 'out_is "2502656 12288 1786946 ? /home/foo/bar.txt"'
rows_of cgroup --matrix
check '1.0: by two that are not known' all 'exits 0' 'out_is "2502656 1 ? ?"'

# --- a newer one --------------------------------------------------------------

said_once='4 records of unknown type were passed over: a newer pagesnap may read them'
for dir in "$golden/abi-$major".*; do
	file=$dir/newer.bin
	version=${dir##*-}
	for format in '' --csv --raw --jsonl; do
		replay "$file" $format -n -o RECORD,INDEX,NR,OWNER_INODE
		check "newer than $version, ${format:-a table}" all 'exits 0' 'err_is "pagesnap: $said_once"' 'lines 1' \
			'out_has "run.*(0x10a200|1090048).*16.*1786946"'
	done
	replay "$file" --text
	check "newer than $version: text names types that it does not know" all 'exits 0' 'err_is "pagesnap: $said_once"' \
		'[ "$(sed -n "s/^# record of unknown type //p" "$work/out" | paste -sd" ")" = "19 60000 77 20" ]'
done
replay "$today/unknown-values.bin" -nr -o FEATURES
check 'bits that it does not know are a number' all 'exits 3' \
	'out_has "^cgroup,nodes,swap,thp,hugetlb,ask,targets,brief,0xffffffffffffff00$"'
replay "$today/unknown-values.bin" -nr -o KIND
check 'numbers that have no word' all 'exits 3' 'out_has "^\?$"' \
	'err_has "query 1: 7 pages skipped \(3 unmounted, 4 \?\)$"' 'err_has "for a reason that this program does not know$"'

# --- another collection -------------------------------------------------------

# of_collection NAME: what $work/of has, in a stream of objects/mm/NAME.
of_collection()
{
	"$make_stream" filename_index /a >"$work/of"
	printf '%s\0' "$1" | dd of="$work/of" bs=1 seek=216 conv=notrunc status=none
}

of_collection pages
replay "$work/of" -nr
check 'a stream that names its collection' all 'exits 0' silent
of_collection numbers
refused="pagesnap: $work/of: answers of objects/mm/numbers, which this pagesnap does not know"
for format in '' --json --text; do
	replay "$work/of" $format
	check "of a collection that is not known, ${format:-a table}" all 'exits 1' 'err_is "$refused"'
done
of_collection "$(printf 'a\nb')"
replay "$work/of"
check 'whatever it is called' all 'exits 1' 'err_has "objects/mm/a.012b, which"'
cat "$today/answer-filename_index-run.bin" "$work/of" >"$work/both"
replay "$work/both" -nr
check 'behind answers that are known, these are shown' all 'exits 3' 'lines 3' \
	'err_has "objects/mm/a.012b, which"'

# --- another major ------------------------------------------------------------

# other VERSION: a stream of it, in $work/other
other() { FAKE_ABI=$1 "$make_stream" filename_index /a >"$work/other"; }

mkdir -p "$work/sys/module/pagesnap"
echo 0.1 >"$work/sys/module/pagesnap/version"
above=$((major + 1)).3
below=$((major - 1)).3
while read -r version next; do
	says="the module is of ABI $version, this pagesnap reads $major.x: $next"
	for arguments in 'file /a' 'fs / --csv' 'fs / --jobs 3' 'du --by fs' 'who 5' audit; do
		FAKE_ABI=$version run $arguments
		check "a module of ABI $version, $arguments" all 'exits 1' 'err_is "pagesnap: $says"'
	done
	FAKE_ABI=$version run --version
	check "a module of ABI $version, --version" all 'exits 0' 'lines 2' \
		'[ "$(tail -n 1 "$work/out")" = "module: 0.1 ($says)" ]'
	FAKE_ABI=$version run doctor --csv
	found=$says
	[ "$next" = "$newer" ] && next=- || found=${says%: "$next"}
	check "a module of ABI $version, doctor" all 'exits 1' 'tr -d "\r" <"$work/out" | grep -qF ",records,"' \
		'tr -d "\"\r" <"$work/out" | grep -qF ",records,$found,$next"'
done <<-VERSIONS
	$above $newer
	$below $reload
VERSIONS

while read -r version next; do
	other "$version"
	for format in '' --json --csv --raw --text --summary; do
		replay "$work/other" $format
		check "a stream of ABI $version, ${format:-a table}" all 'exits 1' \
			'err_is "pagesnap: $work/other: the stream is of ABI $version, this pagesnap reads $major.x: $next"'
	done
	"$make_stream" filename_index '/a group=object' | cat - "$work/other" >"$work/both"
	replay "$work/both" -nr -o FILE
	check "a stream of ABI $version behind one of ours" all 'exits 3' 'out_is /a' \
		'err_has "both: the stream is of ABI $version, .*: $next$"'
done <<-VERSIONS
	$above $newer
	$below an older pagesnap reads it
VERSIONS
for version in "$major.0" "$major.$minor"; do
	FAKE_ABI=$version run --version
	check "--version beside a module of ABI $version" out_has "^module: 0\.1 \(ABI $version\)$"
done

# --- an older client ----------------------------------------------------------

# clients: the last revision with each older minor version.
clients()
{
	local revision

	git log --format=%H -G'define[[:space:]]+PAGESNAP_ABI_M(AJ|IN)OR' -- "$header" 2>/dev/null |
		while read -r revision; do
			git rev-parse -q --verify "$revision^:${header#../../}" >/dev/null && echo "$revision^"
		done
}

# same NAME FORMAT: the older client makes the same of today's stream as of its own.
same()
{
	read_by "$path" "$golden/abi-$version/$1.bin" ${2:+"$2"}
	printf 'exit %d\n' "$status" >>"$work/err"
	sed -i "s|$golden/abi-$version/||" "$work/err"
	mv "$work/out" "$work/out.own"
	mv "$work/err" "$work/err.own"
	read_by "$path" "$today/$1.bin" ${2:+"$2"}
	printf 'exit %d\n' "$status" >>"$work/err"
	sed -i "s|$today/||" "$work/err"
	sed -i "s/^# pagesnap abi=$major.$minor /# pagesnap abi=$version /" "$work/out"
	cmp -s "$work/out.own" "$work/out" && cmp -s "$work/err.own" "$work/err"
}

# keeps NAME: of today's stream, which has more, it prints each row of its own, in order.
keeps()
{
	read_by "$path" "$golden/abi-$version/$1.bin" --csv
	mv "$work/out" "$work/out.own"
	read_by "$path" "$today/$1.bin" --csv
	! diff "$work/out.own" "$work/out" | grep '^<'
}

# Each third format has its turn, if there are turns.
in_turn() { [ -z "${PAGESNAP_TURN:-}" ] || [ $((($1 + PAGESNAP_TURN) % 3)) -eq 0 ]; }

older=$(clients)
[ -n "$older" ] || skip 'an older client' 'no history of the ABI here'
for revision in $older; do
	path=$(./client-of "$revision" 2>"$work/err") || path=
	version=$("$path" --version 2>/dev/null | sed -n '1s/.*(ABI \(.*\)).*/\1/p')
	check "the client of ABI ${version:-?} is built" [ -n "$version" ]
	[ "${version%.*}" = "$major" ] || continue
	nth=0
	for format in --text --json --csv --raw ''; do
		nth=$((nth + 1))
		if ! in_turn "$nth"; then
			skip "a client of ABI $version reads answers of $major.$minor as its own, ${format:-a table}" \
				'not run: another commit has its turn'
			continue
		fi
		bad=
		for name in "$golden/abi-$version"/{answer-*,combos-*,names,newer,record-sb,saved}.bin; do
			name=$(basename "$name" .bin)
			same "$name" "$format" || bad+=" $name"
		done
		check "a client of ABI $version reads answers of $major.$minor as its own, ${format:-a table}" [ -z "$bad" ]
	done
	bad=
	for name in "$golden/abi-$version"/*.bin; do
		name=$(basename "$name" .bin)
		keeps "$name" || bad+=" $name"
	done
	check "a client of ABI $version has all rows of each stream of $major.$minor" [ -z "$bad" ]
done

ktap_end
