// SPDX-License-Identifier: GPL-2.0
/*
 * From records to what is printed: rows are made, sorted if they are to be,
 * and given to the sink of the format.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "changes.h"
#include "defaults.h"
#include "kinds/bar.h"
#include "kinds/recent.h"
#include "kinds/sums.h"
#include "out.h"
#include "seen.h"
#include "sink.h"
#include "sorted.h"
#include "tally.h"
#include "text.h"
#include "total.h"

/**
 * struct out - an output
 * @options: of the caller
 * @layout: columns
 * @row: the row that is being made
 * @values: its values
 * @changes: which of them can differ from the row before
 * @sink: format
 * @sorted: rows that are held, NULL if none are
 * @summary: with options.summary
 * @tally: with options.by, else NULL
 * @seen: with options.once
 * @bar: with options.bar: of the file under way
 * @bar_sums: its pages
 * @in_bar: there is one
 * @task_sums: with options.task_totals: of the process under way
 * @task_pss: and its PSS
 * @in_task: there is one
 * @failures: with OUT_JSON
 * @totals: what was seen and printed
 * @only_rows: of a run or page nobody wants to know but its row
 * @begun: a record of some query has come
 * @error: -errno of the first failure; nothing is done after it
 * @writer: where to
 * @text: with OUT_TEXT, else NULL
 */
struct out {
	struct out_options options;
	struct layout layout;
	struct row row;
	struct value values[COLUMNS_MAX];
	struct changes changes;
	struct sink *sink;
	struct sorted *sorted;
	struct summary summary;
	struct tally *tally;
	struct seen seen;
	struct bar bar;
	struct summary bar_sums;
	bool in_bar;
	struct pagesnap_sums task_sums;
	__u64 task_pss;
	bool in_task;
	struct failures failures;
	struct out_totals totals;
	bool only_rows;
	bool no_total;
	bool begun;
	int error;
	struct writer writer;
	struct text *text;
};

static const char *default_columns(const struct out_options *o)
{
	static const char *const sums[] = {
		[TALLY_BY_DIR] = OUT_DIR_COLUMNS, [TALLY_BY_FS] = OUT_BY_FS_COLUMNS,
		[TALLY_BY_TYPE] = OUT_TYPE_COLUMNS, [TALLY_BY_CGROUP] = OUT_CGROUP_COLUMNS,
		[TALLY_BY_PAIR] = OUT_PAIR_COLUMNS,
	};

	if (o->summary)
		return OUT_SUMMARY_COLUMNS;
	if (o->row_columns)
		return o->row_columns;
	if (o->by)
		return sums[o->by];
	if (o->group == PAGESNAP_GROUP_TOTAL)
		return o->total_defaults ? o->total_defaults : OUT_TOTAL_COLUMNS;
	if (o->group == PAGESNAP_GROUP_OBJECT)
		return o->defaults ? o->defaults : OUT_BATCH_COLUMNS;
	return o->page_defaults ? o->page_defaults : OUT_BATCH_PAGE_COLUMNS;
}

/* What was evicted recently stands beside what was evicted. */
static int add_recent(struct out *o, const char *list, char *why, size_t why_size)
{
	const char *evicted = strstr(list, "EVICTED,");
	size_t before = evicted ? evicted - list + strlen("EVICTED,") : 0;
	char text[256];

	snprintf(text, sizeof(text), "%.*sRECENT,%s", (int)before, list, list + before);
	return layout_read(&o->layout, text, why, why_size);
}

static int add_defaults(struct out *o, char *why, size_t why_size)
{
	const char *list = default_columns(&o->options);

	return o->options.recent ? add_recent(o, list, why, why_size) :
	       layout_read(&o->layout, list, why, why_size);
}

static int choose_columns(struct out *o, char *why, size_t why_size)
{
	const char *list = o->options.columns;
	bool adds = list && *list == '+';
	int status = 0;

	if (!list || adds)
		status = add_defaults(o, why, why_size);
	if (list && !status)
		status = layout_read(&o->layout, list + adds, why, why_size);
	if (!status && o->options.all_columns)
		layout_add_all(&o->layout);
	o->layout.all = o->layout.nr;
	return status;
}

static bool holds_rows(const struct out_options *o)
{
	return (o->sort || o->top) && o->format != OUT_TEXT;
}

/* The column to sort by gets a value, but is printed only if it is to be. */
static int set_sorting(struct out *o, char *why, size_t why_size)
{
	const char *name = o->options.sort_column ? o->options.sort_column : "RES";
	struct layout *l = &o->layout;
	size_t key, nr = l->nr;

	if (!holds_rows(&o->options))
		return 0;
	if (!column_find(name, strlen(name)))
		return layout_read(l, name, why, why_size);
	key = layout_add(l, column_find(name, strlen(name)));
	l->all = l->nr;
	l->nr = nr;
	o->sorted = sorted_new(l->all, key, o->options.top);
	return o->sorted ? 0 : -ENOMEM;
}

static int set_up(struct out *o, char *why, size_t why_size)
{
	int status = choose_columns(o, why, why_size);

	if (!status)
		status = set_sorting(o, why, why_size);
	if (status)
		return status;
	o->only_rows = o->options.format != OUT_TEXT && !o->options.summary && !o->options.by &&
		       !o->options.shared && !o->options.recent && !o->options.states &&
		       !o->options.bar;
	changes_init(&o->changes, &o->layout);
	o->row.page_shift = 12;
	o->row.raw_flags = o->options.raw_flags;
	o->row.for_people = o->options.format == OUT_TABLE;
	o->row.sizes = o->options.format == OUT_TABLE && !o->options.bytes;
	o->row.names = names_new();
	o->tally = o->options.by ? tally_new(&o->options) : NULL;
	o->summary.raw_flags = o->options.raw_flags;
	failures_init(&o->failures);
	writer_init(&o->writer, o->options.to);
	if (o->options.format == OUT_TEXT) {
		o->text = calloc(1, sizeof(*o->text));
		return o->text && o->row.names ? 0 : -ENOMEM;
	}
	o->sink = sink_new(&o->options, &o->layout, &o->writer);
	if (!o->sink || !o->row.names || (o->options.by && !o->tally))
		return -ENOMEM;
	return o->sink->ops->begin(o->sink);
}

/**
 * out_new() - begin an output
 * @options: how and where to; strings in it stay the caller's, and must stay
 * @why: sentence on what is wrong
 * @why_size: bytes there
 *
 * Return: output; NULL and errno if a column is unknown (EINVAL) or there is no
 * memory (ENOMEM).
 */
struct out *out_new(const struct out_options *options, char *why, size_t why_size)
{
	struct out *o = calloc(1, sizeof(*o));
	int status = -ENOMEM;

	if (o) {
		o->options = *options;
		status = set_up(o, why, why_size);
	}
	if (!status)
		return o;
	if (status == -ENOMEM)
		snprintf(why, why_size, "no memory");
	out_free(o);
	errno = -status;
	return NULL;
}

/**
 * out_free() - end an output
 * @o: output, may be NULL
 *
 * What out_finish() was not called for may never be printed.
 */
void out_free(struct out *o)
{
	if (!o)
		return;
	if (o->sink)
		o->sink->ops->free(o->sink);
	sorted_free(o->sorted);
	summary_free(&o->summary);
	summary_free(&o->bar_sums);
	tally_free(o->tally);
	seen_free(&o->seen);
	failures_free(&o->failures);
	names_free(o->row.names);
	row_free(&o->row);
	if (o->text)
		value_buf_free(&o->text->line);
	free(o->text);
	free(o);
}

static int print_changed(struct out *o, const struct value *values,
			 const struct column_set *changed, uint64_t bytes)
{
	int status = o->sink->ops->row(o->sink, values, changed);

	o->totals.rows++;
	o->totals.printed_bytes += bytes;
	return status ? status : o->writer.error;
}

static int print_values(void *ctx, const struct value *values, uint64_t bytes)
{
	return print_changed(ctx, values, NULL, bytes);
}

static int hold_values(struct out *o, uint64_t bytes)
{
	const struct sorted_id id = { .q = o->row.q, .file = file_id_of(&o->row) };

	return sorted_add(o->sorted, o->values, &id, bytes);
}

static void get_values(struct out *o, struct column_set columns)
{
	size_t i;

	while ((i = column_set_pop(&columns)) < COLUMNS_MAX) {
		o->values[i] = (struct value){ .type = VALUE_NONE };
		o->layout.columns[i]->get(&o->row, &o->values[i]);
	}
}

/* What a legend may have to explain. */
static void note_words(struct out *o)
{
	const struct pagesnap_record *item = o->row.item;

	if (o->row.combo && o->row.combo->flags != PAGESNAP_UNKNOWN) {
		o->totals.flags |= o->row.combo->flags;
	} else if (item && (item->u->rec.type == PAGESNAP_REC_RUN ||
			    item->u->rec.type == PAGESNAP_REC_PAGE)) {
		o->totals.flags |= item->u->run.flags;
		o->totals.kinds |= item->u->run.kind < 32 ? 1U << item->u->run.kind : 0;
	}
}

static int print_row(struct out *o)
{
	uint64_t bytes = row_pages(&o->row) << o->row.page_shift;
	struct column_set changed;

	o->totals.all_bytes += bytes;
	if (o->row.for_people)
		note_words(o);
	if (!o->sorted && o->sink->ops->keeps) {
		changed = changes_take(&o->changes, &o->row);
		get_values(o, changed);
		return print_changed(o, o->values, &changed, bytes);
	}
	get_values(o, o->changes.all);
	return o->sorted ? hold_values(o, bytes) : print_values(o, o->values, bytes);
}

static void count(struct out *o, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		o->totals.objects++;
		o->totals.files += r->u->rec.type == PAGESNAP_REC_FILE;
		if (pagesnap_record_sums(r))
			o->totals.holes += pagesnap_record_sums(r)->holes;
		break;
	case PAGESNAP_REC_HOLE:
		o->totals.holes += r->u->gap.nr;
		break;
	case PAGESNAP_REC_TOTAL:
		o->totals.holes += r->u->total.sums.holes;
		break;
	}
}

static int begin_query(struct out *o, uint32_t q, const char *query)
{
	if (o->begun && q == o->row.q)
		return 0;
	o->begun = true;
	changes_move(&o->changes);
	row_begin(&o->row, q);
	if (o->options.format != OUT_JSON)
		return 0;
	return failures_begin(&o->failures, q, query);
}

static int take_text(struct out *o, uint32_t q, const struct pagesnap_record *r)
{
	int status = text_record(o->text, &o->writer, q, r);

	if (r->u->rec.type >= PAGESNAP_REC_PAGE && r->u->rec.type <= PAGESNAP_REC_TOTAL)
		o->totals.rows++;
	return status ? status : o->writer.error;
}

static bool is_file_row(const struct row *row)
{
	return row->sums && !row->item && row->object.any.rec.type == PAGESNAP_REC_FILE;
}

/* Is it of a state that is wanted?  What is no file has none. */
static bool is_wanted(const struct out *o, const struct kept *object)
{
	const struct pagesnap_file *file = &object->any.file;

	return !o->options.states || !object->set || file->rec.type != PAGESNAP_REC_FILE ||
	       (file->state < 32 && o->options.states >> file->state & 1);
}

static bool is_unwanted_file(const struct out *o, const struct pagesnap_record *r)
{
	uint32_t state = r->u->file.state;

	return o->options.states && r->u->rec.type == PAGESNAP_REC_FILE &&
	       (state > 31 || !(o->options.states >> state & 1));
}

/* The file whose runs were added up is a row. */
static int print_bar(struct out *o)
{
	int status = 0;

	if (!o->in_bar)
		return 0;
	o->in_bar = false;
	o->row.scratch_len = 0;
	o->row.item = NULL;
	o->row.sums = &o->bar_sums.sums;
	o->row.bar = &o->bar;
	if (is_wanted(o, &o->row.object))
		status = print_row(o);
	o->row.bar = NULL;
	o->row.sums = NULL;
	return status;
}

static int take_bar(struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_file *file = &r->u->file;
	int status;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		status = print_bar(o) ?: row_take(&o->row, r);
		if (status < 0)
			return status;
		summary_free(&o->bar_sums);
		memset(&o->bar_sums, 0, sizeof(o->bar_sums));
		bar_begin(&o->bar, (file->size + (1ULL << o->row.page_shift) - 1) >> o->row.page_shift);
		o->in_bar = true;
		return 0;
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		bar_add(&o->bar, r->u->run.index, r->u->run.nr);
		return summary_take(&o->bar_sums, r);
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_SPECIAL:
		return summary_take(&o->bar_sums, r);
	case PAGESNAP_REC_END:
		return print_bar(o);
	default:
		status = row_take(&o->row, r);
		return status < 0 ? status : 0;
	}
}

/* Below the VMAs of a process what they add up to. */
static int print_task_total(struct out *o)
{
	size_t i;

	o->in_task = false;
	o->row.object.set = false;
	o->row.item = NULL;
	o->row.sums = &o->task_sums;
	o->row.pss = o->task_pss;
	o->row.scratch_len = 0;
	for (i = 0; i < o->layout.all; i++) {
		const char *name = o->layout.columns[i]->name;

		o->values[i] = (struct value){ .type = VALUE_NONE };
		o->layout.columns[i]->get(&o->row, &o->values[i]);
		if (!strcmp(name, "FILE"))
			o->values[i] = (struct value){ VALUE_WORD, .text = "total", .len = 5 };
		else if (o->values[i].type == VALUE_NONE)
			o->values[i] = (struct value){ VALUE_WORD, .text = "", .len = 0 };
	}
	o->row.sums = NULL;
	return o->sink->ops->row(o->sink, o->values, NULL);
}

/* 0, or -errno of a row that was printed. */
static int take_of_task(struct out *o, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_TASK:
		memset(&o->task_sums, 0, sizeof(o->task_sums));
		o->task_pss = 0;
		o->in_task = false;
		break;
	case PAGESNAP_REC_VMA:
		if (!pagesnap_record_sums(r))
			break;
		o->in_task = true;
		sums_add(&o->task_sums, pagesnap_record_sums(r));
		sums_count(&o->task_pss, o->row.pss);
		break;
	case PAGESNAP_REC_END:
		return o->in_task ? print_task_total(o) : 0;
	}
	return 0;
}

/* A file of which nothing is cached has a row if it was named, but is not added up. */
static bool is_summed(const struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	return o->options.summary || (o->tally && !(sums && sums_empty(sums)));
}

static int take_record(struct out *o, uint32_t q, const char *query,
		       const struct pagesnap_record *r)
{
	int step, status = 0;

	if (o->text)
		return take_text(o, q, r);
	/* a header belongs to no query */
	if (r->u->rec.type != PAGESNAP_REC_HEADER) {
		status = begin_query(o, q, query);
		if (!status)
			status = failures_take(&o->failures, r);
	}
	if (!status && is_summed(o, r))
		status = summary_take(&o->summary, r);
	if (status)
		return status;
	o->row.query = query;
	if (o->options.bar)
		return take_bar(o, r);
	step = row_take(&o->row, r);
	if (o->options.task_totals && step >= 0)
		status = take_of_task(o, r);
	if (status)
		return status;
	changes_move(&o->changes);
	/* with another size of pages, on another machine */
	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		changes_forget(&o->changes);
	if (step == ROW_PRINT && o->options.shared && !row_is_shared(&o->row))
		return 0;
	if (step == ROW_PRINT && !is_wanted(o, &o->row.object))
		return 0;
	if (step != ROW_PRINT || o->options.summary)
		return step < 0 ? step : 0;
	o->row.recent = o->options.recent && is_file_row(&o->row) ? recent_pages(&o->row) :
			PAGESNAP_NONE;
	if (!o->tally)
		return print_row(o);
	return o->row.sums && !o->row.item ? tally_take(o->tally, &o->row) : 0;
}

/* Most records are of the query that has begun, and become a row. */
static bool is_only_row(const struct out *o, uint32_t q, const struct pagesnap_record *r)
{
	return o->only_rows && o->begun && q == o->row.q &&
	       (r->u->rec.type == PAGESNAP_REC_PAGE || r->u->rec.type == PAGESNAP_REC_RUN);
}

static int print_item(struct out *o, const char *query, const struct pagesnap_record *r)
{
	o->row.query = query;
	row_take_item(&o->row, r);
	return print_row(o);
}

/**
 * out_record() - print a record
 * @o: output
 * @q: number of the query, by which queries are told apart
 * @query: line of the query, NULL or "" to take it from the records
 * @r: record
 *
 * Return: 0, or -errno if there is no memory or it can't be written; then no
 * record is printed any more.
 */
int out_record(struct out *o, uint32_t q, const char *query, const struct pagesnap_record *r)
{
	int again = 0;

	if (o->error)
		return o->error;
	/* of no query, and no line of any */
	if (r->u->rec.type == PAGESNAP_REC_CGROUP) {
		o->error = names_save_cgroup(o->row.names, r->u->cgroup.ino, r->u->cgroup.path);
		return o->error;
	}
	query = query && *query ? query : NULL;
	if (is_only_row(o, q, r)) {
		o->error = print_item(o, query, r);
		return o->error;
	}
	if (o->options.once && r->u->rec.type == PAGESNAP_REC_FILE)
		again = seen_before(&o->seen, &r->u->file);
	if (again) {
		o->error = again < 0 ? again : 0;
		return o->error;
	}
	if (!is_unwanted_file(o, r))
		count(o, r);
	o->error = take_record(o, q, query, r);
	return o->error;
}

/**
 * out_rows() - print rows that are made
 * @o: output
 * @rows: as the format has them, JSON in lines
 * @len: bytes there
 *
 * Return: as out_record().
 */
int out_rows(struct out *o, const char *rows, size_t len)
{
	if (o->error)
		return o->error;
	if (o->sink->ops->rows)
		o->error = o->sink->ops->rows(o->sink, rows, len);
	else
		writer_put(&o->writer, rows, len);
	o->error = o->error ?: o->writer.error;
	return o->error;
}

/* A row that no record has led to. */
static int print_own_row(struct out *o)
{
	row_begin(&o->row, 0);
	o->row.query = NULL;
	o->row.scratch_len = 0;
	o->error = print_row(o);
	o->row.audit = NULL;
	o->row.doctor = NULL;
	return o->error;
}

/**
 * out_audit() - print a row of audit
 * @o: output
 * @line: of the row
 *
 * Return: as out_record().
 */
int out_audit(struct out *o, const struct audit_line *line)
{
	if (o->error)
		return o->error;
	o->row.audit = line;
	return print_own_row(o);
}

/**
 * out_doctor() - print a row of doctor
 * @o: output
 * @line: of the row
 *
 * Return: as out_record().
 */
int out_doctor(struct out *o, const struct doctor_line *line)
{
	if (o->error)
		return o->error;
	o->row.doctor = line;
	return print_own_row(o);
}

/**
 * out_flush() - print what is held only to print it faster
 * @o: output
 *
 * For when no record may come for long.
 *
 * Return: 0 or -errno.
 */
int out_flush(struct out *o)
{
	if (!o->error && o->sink && o->sink->ops->flush)
		o->error = o->sink->ops->flush(o->sink);
	if (!o->error)
		o->error = writer_flush(&o->writer);
	return o->error;
}

static int print_summary(struct out *o)
{
	const struct pagesnap_combo *combos;
	size_t i, nr;
	int status = 0;

	combos = summary_rows(&o->summary, &nr);
	if (!combos)
		return -ENOMEM;
	row_begin(&o->row, 0);
	o->row.query = NULL;
	for (i = 0; i < nr && !status; i++) {
		o->row.combo = &combos[i];
		o->row.scratch_len = 0;
		status = print_row(o);
	}
	o->row.combo = NULL;
	return status;
}

static int print_tally(struct out *o)
{
	const struct tally_group *const *groups;
	size_t nr, i;
	int status = 0;

	if (o->options.dead)
		tally_keep_dead(o->tally, o->row.names);
	groups = tally_groups(o->tally, &nr);
	o->totals.huge_bytes = tally_huge(o->tally) << o->row.page_shift;
	for (i = 0; i < nr && !status; i++) {
		o->totals.groups++;
		o->totals.nameless |= !strcmp(groups[i]->key, TALLY_NAMELESS);
		status = tally_row(groups[i], &o->row);
		if (!status)
			status = print_row(o);
	}
	return status;
}

static int print_end(struct out *o, enum out_ending ending)
{
	struct sink_end end = { .failures = &o->failures, .ending = ending };
	char *remarks = NULL;
	int status;

	if (o->tally && !o->no_total) {
		total_of_tally(&o->row, &o->layout, tally_total(o->tally), o->values);
		end.summary = &o->summary;
		end.total = o->values;
	} else if (o->options.summary && !o->no_total) {
		remarks = total_remarks(&o->summary, ending);
		if (!remarks)
			return -ENOMEM;
		total_values(&o->row, &o->layout, &o->summary, remarks, o->values);
		end.summary = &o->summary;
		end.total = o->values;
	}
	status = o->sink->ops->end(o->sink, &end);
	free(remarks);
	return status;
}

static int finish(struct out *o, enum out_ending ending)
{
	int status = failures_finish(&o->failures);

	if (!o->sink)
		return status;
	if (!status && o->options.summary)
		status = print_summary(o);
	if (!status && o->tally)
		status = print_tally(o);
	if (!status && o->sorted)
		status = sorted_drain(o->sorted, print_values, o);
	if (!status)
		status = print_end(o, ending);
	return status;
}

/**
 * out_without_total() - print no total
 * @o: output that nothing was printed to
 */
void out_without_total(struct out *o)
{
	o->no_total = true;
}

/**
 * out_finish() - no more records will come
 * @o: output
 * @ending: why not
 *
 * Return: 0, or -errno of the first failure since out_new().
 */
int out_finish(struct out *o, enum out_ending ending)
{
	int status;

	if (!o->error)
		o->error = finish(o, ending);
	status = writer_flush(&o->writer);
	if (!o->error)
		o->error = status;
	return o->error;
}

static bool prints(const struct out *o, const char *name)
{
	size_t i;

	for (i = 0; i < o->layout.nr; i++)
		if (!strcmp(o->layout.columns[i]->name, name))
			return true;
	return false;
}

/**
 * out_totals() - what was printed
 * @o: output
 * @totals: filled
 */
void out_totals(const struct out *o, struct out_totals *totals)
{
	*totals = o->totals;
	if (!prints(o, "FLAGS") && !prints(o, "LONG"))
		totals->flags = 0;
	if (!prints(o, "KIND"))
		totals->kinds = 0;
}
