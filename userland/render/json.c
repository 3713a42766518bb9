// SPDX-License-Identifier: GPL-2.0
/*
 * JSON: one document with a row a line, or a row a line and nothing else.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "cells.h"
#include "kinds/ascii.h"
#include "kinds/escape.h"
#include "kinds/kpf.h"
#include "sink.h"

/**
 * struct json_key - what the escaped form of a name stands behind
 * @text: comma, key and colon
 * @len: its length
 */
struct json_key {
	char text[48];
	size_t len;
};

/**
 * struct json_gen - a generator
 * @yajl: it
 * @text: string that is being made
 */
struct json_gen {
	yajl_gen yajl;
	struct value_buf text;
};

/**
 * struct json - the sink
 * @sink: head
 * @document: what is around the rows, to the sink's writer; none around lines
 * @member: a value of a row
 * @member_text: what @member wrote
 * @cells: members of the row
 * @has_rows: one was printed
 * @escaped: keys of the columns for what can't be UTF-8
 */
struct json {
	struct sink sink;
	struct json_gen document;
	struct json_gen member;
	struct value_buf member_text;
	struct cells cells;
	bool has_rows;
	struct json_key *escaped;
};

static struct json *json_of(struct sink *s)
{
	return (struct json *)s;
}

static void put_string(struct json_gen *g, const char *s, size_t len)
{
	yajl_gen_string(g->yajl, (const unsigned char *)s, len);
}

static void put_word(struct json_gen *g, const char *word)
{
	put_string(g, word, strlen(word));
}

static void put_number(struct json_gen *g, uint64_t number)
{
	char digits[20];

	yajl_gen_number(g->yajl, digits, value_decimal(number, digits));
}

static void put_key_number(struct json_gen *g, const char *key, uint64_t number)
{
	put_word(g, key);
	put_number(g, number);
}

/* Bytes of others, and beside them how they really are if that is no UTF-8. */
static void put_bytes(struct json_gen *g, const char *s, size_t len, const char *escaped_key)
{
	if (escape_is_utf8(s, len)) {
		put_string(g, s, len);
		return;
	}
	g->text.len = 0;
	escape_put_utf8(&g->text, s, len);
	put_string(g, g->text.s, g->text.len);
	g->text.len = 0;
	escape_put(&g->text, s, len, false);
	put_word(g, escaped_key);
	put_string(g, g->text.s, g->text.len);
}

static void put_flags(struct json_gen *g, uint64_t flags)
{
	uint64_t nameless = 0;
	char digits[18];
	const char *name;

	yajl_gen_array_open(g->yajl);
	for (; flags; flags &= flags - 1) {
		name = kpf_name(__builtin_ctzll(flags));
		if (name)
			put_word(g, name);
		else
			nameless |= flags & -flags;
	}
	if (nameless)
		put_string(g, digits, value_hex(nameless, digits));
	yajl_gen_array_close(g->yajl);
}

static void put_pair_key(struct json_gen *g, uint64_t key)
{
	const char *word = value_key_word(key);

	if (word)
		put_word(g, word);
	else
		put_number(g, key);
}

static void put_pairs(struct json_gen *g, const struct value *v, const struct column *column)
{
	size_t i;

	yajl_gen_array_open(g->yajl);
	for (i = 0; i < v->len; i++) {
		yajl_gen_map_open(g->yajl);
		put_word(g, column->keys[0]);
		put_pair_key(g, v->pairs[i].key);
		put_key_number(g, column->keys[1], v->pairs[i].count);
		yajl_gen_map_close(g->yajl);
	}
	yajl_gen_array_close(g->yajl);
}

static int end_line(struct json *j)
{
	writer_char(j->sink.writer, '\n');
	return j->document.text.failed ? -ENOMEM : 0;
}

/* Names of columns need no escapes. */
static int make_cells(struct json *j)
{
	const struct layout *l = j->sink.layout;
	char name[32], key[40];
	size_t i, c, len;

	j->escaped = calloc(l->nr, sizeof(*j->escaped));
	if (!j->escaped || cells_begin(&j->cells, l->nr))
		return -ENOMEM;
	for (i = 0; i < l->nr; i++) {
		snprintf(name, sizeof(name), "%s", l->columns[i].column->name);
		for (c = 0; name[c]; c++)
			name[c] = tolower((unsigned char)name[c]);
		len = snprintf(key, sizeof(key), "%c\"%s\":", i ? ',' : '{', name);
		cells_add(&j->cells, key, len);
		j->escaped[i].len = snprintf(j->escaped[i].text, sizeof(j->escaped[i].text),
					     ",\"%s_escaped\":", name);
	}
	return cells_end(&j->cells, "}\n");
}

static int json_begin(struct sink *s)
{
	struct json *j = json_of(s);

	j->sink.lines = s->options->format == OUT_JSONL;
	if (make_cells(j))
		return -ENOMEM;
	if (j->sink.lines)
		return 0;
	yajl_gen_map_open(j->document.yajl);
	put_word(&j->document, "pagesnap");
	yajl_gen_array_open(j->document.yajl);
	return end_line(j);
}

/* Most texts need no escapes, as the generator would find out byte by byte. */
static bool is_plain(const char *s, size_t len)
{
	size_t at = ascii_harmless(s, len);

	for (; at < len; at++)
		if (s[at] < ' ' || s[at] > '~' || s[at] == '"' || s[at] == '\\')
			return false;
	return true;
}

static void put_plain(struct value_buf *b, const char *s, size_t len)
{
	value_buf_char(b, '"');
	value_buf_put(b, s, len);
	value_buf_char(b, '"');
}

/* A document of its own, until end_value(). */
static struct json_gen *begin_value(struct json *j)
{
	j->member_text.len = 0;
	yajl_gen_reset(j->member.yajl, NULL);
	return &j->member;
}

static void end_value(struct json *j, struct value_buf *b)
{
	b->failed |= j->member_text.failed || j->member.text.failed;
	value_buf_put(b, j->member_text.s, j->member_text.len);
}

static void put_text(struct json *j, const char *s, size_t len, struct value_buf *b)
{
	if (is_plain(s, len)) {
		put_plain(b, s, len);
		return;
	}
	put_string(begin_value(j), s, len);
	end_value(j, b);
}

/*
 * As put_bytes(), but what has a backslash has the other form, too.  Else a file called "\377"
 * would look like that of the byte to who takes the escaped form where there is one.
 */
static void put_name(struct json *j, size_t nth, const struct value *v, struct value_buf *b)
{
	struct value_buf *text = &j->member.text;
	bool is_utf8 = escape_is_utf8(v->text, v->len);

	if (is_utf8) {
		put_text(j, v->text, v->len, b);
	} else {
		text->len = 0;
		escape_put_utf8(text, v->text, v->len);
		put_text(j, text->s, text->len, b);
	}
	if (is_utf8 && !memchr(v->text, '\\', v->len))
		return;
	value_buf_put(b, j->escaped[nth].text, j->escaped[nth].len);
	text->len = 0;
	escape_put(text, v->text, v->len, false);
	put_text(j, text->s, text->len, b);
}

/* The generator prints numbers as they are passed, so it is not called for them. */
static void put_member(void *ctx, size_t nth, const struct value *v, struct value_buf *b)
{
	struct json *j = ctx;
	char digits[21];

	switch (v->type) {
	case VALUE_NONE:
		value_buf_put(b, "null", 4);
		break;
	case VALUE_UNKNOWN:
		put_text(j, "?", 1, b);
		break;
	case VALUE_SIGNED:
		value_buf_put(b, digits, value_signed(v->number, digits));
		break;
	case VALUE_NUMBER:
	case VALUE_BYTES:
	case VALUE_HEX:
	case VALUE_HEX16:
		value_buf_number(b, v->number);
		break;
	case VALUE_WORD:
		put_text(j, v->text, v->len, b);
		break;
	case VALUE_NAME:
		put_name(j, nth, v, b);
		break;
	case VALUE_FLAGS:
		put_flags(begin_value(j), v->number);
		end_value(j, b);
		break;
	case VALUE_PAIRS:
		put_pairs(begin_value(j), v, j->sink.layout->columns[nth].column);
		end_value(j, b);
		break;
	}
}

/*
 * The generator prints whatever is passed as a number: here a whole object.  Behind one, it
 * would print a comma and the next.
 */
static void put_row(struct json *j, const char *line, size_t len)
{
	if (!j->has_rows) {
		yajl_gen_number(j->document.yajl, line, len);
		j->has_rows = true;
		return;
	}
	writer_char(j->sink.writer, ',');
	writer_put(j->sink.writer, line, len);
}

static int json_row(struct sink *s, const struct value *values, const struct column_set *changed)
{
	struct json *j = json_of(s);
	const struct value_buf *line = &j->cells.line;

	if (cells_line(&j->cells, values, changed, put_member, j))
		return -ENOMEM;
	if (j->sink.lines)
		writer_put(s->writer, line->s, line->len);
	else
		put_row(j, line->s, line->len);
	return j->document.text.failed ? -ENOMEM : 0;
}

/* A line has no newline but its last byte. */
static int json_rows(struct sink *s, const char *rows, size_t len)
{
	struct json *j = json_of(s);
	const char *end;

	if (j->sink.lines) {
		writer_put(s->writer, rows, len);
		return 0;
	}
	for (; len; len -= end - rows, rows = end) {
		end = (const char *)memchr(rows, '\n', len) + 1;
		put_row(j, rows, end - rows);
	}
	return j->document.text.failed ? -ENOMEM : 0;
}

/* @word: "?" for what is younger than this program. */
static void put_count(struct json_gen *g, const char *word, const char *what, uint32_t nth,
		      uint64_t count)
{
	char key[16];

	snprintf(key, sizeof(key), "%s%u", what, nth);
	put_key_number(g, *word == '?' ? key : word, count);
}

static void put_skipped(struct json_gen *g, const struct kind *kind, const struct pagesnap_end *end)
{
	uint32_t i;

	put_word(g, "skipped");
	yajl_gen_map_open(g->yajl);
	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		if (end->skipped[i])
			put_count(g, kind_reason_word(kind, i), "why", i, end->skipped[i]);
	yajl_gen_map_close(g->yajl);
}

static void put_end(struct json_gen *g, const struct kind *kind, const struct pagesnap_end *end)
{
	const char *word;
	uint32_t i;

	put_key_number(g, "objects", end->objects);
	put_key_number(g, "records", end->records);
	for (i = 0; i < PAGESNAP_COUNTERS_MAX; i++) {
		word = kind_counter_word(kind, i);
		if (*word != '?' || end->counters[i])
			put_count(g, word, "counter", i, end->counters[i]);
	}
	put_skipped(g, kind, end);
	put_word(g, "truncated");
	if (end->cut)
		put_word(g, pagesnap_cut_word(end->cut));
	else
		yajl_gen_null(g->yajl);
	put_key_number(g, "rescans", end->rescans);
	put_key_number(g, "rescanned", end->rescanned);
	put_key_number(g, "us", end->us);
}

static const char *status_word(const struct failure *one, enum out_ending ending)
{
	if (!one->ended)
		return ending == OUT_INTERRUPTED ? "interrupted" : "cut";
	return pagesnap_status_word(one->end.status);
}

static void put_failure(struct json_gen *g, const struct kind *kind, const struct failure *one,
			enum out_ending ending)
{
	const char *errno_word = one->err ? strerrorname_np(one->err) : NULL;

	yajl_gen_map_open(g->yajl);
	put_key_number(g, "q", one->q);
	if (one->line)
		put_key_number(g, "line", one->line);
	if (*one->tag) {
		put_word(g, "tag");
		put_bytes(g, one->tag, strlen(one->tag), "tag_escaped");
	}
	if (one->query) {
		put_word(g, "query");
		put_bytes(g, one->query, one->query_len, "query_escaped");
	}
	put_word(g, "status");
	put_word(g, status_word(one, ending));
	if (one->err) {
		put_word(g, "errno");
		if (errno_word)
			put_word(g, errno_word);
		else
			put_number(g, one->err);
		put_key_number(g, "col", one->col);
	}
	if (one->message) {
		put_word(g, "message");
		put_bytes(g, one->message, one->message_len, "message_escaped");
	}
	if (one->ended && one->end.status != PAGESNAP_END_ERROR)
		put_end(g, one->kind ?: kind, &one->end);
	yajl_gen_map_close(g->yajl);
}

static void put_counts(struct json_gen *g, const struct sink_sum *sum)
{
	size_t i;

	put_word(g, sum->key);
	yajl_gen_array_open(g->yajl);
	for (i = 0; i < sum->nr_counts; i++) {
		if (!sum->counts[i])
			continue;
		yajl_gen_map_open(g->yajl);
		put_key_number(g, sum->keys[0], i);
		put_key_number(g, sum->keys[1], sum->counts[i]);
		yajl_gen_map_close(g->yajl);
	}
	yajl_gen_array_close(g->yajl);
}

static void put_total(struct json_gen *g, const struct sink_end *end)
{
	size_t i;

	put_word(g, "total");
	yajl_gen_map_open(g->yajl);
	for (i = 0; i < end->nr_sums; i++) {
		if (end->sums[i].counts)
			put_counts(g, &end->sums[i]);
		else
			put_key_number(g, end->sums[i].key, end->sums[i].number);
	}
	yajl_gen_map_close(g->yajl);
}

static int json_end(struct sink *s, const struct sink_end *end)
{
	struct json *j = json_of(s);
	struct json_gen *g = &j->document;
	const struct failure *one;

	if (j->sink.lines)
		return 0;
	yajl_gen_array_close(g->yajl);
	if (end->sums)
		put_total(g, end);
	if (end->ending != OUT_WHOLE) {
		put_word(g, end->ending == OUT_CUT ? "cut" : "interrupted");
		yajl_gen_bool(g->yajl, 1);
	}
	put_word(g, "end");
	yajl_gen_array_open(g->yajl);
	for (one = end->failures->first; one; one = one->next) {
		writer_char(s->writer, '\n');
		put_failure(g, s->layout->kind, one, end->ending);
	}
	yajl_gen_array_close(g->yajl);
	yajl_gen_map_close(g->yajl);
	return end_line(j);
}

static void json_free(struct sink *s)
{
	struct json *j = json_of(s);

	if (j->document.yajl)
		yajl_gen_free(j->document.yajl);
	if (j->member.yajl)
		yajl_gen_free(j->member.yajl);
	value_buf_free(&j->document.text);
	value_buf_free(&j->member.text);
	value_buf_free(&j->member_text);
	cells_free(&j->cells);
	free(j->escaped);
	free(j);
}

static void print(void *ctx, const char *s, size_t len)
{
	struct json *j = ctx;

	writer_put(j->sink.writer, s, len);
}

static void make(void *ctx, const char *s, size_t len)
{
	value_buf_put(ctx, s, len);
}

/**
 * sink_json_new() - rows as JSON
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_json_new(void)
{
	static const struct sink_ops ops = {
		.keeps = true, .begin = json_begin, .row = json_row, .rows = json_rows,
		.end = json_end, .free = json_free,
	};
	struct json *j = calloc(1, sizeof(*j));

	if (!j)
		return NULL;
	j->document.yajl = yajl_gen_alloc(NULL);
	j->member.yajl = yajl_gen_alloc(NULL);
	if (!j->document.yajl || !j->member.yajl) {
		json_free(&j->sink);
		return NULL;
	}
	yajl_gen_config(j->document.yajl, yajl_gen_print_callback, print, j);
	yajl_gen_config(j->member.yajl, yajl_gen_print_callback, make, &j->member_text);
	j->sink.ops = &ops;
	j->sink.cells = &j->cells;
	return &j->sink;
}
