#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=supers,files,names needs=btrfs disturbs=disks,mounts
#
# Subvolumes of one btrfs: files that agree in device, inode and generation are
# told apart, counted once each, and named by where they are.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/sys/kernel/tracing/objects/mm/pages

modprobe -q btrfs
if ! command -v mkfs.btrfs >/dev/null || ! grep -qw btrfs /proc/filesystems; then
	skip 'subvolumes' 'no btrfs'
	ktap_end
	exit
fi

# cache FILE PAGES: these pages of it and no others.
cache()
{
	python3 -c "
import os, sys
fd = os.open(sys.argv[1], os.O_RDONLY)
os.fsync(fd)
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM)
os.pread(fd, int(sys.argv[2]) * 4096, 0)
" "$1" "$2"
}

mkfs.btrfs -qf /dev/scratch0
mkdir -p /mnt/vol /mnt/sub
mount /dev/scratch0 /mnt/vol
btrfs -q subvolume create /mnt/vol/sub
for file in /mnt/vol/f /mnt/vol/sub/f; do
	head -c 200000 /dev/urandom >"$file"
done
sync /mnt/vol/f /mnt/vol/sub/f
btrfs -q subvolume snapshot /mnt/vol/sub /mnt/vol/snap
mount -o subvol=sub /dev/scratch0 /mnt/sub
cache /mnt/vol/f 3
cache /mnt/vol/sub/f 5
cache /mnt/vol/snap/f 11
# shellcheck disable=SC2034 # they keep the inodes in memory
exec {one}</mnt/vol/f {two}</mnt/vol/sub/f {three}</mnt/vol/snap/f

# pages_of FILE: how many mincore() finds.
pages_of() { resident "$1" | awk '{ n += $2 } END { print n + 0 }'; }

# row FILE NAME STATE: what its record has to say.
row()
{
	echo "$(btrfs inspect-internal rootid "$1") $(stat -c %i "$1") $(pages_of "$1") $3 $2"
}

# files INDEX QUERY: what the records say.
files()
{
	printf '%s\n' "$2" >"$dir/$1"
	cat "$dir/$1" >/tmp/answer
	perl -ne '
		next unless /^file /;
		my %v = map { split /=/, $_, 2 } grep { /=/ } split;
		print "@v{qw(subvol ino cached state name)}\n"
			if $v{type} eq "reg" && $v{state} ne "meta"' /tmp/answer | sort
}

# files_are INDEX QUERY ROW...
files_are()
{
	files "$1" "$2 group=object" >/tmp/one
	shift 2
	printf '%s\n' "$@" | sort >/tmp/two
	diff /tmp/one /tmp/two >/tmp/out && grep -q '^end .* status=complete ' /tmp/answer
}

check 'a file and its snapshot have one inode number' \
	[ "$(stat -c %i /mnt/vol/sub/f)" = "$(stat -c %i /mnt/vol/snap/f)" ]
check 'the filesystem has each once, by name' files_are sb_index /mnt/vol \
	"$(row /mnt/vol/f /mnt/vol/f live)" "$(row /mnt/vol/sub/f /mnt/vol/sub/f live)" \
	"$(row /mnt/vol/snap/f /mnt/vol/snap/f live)"
check 'by the mount of a subvolume each file is there once, others outside' files_are sb_index /mnt/sub \
	"$(row /mnt/vol/f /f outside)" "$(row /mnt/vol/sub/f /mnt/sub/f live)" \
	"$(row /mnt/vol/snap/f /snap/f outside)"
check 'a subvolume has its own' files_are filename_index /mnt/vol/snap \
	"$(row /mnt/vol/snap/f /mnt/vol/snap/f live)"
check 'files of a subvolume are named by where it is mounted' files_are filename_index /mnt/sub \
	"$(row /mnt/vol/sub/f /mnt/sub/f live)"
check 'a file by name' files_are filename_index /mnt/vol/snap/f \
	"$(row /mnt/vol/snap/f /mnt/vol/snap/f live)"

echo '/mnt/vol group=object' >"$dir/sb_index"
cat "$dir/sb_index" >/tmp/out
check 'what btrfs keeps for itself is there, as such' \
	has '^file .* type=\? state=meta .* cached=[1-9][0-9]* .* name=-$'
# du asks for the snapshot twice here.
pagesnap du --by file -nr -o PAGES,FILE,SUBVOL /mnt/vol /mnt/vol/snap 2>/tmp/err |
	grep -v '^[0-9]* \[' | sort >/tmp/one
for file in f sub/f snap/f; do
	echo "$(pages_of "/mnt/vol/$file") /mnt/vol/$file $(btrfs inspect-internal rootid "/mnt/vol/$file")"
done | sort >/tmp/two
check 'du counts each once' diff /tmp/one /tmp/two
exec {one}<&- {two}<&- {three}<&-
umount /mnt/sub /mnt/vol
ktap_end
