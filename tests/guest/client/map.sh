#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- once=kernel disturbs=disks,mounts,memory
#
# pagesnap map: a file against mincore() and fincore, a process against /proc/PID/pagemap and maps,
# memory against /proc/kpageflags.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
mount_two 10
echo 0 >/proc/sys/vm/dirty_writeback_centisecs

# map ARGUMENT...: rows as lines of JSON.
map() { pagesnap map "$@" --jsonl -o STATE,START_PAGE,END_PAGE,PAGES,NAME >/tmp/out 2>/tmp/err; sed 's/^/# /' /tmp/err; }
# ranges STATES: "FIRST NUMBER" of rows of these states, neighbours as one.
ranges()
{
	jq -r --arg states "$1" 'select(.state | inside($states)) | "\(.start_page) \(.pages)"' /tmp/out |
		awk 'NR > 1 && $1 == at + nr { nr += $2; next } NR > 1 { print at, nr } { at = $1; nr = $2 }
			END { if (NR) print at, nr }'
}
sum() { jq -s --arg state "$1" 'map(select(.state == $state).pages) | add // 0' /tmp/out; }

# --- a file ----------------------------------------------------------------------

file=/mnt/one/file
head -c 8M /dev/urandom >"$file"
sync "$file"
dd if="$file" iflag=nocache count=0 status=none
check 'a file that is dropped has nothing on a map' [ "$(pagesnap map "$file" --jsonl | wc -l)" = 0 ]
dd if="$file" of=/dev/null bs=4k skip=100 count=1 status=none
dd if="$file" of=/dev/null bs=4k skip=1000 count=64 status=none
dd if=/dev/urandom of="$file" bs=4k seek=1500 count=20 conv=notrunc status=none
resident "$file" >/tmp/want
map "$file"
check 'what is in memory is what mincore() says' [ "$(ranges cached,dirty,writeback)" = "$(</tmp/want)" ]
check 'what was written is dirty' [ "$(ranges dirty)" = '1500 20' ]
check 'rows of a file are all of it' [ "$(jq -s 'map(.pages) | add' /tmp/out)" = 2048 ]
map "$file" --range 1490+40
check 'a range of a file has its pages alone' [ "$(ranges dirty) $(jq -s 'map(.pages) | add' /tmp/out)" = '1500 20 40' ]
pagesnap map "$file" >/tmp/out
sed 's/^/# /' /tmp/out
cached=$(fincore -bnro res "$file")
check 'the first line has what fincore says' has "in memory .*; a sign is " 
check 'the sum of the legend is what fincore says' \
	[ "$(pagesnap map "$file" -b | grep -oE '(cached|dirty|writeback) [0-9]+' | awk '{ n += $2 } END { print n }')" = "$cached" ]
sync "$file"
map "$file"
check 'what is written back is clean' [ "$(sum dirty)" = 0 ]

head -c 1 /dev/zero >/mnt/one/small
truncate -s 8T /mnt/two/sparse
dd if=/dev/zero of=/mnt/two/sparse bs=4k seek=1000000000 count=2 conv=notrunc status=none
map /mnt/two/sparse
check 'pages in a file of 8 TiB are where they are' [ "$(ranges cached,dirty)" = '1000000000 2' ]
map /mnt/one/small
check 'a file of a byte is a page' [ "$(ranges cached,dirty)" = '0 1' ]

# --- a process ---------------------------------------------------------------------

hold "$file" >/tmp/held &
holder=$!
wait_for 50 test -s /tmp/held
map "$holder"
check 'a process has as much as smaps says' [ "$(jq -s 'map(select(.state | IN("file", "anon", "shmem", "huge", "reserved")).pages) |
	add' /tmp/out)" = "$(awk '$1 == "Rss:" { print $2 / 4 }' "/proc/$holder/smaps_rollup")" ]
# Bit 63 of an entry: present.
while read -r range _; do
	first=$((16#${range%-*} / 4096)) nr=$(((16#${range#*-} - 16#${range%-*}) / 4096))
	dd if="/proc/$holder/pagemap" bs=8 skip="$first" count="$nr" status=none |
		od -An -v -tx8 -w8 | awk -v at="$first" '/^ *[89a-f]/ { printf "%.0f\n", at + NR - 1 }'
done < <(grep -vE 'vsyscall|vvar|vdso' "/proc/$holder/maps") >/tmp/want
jq -r 'select(.state | IN("absent", "swapped") | not) | select(.name | IN("[vdso]", "[vvar]", "[vvar_vclock]") | not) |
	range(.start_page; .end_page)' /tmp/out >/tmp/pages
check "pages are where pagemap says: $(wc -l </tmp/want)" cmp /tmp/want /tmp/pages
check 'a file that is mapped is named' [ "$(jq -s --arg name "$file" 'map(select(.name == $name).pages) | add' /tmp/out)" = 2048 ]
kill "$holder"
huge 0 >/tmp/held &
holder=$!
wait_for 50 test -s /tmp/held
read -r _ kib </tmp/held
map "$holder"
check "huge pages are huge: $kib KiB" [ "$(sum huge)" -ge $((kib / 4)) ]
pagesnap map "$holder" >/tmp/out
sed 's/^/# /' /tmp/out
kill "$holder"

# --- memory --------------------------------------------------------------------------

map --frames
cp /tmp/out /tmp/frames
# Bits of /proc/kpageflags: slab 7, buddy 10, nopage 20, pgtable 26.
bit() { od -An -v -tu8 -w8 /proc/kpageflags | awk -v bit="$1" 'int($1 / 2 ^ bit) % 2 { n++ } END { print n + 0 }'; }
# near MINE THEIRS: memory goes on changing.
near() { [ $(($1 - $2)) -le $(($2 / 20 + 512)) ] && [ $(($2 - $1)) -le $(($2 / 20 + 512)) ]; }
for pair in 'slab 7' 'free 10' 'pgtable 26'; do
	mine=$(sum "${pair% *}") theirs=$(bit "${pair#* }")
	check "frames of ${pair% *}: $mine, kpageflags $theirs" near "$mine" "$theirs"
done
check 'frames come once, in order' [ "$(jq -s '[range(1; length) as $i | select(.[$i].start_page < .[$i - 1].end_page)] | length' /tmp/frames)" = 0 ]
end=$(jq -s 'last.end_page' /tmp/frames)
check "no frame is behind those of kpageflags" [ "$end" -le "$(od -An -v -tu8 -w8 /proc/kpageflags | wc -l)" ]
pagesnap map --frames >/tmp/out
sed 's/^/# /' /tmp/out
check 'memory is drawn' has '^memory: .*, .* in use '
umount /mnt/one /mnt/two
ktap_end
