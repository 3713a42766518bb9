#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- once=kernel disturbs=disks,mounts,settings timeout=300
#
# One query in several sessions prints what one session prints, of files that
# nobody changes and of frames that stay what they are.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

files=8000
[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] || files=1000

stop_damon
mount_two "$files"
mkdir -p /mnt/one/{a,b/c}
folders=(b/c a a)
for i in {1..300}; do
	printf '%*s' $((i % 17 * 4096)) '' >"/mnt/one/${folders[i % 3]}/$i"
done
sync
dev=$(stat -c '%Hd:%Ld' /mnt/two)
one=$(readlink -f /mnt/one)

# torn SUBCOMMAND: others use frames besides, and one that changes while it is looked at is told; nothing else was.
torn() { [ "$1" = pfn ] && [ -s /tmp/err ] && ! grep -qv ' skipped ([0-9]* torn)$' /tmp/err; }
# same ARGUMENT...: three sessions print what one does.
same()
{
	local try

	for try in {1..4}; do
		pagesnap "$@" --json --jobs 1 2>/tmp/err | timeless >/tmp/want
		[ -s /tmp/want ] || return 1
		pagesnap "$@" --json --jobs 3 2>>/tmp/err | timeless >/tmp/out
		torn "$1" || break
		echo "# torn in try $try"
	done
	[ ! -s /tmp/err ] && cmp /tmp/want /tmp/out >>/tmp/err
}

check 'a sum of a filesystem' same fs --group total /mnt/one
check 'a sum of many files' same fs --group total /mnt/two
check 'the summary of a filesystem is that of one session' same fs --summary /mnt/two
check 'selected pages of it' same fs --group total /mnt/one --flags uptodate,-dirty --min-pages 4
check 'files, the largest first' same fs --sort RES /mnt/two
check 'the first of many that are equal' same fs --top 30 /mnt/two
check 'du of folders is that of one session' same du -d2 "$one" /mnt/two
check 'du --by fs is that of one session' same du --by fs "$one" /mnt/two
check 'du --by cgroup is that of one session' same du --by cgroup "$one" /mnt/two -o PAGES,FILES,CGROUP
check 'all filesystems of a type are those of one session' same fs "type:tmpfs" --dev "$dev" --sort RES
check 'three sessions have each file once' [ "$(pagesnap fs /mnt/two -nr -o INODE --jobs 3 | sort -u | wc -l)" -eq $((files + 1)) ]

# What is on many superblocks: of the two that nobody changes.
pagesnap fs type:ext4 type:tmpfs --sort INODE -nr -o MAJ:MIN,INODE,PAGES,FILE --jobs 3 |
	grep "^$dev " | LC_ALL=C sort >/tmp/out
pagesnap fs /mnt/two -nr -o MAJ:MIN,INODE,PAGES,FILE | LC_ALL=C sort >/tmp/want
check 'files of a superblock among others' cmp /tmp/want /tmp/out
pagesnap fs type:tmpfs --text --jobs 3 2>/tmp/err |
	awk '/^sb/ { dev = $3 } /^file/ { bad += $3 != dev; n++ } END { print bad + 0, (n > 0) }' >/tmp/out
check 'each stands behind its superblock' has '^0 1$'

# --- frames -------------------------------------------------------------------

# Of reserved ones nothing changes.
check 'a summary of frames' same pfn --summary --flags reserved
check 'a sum of them' same pfn --group total --flags reserved
check 'frames without the first are those of one session' same pfn --group total --flags reserved --range 0x123-

# frames JOBS: all of them, with memory or without, and the spans that they are.
frames()
{
	pagesnap pfn --group total --text --jobs "$1" >/tmp/out 2>/tmp/err || return 1
	sed -n 's/^end .* objects=\([0-9]*\) records=\([0-9]*\) pages=\([0-9]*\) .* holes=\([0-9]*\) skipped=\([0-9]*\).*/\1 \2 \3 \4 \5/p' /tmp/out |
		awk '{ print $1, $2, $3 + $4 + $5 }'
}
all=$(frames 1)
check "each frame is told once: $all" [ -n "$all" -a "$(frames 3)" = "$all" ]
check 'two sessions have the frames of one' [ "$(frames 2)" = "$all" ]

# --- saved, slow, interrupted ---------------------------------------------------

pagesnap du "$one" /mnt/two --by type --json --jobs 3 --print --save /tmp/saved | timeless >/tmp/want
pagesnap du --by type --json -R /tmp/saved | timeless >/tmp/out
check 'saved and read' cmp /tmp/want /tmp/out

# A reader that pauses makes all sessions wait, and lose their place for a while.
pagesnap fs /mnt/two -nr -o INODE --jobs 3 2>/tmp/err | {
	read -r first
	sleep 1
	echo "$first"
	cat
} >/tmp/out
check 'a slow reader' [ "$(wc -l </tmp/out)" -eq $((files + 1)) -a "$(sort -u /tmp/out | wc -l)" -eq $((files + 1)) ]

pagesnap fs /mnt/two --group total --max-cpu 20 --jobs 2 --json 2>/tmp/err | timeless >/tmp/out
pagesnap fs /mnt/two --group total --json | timeless >/tmp/want
check 'at rest most of the time' cmp /tmp/want /tmp/out

# What runs behind a script ignores SIGINT else
env --default-signal=INT pagesnap pfn --group total --max-cpu 1 --jobs 2 --json >/tmp/out 2>/tmp/err &
asks=$!
# asks: it has asked, so it has its handler, too
asks() { readlink "/proc/$asks/fd/"* | grep -q '/pfn_index$'; }
wait_for 20 asks
sleep 0.3
kill -INT $asks
wait $asks
check '^C' [ "$(jq -r .interrupted /tmp/out)" = true ]

umount /mnt/one /mnt/two
ktap_end
