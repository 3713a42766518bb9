# SPDX-License-Identifier: GPL-2.0
#
# Passes on what the kernel log holds since the mark, if it holds any trouble:
# one of trouble.words, which the variable words names.  Others: mark; faults, not 0 where
# allocations fail on purpose, of which the kernel prints a stack each.  Behind
# "trouble begins:" its first lines come once more: of a long log the end is all
# that is kept.
#
# KCSAN finds data races of the kernel's own all the time; those count in
# which this module is involved: not if it was only interrupted, and not if it
# called what takes its own locks, or goes without, as for every open(2) and
# rmdir(2).  A path lookup reads i_flags while simple_recursive_removal() sets
# S_DEAD, and i_mode while kernfs_iop_permission() of another lookup sets it.  Who
# drops the last reference of an unmounted filesystem or a deleted inode does away
# with it, waiting for marks of the page cache that the end of writeback clears.
# iput() looks at i_state before it takes i_lock, d_path() reads what it may have to
# read again, a dentry is counted with its lock and without, pfn_to_online_page()
# looks at a section that comes or goes.  All of these want no lock of their caller,
# so there is none that the module could have forgotten.
# A read that is marked, as by READ_ONCE(), says that it knows of others who write.
# So a side counts on which the module itself touched the memory, or called what did
# by no more than DEPTH functions between them.

function keep(text)
{
	line[++lines] = text
}

function race_begins()
{
	race = 1
	reported = counts = others = depth = 0
}

function race_line()
{
	report[++reported] = $0
	if (/ by (task|interrupt)/) {
		others = / read \(marked\) to /
		depth = 0
	} else
		depth++
	if (/ asm_(sysvec_|common_interrupt)/ || $0 ~ lockless)
		others = 1
	if (/\[pagesnap\]/ && !/BUG: KCSAN/ && !others && depth <= DEPTH + 1)
		counts = 1
}

# Of a race that does not count only its name is kept.
function race_ends(	i)
{
	race = 0
	if (counts && !hit)
		hit = lines + 1
	for (i = 1; i <= reported && (counts || i == 1); i++)
		keep(report[i] (counts ? "" : " (of the kernel\047s own)"))
}

# A stack alone is headed by who prints it, and why.
function beginning(i)
{
	while (i > 1 && line[i] ~ /(Call Trace|\] (CPU|Tainted|Hardware name|Workqueue)):/)
		i--
	return i
}

BEGIN {
	DEPTH = 3
	lockless = " (link_path_walk|path_lookupat|path_openat|simple_recursive_removal" \
		"|deactivate_locked_super|evict|iput|dput|fput|mntput|path_put" \
		"|iterate_supers_type|ilookup|lockref_get|lockref_get_not_dead" \
		"|take_dentry_name_snapshot|d_path|dentry_path_raw|pfn_to_online_page)[.+]"
	SHOWN = 25
	while ((getline word <words) > 0)
		if (word !~ /^#/)
			trouble = trouble (trouble == "" ? "" : "|") word
	if (trouble == "")
		exit 2
	if (!faults)
		trouble = trouble "|Call Trace:"
}

mark != "" && index($0, mark) { lines = hit = race = 0; next }

/BUG: KCSAN:/ { race_begins() }
race {
	race_line()
	# a line before it, and one behind
	if (/==========$/)
		race_ends()
	next
}

{ keep($0) }
# It warns that there is no memory to remove a probe, which is tried again (module/core/kprobes.h).
faults && /WARNING: .* at (__)?(dis)?arm_kprobe(_ftrace)?[+]/ { next }
!hit && $0 ~ trouble { hit = beginning(lines) }

END {
	if (race)
		race_ends()
	if (!hit)
		exit
	# without the mark the buffer has wrapped: all of it is new
	for (i = 1; i <= lines; i++)
		print line[i]
	print "trouble begins:"
	for (i = hit; i <= lines && i < hit + SHOWN; i++)
		print line[i]
}
