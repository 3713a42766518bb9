// SPDX-License-Identifier: GPL-2.0
/* What top decides without a terminal: differences, order, lines, and when to look again. */
#include <locale.h>

#include "render/cut.h"
#include "render/top/layout.h"
#include "render/top/pace.h"
#include "unit.h"

#define KEYS 40
#define SECOND 1000000000ULL

/* Rows ---------------------------------------------------------------------------- */

static void look(struct top_rows *rows, const u64 sizes[KEYS])
{
	struct top_sums sums = { .pages = { 0 } };
	char key[8];
	u32 i;

	for (i = 0; i < KEYS; i++) {
		struct top_row *row;

		if (!sizes[i])
			continue;
		snprintf(key, sizeof(key), "k%u", i);
		row = top_rows_find(rows, key, strlen(key));
		/* in two parts */
		sums.pages[TOP_SIZE] = 1;
		top_row_add(row, &sums);
		sums.pages[TOP_SIZE] = sizes[i] - 1;
		top_row_add(row, &sums);
		top_row_name(row, key, strlen(key));
	}
}

/* Each key that is or was there has one row, with the right difference; others have none. */
static bool fits(const struct top_rows *rows, const u64 now[KEYS], const u64 before[KEYS])
{
	size_t there = 0, i;
	s64 change, sum = 0;

	for (i = 0; i < KEYS; i++) {
		there += now[i] || before[i];
		sum += now[i] - before[i];
	}
	for (i = 0; i < rows->nr; i++) {
		u32 k = atoi(rows->list[i]->name + 1);

		if (!top_row_change(rows->list[i], TOP_SIZE, &change) ||
		    change != (s64)(now[k] - before[k]) ||
		    rows->list[i]->now.pages[TOP_SIZE] != now[k])
			return false;
	}
	return rows->nr == there && rows->seen == there &&
	       top_row_change(&rows->total, TOP_SIZE, &change) && change == sum;
}

static void test_rows(void)
{
	u64 sizes[2][KEYS] = { { 0 } };
	struct top_rows rows = { .root = NULL };
	bool all_fit = true;
	u32 round, i, at = 0;

	for (round = 0; round < 500; round++, at = !at) {
		for (i = 0; i < KEYS; i++)
			sizes[at][i] = pick(3) ? pick(100) : 0;
		if (!pick(5)) {
			look(&rows, sizes[at]);
			top_rows_drop(&rows);
		}
		look(&rows, sizes[at]);
		top_rows_turn(&rows);
		all_fit = all_fit && fits(&rows, sizes[at], round ? sizes[!at] : sizes[at]);
	}
	ktap_ok(all_fit, "rows have the difference of two looks, and what is gone has none");
	top_rows_free(&rows);
	ktap_ok(!rows.nr && !rows.root, "rows are forgotten");
}

static void test_unknown(void)
{
	struct top_rows rows = { .root = NULL };
	struct top_row *row = top_rows_find(&rows, "a\0b", 3);
	struct top_row *other = top_rows_find(&rows, "a\0c", 3);
	struct top_sums sums = { .pages = {
		[TOP_SIZE] = 5, [TOP_EVICTED] = PAGESNAP_NONE, [TOP_DIRTY] = PAGESNAP_UNKNOWN,
	} };
	s64 change;

	ktap_ok(row != other, "keys are bytes, not strings");
	top_row_add(row, &sums);
	sums.pages[TOP_DIRTY] = 7;
	top_row_add(row, &sums);
	top_rows_turn(&rows);
	ktap_ok(row->now.pages[TOP_SIZE] == 10 && row->now.pages[TOP_EVICTED] == PAGESNAP_NONE &&
		row->now.pages[TOP_DIRTY] == PAGESNAP_UNKNOWN,
		"what is unknown of a part is unknown of the sum");
	ktap_ok(!top_row_change(row, TOP_EVICTED, &change) &&
		!top_row_change(row, TOP_DIRTY, &change),
		"what is unknown has no difference");
	ktap_ok(rows.nr == 1, "a key without a page has no row");
	look(&rows, (u64 [KEYS]){ 3 });
	top_rows_drop(&rows);
	ktap_ok(rows.nr == 1 && rows.list[0] == row && row->now.pages[TOP_SIZE] == 10,
		"a look that failed changes nothing");
	top_rows_free(&rows);
}

/* Order ---------------------------------------------------------------------------- */

static struct top_row *add(struct top_rows *rows, const char *name, u64 size, u64 dirty)
{
	const struct top_sums sums = { .pages = { [TOP_SIZE] = size, [TOP_DIRTY] = dirty } };
	struct top_row *row = top_rows_find(rows, name, strlen(name));

	top_row_name(row, name, strlen(name));
	top_row_add(row, &sums);
	return row;
}

/* a grew by 1, B shrank by 9, c got dirty. */
static void make(struct top_rows *rows)
{
	add(rows, "/a", 10, 0);
	add(rows, "/B", 19, 0);
	add(rows, "/c", 30, 0);
	top_rows_turn(rows);
	add(rows, "/a", 11, 0);
	add(rows, "/B", 10, 0);
	add(rows, "/c", 30, 5);
	top_rows_turn(rows);
	/* of a look under way */
	add(rows, "/zz", 999, 0);
}

static bool is_order(const struct top_rows *rows, enum top_sort sort, bool reverse,
		     const char *filter, const char *expected)
{
	const struct top_order order = { .sort = sort, .reverse = reverse, .filter = filter };
	const struct top_row *list[8];
	size_t nr = top_order_list(rows, &order, list), i;
	char names[64] = "";

	for (i = 0; i < nr; i++)
		strcat(names, list[i]->name + 1);
	return !strcmp(names, expected);
}

static void test_order(void)
{
	struct top_rows rows = { .root = NULL };
	enum top_sort sort;
	bool words = true;

	make(&rows);
	ktap_ok(is_order(&rows, TOP_SORT_SIZE, false, "", "caB"), "rows are sorted by size");
	ktap_ok(is_order(&rows, TOP_SORT_CHANGE, false, "", "Bac"),
		"changes are sorted by how large they are, up or down");
	ktap_ok(is_order(&rows, TOP_SORT_CHANGE, true, "", "caB"), "the order can be reversed");
	ktap_ok(is_order(&rows, TOP_SORT_DIRTIED, false, "", "caB"),
		"rows that are equal are sorted by size");
	ktap_ok(is_order(&rows, TOP_SORT_NAME, false, "", "Bac"), "rows are sorted by name");
	ktap_ok(is_order(&rows, TOP_SORT_NAME, false, "/b", "B"), "a filter knows no case");
	ktap_ok(is_order(&rows, TOP_SORT_NAME, false, "zz", ""),
		"what only a look under way has found is not seen yet");
	for (sort = 0; sort < TOP_SORTS; sort++)
		words = words && top_sort_of_word(top_sort_word(sort)) == sort;
	ktap_ok(words && top_sort_of_word("mem") == TOP_SORTS, "orders have words");
	top_rows_free(&rows);
}

/* Lines ---------------------------------------------------------------------------- */

static bool line_is(struct value_buf *b, const char *expected)
{
	bool is;

	value_buf_char(b, '\0');
	is = !strcmp(b->s, expected);
	if (!is)
		printf("# saw: %s\n", b->s);
	value_buf_free(b);
	*b = (struct value_buf){ .s = NULL };
	return is;
}

static void test_lines(void)
{
	struct top_rows rows = { .root = NULL };
	struct value_buf b = { .s = NULL };
	struct top_row *row;

	add(&rows, "/x", 1, 0);
	top_rows_turn(&rows);
	row = add(&rows, "/x", 1025, 2);
	top_rows_turn(&rows);
	top_layout_row(&b, row, 12, 80);
	ktap_ok(line_is(&b, "    4M     +4M     8K      +8K       .      0B /x"),
		"a row has all columns");
	top_layout_row(&b, row, 12, 59);
	ktap_ok(line_is(&b, "    4M     +4M     8K      +8K       . /x"),
		"at 60 columns, of which the last stays free, only MAPPED is missing");
	top_layout_row(&b, row, 12, 20);
	ktap_ok(line_is(&b, "    4M     +4M /x"), "a narrow row has size, change and name");
	top_layout_titles(&b, TOP_SORT_GONE, 59);
	ktap_ok(line_is(&b, "  SIZE  CHANGE  DIRTY  DIRTIED   *GONE NAME"),
		"the column that rows are sorted by has a mark");
	top_rows_free(&rows);
}

/* Whatever a name is, and however narrow a terminal: a line is no wider, and fools nobody. */
static void test_hostile_names(void)
{
	static const char evil[] = "/\033[2J\n\xe4\xbd\xa0\xe5\xa5\xbd\xff/very/long/name";
	struct top_rows rows = { .root = NULL };
	struct value_buf b = { .s = NULL };
	bool narrow = true, safe = true;
	struct top_row *row;
	size_t width, i;

	row = add(&rows, evil, 1ULL << 50, 0);
	top_rows_turn(&rows);
	for (width = 22; width < 100; width++) {
		top_layout_row(&b, row, 12, width);
		narrow = narrow && cut_width(b.s, b.len) <= width;
		for (i = 0; i < b.len; i++)
			safe = safe && (unsigned char)b.s[i] >= ' ' && b.s[i] != 0x7f;
		b.len = 0;
	}
	value_buf_free(&b);
	ktap_ok(narrow, "a line is never wider than the terminal");
	ktap_ok(safe, "a name can not reach the terminal's controls");
	top_rows_free(&rows);
}

static void test_head(void)
{
	const struct top_order order = { .filter = "" }, some = { .filter = "x\n" };
	const struct top_row total = { .now = { .pages = { 256, 4, 9, 0 } },
				       .before = { .pages = { 0, 8, 1, 0 } } };
	struct top_head h = {
		.by = "file", .cost = 49, .percent = 5, .every_ns = 81 * SECOND / 10,
		.wanted_ns = 2 * SECOND, .time = "14:03:12", .state = "PAUSED", .total = &total,
		.rows = 7, .shown = 2, .order = &order, .page_shift = 12,
	};
	struct value_buf b = { .s = NULL };

	top_layout_cost(&b, &h, 80);
	ktap_ok(line_is(&b, "cost 4.9% of 5%  every 8.1s, not 2s  by file  PAUSED  14:03:12"),
		"the first line begins with the cost, and says that it looks less often");
	top_layout_cost(&b, &h, 59);
	ktap_ok(line_is(&b, "cost 4.9% of 5%  every 8.1s, not 2s  by file  PAUSED"),
		"fields that don't fit are left out");
	h.every_ns = h.wanted_ns;
	h.state = "";
	top_layout_cost(&b, &h, 59);
	ktap_ok(line_is(&b, "cost 4.9% of 5%  every 2s  by file  14:03:12"),
		"cheap looks are as frequent as they were wanted");
	top_layout_total(&b, &h, 80);
	ktap_ok(line_is(&b, "1M +1M  dirty 16K -16K  gone +32K  7 rows"),
		"the second line has sums");
	h.order = &some;
	top_layout_total(&b, &h, 80);
	ktap_ok(line_is(&b, "1M +1M  dirty 16K -16K  gone +32K  2 of 7 rows with \"x\\012\""),
		"a filter is told, and is as safe as names");
}

/* Pace ----------------------------------------------------------------------------- */

/*
 * Looks of any length, and work between them: what was taken from the beginning of one to that of
 * the next is never more than it may be.
 */
static void test_pace(void)
{
	struct top_pace p = { .wanted_ns = 2 * SECOND };
	u64 now = SECOND, spent = 0, begun, at_begin, lasts;
	bool within = true, prompt = true, told = true;
	u32 i, percent;

	for (percent = 1; percent <= 100; percent += 3) {
		p.percent = percent;
		for (i = 0; i < 100; i++) {
			top_pace_begin(&p, now, spent);
			begun = now;
			at_begin = spent;
			spent += pick(2) ? pick(1000) * 1000000ULL : pick(100) * 1000;
			lasts = top_pace_every(&p, spent);
			prompt = prompt && lasts >= 2 * SECOND &&
				 (lasts == 2 * SECOND ||
				  (spent - at_begin) * 100 > (lasts - 1) * percent);
			told = told && top_pace_cost(&p, begun + 1, spent) <= percent * 10;
			now = begun + lasts;
			within = within && (spent - at_begin) * 100 <= (now - begun) * percent;
		}
	}
	ktap_ok(within, "looking never takes more of a processor than it may");
	ktap_ok(prompt, "looks are as frequent as they were wanted, or as they may be");
	ktap_ok(told, "the cost that is told is never more than that");
	p = (struct top_pace){ .wanted_ns = SECOND, .percent = 5 };
	top_pace_begin(&p, 0, 0);
	ktap_ok(top_pace_cost(&p, 0, SECOND / 100) == 10 &&
		top_pace_cost(&p, 2 * SECOND, SECOND / 100) == 5,
		"the cost is told in tenths of a percent");
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_rows();
	test_unknown();
	test_order();
	test_lines();
	test_hostile_names();
	test_head();
	test_pace();
	return ktap_end();
}
