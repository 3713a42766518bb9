// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/accesses: samples, heat of pages side by side, working sets and
 * processes, which are all rows by themselves, and their columns.  What a span says of the heat
 * behind it, is in the query.
 */
#include <inttypes.h>

#include "../../module/accesses/options.h"
#include "../../module/accesses/records.h"
#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"

/**
 * struct accesses_row - a row of accesses
 * @row: head
 * @task: the process whose heat and working set come
 * @file: the file, with by=file
 */
struct accesses_row {
	struct row row;
	struct record_copy task;
	struct record_copy file;
};

static struct accesses_row *accesses_row(const struct row *row)
{
	return (struct accesses_row *)row;
}

static const struct pagesnap_accesses_sample *sample_of(const struct row *row)
{
	return row->item && row->item->u->rec.type == PAGESNAP_REC_SAMPLE ?
	       &row->item->u->sample : NULL;
}

static const struct pagesnap_accesses_heat *heat_of(const struct row *row)
{
	return row->item && row->item->u->rec.type == PAGESNAP_REC_HEAT ?
	       &row->item->u->heat : NULL;
}

static const struct pagesnap_accesses_wss *wss_of(const struct row *row)
{
	return row->item && row->item->u->rec.type == PAGESNAP_REC_WSS ?
	       &row->item->u->wss : NULL;
}

static const struct pagesnap_accesses_process *process_of(const struct row *row)
{
	return row->item && row->item->u->rec.type == PAGESNAP_REC_PROCESS ?
	       &row->item->u->process : NULL;
}

/* The process of what is told behind the samples of a round; NULL if there is none. */
static const struct pagesnap_task *task_of(const struct row *row)
{
	const struct record_copy *task = &accesses_row(row)->task;

	return task->set && (heat_of(row) || wss_of(row)) ? &task->any.task : NULL;
}

/* Of heat ------------------------------------------------------------------ */

/* The heat of a row, if its pages are named by what @flag says; 0: by virtual page. */
static const struct pagesnap_accesses_heat *heat_by(const struct row *row, unsigned int flag)
{
	const struct pagesnap_accesses_heat *heat = heat_of(row);

	return heat && (heat->rec.flags & (PAGESNAP_RF_PFN | PAGESNAP_RF_INDEX)) == flag ? heat :
											   NULL;
}

static void get_vpn(struct row *row, struct value *v)
{
	if (heat_by(row, 0))
		set_hex(v, heat_of(row)->index);
}

static void get_addr(struct row *row, struct value *v)
{
	if (heat_by(row, 0))
		set_hex(v, heat_of(row)->index << row->page_shift);
}

static void get_pfn(struct row *row, struct value *v)
{
	if (heat_by(row, PAGESNAP_RF_PFN))
		set_hex(v, heat_of(row)->index);
}

static void get_index(struct row *row, struct value *v)
{
	if (heat_by(row, PAGESNAP_RF_INDEX))
		set_number(v, heat_of(row)->index);
}

static void get_nr(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_number(v, heat_of(row)->nr);
}

static void get_idle(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_number32(v, heat_of(row)->age);
}

/* Whose accesses heat or a working set tell of, where these are not those of processes. */
static void get_map(struct row *row, struct value *v)
{
	const bool told = heat_of(row) || wss_of(row);

	if (told && row->item->u->rec.flags & PAGESNAP_RF_KERNEL)
		set_word(v, "direct");
}

/* A number that may differ between the pages of a unit. */
static void set_mixed(struct value *v, uint32_t number, uint32_t mixed)
{
	if (number == mixed)
		set_word(v, "mixed");
	else
		set_number32(v, number);
}

static void get_order(struct row *row, struct value *v)
{
	if (heat_of(row) && heat_of(row)->order == PAGESNAP_UNKNOWN16)
		set_number(v, PAGESNAP_UNKNOWN);
	else if (heat_of(row))
		set_mixed(v, heat_of(row)->order, PAGESNAP_MIXED16);
}

static void get_node(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_mixed(v, heat_of(row)->node, PAGESNAP_MIXED32);
}

static void get_kind(struct row *row, struct value *v)
{
	const struct pagesnap_accesses_heat *heat = heat_of(row);

	if (heat && heat->kind != PAGESNAP_NONE16)
		set_word(v, heat->kind == PAGESNAP_MIXED16 ? "mixed" :
			 pagesnap_kind_word(heat->kind));
}

/* Of several --------------------------------------------------------------- */

static void get_pid(struct row *row, struct value *v)
{
	if (task_of(row))
		set_number(v, task_of(row)->pid);
	else if (wss_of(row))
		set_number32(v, wss_of(row)->pid);
	else if (process_of(row))
		set_number(v, process_of(row)->pid);
}

static void get_command(struct row *row, struct value *v)
{
	if (task_of(row))
		set_string(v, task_of(row)->comm, sizeof(task_of(row)->comm));
	else if (process_of(row))
		set_string(v, process_of(row)->comm, sizeof(process_of(row)->comm));
}

/* Of several files; the query itself names one. */
static void get_file(struct row *row, struct value *v)
{
	const struct record_copy *file = &accesses_row(row)->file;

	if (!file->set || !(heat_of(row) || wss_of(row)))
		return;
	if (file->any.heat_file.name_len)
		set_name(v, file->bytes, file->any.heat_file.name_len);
	else
		v->type = VALUE_UNKNOWN;
}

static void get_what(struct row *row, struct value *v)
{
	if (process_of(row))
		set_word(v, pagesnap_accesses_what(process_of(row)->what));
}

static void get_of(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_number32(v, heat_of(row)->of);
	else if (wss_of(row))
		set_number(v, wss_of(row)->of);
}

static void get_never(struct row *row, struct value *v)
{
	const struct pagesnap_accesses_heat *heat = heat_of(row);

	if (heat && heat->age == PAGESNAP_UNKNOWN32)
		set_number(v, PAGESNAP_UNKNOWN);
	else if (heat)
		set_number(v, heat->rec.flags & PAGESNAP_RF_AT_LEAST ? heat->nr : 0);
	else if (wss_of(row))
		set_number(v, wss_of(row)->never);
}

static void get_accessed(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_number32(v, heat_of(row)->accessed);
	else if (sample_of(row))
		set_number(v, sample_of(row)->accessed);
}

static void get_dirtied(struct row *row, struct value *v)
{
	if (heat_of(row))
		set_number32(v, heat_of(row)->dirtied);
	else if (sample_of(row))
		set_number(v, sample_of(row)->dirtied);
}

static void get_sample(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->n);
	else if (wss_of(row))
		set_number(v, wss_of(row)->n);
	else if (process_of(row))
		set_number(v, process_of(row)->n);
}

static void get_pages(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->pages);
	else if (wss_of(row))
		set_number(v, wss_of(row)->pages);
}

/* The working set is known of windows that the samples cover. */
static void get_windows(struct row *row, struct value *v)
{
	const struct pagesnap_accesses_wss *wss = wss_of(row);
	struct value_pair *pairs;
	unsigned int i;

	pairs = wss ? row_scratch(row, PAGESNAP_ACCESSES_WINDOWS * sizeof(*pairs)) : NULL;
	if (!pairs)
		return;
	v->type = VALUE_PAIRS;
	v->pairs = pairs;
	for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS; i++)
		if (wss->accessed[i] != PAGESNAP_UNKNOWN)
			pairs[v->len++] = (struct value_pair){ 1ULL << i, wss->accessed[i] };
}

/* Of samples --------------------------------------------------------------- */

static void get_sampled(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->time_ns);
}

static void get_late(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->late_ns);
}

static void get_took(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->took_ns);
}

static void get_missed(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->missed);
}

static void get_processes(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->processes);
}

static void get_entries(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->entries);
}

static void get_lacking(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->lacking);
}

static void get_passed(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->passed);
}

static void get_lost(struct row *row, struct value *v)
{
	if (sample_of(row))
		set_number(v, sample_of(row)->lost);
}

static const struct column of_accesses[] = {
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", ANY },
	{ "WHAT", S, 0, { }, get_what, NULL, "what becomes of the process", ANY },
	{ "SAMPLE", N, R, { }, get_sample, NULL, "number of the sample", ANY },
	{ "SAMPLED", N, R, { }, get_sampled, NULL, "when it began, ns since 1970", ANY },
	{ "LATE", N, R, { }, get_late, NULL, "how long after its time, ns", ANY },
	{ "TOOK", N, R, { }, get_took, NULL, "how long it took, ns", ANY },
	{ "MISSED", N, R, { }, get_missed, NULL, "samples before it that were missed", ANY },
	{ "PROCESSES", N, R, { }, get_processes, NULL, "processes that were looked at", ANY },
	{ "LACKING", N, R, { }, get_lacking, NULL, "processes that should have been, too", ANY },
	{ "PASSED", N, R, { }, get_passed, NULL, "page tables that were passed over", ANY },
	{ "ENTRIES", N, R, { }, get_entries, NULL, "entries of page tables that map pages", ANY },
	{ "PAGES", N, R, { }, get_pages, NULL, "pages that these map", ANY },
	{ "VPN", N, R, { }, get_vpn, NULL, "first virtual page number", ANY },
	{ "ADDR", N, R, { }, get_addr, NULL, "first virtual address", ANY },
	{ "PFN", N, R, { }, get_pfn, NULL, "first page frame number", ANY },
	{ "INDEX", N, R, { }, get_index, NULL, "first page in the file", ANY },
	{ "FILE", S, T, { }, get_file, NULL, "path of the file, with by=file", ANY },
	{ "NR", N, R, { }, get_nr, NULL, "pages in the row", ANY },
	{ "ACCESSED", N, R, { }, get_accessed, NULL,
		"of heat: samples that found them accessed; of a sample: pages", ANY },
	{ "OF", N, R, { }, get_of, NULL, "samples that found them there; of wss: all", ANY },
	{ "IDLE", N, R, { }, get_idle, NULL,
		"samples since one found them accessed, or since they are known", ANY },
	{ "NEVER", N, R, { }, get_never, NULL, "pages that no sample found accessed", ANY },
	{ "DIRTIED", N, R, { }, get_dirtied, NULL, "as ACCESSED, of what was dirtied", ANY },
	{ "WINDOWS", A, 0, { "samples", "pages" }, get_windows, NULL,
		"pages accessed in the last 1, 2, 4 ... samples", ANY },
	{ "ORDER", N, R, { }, get_order, NULL, "log2 of the pages of one accessed bit", ANY },
	{ "NODE", N, R, { }, get_node, NULL, "NUMA node", ANY },
	{ "KIND", S, 0, { }, get_kind, NULL, "file, anon, shmem, ksm, zero, kernel or mixed", ANY },
	{ "MAP", S, 0, { }, get_map, NULL, "direct: what the kernel itself accessed, with kernel=1", ANY },
	{ "LOST", N, R, { }, get_lost, NULL, "pages that were not remembered", ANY },
};

static COLUMN_TABLE(accesses_columns, &kind_accesses, of_accesses);

static void begin(struct row *row)
{
	accesses_row(row)->task.set = false;
	accesses_row(row)->file.set = false;
}

static int take(struct row *row, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_TASK:
		return record_copy_take(&accesses_row(row)->task, r);
	case PAGESNAP_REC_HEAT_FILE:
		return record_copy_take(&accesses_row(row)->file, r);
	case PAGESNAP_REC_HEAT_SPAN:
		accesses_row(row)->task.set = false;
		return ROW_SKIP;
	case PAGESNAP_REC_SAMPLE:
	case PAGESNAP_REC_HEAT:
	case PAGESNAP_REC_WSS:
	case PAGESNAP_REC_PROCESS:
		row->item = r;
		return ROW_PRINT;
	default:
		return ROW_SKIP;
	}
}

static void free_row(struct row *row)
{
	record_copy_free(&accesses_row(row)->task);
	record_copy_free(&accesses_row(row)->file);
}

static enum skipped_unit skipped(unsigned int why)
{
	return why < PAGESNAP_ACCESSES_WHY_SELF ? SKIPPED_PAGES : SKIPPED_PROCESSES;
}

static void lack(const struct pagesnap_end *end, char *buf, size_t size)
{
	uint64_t lost = end->counters[PAGESNAP_ACCESSES_COUNT_LOST];

	*buf = '\0';
	if (lost)
		snprintf(buf, size, "%" PRIu64 " page%s %s not remembered, for want of memory or "
			 "above the limit of an answer", lost, lost == 1 ? "" : "s",
			 lost == 1 ? "was" : "were");
}

/* Grammar ------------------------------------------------------------------ */

static void init_options(union kind_select *sel)
{
	struct pagesnap_accesses_options *o = (void *)sel;

	_Static_assert(sizeof(*o) <= sizeof(*sel), "room for what a query says");

	pagesnap_accesses_defaults(o, 12);
}

/* Pages of which a look finds nothing have no record, whatever the options are. */
static bool selects(const union kind_select *sel)
{
	return false;
}

static bool is_part(const union kind_select *sel)
{
	return false;
}

static const struct kind_grammar grammar = {
	.options = pagesnap_accesses_option_table,
	.targets = true,
	.init = init_options,
	.selects = selects,
	.is_part = is_part,
};

static const struct kind_index indices[] = {
	{
		.which = PAGESNAP_ACCESSES_TASK, .word = "heat", .subject = PAGESNAP_SUBJECT_TASK,
		.expected = "PID, uid:N or cgroup:PATH expected", .merge = KIND_MERGE_NONE,
	},
	{
		.which = PAGESNAP_ACCESSES_PFN, .word = "heat-pfn",
		.subject = PAGESNAP_SUBJECT_NONE, .merge = KIND_MERGE_NONE,
		.options = pagesnap_accesses_pfn_option_table,
		.expected = "a range or an option expected; all frames are 0-",
	},
	{
		.which = PAGESNAP_ACCESSES_FILE, .word = "heat-file",
		.subject = PAGESNAP_SUBJECT_FILE, .merge = KIND_MERGE_NONE,
		.options = pagesnap_accesses_file_option_table,
		.expected = "absolute path expected",
	},
};

static const struct column_table *const tables[] = {
	&stream_row_columns, &accesses_columns, &stream_header_columns, NULL,
};

#define COLUMNS \
	"RECORD,PID,WHAT,SAMPLE,LATE,TOOK,MISSED,PAGES,VPN,PFN,INDEX,NR,ACCESSED,OF,IDLE,NEVER," \
	"DIRTIED,ORDER,NODE,KIND,MAP,LOST"

const struct kind kind_accesses = {
	.name = "accesses",
	.of = &pagesnap_collection_accesses,
	.grammar = &grammar,
	.indices = indices,
	.nr_indices = sizeof(indices) / sizeof(indices[0]),
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.objects = "pages side by side",
	.sort_column = "ACCESSED",
	.row_size = sizeof(struct accesses_row),
	.item_first = PAGESNAP_REC_SAMPLE,
	.item_last = PAGESNAP_REC_PROCESS,
	.begin = begin,
	.take = take,
	.skipped = skipped,
	.lack = lack,
	.amount = line_row_amount,
	.amounts = "samples",
	.free = free_row,
};
