// SPDX-License-Identifier: GPL-2.0
/*
 * Events of probes, on their way to the reader as records.
 */
#include <linux/mm.h>

#include "../core/answer.h"
#include "state.h"
#include "tell.h"

/* Events of one step. */
#define EVENTS	512

static void tell_fault(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, int cpu,
		       const struct pagesnap_fault_event *f)
{
	struct pagesnap_faults_fault r = {
		.rec = {
			.len = sizeof(r), .type = PAGESNAP_REC_FAULT, .flags = f->head.flags,
		},
		.q = w->request.q,
		.tid = f->tid,
		.time_ns = f->head.ns,
		.page = f->vpn << PAGESNAP_FAULT_CPU_BITS | (u32)cpu,
	};

	pagesnap_told_thread(&w->told, e, f->tid, f->head.pid);
	if (f->vma.end)
		pagesnap_told_map(&w->told, e, f->head.pid, &f->vma);
	pagesnap_faults_tell(e, &r.rec);
	w->end.counters[PAGESNAP_FAULTS_COUNT_FAULTS]++;
}

static void tell_process(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, u16 type,
			 const struct pagesnap_process_event *p)
{
	struct pagesnap_faults_event r = {
		.rec = { .len = sizeof(r), .type = type },
		.q = w->request.q,
		.pid = p->head.pid,
		.parent = p->parent ?: PAGESNAP_NONE32,
		.time_ns = p->head.ns,
	};

	memcpy(r.comm, p->comm, sizeof(r.comm));
	if (type != PAGESNAP_REC_FORK)
		pagesnap_told_forget(&w->told, p->head.pid);
	pagesnap_faults_tell(e, &r.rec);
}

static void tell_window(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
			const struct pagesnap_process_event *p)
{
	struct pagesnap_faults_window r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_WINDOW },
		.q = w->request.q,
		.pid = p->head.pid,
		.time_ns = p->head.ns,
		.window = p->window,
	};

	pagesnap_faults_tell(e, &r.rec);
}

static void tell(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		 const struct pagesnap_event_read *read)
{
	const struct pagesnap_process_event *p = (const void *)read->events;

	switch (p->head.type) {
	case PAGESNAP_EVENT_FAULT:
		tell_fault(w, e, read->cpu, (const void *)read->events);
		break;
	case PAGESNAP_EVENT_FORK:
		w->came += w->tracer.children;
		tell_process(w, e, PAGESNAP_REC_FORK, p);
		break;
	case PAGESNAP_EVENT_EXEC:
		tell_process(w, e, PAGESNAP_REC_EXEC, p);
		break;
	case PAGESNAP_EVENT_EXIT:
		tell_process(w, e, PAGESNAP_REC_EXIT, p);
		break;
	case PAGESNAP_EVENT_THREAD:
		pagesnap_told_forget_thread(&w->told, p->head.pid);
		break;
	default:
		tell_window(w, e, p);
	}
}

/**
 * pagesnap_faults_is_full() - has a line got as many faults as it takes?
 * @w: answer
 *
 * Return: true if so.
 */
bool pagesnap_faults_is_full(const struct pagesnap_faults_walk *w)
{
	return w->end.counters[PAGESNAP_FAULTS_COUNT_FAULTS] >= w->q.limit;
}

/**
 * pagesnap_faults_drain() - tell of some of what has happened
 * @w: answer
 * @e: emitter
 *
 * Return: how many events it was about; 0: nothing has happened, there is no room, or no more is to
 * be told.
 */
u32 pagesnap_faults_drain(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_event_read read;
	u32 nr;

	pagesnap_ring_look(w->tracer.ring);
	for (nr = 0; nr < EVENTS && pagesnap_emit_has_room(e); nr++) {
		if (pagesnap_faults_is_full(w) || !pagesnap_ring_read(w->tracer.ring, &read, 1))
			break;
		if (read.lost) {
			w->end.counters[PAGESNAP_FAULTS_COUNT_LOST] += read.lost;
			pagesnap_answer_lost(e, w->request.q, &read);
		} else {
			tell(w, e, &read);
		}
	}
	return nr;
}
