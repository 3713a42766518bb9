// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by their combination of flags, and slabs by their cache.
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
	size_t i;

	for (i = 0; i < s->nr_caches; i++)
		free(s->caches[i]);
	free(s->caches);
	free(s->table);
}

static struct pages_summary_row *place_of(const struct pages_summary *s, uint64_t flags,
					  const char *cache)
{
	uint64_t key = flags ^ (uintptr_t)cache << 20;
	size_t i = (key * 0x9e3779b97f4a7c15ULL >> 32) & (s->size - 1);

	while (s->table[i].combo.pages &&
	       (s->table[i].combo.flags != flags || s->table[i].cache != cache))
		i = (i + 1) & (s->size - 1);
	return &s->table[i];
}

static int grow(struct pages_summary *s)
{
	const size_t size = s->size ? 2 * s->size : 1024;
	struct pages_summary bigger = { .size = size };
	const struct pages_summary_row *row;
	size_t i;

	/* one more place than the table, for "other" */
	bigger.table = calloc(size + 1, sizeof(*bigger.table));
	if (!bigger.table)
		return -ENOMEM;
	for (i = 0; i < s->size; i++) {
		row = &s->table[i];
		if (row->combo.pages)
			*place_of(&bigger, row->combo.flags, row->cache) = *row;
	}
	free(s->table);
	s->table = bigger.table;
	s->size = size;
	return 0;
}

/* @cache: of s->caches, or NULL */
static int add(struct pages_summary *s, uint64_t flags, const char *cache, uint64_t pages)
{
	struct pages_summary_row *row;

	if (flags == PAGESNAP_UNKNOWN) {
		s->other += pages;
		return 0;
	}
	if (!pages)
		return 0;
	flags = s->raw_flags ? kpf_expanded(flags) : kpf_well_known(flags);
	if (2 * s->nr >= s->size && grow(s))
		return -ENOMEM;
	row = place_of(s, flags, cache);
	if (!row->combo.pages)
		s->nr++;
	row->combo.flags = flags;
	row->cache = cache;
	row->combo.pages += pages;
	return 0;
}

/* A name that stays as long as @s; NULL if there is no memory.  Kernels have some hundred. */
static const char *keep_cache(struct pages_summary *s, const char *name, size_t len)
{
	char **more;
	size_t i;

	for (i = 0; i < s->nr_caches; i++)
		if (!strncmp(s->caches[i], name, len) && !s->caches[i][len])
			return s->caches[i];
	more = reallocarray(s->caches, s->nr_caches + 1, sizeof(*more));
	if (!more)
		return NULL;
	s->caches = more;
	more[s->nr_caches] = strndup(name, len);
	return more[s->nr_caches] ? more[s->nr_caches++] : NULL;
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
		if (add(s, combo.flags, NULL, combo.pages))
			return -ENOMEM;
	}
	return 0;
}

/* Whose slabs a run is, in *@cache, if that was asked for.  0 or -ENOMEM. */
static int cache_of(struct pages_summary *s, const struct pagesnap_record *r, const char **cache)
{
	const unsigned int both = PAGESNAP_RF_NAME | PAGESNAP_RF_CACHE;
	const char *name;
	size_t len;

	*cache = NULL;
	if ((r->u->rec.flags & both) != both)
		return 0;
	name = pagesnap_record_name(r, &len);
	*cache = keep_cache(s, name, len);
	return *cache ? 0 : -ENOMEM;
}

static int take_run(struct pages_summary *s, const struct pagesnap_record *r)
{
	const struct pagesnap_run *run = &r->u->run;
	const char *cache;
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
	return cache_of(s, r, &cache) ?: add(s, run->flags, cache, run->nr);
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
		return take_run(s, r);
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
		return add(s, PAGESNAP_UNKNOWN, NULL, pagesnap_record_sums(r)->pages);
	case PAGESNAP_REC_END:
		s->us += r->u->end.us;
		return 0;
	default:
		return 0;
	}
}

static int most_pages_first(const void *a, const void *b)
{
	const struct pages_summary_row *x = a, *y = b;

	if (x->combo.pages != y->combo.pages)
		return x->combo.pages < y->combo.pages ? 1 : -1;
	if (x->combo.flags != y->combo.flags)
		return x->combo.flags < y->combo.flags ? -1 : 1;
	return strcmp(x->cache ? x->cache : "", y->cache ? y->cache : "");
}

/**
 * pages_summary_rows() - the combinations
 * @s: summary
 * @nr: how many
 *
 * Return: them, most pages first and "other" last.
 */
const struct pages_summary_row *pages_summary_rows(struct pages_summary *s, size_t *nr)
{
	size_t i;

	*nr = 0;
	if (!s->size && grow(s))
		return NULL;
	for (i = 0; i < s->size; i++)
		if (s->table[i].combo.pages)
			s->table[(*nr)++] = s->table[i];
	qsort(s->table, *nr, sizeof(*s->table), most_pages_first);
	if (s->other)
		s->table[(*nr)++] = (struct pages_summary_row){ { PAGESNAP_UNKNOWN, s->other }, NULL };
	return s->table;
}
