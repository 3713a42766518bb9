// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from mappings and heat to a picture
 *
 * The answer about mappings comes before the samples, so that heat is counted as it comes: what
 * is kept does not grow with time.  What was mapped since has one row of its own.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bins.h"
#include "heat.h"
#include "kinds/accesses_asked.h"
#include "render/out-internal.h"

/**
 * struct heat_digest - what an output of heat has besides rows
 * @list: processes whose mappings came; @nr of them
 * @nr: see there
 * @mapped: their mappings come
 * @aggregate: samples of a round
 * @rounds: that the query asks for
 * @sample: samples of the query that came
 * @at: the process whose heat comes, if @has_at
 * @has_at: there is one
 */
struct heat_digest {
	struct heat_bins *list;
	size_t nr;
	bool mapped;
	uint64_t aggregate;
	uint64_t rounds;
	uint64_t sample;
	size_t at;
	bool has_at;
};

static struct heat_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

/* Mappings ----------------------------------------------------------------- */

static int begin_process(struct heat_digest *d, const struct pagesnap_task *task)
{
	struct heat_bins *list = d->list;

	if (!(d->nr & (d->nr - 1))) {
		list = reallocarray(list, d->nr ? 2 * d->nr : 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		d->list = list;
	}
	list += d->nr++;
	*list = (struct heat_bins){ .pid = task->pid };
	memcpy(list->comm, task->comm, sizeof(list->comm));
	d->mapped = true;
	return 0;
}

static int add_area(struct heat_digest *d, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	size_t len;
	const char *name = pagesnap_record_name(r, &len);

	if (!d->mapped)
		return 0;
	return bins_add_area(d->list + d->nr - 1, &r->u->vma, name, len, sums ? sums->pages : 0);
}

static int take_pages(struct heat_digest *d, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
		d->mapped = false;
		return 0;
	case PAGESNAP_REC_TASK:
		return begin_process(d, &r->u->task);
	case PAGESNAP_REC_VMA:
		return add_area(d, r);
	default:
		return 0;
	}
}

/* Accesses ----------------------------------------------------------------- */

/* A query without an end has none that could be shown. */
static void begin_query(struct heat_digest *d, const struct pagesnap_record *r)
{
	struct pagesnap_accesses_options asked;
	uint64_t samples;

	d->rounds = 0;
	d->sample = 0;
	d->has_at = false;
	if (!accesses_asked(r, &asked) || !asked.aggregate)
		return;
	samples = asked.schedule.samples;
	if (samples == UINT64_MAX)
		samples = asked.schedule.lasts / asked.schedule.every;
	d->aggregate = asked.aggregate;
	d->rounds = samples / asked.aggregate + !!(samples % asked.aggregate);
	if (d->rounds > HEAT_ROUNDS_MAX)
		d->rounds = HEAT_ROUNDS_MAX;
}

/* Whose heat comes: of who came later, no mapping is known. */
static int find_process(struct out *o, const struct pagesnap_task *task)
{
	struct heat_digest *d = digest_of(o);
	struct heat_bins *b;
	size_t i;

	for (i = 0; i < d->nr && d->list[i].pid != task->pid; i++)
		;
	if (i == d->nr && begin_process(d, task))
		return -ENOMEM;
	d->mapped = false;
	d->at = i;
	d->has_at = d->rounds;
	b = d->list + i;
	return b->nr || !d->rounds ? 0 : bins_make(b, o->options.heat.rows, d->rounds);
}

static int take_accesses(struct out *o, const struct pagesnap_record *r)
{
	struct heat_digest *d = digest_of(o);

	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_query(d, r);
		return 0;
	case PAGESNAP_REC_SAMPLE:
		/* not its number: rounds are of samples that were taken */
		d->sample++;
		return 0;
	case PAGESNAP_REC_TASK:
		return find_process(o, &r->u->task);
	case PAGESNAP_REC_HEAT:
		if (d->has_at && d->sample)
			bins_count(d->list + d->at, (d->sample - 1) / d->aggregate, &r->u->heat);
		return 0;
	default:
		return 0;
	}
}

/* Rows --------------------------------------------------------------------- */

static int print_process(struct out *o, const struct heat_bins *b)
{
	uint32_t *permille = calloc(b->rounds, sizeof(*permille));
	struct heat_line line;
	size_t i;
	int err = permille ? 0 : -ENOMEM;

	for (i = 0; i < b->nr && !err; i++)
		if (bins_line(b, i, permille, &line))
			err = out_show(o, &line);
	free(permille);
	return err;
}

static int finish(struct out *o)
{
	struct heat_digest *d = digest_of(o);
	size_t i;
	int err = 0;

	for (i = 0; i < d->nr && !err; i++)
		if (d->list[i].nr)
			err = print_process(o, d->list + i);
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
		return take_accesses(o, r);
	return r->collection == PAGESNAP_COLLECTION_PAGES ? take_pages(digest_of(o), r) : 0;
}

static void release(struct out *o)
{
	struct heat_digest *d = digest_of(o);
	size_t i;

	for (i = 0; i < d->nr; i++)
		bins_free(d->list + i);
	free(d->list);
}

const struct out_digest out_digest_heat = {
	.kind = &kind_heat,
	.size = sizeof(struct heat_digest),
	.traits = traits,
	.take = take,
	.finish = finish,
	.free = release,
};
