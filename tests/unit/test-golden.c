// SPDX-License-Identifier: GPL-2.0
/*
 * Streams against tests/golden/abi-*: the encoder still writes the same bytes
 * as those of its own version, the text of the records is still the same, and
 * the library decodes the bytes of all versions to records with that text.
 *
 * "test-golden --update" writes files that are not there yet; it never changes
 * one that is.
 */
#include <fcntl.h>
#include <unistd.h>

#include "lib/pagesnap.h"

#include "golden-streams.h"

#define RUN PAGESNAP_GROUP_RUN

/* One type of record after the other --------------------------------------------- */

static void begin(struct golden *g, const char *file, u32 unit, const char *query)
{
	put_header(g, golden_header(file));
	put_query(g, RUN, unit, "", query);
}

static void make_header(struct golden *g)
{
	struct pagesnap_header h = golden_header("sb_index");

	put_header(g, h);
	h.set_pid = 812;
	h.age_ms = 3999;
	strcpy(h.set_comm, "ba sh");
	h.features = 0;
	h.page_shift = 16;
	put_header(g, h);
}

static void make_query(struct golden *g)
{
	static const char * const texts[] = {
		"/home/foo/bar.txt 0 10 format=binary tag=mine", "\"/a b\" format=binary names=0",
	};
	u32 group;

	put_header(g, golden_header("filename_index"));
	for (group = PAGESNAP_GROUP_RUN; group <= PAGESNAP_GROUP_TOTAL; group++) {
		put_query(g, group, 0, group % 2 ? "" : "mine", texts[group % 2]);
		put_end(g, (struct pagesnap_end){ .us = 41 });
	}
}

static void make_sb(struct golden *g)
{
	begin(g, "sb_index", PAGESNAP_UNIT_INDEX, "/var/log format=binary names=1");
	put_sb(g);
	put_object(g, golden_sb(0, 0), sizeof(struct pagesnap_sb), NULL, 0);
	put_object(g, golden_sb(1, 0), sizeof(struct pagesnap_sb), "/", 1);
	put_end(g, (struct pagesnap_end){ });
}

static void make_file(struct golden *g)
{
	static const u32 modes[] = {
		S_IFREG, S_IFDIR, S_IFLNK, S_IFBLK, S_IFCHR, S_IFIFO, S_IFSOCK, 0,
	};
	union pagesnap_object o;
	u32 i;

	begin(g, "filename_index", PAGESNAP_UNIT_INDEX, "/f format=binary group=object");
	put_file(g, false);
	put_file(g, true);
	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		o = golden_file(8);
		o.file.mode = modes[i];
		o.file.state = i % 5;
		/* what could fool a terminal, and is no UTF-8 */
		put_object(g, o, GOLDEN_FILE, "/\x1b[31m\xff\"", 8);
	}
	put_object(g, golden_file(0), GOLDEN_FILE, NULL, 0);
	o = golden_file(2);
	o.file.subvol = 257;
	put_object(g, o, GOLDEN_FILE, "/f", 2);
	put_end(g, g->end);
}

static void make_task(struct golden *g)
{
	begin(g, "task_index", PAGESNAP_UNIT_VPN, "4242 format=binary names=1");
	put_task(g);
	put_end(g, (struct pagesnap_end){ });
}

static void make_vma(struct golden *g)
{
	union pagesnap_object o = golden_vma(7);

	begin(g, "task_index", PAGESNAP_UNIT_VPN, "4242 format=binary names=1");
	put_vma(g, false);
	put_vma(g, true);
	o.vma.prot = 15;
	o.vma.state = PAGESNAP_STATE_DELETED;
	put_object(g, o, sizeof(o.vma), "/memfd:", 7);
	o.vma.prot = 2;
	o.vma.dev_major = o.vma.dev_minor = PAGESNAP_NONE32;
	o.vma.ino = PAGESNAP_NONE;
	put_object(g, o, sizeof(o.vma), "[stack]", 7);
	put_end(g, g->end);
}

static void make_span(struct golden *g)
{
	begin(g, "pfn_index", PAGESNAP_UNIT_PFN, "0- format=binary names=0");
	put_span(g, false);
	put_span(g, true);
	put_end(g, g->end);
}

/* names=1: a name, none, one that can't be known any more; and no owner. */
static void put_names(struct golden *g, u32 type)
{
	struct pagesnap_run r;

	put_query(g, RUN, PAGESNAP_UNIT_PFN, "", "0 format=binary names=1");
	r = golden_run(g, 0, type == PAGESNAP_REC_PAGE ? 1 : 16, 0);
	put_named_run(g, r, type, PAGESNAP_STATE_LIVE, "/usr/lib/libc.so.6");
	put_named_run(g, r, type, PAGESNAP_STATE_NONAME, "");
	put_named_run(g, r, type, PAGESNAP_UNKNOWN32, "");
	r.rec.flags = 0;
	put_named_run(g, r, type, 0, "");
	r.rec.flags = PAGESNAP_RF_SWAP;
	put_run(g, r, type);
	put_end(g, g->end);
}

/* Pages of each kind and unit, with owner and cgroup or without. */
static void make_pages(struct golden *g, u32 type)
{
	struct pagesnap_run r;
	u32 unit, kind;

	put_header(g, golden_header("pfn_index"));
	for (unit = PAGESNAP_UNIT_INDEX; unit <= PAGESNAP_UNIT_PFN; unit++) {
		put_query(g, RUN, unit, "", "0 format=binary names=0");
		for (kind = 0; kind < PAGESNAP_KINDS; kind++) {
			r = golden_run(g, kind, type == PAGESNAP_REC_PAGE ? 1 : 16, kind);
			r.kind = kind;
			r.map_order = kind % 10;
			r.flags = 1ULL << kind;
			r.cgroup = kind % 3 ? PAGESNAP_NONE : 2417;
			r.cgroup_online = kind % 6 ? r.cgroup : 88;
			put_run(g, r, type);
		}
		r.cgroup = r.cgroup_online = PAGESNAP_UNKNOWN;
		r.flags = 1ULL << 63 | 1;
		r.rec.flags = PAGESNAP_RF_CGROUP;
		put_run(g, r, type);
		put_end(g, g->end);
	}
	put_names(g, type);
}

static void make_page(struct golden *g)
{
	make_pages(g, PAGESNAP_REC_PAGE);
}

static void make_run(struct golden *g)
{
	make_pages(g, PAGESNAP_REC_RUN);
}

/* Gaps for each reason, and with a frame or without. */
static void make_gaps(struct golden *g, u32 type)
{
	struct pagesnap_gap gap;
	u32 unit, why;

	put_header(g, golden_header("task_index"));
	for (unit = PAGESNAP_UNIT_INDEX; unit <= PAGESNAP_UNIT_PFN; unit++) {
		put_query(g, RUN, unit, "", "1 format=binary names=0");
		for (why = 0; why < PAGESNAP_WHYS; why++) {
			gap = golden_gap(g, 100 * why, 64 + why, why);
			gap.pfn = why % 2 ? PAGESNAP_NONE : 0x1234;
			put_gap(g, gap, type);
		}
		put_end(g, g->end);
	}
}

static void make_gone(struct golden *g)
{
	make_gaps(g, PAGESNAP_REC_GONE);
}

static void make_hole(struct golden *g)
{
	make_gaps(g, PAGESNAP_REC_HOLE);
}

static void make_special(struct golden *g)
{
	make_gaps(g, PAGESNAP_REC_SPECIAL);
}

static void make_swap(struct golden *g)
{
	begin(g, "task_index", PAGESNAP_UNIT_VPN, "1 format=binary names=0");
	put_swap(g, 0);
	g->unit = PAGESNAP_UNIT_INDEX;
	put_swap(g, 512);
	put_end(g, g->end);
}

static void make_total(struct golden *g)
{
	begin(g, "sb_index", PAGESNAP_UNIT_INDEX, "/ format=binary group=total");
	put_golden_total(g);
	put_end(g, g->end);
	put_query(g, PAGESNAP_GROUP_TOTAL, 0, "", "/ format=binary group=total");
	put_total(g, (struct pagesnap_total){ }, NULL, 0);
	put_end(g, g->end);
}

static void make_note(struct golden *g)
{
	begin(g, "sb_index", PAGESNAP_UNIT_INDEX, "/overlay format=binary names=1");
	put_note(g, "an overlay has no pages: ask for its upper and lower");
	put_end(g, (struct pagesnap_end){ });
}

static void make_error(struct golden *g)
{
	static const u32 errnos[] = {
		ENOENT, EINVAL, ESRCH, EACCES, ENOMEM, EOPNOTSUPP, E2BIG, ELOOP, 4000,
	};
	u32 i;

	put_header(g, golden_header("filename_index"));
	for (i = 0; i < ARRAY_SIZE(errnos); i++) {
		put_error(g, errnos[i], i + 1, i % 2 ? "mine" : "", "No such file",
			  i % 3 ? "/home/foo/nosuch 0 10" : "\xff\x1b\"");
		put_end(g, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
	}
}

static void make_end(struct golden *g)
{
	struct pagesnap_end end = { .status = PAGESNAP_END_PARTIAL, .tag = "mine" };
	u32 i;

	begin(g, "sb_index", PAGESNAP_UNIT_INDEX, "/ format=binary tag=mine");
	for (i = 0; i < PAGESNAP_WHYS; i++)
		end.skipped[i] = i + 1;
	put_end(g, end);
	for (i = PAGESNAP_CUT_NONE; i <= PAGESNAP_CUT_EXITED; i++) {
		put_query(g, RUN, 0, "", "/ format=binary names=0");
		put_end(g, (struct pagesnap_end){
			.status = i ? PAGESNAP_END_PARTIAL : PAGESNAP_END_COMPLETE, .cut = i,
			.objects = 1, .records = 4, .counters = { 35, 64, 512, 6, 80 }, .rescans = i,
			.us = 41, .rescanned = i * 63 });
	}
}

/* Whole answers ---------------------------------------------------------------------- */

static const struct index {
	const char *name;
	const char *query;
	u32 unit;
} indexes[] = {
	{ "pfn_index", "0x10a200 0x10b000 format=binary tag=x", PAGESNAP_UNIT_PFN },
	{ "filename_index", "/home/foo/bar.txt format=binary tag=x", PAGESNAP_UNIT_INDEX },
	{ "sb_index", "/var/log format=binary tag=x", PAGESNAP_UNIT_INDEX },
	{ "task_index", "4242 format=binary tag=x", PAGESNAP_UNIT_VPN },
};

static void put_objects(struct golden *g, u32 which, bool sums)
{
	switch (which) {
	case 0:
		put_span(g, sums);
		break;
	case 2:
		put_sb(g);
		fallthrough;
	case 1:
		put_file(g, sums);
		break;
	default:
		put_task(g);
		put_vma(g, sums);
		break;
	}
}

static void put_items(struct golden *g, u32 which, u32 group)
{
	u32 i, nr = group == PAGESNAP_GROUP_PAGE ? 4 : 1;

	for (i = 0; i < nr; i++) {
		struct pagesnap_run r = golden_run(g, i, 16 / (nr * nr), 4);

		r.flags |= nr > 1 ? KPF_BIT(i ? KPF_COMPOUND_TAIL : KPF_COMPOUND_HEAD) : 0;
		put_run(g, r, nr > 1 ? PAGESNAP_REC_PAGE : PAGESNAP_REC_RUN);
	}
	if (which == 0) {
		put_gap(g, golden_gap(g, 16, 80, PAGESNAP_WHY_OFFLINE), PAGESNAP_REC_HOLE);
		return;
	}
	if (which != 3)
		put_gap(g, golden_gap(g, 16, 64, PAGESNAP_WHY_EVICTED), PAGESNAP_REC_GONE);
	put_swap(g, 80);
	if (which == 3)
		put_gap(g, golden_gap(g, 600, 1, PAGESNAP_WHY_MIGRATION), PAGESNAP_REC_SPECIAL);
}

static void put_answer(struct golden *g, u32 which, u32 group)
{
	put_query(g, group, indexes[which].unit, "x", indexes[which].query);
	if (group != PAGESNAP_GROUP_TOTAL)
		put_objects(g, which, group == PAGESNAP_GROUP_OBJECT);
	if (group == PAGESNAP_GROUP_RUN || group == PAGESNAP_GROUP_PAGE)
		put_items(g, which, group);
	if (group == PAGESNAP_GROUP_TOTAL)
		put_golden_total(g);
	g->end.us = 250;
	put_end(g, g->end);
}

/* Saved: answers of several files, with a header before each change. */
static void make_saved(struct golden *g)
{
	u32 which;

	for (which = 0; which < ARRAY_SIZE(indexes); which++) {
		put_header(g, golden_header(indexes[which].name));
		put_answer(g, which, PAGESNAP_GROUP_RUN);
		put_error(g, ENOENT, 1, "", "no such file or directory", "/nosuch format=binary x");
		put_end(g, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
		put_answer(g, which, PAGESNAP_GROUP_TOTAL);
	}
}

/* Long things -------------------------------------------------------------------------- */

/* Names that need several records, on both sides of where they are split. */
static void make_names(struct golden *g)
{
	static const u32 lengths[] = { 7, 8, 2031, 2032, 2033, 4000, 4064, 4065, 4095 };
	static char name[2 * 4096];
	u32 i;

	for (i = 0; i < sizeof(name); i++)
		name[i] = i % 200 ? 'a' + i % 26 : '/';
	begin(g, "sb_index", PAGESNAP_UNIT_INDEX, "/ format=binary names=1");
	put_object(g, golden_sb(4000, 4000), sizeof(struct pagesnap_sb), name, 8000);
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		put_object(g, golden_file(lengths[i]), GOLDEN_FILE, name,
			   lengths[i]);
		put_object(g, golden_vma(lengths[i]), sizeof(struct pagesnap_vma), name,
			   lengths[i]);
	}
	put_end(g, (struct pagesnap_end){ .objects = 2 * ARRAY_SIZE(lengths) });
	name[4000] = '\0';
	put_error(g, ENOENT, 1, "", "no such file or directory", name);
	put_end(g, (struct pagesnap_end){ .status = PAGESNAP_END_ERROR });
}

static void make_combos(struct golden *g)
{
	static struct pagesnap_combo combos[PAGESNAP_COMBOS_MAX + 1];
	struct pagesnap_total total = { .sums = golden_sums };
	u32 i;

	for (i = 0; i < PAGESNAP_COMBOS_MAX; i++)
		combos[i] = (struct pagesnap_combo){ 4 * i + 8, i + 1 };
	combos[i] = (struct pagesnap_combo){ PAGESNAP_UNKNOWN, 12345 };
	begin(g, "pfn_index", PAGESNAP_UNIT_PFN, "0- format=binary group=total");
	put_total(g, total, combos, ARRAY_SIZE(combos));
	put_end(g, g->end);
}

/* What this version does not know -------------------------------------------------------- */

/* Every number is one that has no word. */
static void make_unknown(struct golden *g)
{
	struct pagesnap_header h = golden_header("nosuch_index");
	struct pagesnap_run r;
	struct pagesnap_gap gap;
	union pagesnap_object o;

	h.features = ~0ULL;
	put_header(g, h);
	put_query(g, 200, 9, "", "what format=binary is=this");
	o = golden_file(2);
	o.file.state = 999;
	o.file.mode = 0xffff;
	o.file.dev_minor = o.file.nlink = PAGESNAP_UNKNOWN32;
	o.file.size = PAGESNAP_UNKNOWN;
	o.file.cached = PAGESNAP_NONE;
	put_object(g, o, GOLDEN_FILE, "/f", 2);
	o = golden_vma(2);
	o.vma.state = 999;
	o.vma.prot = 0xffffffff;
	put_object(g, o, sizeof(o.vma), "/f", 2);
	g->unit = PAGESNAP_UNIT_PFN;
	r = golden_run(g, 0, 1, 255);
	g->unit = 9;
	r.kind = r.map_order = 255;
	r.flags = r.nr = r.index = ~0ULL;
	strcpy(r.zone_name, "Zone?\x7f");
	put_run(g, r, PAGESNAP_REC_RUN);
	g->unit = PAGESNAP_UNIT_VPN;
	gap = golden_gap(g, 0, 1, 255);
	g->unit = 9;
	put_gap(g, gap, PAGESNAP_REC_SPECIAL);
	put_end(g, (struct pagesnap_end){ .status = 77, .cut = 99, .us = PAGESNAP_UNKNOWN,
		.skipped = { [13] = 3, [31] = 4 } });
}

/* A record that no version has had so far, with bytes. */
static void put_future(struct golden *g, u32 type, u32 size, u32 len)
{
	static const char zeros[4096];
	struct {
		struct pagesnap_rec rec;
		u32 q;
		char rest[1012];
	} r = { .rec = { .len = size, .type = type, .flags = 0x8000 }, .q = g->q };
	struct pagesnap_bytes_ref part = { zeros, len };

	memset(r.rest, 0xa5, sizeof(r.rest));
	pagesnap_binary_record(&g->bin, &r.rec, 0, &part, len > 0);
	pagesnap_text_key(&g->txt, "# record of unknown type ", type);
	end_line(g);
}

/* Records with fields that were appended: the text has only those of 1.0. */
static void put_longer(struct golden *g)
{
	struct {
		struct pagesnap_run run;
		u64 more[4];
	} r;
	struct {
		struct pagesnap_end end;
		u64 more[2];
	} end = { .end = { .rec = { sizeof(end), PAGESNAP_REC_END, 0 }, .q = g->q } };

	r.run = golden_run(g, 0, 16, 4);
	memset(r.more, 0x5a, sizeof(r.more));
	memset(end.more, 0x5a, sizeof(end.more));
	r.run.rec = (struct pagesnap_rec){ sizeof(r), PAGESNAP_REC_RUN, r.run.rec.flags | 0x4000 };
	r.run.q = g->q;
	r.run.unit = g->unit;
	pagesnap_binary_record(&g->bin, &r.run.rec, 0, NULL, 0);
	pagesnap_text_run(&g->txt, &r.run, NULL);
	end_line(g);
	put_future(g, 77, 2048 - 1024, 0);
	pagesnap_binary_record(&g->bin, &end.end.rec, 0, NULL, 0);
	pagesnap_text_end(&g->txt, &end.end, &pagesnap_pages_words);
	end_line(g);
}

static void make_newer(struct golden *g)
{
	struct pagesnap_header h = golden_header("pfn_index");

	h.abi_minor = 7;
	h.features = 0x3f;
	put_header(g, h);
	put_query(g, RUN, PAGESNAP_UNIT_PFN, "", "0- format=binary names=0");
	put_future(g, 19, 16, 0);
	put_span(g, false);
	put_future(g, 60000, 24, 3000);
	put_longer(g);
	put_future(g, 20, 40, 8);
}

/* Files ------------------------------------------------------------------------------------ */

static const struct stream {
	const char *name;
	void (*make)(struct golden *g);
} streams[] = {
	{ "record-header", make_header }, { "record-query", make_query },
	{ "record-sb", make_sb }, { "record-file", make_file }, { "record-task", make_task },
	{ "record-vma", make_vma }, { "record-span", make_span }, { "record-page", make_page },
	{ "record-run", make_run }, { "record-gone", make_gone }, { "record-swap", make_swap },
	{ "record-hole", make_hole }, { "record-special", make_special },
	{ "record-total", make_total }, { "record-note", make_note },
	{ "record-error", make_error }, { "record-end", make_end },
	{ "saved", make_saved }, { "names", make_names }, { "combos-1024-other", make_combos },
	{ "unknown-values", make_unknown }, { "newer", make_newer },
};

typedef void check_fn(const char *name, const struct golden *g);

/* Make every stream and hand it to @check. */
static void for_each(check_fn *check)
{
	struct golden g;
	char name[64];
	u32 i, group;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		golden_begin(&g);
		streams[i].make(&g);
		check(streams[i].name, &g);
		golden_end(&g);
	}
	for (i = 0; i < ARRAY_SIZE(indexes); i++) {
		for (group = PAGESNAP_GROUP_RUN; group <= PAGESNAP_GROUP_TOTAL; group++) {
			golden_begin(&g);
			put_header(&g, golden_header(indexes[i].name));
			put_answer(&g, i, group);
			snprintf(name, sizeof(name), "answer-%s-%s", indexes[i].name,
				 pagesnap_group_name(group));
			check(name, &g);
			golden_end(&g);
		}
	}
}

static void path_of(char *path, size_t size, u32 minor, const char *name, const char *suffix)
{
	snprintf(path, size, "%s/abi-%u.%u/%s.%s", GOLDEN, PAGESNAP_ABI_MAJOR, minor, name, suffix);
}

static void write_new(const char *name, const char *suffix, const struct pagesnap_text *t)
{
	char path[4096];
	int fd;

	path_of(path, sizeof(path), PAGESNAP_ABI_MINOR, name, suffix);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
	if (fd < 0)
		return;
	if (write(fd, t->buf, t->len) != t->len || close(fd))
		ktap_die("%s", path);
	printf("wrote %s\n", path);
}

static void update(const char *name, const struct golden *g)
{
	write_new(name, "bin", &g->bin);
	write_new(name, "txt", &g->txt);
}

static char *read_golden(u32 minor, const char *name, const char *suffix, u32 *len)
{
	char path[4096], *buf = malloc(GOLDEN_MAX);
	ssize_t n;
	int fd;

	path_of(path, sizeof(path), minor, name, suffix);
	fd = open(path, O_RDONLY);
	n = fd < 0 ? -1 : read(fd, buf, GOLDEN_MAX);
	if (fd >= 0)
		close(fd);
	*len = n < 0 ? 0 : n;
	return buf;
}

static void compare(const char *what, const char *name, const struct pagesnap_text *made,
		    const char *golden, u32 len)
{
	u32 i;

	if (ktap_ok(made->len == len && !memcmp(made->buf, golden, len), "%s: %s", name, what))
		return;
	for (i = 0; i < len && i < made->len && made->buf[i] == golden[i]; i++)
		;
	ktap_note("%u bytes, golden has %u; they differ at %u", made->len, len, i);
}

/* The library's text of every record, a line each. */
static int take_record(void *ctx, const struct pagesnap_record *r)
{
	static char line[PAGESNAP_RECORD_TEXT_MAX];
	struct pagesnap_text *t = ctx;
	ssize_t n = pagesnap_record_text(r, line, sizeof(line));

	if (n < 0)
		return n;
	pagesnap_text_bytes(t, line, n);
	pagesnap_text_char(t, '\n');
	return 0;
}

/* In pieces of @step bytes, each in an exact buffer. */
static int decode(struct pagesnap_text *t, const char *bin, u32 len, u32 step)
{
	struct pagesnap_decoder *d = pagesnap_decoder_new(take_record, t);
	u32 at, n;
	int err = 0;

	for (at = 0; at < len && !err; at += n) {
		char *piece;

		n = len - at < step ? len - at : step;
		piece = exact(bin + at, n);
		err = pagesnap_decoder_push(d, piece, n);
		free(piece);
	}
	if (!err)
		err = pagesnap_decoder_finish(d);
	if (err)
		ktap_note("%s", pagesnap_decoder_message(d));
	pagesnap_decoder_free(d);
	return err;
}

static void check_decoder(u32 minor, const char *name)
{
	static const u32 steps[] = { GOLDEN_MAX, 4096, 13 };
	struct pagesnap_text t = { .buf = malloc(GOLDEN_MAX), .cap = GOLDEN_MAX };
	u32 i, bin_len, txt_len;
	char *bin = read_golden(minor, name, "bin", &bin_len);
	char *txt = read_golden(minor, name, "txt", &txt_len);

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		t.len = 0;
		if (!ktap_ok(bin_len && !decode(&t, bin, bin_len, steps[i]),
			     "1.%u %s: decoded %u bytes at a time", minor, name, steps[i]))
			continue;
		compare("text of the decoded records", name, &t, txt, txt_len);
	}
	free(bin);
	free(txt);
	free(t.buf);
}

static void check(const char *name, const struct golden *g)
{
	u32 bin_len, txt_len, minor;
	char *bin = read_golden(PAGESNAP_ABI_MINOR, name, "bin", &bin_len);
	char *txt = read_golden(PAGESNAP_ABI_MINOR, name, "txt", &txt_len);

	compare("encoder's bytes", name, &g->bin, bin, bin_len);
	compare("text of the records", name, &g->txt, txt, txt_len);
	free(bin);
	free(txt);
	for (minor = 0; minor <= PAGESNAP_ABI_MINOR; minor++)
		check_decoder(minor, name);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--update")) {
		for_each(update);
		return 0;
	}
	for_each(check);
	return ktap_end();
}
