// SPDX-License-Identifier: GPL-2.0
/*
 * events_index: a timer on each CPU counts, in its interrupt, and the numbers come through a
 * ring to whoever reads.  Who reads too slowly loses some on purpose: each number says
 * which ones, and the end says how many there were.
 */
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "answer.h"
#include "compat/hrtimer.h"
#include "core/answer.h"
#include "core/ring.h"
#include "core/schedule.h"
#include "numbers.h"

#define STEP 512
#define BUFFER_DEFAULT (64 * 1024)
#define BUFFER_MAX (16 * 1024 * 1024)
#define BURST_MAX 10000

/* Answers that have timers. */
static atomic_t running = ATOMIC_INIT(0);

/**
 * struct events_options - what a line asks for
 * @schedule: its every is that of the timers, its lasts is for=
 * @burst: events each time
 * @buffer: bytes of ring for each CPU
 * @cpu: the only CPU, -1 for all
 * @hotplug: each CPU that goes offline or comes online makes one more event while it does
 */
struct events_options {
	struct pagesnap_schedule schedule;
	u64 burst;
	u64 buffer;
	int cpu;
	bool hotplug;
};

/**
 * struct events_event - an event in the ring
 * @head: head
 * @value: number
 */
struct events_event {
	struct pagesnap_event head;
	u64 value;
};

struct events_walk;

/**
 * struct events_cpu - what counts on a CPU
 * @timer: calls on_timer() there; elsewhere when that CPU goes offline
 * @walk: back to the walk
 * @produced: events of this CPU
 */
struct events_cpu {
	struct hrtimer timer;
	struct events_walk *walk;
	u64 produced;
};

/**
 * struct events_walk - the answer to one query
 * @answer: what all answers have
 * @options: what it asks for
 * @cpus: the CPUs; not NULL while timers may run
 * @ring: their events
 * @stopped: no timer runs any more
 * @read: what was read from @ring
 */
struct events_walk {
	struct numbers_answer answer;
	struct events_options options;
	struct events_cpu __percpu *cpus;
	struct pagesnap_ring *ring;
	bool stopped;
	struct pagesnap_event_read read;
};

static int events_every(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct events_options *o = options;

	if (pagesnap_duration(value, len, &o->schedule.every) ||
	    o->schedule.every < 100 * NSEC_PER_USEC)
		return pagesnap_diag(d, -EINVAL, 0, "every= takes a time from 100us on");
	return 0;
}

static int events_for(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct events_options *o = options;

	if (pagesnap_duration(value, len, &o->schedule.lasts))
		return pagesnap_diag(d, -EINVAL, 0, "for= takes a time, as 10s");
	return 0;
}

static int events_burst(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct events_options *o = options;

	if (pagesnap_number(value, len, &o->burst) || !o->burst || o->burst > BURST_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "burst= takes a number from 1 to 10000");
	return 0;
}

static int events_buffer(void *options, struct pagesnap_query *q, const char *value, u32 len,
			 struct pagesnap_diag *d)
{
	struct events_options *o = options;

	if (pagesnap_number(value, len, &o->buffer) || o->buffer > BUFFER_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "buffer= takes bytes, 16 MiB at the most");
	return 0;
}

static int events_cpu(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct events_options *o = options;
	u64 cpu;

	if (pagesnap_number(value, len, &cpu) || cpu >= nr_cpu_ids)
		return pagesnap_diag(d, -EINVAL, 0, "cpu= takes the number of a CPU");
	o->cpu = cpu;
	return 0;
}

static int events_hotplug(void *options, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d)
{
	struct events_options *o = options;

	if (len != 1 || *value != '1')
		return pagesnap_diag(d, -EINVAL, 0, "hotplug= takes 1");
	o->hotplug = true;
	return 0;
}

static const struct pagesnap_option events_options[] = {
	{ "every", events_every, 0 },
	{ "for", events_for, 0 },
	{ "burst", events_burst, 0 },
	{ "buffer", events_buffer, 0 },
	{ "cpu", events_cpu, 0 },
	{ "hotplug", events_hotplug, 0 },
	{ }
};

static const struct pagesnap_grammar events_grammar = {
	.subject = PAGESNAP_SUBJECT_NONE,
	.page_shift = PAGE_SHIFT,
	.options = events_options,
};

static void events_defaults(struct events_options *o)
{
	pagesnap_schedule_init(&o->schedule, 10 * NSEC_PER_MSEC);
	o->burst = 1;
	o->buffer = BUFFER_DEFAULT;
	o->cpu = -1;
	o->hotplug = false;
}

static int events_check(const struct pagesnap_index_ops *index, const char *text, u32 len,
			struct pagesnap_bound *bound, struct pagesnap_query *q,
			struct pagesnap_diag *d)
{
	struct events_options o;

	return pagesnap_query_parse(&events_grammar, text, len, q, &o, d);
}

static void *events_alloc(void)
{
	return kzalloc(sizeof(struct events_walk), GFP_KERNEL_ACCOUNT);
}

static void events_free(void *walk)
{
	kfree(walk);
}

/* Interrupts are off, or it is in one: the number and its place in the ring are one thing. */
static void count_here(void *walk)
{
	struct events_walk *w = walk;
	struct events_event event = { .value = __this_cpu_inc_return(w->cpus->produced) - 1 };

	pagesnap_ring_write(w->ring, &event.head, sizeof(event));
}

static void count_burst(struct events_walk *w)
{
	unsigned long flags;
	u64 i;

	for (i = 0; i < w->options.burst; i++) {
		local_irq_save(flags);
		count_here(w);
		local_irq_restore(flags);
	}
}

static enum hrtimer_restart on_timer(struct hrtimer *timer)
{
	struct events_walk *w = container_of(timer, struct events_cpu, timer)->walk;

	count_burst(w);
	hrtimer_forward_now(timer, ns_to_ktime(w->options.schedule.every));
	return HRTIMER_RESTART;
}

/* On each CPU, in an interrupt. */
static void start_here(void *walk)
{
	struct events_walk *w = walk;

	hrtimer_start(&this_cpu_ptr(w->cpus)->timer,
		      ns_to_ktime(w->answer.started_ns + w->options.schedule.every),
		      HRTIMER_MODE_ABS_PINNED);
}

/* When this returns no timer writes to the ring any more, and none wakes the session. */
static void stop(struct events_walk *w)
{
	int cpu;

	for_each_possible_cpu(cpu)
		hrtimer_cancel(&per_cpu_ptr(w->cpus, cpu)->timer);
	if (!w->stopped)
		atomic_dec(&running);
	if (!w->stopped && w->options.hotplug)
		numbers_hotplug_stop();
	w->stopped = true;
}

static void events_finish(void *walk)
{
	struct events_walk *w = walk;

	if (w->cpus)
		stop(w);
	pagesnap_ring_destroy(w->ring);
	free_percpu(w->cpus);
	w->ring = NULL;
	w->cpus = NULL;
}

static int start(struct events_walk *w)
{
	int cpu, err;

	w->stopped = true;
	w->ring = pagesnap_ring_create(w->options.buffer, w->options.cpu, 0,
				       w->answer.request.session);
	if (!w->ring)
		return -ENOMEM;
	w->cpus = alloc_percpu_gfp(struct events_cpu, GFP_KERNEL_ACCOUNT);
	if (!w->cpus)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		per_cpu_ptr(w->cpus, cpu)->walk = w;
		compat_hrtimer_setup(&per_cpu_ptr(w->cpus, cpu)->timer, on_timer);
	}
	if (w->options.hotplug) {
		err = numbers_hotplug_start(count_here, w);
		if (err)
			return err;
	}
	atomic_inc(&running);
	w->stopped = false;
	/* Some of the first CPU's are counted here, where interrupts come between them. */
	preempt_disable();
	on_each_cpu(start_here, w, 1);
	count_burst(w);
	preempt_enable();
	return 0;
}

static int events_begin(void *walk, const struct pagesnap_index_ops *index,
			const struct pagesnap_request *request, struct pagesnap_emit *e,
			struct pagesnap_diag *d)
{
	struct events_walk *w = walk;
	int err;

	events_defaults(&w->options);
	if (numbers_answer_begin(&w->answer, request, &events_grammar, &w->options, d) ||
	    pagesnap_schedule_check(&w->options.schedule, request->last, d))
		return d->err;
	err = start(w);
	if (err) {
		events_finish(w);
		return pagesnap_diag(d, err, 0, err == -EBUSY ? "hotplug= is taken" : "no memory");
	}
	pagesnap_schedule_begin(&w->options.schedule, w->answer.started_ns);
	numbers_answer_query(&w->answer, e);
	return 0;
}

static void emit_event(struct events_walk *w, struct pagesnap_emit *e)
{
	const struct numbers_event r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_EVENT },
		.q = w->answer.request.q,
		.cpu = w->read.cpu,
		.value = ((struct events_event *)w->read.events)->value,
		.time_ns = w->read.ns,
	};
	struct pagesnap_text *t;

	w->answer.end.records++;
	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "event", r.q);
	pagesnap_text_key(t, " cpu=", r.cpu);
	pagesnap_text_key(t, " value=", r.value);
	pagesnap_text_key(t, " time=", r.time_ns);
	pagesnap_emit_commit(e);
}

static void emit_produced(struct events_walk *w, int cpu, struct pagesnap_emit *e)
{
	const struct numbers_produced r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_PRODUCED },
		.q = w->answer.request.q,
		.cpu = cpu,
		.events = per_cpu_ptr(w->cpus, cpu)->produced,
	};
	struct pagesnap_text *t;

	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "produced", r.q);
	pagesnap_text_key(t, " cpu=", r.cpu);
	pagesnap_text_key(t, " events=", r.events);
	pagesnap_emit_commit(e);
}

static void end(struct events_walk *w, struct pagesnap_emit *e)
{
	int cpu;

	for_each_possible_cpu(cpu)
		emit_produced(w, cpu, e);
	numbers_answer_end(&w->answer, e);
	events_finish(w);
}

/* Pass on what happened until now. Return: true if that was all. */
static bool pass_on(struct events_walk *w, struct pagesnap_emit *e)
{
	u32 i;

	pagesnap_ring_look(w->ring);
	for (i = 0; i < STEP && pagesnap_emit_has_room(e); i++) {
		if (!pagesnap_ring_read(w->ring, &w->read, 1))
			return true;
		if (w->read.lost)
			pagesnap_answer_lost(e, w->answer.request.q, &w->read);
		else
			emit_event(w, e);
	}
	return false;
}

static int events_step(void *walk, struct pagesnap_emit *e)
{
	struct events_walk *w = walk;
	struct pagesnap_schedule *s = &w->options.schedule;

	if (!w->stopped && pagesnap_schedule_over(s, ktime_get_ns()))
		stop(w);
	if (!pass_on(w, e))
		return PAGESNAP_STEP_MORE;
	if (w->stopped) {
		end(w, e);
		return 0;
	}
	if (s->lasts != U64_MAX)
		pagesnap_wake_at(w->answer.request.wake, s->start + s->lasts);
	return PAGESNAP_STEP_WAIT;
}

u32 numbers_events_running(void)
{
	return atomic_read(&running);
}

const struct pagesnap_index_ops numbers_events_index = {
	.name = "events_index",
	.usage = "\"every=10ms for=1s\"",
	.check = events_check,
	.try = numbers_try,
	.alloc = events_alloc,
	.free = events_free,
	.begin = events_begin,
	.step = events_step,
	.pause = numbers_nothing,
	.finish = events_finish,
};
