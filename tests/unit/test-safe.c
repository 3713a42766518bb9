// SPDX-License-Identifier: GPL-2.0
/* Messages of the client: text of others, carets, what was skipped, numbers. */
#include <locale.h>

#include "unit.h"

#include "base/safe.h"
#include "base/units.h"
#include "kinds/skipped.h"

static const struct {
	const char *text, *shown;
} texts[] = {
	{ "", "" },
	{ "/home/a b", "/home/a b" },
	{ "a\nb", "a\\012b" },
	{ "\033[31m", "\\033[31m" },
	{ "\x7f", "\\177" },
	{ "a\\b\"c", "a\\134b\\042c" },
	{ "\xc3\xa4", "\xc3\xa4" },
	{ "\xff\xfe", "\\377\\376" },
	{ "\xc3", "\\303" },
	{ "\xc2\x9b", "\\302\\233" },
	{ "\xe2\x80", "\\342\\200" },
	{ "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" },
};

static void test_text(void)
{
	char buf[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		char *copy = exact(texts[i].text, strlen(texts[i].text));

		safe_text(copy, strlen(texts[i].text), "", buf, sizeof(buf));
		ktap_ok(!strcmp(buf, texts[i].shown), "safe: %s", texts[i].shown);
		free(copy);
	}
	safe_text("a\"b", 3, "\"", buf, sizeof(buf));
	ktap_ok(!strcmp(buf, "a\"b"), "keeps what it is told to");
	safe_text("a\0b", 3, "\"", buf, sizeof(buf));
	ktap_ok(!strcmp(buf, "a\\000b"), "a zero byte is shown");
	ktap_equal(safe_text("\n\n\n", 3, "", buf, 9), 8, "cuts between characters");
	ktap_ok(!strcmp(buf, "\\012\\012"), "what fits ends with a zero");
}

static void test_marked(void)
{
	char text[200], buf[64];
	size_t len;

	memset(text, 'a', sizeof(text));
	len = safe_text_marked(text, 63, "", buf, sizeof(buf));
	ktap_ok(len == 63 && !memchr(buf, '.', len), "a text that fits has no mark");
	len = safe_text_marked(text, sizeof(text), "", buf, sizeof(buf));
	ktap_ok(!strcmp(buf, "aaaaaaaaaaaaaaa... [cut: 185 bytes more]"), "one that is cut says by how much");
	ktap_equal(len, strlen(buf), "the mark is counted");
	memset(text, '\n', sizeof(text));
	safe_text_marked(text, sizeof(text), "", buf, sizeof(buf));
	ktap_ok(!strcmp(buf, "\\012\\012\\012... [cut: 197 bytes more]"), "a mark stands between characters");
}

/* The caret's column, and whether it stands below @what. */
static bool points_at(const char *text, size_t len, size_t at, const char *what)
{
	char line[SAFE_CARET_MAX], caret[SAFE_CARET_MAX];
	char *copy = exact(text, len);
	size_t column;

	safe_caret(copy, len, at, line, caret);
	free(copy);
	column = strlen(caret) - 1;
	return caret[column] == '^' && strspn(caret, " ") == column && column <= strlen(line) &&
	       !strncmp(line + column, what, strlen(what));
}

static void test_caret(void)
{
	char line[SAFE_CARET_MAX], caret[SAFE_CARET_MAX], text[5000];
	size_t at, i;
	bool good = true;

	ktap_ok(points_at("file /a nosuch=1", 16, 8, "nosuch=1"), "below the word");
	ktap_ok(points_at("file /a", 7, 0, "file /a"), "below the first byte");
	ktap_ok(points_at("file /a", 7, 7, ""), "behind the end");
	ktap_ok(points_at("file /a", 7, 4000, ""), "far behind the end");
	ktap_ok(points_at("", 0, 0, ""), "of nothing");
	ktap_ok(points_at("a\nb", 3, 2, "b"), "behind what is escaped");
	ktap_ok(points_at("\"a\\040b\" x", 10, 9, "x"), "quotes and backslashes stay");
	/* two bytes, one column */
	safe_caret("\xc3\xa4 x", 4, 3, line, caret);
	ktap_ok(!strcmp(caret, "  ^"), "a character has one column, whatever its bytes");
	safe_caret("\xe6\xbc\xa2 x", 5, 4, line, caret);
	ktap_ok(!strcmp(caret, "   ^") || !strcmp(setlocale(LC_ALL, NULL), "C"),
		"a wide one has two");

	for (i = 0; i < sizeof(text); i++)
		text[i] = 'a' + i % 26;
	for (at = 0; at < sizeof(text); at += 7) {
		char want[2] = { text[at], '\0' };

		good = good && points_at(text, sizeof(text), at, want);
		safe_caret(text, sizeof(text), at, line, caret);
		good = good && strlen(line) <= SAFE_CARET_WIDTH + 3;
	}
	ktap_ok(good, "long lines: a part around the fault");
	safe_caret(text, sizeof(text), 2500, line, caret);
	ktap_ok(!strncmp(line, "...", 3) && !strcmp(line + strlen(line) - 3, "..."),
		"with dots at both ends");
	memset(text, '\xff', sizeof(text));
	for (good = true, at = 0; at < sizeof(text); at += 7) {
		safe_caret(text, sizeof(text), at, line, caret);
		good = good && strlen(line) <= SAFE_CARET_WIDTH + 3;
	}
	ktap_ok(good, "bytes that take four columns each");
}

static void test_skipped(void)
{
	struct pagesnap_end end = { };
	char buf[SKIPPED_MAX];
	u32 why;

	ktap_ok(!*skipped_text(&kind_pages, &end, buf, sizeof(buf)) && !truncated_text(&end),
		"nothing is missing");
	end.skipped[PAGESNAP_WHY_FREEING] = 5;
	end.skipped[PAGESNAP_WHY_NEW] = 2;
	ktap_ok(!strcmp(skipped_text(&kind_pages, &end, buf, sizeof(buf)),
			"7 inodes skipped (5 freeing, 2 new)"), "%s", buf);
	end.skipped[PAGESNAP_WHY_NEW] = 0;
	end.skipped[PAGESNAP_WHY_FREEING] = 1;
	end.skipped[PAGESNAP_WHY_TORN] = 1;
	ktap_ok(!strcmp(skipped_text(&kind_pages, &end, buf, sizeof(buf)),
			"1 inode skipped (1 freeing), 1 page skipped (1 torn)"), "%s", buf);
	memset(&end, 0, sizeof(end));
	end.skipped[PAGESNAP_WHY_BUSY] = 2;
	ktap_ok(!strcmp(skipped_text(&kind_pages, &end, buf, sizeof(buf)),
			"2 filesystems skipped (2 busy)"), "%s", buf);
	for (why = 0; why < PAGESNAP_WHYS_MAX; why++)
		end.skipped[why] = U64_MAX / 64;
	ktap_ok(strlen(skipped_text(&kind_pages, &end, buf, sizeof(buf))) < sizeof(buf),
		"all reasons, even unknown ones");
	for (why = 1; why <= 5; why++) {
		end.cut = why;
		ktap_ok(truncated_text(&end), "cut %u is explained", why);
	}
}

/* Whatever makes an answer partial; the last of them are of the whole answer. */
static void test_skipped_faults(void)
{
	static const u32 silent[] = {
		PAGESNAP_FAULTS_WHY_BY_KERNEL, PAGESNAP_FAULTS_WHY_OUTSIDE,
	};
	struct pagesnap_end end = { };
	char buf[SKIPPED_MAX];
	u32 why, said = 0;

	for (why = 0; why < PAGESNAP_FAULTS_WHYS; why++) {
		memset(&end, 0, sizeof(end));
		end.skipped[why] = 1;
		said += !!*skipped_text(&kind_faults, &end, buf, sizeof(buf));
	}
	ktap_equal(said, PAGESNAP_FAULTS_WHYS - ARRAY_SIZE(silent),
		   "of a trace all is said that was missed");
	memset(&end, 0, sizeof(end));
	end.skipped[PAGESNAP_FAULTS_WHY_UNREADY] = 1;
	end.skipped[PAGESNAP_FAULTS_WHY_LOCKED] = 2;
	ktap_ok(!strcmp(skipped_text(&kind_faults, &end, buf, sizeof(buf)),
			"1 process skipped (1 unready), 2 sweeps skipped (2 locked)"), "%s", buf);
}

static const struct {
	u64 value;
	const char *grouped, *size;
} numbers[] = {
	{ 0, "0", "0B" }, { 999, "999", "999B" }, { 1000, "1,000", "1000B" },
	{ 1023, "1,023", "1023B" }, { 1024, "1,024", "1K" }, { 1536, "1,536", "1.5K" },
	{ 18422, "18,422", "18K" }, { 1048576, "1,048,576", "1M" },
	{ 1048575, "1,048,575", "1M" }, { 1048065, "1,048,065", "1M" },
	{ 1048063, "1,048,063", "1023K" }, { 10701, "10,701", "10K" }, { 10189, "10,189", "10K" },
	{ 2035, "2,035", "2K" }, { 4939212390, "4,939,212,390", "4.6G" },
	{ U64_MAX, "18,446,744,073,709,551,615", "16E" },
};

static void test_numbers(void)
{
	char buf[UNITS_MAX];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		ktap_ok(!strcmp(units_grouped(numbers[i].value, buf), numbers[i].grouped), "%s", buf);
		ktap_ok(!strcmp(units_size(numbers[i].value, buf), numbers[i].size), "%s", buf);
	}
}

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_text();
	test_marked();
	test_caret();
	test_skipped();
	test_skipped_faults();
	test_numbers();
	return ktap_end();
}
