// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of sums of slab: of records, and of what they are added up to.
 */
#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "slab_row.h"
#include "slab_sum.h"

static const struct pagesnap_slab_sum *sum_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_SITE_SUM || slab_type(row) == PAGESNAP_REC_CACHE_SUM ?
	       &row->item->u->slab_sum : NULL;
}

#define GET_NUMBER(name)						\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		if (sum_of(row))					\
			set_number(v, sum_of(row)->name);		\
	}

GET_NUMBER(allocs)
GET_NUMBER(frees)
GET_NUMBER(deferred)
GET_NUMBER(unseen)

#define GET_BYTES(name)							\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		if (sum_of(row))					\
			set_bytes(v, sum_of(row)->name);		\
	}

GET_BYTES(live)
GET_BYTES(live_requested)

/* Of one allocation, too. */
#define GET_BYTES_OF_BOTH(name)						\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		if (sum_of(row))					\
			set_bytes(v, sum_of(row)->name);		\
		else if (slab_alloc_of(row))				\
			set_bytes(v, slab_alloc_of(row)->name);		\
	}

GET_BYTES_OF_BOTH(requested)
GET_BYTES_OF_BOTH(allocated)

static void get_waste(struct row *row, struct value *v)
{
	const struct pagesnap_slab_alloc *alloc = slab_alloc_of(row);
	const struct pagesnap_slab_sum *sum = sum_of(row);

	if (sum)
		set_bytes(v, slab_waste(sum->requested, sum->allocated));
	else if (alloc)
		set_bytes(v, slab_waste(alloc->requested, alloc->allocated));
}

static void get_frag(struct row *row, struct value *v)
{
	const struct pagesnap_slab_sum *sum = sum_of(row);

	if (sum)
		set_number(v, slab_percent(slab_waste(sum->requested, sum->allocated),
					   sum->allocated));
}

static void get_live_waste(struct row *row, struct value *v)
{
	if (sum_of(row))
		set_bytes(v, slab_waste(sum_of(row)->live_requested, sum_of(row)->live));
}

/* A free is on another CPU, or node, or not; a sum counts them. */
static void get_other(struct row *row, struct value *v, uint64_t of_sum, uint32_t flag)
{
	if (sum_of(row))
		set_number(v, of_sum);
	else if (slab_type(row) == PAGESNAP_REC_FREE)
		set_number(v, !!(row->item->u->rec.flags & flag));
}

static void get_other_cpu(struct row *row, struct value *v)
{
	get_other(row, v, sum_of(row) ? sum_of(row)->other_cpu : 0, PAGESNAP_RF_OTHER_CPU);
}

static void get_other_node(struct row *row, struct value *v)
{
	get_other(row, v, sum_of(row) ? sum_of(row)->other_node : 0, PAGESNAP_RF_OTHER_NODE);
}

static void get_other_cpu_percent(struct row *row, struct value *v)
{
	if (sum_of(row))
		set_number(v, slab_percent(sum_of(row)->other_cpu, sum_of(row)->frees));
}

static void get_other_node_percent(struct row *row, struct value *v)
{
	if (sum_of(row))
		set_number(v, slab_percent(sum_of(row)->other_node, sum_of(row)->frees));
}

static void get_lifetimes(struct row *row, struct value *v)
{
	const struct pagesnap_slab_sum *sum = sum_of(row);
	struct value_pair *pairs = sum ? row_scratch(row, PAGESNAP_SLAB_LIFETIMES *
						     sizeof(*pairs)) : NULL;
	uint64_t below;
	unsigned int i;

	if (!pairs)
		return;
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	for (i = 0; i < PAGESNAP_SLAB_LIFETIMES; i++) {
		below = slab_lifetime_below(i);
		if (sum->lifetimes[i])
			pairs[v->len++] = (struct value_pair){
				below == PAGESNAP_UNKNOWN ? VALUE_KEY_OTHER : below,
				sum->lifetimes[i],
			};
	}
}

static void get_median(struct row *row, struct value *v)
{
	if (sum_of(row))
		set_number(v, slab_lifetime(sum_of(row)->lifetimes, 50));
}

static void get_p99(struct row *row, struct value *v)
{
	if (sum_of(row))
		set_number(v, slab_lifetime(sum_of(row)->lifetimes, 99));
}

static const struct column of_sums[] = {
	{ "ALLOCS", N, R, { }, get_allocs, NULL, "allocations", ANY },
	{ "FREES", N, R, { }, get_frees, NULL, "of these, those that were freed", ANY },
	{ "REQUESTED", N, R, { }, get_requested, NULL, "bytes that were asked for", ANY },
	{ "ALLOCATED", N, R, { }, get_allocated, NULL, "bytes that were had for that", ANY },
	{ "WASTE", N, R, { }, get_waste, NULL, "what lies between: lost to rounding", ANY },
	{ "FRAG%", N, R, { }, get_frag, NULL, "the same in percent of what was had", ANY },
	{ "LIVE", N, R, { }, get_live, NULL, "bytes that were had and are not freed", ANY },
	{ "LIVE_REQUESTED", N, R, { }, get_live_requested, NULL, "bytes asked for, of the same",
	  ANY },
	{ "LIVE_WASTE", N, R, { }, get_live_waste, NULL, "what lies between", ANY },
	{ "OTHER_CPU", N, R, { }, get_other_cpu, NULL, "frees on another CPU than the allocation",
	  ANY },
	{ "OTHER_CPU%", N, R, { }, get_other_cpu_percent, NULL, "the same in percent of frees",
	  ANY },
	{ "OTHER_NODE", N, R, { }, get_other_node, NULL,
	  "frees on another node than that of the memory", ANY },
	{ "OTHER_NODE%", N, R, { }, get_other_node_percent, NULL, "the same in percent of frees",
	  ANY },
	{ "DEFERRED", N, R, { }, get_deferred, NULL, "frees by kfree_rcu()", ANY },
	{ "UNSEEN", N, R, { }, get_unseen, NULL, "frees that nobody saw", ANY },
	{ "MEDIAN", N, R, { }, get_median, NULL, "us, below which half of what was freed lived",
	  ANY },
	{ "P99", N, R, { }, get_p99, NULL, "the same of 99 percent", ANY },
	{ "LIFETIMES", A, 0, { "below", "frees" }, get_lifetimes, NULL,
	  "frees by lifetime: below so many us", ANY },
};

COLUMN_TABLE(slab_sum_columns, NULL, of_sums);
