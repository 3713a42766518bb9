// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/numbers: its index files, records and words, as a file of
 * userland/lib/.
 */
#include "lib/collection.h"
#include "numbers.h"

static const char *const indexes[] = { "count_index", "ticks_index", "events_index" };

static const char *type_word(u32 type)
{
	static const char *const names[] = { "number", "tick", "missed", "event", "produced" };

	return PAGESNAP_WORD(names, type - NUMBERS_REC_NUMBER);
}

static void text_number(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const struct numbers_number *n = (const void *)r->u;

	pagesnap_text_type(t, "number", n->q);
	pagesnap_text_key(t, " value=", n->value);
}

static void text_tick(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const struct numbers_tick *tick = (const void *)r->u;

	pagesnap_text_type(t, "tick", tick->q);
	pagesnap_text_key(t, " value=", tick->value);
	pagesnap_text_key(t, " late=", tick->late_ns);
	pagesnap_text_key(t, " missed=", tick->missed);
}

static void text_missed(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const struct numbers_missed *missed = (const void *)r->u;

	pagesnap_text_type(t, "missed", missed->q);
	pagesnap_text_key(t, " numbers=", missed->numbers);
}

/* What has no text here is passed over, as what is not known. */
static const struct record_layout layouts[] = {
	[NUMBERS_REC_NUMBER - NUMBERS_REC_NUMBER] = {
		.size = sizeof(struct numbers_number), .min = 24, .text = text_number,
	},
	[NUMBERS_REC_TICK - NUMBERS_REC_NUMBER] = {
		.size = sizeof(struct numbers_tick), .min = 40, .text = text_tick,
	},
	[NUMBERS_REC_MISSED - NUMBERS_REC_NUMBER] = {
		.size = sizeof(struct numbers_missed), .min = 24, .text = text_missed,
	},
	[NUMBERS_REC_EVENT - NUMBERS_REC_NUMBER] = {
		.size = sizeof(struct numbers_event), .min = 32,
	},
	[NUMBERS_REC_PRODUCED - NUMBERS_REC_NUMBER] = {
		.size = sizeof(struct numbers_produced), .min = 24,
	},
};

static const struct pagesnap_words words = {
	.counters = { "counted" },
};

const struct collection pagesnap_collection_numbers = {
	.id = NUMBERS_COLLECTION,
	.name = "numbers",
	.module = "pagesnap_numbers",
	.folder = "objects/mm/numbers",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.first = NUMBERS_REC_NUMBER,
	.nr = ARRAY_SIZE(layouts),
	.layouts = layouts,
	.words = &words,
	.type_word = type_word,
};
