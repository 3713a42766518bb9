// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: who comes and goes, found before each look
 *
 * A target is passed over once more for each sample, in the order of PIDs, a bounded number in
 * each step.  Who is found is compared with who is known: each change is a record.  Who isn't
 * found any more is gone, or none of the target: those are swept up at the end of a pass.
 *
 * Who is passed over is known as well, or would be named in each sample.
 */
#include <linux/mmu_notifier.h>
#include <linux/sched/mm.h>
#include <linux/timekeeping.h>

#include "../core/answer.h"
#include "finding.h"
#include "records.h"
#include "tell.h"

static const char notifiers_note[] =
	"a guest or a device has page tables of its own for this memory: its accesses are missed";

static void tell(const struct pagesnap_finding *f, pid_t pid, const char *comm, u32 what,
		 struct pagesnap_emit *e)
{
	struct pagesnap_accesses_process r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_PROCESS },
		.q = f->q,
		.pid = pid,
		.n = f->n,
		.what = what,
	};

	memcpy(r.comm, comm, sizeof(r.comm));
	pagesnap_accesses_tell(e, &r.rec);
}

/**
 * pagesnap_finding_note() - say once that accesses by other page tables are missed
 * @f: finding
 * @mm: memory that is looked at from now on
 * @e: emitter
 */
void pagesnap_finding_note(struct pagesnap_finding *f, struct mm_struct *mm,
			   struct pagesnap_emit *e)
{
	if (f->noted || !mm_has_notifiers(mm))
		return;
	f->noted = true;
	pagesnap_answer_note(e, f->q, notifiers_note);
}

/**
 * pagesnap_finding_goes() - a process is not looked at any more
 * @f: finding
 * @p: process
 * @what: PAGESNAP_PROCESS_EXITED, _EXECED or _LEFT
 * @e: emitter
 *
 * Context: may sleep.
 */
void pagesnap_finding_goes(struct pagesnap_finding *f, struct pagesnap_watched *p, u32 what,
			   struct pagesnap_emit *e)
{
	if (pagesnap_is_watched(p))
		tell(f, p->id.pid, p->comm, what, e);
	pagesnap_processes_release(f->processes, p);
}

/**
 * pagesnap_finding_locked() - a sample lacks a process
 * @f: finding
 * @p: process
 * @e: emitter
 */
void pagesnap_finding_locked(struct pagesnap_finding *f, struct pagesnap_watched *p,
			     struct pagesnap_emit *e)
{
	f->skipped[PAGESNAP_ACCESSES_WHY_LOCKED]++;
	tell(f, p->id.pid, p->comm, PAGESNAP_PROCESS_LOCKED, e);
}

/* One that is found can't be remembered: the first is named, the others are counted. */
static void pass_above(struct pagesnap_finding *f, pid_t pid, const char *comm,
		       struct pagesnap_emit *e)
{
	u64 *most = &f->skipped[PAGESNAP_ACCESSES_WHY_LIMIT];

	f->above++;
	*most = max_t(u64, *most, f->above);
	if (f->told_above)
		return;
	f->told_above = true;
	tell(f, pid, comm, PAGESNAP_PROCESS_LIMIT, e);
}

/* Is it one that is known?  Context: RCU. */
static struct pagesnap_watched *find_task(const struct pagesnap_finding *f,
					  struct task_struct *task)
{
	struct pagesnap_watched *p =
		pagesnap_processes_find(f->processes, task_pid_nr(task));

	return p && p->id.start_ns == task->start_boottime ? p : NULL;
}

/*
 * A child stays one when its parent ends.  But who was forked and lost its parent between two
 * passes isn't known to be one.  Context: RCU.
 */
static bool is_child(const struct pagesnap_target *t, struct task_struct *task)
{
	const struct pagesnap_finding *f = container_of(t, struct pagesnap_finding, target);
	struct pagesnap_watched *p = find_task(f, task);
	struct task_struct *parent;

	if (p && p->child)
		return true;
	if (task->start_boottime < f->since_ns)
		return false;
	parent = READ_ONCE(rcu_dereference(task->real_parent)->group_leader);
	return find_task(f, parent);
}

/**
 * pagesnap_finding_children() - what the processes fork from now on belongs to the target
 * @f: finding, whose target is set
 */
void pagesnap_finding_children(struct pagesnap_finding *f)
{
	f->since_ns = ktime_get_boottime_ns();
	f->target.also = is_child;
}

/* Return: what to say of it. */
static u32 try_watch(struct pagesnap_finding *f, struct pagesnap_watched *p, struct mm_struct *mm,
		     struct pagesnap_emit *e)
{
	int err = pagesnap_processes_watch(f->processes, p, &f->how, mm);

	if (!err) {
		f->came++;
		pagesnap_finding_note(f, mm, e);
		return PAGESNAP_PROCESS_COMES;
	}
	mmdrop(mm);
	if (err == -ENOMEM)
		return PAGESNAP_PROCESS_LIMIT;
	return err == -EBUSY ? PAGESNAP_PROCESS_BUSY : PAGESNAP_PROCESS_SHARED;
}

static void count_why(struct pagesnap_finding *f, u32 what)
{
	static const u32 why[PAGESNAP_PROCESS_WHATS] = {
		[PAGESNAP_PROCESS_SELF] = PAGESNAP_ACCESSES_WHY_SELF,
		[PAGESNAP_PROCESS_SHARED] = PAGESNAP_ACCESSES_WHY_SHARED,
		[PAGESNAP_PROCESS_BUSY] = PAGESNAP_ACCESSES_WHY_BUSY,
		[PAGESNAP_PROCESS_ENDING] = PAGESNAP_ACCESSES_WHY_ENDING,
	};

	if (why[what])
		f->skipped[why[what]]++;
}

/*
 * What is known under the PID of a process that was found: none of it, or it as it is.  Who runs
 * another program, or has the PID of another one, is new.
 */
static struct pagesnap_watched *known(struct pagesnap_finding *f,
				      const struct pagesnap_process *process,
				      enum pagesnap_found found, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_find(f->processes, process->pid);

	if (!p)
		return NULL;
	if (p->id.start_ns != process->start_ns) {
		pagesnap_finding_goes(f, p, PAGESNAP_PROCESS_EXITED, e);
		return NULL;
	}
	if (!pagesnap_is_watched(p) || found == PAGESNAP_FOUND_LOST ||
	    p->harvest.mm == process->mm)
		return p;
	pagesnap_finding_goes(f, p, PAGESNAP_PROCESS_EXECED, e);
	return NULL;
}

/* Of a process that isn't looked at so far; @mm: it can be, and this is ours. */
static void decide(struct pagesnap_finding *f, struct pagesnap_watched *p, u32 what,
		   struct mm_struct *mm, struct pagesnap_emit *e)
{
	u32 before = p->what;

	if (mm)
		what = try_watch(f, p, mm, e);
	if (what == PAGESNAP_PROCESS_LIMIT)
		pass_above(f, p->id.pid, p->comm, e);
	if (what == before || what == PAGESNAP_PROCESS_LIMIT)
		return;
	p->what = what;
	count_why(f, what);
	tell(f, p->id.pid, p->comm, what, e);
}

static void mark_found(const struct pagesnap_finding *f, struct pagesnap_watched *p,
		       const struct pagesnap_process *process)
{
	p->pass = f->pass;
	p->child |= process->also;
	memcpy(p->comm, process->comm, sizeof(p->comm));
}

/* A process was found; if it can be looked at, its mm structure is ours. */
static void meet(struct pagesnap_finding *f, const struct pagesnap_process *process,
		 enum pagesnap_found found, struct pagesnap_emit *e)
{
	static const u32 kinds[] = {
		[PAGESNAP_FOUND_PROCESS] = PAGESNAP_PROCESS_COMES,
		[PAGESNAP_FOUND_SELF] = PAGESNAP_PROCESS_SELF,
		[PAGESNAP_FOUND_LOST] = PAGESNAP_PROCESS_ENDING,
		[PAGESNAP_FOUND_SHARED] = PAGESNAP_PROCESS_SHARED,
	};
	struct mm_struct *mm = found == PAGESNAP_FOUND_PROCESS ? process->mm : NULL;
	struct pagesnap_watched *p = known(f, process, found, e);

	if (!p)
		p = pagesnap_processes_add(f->processes, process);
	if (p)
		mark_found(f, p, process);
	else
		pass_above(f, process->pid, process->comm, e);
	if (p && !pagesnap_is_watched(p))
		decide(f, p, kinds[found], mm, e);
	else if (mm)
		mmdrop(mm);
}

/*
 * Of who is found, does he map the file?  Whose memory is another's is looked at there; and of
 * who is ending nobody knows.
 */
static bool counts(const struct pagesnap_finding *f, const struct pagesnap_process *process,
		   enum pagesnap_found found)
{
	if (!f->mapped)
		return true;
	switch (found) {
	case PAGESNAP_FOUND_PROCESS:
		return pagesnap_mapped_may_be_by(f->mapped, process->mm);
	case PAGESNAP_FOUND_SELF:
		return pagesnap_mapped_may_be_by(f->mapped, current->mm);
	default:
		return found == PAGESNAP_FOUND_LOST;
	}
}

/* Of those that were known one that this pass has not found.  Return: 1 if there may be more. */
static int sweep(struct pagesnap_finding *f, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_next(f->processes, &f->at);
	u32 what = PAGESNAP_PROCESS_EXITED;

	if (!p)
		return 0;
	f->at++;
	if (p->pass == f->pass)
		return 1;
	if (pagesnap_is_watched(p))
		what = pagesnap_watched_fate(p);
	if (what == PAGESNAP_PROCESS_COMES)
		what = PAGESNAP_PROCESS_LEFT;
	pagesnap_finding_goes(f, p, what, e);
	return 1;
}

/**
 * pagesnap_finding_begin() - pass the target once more
 * @f: finding
 */
void pagesnap_finding_begin(struct pagesnap_finding *f)
{
	f->pass++;
	f->above = 0;
	f->sweeping = false;
	f->at = 0;
	pagesnap_target_again(&f->target);
}

/**
 * pagesnap_finding_step() - find some more
 * @f: finding that began
 * @e: emitter
 *
 * Context: process context without locks; may sleep; a bounded amount of work.
 * Return: 1 if there is more, 0 at the end.
 */
int pagesnap_finding_step(struct pagesnap_finding *f, struct pagesnap_emit *e)
{
	struct pagesnap_process process;
	enum pagesnap_found found;

	if (f->sweeping)
		return sweep(f, e);
	found = pagesnap_target_next(&f->target, &process);
	if (found == PAGESNAP_FOUND_END)
		f->sweeping = true;
	else if (found != PAGESNAP_FOUND_NONE && counts(f, &process, found))
		meet(f, &process, found, e);
	else if (found == PAGESNAP_FOUND_PROCESS)
		mmdrop(process.mm);
	return 1;
}
