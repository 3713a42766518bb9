// SPDX-License-Identifier: GPL-2.0
/*
 * JSON: one document with a row a line, or a row a line and nothing else.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <yajl/yajl_gen.h>

#include "escape.h"
#include "kpf.h"
#include "sink.h"

/* Names of columns in lower case, and of the keys for what can't be UTF-8. */
struct json_key {
	char name[32];
	size_t len;
	char escaped[48];
};

/**
 * struct json - the sink
 * @sink: head
 * @gen: generator, which writes to the sink's writer
 * @text: string that is being made
 * @lines: no document around the rows
 * @keys: of the columns
 */
struct json {
	struct sink sink;
	yajl_gen gen;
	struct value_buf text;
	bool lines;
	struct json_key keys[COLUMNS_MAX];
};

static struct json *json_of(struct sink *s)
{
	return (struct json *)s;
}

static void put_string(struct json *j, const char *s, size_t len)
{
	yajl_gen_string(j->gen, (const unsigned char *)s, len);
}

static void put_word(struct json *j, const char *word)
{
	put_string(j, word, strlen(word));
}

static void put_number(struct json *j, uint64_t number)
{
	char digits[20];

	yajl_gen_number(j->gen, digits, value_decimal(number, digits));
}

static void put_signed(struct json *j, int64_t number)
{
	char digits[21];

	yajl_gen_number(j->gen, digits, value_signed(number, digits));
}

static void put_key_number(struct json *j, const char *key, uint64_t number)
{
	put_word(j, key);
	put_number(j, number);
}

/* Bytes of others, and beside them how they really are if that is no UTF-8. */
static void put_bytes(struct json *j, const char *s, size_t len, const char *escaped_key)
{
	if (escape_is_utf8(s, len)) {
		put_string(j, s, len);
		return;
	}
	j->text.len = 0;
	escape_put_utf8(&j->text, s, len);
	put_string(j, j->text.s, j->text.len);
	j->text.len = 0;
	escape_put(&j->text, s, len, false);
	put_word(j, escaped_key);
	put_string(j, j->text.s, j->text.len);
}

static void put_flags(struct json *j, uint64_t flags)
{
	uint64_t nameless = 0;
	char digits[18];
	const char *name;

	yajl_gen_array_open(j->gen);
	for (; flags; flags &= flags - 1) {
		name = kpf_name(__builtin_ctzll(flags));
		if (name)
			put_word(j, name);
		else
			nameless |= flags & -flags;
	}
	if (nameless)
		put_string(j, digits, value_hex(nameless, digits));
	yajl_gen_array_close(j->gen);
}

static void put_pair_key(struct json *j, uint64_t key)
{
	const char *word = value_key_word(key);

	if (word)
		put_word(j, word);
	else
		put_number(j, key);
}

static void put_pairs(struct json *j, const struct value *v, const struct column *column)
{
	size_t i;

	yajl_gen_array_open(j->gen);
	for (i = 0; i < v->len; i++) {
		yajl_gen_map_open(j->gen);
		put_word(j, column->keys[0]);
		put_pair_key(j, v->pairs[i].key);
		put_key_number(j, column->keys[1], v->pairs[i].count);
		yajl_gen_map_close(j->gen);
	}
	yajl_gen_array_close(j->gen);
}

static void put_value(struct json *j, const struct value *v, size_t nth)
{
	switch (v->type) {
	case VALUE_NONE:
		yajl_gen_null(j->gen);
		break;
	case VALUE_UNKNOWN:
		put_string(j, "?", 1);
		break;
	case VALUE_SIGNED:
		put_signed(j, v->number);
		break;
	case VALUE_NUMBER:
	case VALUE_BYTES:
	case VALUE_HEX:
	case VALUE_HEX16:
		put_number(j, v->number);
		break;
	case VALUE_WORD:
		put_string(j, v->text, v->len);
		break;
	case VALUE_NAME:
		put_bytes(j, v->text, v->len, j->keys[nth].escaped);
		break;
	case VALUE_FLAGS:
		put_flags(j, v->number);
		break;
	case VALUE_PAIRS:
		put_pairs(j, v, j->sink.layout->columns[nth]);
		break;
	}
}

static int end_line(struct json *j)
{
	writer_char(j->sink.writer, '\n');
	return j->text.failed ? -ENOMEM : 0;
}

static void make_keys(struct json *j)
{
	const struct layout *l = j->sink.layout;
	size_t i, c;

	for (i = 0; i < l->nr; i++) {
		struct json_key *key = &j->keys[i];

		key->len = snprintf(key->name, sizeof(key->name), "%s", l->columns[i]->name);
		for (c = 0; c < key->len; c++)
			key->name[c] = tolower((unsigned char)key->name[c]);
		snprintf(key->escaped, sizeof(key->escaped), "%s_escaped", key->name);
	}
}

static int json_begin(struct sink *s)
{
	struct json *j = json_of(s);

	make_keys(j);
	j->lines = s->options->format == OUT_JSONL;
	if (j->lines)
		return 0;
	yajl_gen_map_open(j->gen);
	put_word(j, "pagesnap");
	yajl_gen_array_open(j->gen);
	return end_line(j);
}

static int json_row(struct sink *s, const struct value *values)
{
	struct json *j = json_of(s);
	size_t i;

	yajl_gen_map_open(j->gen);
	for (i = 0; i < s->layout->nr; i++) {
		put_string(j, j->keys[i].name, j->keys[i].len);
		put_value(j, &values[i], i);
	}
	yajl_gen_map_close(j->gen);
	if (j->lines)
		yajl_gen_reset(j->gen, NULL);
	return end_line(j);
}

static void put_skipped(struct json *j, const struct pagesnap_end *end)
{
	uint32_t i;

	put_word(j, "skipped");
	yajl_gen_map_open(j->gen);
	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		if (i < PAGESNAP_WHYS && end->skipped[i])
			put_key_number(j, pagesnap_reason_word(i), end->skipped[i]);
	for (i = PAGESNAP_WHYS; i < PAGESNAP_WHYS_MAX; i++) {
		char key[16];

		/* a reason that is younger than this program */
		snprintf(key, sizeof(key), "why%u", i);
		if (end->skipped[i])
			put_key_number(j, key, end->skipped[i]);
	}
	yajl_gen_map_close(j->gen);
}

static void put_end(struct json *j, const struct pagesnap_end *end)
{
	put_key_number(j, "objects", end->objects);
	put_key_number(j, "records", end->records);
	put_key_number(j, "pages", end->pages);
	put_key_number(j, "gone", end->gone);
	put_key_number(j, "swap", end->swap);
	put_key_number(j, "special", end->special);
	put_key_number(j, "holes", end->holes);
	put_skipped(j, end);
	put_word(j, "truncated");
	if (end->cut)
		put_word(j, pagesnap_cut_word(end->cut));
	else
		yajl_gen_null(j->gen);
	put_key_number(j, "rescans", end->rescans);
	put_key_number(j, "us", end->us);
}

static const char *status_word(const struct failure *one, enum out_ending ending)
{
	if (!one->ended)
		return ending == OUT_INTERRUPTED ? "interrupted" : "cut";
	return pagesnap_status_word(one->end.status);
}

static void put_failure(struct json *j, const struct failure *one, enum out_ending ending)
{
	const char *errno_word = one->err ? strerrorname_np(one->err) : NULL;

	yajl_gen_map_open(j->gen);
	put_key_number(j, "q", one->q);
	if (one->line)
		put_key_number(j, "line", one->line);
	if (*one->tag) {
		put_word(j, "tag");
		put_bytes(j, one->tag, strlen(one->tag), "tag_escaped");
	}
	if (one->query) {
		put_word(j, "query");
		put_bytes(j, one->query, one->query_len, "query_escaped");
	}
	put_word(j, "status");
	put_word(j, status_word(one, ending));
	if (one->err) {
		put_word(j, "errno");
		if (errno_word)
			put_word(j, errno_word);
		else
			put_number(j, one->err);
		put_key_number(j, "col", one->col);
	}
	if (one->message) {
		put_word(j, "message");
		put_bytes(j, one->message, one->message_len, "message_escaped");
	}
	if (one->ended && one->end.status != PAGESNAP_END_ERROR)
		put_end(j, &one->end);
	yajl_gen_map_close(j->gen);
}

static void put_counts(struct json *j, const char *key, const __u64 *counts, size_t nr,
		       const char *const keys[2])
{
	size_t i;

	put_word(j, key);
	yajl_gen_array_open(j->gen);
	for (i = 0; i < nr; i++) {
		if (!counts[i])
			continue;
		yajl_gen_map_open(j->gen);
		put_key_number(j, keys[0], i);
		put_key_number(j, keys[1], counts[i]);
		yajl_gen_map_close(j->gen);
	}
	yajl_gen_array_close(j->gen);
}

static void put_total(struct json *j, const struct summary *s)
{
	static const char * const by_order[] = { "order", "pages" };
	static const char * const by_pages[] = { "bucket", "objects" };

	put_word(j, "total");
	yajl_gen_map_open(j->gen);
	put_key_number(j, "pages", s->sums.pages);
	put_key_number(j, "dirty_pages", s->sums.dirty);
	put_key_number(j, "writeback_pages", s->sums.writeback);
	put_key_number(j, "mapped_pages", s->sums.mapped);
	put_key_number(j, "active_pages", s->sums.active);
	put_key_number(j, "referenced_pages", s->sums.referenced);
	put_key_number(j, "unevictable_pages", s->sums.unevictable);
	put_key_number(j, "evicted_pages", s->sums.evicted);
	put_key_number(j, "swapped_pages", s->sums.swapped);
	put_key_number(j, "special_pages", s->sums.special);
	put_key_number(j, "holes_pages", s->sums.holes);
	put_counts(j, "orders", s->sums.orders, PAGESNAP_ORDERS, by_order);
	put_counts(j, "objects_by_pages", s->objects_by_pages, PAGESNAP_LOG2_BUCKETS, by_pages);
	if (s->files)
		put_key_number(j, "files", s->files);
	put_key_number(j, "us", s->us);
	yajl_gen_map_close(j->gen);
}

static int json_end(struct sink *s, const struct sink_end *end)
{
	struct json *j = json_of(s);
	const struct failure *one;

	if (j->lines)
		return 0;
	yajl_gen_array_close(j->gen);
	if (end->summary)
		put_total(j, end->summary);
	if (end->ending != OUT_WHOLE) {
		put_word(j, end->ending == OUT_CUT ? "cut" : "interrupted");
		yajl_gen_bool(j->gen, 1);
	}
	put_word(j, "end");
	yajl_gen_array_open(j->gen);
	for (one = end->failures->first; one; one = one->next) {
		writer_char(s->writer, '\n');
		put_failure(j, one, end->ending);
	}
	yajl_gen_array_close(j->gen);
	yajl_gen_map_close(j->gen);
	return end_line(j);
}

static void json_free(struct sink *s)
{
	struct json *j = json_of(s);

	yajl_gen_free(j->gen);
	value_buf_free(&j->text);
	free(j);
}

static void print(void *ctx, const char *s, size_t len)
{
	struct json *j = ctx;

	writer_put(j->sink.writer, s, len);
}

/**
 * sink_json_new() - rows as JSON
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_json_new(void)
{
	static const struct sink_ops ops = {
		.begin = json_begin, .row = json_row, .end = json_end, .free = json_free,
	};
	struct json *j = calloc(1, sizeof(*j));

	if (!j)
		return NULL;
	j->gen = yajl_gen_alloc(NULL);
	if (!j->gen) {
		free(j);
		return NULL;
	}
	yajl_gen_config(j->gen, yajl_gen_print_callback, print, j);
	j->sink.ops = &ops;
	return &j->sink;
}
