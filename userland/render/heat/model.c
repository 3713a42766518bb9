// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from records to what a screen knows
 *
 * Rounds are kept page by page as the module tells of them, so that any range of addresses can be
 * looked at afterwards.  What is kept is bounded: the oldest rounds go first.
 */
#include <errno.h>
#include <string.h>

#include "kinds/accesses_asked.h"
#include "model.h"

/* Of no machine; a damaged stream may have more. */
#define PAGE_SHIFT_MAX 24

/**
 * heat_model_init() - a target of which nothing is known
 * @m: it
 * @runs_max: runs that are kept, 48 bytes each
 */
void heat_model_init(struct heat_model *m, size_t runs_max)
{
	*m = (struct heat_model){
		.processes = { .size = sizeof(struct heat_seen), .late = true }, .runs_max = runs_max, .page_shift = 12,
	};
}

static struct heat_seen *seen(const struct heat_model *m, size_t nth)
{
	return (struct heat_seen *)m->processes.list[nth];
}

/* Room ----------------------------------------------------------------------- */

/* Forgets rounds below @number; those of a process that is told of have no end yet. */
static void forget_below(struct heat_model *m, uint64_t number)
{
	struct heat_history *h;
	size_t i;

	for (i = 0; i < m->processes.nr; i++) {
		h = &seen(m, i)->history;
		while (h->nr && h->rounds[0].number < number)
			m->runs -= heat_history_drop(h);
	}
	m->forgotten = number;
}

static uint64_t oldest(const struct heat_model *m)
{
	uint64_t number = UINT64_MAX;
	size_t i;

	for (i = 0; i < m->processes.nr; i++)
		if (seen(m, i)->history.nr && seen(m, i)->history.rounds[0].number < number)
			number = seen(m, i)->history.rounds[0].number;
	return number;
}

/* The newest round stays in any case. */
static void make_room(struct heat_model *m)
{
	uint64_t number;

	if (m->rounds > HEAT_MODEL_ROUNDS_MAX && m->forgotten < m->rounds - HEAT_MODEL_ROUNDS_MAX)
		forget_below(m, m->rounds - HEAT_MODEL_ROUNDS_MAX);
	while (m->runs > m->runs_max) {
		number = oldest(m);
		if (number + 1 >= m->rounds)
			return;
		forget_below(m, number + 1);
	}
}

/* Rounds --------------------------------------------------------------------- */

static struct heat_round *newest(const struct heat_seen *p)
{
	return p->history.nr ? p->history.rounds + p->history.nr - 1 : NULL;
}

/* All of a process has come. */
static int end_process(struct heat_model *m)
{
	struct heat_seen *p = m->told;
	struct heat_round *round = p ? newest(p) : NULL;

	m->told = NULL;
	if (!round || round->number != m->round)
		return 0;
	p->sums = p->adding;
	ages_mark_unknown(&m->windows, m->samples, &p->sums);
	p->samples = m->samples;
	round->sums = p->sums;
	if (heat_spans_add(&p->spans, round))
		return -ENOMEM;
	/* nobody tells how large it is */
	if (p->process.by != HEAT_BY_ADDRESS && p->spans.nr && p->process.areas.nr)
		p->process.areas.list[0].end = p->spans.list[p->spans.nr - 1].end;
	return 0;
}

/* The heat of @p follows; NULL: there was no memory for it. */
static int begin_heat(struct heat_model *m, struct heat_seen *p)
{
	if (!p)
		return -ENOMEM;
	memset(&p->adding, 0, sizeof(p->adding));
	if (m->aggregate && m->samples) {
		m->round = (m->samples - 1) / m->aggregate;
		m->rounds = m->rounds > m->round ? m->rounds : m->round + 1;
	}
	if (!p->query)
		p->query = m->queries;
	/* heat of processes that have no number of their own can't be told apart */
	m->told = p->process.pid && p->query == m->queries ? p : NULL;
	return 0;
}

static int begin_process(struct heat_model *m, const struct pagesnap_task *task)
{
	int err = end_process(m);

	return err ?: begin_heat(m, (struct heat_seen *)heat_processes_told(&m->processes, task));
}

static int begin_span(struct heat_model *m, const struct pagesnap_accesses_span *span)
{
	enum heat_by by = span->rec.flags & PAGESNAP_RF_INDEX ? HEAT_BY_INDEX : HEAT_BY_FRAME;
	struct heat_process *p;

	if (end_process(m))
		return -ENOMEM;
	p = heat_processes_span(&m->processes, m->queries, by, m->path, strlen(m->path));
	return begin_heat(m, (struct heat_seen *)p);
}

static int take_heat(struct heat_model *m, const struct pagesnap_accesses_heat *heat)
{
	struct heat_round *round;
	size_t before, nr;
	int err;

	if (!m->told || !m->samples || !m->aggregate)
		return 0;
	nr = m->told->history.nr;
	round = heat_history_round(&m->told->history, m->round);
	if (!round)
		return -ENOMEM;
	before = round->nr;
	err = heat_round_add(round, heat);
	m->runs += round->nr - before + (m->told->history.nr - nr) * HEAT_ROUND_COST;
	ages_count_heat(&m->windows, heat, &m->told->adding);
	make_room(m);
	return err;
}

static void take_sample(struct heat_model *m, const struct pagesnap_accesses_sample *sample)
{
	m->samples++;
	m->took_ns += sample->took_ns;
	m->missed += sample->missed;
	m->lost += sample->lost;
	m->lacking += sample->lacking;
}

static void begin_query(struct heat_model *m, const struct pagesnap_record *r)
{
	struct pagesnap_accesses_options asked;

	m->queries++;
	m->samples = 0;
	m->took_ns = 0;
	m->round = 0;
	m->told = NULL;
	accesses_asked_path(r, m->path, sizeof(m->path));
	if (!accesses_asked(r, &asked))
		return;
	m->aggregate = asked.aggregate;
	m->every_ns = asked.schedule.every;
	m->windows = ages_windows_of(m->every_ns);
}

/* Records -------------------------------------------------------------------- */

static int take_accesses(struct heat_model *m, const struct pagesnap_record *r)
{
	int err;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_query(m, r);
		return 0;
	case PAGESNAP_REC_SAMPLE:
		err = end_process(m);
		take_sample(m, &r->u->sample);
		return err;
	case PAGESNAP_REC_TASK:
		return begin_process(m, &r->u->task);
	case PAGESNAP_REC_HEAT_SPAN:
		return begin_span(m, &r->u->heat_span);
	case PAGESNAP_REC_HEAT:
		return take_heat(m, &r->u->heat);
	case PAGESNAP_REC_PROCESS:
		heat_processes_change(&m->processes, &r->u->process);
		return 0;
	case PAGESNAP_REC_END:
		m->ended = true;
		m->end = r->u->end;
		return end_process(m);
	default:
		return 0;
	}
}

/**
 * heat_model_take() - take a record
 * @m: target
 * @r: of answers about mappings or accesses; of others nothing is kept
 *
 * Return: 0 or -ENOMEM.
 */
int heat_model_take(struct heat_model *m, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_HEADER && r->u->header.page_shift < PAGE_SHIFT_MAX)
		m->page_shift = r->u->header.page_shift;
	if (r->collection == PAGESNAP_COLLECTION_ACCESSES)
		return take_accesses(m, r);
	return r->collection == PAGESNAP_COLLECTION_PAGES ?
	       heat_processes_map(&m->processes, r) : 0;
}

/**
 * heat_model_free() - forget all
 * @m: target
 */
void heat_model_free(struct heat_model *m)
{
	size_t i;

	for (i = 0; i < m->processes.nr; i++) {
		heat_history_free(&seen(m, i)->history);
		heat_spans_free(&seen(m, i)->spans);
	}
	heat_processes_free(&m->processes);
}
