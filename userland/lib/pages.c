// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/pages: its index files, records and words.
 */
#include "../../module/pages/page_records.h"
#include "collection.h"
#include "pages-internal.h"

static const char *const indexes[] = {
	[PAGESNAP_PFN] = "pfn_index",
	[PAGESNAP_FILE] = "filename_index",
	[PAGESNAP_SB] = "sb_index",
	[PAGESNAP_TASK] = "task_index",
};

/* What belongs to a record ------------------------------------------------- */

static u64 sb_promises(const union pagesnap_any *u)
{
	return (u64)u->sb.asked_len + u->sb.name_len;
}

static u64 run_promises(const union pagesnap_any *u)
{
	return u->rec.flags & PAGESNAP_RF_NAME ? u->run.name_len : 0;
}

/* Subtotals are the last of what follows a record. */
static u64 subtotals_promise(const union pagesnap_any *u)
{
	struct pages_subtotals s = pagesnap_pages_subtotals(u);

	return s.off + (u64)(s.nr_nodes + s.nr_cgroups) * sizeof(struct pagesnap_subtotal);
}

/* Text --------------------------------------------------------------------- */

static void find_subtotals(const struct pagesnap_record *r, const char **nodes,
			   const char **cgroups)
{
	struct pages_subtotals s = pagesnap_pages_subtotals(r->u);

	*nodes = r->bytes + s.off;
	*cgroups = *nodes + s.nr_nodes * sizeof(struct pagesnap_subtotal);
}

static void text_object(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const char *nodes, *cgroups;
	union pagesnap_object o;

	memcpy(&o, r->u, sizeof(o));
	find_subtotals(r, &nodes, &cgroups);
	pagesnap_text_object(t, &o, r->bytes, nodes, cgroups);
}

static void text_run(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_run(t, &r->u->run, r->bytes);
}

static void text_gap(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_gap(t, &r->u->gap);
}

static void text_total(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const char *nodes, *cgroups;

	find_subtotals(r, &nodes, &cgroups);
	/* the decoder keeps the bytes aligned for this */
	pagesnap_text_total(t, &r->u->total, (const void *)r->bytes, nodes, cgroups);
}

static void text_same(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_same(t, &r->u->same);
}

/* Structures --------------------------------------------------------------- */

#define FIRST PAGESNAP_REC_SB

#define RUN { \
	.size = sizeof(struct pagesnap_run), .min = 160, \
	.strings = { RECORD_STRING(pagesnap_run, zone_name) }, \
	.promises = run_promises, .promise_flag = PAGESNAP_RF_NAME, .text = text_run, \
}

#define GAP { .size = sizeof(struct pagesnap_gap), .min = 56, .text = text_gap }

static const struct record_layout layouts[] = {
	[PAGESNAP_REC_SB - FIRST] = {
		.size = sizeof(struct pagesnap_sb), .min = 96,
		.strings = {
			RECORD_STRING(pagesnap_sb, fstype), RECORD_STRING(pagesnap_sb, id),
		},
		.promises = sb_promises, .text = text_object,
	},
	[PAGESNAP_REC_FILE - FIRST] = {
		.size = sizeof(struct pagesnap_file), .min = 312,
		.sums = offsetof(struct pagesnap_file, sums),
		.promises = subtotals_promise, .text = text_object,
	},
	[PAGESNAP_REC_TASK - FIRST] = {
		.size = sizeof(struct pagesnap_task), .min = 40,
		.strings = { RECORD_STRING(pagesnap_task, comm) },
		.text = text_object,
	},
	[PAGESNAP_REC_VMA - FIRST] = {
		.size = sizeof(struct pagesnap_vma), .min = 320,
		.sums = offsetof(struct pagesnap_vma, sums),
		.promises = subtotals_promise, .text = text_object,
	},
	[PAGESNAP_REC_SPAN - FIRST] = {
		.size = sizeof(struct pagesnap_span), .min = 280,
		.sums = offsetof(struct pagesnap_span, sums),
		.promises = subtotals_promise, .text = text_object,
	},
	[PAGESNAP_REC_PAGE - FIRST] = RUN,
	[PAGESNAP_REC_RUN - FIRST] = RUN,
	[PAGESNAP_REC_GONE - FIRST] = GAP,
	[PAGESNAP_REC_SWAP - FIRST] = GAP,
	[PAGESNAP_REC_HOLE - FIRST] = GAP,
	[PAGESNAP_REC_SPECIAL - FIRST] = GAP,
	[PAGESNAP_REC_TOTAL - FIRST] = {
		.size = sizeof(struct pagesnap_total), .min = 776,
		.promises = subtotals_promise, .text = text_total,
	},
	[PAGESNAP_REC_SAME - FIRST] = {
		.size = sizeof(struct pagesnap_same), .min = sizeof(struct pagesnap_same),
		.text = text_same,
	},
};

const struct collection pagesnap_collection_pages = {
	.id = PAGESNAP_COLLECTION_PAGES,
	.name = "pages",
	.module = "pagesnap",
	.folder = "objects/mm/pages",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.first = FIRST,
	.nr = ARRAY_SIZE(layouts),
	.layouts = layouts,
	.query = pagesnap_pages_query,
	.words = &pagesnap_pages_words,
	.type_word = pagesnap_type_name,
};
