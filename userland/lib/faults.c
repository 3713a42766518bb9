// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/faults: its index file, records and words.
 */
#include "../../module/faults/records.h"
#include "collection.h"

#define FIRST PAGESNAP_REC_FAULT_MAP

static const char *const indexes[] = { "task_index" };

static const char *type_word(u32 type)
{
	static const char *const names[] = {
		[PAGESNAP_REC_FAULT_MAP - FIRST] = "map", [PAGESNAP_REC_FAULT - FIRST] = "fault",
		[PAGESNAP_REC_THREAD - FIRST] = "thread", [PAGESNAP_REC_FORK - FIRST] = "fork",
		[PAGESNAP_REC_EXEC - FIRST] = "exec", [PAGESNAP_REC_EXIT - FIRST] = "exit",
		[PAGESNAP_REC_TRACED - FIRST] = "process", [PAGESNAP_REC_SWEEP - FIRST] = "sweep",
		[PAGESNAP_REC_WINDOW - FIRST] = "window",
	};

	return PAGESNAP_WORD(names, type - FIRST);
}

static void text(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_faults_text(t, &r->u->rec);
}

static u64 map_promises(const union pagesnap_any *u)
{
	return u->map.name_len;
}

static void text_map(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_faults_text_map(t, &r->u->map, r->bytes);
}

#define EVENT { \
	.size = sizeof(struct pagesnap_faults_event), .min = 48, .text = text, \
	.strings = { RECORD_STRING(pagesnap_faults_event, comm) }, \
}

static const struct record_layout layouts[] = {
	[PAGESNAP_REC_FAULT_MAP - FIRST] = {
		.size = sizeof(struct pagesnap_faults_map), .min = 80,
		.promises = map_promises, .text = text_map,
	},
	[PAGESNAP_REC_FAULT - FIRST] = {
		.size = sizeof(struct pagesnap_faults_fault), .min = 32, .text = text,
	},
	[PAGESNAP_REC_THREAD - FIRST] = {
		.size = sizeof(struct pagesnap_faults_thread), .min = 40, .text = text,
		.strings = { RECORD_STRING(pagesnap_faults_thread, comm) },
	},
	[PAGESNAP_REC_FORK - FIRST] = EVENT,
	[PAGESNAP_REC_EXEC - FIRST] = EVENT,
	[PAGESNAP_REC_EXIT - FIRST] = EVENT,
	[PAGESNAP_REC_TRACED - FIRST] = {
		.size = sizeof(struct pagesnap_faults_traced), .min = 48, .text = text,
		.strings = { RECORD_STRING(pagesnap_faults_traced, comm) },
	},
	[PAGESNAP_REC_SWEEP - FIRST] = {
		.size = sizeof(struct pagesnap_faults_sweep), .min = 96, .text = text,
	},
	[PAGESNAP_REC_WINDOW - FIRST] = {
		.size = sizeof(struct pagesnap_faults_window), .min = 32, .text = text,
	},
};

const struct collection pagesnap_collection_faults = {
	.id = PAGESNAP_COLLECTION_FAULTS,
	.name = "faults",
	.module = "pagesnap_faults",
	.folder = "objects/mm/faults",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.first = FIRST,
	.nr = ARRAY_SIZE(layouts),
	.layouts = layouts,
	.words = &pagesnap_faults_words,
	.type_word = type_word,
};
