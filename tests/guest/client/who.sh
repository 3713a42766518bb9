#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,frames needs=- once=kernel disturbs=disks,mounts
#
# pagesnap who: frames of files, of processes and of nobody, as a person asks.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

mkfs.ext4 -qF /dev/scratch0
mkdir -p "/mnt/two words"
mount /dev/scratch0 '/mnt/two words'
head -c 16384 /dev/zero >'/mnt/two words/a file'
sync
pfn=$(pagesnap file --group page -nr -o INDEX,PFN '/mnt/two words/a file' | awk '$1 == 2 { print $2 }')
ino=$(stat -c %i '/mnt/two words/a file')

pagesnap who "$pfn" >/tmp/out
check 'a page of a file: path, page and inode' has "file .* /mnt/two words/a file page 2 \([0-9]+:[0-9]+ ino $ino\)$"
pagesnap who "$pfn" --json -o PFN,FILE,STATE,OWNER_INODE >/tmp/out
check 'who prints a page of a file as JSON' [ "$(jq -c '.pagesnap[0] | [.file, .state, .owner_inode]' /tmp/out)" = \
	"[\"/mnt/two words/a file\",\"live\",$ino]" ]
pagesnap who "$pfn" -nr -o WHERE >/tmp/out
check 'raw output has no blanks in a column' has "^/mnt/two\\\\040words/a\\\\040file\\\\040page\\\\0402\\\\040"
umount '/mnt/two words'
pagesnap who "$pfn" -nr -o STATE,FILE >/tmp/out
check 'after umount it is not that file any more' [ "$(grep -c 'a.file' /tmp/out)" -eq 0 ]

anon=$(pagesnap task $$ --flags anonymous --group page -nr -o PFN | head -n 1)
pagesnap who "$anon" 0 >/tmp/out
check 'who names anonymous memory' has ' anonymous memory$'
check 'who prints a row for each frame' [ "$(wc -l </tmp/out)" -eq 3 ]
check 'what is behind the end of memory is not there' exits 1 pagesnap who 0xffffffffff -n
check 'who prints no row for what is behind the end of memory' [ ! -s /tmp/out ]
pagesnap pfn --names --flags mmap,lru -nr -o FILE >/tmp/out
check 'pfn --names: whose mapped pages there are' has '/bin/bash$'
ktap_end
