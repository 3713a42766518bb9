#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=memory,frames needs=zram,swap disturbs=memory
#
# Memory that zram keeps compressed is mapped by nobody, though until Linux 6.10
# zsmalloc has another number in the word of the map count: /proc/kpagecount shows it
# as one, so that what counts here are the counters of meminfo.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
group=/sys/fs/cgroup/zram

# meminfo KEY: in pages
meminfo() { awk -v key="$1:" '$1 == key { print $2 / 4 }' /proc/meminfo; }
# Pages of kind kernel that are mapped: a driver may have some.
kernel_mapped() { pagesnap pfn -nr -o KIND,PAGES --flags mmap 2>/dev/null |
	awk '$1 == "kernel" { n += $2 } END { print n + 0 }'; }

if ! modprobe zram 2>/tmp/err || [ ! -e /sys/block/zram0 ]; then
	skip 'memory of zram' 'this kernel has no zram'
	ktap_end
	exit 0
fi
before=$(kernel_mapped)
echo 512M >/sys/block/zram0/disksize
mkswap /dev/zram0 >/tmp/out 2>/tmp/err
check 'swap on zram' swapon /dev/zram0
mkdir -p "$group"
echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
check 'a memory cgroup can be made' [ -e "$group/memory.reclaim" ]
rm -f /tmp/go /tmp/filled
mkfifo /tmp/go
bash -c "echo \$\$ >$group/cgroup.procs
	exec python3 -c \"
import random, sys
r = random.Random(1)
held = [r.randbytes(2048) + bytes(2048) for i in range(10000)]
open('/tmp/filled', 'w').write('filled')
sys.stdin.readline()\" </tmp/go" &
holder=$!
exec 3>/tmp/go
for _ in {1..600}; do
	[ ! -s /tmp/filled ] || break
	sleep 0.1
done
echo 60M >"$group/memory.reclaim" 2>/dev/null
read -r _ _ used _ </sys/block/zram0/mm_stat
check "zram holds some of it ($((used / 4096)) frames)" [ "$used" -gt 4000000 ]

check 'no more of the kernel is mapped than before' [ "$(kernel_mapped)" -le "$((before + 8))" ]
# All frames but huge pages of hugetlbfs: what is mapped is anonymous or of a file.
mapped=$(($(pagesnap pfn -nr --group total -o MAPPED 2>/tmp/err) / 4096))
counted=$(($(meminfo Mapped) + $(meminfo AnonPages)))
check "what is mapped is what meminfo counts: $mapped, $counted" \
	[ $((mapped > counted ? mapped - counted : counted - mapped)) -lt 600 ]
# memory.stat collects what was counted every two seconds (FLUSH_TIME in mm/memcontrol.c)
sleep 3
pagesnap audit -nr >/tmp/out 2>/tmp/err
check 'the books balance' [ $? -eq 0 ]
grep -v ' -$' /tmp/out | sed 's/^/# /' | head -n 20

exec 3>&-
wait "$holder"
swapoff /dev/zram0
rmdir "$group" 2>/dev/null
rm -f /tmp/go /tmp/filled
modprobe -r zram 2>/dev/null
ktap_end
