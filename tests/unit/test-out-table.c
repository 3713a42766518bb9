// SPDX-License-Identifier: GPL-2.0
/*
 * Tables that need no library, against those that libsmartcols prints: the latter
 * has all rows where colours are wanted, and colours nothing in columns without.
 */
#include <ktap.h>
#include <locale.h>

#include "render/sink.h"

#define COLUMNS 7
#define NR(a) (sizeof(a) / sizeof((a)[0]))
#define TEXT_MAX 400

/**
 * struct shape - what a table is like
 * @columns: how many
 * @rows: how many
 * @flush: after how many rows what there is has to be printed, 0 for never
 * @odd: one cell of so many is not plain ASCII, 0 for none
 * @empty: one cell of so many is empty
 * @keep: how many of ten cells are as in the row before
 * @no_headings: -n
 */
struct shape {
	size_t columns;
	size_t rows;
	size_t flush;
	unsigned int odd;
	unsigned int empty;
	unsigned int keep;
	bool no_headings;
};

static const char *const names[] = { "A", "INODE", "NR", "A_LONG_HEADING", "F", "XY", "LAST" };

static const char *const odd_texts[] = {
	"\xc3\xa4", "\xe6\x97\xa5\xe6\x9c\xac", "a\\x41", "\x7f", "\tx", "\xff", "e\xcc\x81",
};

static const char *const plain_texts[] = {
	"-", "?", "a b", "\\134", "\\", "~", " blank first", "last ", "[in brackets]",
	"uptodate,lru,active", "\"", "12345678", "x\\", "a\\y",
};

/* A table as it is printed twice. */
struct both {
	struct column columns[COLUMNS];
	struct layout_column at[COLUMNS];
	struct layout layout;
	struct shape shape;
};

static uint64_t state;

/* The numbers from here on are the same each time. */
static void begin_from(unsigned int seed)
{
	state = seed * 0x9e3779b97f4a7c15 + 1;
}

static unsigned int some(unsigned int below)
{
	state = state * 6364136223846793005 + 1442695040888963407;
	return (state >> 33) % below;
}

static size_t any_text(const struct shape *shape, char *to)
{
	const char *text;
	size_t len;

	if (shape->odd && !some(shape->odd)) {
		text = odd_texts[some(NR(odd_texts))];
	} else if (!some(shape->empty)) {
		text = "";
	} else if (some(3)) {
		text = plain_texts[some(NR(plain_texts))];
	} else {
		len = some(some(20) ? 24 : TEXT_MAX);
		memset(to, 'a' + some(26), len);
		return len;
	}
	len = strlen(text);
	memcpy(to, text, len);
	return len;
}

static struct value any_value(const struct shape *shape, char *to)
{
	struct value v = { .type = VALUE_WORD, .text = to };

	if (some(3)) {
		v.len = any_text(shape, to);
	} else if (some(4)) {
		v.type = VALUE_NUMBER;
		v.number = some(2) ? some(300) : (uint64_t)some(1 << 30) << some(34);
	} else {
		v.type = VALUE_FLAGS;
		v.number = some(3) ? 1ULL << some(30) | 1ULL << some(30) : 0;
	}
	return v;
}

static void add_rows(struct sink *s, const struct both *b)
{
	struct value values[COLUMNS];
	char texts[COLUMNS][TEXT_MAX];
	uint64_t bits;
	const struct column_set set = { .bits = &bits, .words = 1 };
	size_t row, i;

	for (row = 0; row < b->shape.rows; row++) {
		bits = 0;
		/* of what has not changed nothing may be looked at */
		memset(texts, 'z', sizeof(texts));
		for (i = 0; i < b->shape.columns; i++) {
			if (row && some(10) < b->shape.keep)
				continue;
			bits |= 1ULL << i;
			values[i] = any_value(&b->shape, texts[i]);
		}
		if (s->ops->row(s, values, row || bits + 1 != 1ULL << i ? &set : NULL))
			ktap_die("a row is refused");
		if (b->shape.flush && row % b->shape.flush == b->shape.flush - 1)
			s->ops->flush(s);
	}
}

/* The same rows each time: what is picked is begun again. */
static char *print(const struct both *b, bool library, unsigned int seed)
{
	struct out_options options = {
		.format = OUT_TABLE, .no_headings = b->shape.no_headings, .color = library,
	};
	const struct sink_end end = { .failures = NULL };
	char *text = NULL;
	size_t size;
	static struct writer writer;
	struct sink *s;

	options.to = open_memstream(&text, &size);
	writer_init(&writer, options.to);
	s = sink_new(&options, &b->layout, &writer);
	begin_from(seed);
	if (!s || s->ops->begin(s))
		ktap_die("no sink");
	add_rows(s, b);
	s->ops->end(s, &end);
	s->ops->free(s);
	writer_flush(&writer);
	fclose(options.to);
	return text;
}

static void set_up(struct both *b, const struct shape *shape)
{
	size_t i;

	*b = (struct both){ .shape = *shape };
	b->layout = (struct layout){ .columns = b->at, .nr = shape->columns };
	for (i = 0; i < shape->columns; i++) {
		b->columns[i] = (struct column){
			.name = names[i], .flags = some(2) ? COLUMN_RIGHT : 0,
		};
		b->at[i].column = &b->columns[i];
	}
}

static void say_line(const char *text, const char *other, const char *who)
{
	size_t at = 0;

	while (text[at] && text[at] == other[at])
		at++;
	while (at && text[at - 1] != '\n')
		at--;
	ktap_note("%s: \"%.*s\"", who, (int)strcspn(text + at, "\n"), text + at);
}

static bool is_same(const struct shape *shape, unsigned int seed)
{
	struct both b;
	char *own, *library;
	bool same;

	set_up(&b, shape);
	own = print(&b, false, seed);
	library = print(&b, true, seed);
	same = !strcmp(own, library);
	if (!same) {
		say_line(own, library, "own");
		say_line(library, own, "libsmartcols");
	}
	free(own);
	free(library);
	return same;
}

static struct shape any_shape(unsigned int nth)
{
	static const size_t rows[] = { 0, 1, 2, 20, 255, 256, 257, 600 };

	return (struct shape){
		.columns = 1 + some(COLUMNS), .rows = rows[nth % NR(rows)],
		.flush = some(4) ? 0 : 1 + some(99), .odd = nth & 1 ? 0 : 1 + some(2000),
		.empty = 1 + some(6), .keep = some(11), .no_headings = some(2),
	};
}

static void check_shapes(const char *locale)
{
	struct shape shape;
	unsigned int i;
	bool same = true;

	if (!setlocale(LC_ALL, locale)) {
		ktap_skip("tables are those of libsmartcols", "no locale %s", locale);
		return;
	}
	for (i = 0; same && i < 400u / ktap_slowness(); i++) {
		begin_from(i);
		shape = any_shape(i);
		same = is_same(&shape, i);
	}
	if (!ktap_ok(same, "tables are those of libsmartcols, in the locale %s", locale))
		ktap_note("%zu columns, %zu rows, flush %zu, odd %u, empty %u, keep %u, -n %d",
			  shape.columns, shape.rows, shape.flush, shape.odd, shape.empty,
			  shape.keep, shape.no_headings);
}

/* Rows of a name and a number, of which each @flush begin a portion. */
static void prints(const struct value rows[][2], size_t nr, size_t flush, const char *want,
		   const char *name)
{
	struct column columns[] = { { .name = "NAME" }, { .name = "N", .flags = COLUMN_RIGHT } };
	struct layout_column at[] = { { .column = &columns[0] }, { .column = &columns[1] } };
	const struct layout layout = { .columns = at, .nr = NR(at) };
	const struct sink_end end = { .failures = NULL };
	char *text = NULL;
	size_t size, i;
	struct out_options options = { .to = open_memstream(&text, &size) };
	static struct writer writer;
	struct sink *s;

	writer_init(&writer, options.to);
	s = sink_new(&options, &layout, &writer);
	if (!s || s->ops->begin(s))
		ktap_die("no sink");
	for (i = 0; i < nr; i++) {
		s->ops->row(s, rows[i], NULL);
		if (i % flush == flush - 1)
			s->ops->flush(s);
	}
	s->ops->end(s, &end);
	s->ops->free(s);
	writer_flush(&writer);
	fclose(options.to);
	if (!ktap_ok(!strcmp(text, want), "%s", name))
		ktap_note("got %s", text);
	free(text);
}

#define WORD(s)		{ .type = VALUE_WORD, .text = s, .len = sizeof(s) - 1 }
#define NAME(s)		{ .type = VALUE_NAME, .text = s, .len = sizeof(s) - 1 }
#define NUMBER(n)	{ .type = VALUE_NUMBER, .number = n }
#define HEX(n)		{ .type = VALUE_HEX, .number = n }

/* A portion with cells of others is printed between two that need no library. */
static void check_mixture(void)
{
	static const struct value rows[][2] = {
		{ WORD("plain"), NUMBER(0) }, { WORD("\xc3\xa4"), NUMBER(10) },
		{ WORD("longer text"), NUMBER(20) },
	};

	setlocale(LC_ALL, "C.UTF-8");
	prints(rows, NR(rows), 1, "NAME  N\nplain 0\n\xc3\xa4     10\nlonger text 20\n",
	       "portions of both kinds stand in the same columns");
}

/* What looks as in the row before is left there; what only has the same bytes is not. */
static void check_same(void)
{
	static const struct value rows[][2] = {
		{ NAME("\\"), NUMBER(7) }, { NAME("\\134"), HEX(7) }, { NAME("\\134"), HEX(7) },
		{ WORD("x"), NUMBER(0x7) }, { NAME("x"), NUMBER(7) }, { NAME("x"), NUMBER(8) },
		{ WORD("-"), { .type = VALUE_NONE } }, { { .type = VALUE_NONE }, WORD("-") },
		{ { .type = VALUE_UNKNOWN }, NUMBER(0) }, { WORD("?"), { .type = VALUE_NONE } },
	};
	static const char want[] =
		"NAME      N\n"
		"\\134      7\n" "\\134134 0x7\n" "\\134134 0x7\n" "x         7\n" "x         7\n"
		"x         8\n" "-         -\n" "-         -\n" "?         0\n" "?         -\n";

	prints(rows, NR(rows), 100, want, "cells of neighbours with the same bytes");
	prints(rows, NR(rows), 3, want, "cells of neighbours with the same bytes, in portions");
}

int main(void)
{
	check_shapes("C.UTF-8");
	check_shapes("C");
	check_mixture();
	check_same();
	return ktap_end();
}
