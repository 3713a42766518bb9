#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- once=kernel disturbs=disks,mounts,settings timeout=300
#
# Rows that several sessions make are those of one session, of files that nobody
# changes and of frames that stay what they are.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

files=3000
[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] || files=400

stop_damon
mount_two "$files"
for i in {1..200}; do
	printf '%*s' $((i % 17 * 4096)) '' >"/mnt/one/$i"
done
sync

{
	find /mnt/two /mnt/one -type f -printf 'file %p\n'
	echo 'fs /mnt/two group=run'
	echo 'file /mnt/two/large group=page'
	echo 'file /nosuch'
	echo 'pfn 0 group=page'
	echo 'fs /mnt/one group=object'
} | shuf --random-source=<(yes) >/tmp/lines
columns=Q,LINE,RECORD,FILE,INDEX,PFN,NR,FLAGS,MAJ:MIN,STATE

for format in --raw --csv --jsonl; do
	pagesnap batch /tmp/lines $format -o $columns >/tmp/want 2>/tmp/want_err
	pagesnap batch /tmp/lines $format -o $columns --jobs 2 >/tmp/out 2>/tmp/err
	check "a batch of two sessions: $format" [ "$(wc -l </tmp/want)" -gt $((2 * files)) -a \
		"$(cmp /tmp/want /tmp/out 2>&1; cmp /tmp/want_err /tmp/err 2>&1)" = '' ]
	pagesnap batch /tmp/lines $format -o $columns --jobs 2 --unordered >/tmp/out 2>/tmp/err
	check "--unordered has the same rows: $format" cmp <(sort /tmp/want) <(sort /tmp/out)
done
pagesnap batch /tmp/lines --json -o $columns 2>/tmp/err | timeless >/tmp/want
pagesnap batch /tmp/lines --json -o $columns --jobs 2 2>/tmp/err | timeless >/tmp/out
check 'a document is the same with two sessions' cmp /tmp/want /tmp/out

# --- one query ----------------------------------------------------------------

# Of reserved frames, and of what is no memory, nothing changes, but for those of the
# vDSO, which all processes map.
still='--flags reserved,-mmap'
for what in "$still" "$still --group page" "$still --range 0x123-"; do
	# shellcheck disable=SC2086 # words
	pagesnap pfn $what -r -o +QUERY --jobs 1 >/tmp/want 2>/tmp/want_err
	# shellcheck disable=SC2086
	pagesnap pfn $what -r -o +QUERY --jobs 2 >/tmp/out 2>/tmp/err
	check "frames: $what" [ "$(wc -l </tmp/want)" -gt 1 -a \
		"$(cmp /tmp/want /tmp/out 2>&1; cmp /tmp/want_err /tmp/err 2>&1)" = '' ]
done
pagesnap pfn --raw -n --jobs 1 | grep '^hole' >/tmp/want
pagesnap pfn --raw -n --jobs 2 | grep '^hole' >/tmp/out
check 'holes are the same with two sessions' cmp /tmp/want /tmp/out

# frames JOBS: how many there are, torn ones included, and in more than one row.
frames()
{
	pagesnap pfn --json -o INDEX,NR --jobs "$1" 2>/tmp/err | jq -c '
		(reduce .pagesnap[] as $r ([0, 0, 0];
			[.[0] + $r.nr, $r.index + $r.nr, .[2] + (if $r.index < .[1] then 1 else 0 end)])) as $all |
		[$all[0] + ([.end[].skipped.torn // 0] | add // 0), $all[2]]'
}
all=$(frames 1)
check "each frame is told once, in order: $all" [ -n "$all" -a "$(frames 2)" = "$all" ]

pagesnap fs /mnt/two --group run --csv -o $columns >/tmp/want
pagesnap fs /mnt/two --group run --csv -o $columns --jobs 2 --unordered >/tmp/out
check 'rows of files, in any order' cmp <(sort /tmp/want) <(sort /tmp/out)

umount /mnt/one /mnt/two
ktap_end
