# SPDX-License-Identifier: GPL-2.0
#
# Passes on what the kernel log holds since the mark, if it holds any trouble:
# bugs and warnings, lockdep, RCU, hung tasks and lockups, the sanitizers, and
# leaks, all in the kernel's own words.  Variables: mark; faults, not 0 where
# allocations fail on purpose, of which the kernel prints a stack each.
#
# KCSAN finds data races of the kernel's own all the time; those count in
# which this module is involved: not if it was only interrupted, and not if it
# called what takes its own locks, or goes without, as for every open(2) and
# rmdir(2).  A path lookup reads i_flags while simple_recursive_removal() sets
# S_DEAD, and i_mode while kernfs_iop_permission() of another lookup sets it.  Who
# drops the last reference of an unmounted filesystem or a deleted inode does away
# with it, waiting for marks of the page cache that the end of writeback clears.
# So a side counts on which the module itself touched the memory, or called what did
# by no more than DEPTH functions between them.

function keep()
{
	line[++lines] = $0
}

BEGIN {
	DEPTH = 3
	trouble = "BUG:|WARNING:|Oops|general protection|kernel BUG at" \
		"|possible circular locking|INFO: possible recursive|inconsistent lock state" \
		"|suspicious RCU|rcu.*stall|soft lockup|hard LOCKUP|blocked for more than" \
		"|scheduling while atomic|sleeping function called|refcount_t:" \
		"|Invalid wait context|bad unlock balance|held lock freed|ODEBUG:" \
		"|UBSAN|KASAN|KFENCE|Busy inodes|memory leak|list_(add|del) corruption"
	if (!faults)
		trouble = trouble "|Call Trace:"
}

mark != "" && index($0, mark) { lines = hit = race = 0; next }

/BUG: KCSAN:/ { race = 1 }
race {
	keep()
	if (/ by (task|interrupt)/)
		others = depth = 0
	else
		depth++
	if (/ asm_sysvec_/ || / asm_common_interrupt/ ||
	    / (link_path_walk|path_lookupat|path_openat|simple_recursive_removal|deactivate_locked_super|evict)[.+]/)
		others = 1
	if (/\[pagesnap\]/ && !/BUG: KCSAN/ && !others && depth <= DEPTH + 1)
		hit = 1
	# a line before it, and one behind
	if (/==========$/)
		race = 0
	next
}

{ keep() }
$0 ~ trouble { hit = 1 }

END {
	# without the mark the buffer has wrapped: all of it is new
	for (i = 1; hit && i <= lines; i++)
		print line[i]
}
