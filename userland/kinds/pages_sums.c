// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of sums: of an object or a total.  A row of pages has those that
 * its record reports.
 */
#include "bar.h"
#include "kind.h"
#include "pages_get.h"
#include "tally_group.h"

static bool has_pages(const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	return p->combo || p->sums || run_of(row);
}

void get_res(struct row *row, struct value *v)
{
	if (has_pages(row))
		set_pages(row, v, row->kind->pages(row));
}

void get_pages(struct row *row, struct value *v)
{
	if (has_pages(row))
		set_number(v, row->kind->pages(row));
}

void get_mb(struct row *row, struct value *v)
{
	if (!has_pages(row))
		return;
	set_pages(row, v, row->kind->pages(row));
	v->type = VALUE_NUMBER;
	v->number >>= 20;
}

/* Whole ones, so that 100 is all of it. */
void get_percent(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_file *file = &p->object.any.file;
	uint64_t pages, cached;

	if (!p->sums || row->item || p->group || !part_is(&p->object, PAGESNAP_REC_FILE) ||
	    !file->size)
		return;
	pages = ((file->size - 1) >> row->page_shift) + 1;
	cached = row->kind->pages(row);
	set_number(v, cached < pages ? (unsigned __int128)cached * 100 / pages : 100);
}

void get_bar(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);
	char *text = p->bar ? row_scratch(row, BAR_CELLS + 2) : NULL;

	if (!text)
		return;
	bar_text(p->bar, text);
	v->type = VALUE_WORD;
	v->text = text;
	v->len = BAR_CELLS + 2;
}

#define SUM(name)							\
void get_##name(struct row *row, struct value *v)			\
{									\
	if (pages_row(row)->sums)							\
		set_pages(row, v, pages_row(row)->sums->name);			\
}									\
									\
void get_##name##_pages(struct row *row, struct value *v)		\
{									\
	if (pages_row(row)->sums)							\
		set_number(v, pages_row(row)->sums->name);				\
}

SUM(dirty)
SUM(writeback)
SUM(active)
SUM(referenced)
SUM(unevictable)

/* A page that is being written is not dirty any more. */
void get_clean_pages(struct row *row, struct value *v)
{
	const struct pagesnap_sums *sums = pages_row(row)->sums;

	if (sums && (sums->dirty == PAGESNAP_UNKNOWN || sums->pages == PAGESNAP_UNKNOWN))
		v->type = VALUE_UNKNOWN;
	else if (sums)
		set_number(v, sums->dirty < sums->pages ? sums->pages - sums->dirty : 0);
}

void get_clean(struct row *row, struct value *v)
{
	get_clean_pages(row, v);
	if (v->type == VALUE_NUMBER)
		set_pages(row, v, v->number);
}

void get_droppable_pages(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->sums)
		set_number(v, p->droppable);
}

void get_droppable(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->sums)
		set_pages(row, v, p->droppable);
}

void get_pss(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (!p->sums)
		return;
	if (p->pss >= PAGESNAP_NONE)
		set_number(v, p->pss);
	else
		set_bytes(v, p->pss);
}

void get_mapped_pages(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->sums)
		set_number(v, p->sums->mapped);
	else if (run_of(row))
		set_number(v, run_of(row)->mapped);
}

void get_mapped(struct row *row, struct value *v)
{
	get_mapped_pages(row, v);
	if (v->type == VALUE_NUMBER)
		set_pages(row, v, v->number);
}

/* What entries without a page add up to. */
#define GAPS(name, record)						\
void get_##name##_pages(struct row *row, struct value *v)		\
{									\
	if (pages_row(row)->sums)							\
		set_number(v, pages_row(row)->sums->name);				\
	else if (row->item && row->item->u->rec.type == (record))	\
		set_number(v, row->item->u->gap.nr);			\
}									\
									\
void get_##name(struct row *row, struct value *v)			\
{									\
	get_##name##_pages(row, v);					\
	if (v->type == VALUE_NUMBER)					\
		set_pages(row, v, v->number);				\
}

GAPS(evicted, PAGESNAP_REC_GONE)
void get_recent_pages(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	set_number(v, p->group ? p->group->recent : p->recent);
}

void get_recent(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	set_pages(row, v, p->group ? p->group->recent : p->recent);
}

GAPS(swapped, PAGESNAP_REC_SWAP)
GAPS(special, PAGESNAP_REC_SPECIAL)
GAPS(holes, PAGESNAP_REC_HOLE)

/* The numbers that are above 0, by their places. */
static void set_counts(struct row *row, struct value *v, const __u64 *counts, size_t nr)
{
	struct value_pair *pairs = row_scratch(row, nr * sizeof(*pairs));
	size_t i;

	if (!pairs)
		return;
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	for (i = 0; i < nr && v->type == VALUE_PAIRS; i++) {
		if (counts[i] == PAGESNAP_UNKNOWN)
			v->type = VALUE_UNKNOWN;
		else if (counts[i])
			pairs[v->len++] = (struct value_pair){ i, counts[i] };
	}
}

void get_orders(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->sums)
		set_counts(row, v, p->sums->orders, PAGESNAP_ORDERS);
}

static uint64_t subtotal_key(uint64_t key)
{
	switch (key) {
	case PAGESNAP_OTHER:
		return VALUE_KEY_OTHER;
	case PAGESNAP_NONE:
		return VALUE_KEY_NONE;
	case PAGESNAP_UNKNOWN:
		return VALUE_KEY_UNKNOWN;
	default:
		return key;
	}
}

/* Pages that have no subtotals come from a module that doesn't report them. */
static void set_subtotals(struct row *row, struct value *v, const struct pagesnap_record *r,
			  uint32_t nr,
		       struct pagesnap_subtotal nth_of(const struct pagesnap_record *r,
						       uint32_t nth))
{
	struct value_pair *pairs;
	uint32_t i;

	if (!nr && pages_row(row)->sums->pages) {
		v->type = VALUE_UNKNOWN;
		return;
	}
	pairs = row_scratch(row, nr * sizeof(*pairs));
	if (!pairs)
		return;
	for (i = 0; i < nr; i++) {
		struct pagesnap_subtotal s = nth_of(r, i);

		pairs[i] = (struct value_pair){ subtotal_key(s.key), s.pages };
	}
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	v->len = nr;
}

/* Whose sums they are, NULL if of no one record. */
static const struct pagesnap_record *summed(const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	if (!p->sums || p->group)
		return NULL;
	return row->item ? row->item : &p->object.record;
}

void get_nodes(struct row *row, struct value *v)
{
	if (summed(row))
		set_subtotals(row, v, summed(row), pagesnap_record_nodes(summed(row)),
			      pagesnap_record_node);
}

void get_cgroups(struct row *row, struct value *v)
{
	if (summed(row))
		set_subtotals(row, v, summed(row), pagesnap_record_cgroups(summed(row)),
			      pagesnap_record_cgroup);
}

static const struct pagesnap_total *total_of(const struct row *row)
{
	if (!row->item || row->item->u->rec.type != PAGESNAP_REC_TOTAL)
		return NULL;
	return &row->item->u->total;
}

void get_objects_by_pages(struct row *row, struct value *v)
{
	if (total_of(row))
		set_counts(row, v, total_of(row)->objects_by_pages, PAGESNAP_LOG2_BUCKETS);
}

void get_combos(struct row *row, struct value *v)
{
	const struct pagesnap_total *total = total_of(row);
	struct value_pair *pairs;
	struct pagesnap_combo combo;
	uint32_t i;

	if (!total)
		return;
	pairs = row_scratch(row, total->nr_combos * sizeof(*pairs));
	if (!pairs)
		return;
	for (i = 0; i < total->nr_combos; i++) {
		combo = pagesnap_record_combo(row->item, i);
		pairs[i] = (struct value_pair){ combo.flags, combo.pages };
	}
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	v->len = total->nr_combos;
}
