// SPDX-License-Identifier: GPL-2.0
/* What accesses remembers of a page from look to look, its options, and the text of its records. */
#include "unit.h"
#include "accesses/cells.h"
#include "accesses/format.h"
#include "accesses/hot.h"
#include "accesses/options.h"
#include "accesses/records.h"
#include "accesses/wss.h"

#define MS 1000000ULL

/* Cells ----------------------------------------------------------------------- */

static const struct pagesnap_seen plain = { .node = 1, .kind = PAGESNAP_KIND_ANON };

static void look_again(struct pagesnap_look *look)
{
	look->before = look->nr++;
}

/*
 * Looks of one page, by letters: a accessed, - not, . not there, _ a sample that was missed,
 * | a round ends.  Before the first was one that only cleared.
 */
static struct pagesnap_accesses_heat looks_from(const char *by, u32 base)
{
	struct pagesnap_accesses_heat r = { .q = 1 };
	struct pagesnap_look look = { .nr = base };
	struct pagesnap_cell c = { };
	u32 missed = 0;

	for (; *by; by++) {
		struct pagesnap_seen s = plain;

		missed += *by == '_';
		if (*by == '|')
			pagesnap_cell_next(&c, false);
		if (*by == '|' || *by == '_')
			continue;
		look_again(&look);
		look.nr += missed;
		missed = 0;
		s.accessed = *by == 'a';
		if (*by != '.')
			pagesnap_cell_see(&c, &s, &look);
	}
	pagesnap_cell_heat(&c, look.nr, false, &r);
	return r;
}

static struct pagesnap_accesses_heat looks(const char *by)
{
	return looks_from(by, 0);
}

static void test_counts(void)
{
	struct pagesnap_accesses_heat r = looks("a-a.");

	ktap_ok(r.accessed == 2 && r.of == 3, "accessed in two of the three looks that found it");
	ktap_ok(r.node == 1 && r.kind == PAGESNAP_KIND_ANON && !r.order, "what it is");
	ktap_ok(r.dirtied == PAGESNAP_NONE32, "without write=1 dirtied does not apply");
}

static bool is_aged(const char *by, u32 base, u32 age, bool at_least)
{
	struct pagesnap_accesses_heat r = looks_from(by, base);

	return r.age == age && !!(r.rec.flags & PAGESNAP_RF_AT_LEAST) == at_least;
}

static void test_ages(void)
{
	ktap_ok(is_aged("--a", 0, 0, false), "accessed in the newest sample: age 0");
	ktap_ok(is_aged("a--", 0, 2, false), "two samples after the one that found it accessed");
	ktap_ok(is_aged("a|-|-", 0, 2, false), "ages go on over the ends of rounds");
	ktap_ok(is_aged("---", 0, 3, true), "never accessed: at least as old as the samples");
	ktap_ok(is_aged("..-", 0, 1, true), "met later: at least as old as the look before");
	ktap_ok(is_aged("..a-", 0, 1, false), "met later, and accessed");
	ktap_ok(is_aged("a_-", 0, 2, false), "a sample that was missed counts");
	ktap_ok(is_aged("a|.|-", 0, 1, true), "who is away for a round is met anew");
	ktap_ok(is_aged("a.", 0, 1, false), "who went away in this round has an age");
	ktap_ok(is_aged("-a--", U32_MAX - 1, 2, false), "numbers that come again");
	ktap_ok(is_aged("--", U32_MAX, 2, true), "numbers that come again, never accessed");
}

static void test_wss(void)
{
	struct pagesnap_accesses_wss r = { .of = 5 };
	struct pagesnap_accesses_heat h = { .nr = 10 };
	u32 ages[] = { 0, 1, 2, 3, 4, U32_MAX }, i;

	for (i = 0; i < ARRAY_SIZE(ages); i++) {
		h.age = ages[i];
		pagesnap_wss_add(&r, &h);
	}
	h.rec.flags = PAGESNAP_RF_AT_LEAST;
	h.age = 1;
	pagesnap_wss_add(&r, &h);
	pagesnap_wss_end(&r);
	ktap_ok(r.pages == 70 && r.never == 10, "a working set has all pages");
	ktap_ok(r.accessed[0] == 10 && r.accessed[1] == 20 && r.accessed[2] == 40,
		"windows of the last 1, 2 and 4 samples");
	ktap_ok(r.accessed[3] == PAGESNAP_UNKNOWN && r.accessed[31] == PAGESNAP_UNKNOWN,
		"windows of more samples than there were");
	r = (struct pagesnap_accesses_wss){ .of = 8 };
	h = (struct pagesnap_accesses_heat){ .nr = 1, .age = 7 };
	pagesnap_wss_add(&r, &h);
	pagesnap_wss_end(&r);
	ktap_ok(!r.accessed[2] && r.accessed[3] == 1, "the last of eight samples");
}

static void test_units(void)
{
	const struct pagesnap_look look = { .nr = 7, .before = 6 };
	struct pagesnap_seen other = { .node = 2, .kind = PAGESNAP_KIND_FILE, .order = 9 };
	struct pagesnap_seen s = plain;
	struct pagesnap_accesses_heat r = { };
	struct pagesnap_cell c = { };

	s.accessed = true;
	pagesnap_cell_see(&c, &s, &look);
	pagesnap_cell_see(&c, &s, &look);
	pagesnap_cell_see(&c, &plain, &look);
	pagesnap_cell_heat(&c, look.nr, false, &r);
	ktap_ok(r.accessed == 1 && r.of == 1, "pages of a unit count once a look");
	pagesnap_cell_see(&c, &other, &look);
	pagesnap_cell_heat(&c, look.nr, false, &r);
	ktap_ok(r.node == PAGESNAP_MIXED32 && r.kind == PAGESNAP_MIXED16 &&
		r.order == PAGESNAP_MIXED16, "a unit is mixed where its pages differ");
	other.node = PAGESNAP_CELL_NO_NODE;
	c = (struct pagesnap_cell){ };
	pagesnap_cell_see(&c, &other, &look);
	pagesnap_cell_heat(&c, look.nr, false, &r);
	ktap_ok(r.node == PAGESNAP_NONE32, "the zero page has no node");
}

/*
 * Looks with write=1, by letters: d dirty, c clean, . not there, | a round ends.  The first
 * is the one before the first sample.
 */
static u32 dirtied(const char *by)
{
	struct pagesnap_accesses_heat r = { };
	struct pagesnap_seen s = plain;
	struct pagesnap_cell c = { };
	struct pagesnap_look look = { };

	s.write = true;
	s.dirty = *by == 'd';
	if (*by != '.')
		pagesnap_cell_base(&c, &s, &look);
	while (*++by) {
		if (*by == '|') {
			pagesnap_cell_next(&c, false);
			continue;
		}
		look_again(&look);
		s.dirty = *by == 'd';
		if (*by != '.')
			pagesnap_cell_see(&c, &s, &look);
	}
	pagesnap_cell_heat(&c, look.nr, true, &r);
	return r.dirtied;
}

static void test_dirt(void)
{
	ktap_equal(dirtied("cc"), 0, "clean before and now: not dirtied");
	ktap_equal(dirtied("cd"), 1, "clean before, dirty now: dirtied");
	ktap_equal(dirtied("dd"), PAGESNAP_UNKNOWN32, "dirty already: unknown");
	ktap_equal(dirtied("dc"), PAGESNAP_UNKNOWN32, "cleaned meanwhile: unknown");
	ktap_equal(dirtied(".d"), PAGESNAP_UNKNOWN32, "not there before: unknown");
	ktap_equal(dirtied("c.d"), PAGESNAP_UNKNOWN32, "not there in the look before: unknown");
	ktap_equal(dirtied("cdcd"), 2, "dirtied, cleaned, dirtied: twice");
	ktap_equal(dirtied("cd|d"), PAGESNAP_UNKNOWN32, "in the next round it is dirty already");
	ktap_equal(dirtied("cc|d"), 1, "what is clean stays known over a round's end");
}

static void test_rounds(void)
{
	struct pagesnap_cell c = { }, again;
	struct pagesnap_look look = { };
	u32 i;

	for (i = 0; i < 3; i++) {
		look_again(&look);
		pagesnap_cell_see(&c, &plain, &look);
	}
	again = c;
	ktap_ok(pagesnap_cell_next(&c, false) && !c.seen && !c.accessed, "a round ends, a page stays");
	ktap_ok(pagesnap_cell_next(&c, true) && c.met,
		"not seen in a round with a look that was given up: kept");
	ktap_ok(!pagesnap_cell_next(&c, false) && !c.met, "not seen in a whole round: forgotten");
	ktap_ok(!pagesnap_cell_next(&c, true), "one that was never met is not kept");
	c = again;
	ktap_ok(pagesnap_cell_same(&c, &again), "neighbours that are alike");
	c.accessed++;
	ktap_ok(!pagesnap_cell_same(&c, &again), "cells that differ are not alike");
	c = again;
	c.accessed_at++;
	ktap_ok(!pagesnap_cell_same(&c, &again), "cells of other ages are not alike");
}

/* Options ---------------------------------------------------------------------- */

static int parse_by(const struct pagesnap_grammar *g, const char *line,
		    struct pagesnap_accesses_options *o, struct pagesnap_diag *d)
{
	char *copy = exact(line, strlen(line));
	struct pagesnap_query q;
	int err;

	pagesnap_accesses_defaults(o, 12);
	err = pagesnap_query_parse(g, copy, strlen(line), &q, o, d) ?:
	      pagesnap_accesses_check(o, d);
	free(copy);
	return err;
}

static int parse(const char *line, struct pagesnap_accesses_options *o, struct pagesnap_diag *d)
{
	static const struct pagesnap_grammar g = {
		.subject = PAGESNAP_SUBJECT_TASK, .page_shift = 12,
		.options = pagesnap_accesses_option_table,
	};

	return parse_by(&g, line, o, d);
}

static void test_shared_options(void)
{
	static const struct pagesnap_grammar g = {
		.subject = PAGESNAP_SUBJECT_NONE, .page_shift = 12,
		.options = pagesnap_accesses_file_option_table,
	};
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d;

	ktap_ok(!parse_by(&g, "0x100 0x200 every=1h for=2h samples=3", &o, &d) &&
		!parse_by(&g, "0- aggregate=4 flush=0 unit=64M age=1-", &o, &d) &&
		o.unit == 14 && o.aggregate == 4 && !o.flush,
		"frames: all of their options");
	ktap_ok(parse_by(&g, "0- write=1", &o, &d) == -EINVAL && d.col == 3,
		"frames have no dirty bit");
	ktap_ok(parse_by(&g, "0- children=1", &o, &d) == -EINVAL && d.col == 3,
		"frames have no children");
}

/* What a line is parsed with in filename_index. */
static void test_reads(void)
{
	static const struct pagesnap_grammar g = {
		.subject = PAGESNAP_SUBJECT_FILE, .page_shift = 12,
		.options = pagesnap_accesses_file_option_table,
	};
	static const char line[] = "/a 3 9 reads=1 unit=64K";
	struct pagesnap_accesses_options o;
	struct pagesnap_query q;
	struct pagesnap_diag d = { };

	pagesnap_accesses_defaults(&o, 12);
	ktap_ok(!o.reads, "reads are not asked for without reads=1");
	o.by = PAGESNAP_BY_FILE;
	ktap_ok(!pagesnap_query_parse(&g, line, sizeof(line) - 1, &q, &o, &d) &&
		!pagesnap_accesses_check(&o, &d) && o.reads && o.unit == 4,
		"reads=1 is for a file");
	ktap_ok(parse("1 reads=1", &o, &d) == -EINVAL && d.col == 2 &&
		parse("1 reads=1 by=file", &o, &d) == -EINVAL, "reads=1 is for nothing else");
	ktap_ok(!parse_by(&g, "/a reads=0", &o, &d) && !o.reads, "reads=0");
	ktap_ok(parse_by(&g, "/a reads=2", &o, &d) == -EINVAL && d.col == 9 &&
		parse_by(&g, "/a reads=", &o, &d) == -EINVAL &&
		parse_by(&g, "/a reads=11", &o, &d) == -EINVAL,
		"reads= of what is neither 0 nor 1");
}


static void test_kernel_option(void)
{
	static const struct pagesnap_grammar g = {
		.subject = PAGESNAP_SUBJECT_NONE, .page_shift = 12,
		.options = pagesnap_accesses_pfn_option_table,
	};
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d;

	ktap_ok(!parse_by(&g, "0x100 0x200 every=1h for=2h samples=3", &o, &d) && !o.kernel,
		"what the kernel accesses is asked for by an option");
	ktap_ok(!parse_by(&g, "0- aggregate=4 kernel=1 unit=64M age=1-", &o, &d) && o.kernel &&
		o.unit == 14 && o.flush, "kernel=1 among others");
	ktap_ok(!parse_by(&g, "0- flush=0 kernel=0", &o, &d) && !o.kernel && !o.flush, "kernel=0");
	ktap_ok(parse_by(&g, "0- kernel=2", &o, &d) == -EINVAL && d.col == 10 &&
		parse_by(&g, "0- kernel=", &o, &d), "kernel= of what there isn't");
	ktap_ok(parse_by(&g, "0- kernel=1 flush=0", &o, &d) == -EINVAL &&
		parse_by(&g, "0- flush=0 kernel=1", &o, &d) == -EINVAL, "kernel=1 needs the flush");
	ktap_ok(parse("1 kernel=1", &o, &d) == -EINVAL && d.col == 2,
		"processes don't access by the direct map");
}

static void test_options(void)
{
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d;

	ktap_ok(!parse("1", &o, &d) && o.schedule.every == 100 * MS && o.aggregate == 1 &&
		o.flush && !o.write && !o.unit, "what is asked without options");
	ktap_ok(!parse("1 every=1h aggregate=100 flush=0 write=1 unit=page samples=7", &o, &d) &&
		o.schedule.every == 3600000 * MS && o.aggregate == 100 && !o.flush && o.write &&
		o.schedule.samples == 7, "all of them");
	ktap_ok(!parse("1 by=vpn write=1", &o, &d) && o.by == PAGESNAP_BY_VPN, "by=vpn");
	ktap_ok(!parse("1 by=pfn", &o, &d) && o.by == PAGESNAP_BY_PFN, "by=pfn");
	ktap_ok(!parse("1 by=file", &o, &d) && o.by == PAGESNAP_BY_FILE, "by=file");
	ktap_ok(parse("1 by=files", &o, &d) == -EINVAL && d.col == 5 && parse("1 by=", &o, &d) &&
		parse("1 by=vp", &o, &d), "by= of what there isn't");
	ktap_ok(parse("1 by=file write=1", &o, &d) == -EINVAL, "pages of files have no dirty bit");
	ktap_ok(parse("1 write=1 by=pfn", &o, &d) == -EINVAL && d.col == 13 &&
		parse("1 by=pfn write=1", &o, &d) == -EINVAL, "frames have no dirty bit, by=pfn");
	ktap_ok(!parse("1 unit=2M", &o, &d) && o.unit == 9, "unit=2M");
	ktap_ok(!parse("1 unit=1G", &o, &d) && o.unit == 18, "unit=1G");
	ktap_ok(!parse("1 unit=4096", &o, &d) && o.unit == 0, "unit=4096");
	ktap_ok(!parse("1 unit=0x10K", &o, &d) && o.unit == 2, "unit=0x10K");
	ktap_ok(parse("1 unit=", &o, &d) && parse("1 unit=K", &o, &d) &&
		parse("1 unit=9223372036854775808G", &o, &d), "units that are none");
	ktap_ok(parse("1 write=1 unit=8K", &o, &d) && d.col == 15, "a fault has its column");
	ktap_ok(!parse("1 age=3-7", &o, &d) && o.min_age == 3 && o.max_age == 7, "age=3-7");
	ktap_ok(!parse("1 age=0x10", &o, &d) && o.min_age == 16 && o.max_age == 16, "age=0x10");
	ktap_ok(!parse("1 age=600-", &o, &d) && o.min_age == 600 && o.max_age == U32_MAX,
		"age=600-");
	ktap_ok(parse("1 age=", &o, &d) && parse("1 age=-", &o, &d) && parse("1 age=-3", &o, &d) &&
		parse("1 age=4294967295", &o, &d) && parse("1 age=0-4294967295", &o, &d) &&
		parse("1 age=7-3", &o, &d) && parse("1 age=1-2-3", &o, &d), "ages that are none");
	ktap_ok(!parse("1 for=50ms every=10ms", &o, &d), "for= before every=");
	ktap_ok(parse("1 for=50ms", &o, &d) == -EINVAL, "for= shorter than every=");
}

static bool wants(const char *line, u32 age, bool at_least)
{
	struct pagesnap_accesses_heat r = { .age = age };
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d;

	r.rec.flags = at_least ? PAGESNAP_RF_AT_LEAST : 0;
	return !parse(line, &o, &d) && pagesnap_accesses_wants(&o, &r);
}

static void test_wants(void)
{
	ktap_ok(wants("1", 0, false) && wants("1", 9, true), "without age=: all heat");
	ktap_ok(wants("1 age=2-3", 2, false) && wants("1 age=2-3", 3, false) &&
		!wants("1 age=2-3", 1, false) && !wants("1 age=2-3", 4, false), "age=2-3");
	ktap_ok(wants("1 age=2-", 2, true) && !wants("1 age=2-", 1, true), "age=2-, at least");
	ktap_ok(!wants("1 age=2-3", 2, true), "age=2-3: at least 2 may be above 3");
}

/* Samples that a reader takes who comes every @step, of those of a line. */
static u32 taken(const char *line, u64 step, u64 *end)
{
	struct pagesnap_accesses_options o;
	struct pagesnap_sample s;
	struct pagesnap_diag d;
	u64 now = 1000;
	u32 n = 0;

	if (parse(line, &o, &d))
		return U32_MAX;
	for (pagesnap_accesses_begin(&o, now); !pagesnap_accesses_over(&o, now); now += step)
		n += pagesnap_schedule_take(&o.schedule, now, &s);
	*end = now - 1000;
	return n - 1;
}

static void test_schedule(void)
{
	u64 end;

	ktap_equal(taken("1 samples=3", 10 * MS, &end), 3, "samples=3: behind the first look");
	ktap_ok(end == 310 * MS, "the first look is at once");
	ktap_equal(taken("1 for=1s", 10 * MS, &end), 10, "for=1s has ten");
	ktap_ok(end <= 1010 * MS, "for=1s ends behind its last sample");
	ktap_equal(taken("1 for=1s", 170 * MS, &end), 6, "a reader who is slow has fewer");
	ktap_equal(taken("1 for=1050ms", 1 * MS, &end), 10, "for= that is no multiple");
	ktap_equal(taken("1 for=1s samples=4", 10 * MS, &end), 4, "both: what comes first");
}

static void test_changes(void)
{
	static const struct {
		const char *line;
		int is;
		u32 col;
	} lines[] = {
		{ "every=1s", 1, 0 }, { "  aggregate=5\tevery=20ms ", 1, 0 }, { "", 0, 0 },
		{ "12 every=1s", 0, 0 }, { "tag=x every=1s", 0, 0 }, { "every", 0, 0 },
		{ "every=1", -EINVAL, 6 }, { "every=1s flush=0", -EINVAL, 9 },
		{ "every=1s aggregate=0", -EINVAL, 19 }, { "every=1s 12", -EINVAL, 9 },
		{ "every=", -EINVAL, 0 },
	};
	struct pagesnap_accesses_options o;
	struct pagesnap_diag d;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		u32 len = strlen(lines[i].line);
		char *copy = exact(lines[i].line, len);

		d = (struct pagesnap_diag){ };
		pagesnap_accesses_defaults(&o, 12);
		ktap_equal(pagesnap_accesses_parse_change(&o, copy, len, &d), lines[i].is,
			   "\"%s\" is a change, or not", lines[i].line);
		if (lines[i].is < 0)
			ktap_equal(d.col, lines[i].col, "\"%s\": where it is wrong", lines[i].line);
		free(copy);
	}
	pagesnap_accesses_defaults(&o, 12);
	o.schedule.lasts = 1000 * MS;
	pagesnap_accesses_begin(&o, 0);
	pagesnap_accesses_change(&o, "aggregate=7 every=300ms", 23, 10 * MS);
	ktap_ok(o.aggregate == 7 && o.schedule.every == 300 * MS && o.schedule.lasts == 1200 * MS,
		"a change holds, and a sample before the end may be late");
}

/* Text ------------------------------------------------------------------------- */

static void says(const struct pagesnap_text *t, const char *want, const char *name)
{
	ktap_ok(t->len == strlen(want) && !memcmp(t->buf, want, t->len), "%s", name);
	if (t->len != strlen(want) || memcmp(t->buf, want, t->len))
		ktap_note("%.*s", (int)t->len, t->buf);
}

static const char sample_line[] = "sample q=1 n=2 time=3 late=4 took=5 missed=6 "
	"processes=1 entries=7 pages=8 accessed=9 dirtied=- lost=0 lacking=2 passed=3";

static const char heat_line[] = "heat  q=1 vpn=0x0 nr=1 accessed=0 of=0 dirtied=- age=12+ "
	"order=mixed node=mixed kind=mixed";

static void test_text(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_sample){
		.rec.type = PAGESNAP_REC_SAMPLE,
		.q = 1, .processes = 1, .n = 2, .time_ns = 3, .late_ns = 4, .took_ns = 5,
		.missed = 6, .entries = 7, .pages = 8, .accessed = 9, .dirtied = PAGESNAP_NONE,
		.lacking = 2, .passed = 3 }).rec);
	says(&t, sample_line, "a sample");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_heat){
		.rec.type = PAGESNAP_REC_HEAT,
		.q = 1, .node = 1, .index = 1, .nr = 9, .accessed = 3, .of = 20,
		.dirtied = PAGESNAP_UNKNOWN32, .kind = PAGESNAP_KIND_ANON, .order = 9,
		.age = 4 }).rec);
	says(&t, "heat  q=1 vpn=0x1 nr=9 accessed=3 of=20 dirtied=? age=4 order=9 node=1 kind=anon",
	     "heat");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_heat){
		.rec = { .type = PAGESNAP_REC_HEAT, .flags = PAGESNAP_RF_AT_LEAST },
		.age = 12,
		.q = 1, .node = PAGESNAP_MIXED32, .nr = 1, .dirtied = PAGESNAP_NONE32,
		.kind = PAGESNAP_MIXED16, .order = PAGESNAP_MIXED16 }).rec);
	says(&t,
	     heat_line,
	     "heat of a unit that is mixed");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_heat){
		.rec.type = PAGESNAP_REC_HEAT,
		.node = PAGESNAP_NONE32, .kind = 99 }).rec);
	says(&t, "heat  q=0 vpn=0x0 nr=0 accessed=0 of=0 dirtied=0 age=0 order=0 node=- kind=?",
	     "no node, and a kind that has no word");
}

static void test_hot(void)
{
	struct pagesnap_hot_run runs[3];
	struct pagesnap_hot hot = { .runs = runs, .room = 3 };
	static const u64 tables[] = { 4, 4, 5, 9, 9, 20, 21, 30, 33 };
	u32 i;

	ktap_ok(!pagesnap_hot_has(&hot, 0) && !pagesnap_hot_is_last(&hot, 0), "no table is used");
	for (i = 0; i < 5; i++)
		pagesnap_hot_add(&hot, tables[i]);
	ktap_ok(hot.nr == 2 && runs[0].first == 4 && runs[0].end == 6 && runs[1].first == 9,
		"tables side by side are one run, and one that is added again is there once");
	ktap_ok(pagesnap_hot_is_last(&hot, 9) && !pagesnap_hot_is_last(&hot, 5),
		"the last table is known");
	ktap_ok(!pagesnap_hot_has(&hot, 3) && pagesnap_hot_has(&hot, 4) &&
		pagesnap_hot_has(&hot, 5) && !pagesnap_hot_has(&hot, 6) &&
		pagesnap_hot_has(&hot, 9) && !pagesnap_hot_has(&hot, 10), "those that are used");
	ktap_equal(pagesnap_hot_from(&hot, 6), 1, "the run to go on with");
	ktap_equal(pagesnap_hot_from(&hot, 10), 2, "no run to go on with");
	for (; i < sizeof(tables) / sizeof(tables[0]); i++)
		pagesnap_hot_add(&hot, tables[i]);
	ktap_ok(hot.nr == 3 && runs[2].first == 20 && runs[2].end == 34,
		"without room the last run goes on to the new table");
}

static void test_stay(void)
{
	struct pagesnap_seen seen = { .node = 1, .kind = PAGESNAP_KIND_ANON };
	struct pagesnap_look look = { .nr = 1 };
	struct pagesnap_cell c = { }, none = { };

	pagesnap_cell_base(&c, &seen, &look);
	look = (struct pagesnap_look){ .nr = 3, .before = 1 };
	pagesnap_cell_stay(&c, &look);
	pagesnap_cell_stay(&c, &look);
	pagesnap_cell_stay(&none, &look);
	ktap_ok(c.seen == 1 && c.seen_at == 3 && c.node == 1 && !c.ever,
		"a unit whose table is passed over is there once a look, as it was");
	ktap_ok(!none.seen && !none.met, "a unit that was not met is not there");
	look = (struct pagesnap_look){ .nr = 9, .before = 8 };
	pagesnap_cell_stay(&c, &look);
	ktap_equal(c.seen, 1, "a unit that the look before did not find is not there");
}

static void test_text_frames(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };
	struct pagesnap_accesses_span span = {
		.rec.type = PAGESNAP_REC_HEAT_SPAN, .q = 1, .start = 0x100, .end = 0x200 };

	pagesnap_accesses_text(&t, &span.rec);
	says(&t, "span  q=1 start=0x100 end=0x200", "a range of frames");
	t.len = 0;
	span.end = PAGESNAP_NONE;
	pagesnap_accesses_text(&t, &span.rec);
	says(&t, "span  q=1 start=0x100 end=-", "one without an end");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_heat){
		.rec = { .type = PAGESNAP_REC_HEAT, .flags = PAGESNAP_RF_PFN },
		.q = 1, .node = 1, .index = 0x101, .nr = 9, .accessed = 3, .of = 20,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_KIND_FILE, .age = 4 }).rec);
	says(&t, "heat  q=1 pfn=0x101 nr=9 accessed=3 of=20 dirtied=- age=4 order=0 node=1 "
	     "kind=file", "heat of frames");
}

static void test_text_kernel(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };
	struct pagesnap_accesses_heat heat = {
		.rec = { .type = PAGESNAP_REC_HEAT,
			 .flags = PAGESNAP_RF_PFN | PAGESNAP_RF_KERNEL },
		.q = 1, .index = 0x200, .nr = 512, .accessed = 3, .of = 20, .order = 18,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_NONE16, .age = 4 };
	struct pagesnap_accesses_wss wss = {
		.rec = { .type = PAGESNAP_REC_WSS, .flags = PAGESNAP_RF_KERNEL },
		.q = 1, .pid = PAGESNAP_NONE32, .accessed = { 5, PAGESNAP_UNKNOWN } };

	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_span){
		.rec = { .type = PAGESNAP_REC_HEAT_SPAN, .flags = PAGESNAP_RF_KERNEL },
		.q = 1, .start = 0x100, .end = PAGESNAP_NONE }).rec);
	says(&t, "span  q=1 start=0x100 end=- map=direct", "a range of the kernel's accesses");
	t.len = 0;
	pagesnap_accesses_text(&t, &heat.rec);
	says(&t, "heat  q=1 pfn=0x200 nr=512 accessed=3 of=20 dirtied=- age=4 order=18 node=0 "
	     "kind=- map=direct", "the kernel's accesses");
	t.len = 0;
	heat.accessed = heat.of = heat.age = heat.node = PAGESNAP_UNKNOWN32;
	heat.order = PAGESNAP_UNKNOWN16;
	pagesnap_accesses_text(&t, &heat.rec);
	says(&t, "heat  q=1 pfn=0x200 nr=512 accessed=? of=? dirtied=- age=? order=? node=? "
	     "kind=- map=direct", "accesses that aren't known");
	t.len = 0;
	pagesnap_accesses_text(&t, &wss.rec);
	says(&t, "wss   q=1 pid=- n=0 of=0 pages=0 never=0 accessed=1:5 map=direct",
	     "the kernel's working set");
}

static void test_text_file(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_span){
		.rec = { .type = PAGESNAP_REC_HEAT_SPAN, .flags = PAGESNAP_RF_INDEX },
		.q = 1, .start = 100, .end = 200 }).rec);
	says(&t, "span  q=1 start=100 end=200", "a range of a file");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_heat){
		.rec = { .type = PAGESNAP_REC_HEAT, .flags = PAGESNAP_RF_INDEX },
		.q = 1, .node = 1, .index = 101, .nr = 9, .accessed = 3, .of = 20,
		.dirtied = PAGESNAP_NONE32, .kind = PAGESNAP_KIND_SHMEM, .age = 4 }).rec);
	says(&t, "heat  q=1 index=101 nr=9 accessed=3 of=20 dirtied=- age=4 order=0 node=1 "
	     "kind=shmem", "heat of a file");
}

static void test_text_files(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };
	struct pagesnap_accesses_file file = {
		.rec.type = PAGESNAP_REC_HEAT_FILE, .q = 1, .dev_major = 254, .dev_minor = 1,
		.gen = 5, .ino = 77, .state = PAGESNAP_STATE_DELETED, .name_len = 8,
	};

	pagesnap_accesses_text_file(&t, &file, "/a b/\\xyz");
	says(&t, "file  q=1 dev=254:1 ino=77 gen=5 state=deleted name=/a\\040b/\\134xy",
	     "one of several files, whose name is escaped and has its length");
	t.len = 0;
	file.subvol = 256;
	file.state = PAGESNAP_STATE_LIVE;
	file.name_len = 0;
	pagesnap_accesses_text_file(&t, &file, "");
	says(&t, "file  q=1 dev=254:1 ino=77 gen=5 state=live subvol=256 name=-",
	     "a file of a subvolume");
}

static void test_text_wss(void)
{
	struct pagesnap_accesses_wss r = {
		.rec.type = PAGESNAP_REC_WSS, .q = 1, .pid = 7, .n = 9, .of = 2, .pages = 30,
		.never = 10, .accessed = { 10, 20 } };
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

	r.accessed[2] = PAGESNAP_UNKNOWN;
	pagesnap_accesses_text(&t, &r.rec);
	says(&t, "wss   q=1 pid=7 n=9 of=2 pages=30 never=10 accessed=1:10,2:20", "a working set");
	t.len = 0;
	r.pid = PAGESNAP_NONE32;
	pagesnap_accesses_text(&t, &r.rec);
	says(&t, "wss   q=1 pid=- n=9 of=2 pages=30 never=10 accessed=1:10,2:20",
	     "a working set that is no process's");
}

static void test_text_processes(void)
{
	static char buf[400];
	struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

	pagesnap_accesses_text(&t, &((struct pagesnap_accesses_process){
		.rec.type = PAGESNAP_REC_PROCESS, .q = 1, .pid = 7, .n = 2,
		.what = PAGESNAP_PROCESS_LEFT, .comm = "a b" }).rec);
	says(&t, "process q=1 n=2 what=left pid=7 comm=a\\040b", "a process that left");
	t.len = 0;
	pagesnap_accesses_text(&t, &((struct pagesnap_task){
		.rec.type = PAGESNAP_REC_TASK, .q = 1, .pid = 7, .vmas = 3, .comm = "cat" }).rec);
	says(&t, "task  q=1 pid=7 comm=cat vmas=3", "a process whose heat follows");
}

static void test_format(void)
{
	u32 i, nr = pagesnap_format_lines(&pagesnap_accesses_format), empty = 0;
	static char buf[200];

	for (i = 0; i < nr; i++) {
		struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

		pagesnap_format_line(&t, &pagesnap_accesses_format, i);
		empty += !t.len || t.full;
	}
	ktap_equal(empty, 0, "each line of format has something");
	ktap_ok(nr == 1 + 6 + 15 + 11 + 4 + 9 + 8 + 6 + 6 + 10 + 12 + 5,
		"format has as many lines as there is to say");
}

int main(void)
{
	test_counts();
	test_ages();
	test_wss();
	test_units();
	test_dirt();
	test_rounds();
	test_options();
	test_kernel_option();
	test_shared_options();
	test_reads();
	test_wants();
	test_schedule();
	test_text();
	test_changes();
	test_hot();
	test_stay();
	test_text_frames();
	test_text_kernel();
	test_text_file();
	test_text_files();
	test_text_wss();
	test_text_processes();
	test_format();
	return ktap_end();
}
