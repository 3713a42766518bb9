// SPDX-License-Identifier: GPL-2.0
/*
 * From records to what is printed: rows are made, sorted if they are to be,
 * and given to the sink of the format.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "out-internal.h"

static const char *default_columns(const struct out_options *o)
{
	const struct kind_layouts *l = &o->kind->layouts;

	if (o->summary)
		return l->summary ?: l->totals;
	if (o->row_columns)
		return o->row_columns;
	if (o->group == PAGESNAP_GROUP_TOTAL)
		return o->total_defaults ?: l->totals;
	if (o->group == PAGESNAP_GROUP_OBJECT)
		return o->defaults ?: l->objects;
	return o->page_defaults ?: l->items;
}

/* Of the kind of its rows; NULL if there is none. */
static const struct out_digest *digest_of(const struct out_options *options)
{
	const struct out_digest *const *d = options->digests;

	while (d && *d && (*d)->kind != options->kind)
		d++;
	return d ? *d : NULL;
}

static int add_defaults(struct layout *l, const struct out_options *options, char *why,
			size_t why_size)
{
	const struct out_digest *digest = digest_of(options);
	const char *list = default_columns(options);
	char room[256];

	if (digest && digest->columns)
		list = digest->columns(options, list, room, sizeof(room));
	return layout_read(l, list, why, why_size);
}

static int add_columns(struct layout *l, const struct out_options *options, char *why,
		       size_t why_size)
{
	const char *list = options->columns;
	bool adds = list && *list == '+';
	int status = 0;

	if (!list || adds)
		status = add_defaults(l, options, why, why_size);
	if (list && !status)
		status = layout_read(l, list + adds, why, why_size);
	if (!status && options->all_columns)
		status = layout_add_all(l);
	l->all = l->nr;
	return status;
}

static bool holds_rows(const struct out_options *o)
{
	return (o->sort || o->top) && o->format != OUT_TEXT;
}

/* The column to sort by gets a value, but is printed only if it is to be.  Its place. */
static ssize_t add_sort_column(struct layout *l, const struct out_options *options, char *why,
			       size_t why_size)
{
	const char *name = options->sort_column ?: options->kind->sort_column;
	size_t nr = l->nr;
	ssize_t key = layout_add_name(l, name, strlen(name), why, why_size);

	if (key < 0)
		return key;
	l->all = l->nr;
	l->nr = nr;
	return key;
}

/* The columns of an output, and the place of the one that it is sorted by, or 0. */
static ssize_t choose_columns(struct layout *l, const struct out_options *options, char *why,
			      size_t why_size)
{
	int status;

	l->kind = options->kind;
	status = add_columns(l, options, why, why_size);
	return !status && holds_rows(options) ? add_sort_column(l, options, why, why_size) : status;
}

/**
 * out_check_columns() - are there such columns?
 * @options: of an output
 * @why: gets a sentence, if one is unknown
 * @why_size: bytes there
 *
 * Return: 0, -EINVAL if one is unknown, or -ENOMEM.
 */
int out_check_columns(const struct out_options *options, char *why, size_t why_size)
{
	struct layout l = { .nr = 0 };
	ssize_t status = choose_columns(&l, options, why, why_size);

	layout_free(&l);
	return status < 0 ? status : 0;
}

static unsigned int traits_of(const struct out_options *options)
{
	const struct out_digest *digest = digest_of(options);

	return digest ? digest->traits(options) : 0;
}

/**
 * out_needs_queries() - is something shown that brief answers don't tell?
 * @options: of the output
 *
 * Return: true if so, or if it isn't known yet.
 */
bool out_needs_queries(const struct out_options *options)
{
	struct layout l = { .nr = 0 };
	char why[256];
	bool needs;
	size_t i;

	/* documents have the ends of answers that lack something, summaries their time */
	needs = options->format == OUT_JSON || options->format == OUT_TEXT || options->summary ||
		choose_columns(&l, options, why, sizeof(why)) < 0;
	for (i = 0; i < l.all && !needs; i++)
		needs = l.columns[i].column->flags & COLUMN_OF_QUERY;
	layout_free(&l);
	return needs;
}

/**
 * out_joins_answers() - must all answers be in one output?
 * @options: of it
 *
 * Return: true if they are sorted, summed up, or looked at together.
 */
bool out_joins_answers(const struct out_options *options)
{
	return options->sort || options->top || options->summary || traits_of(options) & OUT_JOINS;
}

/**
 * out_has_other_rows() - are rows of something else than the objects of the answers?
 * @options: of the output
 *
 * Return: true if they are of sums.
 */
bool out_has_other_rows(const struct out_options *options)
{
	return options->summary || traits_of(options) & OUT_OTHER_ROWS;
}

static int begin_digest(struct out *o)
{
	if (!o->digest)
		return 0;
	o->digest_own = calloc(1, o->digest->size);
	if (!o->digest_own)
		return -ENOMEM;
	return o->digest->begin ? o->digest->begin(o) : 0;
}

/**
 * out_skips_ends() - does nobody want to know anything of the end of an answer?
 * @o: output
 *
 * Return: true if out_record() passes over it.
 */
bool out_skips_ends(const struct out *o)
{
	return o->skips_ends;
}

/* What is not needed of records, as nothing but their rows is made of them. */
static void choose_short_cuts(struct out *o)
{
	unsigned int traits = traits_of(&o->options);

	o->only_rows = o->options.format != OUT_TEXT && !o->options.summary &&
		       !(traits & OUT_LOOKS);
	o->skips_ends = o->only_rows && o->options.format != OUT_JSON && o->digest &&
			!(traits & OUT_ENDS);
}

static int set_up(struct out *o, char *why, size_t why_size)
{
	ssize_t key;
	int status;

	o->row = row_new(o->options.kind);
	if (!o->row)
		return -ENOMEM;
	o->digest = digest_of(&o->options);
	key = choose_columns(&o->layout, &o->options, why, why_size);
	if (key < 0)
		return key;
	if (holds_rows(&o->options)) {
		o->sorted = sorted_new(o->layout.all, key, o->options.top);
		if (!o->sorted)
			return -ENOMEM;
	}
	choose_short_cuts(o);
	o->values = calloc(o->layout.all, sizeof(*o->values));
	if (!o->values || changes_init(&o->changes, &o->layout))
		return -ENOMEM;
	o->row->raw_flags = o->options.raw_flags;
	o->row->for_people = o->options.format == OUT_TABLE;
	o->row->sizes = o->options.format == OUT_TABLE && !o->options.bytes;
	status = begin_digest(o);
	if (status)
		return status;
	writer_init(&o->writer, o->options.to);
	if (o->options.format == OUT_TEXT) {
		o->text = calloc(1, sizeof(*o->text));
		return o->text ? 0 : -ENOMEM;
	}
	o->sink = sink_new(&o->options, &o->layout, &o->writer);
	if (!o->sink)
		return -ENOMEM;
	o->keeps = o->sink->ops->keeps && !o->sorted;
	o->explain = o->row->for_people ? o->options.kind->explain : NULL;
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
	struct out *o = malloc(sizeof(*o));
	int status = -ENOMEM;

	if (o) {
		memset(o, 0, offsetof(struct out, writer));
		o->options = *options;
		failures_init(&o->failures);
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
	if (o->digest_own)
		o->digest->free(o);
	free(o->digest_own);
	failures_free(&o->failures);
	row_free(o->row);
	changes_free(&o->changes);
	layout_free(&o->layout);
	free(o->values);
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
	struct sorted_id id = { .q = o->row->q };

	if (o->row->kind->file)
		id.file = o->row->kind->file(o->row);

	return sorted_add(o->sorted, o->values, &id, bytes);
}

static inline void get_values(struct out *o, const struct column_set *columns)
{
	size_t word, i;
	uint64_t left;

	column_set_each(columns, word, left, i)
		layout_get(&o->layout, i, o->row, &o->values[i]);
}

/* Of a row that goes to the sink at once. */
static int print_new(struct out *o, const struct column_set *changed, uint64_t bytes)
{
	get_values(o, changed);
	return print_changed(o, o->values, changed, bytes);
}

/**
 * out_print_row() - print the row that was made
 * @o: output
 *
 * Return: 0 or -errno.
 */
int out_print_row(struct out *o)
{
	const struct kind *kind = o->row->kind;
	uint64_t bytes = kind->pages ? kind->pages(o->row) << o->row->page_shift : 0;

	o->totals.all_bytes += bytes;
	if (o->explain)
		o->totals.remarks |= o->explain(o->row);
	if (o->keeps)
		return print_new(o, changes_take(&o->changes, o->row), bytes);
	get_values(o, &o->changes.all);
	return o->sorted ? hold_values(o, bytes) : print_values(o, o->values, bytes);
}

static int begin_query(struct out *o, uint32_t q, const char *query)
{
	if (o->begun && q == o->row->q)
		return 0;
	o->begun = true;
	changes_move(&o->changes);
	row_begin(o->row, q);
	if (o->options.format != OUT_JSON)
		return 0;
	return failures_begin(&o->failures, q, query);
}

static int take_text(struct out *o, uint32_t q, const struct pagesnap_record *r)
{
	const struct kind *kind = o->options.kind;
	int status = text_record(o->text, &o->writer, q, r);

	if (r->u->rec.type >= kind->item_first && r->u->rec.type <= kind->item_last)
		o->totals.rows++;
	return status ? status : o->writer.error;
}

/* A record of a kind of which nothing is made but rows. */
static int take_plain(struct out *o, const struct pagesnap_record *r)
{
	int step = row_take(o->row, r);

	changes_move(&o->changes);
	return step == ROW_PRINT ? out_print_row(o) : step < 0 ? step : 0;
}

static int take_record(struct out *o, uint32_t q, const char *query,
		       const struct pagesnap_record *r)
{
	bool is_header = r->u->rec.type == PAGESNAP_REC_HEADER;
	int status = 0;

	out_announce(&o->options, r);
	if (o->text)
		return take_text(o, q, r);
	/* a header belongs to no query */
	if (!is_header)
		status = begin_query(o, q, query) ?: failures_take(&o->failures, r);
	if (status)
		return status;
	o->row->query = query;
	/* with another size of pages, on another machine */
	if (is_header)
		changes_forget(&o->changes);
	return o->digest ? o->digest->take(o, r) : take_plain(o, r);
}

/* Most records are flat, of the query that has begun, and become a row as the one before. */
static bool is_only_row(const struct out *o, uint32_t q, const struct pagesnap_record *r)
{
	const struct row *row = o->row;

	return row->is_flat && o->only_rows && q == row->q &&
	       kind_is_flat(row->kind, r->u->rec.type);
}

/* Of a row whose cells are made. */
static inline int print_line(struct out *o, uint64_t bytes)
{
	const struct value_buf *line = &o->sink->cells->line;

	o->totals.rows++;
	o->totals.printed_bytes += bytes;
	writer_put(&o->writer, line->s, line->len);
	return o->writer.error;
}

/*
 * Of a flat record that the row has, and that goes to a sink which is given what is new.
 * @amount: what is in it.
 * Inline, as most of what is printed are rows of such.
 */
static inline __attribute__((always_inline))
int print_flat(struct out *o, const struct pagesnap_record *r, uint64_t amount)
{
	const struct column_set *changed;
	uint64_t bytes = amount << o->row->page_shift;

	o->totals.all_bytes += bytes;
	changed = changes_take_flat(&o->changes, r, o->sink->cells);
	if (o->sink->lines && column_set_is_empty(changed))
		return print_line(o, bytes);
	return print_new(o, changed, bytes);
}

static int print_item(struct out *o, const char *query, const struct pagesnap_record *r)
{
	struct row *row = o->row;

	row->query = query;
	row_take_flat(row, r);
	if (!o->keeps || r->len)
		return out_print_row(o);
	if (o->explain)
		o->totals.remarks |= o->explain(row);
	return print_flat(o, r, kind_flat_amount(row->kind, r));
}

/**
 * out_record() - print a record
 * @o: output
 * @q: number of the query, by which queries are distinguished
 * @query: line of the query, NULL or "" to take it from the records
 * @r: record
 *
 * Return: 0, or -errno if there is no memory or it can't be written; then no
 * record is printed any more.
 */
int out_record(struct out *o, uint32_t q, const char *query, const struct pagesnap_record *r)
{
	int status = 0;

	if (o->error)
		return o->error;
	query = query && *query ? query : NULL;
	if (is_only_row(o, q, r)) {
		o->error = print_item(o, query, r);
		return o->error;
	}
	if (o->skips_ends && r->u->rec.type == PAGESNAP_REC_END)
		return 0;
	/* of no query, and no line of any */
	if (r->u->rec.type == PAGESNAP_REC_CGROUP) {
		o->error = names_save_cgroup(o->row->names, r->u->cgroup.ino, r->u->cgroup.path);
		return o->error;
	}
	if (o->digest && o->digest->passes_over)
		status = o->digest->passes_over(o, r);
	if (status) {
		o->error = status < 0 ? status : 0;
		return o->error;
	}
	o->error = take_record(o, q, query, r);
	return o->error;
}

/**
 * out_outlived() - a process is not there: has it gone since answers told of it?
 * @o: output
 * @pid: process
 *
 * Return: true if so; then its row says that it has gone.
 */
bool out_outlived(struct out *o, uint32_t pid)
{
	return o->digest && o->digest->outlived && o->digest->outlived(o, pid);
}

/**
 * out_alike() - print records of one head
 * @o: output
 * @q: as out_record() has it
 * @query: the same
 * @r: the first one, without bytes; led over the others, which lie @r->size bytes apart
 * @nr: how many
 * @amount: gets what the kind counts in them
 *
 * Return: 1, 0 if out_record() is to take them one by one, or -errno as there.
 */
int out_alike(struct out *o, uint32_t q, const char *query, struct pagesnap_record *r, size_t nr,
	      uint64_t *amount)
{
	const struct kind *kind = o->row->kind;
	uint64_t one;

	if (o->error || !is_only_row(o, q, r) || !o->keeps || o->explain)
		return o->error;
	o->row->query = query && *query ? query : NULL;
	for (;;) {
		one = kind_flat_amount(kind, r);
		*amount += one;
		row_take_flat(o->row, r);
		o->error = print_flat(o, r, one);
		if (o->error || !--nr)
			return o->error ?: 1;
		r->u = (const void *)((const char *)r->u + r->size);
	}
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

/**
 * out_announce() - a record comes, printed or not
 * @options: as it is, or would be, printed
 * @r: record
 */
void out_announce(const struct out_options *options, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_SWEEP && options->trace.begun)
		options->trace.begun(options->trace.ctx);
}

/**
 * out_show() - print a row that no record has led to
 * @o: output of a kind that has such
 * @what: what it shows, as the kind has it
 *
 * Return: as out_record().
 */
int out_show(struct out *o, const void *what)
{
	if (o->error)
		return o->error;
	row_begin(o->row, 0);
	o->row->query = NULL;
	o->row->scratch_len = 0;
	o->row->kind->show(o->row, what);
	o->error = out_print_row(o);
	return o->error;
}

/**
 * out_flush() - print what is kept back only for speed
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

static int print_end(struct out *o, enum out_ending ending)
{
	struct sink_end end = { .failures = &o->failures, .ending = ending };
	int status = o->digest && o->digest->end ? o->digest->end(o, &end) : 0;

	return status ? status : o->sink->ops->end(o->sink, &end);
}

static int finish(struct out *o, enum out_ending ending)
{
	int status = failures_finish(&o->failures);

	if (!o->sink)
		return status;
	if (!status && o->digest)
		status = o->digest->finish(o);
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

/**
 * out_remark() - what people should know of all rows
 * @o: output, finished
 * @buf: gets a sentence, "" for none
 * @size: bytes there
 */
void out_remark(const struct out *o, char *buf, size_t size)
{
	*buf = '\0';
	if (o->digest && o->digest->remark && !o->text && !o->error)
		o->digest->remark(o, buf, size);
}

static bool prints(const struct out *o, const char *name)
{
	size_t i;

	for (i = 0; i < o->layout.nr; i++)
		if (!strcmp(o->layout.columns[i].column->name, name))
			return true;
	return false;
}

static bool prints_some(const struct out *o, const struct kind_remark *remark)
{
	return prints(o, remark->columns[0]) ||
	       (remark->columns[1] && prints(o, remark->columns[1]));
}

/**
 * out_totals() - what was printed
 * @o: output
 * @totals: filled
 */
void out_totals(const struct out *o, struct out_totals *totals)
{
	const struct kind *kind = o->options.kind;
	size_t i;

	*totals = o->totals;
	for (i = 0; i < kind->nr_remarks; i++)
		if (!prints_some(o, &kind->remarks[i]))
			totals->remarks &= ~(1U << i);
}
