// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by their combination of flags.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kpf.h"
#include "pages_summary.h"
#include "sums.h"

/**
 * pages_summary_free() - free a summary
 * @s: summary
 */
void pages_summary_free(struct pages_summary *s)
{
	free(s->table);
}

static struct pagesnap_combo *place_of(const struct pages_summary *s, uint64_t flags)
{
	size_t i = (flags * 0x9e3779b97f4a7c15ULL >> 32) & (s->size - 1);

	while (s->table[i].pages && s->table[i].flags != flags)
		i = (i + 1) & (s->size - 1);
	return &s->table[i];
}

static int grow(struct pages_summary *s)
{
	struct pages_summary bigger = { .size = s->size ? 2 * s->size : 1024 };
	size_t i;

	/* one more place than the table, for "other" */
	bigger.table = calloc(bigger.size + 1, sizeof(*bigger.table));
	if (!bigger.table)
		return -ENOMEM;
	for (i = 0; i < s->size; i++)
		if (s->table[i].pages)
			*place_of(&bigger, s->table[i].flags) = s->table[i];
	free(s->table);
	s->table = bigger.table;
	s->size = bigger.size;
	return 0;
}

static int add(struct pages_summary *s, uint64_t flags, uint64_t pages)
{
	struct pagesnap_combo *combo;

	if (flags == PAGESNAP_UNKNOWN) {
		s->other += pages;
		return 0;
	}
	if (!pages)
		return 0;
	flags = s->raw_flags ? kpf_expanded(flags) : kpf_well_known(flags);
	if (2 * s->nr >= s->size && grow(s))
		return -ENOMEM;
	combo = place_of(s, flags);
	if (!combo->pages)
		s->nr++;
	combo->flags = flags;
	combo->pages += pages;
	return 0;
}

static int take_total(struct pages_summary *s, const struct pagesnap_record *r)
{
	struct pagesnap_combo combo;
	uint32_t i;

	sums_add(&s->sums, &r->u->total.sums);
	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++)
		s->objects_by_pages[i] += r->u->total.objects_by_pages[i];
	for (i = 0; i < r->u->total.nr_combos; i++) {
		combo = pagesnap_record_combo(r, i);
		if (add(s, combo.flags, combo.pages))
			return -ENOMEM;
	}
	return 0;
}

static int take_run(struct pages_summary *s, const struct pagesnap_run *run)
{
	static const struct {
		unsigned int bit;
		size_t sum;
	} sums_of[] = {
		{ KPF_DIRTY, offsetof(struct pagesnap_sums, dirty) },
		{ KPF_WRITEBACK, offsetof(struct pagesnap_sums, writeback) },
		{ KPF_ACTIVE, offsetof(struct pagesnap_sums, active) },
		{ KPF_REFERENCED, offsetof(struct pagesnap_sums, referenced) },
		{ KPF_UNEVICTABLE, offsetof(struct pagesnap_sums, unevictable) },
	};
	size_t i;

	s->sums.pages += run->nr;
	s->sums.mapped += run->mapped;
	if (run->order < PAGESNAP_ORDERS)
		s->sums.orders[run->order] += run->nr;
	for (i = 0; i < sizeof(sums_of) / sizeof(sums_of[0]); i++)
		if (run->flags >> sums_of[i].bit & 1)
			*(__u64 *)((char *)&s->sums + sums_of[i].sum) += run->nr;
	return add(s, run->flags, run->nr);
}

/**
 * pages_summary_take() - add a record
 * @s: summary
 * @r: record; only those with pages are looked at, and the end for its time
 *
 * Return: 0 or -ENOMEM.
 */
int pages_summary_take(struct pages_summary *s, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_TOTAL:
		return take_total(s, r);
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		return take_run(s, &r->u->run);
	case PAGESNAP_REC_GONE:
		s->sums.evicted += r->u->gap.nr;
		return 0;
	case PAGESNAP_REC_SWAP:
		s->sums.swapped += r->u->gap.nr;
		return 0;
	case PAGESNAP_REC_SPECIAL:
		s->sums.special += r->u->gap.nr;
		return 0;
	case PAGESNAP_REC_HOLE:
		s->sums.holes += r->u->gap.nr;
		return 0;
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		if (!pagesnap_record_sums(r))
			return 0;
		s->files += r->u->rec.type == PAGESNAP_REC_FILE;
		sums_add(&s->sums, pagesnap_record_sums(r));
		return add(s, PAGESNAP_UNKNOWN, pagesnap_record_sums(r)->pages);
	case PAGESNAP_REC_END:
		s->us += r->u->end.us;
		return 0;
	default:
		return 0;
	}
}

static int most_pages_first(const void *a, const void *b)
{
	const struct pagesnap_combo *x = a, *y = b;

	if (x->pages != y->pages)
		return x->pages < y->pages ? 1 : -1;
	return x->flags < y->flags ? -1 : x->flags > y->flags;
}

/**
 * pages_summary_rows() - the combinations
 * @s: summary
 * @nr: how many
 *
 * Return: them, most pages first and "other" last.
 */
const struct pagesnap_combo *pages_summary_rows(struct pages_summary *s, size_t *nr)
{
	size_t i;

	*nr = 0;
	if (!s->size && grow(s))
		return NULL;
	for (i = 0; i < s->size; i++)
		if (s->table[i].pages)
			s->table[(*nr)++] = s->table[i];
	qsort(s->table, *nr, sizeof(*s->table), most_pages_first);
	if (s->other)
		s->table[(*nr)++] = (struct pagesnap_combo){ PAGESNAP_UNKNOWN, s->other };
	return s->table;
}
