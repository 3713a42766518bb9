// SPDX-License-Identifier: GPL-2.0
/*
 * A run that was saved, or that comes.
 */
#include <errno.h>
#include <stdlib.h>

#include "run.h"

/* Of the model, 48 bytes each. */
#define RUNS_MAX (4 << 20)

static int begin_series(struct plot_run *run, const struct pagesnap_record *r)
{
	struct plot_series *series = run->series;

	/* a power of two is full */
	if (!(run->nr & (run->nr - 1))) {
		series = reallocarray(series, run->nr ? 2 * run->nr : 1, sizeof(*series));
		if (!series)
			return -ENOMEM;
		run->series = series;
	}
	series[run->nr] = (struct plot_series){ .nr = 0 };
	plot_series_begin(series + run->nr++, r);
	return 0;
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct plot_run *run = ctx;
	struct plot_series *last = run->nr ? run->series + run->nr - 1 : NULL;
	int err = 0;

	if (r->collection == PAGESNAP_COLLECTION_ACCESSES) {
		if (r->u->rec.type == PAGESNAP_REC_QUERY) {
			err = begin_series(run, r);
		} else if (r->u->rec.type == PAGESNAP_REC_SAMPLE && last) {
			err = plot_series_add(last, &r->u->sample);
		} else if (r->u->rec.type == PAGESNAP_REC_END && last) {
			last->ended = true;
			last->end = r->u->end;
		}
	}
	return err ?: heat_model_take(&run->model, r);
}

/**
 * plot_run_read() - read a run
 * @run: gets what it tells
 * @fd: its stream
 *
 * What a damaged stream has told before counts.
 *
 * Return: 0 or -ENOMEM; plot_run_free() is owed in any case.
 */
int plot_run_read(struct plot_run *run, int fd)
{
	*run = (struct plot_run){ .nr = 0 };
	heat_model_init(&run->model, RUNS_MAX);
	return plot_stream_read(&run->stream, fd, take, run);
}

/**
 * plot_run_series() - find the samples that told of a process
 * @run: run
 * @p: process
 *
 * Return: samples, NULL if none did.
 */
const struct plot_series *plot_run_series(const struct plot_run *run, const struct heat_seen *p)
{
	return p->query && p->query <= run->nr ? run->series + p->query - 1 : NULL;
}

/**
 * plot_run_process() - a process
 * @run: run
 * @nth: number of it
 *
 * Return: process; NULL behind the last, and if no heat of it is known.
 */
const struct heat_seen *plot_run_process(const struct plot_run *run, size_t nth)
{
	const struct heat_seen *p;

	if (nth >= run->model.processes.nr)
		return NULL;
	p = (const struct heat_seen *)run->model.processes.list[nth];
	return p->process.pid && p->history.nr ? p : NULL;
}

/**
 * plot_run_count() - of how many processes is something known?
 * @run: run
 *
 * Return: how many.
 */
size_t plot_run_count(const struct plot_run *run)
{
	size_t nth, nr = 0;

	for (nth = 0; nth < run->model.processes.nr; nth++)
		nr += !!plot_run_process(run, nth);
	return nr;
}

/* Pages, once for each sample. */
static uint64_t accesses_of(const struct heat_seen *p)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < p->history.nr; i++)
		sum += heat_round_sum(p->history.rounds + i, 0, UINT64_MAX).accessed;
	return sum;
}

/**
 * plot_run_choose() - choose a process
 * @run: run
 * @pid: of it, 0 for the one that accessed most
 *
 * A number may have been that of several, one after the other: of these, too, that one.
 *
 * Return: process, NULL if there is none.
 */
const struct heat_seen *plot_run_choose(const struct plot_run *run, uint32_t pid)
{
	const struct heat_seen *p, *chosen = NULL;
	uint64_t most = 0, accesses;
	size_t nth;

	for (nth = 0; nth < run->model.processes.nr; nth++) {
		p = plot_run_process(run, nth);
		if (!p || (pid && p->process.pid != pid))
			continue;
		accesses = accesses_of(p);
		if (chosen && accesses <= most)
			continue;
		chosen = p;
		most = accesses;
	}
	return chosen;
}

/**
 * plot_run_free() - forget a run
 * @run: it
 */
void plot_run_free(struct plot_run *run)
{
	size_t i;

	for (i = 0; i < run->nr; i++)
		plot_series_free(run->series + i);
	free(run->series);
	heat_model_free(&run->model);
}
