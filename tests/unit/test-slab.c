// SPDX-License-Identifier: GPL-2.0
/* Lines of the files of slab, the text of their records, and what "format" says of them. */
#include "unit.h"
#include "slab/format.h"
#include "slab/options.h"
#include "slab/records.h"

static char buf[800];
static struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

static void is_text(const char *line, const char *what)
{
	ktap_ok(t.len == strlen(line) && !memcmp(t.buf, line, t.len), "%s: %.*s", what, (int)t.len,
		t.buf);
}

static void says(const struct pagesnap_rec *r, const char *line, const char *what)
{
	t.len = 0;
	pagesnap_slab_text(&t, r);
	is_text(line, what);
}

static void names(const struct pagesnap_rec *r, const char *name, const char *line,
		  const char *what)
{
	t.len = 0;
	pagesnap_slab_text_named(&t, r, name);
	is_text(line, what);
}

/* Lines ---------------------------------------------------------------------- */

static const struct pagesnap_grammar grammar = {
	.subject = PAGESNAP_SUBJECT_NONE, .page_shift = 12, .options = pagesnap_slab_option_table,
};

static int parse(const char *line, enum pagesnap_slab_what what, struct pagesnap_slab_options *o,
		 struct pagesnap_diag *d)
{
	struct pagesnap_query q;

	pagesnap_slab_defaults(o);
	return pagesnap_query_options(&grammar, line, strlen(line), &q, o, d) ?:
	       pagesnap_slab_check(o, what, d);
}

static void test_good(void)
{
	static const char line[] = "for=10s every=2s samples=3 site=kmem cache=dentry min-size=100 "
		"max-size=4K gfp=account,zero node=1 pid=42 cpu=3 objects=64K top=5 by=cgroup";
	struct pagesnap_slab_options o;
	struct pagesnap_diag d;

	ktap_equal(parse(line, PAGESNAP_SLAB_SITES, &o, &d), 0, "all options of sums");
	ktap_ok(!strcmp(o.site, "kmem") && !strcmp(o.cache, "dentry"), "names of site and cache");
	ktap_ok(o.min_size == 100 && o.max_size == 4096, "sizes");
	ktap_equal(o.gfp, PAGESNAP_GFP_ACCOUNT | PAGESNAP_GFP_ZERO, "flags");
	ktap_ok(o.node == 1 && o.pid == 42 && o.cpu == 3, "numbers");
	ktap_ok(o.objects == 65536 && o.top == 5 && o.by == PAGESNAP_SLAB_BY_CGROUP, "limits");
	ktap_equal(parse("cgroup=@77 stack=8 buffer=1M", PAGESNAP_SLAB_EVENTS, &o, &d), 0,
		   "options of events");
	ktap_ok(o.cgroup == 77 && o.stack == 8 && o.buffer == 1 << 20, "values of them");
	ktap_equal(parse("cgroup=/a/b min-age=5s", PAGESNAP_SLAB_OBJECTS, &o, &d), 0,
		   "options of objects");
	ktap_ok(o.cgroup_len == 4 && !memcmp(o.cgroup_path, "/a/b", 4) && o.min_age == 5000000000,
		"values of these");
	ktap_equal(parse("by=pid", PAGESNAP_SLAB_CACHES, &o, &d), 0, "by=pid of caches");
	ktap_equal(o.by, PAGESNAP_SLAB_BY_PID, "value of by=pid");
	ktap_equal(parse("pid=42 children=1 until=exit", PAGESNAP_SLAB_EVENTS, &o, &d), 0,
		   "a process and its children");
	ktap_ok(o.children && o.until_exit, "values of children= and until=");
	ktap_equal(parse("", PAGESNAP_SLAB_CACHES, &o, &d), 0, "a line without options");
}

static void test_bad(void)
{
	static const struct {
		const char *line;
		enum pagesnap_slab_what what;
		u32 col;
	} bad[] = {
		{ "site=", PAGESNAP_SLAB_SITES, 5 }, { "cache=", PAGESNAP_SLAB_SITES, 6 },
		{ "min-size=x", PAGESNAP_SLAB_SITES, 9 }, { "max-size=x", PAGESNAP_SLAB_SITES, 9 },
		{ "min-size=2 max-size=1", PAGESNAP_SLAB_SITES, 0 },
		{ "gfp=account,no", PAGESNAP_SLAB_SITES, 12 }, { "gfp=", PAGESNAP_SLAB_SITES, 4 },
		{ "node=x", PAGESNAP_SLAB_SITES, 5 }, { "node=65536", PAGESNAP_SLAB_SITES, 5 },
		{ "pid=0", PAGESNAP_SLAB_SITES, 4 }, { "pid=x", PAGESNAP_SLAB_SITES, 4 },
		{ "children=1", PAGESNAP_SLAB_SITES, 0 }, { "until=exit", PAGESNAP_SLAB_SITES, 0 },
		{ "pid=1 children=2", PAGESNAP_SLAB_SITES, 15 },
		{ "pid=1 until=end", PAGESNAP_SLAB_SITES, 12 },
		{ "cgroup=@0", PAGESNAP_SLAB_SITES, 7 }, { "cgroup=a", PAGESNAP_SLAB_SITES, 7 },
		{ "cgroup=", PAGESNAP_SLAB_SITES, 7 }, { "cpu=65536", PAGESNAP_SLAB_SITES, 4 },
		{ "objects=1023", PAGESNAP_SLAB_SITES, 8 }, { "objects=17M", PAGESNAP_SLAB_SITES, 8 },
		{ "top=0", PAGESNAP_SLAB_SITES, 4 }, { "by=uid", PAGESNAP_SLAB_SITES, 3 },
		{ "stack=33", PAGESNAP_SLAB_EVENTS, 6 }, { "min-age=x", PAGESNAP_SLAB_OBJECTS, 8 },
		{ "buffer=1K", PAGESNAP_SLAB_EVENTS, 7 }, { "buffer=1G", PAGESNAP_SLAB_EVENTS, 7 },
		{ "every=2s", PAGESNAP_SLAB_EVENTS, 0 }, { "samples=2", PAGESNAP_SLAB_EVENTS, 0 },
		{ "top=2", PAGESNAP_SLAB_EVENTS, 0 }, { "by=pid", PAGESNAP_SLAB_OBJECTS, 0 },
		{ "stack=2", PAGESNAP_SLAB_CACHES, 0 }, { "min-age=2s", PAGESNAP_SLAB_SITES, 0 },
		{ "buffer=1M", PAGESNAP_SLAB_OBJECTS, 0 }, { "what=1", PAGESNAP_SLAB_SITES, 0 },
		{ "every=x", PAGESNAP_SLAB_SITES, 6 }, { "for=x", PAGESNAP_SLAB_SITES, 4 },
		{ "samples=x", PAGESNAP_SLAB_SITES, 8 }, { "0x10", PAGESNAP_SLAB_SITES, 0 },
	};
	struct pagesnap_slab_options o;
	struct pagesnap_diag d;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		ktap_equal(parse(bad[i].line, bad[i].what, &o, &d), -EINVAL, "line \"%s\" is refused",
			   bad[i].line);
		ktap_equal(d.col, bad[i].col, "\"%s\": the fault is found", bad[i].line);
	}
}

/* Records -------------------------------------------------------------------- */

static void test_names(void)
{
	struct pagesnap_slab_site r = {
		.rec.type = PAGESNAP_REC_SITE, .q = 1, .id = 3, .size = PAGESNAP_UNKNOWN32,
		.name_len = 13,
	};

	names(&r.rec, "a+0x1f [ext4]", "site  q=1 id=3 name=a+0x1f\\040[ext4]", "a site");
	r.rec.type = PAGESNAP_REC_CACHE;
	r.size = 192;
	r.name_len = 6;
	names(&r.rec, "dentry", "cache q=1 id=3 size=192 name=dentry", "a cache");
	r.size = PAGESNAP_UNKNOWN32;
	r.name_len = 1;
	names(&r.rec, "?", "cache q=1 id=3 size=? name=?", "a cache that nobody can name");
	names(&((struct pagesnap_slab_stack){ .rec.type = PAGESNAP_REC_STACK, .q = 1, .id = 2,
					      .frames = 2, .name_len = 3 }).rec,
	      "a;b", "stack q=1 id=2 frames=2 names=a;b", "a stack");
}

static void test_allocs(void)
{
	struct pagesnap_slab_alloc r = {
		.rec = { .type = PAGESNAP_REC_ALLOC, .flags = PAGESNAP_RF_BULK |
							      PAGESNAP_RF_FROM_CACHE },
		.q = 1, .pid = 9, .time_ns = 5, .seq = 6, .object = 7, .cgroup = 8, .site = 1,
		.cache = 2, .requested = 100, .allocated = 128,
		.gfp = PAGESNAP_GFP_RECLAIM | PAGESNAP_GFP_IO, .stack = 4, .cpu = 3, .node = 1,
	};

	says(&r.rec, "alloc q=1 time=5 seq=6 cpu=3 pid=9 cgroup=8 object=7 site=1 cache=2 "
	     "requested=100 allocated=128 node=1 gfp=reclaim,io stack=4 from=cache bulk=1",
	     "an allocation");
	r = (struct pagesnap_slab_alloc){
		.rec.type = PAGESNAP_REC_OBJECT, .q = 1, .pid = PAGESNAP_NONE32,
		.cgroup = PAGESNAP_NONE, .object = PAGESNAP_NONE, .site = PAGESNAP_UNKNOWN32,
		.cache = PAGESNAP_UNKNOWN32, .stack = PAGESNAP_NONE32,
	};
	says(&r.rec, "object q=1 time=0 age=0 cpu=0 pid=- cgroup=- object=- site=? cache=? "
	     "requested=0 allocated=0 node=0 gfp=- stack=- from=kmalloc bulk=0",
	     "an object of which little is known");
}

static void test_frees(void)
{
	struct pagesnap_slab_free r = {
		.rec = { .type = PAGESNAP_REC_FREE,
			 .flags = PAGESNAP_RF_OTHER_CPU | PAGESNAP_RF_OTHER_NODE },
		.q = 1, .pid = 9, .time_ns = 5, .seq = 6, .object = 7, .life_ns = 8, .site = 1,
		.by = 2, .cpu = 3,
	};

	says(&r.rec, "free  q=1 time=5 seq=6 cpu=3 pid=9 object=7 life=8 site=1 by=2 free=now "
	     "old=0 other-cpu=1 other-node=1", "a free");
	r.rec.flags = PAGESNAP_RF_DEFERRED;
	says(&r.rec, "free  q=1 time=5 seq=6 cpu=3 pid=9 object=7 life=8 site=1 by=2 "
	     "free=deferred old=0 other-cpu=0 other-node=0", "a free by kfree_rcu()");
	r.rec.flags = PAGESNAP_RF_BULK | PAGESNAP_RF_OLD;
	r.object = PAGESNAP_NONE;
	r.life_ns = PAGESNAP_UNKNOWN;
	r.by = PAGESNAP_UNKNOWN32;
	says(&r.rec, "free  q=1 time=5 seq=6 cpu=3 pid=9 object=- life=? site=1 by=? free=bulk "
	     "old=1 other-cpu=0 other-node=0", "a free of what was allocated before");
	r.rec.flags = PAGESNAP_RF_UNSEEN;
	r.object = 7;
	r.site = PAGESNAP_UNKNOWN32;
	r.by = 2;
	says(&r.rec, "free  q=1 time=5 seq=6 cpu=3 pid=9 object=7 life=? site=? by=2 free=unseen "
	     "old=0 other-cpu=0 other-node=0", "a free that nobody saw");
	r.rec.flags = PAGESNAP_RF_TWICE;
	says(&r.rec, "free  q=1 time=5 seq=6 cpu=3 pid=9 object=7 life=? site=? by=2 free=twice "
	     "old=0 other-cpu=0 other-node=0", "an allocation that is told once more");
}

static void test_sums(void)
{
	struct pagesnap_slab_sum r = {
		.rec.type = PAGESNAP_REC_SITE_SUM, .q = 1, .id = 2, .pid = PAGESNAP_NONE32,
		.cgroup = PAGESNAP_NONE, .allocs = 3, .frees = 2, .requested = 300,
		.allocated = 384, .live = 128, .live_requested = 100, .deferred = 1, .unseen = 4,
		.other_cpu = 5, .other_node = 6, .lifetimes = { 0, 1, 0, 2 },
	};

	says(&r.rec, "site-sum q=1 id=2 pid=- cgroup=- allocs=3 frees=2 requested=300 "
	     "allocated=384 live=128 live-requested=100 deferred=1 unseen=4 other-cpu=5 "
	     "other-node=6 lifetimes=0,1,0,2", "a sum of a site");
	r = (struct pagesnap_slab_sum){ .rec.type = PAGESNAP_REC_CACHE_SUM, .q = 1, .pid = 9,
					.cgroup = 8 };
	says(&r.rec, "cache-sum q=1 id=0 pid=9 cgroup=8 allocs=0 frees=0 requested=0 allocated=0 "
	     "live=0 live-requested=0 deferred=0 unseen=0 other-cpu=0 other-node=0 lifetimes=-",
	     "a sum of a cache without frees");
	says(&((struct pagesnap_slab_round){
		.rec.type = PAGESNAP_REC_SLAB_ROUND, .q = 1, .n = 2, .time_ns = 3, .real_ns = 4,
		.took_ns = 5, .late_ns = 6, .missed = 7, .records = 8, .more = 9 }).rec,
	     "round q=1 n=2 time=3 real=4 took=5 late=6 missed=7 records=8 more=9", "a round");
}

static void test_format(void)
{
	u32 i, nr = pagesnap_format_lines(&pagesnap_slab_format), empty = 0;

	for (i = 0; i < nr; i++) {
		t.len = 0;
		pagesnap_format_line(&t, &pagesnap_slab_format, i);
		empty += !t.len || t.full;
	}
	ktap_equal(empty, 0, "each line of format has something");
	ktap_ok(!strcmp(pagesnap_slab_why(PAGESNAP_SLAB_WHYS), "?"), "behind the last why is none");
	ktap_ok(!strcmp(pagesnap_slab_gfp(PAGESNAP_GFPS), "?"), "behind the last flag is none");
}

int main(void)
{
	test_good();
	test_bad();
	test_names();
	test_allocs();
	test_frees();
	test_sums();
	test_format();
	return ktap_end();
}
