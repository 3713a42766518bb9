// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from mappings and heat to a picture
 *
 * The answer about mappings comes before the samples, so that heat is counted as it comes: what
 * is kept does not grow with time.  What was mapped since has one row of its own.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/say.h"
#include "bins.h"
#include "heat.h"
#include "kinds/accesses_asked.h"
#include "model.h"
#include "processes.h"
#include "rows.h"
#include "render/out-internal.h"

/* Bytes of the rounds of all processes together; who comes later is one row. */
#define ROUNDS_BYTES_MAX (128 << 20)
/* Runs of a file, or of page frames, 48 bytes each: the oldest rounds go first. */
#define SPANNED_RUNS_MAX (2 << 20)

/**
 * struct binned - a process
 * @process: head
 * @bins: its memory
 */
struct binned {
	struct heat_process process;
	struct heat_bins bins;
};

/**
 * struct spanned - a query, as far as it tells of a file or of page frames
 * @model: of these alone
 * @rounds: that the query asks for
 * @endless: as in struct heat_digest
 * @told: such heat comes, and not that of a process
 */
struct spanned {
	struct heat_model model;
	uint64_t rounds;
	bool endless;
	bool told;
};

/**
 * struct heat_digest - what an output of heat has besides rows
 * @processes: of struct binned
 * @bytes: of their bins
 * @aggregate: samples of a round
 * @rounds: that the query asks for
 * @endless: it asks for more than anyone waits for; those are shown that came
 * @sample: samples of the query that came
 * @came: rounds that came, of the query with most
 * @at: the process whose heat comes, or NULL
 * @spanned: queries; @nr_spanned of them, of which the last is told of
 * @nr_spanned: see there
 */
struct heat_digest {
	struct heat_processes processes;
	size_t bytes;
	uint64_t aggregate;
	uint64_t rounds;
	bool endless;
	uint64_t sample;
	uint64_t came;
	struct binned *at;
	struct spanned **spanned;
	size_t nr_spanned;
};

static struct heat_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

static int begin(struct out *o)
{
	digest_of(o)->processes.size = sizeof(struct binned);
	return 0;
}

/* Accesses ----------------------------------------------------------------- */

/* A query without an end has none that could be shown. */
static void begin_query(struct heat_digest *d, const struct pagesnap_record *r)
{
	struct pagesnap_accesses_options asked;
	uint64_t samples;

	d->rounds = 0;
	d->sample = 0;
	d->at = NULL;
	if (!accesses_asked(r, &asked) || !asked.aggregate)
		return;
	samples = asked.schedule.samples;
	if (samples == UINT64_MAX)
		samples = asked.schedule.lasts / asked.schedule.every;
	d->endless = samples == UINT64_MAX / asked.schedule.every;
	d->aggregate = asked.aggregate;
	d->rounds = samples / asked.aggregate + !!(samples % asked.aggregate);
	if (d->rounds > HEAT_ROUNDS_MAX)
		d->rounds = HEAT_ROUNDS_MAX;
}

static int begin_spanned(struct heat_digest *d)
{
	struct spanned **list = reallocarray(d->spanned, d->nr_spanned + 1,
					     sizeof(struct spanned *));
	struct spanned *s = list ? calloc(1, sizeof(*s)) : NULL;

	if (list)
		d->spanned = list;
	if (!s)
		return -ENOMEM;
	heat_model_init(&s->model, SPANNED_RUNS_MAX);
	s->rounds = d->rounds;
	s->endless = d->endless;
	list[d->nr_spanned++] = s;
	return 0;
}

/* What a record tells that is not of a process. */
static int take_spanned(struct heat_digest *d, const struct pagesnap_record *r)
{
	struct spanned *s;

	if (r->u->rec.type == PAGESNAP_REC_QUERY && begin_spanned(d))
		return -ENOMEM;
	s = d->nr_spanned ? d->spanned[d->nr_spanned - 1] : NULL;
	if (!s)
		return 0;
	if (r->u->rec.type == PAGESNAP_REC_HEAT_SPAN)
		s->told = true;
	else if (r->u->rec.type == PAGESNAP_REC_TASK)
		s->told = false;
	if (r->u->rec.type == PAGESNAP_REC_TASK || r->u->rec.type == PAGESNAP_REC_PROCESS ||
	    (r->u->rec.type == PAGESNAP_REC_HEAT && !s->told))
		return 0;
	return heat_model_take(&s->model, r);
}

/* Without mappings a process has one row, for which there is always room. */
static int make_bins(struct heat_digest *d, struct binned *p, size_t wanted)
{
	size_t room = d->bytes < ROUNDS_BYTES_MAX ? ROUNDS_BYTES_MAX - d->bytes : 0;
	int err = bins_make(&p->bins, &p->process.areas, wanted, d->rounds, room);

	if (err == -E2BIG) {
		heat_processes_crowd(&d->processes, &p->process);
		err = bins_make(&p->bins, &p->process.areas, wanted, d->rounds, SIZE_MAX);
	}
	d->bytes += bins_bytes(&p->bins);
	return err;
}

/* Whose heat comes: of who came later, no mapping is known. */
static int find_process(struct out *o, const struct pagesnap_task *task)
{
	struct heat_digest *d = digest_of(o);
	struct binned *p = (struct binned *)heat_processes_told(&d->processes, task);

	if (!p)
		return -ENOMEM;
	d->at = d->rounds ? p : NULL;
	return p->bins.nr || !d->rounds ? 0 : make_bins(d, p, o->options.heat.rows);
}

static void count(struct heat_digest *d, const struct pagesnap_accesses_heat *heat)
{
	uint64_t round;

	if (!d->at || !d->sample)
		return;
	round = (d->sample - 1) / d->aggregate;
	if (round >= d->came)
		d->came = round + 1;
	bins_count(&d->at->bins, round, heat);
}

static int take_accesses(struct out *o, const struct pagesnap_record *r)
{
	struct heat_digest *d = digest_of(o);

	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_query(d, r);
		return 0;
	case PAGESNAP_REC_HEAT_SPAN:
		d->at = NULL;
		return 0;
	case PAGESNAP_REC_SAMPLE:
		/* not its number: rounds are of samples that were taken */
		d->sample++;
		return 0;
	case PAGESNAP_REC_TASK:
		return find_process(o, &r->u->task);
	case PAGESNAP_REC_HEAT:
		count(d, &r->u->heat);
		return 0;
	case PAGESNAP_REC_PROCESS:
		heat_processes_change(&d->processes, &r->u->process);
		return 0;
	default:
		return 0;
	}
}

/* Rows --------------------------------------------------------------------- */

static int print_process(struct out *o, const struct binned *p)
{
	const struct heat_digest *d = digest_of(o);
	uint32_t *permille = calloc(p->bins.rounds, sizeof(*permille));
	struct heat_line line;
	size_t i;
	int err = permille ? 0 : -ENOMEM;

	for (i = 0; i < p->bins.nr && !err; i++) {
		line = (struct heat_line){
			.pid = p->process.pid, .comm = p->process.comm,
			.crowded = p->process.crowded,
		};
		if (!bins_line(&p->bins, i, permille, &line))
			continue;
		if (d->endless && line.nr > d->came)
			line.nr = d->came;
		err = out_show(o, &line);
	}
	free(permille);
	return err;
}

static int print_range(struct out *o, const struct spanned *s, const struct heat_seen *p,
		       const struct heat_row *row, uint32_t *permille)
{
	const struct heat_area *area = p->process.areas.list;
	struct heat_line line = {
		.by = p->process.by, .start = row->start, .end = row->end, .permille = permille,
		.nr = s->rounds, .mapping = area->name, .mapping_len = area->len,
	};
	const struct heat_round *round;
	struct heat_cell cell;
	size_t i;

	if (s->endless && line.nr > s->model.rounds)
		line.nr = s->model.rounds;
	for (i = 0; i < line.nr; i++) {
		round = heat_history_find(&p->history, i);
		permille[i] = HEAT_ABSENT;
		if (!round)
			continue;
		cell = heat_round_sum(round, row->start, row->end);
		permille[i] = heat_permille(cell.accessed, cell.there);
	}
	return out_show(o, &line);
}

/* Rows are chosen at the end, when it is known which pages there are. */
static int print_ranges(struct out *o, const struct spanned *s, const struct heat_seen *p)
{
	const struct heat_ground ground = {
		.areas = &p->process.areas, .spans = &p->spans, .end = UINT64_MAX,
	};
	unsigned int shift = heat_rows_shift(&ground, o->options.heat.rows);
	struct heat_row *rows = calloc(heat_rows_count(&ground, shift) + 1, sizeof(*rows));
	uint32_t *permille = calloc(s->rounds + 1, sizeof(*permille));
	size_t nr = 0, i;
	int err = rows && permille ? 0 : -ENOMEM;

	if (!err)
		nr = heat_rows_make(&ground, shift, rows);
	for (i = 0; i < nr && !err; i++)
		err = print_range(o, s, p, rows + i, permille);
	free(rows);
	free(permille);
	return err;
}

static int print_spanned(struct out *o, const struct spanned *s)
{
	const struct heat_processes *all = &s->model.processes;
	size_t i;
	int err = 0;

	for (i = 0; i < all->nr && !err; i++)
		if (all->list[i]->areas.nr)
			err = print_ranges(o, s, (const struct heat_seen *)all->list[i]);
	return err;
}

static int finish(struct out *o)
{
	const struct heat_processes *all = &digest_of(o)->processes;
	const struct binned *p;
	size_t i;
	int err = 0;

	for (i = 0; i < all->nr && !err; i++) {
		p = (const struct binned *)all->list[i];
		if (p->bins.nr)
			err = print_process(o, p);
	}
	for (i = 0; i < digest_of(o)->nr_spanned && !err; i++)
		err = print_spanned(o, digest_of(o)->spanned[i]);
	if (digest_of(o)->came > HEAT_ROUNDS_MAX)
		say_error("heat: %" PRIu64 " rounds came; the first %d are shown",
			  digest_of(o)->came, HEAT_ROUNDS_MAX);
	return err;
}

/* The digest ---------------------------------------------------------------- */

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS | OUT_ENDS;
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int err = row_take(o->row, r);

	if (err < 0)
		return err;
	if (r->collection == PAGESNAP_COLLECTION_ACCESSES)
		return take_accesses(o, r) ?: take_spanned(digest_of(o), r);
	return r->collection == PAGESNAP_COLLECTION_PAGES ?
	       heat_processes_map(&digest_of(o)->processes, r) : 0;
}

static void release(struct out *o)
{
	struct heat_processes *all = &digest_of(o)->processes;
	size_t i;

	for (i = 0; i < all->nr; i++)
		bins_free(&((struct binned *)all->list[i])->bins);
	heat_processes_free(all);
	for (i = 0; i < digest_of(o)->nr_spanned; i++) {
		heat_model_free(&digest_of(o)->spanned[i]->model);
		free(digest_of(o)->spanned[i]);
	}
	free(digest_of(o)->spanned);
}

const struct out_digest out_digest_heat = {
	.kind = &kind_heat,
	.size = sizeof(struct heat_digest),
	.traits = traits,
	.begin = begin,
	.take = take,
	.finish = finish,
	.free = release,
};
