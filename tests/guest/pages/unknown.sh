#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=names,frames,records needs=- disturbs=mounts
#
# What comes as "?" is explained by a note before the end of the answer, and
# nothing else is: a path that is too long to be told, frames of firmware.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# One note, behind all that it is about.
noted_last() { tail -n 2 /tmp/out | head -n 1 | grep -qE -- "^# q=1 note: $1" && count ' note: ' 1; }

mkdir -p /mnt/unknown
mount -t tmpfs none /mnt/unknown
echo x >/mnt/unknown/short
python3 - <<'END'
import os
os.chdir('/mnt/unknown')
for i in range(20):
    os.mkdir('n' * 250)
    os.chdir('n' * 250)
open('file', 'w').write('x' * 8192)
END

for group in run page object; do
	ask sb_index "/mnt/unknown group=$group"
	check "group=$group: a path of 5000 bytes is not told" has '^file .* cached=2 .*name=\?$'
	check "group=$group: a note says why" noted_last 'name=\?: a path of more than 4095 bytes$'
	check "group=$group: the answer is complete" has '^end .* status=complete '
done
ask sb_index '/mnt/unknown names=0'
check 'with names=0 no note says that a name is missing' has_no ' note: '
ask filename_index /mnt/unknown/short
check 'a name that is told needs no note' has_no ' note: |\?'
ask sb_index '/mnt/unknown min-pages=3'
check 'a name that is not shown needs no note' has_no ' note: |name=\?'

pfn=$(python3 - <<'END'
import ctypes, mmap, os, struct
fd = os.open('/mnt/unknown/' + '/'.join(['n' * 250] * 8), os.O_RDONLY)
for i in range(12):
    fd = os.open('n' * 250, os.O_RDONLY, dir_fd=fd)
m = mmap.mmap(os.open('file', os.O_RDWR, dir_fd=fd), 4096)
m[0] = 1
at = ctypes.addressof(ctypes.c_char.from_buffer(m))
with open('/proc/self/pagemap', 'rb') as f:
    f.seek(at // 4096 * 8)
    print(struct.unpack('Q', f.read(8))[0] & (1 << 55) - 1)
END
)
ask pfn_index "$pfn names=1"
check 'a frame of a file with a path of 5000 bytes has name=?' has '^run .* kind=shmem .* state=live name=\?$'
check 'a frame with name=? has a note that says why' noted_last 'name=\?: a path of more than 4095 bytes$'
ask pfn_index "$pfn"
check 'a frame without names=1 has no note' has_no ' note: '
pagesnap who "$pfn" >/tmp/out 2>/tmp/err
check 'pagesnap who says why a name is missing' grep -q '^# [0-9]*: name=?: a path of more than 4095 bytes$' /tmp/err
umount /mnt/unknown

# Linux 6.1 has such frames.
ask pfn_index 'group=run'
first=$(awk '/^run .* zone=\? / { sub(/.*pfn=/, ""); print $1; exit }' /tmp/out)
if [ "$first" ]; then
	check 'frames of a zone that is none' noted_last 'zone=\?: '
	ask pfn_index "$first group=page"
	check 'a frame of no zone alone has the note, too' noted_last 'zone=\?: '
	ask pfn_index "$first group=object"
	check 'no note where the zone is not shown' has_no ' note: '
else
	check 'no frames of a zone that is none' has_no ' note: '
fi
ktap_end
