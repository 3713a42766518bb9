// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: an answer: its line, how it begins, and which step is next
 *
 * The thread that reads takes the samples, step by step (samples.c), and is told of what they
 * found when a round is over (rounds.c).
 */
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/direct.h"
#include "../compat/flush.h"
#include "../compat/mglru.h"
#include "../compat/young.h"
#include "../core/answer.h"
#include "../targets/mapped.h"
#include "state.h"
#include "walk.h"

/**
 * struct accesses_index - an index file
 * @ops: for the core
 * @grammar: of its lines
 * @by: what pages are remembered by, unless the line says something else
 */
struct accesses_index {
	struct pagesnap_index_ops ops;
	struct pagesnap_grammar grammar;
	enum pagesnap_accesses_by by;
};

static const struct accesses_index *to_index(const struct pagesnap_index_ops *ops)
{
	return container_of(ops, struct accesses_index, ops);
}

static int parse(const struct accesses_index *index, const char *text, u32 len,
		 struct pagesnap_query *q, struct pagesnap_accesses_options *o,
		 struct pagesnap_diag *d)
{
	int err;

	/* a good change doesn't come here, but for a set, which has no answer under way */
	pagesnap_accesses_defaults(o, PAGE_SHIFT);
	err = pagesnap_accesses_parse_change(o, text, len, d);
	if (err < 0)
		return err;
	pagesnap_accesses_defaults(o, PAGE_SHIFT);
	o->by = index->by;
	return pagesnap_query_parse(&index->grammar, text, len, q, o, d) ?:
	       pagesnap_accesses_check(o, d);
}

static int check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		 struct pagesnap_bound *bound, struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options o;
	int err = parse(to_index(index), text, len, q, &o, d);

	if (err || q->subject != PAGESNAP_SUBJECT_TASK)
		return err;
	return pagesnap_subject_bind(q, bound, d);
}

static int try(const struct pagesnap_index_ops *index, const char *text, u32 len,
	       const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	if (d->err)
		return d->err;
	if (q->subject == PAGESNAP_SUBJECT_FILE)
		return pagesnap_mapped_try(q, text, len, d);
	return q->subject == PAGESNAP_SUBJECT_TASK ? pagesnap_subject_try_target(q, text, d) : 0;
}

static void *alloc(void)
{
	return kzalloc(sizeof(struct pagesnap_accesses_walk), GFP_KERNEL_ACCOUNT);
}

static void free(void *walk)
{
	kfree(walk);
}

/* Beginning ------------------------------------------------------------------ */

static void finish(void *walk)
{
	struct pagesnap_accesses_walk *w = walk;

	if (!w->started_ns)
		return;
	pagesnap_direct_release(&w->direct);
	pagesnap_processes_destroy(&w->processes);
	pagesnap_reads_destroy(w->reads);
	w->reads = NULL;
	pagesnap_mapped_destroy(w->mapped);
	w->mapped = NULL;
	w->started_ns = 0;
}

/* The one process of a line without a target.  @process->mm is ours. */
static int watch_one(struct pagesnap_accesses_walk *w, const struct pagesnap_process *process,
		     struct pagesnap_diag *d)
{
	struct pagesnap_watched *p = pagesnap_processes_add(&w->processes, process);
	int err = p ? pagesnap_processes_watch(&w->processes, p, &w->finding.how, process->mm) :
		      -ENOMEM;

	if (err) {
		mmdrop(process->mm);
		return err == -EBUSY ? pagesnap_diag(d, err, w->q.target_col,
						     "16 sessions look at this process") :
				       pagesnap_diag(d, err, 0, "no memory");
	}
	w->finding.came = 1;
	return 0;
}

/* How a process is looked at: where it maps frames or pages of the file, or a range of it. */
static struct pagesnap_harvest how_of(const struct pagesnap_accesses_walk *w)
{
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;
	struct pagesnap_harvest how = {
		.end = last << PAGE_SHIFT, .last = U64_MAX, .write = w->o.write,
		.skip = w->o.skip,
		.by = w->o.by,
	};

	if (w->q.subject == PAGESNAP_SUBJECT_NONE) {
		how.first = w->q.start;
		how.last = w->q.end;
	} else if (w->q.subject == PAGESNAP_SUBJECT_FILE) {
		how.first = w->q.start;
		how.last = w->q.end;
		how.file = w->mapped;
	} else {
		how.start = min(w->q.start, last) << PAGE_SHIFT;
		how.end = min(w->q.end, last) << PAGE_SHIFT;
	}
	return how;
}

static int find_processes(struct pagesnap_accesses_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_process process;

	if (w->q.subject == PAGESNAP_SUBJECT_FILE) {
		w->mapped = pagesnap_mapped_create(&w->q, w->request.text, d);
		if (!w->mapped)
			return d->err;
	}
	w->finding = (struct pagesnap_finding){
		.processes = &w->processes,
		.how = how_of(w),
		.q = w->request.q,
		.mapped = w->mapped,
		.skipped = w->end.skipped,
	};
	if (w->o.by != PAGESNAP_BY_VPN &&
	    pagesnap_processes_share(&w->processes, w->o.by == PAGESNAP_BY_FILE && !w->mapped))
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	if (w->o.reads) {
		w->reads = pagesnap_reads_create(w->mapped, &w->q, w->o.unit, d);
		if (!w->reads)
			return d->err;
	}
	if (w->q.subject != PAGESNAP_SUBJECT_TASK) {
		pagesnap_target_all(&w->finding.target);
		return 0;
	}
	if (pagesnap_walk_is_one(w))
		return pagesnap_subject_process(&w->q, &w->request.bound, &process, d) ?:
		       watch_one(w, &process, d);
	if (pagesnap_subject_target(&w->q, w->request.text, &w->request.bound,
				    &w->finding.target, d))
		return d->err;
	if (w->q.children)
		pagesnap_finding_children(&w->finding);
	return 0;
}

static int find_flush(const struct pagesnap_accesses_walk *w, struct pagesnap_diag *d)
{
	if (!w->o.flush || compat_can_flush())
		return 0;
	return pagesnap_diag(d, -EOPNOTSUPP, 0, "TLBs can't be flushed here: say flush=0");
}

/* Reclaim by generations takes the same bits, and trusts them: neither would be right any more. */
static int find_skip(const struct pagesnap_accesses_walk *w, struct pagesnap_diag *d)
{
	int used = w->o.skip ? compat_mglru_uses_tables() : 0;

	if (!used)
		return 0;
	return pagesnap_diag(d, -EOPNOTSUPP, 0, used < 0 ?
			     "skip=1: can't read " COMPAT_MGLRU_ENABLED :
			     "skip=1: MGLRU uses the same bits: echo 3 >" COMPAT_MGLRU_ENABLED);
}

/* What the kernel accesses is looked at where that can be done, and by one answer at a time. */
static int find_kernel(struct pagesnap_accesses_walk *w, struct pagesnap_diag *d)
{
	if (!w->o.kernel)
		return 0;
	w->direct.first = w->q.start;
	w->direct.last = w->q.end;
	w->direct.batch = w->processes.batch;
	pagesnap_heatmap_init(&w->direct.tally.map, w->o.unit, &w->processes.stock);
	if (!COMPAT_DIRECT_STAYS || pagesnap_direct_take(&w->direct))
		return 0;
	return pagesnap_diag(d, -EBUSY, 0, "kernel=1: another answer looks at the direct map");
}

static const char no_flush_note[] =
	"flush=0: accesses by way of entries that a CPU has cached are missed";
static const char no_young_note[] =
	"what two looks find accessed becomes active: this kernel has no young pages";

static const char no_vmalloc_note[] =
	"kernel=1: accesses by vmalloc and vmap are not seen";
static const char no_kernel_note[] =
	"kernel=1: this kernel merges entries of its direct map: what it accesses isn't known";

static void emit_begin(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	u32 q = w->request.q;

	pagesnap_answer_line(e, &w->request, w->q.tag);
	if (!w->o.flush)
		pagesnap_answer_note(e, q, no_flush_note);
	if (!COMPAT_TELLS_YOUNG)
		pagesnap_answer_note(e, q, no_young_note);
	if (w->o.kernel && !COMPAT_DIRECT_STAYS)
		pagesnap_answer_note(e, q, no_kernel_note);
	if (w->o.kernel)
		pagesnap_answer_note(e, q, no_vmalloc_note);
}

static int begin(void *walk, const struct pagesnap_index_ops *index,
		 const struct pagesnap_request *request, struct pagesnap_emit *e,
		 struct pagesnap_diag *d)
{
	struct pagesnap_accesses_walk *w = walk;
	int err;

	memset(w, 0, sizeof(*w));
	w->request = *request;
	err = parse(to_index(index), request->text, request->len, &w->q, &w->o, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	if (err || pagesnap_schedule_check(&w->o.schedule, request->last, d) || find_flush(w, d) ||
	    find_skip(w, d))
		return d->err;
	w->started_ns = ktime_get_ns();
	pagesnap_answer_init_end(&w->end, request->q, w->q.tag, PAGESNAP_END_COMPLETE);
	w->heat = (struct pagesnap_heat){
		.o = &w->o, .q = request->q, .limit = w->q.limit, .by = w->o.by,
	};
	pagesnap_processes_init(&w->processes, w->o.unit);
	if (find_processes(w, d) || find_kernel(w, d)) {
		finish(w);
		return d->err;
	}
	emit_begin(w, e);
	pagesnap_accesses_begin(&w->o, w->started_ns);
	return 0;
}

/* Steps ---------------------------------------------------------------------- */

static bool is_change(const struct pagesnap_index_ops *index, const char *text, u32 len)
{
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d = { };

	pagesnap_accesses_defaults(&o, PAGE_SHIFT);
	return pagesnap_accesses_parse_change(&o, text, len, &d) == 1;
}

static void change(void *walk, const char *text, u32 len)
{
	struct pagesnap_accesses_walk *w = walk;

	pagesnap_accesses_change(&w->o, text, len, ktime_get_ns());
	snprintf(w->changed, sizeof(w->changed), "changed: every=%lluus aggregate=%u",
		 div_u64(w->o.schedule.every, NSEC_PER_USEC), w->o.aggregate);
}

/* What is counted in samples before the note and behind it isn't the same time. */
static int tell_change(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	pagesnap_answer_note(e, w->request.q, w->changed);
	w->changed[0] = '\0';
	return PAGESNAP_STEP_MORE;
}

static int step(void *walk, struct pagesnap_emit *e)
{
	struct pagesnap_accesses_walk *w = walk;

	if (w->changed[0])
		return tell_change(w, e);
	switch (w->phase) {
	case PAGESNAP_PHASE_HEAT:
		return pagesnap_round_step(w, e);
	case PAGESNAP_PHASE_END:
		pagesnap_round_end(w, e);
		finish(w);
		return 0;
	default:
		return pagesnap_sample_step(w, e);
	}
}

/* What is held between two reads is memory of the session's own, and structures. */
static void pause(void *walk)
{
	struct pagesnap_accesses_walk *w = walk;

	if (w->mapped)
		pagesnap_mapped_idle(w->mapped);
}

#define INDEX_OPS(file, example)			\
	{						\
		.name = file,				\
		.usage = example,			\
		.check = check,				\
		.try = try,				\
		.is_change = is_change,			\
		.change = change,			\
		.alloc = alloc,				\
		.free = free,				\
		.begin = begin,				\
		.step = step,				\
		.pause = pause,				\
		.finish = finish,			\
	}

static const struct accesses_index task = {
	.ops = INDEX_OPS("task_index", "\"PID every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_TASK,
		.targets = true,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_option_table,
	},
	.by = PAGESNAP_BY_VPN,
};

static const struct accesses_index pfn = {
	.ops = INDEX_OPS("pfn_index", "\"0x1000 0x2000 every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_NONE,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_pfn_option_table,
	},
	.by = PAGESNAP_BY_PFN,
};

static const struct accesses_index file = {
	.ops = INDEX_OPS("filename_index", "\"/path/to/file every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_FILE,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_file_option_table,
	},
	.by = PAGESNAP_BY_FILE,
};

const struct pagesnap_index_ops *const pagesnap_accesses_indexes[PAGESNAP_ACCESSES_INDEXES] = {
	&task.ops,
	&file.ops,
	&pfn.ops,
};
