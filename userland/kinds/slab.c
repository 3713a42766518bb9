// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/slab: allocations, frees, sums, objects and rounds, which are all rows
 * by themselves, and their columns.
 */
#include <inttypes.h>

#include "../../module/slab/records.h"
#include "cgroup_value.h"
#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "slab_asked.h"
#include "slab_row.h"

static const struct pagesnap_slab_free *free_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_FREE ? &row->item->u->slab_free : NULL;
}

static const struct pagesnap_slab_sum *sum_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_SITE_SUM || slab_type(row) == PAGESNAP_REC_CACHE_SUM ?
	       &row->item->u->slab_sum : NULL;
}

static const struct pagesnap_slab_round *round_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_SLAB_ROUND ? &row->item->u->slab_round : NULL;
}

static const struct pagesnap_lost *lost_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_LOST ? &row->item->u->lost : NULL;
}

/* Of several ---------------------------------------------------------------- */

static void get_at(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number(v, slab_alloc_of(row)->time_ns);
	else if (free_of(row))
		set_number(v, free_of(row)->time_ns);
	else if (round_of(row))
		set_number(v, round_of(row)->time_ns);
	else if (lost_of(row))
		set_number(v, lost_of(row)->time_ns);
}

static void get_seq(struct row *row, struct value *v)
{
	const struct pagesnap_slab_alloc *alloc = slab_alloc_of(row);

	if (alloc && alloc->rec.type == PAGESNAP_REC_ALLOC)
		set_number(v, alloc->seq);
	else if (free_of(row))
		set_number(v, free_of(row)->seq);
}

static void get_cpu(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number(v, slab_alloc_of(row)->cpu);
	else if (free_of(row))
		set_number(v, free_of(row)->cpu);
	else if (lost_of(row))
		set_number(v, lost_of(row)->cpu);
}

static void get_pid(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number32(v, slab_alloc_of(row)->pid);
	else if (free_of(row))
		set_number32(v, free_of(row)->pid);
	else if (sum_of(row))
		set_number32(v, sum_of(row)->pid);
}

static uint64_t cgroup_of(const struct row *row)
{
	if (slab_alloc_of(row))
		return slab_alloc_of(row)->cgroup;
	return sum_of(row) ? sum_of(row)->cgroup : PAGESNAP_NONE;
}

static void get_cgroup(struct row *row, struct value *v)
{
	set_cgroup(v, cgroup_of(row));
}

static void get_cgroup_path(struct row *row, struct value *v)
{
	set_cgroup_path(row, cgroup_of(row), v);
}

static void get_object(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number(v, slab_alloc_of(row)->object);
	else if (free_of(row))
		set_number(v, free_of(row)->object);
}

/* What there is no number for is unknown, and so is one that nobody told. */
static void set_named(struct value *v, const struct slab_table *table, uint32_t id)
{
	const struct slab_name *name = slab_name(table, id);

	if (name)
		set_string(v, name->text, name->len);
	else if (id != PAGESNAP_NONE32)
		v->type = VALUE_UNKNOWN;
}

static void get_site(struct row *row, struct value *v)
{
	const struct slab_table *sites = &slab_row(row)->names.sites;

	if (slab_alloc_of(row))
		set_named(v, sites, slab_alloc_of(row)->site);
	else if (free_of(row))
		set_named(v, sites, free_of(row)->site);
	else if (slab_type(row) == PAGESNAP_REC_SITE_SUM)
		set_named(v, sites, sum_of(row)->id);
}

static void get_cache(struct row *row, struct value *v)
{
	const struct slab_table *caches = &slab_row(row)->names.caches;

	if (slab_alloc_of(row))
		set_named(v, caches, slab_alloc_of(row)->cache);
	else if (slab_type(row) == PAGESNAP_REC_CACHE_SUM)
		set_named(v, caches, sum_of(row)->id);
}

/* Of allocations, objects and frees ------------------------------------------ */

static void get_node(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number(v, slab_alloc_of(row)->node);
}

static void get_gfp(struct row *row, struct value *v)
{
	const struct pagesnap_slab_alloc *alloc = slab_alloc_of(row);
	char *words = alloc && alloc->gfp ? row_scratch(row, 256) : NULL;
	size_t len = 0;
	unsigned int bit;

	if (!words)
		return;
	*words = '\0';
	for (bit = 0; bit < PAGESNAP_GFPS; bit++)
		if (alloc->gfp & 1U << bit)
			len += snprintf(words + len, 256 - len, "%s%s", len ? "," : "",
					pagesnap_slab_gfp(bit));
	set_word(v, words);
}

static void get_stack(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_named(v, &slab_row(row)->names.stacks, slab_alloc_of(row)->stack);
}

static void get_from(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_word(v, slab_alloc_of(row)->rec.flags & PAGESNAP_RF_FROM_CACHE ? "cache" :
			 "kmalloc");
}

static void get_bulk(struct row *row, struct value *v)
{
	if (slab_alloc_of(row))
		set_number(v, !!(slab_alloc_of(row)->rec.flags & PAGESNAP_RF_BULK));
}

static void get_by(struct row *row, struct value *v)
{
	if (free_of(row))
		set_named(v, &slab_row(row)->names.sites, free_of(row)->by);
}

static void get_life(struct row *row, struct value *v)
{
	const struct pagesnap_slab_alloc *alloc = slab_alloc_of(row);

	if (free_of(row))
		set_number(v, free_of(row)->life_ns);
	else if (alloc && alloc->rec.type == PAGESNAP_REC_OBJECT)
		set_number(v, alloc->seq);
}

static void get_free(struct row *row, struct value *v)
{
	if (free_of(row))
		set_word(v, pagesnap_slab_free_word(free_of(row)->rec.flags));
}

static void get_old(struct row *row, struct value *v)
{
	if (free_of(row))
		set_number(v, !!(free_of(row)->rec.flags & PAGESNAP_RF_OLD));
}

/* Of rounds ------------------------------------------------------------------ */

#define GET_OF_ROUND(name, member)					\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		if (round_of(row))					\
			set_number(v, round_of(row)->member);		\
	}

GET_OF_ROUND(round, n)
GET_OF_ROUND(late, late_ns)
GET_OF_ROUND(took, took_ns)
GET_OF_ROUND(missed, missed)
GET_OF_ROUND(records, records)
GET_OF_ROUND(more, more)

static void get_lost(struct row *row, struct value *v)
{
	if (lost_of(row))
		set_number(v, lost_of(row)->events);
}

static const struct column of_slab[] = {
	{ "AT", N, R, { }, get_at, NULL, "CLOCK_MONOTONIC, ns", ANY },
	{ "SEQ", N, R, { }, get_seq, NULL, "number of the event on its CPU", ANY },
	{ "CPU", N, R, { }, get_cpu, NULL, "CPU", ANY },
	{ "NODE", N, R, { }, get_node, NULL, "node of the memory", ANY },
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "CGROUP", N, R, { }, get_cgroup, NULL, "inode of its cgroup", ANY },
	{ "CGROUP_PATH", S, T, { }, get_cgroup_path, NULL, "path of that", ANY },
	{ "OBJECT", N, R, { }, get_object, NULL, "what its free will name", ANY },
	{ "SITE", S, T, { }, get_site, NULL, "who allocates, or frees", ANY },
	{ "BY", S, T, { }, get_by, NULL, "of a free, who had allocated", ANY },
	{ "CACHE", S, 0, { }, get_cache, NULL, "where from", ANY },
	{ "GFP", S, 0, { }, get_gfp, NULL, "flags", ANY },
	{ "FROM", S, 0, { }, get_from, NULL, "kmalloc or cache", ANY },
	{ "BULK", N, R, { }, get_bulk, NULL, "1: one of several at a time", ANY },
	{ "FREE", S, 0, { }, get_free, NULL, "now, bulk, deferred, unseen or twice", ANY },
	{ "LIFE", N, R, { }, get_life, NULL, "since it was allocated, ns", ANY },
	{ "OLD", N, R, { }, get_old, NULL, "1: allocated before, or not followed", ANY },
	{ "ROUND", N, R, { }, get_round, NULL, "number of the round", ANY },
	{ "LATE", N, R, { }, get_late, NULL, "how long after its time, ns", ANY },
	{ "TOOK", N, R, { }, get_took, NULL, "how long it took, ns", ANY },
	{ "MISSED", N, R, { }, get_missed, NULL, "rounds before it that were missed", ANY },
	{ "RECORDS", N, R, { }, get_records, NULL, "sums, or objects, that it told", ANY },
	{ "MORE", N, R, { }, get_more, NULL, "those that top= left out", ANY },
	{ "LOST", N, R, { }, get_lost, NULL, "events that nobody read in time", ANY },
	{ "STACK", S, T, { }, get_stack, NULL, "call site and its callers, with ; between", ANY },
};

static COLUMN_TABLE(slab_columns, &kind_slab, of_slab);

static void begin(struct row *row)
{
	slab_names_clear(&slab_row(row)->names);
}

static int take(struct row *row, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_ALLOC:
	case PAGESNAP_REC_FREE:
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
	case PAGESNAP_REC_OBJECT:
	case PAGESNAP_REC_SLAB_ROUND:
	case PAGESNAP_REC_LOST:
		row->item = r;
		return ROW_PRINT;
	default:
		return slab_names_take(&slab_row(row)->names, r) ?: ROW_SKIP;
	}
}

static void free_row(struct row *row)
{
	slab_names_clear(&slab_row(row)->names);
}

static int cgroups(const struct pagesnap_record *r, int (*each)(void *ctx, uint64_t ino), void *ctx)
{
	uint64_t ino = PAGESNAP_NONE;

	if (r->u->rec.type == PAGESNAP_REC_ALLOC || r->u->rec.type == PAGESNAP_REC_OBJECT)
		ino = r->u->slab_alloc.cgroup;
	if (r->u->rec.type == PAGESNAP_REC_SITE_SUM || r->u->rec.type == PAGESNAP_REC_CACHE_SUM)
		ino = r->u->slab_sum.cgroup;
	return ino < PAGESNAP_OTHER ? each(ctx, ino) : 0;
}

/* Nothing is said of what was there before, nobody could see, or nobody asked for. */
static enum skipped_unit skipped(unsigned int why)
{
	switch (why) {
	case PAGESNAP_SLAB_WHY_OLD:
	case PAGESNAP_SLAB_WHY_UNSEEN:
	case PAGESNAP_SLAB_WHY_FILTERED:
		return SKIPPED_UNITS;
	case PAGESNAP_SLAB_WHY_OBJECTS:
		return SKIPPED_OBJECTS;
	case PAGESNAP_SLAB_WHY_MISSED:
		return SKIPPED_ROUNDS;
	case PAGESNAP_SLAB_WHY_FORKS:
		return SKIPPED_PROCESSES;
	default:
		return SKIPPED_EVENTS;
	}
}

static void lack(const struct pagesnap_end *end, char *buf, size_t size)
{
	uint64_t lost = end->counters[PAGESNAP_SLAB_COUNT_LOST];

	*buf = '\0';
	if (lost)
		snprintf(buf, size, "%" PRIu64 " event%s %s not read in time", lost,
			 lost == 1 ? "" : "s", lost == 1 ? "was" : "were");
}

/* Events as they come; of sums and objects, rounds show that it goes on. */
static uint64_t amount(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_ALLOC || r->u->rec.type == PAGESNAP_REC_FREE ||
	       r->u->rec.type == PAGESNAP_REC_SLAB_ROUND;
}

#define INDEX(of, line) {							\
	.which = PAGESNAP_SLAB_##of, .word = (line), .subject = PAGESNAP_SUBJECT_NONE, \
	.expected = "an option expected, as for=10s", .merge = KIND_MERGE_NONE,	\
}

static const struct kind_index indices[] = {
	INDEX(EVENT, "slab-event"), INDEX(SITE, "slab-site"), INDEX(CACHE, "slab-cache"),
	INDEX(OBJECT, "slab-object"),
};

static const struct column_table *const tables[] = {
	&stream_row_columns, &slab_columns, &slab_sum_columns, &stream_header_columns, NULL,
};

#define COLUMNS \
	"RECORD,PID,CPU,REQUESTED,ALLOCATED,ALLOCS,FREES,LIVE,OBJECT,FREE,LIFE,ROUND,CACHE,SITE"

const struct kind kind_slab = {
	.name = "slab",
	.of = &pagesnap_collection_slab,
	.grammar = &slab_grammar,
	.indices = indices,
	.nr_indices = sizeof(indices) / sizeof(indices[0]),
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.objects = "allocations",
	.sort_column = "LIVE",
	.row_size = sizeof(struct slab_row),
	.item_first = PAGESNAP_REC_ALLOC,
	.item_last = PAGESNAP_REC_SLAB_ROUND,
	.begin = begin,
	.take = take,
	.cgroups = cgroups,
	.skipped = skipped,
	.lack = lack,
	.amount = amount,
	.amounts = "events",
	.free = free_row,
};
