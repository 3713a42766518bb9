#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,files,supers,tasks,frames needs=- disturbs=disks,mounts,settings
#
# What the client prints against what others say of the same pages: the index
# files themselves, fincore, mincore(), page-types, smaps and meminfo.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/sys/kernel/tracing/objects/mm/pages
work=/root/client
mkdir -p "$work"
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
# What is locked is to stay where it is: khugepaged would move it into huge pages.
echo 0 >/proc/sys/vm/compact_unevictable_allowed
thp=/sys/kernel/mm/transparent_hugepage/enabled
thp_was=$(sed 's/.*\[\(.*\)\].*/\1/' "$thp")
echo never >"$thp"
stop_damon

# again COMMAND...: pages move while one looks, so up to twelve times.  The two
# programs take and give back frames themselves, each time the same ones if
# nobody else runs: longer and longer waits let others have their turn.
again()
{
	local wait

	for wait in 0 0 0 0.1 0.1 0.2 0.2 0.4 0.4 0.8 0.8 1.6; do
		sleep "$wait"
		"$@" && return 0
	done
	return 1
}

same() { diff /tmp/one /tmp/two >/tmp/out; }

# A file whose pages 0-39 and 100-102 are cached, 200-204 dirty, the rest not.
make_file()
{
	head -c 2000000 /dev/urandom >"$1"
	sync "$1"
	dd of="$1" oflag=nocache conv=notrunc,fdatasync count=0 status=none
	python3 -c "
import os, sys
fd = os.open(sys.argv[1], os.O_RDWR)
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM)
for first, nr in (0, 40), (100, 3):
    os.pread(fd, nr * 4096, first * 4096)
os.pwrite(fd, b'x' * 5 * 4096, 200 * 4096)
" "$1"
}

# --- the index files ----------------------------------------------------------

# Times, and what the client adds to the query, differ.
comparable()
{
	sed -E 's/ (time|us|session|rescans|rescanned|set_by|age)=[^ ]*//g; s/ query=.*//' "$1"
}

# text INDEX QUERY CLIENT-ARGUMENT...
text_agrees()
{
	local index=$1 query=$2
	shift 2

	echo "$query" >"$dir/$index"
	cat "$dir/$index" >/tmp/cat
	pagesnap "$@" --text >/tmp/text 2>/tmp/err
	comparable /tmp/cat >/tmp/one
	comparable /tmp/text >/tmp/two
	grep -q '^end ' /tmp/one && same
}

# Rows of --jsonl, written as the text lines are, against the lines.
rows_of_runs='[.record, .index, .pages, .pfn, .order, .ref, .map, .node, .zone, .cgroup,
	(.flags // [] | if length == 0 then "-" else join(",") end)] | map(. // "-" | tostring) | join(" ")'

rows_agree()
{
	local index=$1 query=$2
	shift 2

	echo "$query" >"$dir/$index"
	perl -ne '
		next unless /^(run|page)\b/;
		my $type = $1;
		my %v = map { split /=/, $_, 2 } grep { /=/ } split;
		my $at = $v{index} // $v{vpn};
		$at = hex $at if $at =~ /^0x/;
		$v{cgroup} =~ s/!.*//;
		print join(" ", $type, $at, $v{nr} // 1, hex $v{pfn},
			@v{qw(order ref map node zone cgroup flags)}), "\n"' "$dir/$index" >/tmp/one
	pagesnap "$@" --jsonl -o RECORD,INDEX,PAGES,PFN,ORDER,REF,MAP,NODE,ZONE,CGROUP,FLAGS \
		2>/tmp/err | jq -r "$rows_of_runs" >/tmp/two
	[ -s /tmp/one ] && same
}

# Sums of files likewise.
sums=INODE,PAGES,DIRTY_PAGES,WRITEBACK_PAGES,MAPPED_PAGES,ACTIVE_PAGES,REFERENCED_PAGES
sums+=,UNEVICTABLE_PAGES,EVICTED_PAGES
sums_agree()
{
	echo "$1 group=object" >"$dir/sb_index"
	perl -ne '
		next unless /^file\b/;
		my %v = map { split /=/, $_, 2 } grep { /=/ } split;
		my $pages = 0;
		$pages += $_ for $v{orders} =~ /:(\d+)/g;
		print join(" ", $v{ino}, $pages, @v{qw(dirty writeback mapped active
			referenced unevictable evicted)}), "\n"' "$dir/sb_index" >/tmp/one
	pagesnap fs -n -r -o "$sums" "$1" 2>/tmp/err | sort >/tmp/two
	sort -o /tmp/one /tmp/one
	[ -s /tmp/one ] && same
}

# --- others ---------------------------------------------------------------------

fincore_agrees()
{
	fincore -n -b -r -o PAGES,RES,SIZE,FILE "$@" | sort >/tmp/one
	pagesnap file -n -b -r -o PAGES,RES,SIZE,FILE -- "$@" | sort >/tmp/two
	[ "$(wc -l </tmp/two)" -eq $# ] && same
}

mincore_agrees()
{
	resident "$1" >/tmp/one
	pagesnap file --group run --json -o INDEX,PAGES,PFN "$1" |
		jq -r '.pagesnap[] | select(.pfn != null) | "\(.index) \(.pages)"' |
		awk '{
			if (nr && $1 == first + nr) { nr += $2; next }
			if (nr) print first, nr
			first = $1; nr = $2
		} END { if (nr) print first, nr }' >/tmp/two
	[ -s /tmp/one ] && same
}

# Some kernels call all anonymous memory KSM, none of which is here, and tell the
# same flags of slab pages (docs/kernels.md).
without_ksm()
{
	perl -ne '
		my ($flags, $n) = split;
		my $bits = hex $flags;
		$bits &= ~(1 << 12 | 1 << 21) if $bits & 1 << 7;
		$bits &= ~(1 << 21) if $bits & 1 << 12;
		$sum{sprintf "0x%016x", $bits} += $n;
		END { print "$_ $sum{$_}\n" for sort keys %sum }'
}

# page-types leaves frames without any flag out of its own count of frames.
page_types_agrees()
{
	local range=$1
	shift

	page-types -a "$range" "$@" | awk '$1 ~ /^0x/ { print $1, $2 }' | without_ksm >/tmp/one
	pagesnap pfn --summary --range "$range" -n -r -o FLAGS,PAGES ${1:+--raw-flags} |
		without_ksm >/tmp/two
	[ -s /tmp/one ] && same
}

# page_types_bits_agree RANGE BITS -r|''
page_types_bits_agree()
{
	# shellcheck disable=SC2086 # none or one
	page-types $3 -a "$1" -b "$2" | awk '$1 ~ /^0x/ { n += $2 } END { print n + 0 }' >/tmp/one
	pagesnap pfn --summary ${3:+--raw-flags} --range "$1" --bits "$2" --json |
		jq '[.pagesnap[].pages] | add // 0' >/tmp/two
	same
}

smaps_agree()
{
	awk '/^[0-9a-f]+-[0-9a-f]+ / { split($1, a, "-") }
		/^Rss:/ { print a[1], $2 * 1024 }' "/proc/$1/smaps" >/tmp/one
	pagesnap task "$1" --json -o ADDR,RES |
		jq -r '.pagesnap[] | "\(.addr) \(.res)"' |
		while read -r start res; do
			printf '%08x %d\n' "$start" "$res"
		done >/tmp/two
	# vsyscall is in maps, but not in the mm; what has no page is no object
	grep -v '^ffffffffff600000 \| 0$' /tmp/one >/tmp/three
	grep -v ' 0$' /tmp/two >/tmp/two.rss
	mv /tmp/three /tmp/one
	mv /tmp/two.rss /tmp/two
	[ -s /tmp/one ] && same
}

# Frames of several kinds that stay as they are: programs that look at them
# have memory, too.  A flag that is told wrong is wrong in all of these.
quiet_frames()
{
	local start range

	for start in 0x100 0x1100 0x1500 0x1900 0x2100 0x3100 0x4100 0x5100; do
		printf -v range '%#x,%#x' "$start" $((start + 0x300))
		[ "$(page-types -r -a "$range" | grep -c ^0x)" -gt 4 ] || continue
		! again page_types_agrees "$range" -r || ! again page_types_agrees "$range" -r || break
	done
	echo "$range"
}

mkdir -p /mnt/client
mkfs.ext4 -qF /dev/scratch0
mount /dev/scratch0 /mnt/client
make_file "$work/a"
make_file "$work/b c"
make_file /mnt/client/c
mkdir /mnt/client/sub
cp "$work/b c" /mnt/client/sub/
sync
head -c 8000000 /dev/urandom >/mnt/client/held
coproc holder { exec hold /mnt/client/held; }
read -r pid <&"${holder[0]}"
# The frames of the file that is held, the longest row of them.
held=$(pagesnap file --group page --jsonl -o PFN /mnt/client/held | jq .pfn | sort -n | awk '
	$1 != end { start = $1 }
	{ end = $1 + 1 }
	end - start > best { best = end - start; range = start "," end }
	END { print range }')

check 'text: a file' again text_agrees filename_index "$work/a" file --group run "$work/a"
check 'rows: sums of files' again sums_agree /mnt/client
check 'text: its sums' again text_agrees filename_index "$work/a group=object" file "$work/a"
check 'text: a filesystem' again text_agrees sb_index '/mnt/client group=object' fs /mnt/client
# vdso and zero page are mapped by whoever looks, too.
check 'text: a process' again text_agrees task_index "$pid flags=-reserved" \
	task --group run --flags -reserved "$pid"
check 'text: frames' again text_agrees pfn_index "${held/,/ }" pfn --range "$held"
check 'rows: a file' again rows_agree filename_index "$work/a" file --group run "$work/a"
check 'rows: page by page' again rows_agree filename_index "$work/a group=page" \
	file --group page "$work/a"
check 'rows: a filesystem' again rows_agree sb_index /mnt/client fs --group run /mnt/client
check 'rows: a process' again rows_agree task_index "$pid flags=-reserved" \
	task --group run --flags -reserved "$pid"
check 'fincore: two files' again fincore_agrees "$work/a" /etc/passwd
check 'mincore: ranges of a file' again mincore_agrees "$work/a"
check 'mincore: of one whose name has a blank' again mincore_agrees "$work/b c"
check 'mincore: of one that is held' again mincore_agrees /mnt/client/held
# What the client makes of flags is the same on each kernel.
ranges=("$held")
[ "${PAGESNAP_SLOWNESS:-1}" -ne 1 ] || ranges+=("$(quiet_frames)")
for range in "${ranges[@]}"; do
	check "page-types: frames $range" again page_types_agrees "$range"
	check "page-types: all flags of $range, -r" again page_types_agrees "$range" -r
	for bits in mlocked lru,slab lru,~mmap mmap,unevictable=mmap,unevictable buddy; do
		check "page-types: frames $range, -b $bits" \
			again page_types_bits_agree "$range" "$bits" -r
	done
	for bits in =lru,mmap =referenced,uptodate,lru =buddy; do
		check "page-types: frames $range, -b $bits" \
			again page_types_bits_agree "$range" "$bits" ''
	done
done
check 'smaps: resident pages of each VMA' again smaps_agree "$pid"
kill "$pid"
wait
umount /mnt/client
echo "$thp_was" >"$thp"
ktap_end
