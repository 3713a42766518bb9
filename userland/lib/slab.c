// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/slab: its index files, records and words.
 */
#include "../../module/slab/records.h"
#include "collection.h"

#define FIRST PAGESNAP_REC_SITE

static const char *const indexes[] = {
	"event_index", "site_index", "cache_index", "object_index",
};

static const char *type_word(u32 type)
{
	static const char *const names[] = {
		[PAGESNAP_REC_SITE - FIRST] = "site", [PAGESNAP_REC_CACHE - FIRST] = "cache",
		[PAGESNAP_REC_STACK - FIRST] = "stack", [PAGESNAP_REC_ALLOC - FIRST] = "alloc",
		[PAGESNAP_REC_FREE - FIRST] = "free",
		[PAGESNAP_REC_SITE_SUM - FIRST] = "site-sum",
		[PAGESNAP_REC_CACHE_SUM - FIRST] = "cache-sum",
		[PAGESNAP_REC_OBJECT - FIRST] = "object",
		[PAGESNAP_REC_SLAB_ROUND - FIRST] = "round",
	};

	return PAGESNAP_WORD(names, type - FIRST);
}

static void text(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_slab_text(t, &r->u->rec);
}

static u64 site_promises(const union pagesnap_any *u)
{
	return u->slab_site.name_len;
}

static u64 stack_promises(const union pagesnap_any *u)
{
	return u->slab_stack.name_len;
}

static void text_named(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_slab_text_named(t, &r->u->rec, r->bytes);
}

#define SITE { \
	.size = sizeof(struct pagesnap_slab_site), .min = 24, \
	.promises = site_promises, .text = text_named, \
}

#define ALLOC { .size = sizeof(struct pagesnap_slab_alloc), .min = 80, .text = text }
#define SUM { .size = sizeof(struct pagesnap_slab_sum), .min = 368, .text = text }

static const struct record_layout layouts[] = {
	[PAGESNAP_REC_SITE - FIRST] = SITE,
	[PAGESNAP_REC_CACHE - FIRST] = SITE,
	[PAGESNAP_REC_STACK - FIRST] = {
		.size = sizeof(struct pagesnap_slab_stack), .min = 24,
		.promises = stack_promises, .text = text_named,
	},
	[PAGESNAP_REC_ALLOC - FIRST] = ALLOC,
	[PAGESNAP_REC_FREE - FIRST] = {
		.size = sizeof(struct pagesnap_slab_free), .min = 64, .text = text,
	},
	[PAGESNAP_REC_SITE_SUM - FIRST] = SUM,
	[PAGESNAP_REC_CACHE_SUM - FIRST] = SUM,
	[PAGESNAP_REC_OBJECT - FIRST] = ALLOC,
	[PAGESNAP_REC_SLAB_ROUND - FIRST] = {
		.size = sizeof(struct pagesnap_slab_round), .min = 72, .text = text,
	},
};

const struct collection pagesnap_collection_slab = {
	.id = PAGESNAP_COLLECTION_SLAB,
	.name = "slab",
	.module = "pagesnap_slab",
	.folder = "objects/mm/slab",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.first = FIRST,
	.nr = ARRAY_SIZE(layouts),
	.layouts = layouts,
	.words = &pagesnap_slab_words,
	.type_word = type_word,
};
