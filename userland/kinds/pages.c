// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/pages: which records are rows, and what of earlier
 * records belongs to them.
 */
#include "holders.h"
#include "kind.h"
#include "pages_columns.h"
#include "pages_context.h"
#include "pages_layouts.h"
#include "pages_merge.h"
#include "pages_nothing.h"
#include "pages_row.h"
#include "pages_select.h"

static void set_up(struct row *row)
{
	row->object = &pages_row(row)->object;
}

static void begin(struct row *row)
{
	struct pages_row *p = pages_row(row);

	p->outer.set = false;
	p->object.set = false;
	p->sums = NULL;
	p->group = NULL;
	p->droppable = p->pss = PAGESNAP_NONE;
	p->recent = PAGESNAP_NONE;
}

static int take_outer(struct pages_row *p, const struct pagesnap_record *r)
{
	p->object.set = false;
	return record_copy_take(&p->outer, r);
}

/* ABI 1.0 had neither. */
static void take_more(struct pages_row *p, const struct pagesnap_record *r)
{
	const struct record_copy *header = &p->row.header;
	bool reported = !header->set || header->any.header.abi_minor;
	uint64_t droppable = PAGESNAP_NONE, pss = PAGESNAP_NONE;

	if (!p->sums)
		return;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		droppable = r->u->file.droppable;
		break;
	case PAGESNAP_REC_VMA:
		pss = r->u->vma.pss;
		break;
	case PAGESNAP_REC_TOTAL:
		droppable = r->u->total.droppable;
		pss = r->u->total.pss;
		break;
	}
	p->droppable = reported || droppable == PAGESNAP_NONE ? droppable : PAGESNAP_UNKNOWN;
	p->pss = reported || pss == PAGESNAP_NONE ? pss : PAGESNAP_UNKNOWN;
}

static int take_object(struct pages_row *p, const struct pagesnap_record *r)
{
	int status = record_copy_take(&p->object, r);

	p->row.item = NULL;
	p->sums = NULL;
	p->recent = PAGESNAP_NONE;
	if (status)
		return status;
	p->sums = pagesnap_record_sums(&p->object.record);
	take_more(p, &p->object.record);
	return p->sums ? ROW_PRINT : ROW_SKIP;
}

static int take_item(struct pages_row *p, const struct pagesnap_record *r)
{
	p->row.item = r;
	p->row.is_flat = kind_is_flat(&kind_pages, r->u->rec.type);
	p->sums = pagesnap_record_sums(r);
	p->recent = PAGESNAP_NONE;
	take_more(p, r);
	return ROW_PRINT;
}

static int take(struct row *row, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_SB:
	case PAGESNAP_REC_TASK:
		return take_outer(pages_row(row), r);
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		return take_object(pages_row(row), r);
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
	case PAGESNAP_REC_TOTAL:
		return take_item(pages_row(row), r);
	default:
		return ROW_SKIP;
	}
}

/* 0 for entries without a page. */
static uint64_t pages(const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	if (p->combo)
		return p->combo->pages;
	if (p->sums)
		return p->sums->pages;
	return row->item && kind_is_flat(&kind_pages, row->item->u->rec.type) ?
	       row->item->u->run.nr : 0;
}

enum remark { ON_OWNER_2, ON_UNKNOWN, ON_KERNEL };

static const struct kind_remark remarks[] = {
	[ON_OWNER_2] = {
		.columns = { "FLAGS", "LONG" },
		.says = "owner_2: the filesystem's own mark, for most: where the page is on the disk is known.",
	},
	[ON_UNKNOWN] = {
		.columns = { "KIND" },
		.says = "unknown: nobody holds it: free in a list of a CPU, or the tail of an allocation.",
	},
	[ON_KERNEL] = {
		.columns = { "KIND" },
		.says = "kernel: in use, by the kernel or a driver that does not mark what for.",
	},
};

static uint32_t explain_flags(uint64_t flags)
{
	return flags >> PAGESNAP_KPF_OWNER_2 & 1 ? 1U << ON_OWNER_2 : 0;
}

static uint32_t explain_kind(unsigned int kind)
{
	switch (kind) {
	case PAGESNAP_KIND_UNKNOWN:
		return 1U << ON_UNKNOWN;
	case PAGESNAP_KIND_KERNEL:
		return 1U << ON_KERNEL;
	default:
		return 0;
	}
}

static uint32_t explain(const struct row *row)
{
	const struct pagesnap_combo *combo = pages_row(row)->combo;
	const struct pagesnap_record *item = row->item;

	if (combo && combo->flags != PAGESNAP_UNKNOWN)
		return explain_flags(combo->flags);
	if (item && kind_is_flat(&kind_pages, item->u->rec.type))
		return explain_flags(item->u->run.flags) | explain_kind(item->u->run.kind);
	return 0;
}

static struct file_id file(const struct row *row)
{
	const struct record_copy *object = &pages_row(row)->object;

	return object->set && object->any.rec.type == PAGESNAP_REC_FILE ?
	       file_id_of(&object->any.file) : (struct file_id){ };
}

static void free_row(struct row *row)
{
	struct pages_row *p = pages_row(row);

	record_copy_free(&p->outer);
	record_copy_free(&p->object);
	holders_free(p->holders);
}

#define FIRST PAGESNAP_REC_SB

static const enum kind_role roles[] = {
	[PAGESNAP_REC_SB - FIRST] = KIND_AROUND,
	[PAGESNAP_REC_FILE - FIRST] = KIND_OBJECT,
	[PAGESNAP_REC_TASK - FIRST] = KIND_SUBJECT,
	[PAGESNAP_REC_VMA - FIRST] = KIND_OBJECT,
	[PAGESNAP_REC_SPAN - FIRST] = KIND_OBJECT,
	[PAGESNAP_REC_PAGE - FIRST] = KIND_ROW,
	[PAGESNAP_REC_RUN - FIRST] = KIND_RUN,
	[PAGESNAP_REC_GONE - FIRST] = KIND_GAP,
	[PAGESNAP_REC_SWAP - FIRST] = KIND_GAP,
	[PAGESNAP_REC_HOLE - FIRST] = KIND_GAP,
	[PAGESNAP_REC_SPECIAL - FIRST] = KIND_GAP,
	[PAGESNAP_REC_TOTAL - FIRST] = KIND_SUM,
	[PAGESNAP_REC_SAME - FIRST] = KIND_REFERENCE,
};

/* Of a run the one that is charged, and its nearest ancestor that is online. */
static int cgroups(const struct pagesnap_record *r, int (*each)(void *ctx, uint64_t ino), void *ctx)
{
	uint32_t i, nr = pagesnap_record_cgroups(r);
	int err = 0;

	if (kind_is_flat(&kind_pages, r->u->rec.type))
		return each(ctx, r->u->run.cgroup) ?: each(ctx, r->u->run.cgroup_online);
	for (i = 0; i < nr && !err; i++)
		err = each(ctx, pagesnap_record_cgroup(r, i).key);
	return err;
}

static enum skipped_unit skipped(unsigned int why)
{
	switch (why) {
	case PAGESNAP_WHY_FREEING:
	case PAGESNAP_WHY_NEW:
		return SKIPPED_INODES;
	case PAGESNAP_WHY_DAX:
		return SKIPPED_ENTRIES;
	case PAGESNAP_WHY_BUSY:
		return SKIPPED_FILESYSTEMS;
	case PAGESNAP_WHY_EXITED:
	case PAGESNAP_WHY_LOCKED:
	case PAGESNAP_WHY_SELF:
	case PAGESNAP_WHY_SHARED:
		return SKIPPED_PROCESSES;
	default:
		return SKIPPED_PAGES;
	}
}

/* Whoever saved frames with their names wants to see these. */
static void learn(struct pagesnap_params *ask, enum pagesnap_index_file which,
		  const union kind_select *sel)
{
	if (which == PAGESNAP_PFN)
		ask->frame_names = pages_select(sel)->frame_names;
}

static uint64_t amount(const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	if (kind_is_flat(&kind_pages, r->u->rec.type))
		return r->u->run.nr;
	return sums ? sums->pages : 0;
}

static void init_select(union kind_select *sel)
{
	_Static_assert(sizeof(*pages_select(sel)) <= sizeof(*sel), "room for what a query selects");

	pagesnap_select_init(pages_select(sel));
}

/* Then no answer doesn't mean that there is nothing. */
static bool selects(const union kind_select *sel)
{
	const struct pagesnap_select *s = pages_select(sel);

	return s->all || s->none || s->any || s->node >= 0 || s->has_cgroup || s->has_order ||
	       s->min_pages || s->parts;
}

static bool is_part(const union kind_select *sel)
{
	return pages_select(sel)->parts;
}

static const struct kind_grammar grammar = {
	.options = pagesnap_select_options,
	.targets = true,
	.init = init_select,
	.selects = selects,
	.is_part = is_part,
};

static const struct kind_index indices[] = {
	{
		.which = PAGESNAP_FILE, .word = "file", .subject = PAGESNAP_SUBJECT_FILE,
		.expected = "absolute path expected", .merge = KIND_MERGE_PARTS, .is_small = true,
	}, {
		.which = PAGESNAP_SB, .word = "fs", .subject = PAGESNAP_SUBJECT_SB,
		.expected = "absolute path expected", .merge = KIND_MERGE_PARTS,
	}, {
		.which = PAGESNAP_TASK, .word = "task", .subject = PAGESNAP_SUBJECT_TASK,
		.expected = "PID, uid:N or cgroup:PATH expected", .merge = KIND_MERGE_NONE,
	}, {
		.which = PAGESNAP_PFN, .word = "pfn", .subject = PAGESNAP_SUBJECT_NONE,
		.expected = "a range or an option expected; all frames are 0-",
		.merge = KIND_MERGE_RANGES,
	},
};

static const struct column_table *const tables[] = PAGES_TABLES(&pages_why_columns);

const struct kind kind_pages = {
	.name = "pages",
	.of = &pagesnap_collection_pages,
	.grammar = &grammar,
	.indices = indices,
	.nr_indices = sizeof(indices) / sizeof(indices[0]),
	.roles = roles,
	.rule = &pages_merge_rule,
	.tables = tables,
	.layouts = {
		.items = PAGES_ITEM_COLUMNS,
		.objects = PAGES_OBJECT_COLUMNS,
		.totals = PAGES_TOTAL_COLUMNS,
		.summary = PAGES_SUMMARY_COLUMNS,
	},
	.objects = "files, VMAs and spans",
	.sort_column = "RES",
	.row_size = sizeof(struct pages_row),
	.item_first = PAGESNAP_REC_PAGE,
	.item_last = PAGESNAP_REC_TOTAL,
	.flat_first = PAGESNAP_REC_PAGE,
	.flat_types = PAGESNAP_REC_RUN - PAGESNAP_REC_PAGE + 1,
	.flat_size = sizeof(struct pagesnap_run),
	.flat_amount = offsetof(struct pagesnap_run, nr),
	.set_up = set_up,
	.begin = begin,
	.take = take,
	.cgroups = cgroups,
	.skipped = skipped,
	.learn = learn,
	.context = pages_context,
	.amount = amount,
	.amounts = "pages",
	.nothing = pages_nothing,
	.say_nothing = pages_say_nothing,
	.remarks = remarks,
	.nr_remarks = sizeof(remarks) / sizeof(*remarks),
	.explain = explain,
	.pages = pages,
	.file = file,
	.free = free_row,
};
