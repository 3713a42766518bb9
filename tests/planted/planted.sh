#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Is each kind of mistake reported that this kernel was built to find, and does
# the harness's scan of the log see the report?  The module is planted.c's.  In
# a guest of its own, which is not of much use afterwards.

# shellcheck source=tests/guest/lib/ktap.sh
. ./lib/ktap.sh

leaks=/sys/kernel/debug/kmemleak
log_mark='pagesnap-test: begin planted'

mark() { echo "$log_mark" >/dev/kmsg; }

scan()
{
	dmesg | awk -v mark="$log_mark" -v words=/payload/trouble.words -f /payload/trouble.awk >/tmp/out
}

# plant MISTAKE: in a process of its own, which may die of it.
plant() { bash -c "echo $1 >/dev/planted"; }

# A mapping ends with the process that has it.
plant_mapped_as_other()
{
	python3 -c '
import mmap, os
device = os.open("/dev/planted", os.O_RDWR)
memory = mmap.mmap(device, 4096)
os.write(device, b"mapped_as_other")
memory.close()'
}

plant_leak()
{
	plant leak
	echo scan >"$leaks"
	sleep 6
	echo scan >"$leaks"
	echo clear >"$leaks"
}

plant_page_poison()
{
	for _ in {1..20}; do
		plant page_poison
	done
}

plant_soft_lockup()
{
	echo 1 >/proc/sys/kernel/watchdog_thresh
	plant soft_lockup
	echo 10 >/proc/sys/kernel/watchdog_thresh
}

plant_hung_task()
{
	echo 3 >/proc/sys/kernel/hung_task_timeout_secs
	plant hung_task
	echo 120 >/proc/sys/kernel/hung_task_timeout_secs
}

# Whoever made the mistake may never end, with the locks that it had.
reports()
{
	local mistake=$1 words=$2 _

	mark
	case $(type -t "plant_$mistake") in
	function) "plant_$mistake" & ;;
	*)        plant "$mistake" & ;;
	esac
	for _ in {1..240}; do
		sleep 0.5
		scan
		! grep -qE "$words" /tmp/out || return 0
	done
	return 1
}

# planted MISTAKE OPTION WORDS: where this kernel has the option
planted()
{
	if zcat /proc/config.gz | grep -qx "CONFIG_$2=y"; then
		check "$1 ($2)" reports "$1" "$3"
	else
		skip "$1" "this kernel is without $2"
	fi
}

quiet() { scan && ! [ -s /tmp/out ]; }

# Those that end in a BUG: kill who made them, not the machine.
echo 0 >/proc/sys/kernel/panic_on_oops
[ ! -w "$leaks" ] || echo scan=off >"$leaks"

mark
check 'nothing is reported before' quiet
# lockdep ends with the first order it finds wrong, and with reports of others
planted rcu_without_lock PROVE_RCU 'suspicious RCU usage'
planted lock_order PROVE_LOCKING 'possible circular locking dependency'
planted use_after_free KASAN 'KASAN: slab-use-after-free in use_after_free'
planted out_of_bounds KASAN 'KASAN: slab-out-of-bounds in out_of_bounds'
planted copy_beyond KASAN 'KASAN: slab-out-of-bounds in copy_beyond'
planted vmalloc_bounds KASAN_VMALLOC 'KASAN: vmalloc-out-of-bounds in vmalloc_bounds'
planted double_free KASAN 'KASAN: double-free in double_free'
planted atomic_sleep DEBUG_ATOMIC_SLEEP 'sleeping function called'
planted free_active_timer DEBUG_OBJECTS_FREE 'ODEBUG: free active'
planted leak DEBUG_KMEMLEAK 'new suspected memory leaks'
planted list_twice DEBUG_LIST 'list_del corruption'
planted refcount_underflow DEBUG_KERNEL 'refcount_t:'
planted shift_too_far UBSAN_SHIFT 'UBSAN: shift-out-of-bounds'
planted beyond_array UBSAN_BOUNDS 'UBSAN: array-index-out-of-bounds'
planted page_poison PAGE_POISONING 'pagealloc: (single bit error|memory corruption)'
planted hung_task DETECT_HUNG_TASK 'blocked for more than'
planted soft_lockup SOFTLOCKUP_DETECTOR 'soft lockup'
planted race_on_data KCSAN 'KCSAN: data-race in racer \[pagesnap\]'
planted flags_of_tail DEBUG_VM_PGFLAGS 'RIP: .*flags_of_tail'
planted mapped_as_other PAGE_TABLE_CHECK_ENFORCED 'RIP: .*page_table_check'
ktap_end
