// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/accesses: its index files, records and words.
 */
#include "../../module/accesses/records.h"
#include "collection.h"

#define FIRST PAGESNAP_REC_SAMPLE

static const char *const indexes[] = { "task_index", "pfn_index", "filename_index" };

static const char *type_word(u32 type)
{
	static const char *const names[] = {
		[PAGESNAP_REC_SAMPLE - FIRST] = "sample", [PAGESNAP_REC_HEAT - FIRST] = "heat",
		[PAGESNAP_REC_WSS - FIRST] = "wss", [PAGESNAP_REC_PROCESS - FIRST] = "process",
		[PAGESNAP_REC_HEAT_SPAN - FIRST] = "span",
		[PAGESNAP_REC_HEAT_FILE - FIRST] = "file",
	};

	return PAGESNAP_WORD(names, type - FIRST);
}

static void text(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_accesses_text(t, &r->u->rec);
}

static u64 file_promises(const union pagesnap_any *u)
{
	return u->heat_file.name_len;
}

static void text_file(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_accesses_text_file(t, &r->u->heat_file, r->bytes);
}

static const struct record_layout layouts[] = {
	[PAGESNAP_REC_SAMPLE - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_sample), .min = 104, .text = text,
	},
	[PAGESNAP_REC_HEAT - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_heat), .min = 56, .text = text,
	},
	[PAGESNAP_REC_WSS - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_wss), .min = 304, .text = text,
	},
	[PAGESNAP_REC_PROCESS - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_process), .min = 48, .text = text,
		.strings = { RECORD_STRING(pagesnap_accesses_process, comm) },
	},
	[PAGESNAP_REC_HEAT_SPAN - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_span), .min = 32, .text = text,
	},
	[PAGESNAP_REC_HEAT_FILE - FIRST] = {
		.size = sizeof(struct pagesnap_accesses_file), .min = 48,
		.promises = file_promises, .text = text_file,
	},
};

const struct collection pagesnap_collection_accesses = {
	.id = PAGESNAP_COLLECTION_ACCESSES,
	.name = "accesses",
	.module = "pagesnap_accesses",
	.folder = "objects/mm/accesses",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.first = FIRST,
	.nr = ARRAY_SIZE(layouts),
	.layouts = layouts,
	.words = &pagesnap_accesses_words,
	.type_word = type_word,
};
