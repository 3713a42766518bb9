#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,frames needs=- once=kernel disturbs=disks,mounts
#
# What a person copies out of a log or of /proc, and what there is nothing of.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

mkfs.ext4 -qF /dev/scratch0
mkdir -p /mnt/disk
mount /dev/scratch0 /mnt/disk
mkdir /mnt/disk/empty
head -c 16384 /dev/zero >/mnt/disk/cold
head -c 8192 /dev/zero >/mnt/disk/warm
umount /mnt/disk
mount /dev/scratch0 /mnt/disk
cat /mnt/disk/warm >/dev/null
pfn=$(pagesnap file --group page -nr -o PFN /mnt/disk/warm | head -n 1)

# --- files --------------------------------------------------------------------

# out_is TEXT: what the last command printed.
out_is() { [ "$(tr -d '\r' </tmp/out)" = "$1" ]; }

pagesnap file --csv -n -o RES,PAGES,SIZE,STATE,FILE /mnt/disk/{warm,cold,empty} >/tmp/out 2>/tmp/err
check 'what was named has a row, be it of zeros' out_is \
	$'8192,2,8192,live,/mnt/disk/warm\n0,0,16384,live,/mnt/disk/cold\n0,0,?,live,/mnt/disk/empty'
pagesnap file --csv -n -o INODE,CACHED_PAGES,EVICTED /mnt/disk/cold >/tmp/out
check 'a file that is not cached is known' out_is "$(stat -c %i /mnt/disk/cold),0,0"
pagesnap file --csv -n -o RES,FILE --flags dirty /mnt/disk/warm >/tmp/out
check 'a file of which no page is selected has a row' out_is '0,/mnt/disk/warm'
pagesnap file --text /mnt/disk/cold >/tmp/out
check 'the index file itself tells it' has '^file .* size=16384 cached=0 dirty=0 .* name=/mnt/disk/cold$'
check 'a file with nothing cached counts as an object' has '^end .* status=complete objects=1 records=1 pages=0 '
pagesnap file --group run /mnt/disk/cold -n >/tmp/out
check 'a file with nothing cached has no runs' out_is ''
pagesnap file --min-pages 1 /mnt/disk/cold -n >/tmp/out
check 'a file with nothing cached can be left out' out_is ''
pagesnap du /mnt/disk/cold --json >/tmp/out
check 'du does not count it' [ "$(jq .total.files /tmp/out)" -eq 0 ]
for path in /proc /sys /proc/self/fd; do
	pagesnap fs "$path" -n >/tmp/out 2>/tmp/err
	check "fs $path says why there is nothing" grep -qE "^# $path: (proc|sysfs) has no page cache$" /tmp/err
done

# --- frames -------------------------------------------------------------------

pagesnap who "$pfn" >/tmp/want
for frame in "pfn:${pfn#0x}" "phys:${pfn#0x}000" "phys:${pfn}fff"; do
	pagesnap who "$frame" >/tmp/out
	check "who ${frame%%:*}:" cmp /tmp/want /tmp/out
done
pagesnap who --phys "${pfn#0x}123" >/tmp/out
check 'who --phys finds the frame of an address' cmp /tmp/want /tmp/out
check 'a frame that is not there' exits 1 pagesnap who 0x5ec7600000 --csv -n
check 'is told, and nothing else' [ "$(</tmp/err)" = \
	$'pagesnap: 0x5ec7600000: beyond memory; is this an address? frame 0x5ec7600\nstatus=1' ]
check 'beside one that is' exits 3 pagesnap who "$pfn" 0x5ec7600000 -n
check 'digits that the kernel would print' exits 2 pagesnap who 5ec76
pagesnap pfn "$pfn+2" --names >/tmp/out
check 'pfn --names shows names' has '^RECORD .* STATE +FILE +WHERE$'
check 'frames of files have name and page' has ' live +/mnt/disk/warm +/mnt/disk/warm page 0 '

# --- processes ------------------------------------------------------------------

range=$(awk '$6 ~ "/bash$" { print $1; exit }' /proc/$$/maps)
pagesnap task $$ --range "addr:$range" -nr -o START,END >/tmp/out
check 'a line of maps' out_is "0x${range%-*} 0x${range#*-}"
pagesnap task $$ --range "addr:$range" -nr -o START_PAGE >/tmp/out
check 'an address is taken as its page' out_is "$(printf '0x%x' $((0x${range%-*} >> 12)))"
pagesnap task $$ --range addr:10000-20000 -nr -o PID,COMMAND,RES,START >/tmp/out 2>/tmp/err
check 'where nothing is mapped' out_is "$$ $(</proc/$$/comm) 0 -"
check 'which is said' [ "$(</tmp/err)" = "# $$: no page is mapped at addresses 10000-20000" ]
check 'an address is no page number' exits 2 pagesnap task $$ --range "0x${range%-*}"
pagesnap task $$ --group total -nr -o PID,COMMAND >/tmp/out
check 'a total says whose it is' out_is "$$ $(</proc/$$/comm)"

# --- books ------------------------------------------------------------------------

for format in --csv --raw --jsonl ''; do
	# shellcheck disable=SC2086 # none or one
	pagesnap audit $format 2>/tmp/err | tail -n 1 >/tmp/out
	check "audit ends with a verdict: ${format:-a table}" has 'verdict.*balanced|^(not )?balanced: '
done
umount /mnt/disk
ktap_end
