// SPDX-License-Identifier: GPL-2.0
/*
 * Parts of userland/render and kinds, and what golden files can't show: errors of writing,
 * memory, many rows, order.
 */
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <sys/param.h>
#include <unistd.h>

#include "commands/digests.h"
#include "kinds/columns.h"
#include "kinds/escape.h"
#include "kinds/kind.h"
#include "kinds/kpf.h"
#include "kinds/names.h"
#include "kinds/pages_summary.h"
#include "out-scenes.h"
#include "render/cells.h"
#include "render/cut.h"
#include "render/sorted.h"

/* gcc has the function without its header */
size_t __sanitizer_get_current_allocated_bytes(void);

#define NR(array) (sizeof(array) / sizeof((array)[0]))

/* The same numbers in every run. */
static uint32_t pick(uint32_t below)
{
	static uint64_t state = 0x9e3779b97f4a7c15;

	state = state * 6364136223846793005 + 1442695040888963407;
	return (state >> 33) % below;
}

/* --- values --------------------------------------------------------------- */

static void test_utf8(void)
{
	static const struct {
		const char *bytes;
		bool valid;
	} cases[] = {
		{ "", true }, { "plain", true }, { "\xc3\xa9", true }, { "\xe2\x82\xac", true },
		{ "\xf0\x9f\x98\x80", true }, { "\xf4\x8f\xbf\xbf", true }, { "\xc2\x80", true },
		{ "\xed\x9f\xbf\xee\x80\x80", true }, { "\x7f\x01", true },
		{ "\x80", false }, { "\xc3", false }, { "\xc0\x80", false }, { "\xc1\xbf", false },
		{ "\xe0\x9f\xbf", false }, { "\xe2\x82", false }, { "\xed\xa0\x80", false },
		{ "\xf0\x8f\xbf\xbf", false }, { "\xf4\x90\x80\x80", false },
		{ "\xf5\x80\x80\x80", false }, { "\xff", false }, { "a\xc3(", false },
		{ "\xe2\x28\xa1", false }, { "\xf0\x9f\x98", false },
	};
	size_t i, len;

	for (i = 0; i < NR(cases); i++) {
		len = strlen(cases[i].bytes);
		char *exact = malloc(len ? len : 1);

		memcpy(exact, cases[i].bytes, len);
		ktap_equal(escape_is_utf8(exact, len), cases[i].valid, "UTF-8, case %zu", i);
		free(exact);
	}
}

static void check_escape(const char *name, bool blanks, const char *want)
{
	struct value_buf b = { .s = NULL };

	escape_put(&b, name, strlen(name), blanks);
	value_buf_put(&b, "", 1);
	if (!ktap_ok(!strcmp(b.s, want), "escaped: %s", want))
		ktap_note("got %s", b.s);
	value_buf_free(&b);
}

static void test_escape(void)
{
	check_escape("/a b", true, "/a b");
	check_escape("/a b", false, "/a\\040b");
	check_escape(" a", true, "\\040a");
	check_escape("a ", true, "a\\040");
	check_escape("a  b", true, "a\\040\\040b");
	check_escape("-", true, "\\055");
	check_escape("?", false, "\\077");
	check_escape("--", true, "--");
	check_escape("\033[2J", true, "\\033[2J");
	check_escape("\x7f\\\"", true, "\\177\\134\\042");
	check_escape("\xc2\x85\xc2\xa0", true, "\\302\\205\xc2\xa0");
	check_escape("\xe2\x80\x8f\xe2\x80\xa8\xd8\x9c", false,
		     "\\342\\200\\217\\342\\200\\250\\330\\234");
	check_escape("\xe2\x80\x90\xe2\x80\xaf", false, "\xe2\x80\x90\xe2\x80\xaf");
}

static void test_sizes(void)
{
	static const struct {
		uint64_t bytes;
		const char *want;
	} cases[] = {
		{ 0, "0B" }, { 1, "1B" }, { 1023, "1023B" }, { 1024, "1K" }, { 1536, "1.5K" },
		{ 1024 * 1024 - 1, "1M" }, { 1048576, "1M" }, { 12345678, "11.8M" },
		{ 3332894622, "3.1G" }, { 1ULL << 40, "1T" }, { 1ULL << 50, "1P" },
		{ 1ULL << 60, "1E" }, { UINT64_MAX, "16E" }, { 1075, "1K" }, { 1076, "1.1K" },
		{ 1023 * 1024 + 1000, "1M" }, { 999 * 1024, "999K" },
	};
	char text[8];
	size_t i, len;

	for (i = 0; i < NR(cases); i++) {
		len = value_size(cases[i].bytes, text);
		if (!ktap_ok(len == strlen(cases[i].want) && !memcmp(text, cases[i].want, len),
			     "%llu bytes are %s", (unsigned long long)cases[i].bytes,
			     cases[i].want))
			ktap_note("got %.*s", (int)len, text);
	}
}

static void test_numbers(void)
{
	char text[20], want[32];
	uint64_t n;
	size_t i;
	int bad = 0;

	for (i = 0; i < 1000; i++) {
		n = (uint64_t)pick(1U << 31) << 33 | pick(1U << 31);
		n = i < 4 ? UINT64_MAX - i : n >> i % 64;
		sprintf(want, "%llu", (unsigned long long)n);
		bad += value_decimal(n, text) != strlen(want) || memcmp(text, want, strlen(want));
		sprintf(want, "0x%llx", (unsigned long long)n);
		bad += value_hex(n, text) != strlen(want) || memcmp(text, want, strlen(want));
		sprintf(want, "0x%016llx", (unsigned long long)n);
		bad += value_hex16(n, text) != 18 || memcmp(text, want, 18);
	}
	ktap_equal(bad, 0, "numbers are as printf() writes them");
}

/* --- flags ---------------------------------------------------------------- */

static void test_flags(void)
{
	char text[KPF_LETTERS + 1] = "";
	unsigned int bit, named = 0;

	kpf_letters(~0ULL, text);
	ktap_ok(!memcmp(text, "LERUDlASWIBMasbHTGuXnxtozigrmdPpOhcfHdIAEFw1", KPF_LETTERS),
		"letters are those of page-types, in its order");
	kpf_letters(0, text);
	ktap_equal(strspn(text, "_"), KPF_LETTERS, "flags that are not set are _");
	for (bit = 0; bit < 64; bit++)
		named += !!kpf_name(bit);
	ktap_equal(named, KPF_LETTERS - 3, "what has a letter has a name, but for pagemap's");
}

/* --- names ---------------------------------------------------------------- */

static void check_path(struct names *n, unsigned int minor, const char *name, const char *want)
{
	char path[64];
	size_t len = names_path(n, 8, minor, name, strlen(name), path, sizeof(path));

	if (!ktap_ok(len == strlen(want) && !memcmp(path, want, len), "%u:%s is %s", minor, name,
		     *want ? want : "nowhere"))
		ktap_note("got %.*s", (int)len, path);
}

static void test_names(void)
{
	static const char mounts[] =
		"1 0 8:1 / / rw - ext4 x rw\n"
		"2 1 8:2 / /mnt/all rw shared:7 - ext4 x rw\n"
		"3 1 8:3 /sub /mnt/sub rw - ext4 x rw\n"
		"4 1 8:3 /file /etc/one\\040file rw - ext4 x rw\n"
		"5 1 8:4 / /over rw - ext4 x rw\n"
		"6 5 8:5 / /over rw - ext4 x rw\n"
		"7 1 8:6 / /deep/in/there rw - ext4 x rw\n"
		"8 1 8:7 / /deep rw - ext4 x rw\n"
		"9 8 8:6 /again /deep/x rw - ext4 x rw\n"
		"this is no mount\n"
		"10 1 8:8 / /self rw - ext4 x rw\n";
	char file[] = "/tmp/pagesnap-mountinfo-XXXXXX";
	int fd = mkstemp(file);
	struct names *n = names_new();

	if (fd < 0 || write(fd, mounts, sizeof(mounts) - 1) != sizeof(mounts) - 1)
		ktap_die("%s", file);
	setenv("PAGESNAP_MOUNTINFO", file, 1);
	check_path(n, 1, "/a/b", "/a/b");
	check_path(n, 1, "/", "/");
	check_path(n, 1, "/over/it", "");
	check_path(n, 1, "/overt", "/overt");
	check_path(n, 2, "/big", "/mnt/all/big");
	check_path(n, 2, "/", "/mnt/all");
	check_path(n, 3, "/sub/x", "/mnt/sub/x");
	check_path(n, 3, "/sub", "/mnt/sub");
	check_path(n, 3, "/subway", "");
	check_path(n, 3, "/file", "/etc/one file");
	check_path(n, 4, "/hidden", "");
	check_path(n, 5, "/seen", "/over/seen");
	check_path(n, 6, "/gone", "");
	check_path(n, 6, "/again/f", "/deep/x/f");
	check_path(n, 7, "/in/there/f", "/deep/in/there/f");
	check_path(n, 9, "/unmounted", "");
	check_path(n, 2, "/a-name-that-does-not-fit-into-the-64-bytes-that-there-are-here", "");
	names_free(n);
	unlink(file);
	close(fd);
}

/* --- order ---------------------------------------------------------------- */

struct order {
	size_t nr;
	bool good;
	struct value last;
	uint64_t last_bytes;
	uint64_t sum;
};

/* The second value is the place in which the row came; it must rise among equals. */
static int check_next(void *ctx, const struct value *values, uint64_t bytes)
{
	struct order *o = ctx;

	if (o->nr && values[0].number > o->last.number)
		o->good = false;
	if (o->nr && values[0].number == o->last.number && bytes < o->last_bytes)
		o->good = false;
	if (values[1].len != 3 || memcmp(values[1].text, "abc", 3) || values[2].len != 1 ||
	    values[2].pairs[0].count != bytes)
		o->good = false;
	o->last = values[0];
	o->last_bytes = bytes;
	o->sum += values[0].number;
	o->nr++;
	return 0;
}

static int falling(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

static void check_order(size_t rows, size_t top, unsigned int different)
{
	struct sorted *s = sorted_new(3, 0, top);
	uint64_t *numbers = calloc(rows + 1, sizeof(*numbers)), sum = 0;
	size_t i, want = top && top < rows ? top : rows;
	struct order o = { .good = true };

	for (i = 0; i < rows; i++) {
		char name[] = "abc";
		struct value_pair pair = { 1ULL << 63, i };
		struct value values[3] = {
			{ .type = VALUE_BYTES, .number = numbers[i] = pick(different) * 1000ULL },
			{ .type = VALUE_NAME, .text = name, .len = 3 },
			{ .type = VALUE_PAIRS, .pairs = &pair, .len = 1 },
		};

		if (sorted_add(s, values, &(struct sorted_id){ .file.ino = i }, i))
			ktap_die("sorted_add");
	}
	qsort(numbers, rows, sizeof(*numbers), falling);
	for (i = 0; i < want; i++)
		sum += numbers[i];
	ktap_ok(!sorted_drain(s, check_next, &o) && o.good && o.nr == want && o.sum == sum,
		"%zu rows of %u kinds, top %zu", rows, different, top);
	sorted_free(s);
	free(numbers);
}

struct texts {
	char line[64];
};

static int add_text(void *ctx, const struct value *values, uint64_t bytes)
{
	struct texts *t = ctx;

	sprintf(t->line + strlen(t->line), "%c%u ",
		values[0].type == VALUE_NAME ? *values[0].text :
		values[0].type == VALUE_NONE ? '-' : values[0].type == VALUE_UNKNOWN ? '?' : '#',
		(unsigned int)bytes);
	return 0;
}

static void check_mixed(size_t top, const char *want)
{
	static const struct value values[] = {
		{ .type = VALUE_NONE }, { .type = VALUE_NAME, .text = "b", .len = 1 },
		{ .type = VALUE_UNKNOWN }, { .type = VALUE_NUMBER, .number = 1 },
		{ .type = VALUE_NAME, .text = "ab", .len = 2 },
		{ .type = VALUE_HEX, .number = 7 }, { .type = VALUE_NAME, .text = "a", .len = 1 },
	};
	struct sorted *s = sorted_new(1, 0, top);
	struct texts t = { "" };
	size_t i;

	for (i = 0; i < NR(values); i++)
		sorted_add(s, &values[i], &(struct sorted_id){ .q = 1 }, i);
	sorted_drain(s, add_text, &t);
	if (!ktap_ok(!strcmp(t.line, want), "numbers fall, names rise, nothing is last; top %zu",
		     top))
		ktap_note("got %s", t.line);
	sorted_free(s);
}

/* In whatever order equal rows come: by query, device, subvolume, inode. */
static void check_ties(size_t top, const char *want)
{
	static const struct sorted_id ids[] = {
		{ 1, { 7, 0, 5 } }, { 1, { 7, 0, 4 } }, { 1, { 7, 1, 3 } }, { 1, { 6, 9, 9 } },
		{ 2, { 1, 1, 1 } },
	};
	static const unsigned int places[] = { 2, 1, 3, 0, 4 };
	struct value value = { .type = VALUE_NUMBER, .number = 1 };
	size_t first, i;

	for (first = 0; first < NR(ids); first++) {
		struct sorted *s = sorted_new(1, 0, top);
		struct texts t = { "" };

		for (i = 0; i < NR(ids); i++) {
			size_t at = (first + i * 3) % NR(ids);

			sorted_add(s, &value, &ids[at], places[at]);
		}
		sorted_drain(s, add_text, &t);
		if (!ktap_ok(!strcmp(t.line, want), "ties, beginning with %zu, top %zu", first, top))
			ktap_note("got %s", t.line);
		sorted_free(s);
	}
}

static void test_order(void)
{
	check_order(0, 0, 1);
	check_order(1, 1, 1);
	check_order(1000, 0, 1000000);
	check_order(1000, 1, 1000000);
	check_order(1000, 20, 1000000);
	check_order(1000, 20, 5);
	check_order(1000, 999, 50);
	check_order(1000, 1000, 1);
	check_order(10, 20, 5);
	check_mixed(0, "#5 #3 a6 a4 b1 -0 ?2 ");
	check_mixed(4, "#5 #3 a6 a4 ");
	check_mixed(6, "#5 #3 a6 a4 b1 -0 ");
	check_ties(0, "#0 #1 #2 #3 #4 ");
	check_ties(3, "#0 #1 #2 ");
}

/* --- summaries ------------------------------------------------------------ */

/* More combinations than the table begins with, from runs. */
static void test_summary(void)
{
	struct pages_summary s = { .raw_flags = true };
	union pagesnap_any any = { .run = { .rec.type = PAGESNAP_REC_RUN } };
	struct pagesnap_record r = { .u = &any, .bytes = "" };
	const struct pages_summary_row *rows;
	uint64_t sum = 0;
	size_t i, nr;
	bool falls = true;

	for (i = 0; i < 20000; i++) {
		any.run.flags = (i % 5000) << 32;
		any.run.nr = i + 1;
		if (pages_summary_take(&s, &r))
			ktap_die("pages_summary_take");
	}
	rows = pages_summary_rows(&s, &nr);
	for (i = 0; i < nr; i++) {
		sum += rows[i].combo.pages;
		falls = falls && (!i || rows[i].combo.pages <= rows[i - 1].combo.pages);
	}
	ktap_equal(nr, 5000, "as many rows as combinations");
	ktap_equal(sum, 20000ULL * 20001 / 2, "no page is lost");
	ktap_ok(falls, "most pages first");
	ktap_equal(s.sums.pages, sum, "the total is the sum");
	pages_summary_free(&s);
}

/* Slabs whose cache was looked for, and one whose wasn't. */
static void test_summary_caches(void)
{
	struct pages_summary s = { };
	union pagesnap_any any = { .run = { .rec.type = PAGESNAP_REC_RUN, .flags = 1 << KPF_SLAB } };
	struct pagesnap_record r = { .u = &any, .bytes = "dentrybiosdentry" };
	static const struct {
		uint32_t at, len, nr;
	} runs[] = { { 0, 6, 1 }, { 6, 4, 2 }, { 10, 6, 4 }, { 0, 0, 8 } };
	const struct pages_summary_row *rows;
	size_t i, nr;

	for (i = 0; i < ARRAY_SIZE(runs); i++) {
		any.run.rec.flags = PAGESNAP_RF_NAME | PAGESNAP_RF_CACHE;
		any.run.nr = runs[i].nr;
		any.run.name_len = runs[i].len;
		r.bytes = "dentrybiosdentry" + runs[i].at;
		r.len = runs[i].len;
		if (pages_summary_take(&s, &r))
			ktap_die("pages_summary_take");
	}
	any.run.rec.flags = 0;
	any.run.nr = 16;
	if (pages_summary_take(&s, &r))
		ktap_die("pages_summary_take");
	rows = pages_summary_rows(&s, &nr);
	ktap_equal(nr, 4, "a row for each cache, one for what is unknown, one for what has none");
	ktap_ok(!rows[0].cache && rows[0].combo.pages == 16, "slabs without names have a row");
	ktap_ok(!strcmp(rows[1].cache, "") && rows[1].combo.pages == 8, "an unknown cache has a row");
	ktap_ok(!strcmp(rows[2].cache, "dentry") && rows[2].combo.pages == 5, "one cache is one row");
	ktap_ok(!strcmp(rows[3].cache, "bios") && rows[3].combo.pages == 2, "another is another");
	pages_summary_free(&s);
}

/* --- outputs -------------------------------------------------------------- */

static char text_why[128];

/* An output to memory, or to @to. */
static struct scene begin(struct out_options options, FILE *to)
{
	struct scene s = { .q = 0 };

	options.to = to;
	options.kind = &kind_pages;
	options.digests = digests;
	s.out = out_new(&options, text_why, sizeof(text_why));
	if (!s.out)
		ktap_die("out_new: %s", text_why);
	return s;
}

static void put_runs(struct scene *s, uint64_t from, uint64_t nr, uint64_t step)
{
	uint64_t i;

	for (i = from; i < from + nr && !s->status; i++)
		put(s, a_run(PAGESNAP_UNIT_INDEX, i * step, 1, UPTODATE_LRU), PAGESNAP_REC_RUN);
}

static void test_columns(void)
{
	static const char * const lists[] = {
		PAGES_FS_COLUMNS, PAGES_FS_PAGE_COLUMNS, PAGES_FILE_COLUMNS, PAGES_FILE_PAGE_COLUMNS,
		PAGES_TASK_COLUMNS, PAGES_TASK_PAGE_COLUMNS, PAGES_PFN_COLUMNS, PAGES_PFN_PAGE_COLUMNS,
		PAGES_OBJECT_COLUMNS, PAGES_ITEM_COLUMNS, PAGES_TOTAL_COLUMNS, PAGES_SUMMARY_COLUMNS,
	};
	const struct column *column, *other;
	struct column_at at = { }, from;
	struct layout l;
	char why[100];
	size_t i, bad = 0;

	for (i = 0; i < NR(lists); i++) {
		l = (struct layout){ .kind = &kind_pages };
		ktap_equal(layout_read(&l, lists[i], why, sizeof(why)), 0, "columns %s", lists[i]);
		layout_free(&l);
	}
	for (i = 0; kinds[i]; i++, at = (struct column_at){ }) {
		while ((column = column_next(kinds[i], &at))) {
			other = column_find(kinds[i], column->name, strlen(column->name), &from);
			if (other == column && strlen(column->name) <= 20 && *column->help)
				continue;
			ktap_note("%s", column->name);
			bad++;
		}
	}
	ktap_equal(bad, 0, "each kind has each column once, and with help");
}

/* As many as no word of a set, and no table of today, has. */
static void test_many_columns(void)
{
	static struct column many[300];
	uint64_t bits[(NR(many) + 63) / 64] = { };
	struct column_set set = { .bits = bits, .words = column_set_words(NR(many)) };
	size_t word;
	uint64_t left;
	const struct column_table table = { .columns = many, .nr = NR(many) };
	struct layout l = { .kind = &kind_pages };
	size_t i, nth, wrong = 0;

	for (i = 0; i < NR(many); i++) {
		wrong += layout_add(&l, &table, &many[i]) != (ssize_t)i;
		wrong += layout_add(&l, &table, &many[i / 2]) != (ssize_t)i / 2;
		if (i % 3 == 1)
			column_set_add(&set, i);
	}
	ktap_equal(wrong, 0, "a layout of %zu columns has each once", NR(many));
	ktap_equal(l.nr, NR(many), "a layout has no column twice");
	i = 1;
	column_set_each(&set, word, left, nth) {
		wrong += nth != i;
		i += 3;
	}
	ktap_ok(!wrong && i == NR(many) + 1, "a walk through a set passes its places in order");
	layout_free(&l);
}

static void check_why(struct out_options options, const char *want)
{
	struct out *o;

	options.to = stderr;
	options.kind = &kind_pages;
	options.digests = digests;
	o = out_new(&options, text_why, sizeof(text_why));
	if (!ktap_ok(!o && !strcmp(text_why, want), "%s", want))
		ktap_note("got %s", text_why);
	out_free(o);
}

static void test_unknown_columns(void)
{
	check_why((struct out_options){ .columns = "RES,FOO" },
		  "unknown column: FOO; -H lists all columns");
	check_why((struct out_options){ .columns = "+re" },
		  "unknown column: re; -H lists all columns");
	check_why((struct out_options){ .columns = "RES,\033[2J" },
		  "unknown column: \\033[2J; -H lists all columns");
	check_why((struct out_options){ .columns = "" },
		  "the list lacks the name of a column; -H lists all");
	check_why((struct out_options){ .columns = "+RES," },
		  "the list lacks the name of a column; -H lists all");
	check_why((struct out_options){ .sort = true, .sort_column = "RES,DIRTY" },
		  "unknown column: RES,DIRTY; -H lists all columns");
	check_why((struct out_options){ .sort = true, .sort_column = "nope" },
		  "unknown column: nope; -H lists all columns");
}

/* Lines of a table whose columns do not stand where the first line has them. */
static size_t crooked(const char *text, const char *mark)
{
	size_t want = 0, bad = 0, lines = 0;
	const char *end, *at;

	for (; *text; text = end + 1, lines++) {
		end = strchrnul(text, '\n');
		at = memmem(text, end - text, mark, strlen(mark));
		if (!lines)
			want = at ? at - text : 0;
		else if (!at || (size_t)(at - text) != want)
			bad++;
		if (!*end)
			break;
	}
	return bad;
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	while ((text = strchr(text, '\n'))) {
		n++;
		text++;
	}
	return n;
}

static void check_portions(uint64_t rows)
{
	struct out_options o = { .columns = "index,nr,kind,ref,name", .no_headings = true };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put_runs(&s, 1000000, rows, 1);
	ktap_equal(out_finish(s.out, OUT_WHOLE), 0, "%llu rows can be printed",
		   (unsigned long long)rows);
	out_free(s.out);
	fclose(f);
	ktap_equal(count_lines(text), rows, "a line for each row");
	ktap_equal(crooked(text, "34 /f"), 0, "columns of many rows stand below each other");
	free(text);
}

static void test_portions(void)
{
	check_portions(255);
	check_portions(256);
	check_portions(257);
	/* more than there is memory for what getters of one row make up */
	check_portions(5000);
}

/* The heading is there once, in front. */
static void test_headings(void)
{
	struct out_options o = { .columns = "index,name" };
	char *text = NULL, *again;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put_runs(&s, 0, 600, 1);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	ktap_ok(!strncmp(text, "INDEX", 5), "the heading is in front");
	again = strstr(text + 1, "INDEX");
	ktap_ok(!again, "the heading is printed once");
	ktap_equal(count_lines(text), 601, "one line more than rows");
	free(text);
}

/* Columns stay as wide as numbers once needed, and no row is out of line after that. */
static void test_growing(void)
{
	struct out_options o = { .columns = "index,name", .no_headings = true };
	char *text = NULL, *from;
	size_t size, i;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put_runs(&s, 0, 256, 1);
	put_runs(&s, 1000000000, 256, 1);
	put_runs(&s, 0, 600, 1);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	for (i = 0, from = text; i < 256; i++)
		from = strchr(from, '\n') + 1;
	ktap_equal(crooked(from, "/f"), 0, "a column that grew stays as wide");
	free(text);
}

/* On a terminal no portion is wider than the first, though numbers grow. */
static void test_terminal(void)
{
	struct out_options o = {
		.columns = "index,name,nr", .terminal = true, .width = 40, .no_headings = true,
	};
	char *text = NULL, *line;
	size_t size, longest = 0;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/a name that has more characters than the terminal has columns");
	put_runs(&s, 0, 300, 1);
	put_runs(&s, 1000000000, 300, 1);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		longest = MAX(longest, cut_width(line, strlen(line)));
	/* a heading that is not printed may count for as much as its width, or for nothing */
	ktap_ok(longest == 39 || longest == 40, "rows are as wide as the terminal");
	free(text);
}

static void check_write_error(enum out_format format, bool all_at_once)
{
	struct out_options o = { .format = format, .page_defaults = PAGES_FILE_PAGE_COLUMNS };
	FILE *f = fopen("/dev/full", "we");
	struct scene s;
	int status;

	if (!f)
		ktap_die("/dev/full");
	s = begin(o, f);
	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put_runs(&s, 0, all_at_once ? 10 : 10000, 1);
	if (!all_at_once)
		ktap_equal(s.status, -ENOSPC, "format %d: a full disk stops it", format);
	else
		ktap_equal(s.status, 0, "format %d: little is not written at once", format);
	status = out_finish(s.out, OUT_WHOLE);
	ktap_equal(status, -ENOSPC, "format %d: and is told in the end", format);
	out_free(s.out);
	fclose(f);
}

static void check_closed_pipe(enum out_format format)
{
	struct out_options o = { .format = format, .page_defaults = PAGES_FILE_PAGE_COLUMNS };
	struct scene s;
	int fds[2];
	FILE *f;

	if (pipe(fds) || close(fds[0]))
		ktap_die("pipe");
	f = fdopen(fds[1], "w");
	s = begin(o, f);
	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_runs(&s, 0, 100000, 1);
	ktap_equal(s.status, -EPIPE, "format %d: a closed pipe stops it", format);
	ktap_equal(out_finish(s.out, OUT_WHOLE), -EPIPE, "format %d: and is told", format);
	out_free(s.out);
	fclose(f);
}

static void test_write_errors(void)
{
	enum out_format format;

	signal(SIGPIPE, SIG_IGN);
	for (format = OUT_TABLE; format <= OUT_TEXT; format++) {
		check_write_error(format, true);
		check_write_error(format, false);
		check_closed_pipe(format);
	}
}

static size_t allocated(void)
{
#ifdef __SANITIZE_ADDRESS__
	return __sanitizer_get_current_allocated_bytes();
#else
	return mallinfo2().uordblks;
#endif
}

/* Multiples of a portion, so that a table holds as many rows both times: none. */
static void check_memory(enum out_format format)
{
	struct out_options o = { .format = format, .page_defaults = PAGES_FILE_PAGE_COLUMNS };
	FILE *f = fopen("/dev/null", "we");
	struct scene s = begin(o, f);
	size_t before, after;

	put_query(&s, 1, "/f", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put_runs(&s, 0, 512, 1);
	before = allocated();
	put_runs(&s, 512, 51200, 1);
	after = allocated();
	ktap_ok(after <= before + 4096, "format %d: memory does not grow with rows", format);
	if (after > before + 4096)
		ktap_note("%zu bytes, before %zu", after, before);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
}

/* Answers that are complete leave nothing either. */
static void check_memory_of_queries(void)
{
	struct out_options o = { .format = OUT_JSON, .page_defaults = PAGES_FILE_PAGE_COLUMNS };
	FILE *f = fopen("/dev/null", "we");
	struct scene s = begin(o, f);
	size_t before = 0;
	uint32_t q;

	for (q = 1; q <= 2000; q++) {
		if (q == 1000)
			before = allocated();
		put_query(&s, q, "/f", PAGESNAP_GROUP_RUN);
		put_plain_file(&s, 1, "/f");
		put_end(&s, 1);
	}
	ktap_ok(allocated() <= before + 1024, "memory does not grow with complete answers");
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
}

static void test_memory(void)
{
	enum out_format format;

	for (format = OUT_TABLE; format <= OUT_TEXT; format++)
		check_memory(format);
	check_memory_of_queries();
}

/* --- cells that stay, and cells that are made again ------------------------ */

#define CELLS 9

static void put_cell(void *ctx, size_t nth, const struct value *v, struct value_buf *b)
{
	size_t *made = ctx;

	(*made)++;
	value_text(b, v, VALUE_NAMES_RAW, false, false);
}

/* Of few values, so that neighbours are often the same; texts are all in @texts. */
static struct value any_value(char *text, const struct value_pair *pair)
{
	struct value v = { .type = pick(VALUE_PAIRS + 1), .number = 1 + pick(2) * 1000 };

	if (v.type == VALUE_WORD || v.type == VALUE_NAME) {
		v.len = (const size_t[]) { 0, 1, 2, CELL_TEXT, CELL_TEXT + 1, 300 }[pick(6)];
		memset(text, 'a' + pick(2), v.len);
		v.text = text;
	} else if (v.type == VALUE_PAIRS) {
		v.len = pick(2);
		v.pairs = pair;
	}
	return v;
}

static void begin_cells(struct cells *c)
{
	size_t i;

	memset(c, 0, sizeof(*c));
	if (cells_begin(c, CELLS))
		abort();
	for (i = 0; i < CELLS; i++)
		cells_add(c, ",", i > 0);
	cells_end(c, "\n");
}

static void test_cells(void)
{
	static struct cells kept, fresh;
	static char texts[CELLS][300];
	struct value values[CELLS] = { };
	struct value_pair pair = { 1, 2 };
	size_t row, i, made = 0, all = 0;
	bool same = true;

	begin_cells(&kept);
	for (row = 0; row < 3000 && same; row++) {
		for (i = 0; i < CELLS; i++)
			if (!row || !pick(3))
				values[i] = any_value(texts[i], &pair);
		pair.count = pick(2000);
		begin_cells(&fresh);
		same = !cells_line(&kept, values, NULL, put_cell, &made) &&
		       !cells_line(&fresh, values, NULL, put_cell, &all) &&
		       kept.line.len == fresh.line.len &&
		       !memcmp(kept.line.s, fresh.line.s, fresh.line.len);
		cells_free(&fresh);
	}
	ktap_ok(same, "lines are as if each cell had been made");
	ktap_ok(made < all * 2 / 3, "which few were: %zu of %zu", made, all);
	cells_free(&kept);
}

/* --- columns that are not looked at again ---------------------------------- */

/* A layout of few columns is printed on another way than one of more than 64. */
#define ALL_COLUMNS NULL
#define FEW_COLUMNS "UNIT,VPN,INDEX,NR,PFN,FRAMES,KIND,REF,OWNER_INODE,OWNER_INDEX,FLAGS,ZONE"

/* What a row is, with another before it or none; whatever object they are of. */
static char *print_run(enum out_format format, const char *columns, unsigned int object,
		       unsigned int flags, const union pagesnap_any *before,
		       const union pagesnap_any *run)
{
	struct out_options o = {
		.format = format, .all_columns = !columns, .no_headings = true,
		.columns = columns ?: "RECORD",
	};
	char *text = NULL, *line;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);
	union pagesnap_any any = { .span = { .end = 1 << 20 } };

	put_header(&s, "pfn_index");
	put_query(&s, 1, "0-", PAGESNAP_GROUP_RUN);
	if (object == PAGESNAP_REC_FILE)
		put_plain_file(&s, 1, "/f");
	else
		put(&s, any, object);
	if (before) {
		any = *before;
		put_bytes(&s, &any, PAGESNAP_REC_RUN, flags, "", 0);
	}
	any = *run;
	put_bytes(&s, &any, PAGESNAP_REC_RUN, flags, "", 0);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	line = before ? strchr(text, '\n') + 1 : text;
	line = strdup(line);
	free(text);
	return line;
}

/* How wide the columns of a table are depends on all of its rows. */
static void squeeze_blanks(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (*text != ' ' || to[-1] != ' ')
			*to++ = *text;
	*to = '\0';
}

/* Is a row behind another one not as if it came first? */
static bool is_wrong_behind(enum out_format format, const char *columns, unsigned int object,
			    unsigned int flags, const union pagesnap_any *before,
			    const union pagesnap_any *run)
{
	char *behind = print_run(format, columns, object, flags, before, run);
	char *first = print_run(format, columns, object, flags, NULL, run);
	bool wrong;

	if (format == OUT_TABLE) {
		squeeze_blanks(behind);
		squeeze_blanks(first);
	}
	wrong = strcmp(behind, first);
	free(behind);
	free(first);
	return wrong;
}

/* Rows behind one that is equal but for a byte. */
static size_t wrong_bytes(enum out_format format, const char *columns, unsigned int object,
			  unsigned int flags, unsigned int unit)
{
	union pagesnap_any one = a_run(unit, 5, 2, UPTODATE_LRU), other;
	size_t i, wrong = 0;

	strcpy(one.run.zone_name, "as long as fits");
	for (i = sizeof(one.rec); i < sizeof(one.run); i++) {
		other = one;
		((unsigned char *)&other)[i] ^= 1 + pick(100);
		/* the decoder would not pass these on */
		other.run.zone_name[sizeof(other.run.zone_name) - 1] = '\0';
		other.run.name_len = 0;
		wrong += is_wrong_behind(format, columns, object, flags, &one, &other);
	}
	return wrong;
}

/* Rows behind one that is equal but for a number, which may have other digits, or none. */
static size_t wrong_numbers(enum out_format format, unsigned int flags, unsigned int unit)
{
	static const size_t members[] = {
		offsetof(struct pagesnap_run, index), offsetof(struct pagesnap_run, nr),
		offsetof(struct pagesnap_run, pfn), offsetof(struct pagesnap_run, frames),
		offsetof(struct pagesnap_run, owner_ino), offsetof(struct pagesnap_run, owner_index),
	};
	static const uint64_t numbers[] = {
		0, 1, 8, 9, 10, 15, 16, 99, 100, 255, 256, 4095, 4096, 65535, 65536,
		PAGESNAP_OTHER, PAGESNAP_NONE, PAGESNAP_UNKNOWN,
	};
	union pagesnap_any one = a_run(unit, 5, 2, UPTODATE_LRU), other;
	size_t i, wrong = 0, pairs = NR(numbers) * NR(numbers);

	for (i = 0; i < NR(members) * pairs; i++) {
		size_t at = members[i / pairs];

		other = one;
		memcpy((char *)&one + at, &numbers[i % NR(numbers)], sizeof(uint64_t));
		memcpy((char *)&other + at, &numbers[i / NR(numbers) % NR(numbers)],
		       sizeof(uint64_t));
		wrong += is_wrong_behind(format, FEW_COLUMNS, PAGESNAP_REC_SPAN, flags, &one,
					 &other);
	}
	return wrong;
}

static void test_changes(void)
{
	static const unsigned int objects[] = { PAGESNAP_REC_FILE, PAGESNAP_REC_SPAN };
	static const unsigned int flags[] = {
		0, PAGESNAP_RF_OWNER, PAGESNAP_RF_OWNER | PAGESNAP_RF_NAME, PAGESNAP_RF_SWAP,
	};
	static const enum out_format formats[] = { OUT_CSV, OUT_RAW, OUT_TABLE, OUT_JSONL };
	size_t i, wrong = 0, few = 0, numbers = 0;

	for (i = 0; i < NR(objects) * NR(flags) * NR(formats); i++) {
		wrong += wrong_bytes(formats[i % 4], ALL_COLUMNS, objects[i / 4 / NR(flags)],
				     flags[i / 4 % NR(flags)], i / 5 % 3);
		few += wrong_bytes(formats[i % 4], FEW_COLUMNS, objects[i / 4 / NR(flags)],
				   flags[i / 4 % NR(flags)], i / 5 % 3);
	}
	for (i = 0; i < NR(formats); i++)
		numbers += wrong_numbers(formats[i], flags[i % 2], i % 3);
	ktap_equal(wrong, 0, "a column is looked at again if what it shows has changed");
	ktap_equal(few, 0, "a column of few is looked at again if what it shows has changed");
	ktap_equal(numbers, 0, "a number is as if no other had stood there before");
}

/* What @nth row of pages that are all alike belongs to. */
static void put_owner(struct scene *s, unsigned int nth)
{
	union pagesnap_any task = { .task = { .pid = 40 + nth, .vmas = nth, .comm = "cat" } };
	union pagesnap_any vma = { .vma = {
		.prot = nth, .start = 64 + nth, .end = 99, .dev_major = PAGESNAP_NONE32,
		.ino = PAGESNAP_NONE, .name_len = 6,
	} };
	union pagesnap_any span = { .span = { .node = nth, .start = nth, .end = 9999 } };

	switch (nth % 4) {
	case 0:
		put_query(s, nth + 1, nth ? "/q" : "/r", PAGESNAP_GROUP_RUN);
		break;
	case 1:
		put_sb(s, nth > 4 ? "/mnt" : "/", "/mnt");
		put_plain_file(s, 70 + nth, nth > 4 ? "/mnt/f" : "/mnt/ggg");
		break;
	case 2:
		put(s, task, PAGESNAP_REC_TASK);
		put_bytes(s, &vma, PAGESNAP_REC_VMA, 0, "[heap]", 6);
		break;
	default:
		put(s, span, PAGESNAP_REC_SPAN);
		break;
	}
}

/* The last of rows that belong to one thing after the other, and were printed from the @from-th on. */
static char *print_owned(unsigned int from, unsigned int nr)
{
	struct out_options o = {
		.format = OUT_RAW, .all_columns = true, .no_headings = true, .columns = "RECORD",
	};
	char *text = NULL, *line;
	size_t size;
	unsigned int i;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_header(&s, "task_index");
	for (i = 0; i < nr; i++) {
		put_owner(&s, i);
		if (i >= from)
			put(&s, a_run(PAGESNAP_UNIT_VPN, 64, 2, UPTODATE_LRU), PAGESNAP_REC_RUN);
	}
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	line = memrchr(text, '\n', size - 1);
	line = strdup(line ? line + 1 : text);
	free(text);
	return line;
}

static void test_owners(void)
{
	unsigned int nr;
	size_t wrong = 0;

	for (nr = 1; nr < 10; nr++) {
		char *behind = print_owned(0, nr), *first = print_owned(nr - 1, nr);

		wrong += !!strcmp(behind, first);
		free(behind);
		free(first);
	}
	ktap_equal(wrong, 0, "a row is the same with or without rows of other owners before");
}

/* What rows of pages belong to may change while they are all alike. */
static void test_changed_objects(void)
{
	struct out_options o = {
		.format = OUT_RAW, .columns = "q,inode,name,nr", .no_headings = true,
		.group = PAGESNAP_GROUP_RUN,
	};
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/", PAGESNAP_GROUP_RUN);
	put_plain_file(&s, 1, "/f");
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 5, 2, 0), PAGESNAP_REC_RUN);
	put_plain_file(&s, 2, "/g");
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 5, 2, 0), PAGESNAP_REC_RUN);
	put_gap(&s, PAGESNAP_REC_GONE, PAGESNAP_UNIT_INDEX, 5, 3);
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 5, 2, 0), PAGESNAP_REC_RUN);
	s.q = 2;
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 5, 2, 0), PAGESNAP_REC_RUN);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	ktap_ok(!strcmp(text, "1 1 /f 2\n1 2 /g 2\n1 2 /g 3\n1 2 /g 2\n2 - - 2\n"),
		"as are all, if they belong to another object");
	free(text);
}

/* --- CSV, read back ------------------------------------------------------- */

/* Reads a field; sets @end to what stands behind it.  As RFC 4180 has it. */
static size_t read_field(const char *s, char *to, const char **end)
{
	size_t len = 0;

	if (*s != '"') {
		len = strcspn(s, ",\r");
		memcpy(to, s, len);
		*end = s + len;
		return len;
	}
	for (s++; *s && (*s != '"' || s[1] == '"'); s++) {
		if (*s == '"')
			s++;
		to[len++] = *s;
	}
	*end = s + 1;
	return len;
}

static void test_csv(void)
{
	static const char * const names[] = {
		"/plain", "/with,comma", "/with \"quotes\"", "\"", "/new\nline", "/cr\rlf\r\n",
		"/\xff\xfe", "/ESC\033[31m", " blanks ", "/,\",\n\",", "/\"\"",
	};
	struct out_options o = {
		.format = OUT_CSV, .columns = "name,inode,name", .no_headings = true,
		.group = PAGESNAP_GROUP_OBJECT,
	};
	char *text = NULL, field[256];
	const char *at;
	size_t size, i, len;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/", PAGESNAP_GROUP_OBJECT);
	for (i = 0; i < NR(names); i++)
		put_file(&s, i, PAGESNAP_STATE_LIVE, 1, names[i], strlen(names[i]));
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	for (i = 0, at = text; i < NR(names); i++) {
		len = read_field(at, field, &at);
		ktap_ok(len == strlen(names[i]) && !memcmp(field, names[i], len) && *at == ',',
			"CSV gives name %zu back", i);
		at++;
		len = read_field(at, field, &at);
		ktap_ok(strtoul(field, NULL, 10) == i && !strncmp(at, "\r\n", 2),
			"CSV gives what stands behind name %zu back", i);
		at += 2;
	}
	ktap_ok(!*at, "CSV has nothing behind its last row");
	free(text);
}

/* --- queries -------------------------------------------------------------- */

static char *print_queries(const char *query, struct out_totals *totals)
{
	struct out_options o = {
		.format = OUT_RAW, .columns = "q,line,query,name,index", .no_headings = true,
	};
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 7, "/f", PAGESNAP_GROUP_RUN);
	s.query = query;
	put_plain_file(&s, 1, "/f");
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 5, 2, 0), PAGESNAP_REC_RUN);
	put_end(&s, 1);
	put_query(&s, 8, "/g", PAGESNAP_GROUP_RUN);
	put(&s, a_run(PAGESNAP_UNIT_INDEX, 6, 3, 0), PAGESNAP_REC_RUN);
	put_gap(&s, PAGESNAP_REC_HOLE, PAGESNAP_UNIT_PFN, 9, 11);
	out_finish(s.out, OUT_WHOLE);
	out_totals(s.out, totals);
	out_free(s.out);
	fclose(f);
	return text;
}

static void test_queries(void)
{
	struct out_totals totals;
	char *text = print_queries("", &totals);

	ktap_ok(!strcmp(text, "7 107 /f /f 5\n8 108 /g - 6\n8 108 /g - 0x9\n"),
		"a query has its number, line and text, and no objects of the one before");
	free(text);
	ktap_equal(totals.rows, 3, "rows are counted");
	ktap_equal(totals.objects, 1, "objects are counted");
	ktap_equal(totals.printed_bytes, 5 * 4096, "printed bytes are counted");
	ktap_equal(totals.all_bytes, 5 * 4096, "bytes of all rows are counted");
	ktap_equal(totals.holes, 11, "holes are counted");
	text = print_queries("f g", &totals);
	ktap_ok(!strncmp(text, "7 107 f\\040g /f 5\n", 17), "what the caller knows better stands");
	free(text);
}

/* --top prints less than there was. */
static void test_top(void)
{
	struct out_options o = {
		.format = OUT_RAW, .columns = "inode", .no_headings = true, .sort = true, .top = 2,
	};
	struct out_totals totals;
	char *text = NULL;
	size_t size, i;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/", PAGESNAP_GROUP_OBJECT);
	for (i = 1; i <= 5; i++)
		put_file(&s, i, PAGESNAP_STATE_LIVE, i * (6 - i), "/f", 2);
	out_finish(s.out, OUT_WHOLE);
	out_totals(s.out, &totals);
	out_free(s.out);
	fclose(f);
	ktap_ok(!strcmp(text, "3\n2\n"), "the largest two, the earlier one of equals");
	ktap_equal(totals.rows, 2, "two rows are printed");
	ktap_equal(totals.objects, 5, "of five files");
	ktap_equal(totals.printed_bytes, (9 + 8) * 4096, "bytes of the two");
	ktap_equal(totals.all_bytes, (5 + 8 + 9 + 8 + 5) * 4096, "bytes of all");
	free(text);
}

/* A flush in the middle loses nothing, and pages need not have 4 KiB. */
static void test_flush(void)
{
	struct out_options o = { .columns = "res,index", .bytes = true };
	union pagesnap_any header = { .header = { .page_shift = 16 } };
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put(&s, header, PAGESNAP_REC_HEADER);
	put_query(&s, 1, "/", PAGESNAP_GROUP_RUN);
	put_runs(&s, 0, 1, 1);
	ktap_equal(out_flush(s.out), 0, "what is held can be flushed");
	fflush(f);
	ktap_ok(!strcmp(text, "  RES INDEX\n65536     0\n"), "what is flushed is printed");
	put_runs(&s, 1, 1, 1);
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	ktap_ok(!strcmp(text, "  RES INDEX\n65536     0\n65536     1\n"),
		"rows after a flush are printed behind those before");
	free(text);
}

static struct pagesnap_file ten_pages_of(const struct file_id *id)
{
	return (struct pagesnap_file){
		.dev_major = id->dev >> 32, .dev_minor = id->dev, .subvol = id->subvol,
		.ino = id->ino, .nlink = 1, .mode = S_IFREG, .sums = { .pages = 10 },
	};
}

/* The file with most pages, of two that are equal. */
static void check_largest(const struct file_id *first, const struct file_id *second,
			  const char *want)
{
	struct out_options o = {
		.format = OUT_RAW, .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_CGROUP,
		.row_columns = "LARGEST", .no_headings = true,
	};
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	struct scene s = begin(o, f);

	put_query(&s, 1, "/", PAGESNAP_GROUP_OBJECT);
	put_bare_file(&s, ten_pages_of(first), PAGESNAP_RF_SUMS, "/first");
	put_bare_file(&s, ten_pages_of(second), PAGESNAP_RF_SUMS, "/second");
	out_finish(s.out, OUT_WHOLE);
	out_free(s.out);
	fclose(f);
	if (!ktap_ok(!strcmp(text, want),
		     "the largest of equals, beginning with device %llx, subvolume %u, inode %u",
		     (unsigned long long)first->dev, (unsigned int)first->subvol,
		     (unsigned int)first->ino))
		ktap_note("got %s", text);
	free(text);
}

/* In whatever order they come, as rows that are sorted. */
static void test_largest(void)
{
	static const struct file_id ids[] = {
		{ 45, 5, 301 }, { 45, 256, 257 }, { 45, 256, 258 }, { 46, 5, 300 },
		{ 1ULL << 32 | 1, 1, 1 },
	};
	size_t i;

	for (i = 1; i < NR(ids); i++) {
		check_largest(&ids[i - 1], &ids[i], "/first\n");
		check_largest(&ids[i], &ids[i - 1], "/second\n");
	}
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_utf8();
	test_escape();
	test_sizes();
	test_numbers();
	test_flags();
	test_names();
	test_order();
	test_summary();
	test_summary_caches();
	test_columns();
	test_many_columns();
	test_unknown_columns();
	test_portions();
	test_headings();
	test_growing();
	test_terminal();
	test_write_errors();
	test_memory();
	test_cells();
	test_changes();
	test_owners();
	test_changed_objects();
	test_csv();
	test_queries();
	test_top();
	test_flush();
	test_largest();
	return ktap_end();
}
