// SPDX-License-Identifier: GPL-2.0
/*
 * Text of every record, compared with tests/golden/records.txt, and the order
 * of its keys with the lines that tests/golden/screens.txt promises to people.
 *
 * "test-records --print" prints the lines as they are now.  A change of the
 * golden file is a change of the contract: keys are only added before name=.
 */
#include <sys/stat.h>

#include "unit.h"

#define LINES 128

/* The lines that were formatted, in order. */
static char *lines[LINES];
static u32 nr_lines;

static char *buffer;

static struct pagesnap_text line_begin(void)
{
	struct pagesnap_text t = { .cap = 8192 };

	t.buf = malloc(t.cap);
	if (!t.buf || nr_lines == LINES)
		ktap_die("no room for lines");
	buffer = t.buf;
	return t;
}

static void line_end(const struct pagesnap_text *t)
{
	if (t->full || t->len >= t->cap)
		ktap_ok(false, "a line fits");
	buffer[t->len < t->cap ? t->len : t->cap - 1] = '\0';
	lines[nr_lines++] = buffer;
}

/* Variable bytes come unterminated: hand them over in exact buffers. */
static void object(const union pagesnap_object *o, const char *bytes)
{
	struct pagesnap_text t = line_begin();
	char *copy = exact(bytes, strlen(bytes));

	pagesnap_text_object(&t, o, copy, NULL, NULL);
	free(copy);
	line_end(&t);
}

/* A file with subtotals; in a stream they are where its name ends. */
static void shared_object(union pagesnap_object *o, const char *name,
			  const struct pagesnap_subtotal *subtotals, u32 nr_nodes, u32 nr_cgroups)
{
	struct pagesnap_text t = line_begin();
	size_t len = strlen(name), size = (nr_nodes + nr_cgroups) * sizeof(*subtotals);
	char *copy = malloc(len + size);

	memcpy(copy, name, len);
	memcpy(copy + len, subtotals, size);
	o->file.name_len = len;
	o->file.nr_nodes = nr_nodes;
	o->file.nr_cgroups = nr_cgroups;
	pagesnap_text_object(&t, o, copy, copy + len, copy + len + nr_nodes * sizeof(*subtotals));
	free(copy);
	line_end(&t);
}

static void named_run(struct pagesnap_run r, u32 state, const char *name)
{
	struct pagesnap_text t = line_begin();

	r.name_state = state;
	r.name_len = strlen(name);
	pagesnap_text_run(&t, &r, name);
	line_end(&t);
}

static void run(struct pagesnap_run r)
{
	named_run(r, 0, "");
}

static void gap(struct pagesnap_gap g)
{
	struct pagesnap_text t = line_begin();

	pagesnap_text_gap(&t, &g);
	line_end(&t);
}

/* Records common to all collections ---------------------------------------- */

static void header(u32 set_pid)
{
	struct pagesnap_header h = {
		.abi_major = 1, .page_shift = 12, .set_pid = set_pid,
		.features = set_pid ? ~0ULL : 0,
		.time_ns = 1700000000000000000,
		.age_ms = 3999, .session = 9, .set_comm = "ba sh", .file = "filename_index",
		.kernel = "6.12.117", .boot = "5c0f2a1e-1111-2222-3333-444455556666",
	};
	struct pagesnap_text t = line_begin();

	/* not terminated: all of the array counts */
	if (set_pid)
		memcpy(h.set_comm, "0123456789abcdef", 16);
	pagesnap_text_header(&t, &h);
	line_end(&t);
}

static void query(u32 group, const char *tag, const char *text)
{
	struct pagesnap_query_rec r = {
		.q = 1, .line = 3, .group = group, .text_len = strlen(text), .mask = 0xfffe,
		.time_ns = 5,
	};
	char *copy = exact(text, strlen(text));
	struct pagesnap_text t = line_begin();

	strcpy(r.tag, tag);
	pagesnap_text_query(&t, &r, copy, &pagesnap_pages_words);
	free(copy);
	line_end(&t);
}

static void error(u32 err, const char *tag, const char *msg, const char *text)
{
	struct pagesnap_error r = {
		.q = 3, .line = 3, .err = err, .col = 1, .msg_len = strlen(msg),
		.text_len = strlen(text),
	};
	char *msg_copy = exact(msg, strlen(msg)), *copy = exact(text, strlen(text));
	struct pagesnap_text t = line_begin();

	strcpy(r.tag, tag);
	pagesnap_text_error(&t, &r, msg_copy, copy);
	free(msg_copy);
	free(copy);
	line_end(&t);
}

static void end(struct pagesnap_end r)
{
	struct pagesnap_text t = line_begin();

	pagesnap_text_end(&t, &r, &pagesnap_pages_words);
	line_end(&t);
}

static void format_ends(void)
{
	u32 i;

	end((struct pagesnap_end){ .q = 1, .objects = 1, .records = 4,
	    .counters = { 35, 64, 512 }, .us = 41 });
	end((struct pagesnap_end){ .q = 1, .status = PAGESNAP_END_PARTIAL, .objects = 18422,
	    .counters = { 0, 0, 0, 6, 80 }, .rescans = 2, .rescanned = 301, .tag = "mine",
				   .skipped = { [PAGESNAP_WHY_FREEING] = 5,
						[PAGESNAP_WHY_NEW] = 2 } });
	end((struct pagesnap_end){ .q = 2, .status = PAGESNAP_END_ERROR });
	for (i = PAGESNAP_CUT_LIMIT; i <= PAGESNAP_CUT_EXECED; i++)
		end((struct pagesnap_end){ .q = 4, .status = PAGESNAP_END_PARTIAL, .cut = i });
	{
		struct pagesnap_end r = { .q = 5, .status = PAGESNAP_END_PARTIAL };

		for (i = 0; i < PAGESNAP_WHYS; i++)
			r.skipped[i] = i + 1;
		end(r);
	}
}

static void format_core(void)
{
	header(0);
	header(812);
	query(PAGESNAP_GROUP_RUN, "", "/home/foo/bar.txt 0 10");
	query(PAGESNAP_GROUP_PAGE, "mine", "\"/a b\" tag=mine");
	query(PAGESNAP_GROUP_OBJECT, "", "/");
	query(PAGESNAP_GROUP_TOTAL, "", "");
	error(ENOENT, "", "No such file", "/home/foo/nosuch 0 10");
	error(EINVAL, "mine", "unknown key", "/f \xff=1");
	error(12345, "", "?", "");
	format_ends();
}

/* Every errno that the sources name has a word: a number is for no one. */
static void test_errnos(void)
{
	static const struct {
		int err;
		const char *name;
	} errnos[] = {
		{ E2BIG, "E2BIG" }, { EACCES, "EACCES" }, { EAGAIN, "EAGAIN" },
		{ EBUSY, "EBUSY" }, { EFAULT, "EFAULT" }, { EINTR, "EINTR" }, { EINVAL, "EINVAL" }, { EIO, "EIO" },
		{ EISDIR, "EISDIR" }, { ELOOP, "ELOOP" }, { ENAMETOOLONG, "ENAMETOOLONG" },
		{ ENODEV, "ENODEV" }, { ENOENT, "ENOENT" }, { ENOMEM, "ENOMEM" },
		{ ENOTDIR, "ENOTDIR" }, { ENXIO, "ENXIO" }, { EOPNOTSUPP, "EOPNOTSUPP" },
		{ EPERM, "EPERM" }, { ERANGE, "ERANGE" }, { ESRCH, "ESRCH" },
		{ ESTALE, "ESTALE" }, { 999, "999" },
	};
	char want[64];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(errnos); i++) {
		snprintf(want, sizeof(want), " errno=%s ", errnos[i].name);
		error(errnos[i].err, "", "m", "q");
		ktap_ok(strstr(lines[--nr_lines], want), "errno %s", errnos[i].name);
		free(lines[nr_lines]);
	}
}

/* Objects ------------------------------------------------------------------- */

static const struct pagesnap_sums some_sums = {
	.pages = 611, .dirty = 3, .mapped = 12, .active = 600, .referenced = 580, .evicted = 64,
	.swapped = 1, .special = 2, .unevictable = 4, .writeback = 5,
	.orders = { [0] = 35, [4] = 576, [19] = 1 },
};

static union pagesnap_object file(u32 mode, u32 state, const char *name)
{
	union pagesnap_object o = { .file = {
		.rec.type = PAGESNAP_REC_FILE, .q = 1, .dev_major = 254, .dev_minor = 2, .gen = 77,
		.ino = 1786946, .size = 4194304, .cached = 611, .nlink = 1, .mode = mode,
		.state = state, .name_len = strlen(name),
	} };

	return o;
}

static void format_file(u32 mode, u32 state, const char *name)
{
	union pagesnap_object o = file(mode, state, name);

	object(&o, name);
}

static void format_subvol(void)
{
	union pagesnap_object o = file(S_IFREG, PAGESNAP_STATE_LIVE, "/snap/f");

	o.file.subvol = 256;
	object(&o, "/snap/f");
}

/* As many as there can be, and more. */
static void format_subtotals(union pagesnap_object o)
{
	struct pagesnap_subtotal subtotals[2 * (PAGESNAP_SUBTOTALS_MAX + 1)];
	const struct pagesnap_subtotal some[] = {
		{ 0, 35 }, { 1, 576 }, { 88, 3 }, { 2417, 606 }, { PAGESNAP_OTHER, 2 },
	};
	const struct pagesnap_subtotal odd[] = {
		{ PAGESNAP_UNKNOWN, 611 }, { PAGESNAP_NONE, 611 },
	};
	u32 i;

	shared_object(&o, "/f", some, 2, 3);
	shared_object(&o, "/f", odd, 1, 1);
	for (i = 0; i < ARRAY_SIZE(subtotals); i++)
		subtotals[i] = (struct pagesnap_subtotal){ i % (PAGESNAP_SUBTOTALS_MAX + 1),
							   i + 1 };
	subtotals[PAGESNAP_SUBTOTALS_MAX].key = PAGESNAP_OTHER;
	subtotals[ARRAY_SIZE(subtotals) - 1].key = PAGESNAP_OTHER;
	shared_object(&o, "/f", subtotals, PAGESNAP_SUBTOTALS_MAX + 1, PAGESNAP_SUBTOTALS_MAX + 1);
}

static void format_files(void)
{
	union pagesnap_object o;

	format_file(S_IFREG, PAGESNAP_STATE_LIVE, "/home/foo/bar.txt");
	format_file(S_IFREG, PAGESNAP_STATE_DELETED, "/a b/\x1b[31m\xc2\x9b\xc3\xa9\\\"");
	format_file(S_IFDIR, PAGESNAP_STATE_NONAME, "");
	format_subvol();
	format_file(S_IFLNK, PAGESNAP_STATE_OUTSIDE, "/x");
	format_file(S_IFBLK, PAGESNAP_STATE_META, "");
	format_file(S_IFCHR, 5, "/x");
	format_file(S_IFIFO, 0, "/x");
	format_file(S_IFSOCK, 0, "/x");
	format_file(0, 0, "/x");
	o = file(S_IFREG, PAGESNAP_STATE_LIVE, "/f");
	o.file.rec.flags = PAGESNAP_RF_SUMS;
	o.file.sums = some_sums;
	o.file.droppable = 580;
	object(&o, "/f");
	format_subtotals(o);
	memset(&o.file.sums, 0, sizeof(o.file.sums));
	o.file.droppable = 0;
	object(&o, "/f");
	o.file.rec.flags |= PAGESNAP_RF_SLAB;
	o.file.slab_inode = (struct pagesnap_objects){ 1, 1096, 2417 };
	o.file.slab_dentries = (struct pagesnap_objects){ 0, 0, PAGESNAP_NONE };
	o.file.slab_nodes = (struct pagesnap_objects){ 68, 39168, PAGESNAP_OTHER };
	object(&o, "/f");
	o.file.slab_dentries = (struct pagesnap_objects){
		PAGESNAP_UNKNOWN, PAGESNAP_UNKNOWN, PAGESNAP_UNKNOWN,
	};
	object(&o, "/f");
}

static void format_sbs(void)
{
	union pagesnap_object o = { .sb = {
		.rec.type = PAGESNAP_REC_SB, .q = 1, .dev_major = 254, .dev_minor = 2,
		.asked_len = 8, .name_len = 4, .fstype = "ext4", .id = "vda2",
	} };

	object(&o, "/var/log/mnt");
	/* a type was asked for, s_id fills its array and holds a blank */
	o.sb.asked_len = o.sb.name_len = 0;
	memcpy(o.sb.id, "0123456789 123456789012345678901", 32);
	object(&o, "");
}

static void format_vmas(void)
{
	union pagesnap_object o = { .vma = {
		.rec.type = PAGESNAP_REC_VMA, .q = 1, .prot = 5, .start = 0x7f3a1c000,
		.end = 0x7f3a1c200, .dev_major = 254, .dev_minor = 2, .ino = 1310, .pgoff = 16,
		.gen = 7, .state = PAGESNAP_STATE_DELETED, .name_len = 18,
	} };

	object(&o, "/usr/lib/libc.so.6");
	o.vma.rec.flags = PAGESNAP_RF_SUMS;
	o.vma.sums = some_sums;
	o.vma.prot = 15;
	object(&o, "/usr/lib/libc.so.6");
	o.vma.rec.flags = 0;
	o.vma.prot = 2;
	o.vma.dev_major = o.vma.dev_minor = PAGESNAP_NONE32;
	o.vma.ino = PAGESNAP_NONE;
	o.vma.name_len = 7;
	object(&o, "[stack]");
}

static void format_others(void)
{
	union pagesnap_object task = { .task = {
		.rec.type = PAGESNAP_REC_TASK, .q = 1, .pid = 4242, .vmas = 412,
		.comm = "post gres",
	} };
	union pagesnap_object span = { .span = {
		.rec.type = PAGESNAP_REC_SPAN, .q = 1, .start = 0x100, .end = 0x2000,
	} };

	object(&task, "");
	object(&span, "");
	span.span.rec.flags = PAGESNAP_RF_SUMS;
	span.span.node = 1;
	span.span.sums = some_sums;
	object(&span, "");
}

/* Pages and gaps --------------------------------------------------------------- */

static struct pagesnap_run a_run(u32 type, u32 unit)
{
	struct pagesnap_run r = {
		.rec.type = type, .q = 1, .kind = PAGESNAP_KIND_FILE, .order = 4, .unit = unit,
		.index = unit == PAGESNAP_UNIT_INDEX ? 32 : 0x10a200, .nr = 16, .pfn = 0x10a200,
		.pfn_end = 0x10a210, .frames = 3, .flags = 0x6c, .ref_min = 34, .ref_max = 34,
		.map_min = 0, .map_max = 12, .cgroup = 2417, .cgroup_online = 2417, .zone = 2,
		.owner_major = 254, .owner_minor = 2, .owner_gen = 5, .owner_ino = 1310,
		.owner_index = 8, .zone_name = "Normal",
	};

	return r;
}

static void format_runs(void)
{
	u32 unit, kind;
	struct pagesnap_run r;

	for (unit = PAGESNAP_UNIT_INDEX; unit <= PAGESNAP_UNIT_PFN; unit++) {
		r = a_run(PAGESNAP_REC_RUN, unit);
		run(r);
		/* pages found by their owner don't repeat it */
		r.rec.flags = unit == PAGESNAP_UNIT_INDEX ? 0 : PAGESNAP_RF_OWNER;
		if (r.rec.flags)
			run(r);
		r.rec.type = PAGESNAP_REC_PAGE;
		r.ref_min = 2;
		r.map_max = 0;
		run(r);
	}
	r = a_run(PAGESNAP_REC_RUN, PAGESNAP_UNIT_INDEX);
	r.cgroup_online = 88;
	r.flags = 0;
	run(r);
	r.cgroup = r.cgroup_online = PAGESNAP_NONE;
	run(r);
	r.cgroup = r.cgroup_online = PAGESNAP_UNKNOWN;
	r.flags = 1ULL << 63 | 1;
	run(r);
	for (kind = 0; kind <= PAGESNAP_KINDS; kind++) {
		r = a_run(PAGESNAP_REC_RUN, PAGESNAP_UNIT_PFN);
		r.kind = kind;
		run(r);
	}
}

/* names=1 */
static void format_named_runs(void)
{
	struct pagesnap_run r = a_run(PAGESNAP_REC_RUN, PAGESNAP_UNIT_PFN);

	r.rec.flags = PAGESNAP_RF_OWNER | PAGESNAP_RF_NAME;
	named_run(r, PAGESNAP_STATE_LIVE, "/usr/lib/libc.so.6");
	named_run(r, PAGESNAP_STATE_DELETED, "memfd:a b\n");
	named_run(r, PAGESNAP_STATE_META, "");
	named_run(r, PAGESNAP_STATE_OFFLIST, "aio");
	named_run(r, PAGESNAP_UNKNOWN32, "");
	named_run(r, 99, "/a state of tomorrow");
	r.kind = PAGESNAP_KIND_BUDDY;
	r.rec.flags = PAGESNAP_RF_NAME;
	named_run(r, 0, "");
	r.kind = PAGESNAP_KIND_SLAB;
	r.rec.flags = PAGESNAP_RF_NAME | PAGESNAP_RF_CACHE;
	named_run(r, PAGESNAP_STATE_CACHE, "ext4_inode_cache");
	named_run(r, PAGESNAP_UNKNOWN32, "");
	r.kind = PAGESNAP_KIND_ANON;
	r.rec.flags = PAGESNAP_RF_NAME | PAGESNAP_RF_SWAP;
	named_run(r, 0, "");
	r.rec.flags = PAGESNAP_RF_SWAP;
	run(r);
}

static void format_gaps(void)
{
	struct pagesnap_gap g = {
		.rec.type = PAGESNAP_REC_GONE, .q = 1, .why = PAGESNAP_WHY_EVICTED, .index = 35,
		.nr = 64, .pfn = PAGESNAP_NONE, .swp_offset = 0x4400, .swp_type = 1, .order = 9,
	};

	gap(g);
	g.rec.type = PAGESNAP_REC_SWAP;
	gap(g);
	g.unit = PAGESNAP_UNIT_VPN;
	gap(g);
	g.rec.type = PAGESNAP_REC_HOLE;
	g.unit = PAGESNAP_UNIT_PFN;
	g.why = PAGESNAP_WHY_OFFLINE;
	gap(g);
	g.rec.type = PAGESNAP_REC_SPECIAL;
	g.unit = PAGESNAP_UNIT_VPN;
	g.why = PAGESNAP_WHYS;
	gap(g);
	g.pfn = 0x1234;
	for (g.why = 0; g.why < PAGESNAP_WHYS; g.why++)
		gap(g);
}

static void format_totals(void)
{
	struct pagesnap_combo combos[] = {
		{ 0x86c, 576 }, { 0x1c, 35 }, { 0, 1 }, { PAGESNAP_UNKNOWN, 7 },
	};
	const struct pagesnap_subtotal subtotals[] = {
		{ 0, 611 }, { 88, 3 }, { 2417, 608 },
	};
	struct pagesnap_total total = {
		.rec.type = PAGESNAP_REC_TOTAL, .q = 1, .nr_combos = ARRAY_SIZE(combos),
		.nr_nodes = 1, .nr_cgroups = 2,
		.sums = some_sums, .objects_by_pages = { [0] = 2, [10] = 1, [63] = 3 },
		.droppable = 580, .pss = PAGESNAP_NONE,
	};
	struct pagesnap_text t = line_begin();

	pagesnap_text_total(&t, &total, combos, subtotals, subtotals + 1);
	line_end(&t);
	memset(&total.sums, 0, sizeof(total.sums));
	memset(total.objects_by_pages, 0, sizeof(total.objects_by_pages));
	total.nr_combos = 0;
	total.nr_nodes = 0;
	total.nr_cgroups = 0;
	t = line_begin();
	pagesnap_text_total(&t, &total, NULL, NULL, NULL);
	line_end(&t);
}

static void format_same(void)
{
	const struct pagesnap_same same = {
		.rec.type = PAGESNAP_REC_SAME, .q = 2, .dev_major = 259, .dev_minor = 6,
		.from = 411, .nr = 1000,
	};
	struct pagesnap_text t = line_begin();

	pagesnap_text_same(&t, &same);
	line_end(&t);
}

static void format_all(void)
{
	format_core();
	format_sbs();
	format_files();
	format_others();
	format_vmas();
	format_runs();
	format_named_runs();
	format_gaps();
	format_totals();
	format_same();
}

/* Golden lines ------------------------------------------------------------------ */

static FILE *golden(const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", GOLDEN, name);
	f = fopen(path, "r");
	if (!f)
		ktap_die("%s", path);
	return f;
}

static bool next_line(FILE *f, char *line, int size)
{
	if (!fgets(line, size, f))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

static void test_golden(void)
{
	FILE *f = golden("records.txt");
	char want[8192];
	u32 i;

	for (i = 0; i < nr_lines; i++) {
		bool more = next_line(f, want, sizeof(want));

		if (!ktap_ok(more && !strcmp(want, lines[i]), "golden line %u: %.16s", i + 1,
			     lines[i][0] == '#' ? "header" : lines[i])) {
			ktap_note("is:     %s", lines[i]);
			ktap_note("should: %s", more ? want : "(no more lines)");
		}
	}
	ktap_ok(!next_line(f, want, sizeof(want)), "golden: no lines are missing");
	fclose(f);
}

/* What every line of text promises ------------------------------------------------ */

/* The next word of a line. Return: its length, 0 at the end. */
static u32 word(const char **s)
{
	*s += strspn(*s, " ");
	return strcspn(*s, " ");
}

/* Length of the key in a word, 0 if there is none. */
static u32 key_len(const char *s, u32 len)
{
	const char *eq = memchr(s, '=', len);

	return eq ? eq - s : 0;
}

static bool is_key(const char *s, u32 len, const char *key)
{
	return key_len(s, len) == strlen(key) && !memcmp(s, key, strlen(key));
}

/* Type, then key=value only, each key once, name= or query= last. */
static bool line_obeys(const char *line)
{
	const char *s = line, *other;
	bool last = false;
	u32 n, m;

	n = word(&s);
	if (*line == '#')
		s += n, n = word(&s);
	for (s += n; (n = word(&s)); s += n) {
		if (!key_len(s, n) || key_len(s, n) == n - 1 || last)
			return false;
		last = is_key(s, n, "name") || is_key(s, n, "query");
		for (other = s + n; (m = word(&other)); other += m)
			if (key_len(other, m) == key_len(s, n) &&
			    !memcmp(other, s, key_len(s, n) + 1))
				return false;
	}
	for (s = line; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			return false;
	return true;
}

static void test_rules(void)
{
	bool good = true;
	u32 i;

	for (i = 0; i < nr_lines; i++) {
		if (line_obeys(lines[i]))
			continue;
		ktap_note("%s", lines[i]);
		good = false;
	}
	ktap_ok(good, "lines: type, then each key once with a value, name= or query= last");
}

/* Screens -------------------------------------------------------------------------- */

/* Keys that people are promised and that this version does not have. */
static const char * const missing_keys[] = { "# group" };

static bool is_missing(const char *line, const char *s, u32 len)
{
	char name[64];
	u32 i;

	snprintf(name, sizeof(name), "%.*s %.*s", (int)strcspn(line, " "), line,
		 (int)key_len(s, len), s);
	for (i = 0; i < ARRAY_SIZE(missing_keys); i++)
		if (!strcmp(name, missing_keys[i]))
			return true;
	return false;
}

/* Where the key of the @len bytes at @s comes in @line, NULL if it doesn't. */
static const char *find_key(const char *line, const char *s, u32 len)
{
	u32 n;

	for (; (n = word(&line)); line += n)
		if (key_len(line, n) == key_len(s, len) && !memcmp(line, s, key_len(s, len) + 1))
			return line + n;
	return NULL;
}

/* Has @ours the keys of @screen, in their order? */
static bool has_keys(const char *ours, const char *screen)
{
	const char *s = screen, *at = ours;
	u32 n;

	if (strcspn(ours, " ") != strcspn(screen, " ") ||
	    memcmp(ours, screen, strcspn(screen, " ")))
		return false;
	for (; (n = word(&s)); s += n) {
		if (!key_len(s, n) || is_missing(screen, s, n))
			continue;
		at = find_key(at, s, n);
		if (!at)
			return false;
	}
	return true;
}

static void test_screens(void)
{
	FILE *f = golden("screens.txt");
	char screen[8192];
	u32 i, nth = 0;

	while (next_line(f, screen, sizeof(screen))) {
		for (i = 0; i < nr_lines && !has_keys(lines[i], screen); i++)
			;
		if (!ktap_ok(i < nr_lines, "screen line %u: %.16s", ++nth,
			     *screen == '#' ? "header" : screen))
			ktap_note("no line has these keys in this order: %s", screen);
	}
	fclose(f);
}

/* Once a key is there, it must not stand in missing_keys[] any more. */
static void test_missing_keys(void)
{
	bool good = true;
	char key[64];
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(missing_keys); i++) {
		const char *blank = strchr(missing_keys[i], ' ');

		snprintf(key, sizeof(key), "%s=", blank + 1);
		for (j = 0; j < nr_lines; j++) {
			if (strncmp(lines[j], missing_keys[i], blank - missing_keys[i] + 1) ||
			    !find_key(lines[j], key, strlen(key)))
				continue;
			ktap_note("%s is no longer missing", missing_keys[i]);
			good = false;
		}
	}
	ktap_ok(good, "keys that are said to be missing are missing");
}

/* Records of newer modules, and of none at all ------------------------------------- */

/* Longer than any line without names. */
static char hostile_line[32768];

static struct pagesnap_text hostile_begin(void)
{
	memset(hostile_line, 0, sizeof(hostile_line));
	return (struct pagesnap_text){ .buf = hostile_line, .cap = sizeof(hostile_line) - 1 };
}

/*
 * Every kind of record as text, from a buffer that holds not one byte more
 * than it; what stands in it is the caller's, but for the lengths.
 */
static void text_of(u32 type, void *record, struct pagesnap_text *t)
{
	struct pagesnap_rec *rec = record;

	rec->type = type;
	switch (type) {
	case PAGESNAP_REC_HEADER:
		pagesnap_text_header(t, record);
		break;
	case PAGESNAP_REC_QUERY:
		((struct pagesnap_query_rec *)record)->text_len = 0;
		pagesnap_text_query(t, record, NULL, &pagesnap_pages_words);
		break;
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		((struct pagesnap_run *)record)->name_len = 0;
		pagesnap_text_run(t, record, NULL);
		break;
	case PAGESNAP_REC_GONE ... PAGESNAP_REC_SPECIAL:
		pagesnap_text_gap(t, record);
		break;
	case PAGESNAP_REC_SAME:
		pagesnap_text_same(t, record);
		break;
	case PAGESNAP_REC_TOTAL:
		((struct pagesnap_total *)record)->nr_combos = 0;
		((struct pagesnap_total *)record)->nr_nodes = 0;
		((struct pagesnap_total *)record)->nr_cgroups = 0;
		pagesnap_text_total(t, record, NULL, NULL, NULL);
		break;
	case PAGESNAP_REC_ERROR:
		((struct pagesnap_error *)record)->msg_len = 0;
		((struct pagesnap_error *)record)->text_len = 0;
		pagesnap_text_error(t, record, NULL, NULL);
		break;
	case PAGESNAP_REC_END:
		pagesnap_text_end(t, record, &pagesnap_pages_words);
		break;
	default:
		break;
	}
}

static const struct {
	u32 type;
	size_t size;
} hostile_records[] = {
	{ PAGESNAP_REC_HEADER, sizeof(struct pagesnap_header) },
	{ PAGESNAP_REC_QUERY, sizeof(struct pagesnap_query_rec) },
	{ PAGESNAP_REC_PAGE, sizeof(struct pagesnap_run) },
	{ PAGESNAP_REC_RUN, sizeof(struct pagesnap_run) },
	{ PAGESNAP_REC_GONE, sizeof(struct pagesnap_gap) },
	{ PAGESNAP_REC_SWAP, sizeof(struct pagesnap_gap) },
	{ PAGESNAP_REC_HOLE, sizeof(struct pagesnap_gap) },
	{ PAGESNAP_REC_SPECIAL, sizeof(struct pagesnap_gap) },
	{ PAGESNAP_REC_TOTAL, sizeof(struct pagesnap_total) },
	{ PAGESNAP_REC_SAME, sizeof(struct pagesnap_same) },
	{ PAGESNAP_REC_ERROR, sizeof(struct pagesnap_error) },
	{ PAGESNAP_REC_END, sizeof(struct pagesnap_end) },
};

static bool is_plain(const struct pagesnap_text *t)
{
	u32 i;

	for (i = 0; i < t->len; i++)
		if ((unsigned char)t->buf[i] < 0x20 || t->buf[i] == 0x7f)
			return false;
	return t->len && !t->full;
}

/* A record filled with each byte, and with random ones, as a line. */
static void test_hostile_record(u32 type, size_t size)
{
	struct pagesnap_text t;
	unsigned char *record = malloc(size);
	bool good = true;
	u32 i, j;

	if (!record)
		ktap_die("malloc");
	for (i = 0; i < 1024; i++) {
		for (j = 0; j < size; j++)
			record[j] = i < 256 ? i : pick(256);
		t = hostile_begin();
		text_of(type, record, &t);
		if (is_plain(&t))
			continue;
		ktap_note("%s", shown(hostile_line, t.len));
		good = false;
	}
	free(record);
	ktap_ok(good, "hostile %s: a line without control codes", pagesnap_type_name(type));
}

static void no_subtotals(union pagesnap_object *o)
{
	switch (o->rec.type) {
	case PAGESNAP_REC_FILE:
		o->file.nr_nodes = o->file.nr_cgroups = 0;
		break;
	case PAGESNAP_REC_VMA:
		o->vma.nr_nodes = o->vma.nr_cgroups = 0;
		break;
	case PAGESNAP_REC_SPAN:
		o->span.nr_nodes = o->span.nr_cgroups = 0;
		break;
	default:
		break;
	}
}

/* Objects come in the union that holds them all. */
static void test_hostile_objects(void)
{
	union pagesnap_object *o = malloc(sizeof(*o));
	struct pagesnap_text t;
	bool good = true;
	u32 i, j;

	if (!o)
		ktap_die("malloc");
	for (i = 0; i < 4096; i++) {
		for (j = 0; j < sizeof(*o); j++)
			((unsigned char *)o)[j] = i < 256 ? i : pick(256);
		o->rec.type = i & 1 ? PAGESNAP_REC_SB + pick(5) : pick(65536);
		if (o->rec.type == PAGESNAP_REC_SB)
			o->sb.asked_len = o->sb.name_len = 0;
		if (o->rec.type == PAGESNAP_REC_FILE)
			o->file.name_len = 0;
		if (o->rec.type == PAGESNAP_REC_VMA)
			o->vma.name_len = 0;
		no_subtotals(o);
		t = hostile_begin();
		pagesnap_text_object(&t, o, NULL, NULL, NULL);
		if (is_plain(&t))
			continue;
		ktap_note("%s", shown(hostile_line, t.len));
		good = false;
	}
	free(o);
	ktap_ok(good, "hostile objects: a line without control codes");
}

/* Words for every number there can be: never NULL, "?" past the last. */
static void test_words(void)
{
	static const struct {
		const char *what;
		const char *(*name)(u32 number);
		u32 first;
		u32 end;
		u32 also;
	} words[] = {
		{ "type", pagesnap_type_name, PAGESNAP_REC_HEADER, PAGESNAP_REC_BYTES + 1,
		  PAGESNAP_REC_SAME },
		{ "group", pagesnap_group_name, 0, PAGESNAP_GROUP_TOTAL + 1, 0 },
		{ "status", pagesnap_status_name, 0, PAGESNAP_END_ERROR + 1, 0 },
		{ "cut", pagesnap_cut_name, 0, PAGESNAP_CUT_EXECED + 1, 0 },
		{ "why", pagesnap_why_name, 0, PAGESNAP_WHYS, 0 },
		{ "kind", pagesnap_kind_name, 0, PAGESNAP_KINDS, 0 },
		{ "state", pagesnap_state_name, 0, PAGESNAP_STATE_CACHE + 1, 0 },
	};
	u32 i, number;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		bool good = true;

		for (number = 0; number < 70000; number++) {
			bool known = (number >= words[i].first && number < words[i].end) ||
				     (words[i].also && number == words[i].also);

			good = good && known == !!strcmp(words[i].name(number), "?");
		}
		good = good && !strcmp(words[i].name(U32_MAX), "?");
		ktap_ok(good, "words for %s, \"?\" for other numbers", words[i].what);
	}
}

static void test_unknown(void)
{
	struct pagesnap_text t = hostile_begin();
	struct pagesnap_end end = {
		.q = 1, .status = 9, .cut = 77, .skipped = { [20] = 3, [31] = 4 },
	};
	struct pagesnap_query_rec query = { .q = 1, .group = 4 };

	pagesnap_text_end(&t, &end, &pagesnap_pages_words);
	ktap_ok(strstr(hostile_line, " status=? ") && strstr(hostile_line, " truncated=? ") &&
		strstr(hostile_line, " skipped=7 why=?:3,?:4 "), "numbers of a newer end record");
	t = hostile_begin();
	pagesnap_text_query(&t, &query, NULL, &pagesnap_pages_words);
	ktap_ok(strstr(hostile_line, " group=? "), "number of a newer group");
}

/* Most pages and runs are like the one before, some differ in one thing. */
static void change_run(struct pagesnap_run *r)
{
	u32 *const word[] = {
		&r->q, &r->ref_min, &r->ref_max, &r->map_min, &r->map_max, &r->node,
		&r->owner_gen, &r->owner_major, &r->owner_minor,
	};

	r->index++;
	r->pfn += 1 + pick(2);
	r->owner_index = r->index * 7;
	if (pick(3))
		return;
	switch (pick(11)) {
	case 8:
		r->rec.type = pick(2) ? PAGESNAP_REC_PAGE : PAGESNAP_REC_RUN;
		r->nr = pick(2) ? U64_MAX >> pick(64) : 1;
		r->frames = pick(2) ? U64_MAX >> pick(64) : 1;
		break;
	case 9:
		r->index = U64_MAX >> pick(64);
		r->pfn = U64_MAX >> pick(64);
		break;
	case 10:
		r->owner_major = PAGESNAP_NONE32;
		r->cgroup = pick(2) ? PAGESNAP_NONE : PAGESNAP_UNKNOWN;
		break;
	case 0:
		r->flags ^= KPF_BIT(pick(40));
		break;
	case 1:
		r->kind = pick(PAGESNAP_KINDS);
		break;
	case 2:
		r->rec.flags ^= pick(2) ? PAGESNAP_RF_OWNER : PAGESNAP_RF_SWAP;
		break;
	case 3:
		r->cgroup = pick(3);
		break;
	case 4:
		r->cgroup_online = pick(3);
		break;
	case 5:
		r->order = pick(3);
		r->map_order = pick(3);
		r->unit = pick(3);
		break;
	case 6:
		r->owner_ino = pick(3);
		break;
	default:
		*word[pick(ARRAY_SIZE(word))] = pick(3);
		break;
	}
}

static void test_runs_alike(void)
{
	static struct pagesnap_run_lines kept;
	struct pagesnap_run r = { .rec.type = PAGESNAP_REC_PAGE, .zone_name = "Normal" };
	char with[2048], without[2048];
	u32 i, bad = 0;

	for (i = 0; i < 20000; i++) {
		struct pagesnap_text t = { .buf = with, .cap = sizeof(with) };
		struct pagesnap_text u = { .buf = without, .cap = sizeof(without) };

		change_run(&r);
		pagesnap_run_line(&kept, &t, &r);
		pagesnap_text_run(&u, &r, NULL);
		bad += t.full || u.full || t.len != u.len || memcmp(with, without, t.len);
	}
	ktap_equal(bad, 0, "the line of a run is the same, whatever came before");
}

int main(int argc, char **argv)
{
	u32 i;

	format_all();
	if (argc > 1 && !strcmp(argv[1], "--print")) {
		for (i = 0; i < nr_lines; i++)
			puts(lines[i]);
	} else {
		test_golden();
		test_rules();
		test_screens();
		test_missing_keys();
		test_errnos();
		for (i = 0; i < ARRAY_SIZE(hostile_records); i++)
			test_hostile_record(hostile_records[i].type, hostile_records[i].size);
		test_hostile_objects();
		test_runs_alike();
		test_words();
		test_unknown();
	}
	for (i = 0; i < nr_lines; i++)
		free(lines[i]);
	return argc > 1 ? 0 : ktap_end();
}
