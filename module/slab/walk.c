// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: an answer: its line, how it begins, which step is next, and how it ends
 *
 * Probes count, or write events, and the thread that reads tells of that: events as they come, and
 * sums and objects every so often.  However an answer ends, probes see it no more before its
 * memory goes.
 */
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../core/alloc.h"
#include "../core/answer.h"
#include "../mm/task.h"
#include "../targets/subject.h"
#include "forks.h"
#include "probes.h"
#include "state.h"
#include "walk.h"

/* The reader looks that often for events, and whether a process has ended. */
#define LOOK_NS		(50 * NSEC_PER_MSEC)
/* Events of one step. */
#define EVENTS		512
/* Events that are told at once, with the names of their stacks: PAGESNAP_OUT_ROOM has room. */
#define WITH_STACKS	4
/* The same of lines, each with those of its names. */
#define LINES		64
/* Places that are looked at between two looks at who else wants the CPU. */
#define PLACES		65536

/**
 * struct slab_index - an index file
 * @ops: for the core
 * @grammar: of its lines
 * @what: what its answers have
 */
struct slab_index {
	struct pagesnap_index_ops ops;
	struct pagesnap_grammar grammar;
	enum pagesnap_slab_what what;
};

static const struct slab_index *index_of(const struct pagesnap_index_ops *ops)
{
	return container_of(ops, struct slab_index, ops);
}

static int parse(const struct pagesnap_index_ops *ops, const char *text, u32 len,
		 struct pagesnap_query *q, struct pagesnap_slab_options *o,
		 struct pagesnap_diag *d)
{
	pagesnap_slab_defaults(o);
	return pagesnap_query_options(&index_of(ops)->grammar, text, len, q, o, d) ?:
	       pagesnap_slab_check(o, index_of(ops)->what, d);
}

static int check(const struct pagesnap_index_ops *ops, const char *text, u32 len,
		 struct pagesnap_bound *bound, struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_slab_options o;

	if (parse(ops, text, len, q, &o, d))
		return d->err;
	return o.pid ? pagesnap_subject_bind(q, bound, d) : 0;
}

static int try(const struct pagesnap_index_ops *ops, const char *text, u32 len,
	       const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	return d->err;
}

static void *alloc(void)
{
	return kvzalloc(sizeof(struct pagesnap_slab_walk), GFP_KERNEL_ACCOUNT);
}

static void free(void *walk)
{
	kvfree(walk);
}

/* Ending --------------------------------------------------------------------- */

static void stop(struct pagesnap_slab_walk *w)
{
	if (w->watches)
		pagesnap_watch_stop(w->watch);
	w->watches = false;
	if (w->has_probes) {
		w->end.skipped[PAGESNAP_SLAB_WHY_DROPPED] =
			pagesnap_probes_dropped() - w->dropped;
		pagesnap_probes_put();
	}
	w->has_probes = false;
}

static void finish(void *walk)
{
	struct pagesnap_slab_walk *w = walk;

	if (!w->started_ns)
		return;
	stop(w);
	pagesnap_slab_told_destroy(&w->told);
	kvfree(w->order);
	w->order = NULL;
	pagesnap_watch_destroy(w->watch);
	w->watch = NULL;
	w->started_ns = 0;
}

/* Beginning ------------------------------------------------------------------ */

static int find_cgroup(struct pagesnap_slab_walk *w, struct pagesnap_diag *d)
{
	const struct pagesnap_slab_options *o = &w->o;
	struct compat_cgroup *cgroup = &w->watch->cgroup;
	char *path;
	int err;

	if (!o->cgroup && !o->cgroup_len)
		return 0;
	w->watch->has_cgroup = true;
	if (o->cgroup) {
		err = compat_cgroup_by_id(cgroup, o->cgroup);
		return err ? pagesnap_diag(d, err, 0, "no cgroup has this inode") : 0;
	}
	path = kstrndup(o->cgroup_path, o->cgroup_len, GFP_KERNEL_ACCOUNT);
	if (!path)
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	err = compat_cgroup_by_path(cgroup, path);
	kfree(path);
	return err ? pagesnap_diag(d, err, 0, "no such cgroup") : 0;
}

static int make_watch(struct pagesnap_slab_walk *w, enum pagesnap_slab_what what,
		      struct pagesnap_diag *d)
{
	w->watch = pagesnap_watch_create(what, &w->o, w->request.q, w->request.session);
	if (!w->watch || pagesnap_slab_told_init(&w->told, w->watch, w->request.q))
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	w->watch->pid = w->request.bound.pid;
	if (w->watch->sums.max) {
		w->order = kvcalloc(w->watch->sums.max, sizeof(*w->order), PAGESNAP_FEW_TRIES);
		if (!w->order)
			return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	}
	return find_cgroup(w, d);
}

static int start(struct pagesnap_slab_walk *w, struct pagesnap_diag *d)
{
	if (pagesnap_probes_get(d))
		return d->err;
	w->has_probes = true;
	if (w->o.children && !pagesnap_forks_found())
		return pagesnap_diag(d, -EOPNOTSUPP, 0, "no tracepoint sched_process_fork");
	w->dropped = pagesnap_probes_dropped();
	pagesnap_watch_start(w->watch);
	w->watches = true;
	return 0;
}

/* What can't be told here is said, so that no sum is taken for all there is. */
static void note_lacks(struct pagesnap_slab_walk *w, struct pagesnap_emit *e)
{
	static const struct {
		u32 lacks;
		const char *text;
	} notes[] = {
		{ PAGESNAP_LACKS_ALLOC_BULK,
		  "what kmem_cache_alloc_bulk() allocates is not seen: it can't be probed" },
		{ PAGESNAP_LACKS_FREE_BULK,
		  "what kmem_cache_free_bulk() frees is not seen: it can't be probed" },
		{ PAGESNAP_LACKS_DEFERRED, "kfree_rcu() is not seen: it can't be probed" },
		{ PAGESNAP_LACKS_NOLOCK,
		  "kmalloc_nolock() is not seen: it can't be probed" },
		{ PAGESNAP_LACKS_DESTROY,
		  "kmem_cache_destroy() is not seen: it can't be probed" },
		{ PAGESNAP_LACKS_NAMES, "this kernel hides the names of caches" },
		{ PAGESNAP_LACKS_SIZES,
		  "allocated= is requested=, of caches: this kernel hides their sizes" },
	};
	u32 lacking = pagesnap_probes_lacking(), i;

	if (!pagesnap_caches_have_names())
		lacking |= PAGESNAP_LACKS_NAMES;
	if (!pagesnap_caches_have_sizes())
		lacking |= PAGESNAP_LACKS_SIZES;
	for (i = 0; i < ARRAY_SIZE(notes); i++)
		if (lacking & notes[i].lacks)
			pagesnap_answer_note(e, w->request.q, notes[i].text);
}

/* The first round is due when the first interval is over, the last at the very end. */
static void begin_schedule(struct pagesnap_slab_walk *w)
{
	struct pagesnap_schedule *s = &w->o.schedule;

	s->every = min(s->every, s->lasts);
	w->last = s->lasts;
	pagesnap_schedule_begin(s, w->started_ns);
	s->next = 1;
}

static int begin(void *walk, const struct pagesnap_index_ops *ops,
		 const struct pagesnap_request *request, struct pagesnap_emit *e,
		 struct pagesnap_diag *d)
{
	struct pagesnap_slab_walk *w = walk;
	int err;

	memset(w, 0, sizeof(*w));
	w->request = *request;
	err = parse(ops, request->text, request->len, &w->q, &w->o, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	if (err || pagesnap_schedule_check(&w->o.schedule, request->last, d))
		return d->err;
	/* 0 is nobody's PID, and would be everybody's */
	if (w->o.pid && pagesnap_subject_exists(&w->q, &request->bound, d))
		return d->err;
	w->started_ns = ktime_get_ns();
	w->slept_ns = pagesnap_ticks_slept();
	pagesnap_answer_init_end(&w->end, request->q, w->q.tag, PAGESNAP_END_COMPLETE);
	if (make_watch(w, index_of(ops)->what, d) || start(w, d)) {
		finish(w);
		return d->err;
	}
	pagesnap_answer_line(e, &w->request, w->q.tag);
	note_lacks(w, e);
	begin_schedule(w);
	return 0;
}

/* Steps ---------------------------------------------------------------------- */

static bool is_full(const struct pagesnap_slab_walk *w)
{
	return w->records >= w->q.limit;
}

static u32 drain(struct pagesnap_slab_walk *w, struct pagesnap_emit *e)
{
	const u64 at_once = w->o.stack ? WITH_STACKS : e->binary ? EVENTS : LINES;
	struct pagesnap_ring *ring = w->watch->ring;
	struct pagesnap_event_read read;
	u32 nr;

	if (!ring)
		return 0;
	pagesnap_ring_look(ring);
	for (nr = 0; nr < EVENTS && pagesnap_emit_has_room(e); nr += read.nr) {
		if (is_full(w) ||
		    !pagesnap_ring_read(ring, &read, min(at_once, w->q.limit - w->records)))
			break;
		if (read.lost) {
			w->end.counters[PAGESNAP_SLAB_COUNT_LOST] += read.lost;
			pagesnap_answer_lost(e, w->request.q, &read);
		} else {
			pagesnap_slab_tell_events(&w->told, e, &read);
			w->records += read.nr;
		}
	}
	return nr;
}

static bool is_over(const struct pagesnap_slab_walk *w, u64 now)
{
	const struct pagesnap_schedule *s = &w->o.schedule;

	return now - s->start >= s->lasts || s->taken >= s->samples;
}

/* What is left of the time that an answer has doesn't count any more. */
static u64 no_later(const struct pagesnap_slab_walk *w, u64 now)
{
	const struct pagesnap_schedule *s = &w->o.schedule;

	return s->start + min(now - s->start, w->last);
}

/* A round at the very end is one. */
static bool take_round(struct pagesnap_slab_walk *w, u64 now, struct pagesnap_sample *sample)
{
	struct pagesnap_schedule *s = &w->o.schedule;

	return !w->watch->ring && s->taken < s->samples && s->next * s->every <= w->last &&
	       pagesnap_schedule_take(s, no_later(w, now), sample);
}

/* All of its threads are through, and have given up what they had. */
static bool has_ended(const struct pagesnap_bound *bound)
{
	const struct pagesnap_task_id id = { .pid = bound->pid, .start_ns = bound->start_ns };
	struct task_struct *task = pagesnap_task_find(&id);
	bool ended;

	if (!task)
		return true;
	ended = READ_ONCE(task->exit_state) && get_nr_threads(task) == 1;
	put_task_struct(task);
	return ended;
}

/* What has happened since the last round is one more, though its time hasn't come. */
static bool take_last_round(struct pagesnap_slab_walk *w, u64 now, struct pagesnap_sample *sample)
{
	struct pagesnap_schedule *s = &w->o.schedule;

	if (w->ended || !w->o.until_exit || is_over(w, now) || !has_ended(&w->request.bound))
		return false;
	w->ended = true;
	*sample = (struct pagesnap_sample){ .nr = s->next };
	return !w->watch->ring;
}

static int step_round(struct pagesnap_slab_walk *w, const struct pagesnap_sample *sample)
{
	w->end.skipped[PAGESNAP_SLAB_WHY_MISSED] += sample->missed;
	pagesnap_slab_round_begin(w, sample);
	w->phase = PAGESNAP_SLAB_ROUND;
	return PAGESNAP_STEP_MORE;
}

static int step_wait(struct pagesnap_slab_walk *w, u32 events)
{
	const struct pagesnap_schedule *s = &w->o.schedule;
	struct pagesnap_sample sample;
	u64 now = ktime_get_ns(), until;

	if (take_last_round(w, now, &sample) ||
	    (!w->ended && take_round(w, now, &sample)))
		return step_round(w, &sample);
	if (w->ended || is_over(w, now)) {
		w->phase = PAGESNAP_SLAB_CLOSE;
		return PAGESNAP_STEP_MORE;
	}
	if (events)
		return PAGESNAP_STEP_MORE;
	until = w->watch->ring ? U64_MAX : pagesnap_schedule_due(s);
	if (w->watch->ring || w->o.until_exit)
		until = min(until, s->start + min(w->last, now - s->start + LOOK_NS));
	pagesnap_wake_at(w->request.wake, until);
	return PAGESNAP_STEP_WAIT;
}

static u64 count_live(const struct pagesnap_watch *watch)
{
	u32 places = pagesnap_objects_places(&watch->objects), i;
	struct pagesnap_object o;
	u64 live = 0;

	for (i = 0; i < places; i++) {
		live += pagesnap_objects_read(&watch->objects, i, &o);
		if (i % PLACES == PLACES - 1)
			cond_resched();
	}
	return live;
}

static void count_up(struct pagesnap_slab_walk *w)
{
	struct pagesnap_end *r = &w->end;
	struct pagesnap_slab_cpu n;
	u32 i;

	pagesnap_watch_count(w->watch, &n);
	r->counters[PAGESNAP_SLAB_COUNT_ALLOCS] = n.allocs;
	r->counters[PAGESNAP_SLAB_COUNT_FREES] = n.frees;
	r->counters[PAGESNAP_SLAB_COUNT_LIVE] = count_live(w->watch);
	for (i = 0; i < PAGESNAP_SLAB_WHYS; i++)
		r->skipped[i] += n.skipped[i];
	r->objects = pagesnap_keys_count(&w->watch->sites);
	r->records = w->records;
}

/* What was freed before, or left out as it was asked, is no lack. */
static bool lacks(const struct pagesnap_end *r)
{
	static const u32 whys[] = {
		PAGESNAP_SLAB_WHY_SITES, PAGESNAP_SLAB_WHY_CACHES, PAGESNAP_SLAB_WHY_SUMS,
		PAGESNAP_SLAB_WHY_STACKS, PAGESNAP_SLAB_WHY_OBJECTS, PAGESNAP_SLAB_WHY_NESTED,
		PAGESNAP_SLAB_WHY_DROPPED, PAGESNAP_SLAB_WHY_FORKS,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(whys); i++)
		if (r->skipped[whys[i]])
			return true;
	return r->counters[PAGESNAP_SLAB_COUNT_LOST];
}

static int step_end(struct pagesnap_slab_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_end *r = &w->end;

	count_up(w);
	if (lacks(r))
		r->status = PAGESNAP_END_PARTIAL;
	r->us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, r);
	finish(w);
	return 0;
}

static int step(void *walk, struct pagesnap_emit *e)
{
	struct pagesnap_slab_walk *w = walk;
	u32 events = drain(w, e);

	if (!pagesnap_emit_has_room(e))
		return PAGESNAP_STEP_MORE;
	if (w->phase < PAGESNAP_SLAB_CLOSE && is_full(w)) {
		w->end.cut = PAGESNAP_CUT_LIMIT;
		w->phase = PAGESNAP_SLAB_CLOSE;
	}
	switch (w->phase) {
	case PAGESNAP_SLAB_ROUND:
		if (!pagesnap_slab_round_step(w, e))
			w->phase = PAGESNAP_SLAB_WAIT;
		return PAGESNAP_STEP_MORE;
	case PAGESNAP_SLAB_CLOSE:
		pagesnap_watch_end_gone(w->watch);
		stop(w);
		w->phase = PAGESNAP_SLAB_DRAIN;
		return PAGESNAP_STEP_MORE;
	case PAGESNAP_SLAB_DRAIN:
		if (!events)
			w->phase = PAGESNAP_SLAB_END;
		return PAGESNAP_STEP_MORE;
	case PAGESNAP_SLAB_END:
		return step_end(w, e);
	default:
		return step_wait(w, events);
	}
}

/* What is held between two reads is memory, which was charged to the reader. */
static void pause(void *walk)
{
}

#define SLAB_INDEX(nick, file, example, which)				\
static const struct slab_index nick = {					\
	.ops = {							\
		.name = file,						\
		.usage = example,					\
		.check = check,						\
		.try = try,						\
		.alloc = alloc,						\
		.free = free,						\
		.begin = begin,						\
		.step = step,						\
		.pause = pause,						\
		.finish = finish,					\
	},								\
	.grammar = {							\
		.subject = PAGESNAP_SUBJECT_NONE,			\
		.page_shift = PAGE_SHIFT,				\
		.options = pagesnap_slab_option_table,			\
	},								\
	.what = which,							\
}

SLAB_INDEX(event, "event_index", "\"for=10s\"", PAGESNAP_SLAB_EVENTS);
SLAB_INDEX(site, "site_index", "\"for=10s top=20\"", PAGESNAP_SLAB_SITES);
SLAB_INDEX(cache, "cache_index", "\"for=10s top=20\"", PAGESNAP_SLAB_CACHES);
SLAB_INDEX(object, "object_index", "\"for=10s min-age=5s\"", PAGESNAP_SLAB_OBJECTS);

const struct pagesnap_index_ops *const pagesnap_slab_indexes[PAGESNAP_SLAB_INDEXES] = {
	&event.ops, &site.ops, &cache.ops, &object.ops,
};
