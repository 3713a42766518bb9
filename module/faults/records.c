// SPDX-License-Identifier: GPL-2.0
/*
 * Text of this collection's records.  Pure.
 */
#include "records.h"

/**
 * pagesnap_faults_was() - word for what was in the page table
 * @was: PAGESNAP_FAULT_WAS_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_faults_was(u32 was)
{
	static const char * const names[] = {
		[PAGESNAP_FAULT_WAS_UNKNOWN] = "unknown", [PAGESNAP_FAULT_WAS_NONE] = "none",
		[PAGESNAP_FAULT_WAS_SWAP] = "swap", [PAGESNAP_FAULT_WAS_OURS] = "ours",
		[PAGESNAP_FAULT_WAS_NUMA] = "numa",
		[PAGESNAP_FAULT_WAS_PROTECTION] = "protection",
		[PAGESNAP_FAULT_WAS_PRESENT] = "present", [PAGESNAP_FAULT_WAS_OTHER] = "other",
	};

	return PAGESNAP_WORD(names, was);
}

/**
 * pagesnap_faults_map() - word for what a VMA is, as kind= takes it
 * @kind: PAGESNAP_MAP_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_faults_map(u32 kind)
{
	static const char * const names[] = {
		[PAGESNAP_MAP_ANON] = "anon", [PAGESNAP_MAP_FILE] = "file",
		[PAGESNAP_MAP_SHMEM] = "shmem", [PAGESNAP_MAP_HEAP] = "heap",
		[PAGESNAP_MAP_STACK] = "stack", [PAGESNAP_MAP_OTHER] = "other",
	};

	return PAGESNAP_WORD(names, kind);
}

/**
 * pagesnap_faults_traced() - word for what became of a process
 * @what: PAGESNAP_TRACED_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_faults_traced(u32 what)
{
	static const char * const names[] = {
		[PAGESNAP_TRACED_COMES] = "comes", [PAGESNAP_TRACED_GONE] = "gone",
		[PAGESNAP_TRACED_LEFT] = "left", [PAGESNAP_TRACED_LOCKED] = "locked",
		[PAGESNAP_TRACED_SELF] = "self", [PAGESNAP_TRACED_SHARED] = "shared",
		[PAGESNAP_TRACED_BUSY] = "busy", [PAGESNAP_TRACED_ENDING] = "ending",
		[PAGESNAP_TRACED_LIMIT] = "limit", [PAGESNAP_TRACED_NOTIFIERS] = "notifiers",
	};

	return PAGESNAP_WORD(names, what);
}

/**
 * pagesnap_faults_why() - word for why something was left alone
 * @why: PAGESNAP_FAULTS_WHY_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_faults_why(u32 why)
{
	static const char * const names[] = {
		[PAGESNAP_FAULTS_WHY_PFNMAP] = "pfnmap",
		[PAGESNAP_FAULTS_WHY_MIXEDMAP] = "mixedmap",
		[PAGESNAP_FAULTS_WHY_HUGETLB] = "hugetlb",
		[PAGESNAP_FAULTS_WHY_SPECIAL] = "special", [PAGESNAP_FAULTS_WHY_PUD] = "pud",
		[PAGESNAP_FAULTS_WHY_UFFD] = "uffd", [PAGESNAP_FAULTS_WHY_SHSTK] = "shstk",
		[PAGESNAP_FAULTS_WHY_SECRETMEM] = "secretmem",
		[PAGESNAP_FAULTS_WHY_SELF] = "self",
		[PAGESNAP_FAULTS_WHY_SHARED] = "shared", [PAGESNAP_FAULTS_WHY_BUSY] = "busy",
		[PAGESNAP_FAULTS_WHY_ENDING] = "ending", [PAGESNAP_FAULTS_WHY_LIMIT] = "limit",
		[PAGESNAP_FAULTS_WHY_NOTIFIERS] = "notifiers",
		[PAGESNAP_FAULTS_WHY_LOCKED] = "locked",
		[PAGESNAP_FAULTS_WHY_UNREADY] = "unready",
		[PAGESNAP_FAULTS_WHY_MISSED] = "missed",
		[PAGESNAP_FAULTS_WHY_BY_KERNEL] = "by-kernel",
		[PAGESNAP_FAULTS_WHY_OUTSIDE] = "outside",
		[PAGESNAP_FAULTS_WHY_LEFT] = "left",
	};

	return PAGESNAP_WORD(names, why);
}

const struct pagesnap_words pagesnap_faults_words = {
	.why = pagesnap_faults_why,
	.counters = {
		[PAGESNAP_FAULTS_COUNT_SWEEPS] = "sweeps",
		[PAGESNAP_FAULTS_COUNT_FAULTS] = "faults",
		[PAGESNAP_FAULTS_COUNT_LOST] = "lost",
		[PAGESNAP_FAULTS_COUNT_GUARDED] = "guarded",
		[PAGESNAP_FAULTS_COUNT_HEALED] = "healed",
	},
};

/**
 * pagesnap_faults_access() - word for how a page was referenced
 * @flags: of a fault
 *
 * Return: "write", "fetch" or "read".
 */
const char *pagesnap_faults_access(u32 flags)
{
	if (flags & PAGESNAP_RF_WRITE)
		return "write";
	return flags & PAGESNAP_RF_FETCH ? "fetch" : "read";
}

/**
 * pagesnap_faults_was_of() - what was in the page table before a fault
 * @flags: of the fault
 *
 * Return: PAGESNAP_FAULT_WAS_*.
 */
u32 pagesnap_faults_was_of(u32 flags)
{
	return (flags & PAGESNAP_RF_WAS) >> PAGESNAP_RF_WAS_SHIFT;
}

/**
 * pagesnap_faults_text_map() - the line of a VMA
 * @t: empty line
 * @r: VMA
 * @name: its name
 */
void pagesnap_faults_text_map(struct pagesnap_text *t, const struct pagesnap_faults_map *r,
			      const char *name)
{
	pagesnap_text_type(t, "map", r->q);
	pagesnap_text_key(t, " pid=", r->pid);
	pagesnap_text_key_hex(t, " start=", r->start);
	pagesnap_text_key_hex(t, " end=", r->end);
	pagesnap_text_prot(t, " prot=", r->prot);
	pagesnap_text_key_str(t, " kind=", pagesnap_faults_map(r->kind));
	pagesnap_text_dev(t, " dev=", r->dev_major, r->dev_minor);
	pagesnap_text_key(t, " ino=", r->ino);
	if (r->ino == PAGESNAP_NONE) {
		pagesnap_text_str(t, " pgoff=- gen=- state=-");
	} else {
		pagesnap_text_key_hex(t, " pgoff=", r->pgoff);
		pagesnap_text_key(t, " gen=", r->gen);
		pagesnap_text_key_str(t, " state=", pagesnap_state_name(r->state));
	}
	pagesnap_text_key_escaped(t, " name=", name, r->name_len);
}

static void text_fault(struct pagesnap_text *t, const struct pagesnap_faults_fault *r)
{
	u32 flags = r->rec.flags;

	pagesnap_text_type(t, "fault", r->q);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " cpu=", r->page & ((1U << PAGESNAP_FAULT_CPU_BITS) - 1));
	pagesnap_text_key(t, " tid=", r->tid);
	pagesnap_text_key_hex(t, " vpn=", r->page >> PAGESNAP_FAULT_CPU_BITS);
	pagesnap_text_key_str(t, " access=", pagesnap_faults_access(flags));
	pagesnap_text_key_str(t, " by=", flags & PAGESNAP_RF_BY_KERNEL ? "kernel" : "user");
	pagesnap_text_key_str(t, " was=", pagesnap_faults_was(pagesnap_faults_was_of(flags)));
	pagesnap_text_key(t, " huge=", !!(flags & PAGESNAP_RF_HUGE));
	pagesnap_text_key(t, " healed=", !!(flags & PAGESNAP_RF_HEALED));
	pagesnap_text_key(t, " map=", !(flags & PAGESNAP_RF_NO_MAP));
}

static void text_comm(struct pagesnap_text *t, const char comm[16])
{
	pagesnap_text_key_escaped(t, " comm=", comm, strnlen(comm, 16));
}

static void text_thread(struct pagesnap_text *t, const struct pagesnap_faults_thread *r)
{
	pagesnap_text_type(t, "thread", r->q);
	pagesnap_text_key(t, " tid=", r->tid);
	pagesnap_text_key(t, " pid=", r->pid);
	text_comm(t, r->comm);
}

static void text_event(struct pagesnap_text *t, const char *type,
		       const struct pagesnap_faults_event *r)
{
	pagesnap_text_type(t, type, r->q);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " pid=", r->pid);
	if (r->rec.type == PAGESNAP_REC_FORK)
		pagesnap_text_key(t, " parent=", r->parent);
	text_comm(t, r->comm);
}

static void text_traced(struct pagesnap_text *t, const struct pagesnap_faults_traced *r)
{
	pagesnap_text_type(t, "process", r->q);
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key_str(t, " what=", pagesnap_faults_traced(r->what));
	pagesnap_text_key(t, " pid=", r->pid);
	text_comm(t, r->comm);
}

static void text_sweep(struct pagesnap_text *t, const struct pagesnap_faults_sweep *r)
{
	pagesnap_text_type(t, "sweep", r->q);
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " real=", r->real_ns);
	pagesnap_text_key(t, " late=", r->late_ns);
	pagesnap_text_key(t, " took=", r->took_ns);
	pagesnap_text_key(t, " missed=", r->missed);
	pagesnap_text_key(t, " processes=", r->processes);
	pagesnap_text_key(t, " entries=", r->entries);
	pagesnap_text_key(t, " guarded=", r->guarded);
	pagesnap_text_key(t, " still=", r->still);
	pagesnap_text_key(t, " lacking=", r->lacking);
}

static void text_window(struct pagesnap_text *t, const struct pagesnap_faults_window *r)
{
	pagesnap_text_type(t, "window", r->q);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " pid=", r->pid);
	pagesnap_text_key(t, " window=", r->window);
}

/**
 * pagesnap_faults_text() - the line of a record
 * @t: empty line
 * @r: task, or a record of this collection that has no name behind it
 */
void pagesnap_faults_text(struct pagesnap_text *t, const struct pagesnap_rec *r)
{
	switch (r->type) {
	case PAGESNAP_REC_TASK:
		pagesnap_text_task(t, (const void *)r);
		break;
	case PAGESNAP_REC_FAULT:
		text_fault(t, (const void *)r);
		break;
	case PAGESNAP_REC_THREAD:
		text_thread(t, (const void *)r);
		break;
	case PAGESNAP_REC_FORK:
		text_event(t, "fork", (const void *)r);
		break;
	case PAGESNAP_REC_EXEC:
		text_event(t, "exec", (const void *)r);
		break;
	case PAGESNAP_REC_EXIT:
		text_event(t, "exit", (const void *)r);
		break;
	case PAGESNAP_REC_TRACED:
		text_traced(t, (const void *)r);
		break;
	case PAGESNAP_REC_SWEEP:
		text_sweep(t, (const void *)r);
		break;
	case PAGESNAP_REC_WINDOW:
		text_window(t, (const void *)r);
		break;
	}
}
