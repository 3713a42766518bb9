// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=supers,names needs=- disturbs=disks,mounts always=flavours,debug */
/*
 * sb_index against what was put into fresh file systems: every file once,
 * with its pages and its name.
 */
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROOT	"/mnt/sb"
#define BIND	"/mnt/sb-bind"
#define MAX	256UL

struct put {
	const char *name;
	const char *state;
	uint64_t pages;
	uint64_t dirty;		/* written after the last sync */
	unsigned int nlink;
	/* filled when made */
	int fd;
	uint64_t ino;
	size_t cached;
};

static struct put files[] = {
	{ "plain", "live", 3, 0, 1, 0, 0, 0 },
	{ "two words", "live", 5, 2, 1, 0, 0, 0 },
	{ "new\nline", "live", 7, 0, 1, 0, 0, 0 },
	{ "tab\tand\rreturn", "live", 2, 0, 1, 0, 0, 0 },
	{ "back\\slash", "live", 9, 0, 1, 0, 0, 0 },
	{ "\\040not a blank", "live", 1, 0, 1, 0, 0, 0 },
	{ "quo\"te", "live", 4, 4, 1, 0, 0, 0 },
	{ "umlaut-\303\244-euro-\342\202\254-clef-\360\235\204\236", "live", 6, 0, 1, 0, 0, 0 },
	{ "bad-\377\376-cut-\342\202", "live", 8, 0, 1, 0, 0, 0 },
	{ "c1-\302\205-del-\177-esc-\033[31m", "live", 10, 0, 1, 0, 0, 0 },
	{ "overlong-\300\257-surrogate", "live", 11, 0, 1, 0, 0, 0 },
	{ "sub/in", "live", 40, 0, 1, 0, 0, 0 },
	{ "sub/deep/er", "live", 64, 3, 1, 0, 0, 0 },
	{ "sub2", "live", 12, 0, 1, 0, 0, 0 },
	{ "hard", "live", 33, 0, 2, 0, 0, 0 },
	{ "gone", "deleted", 100, 0, 0, 0, 0, 0 },
	{ "large", "live", 250, 250, 1, 0, 0, 0 },
};

#define FILES (sizeof(files) / sizeof(*files))

static const char *fs;
static bool has_disk;

/* Making ------------------------------------------------------------------ */

static const char *path_of(const struct put *f)
{
	static char path[512];

	snprintf(path, sizeof(path), ROOT "/%s", f->name);
	return path;
}

static void make_file(struct put *f)
{
	struct stat st;

	f->fd = st_file(path_of(f));
	st_write(f->fd, 0, f->pages);
	st_clean(f->fd);
	st_write(f->fd, 0, f->dirty);
	if (fstat(f->fd, &st))
		ktap_die("fstat()");
	f->ino = st.st_ino;
}

static void make_files(void)
{
	size_t i;

	mkdir(ROOT "/sub", 0700);
	mkdir(ROOT "/sub/deep", 0700);
	for (i = 0; i < FILES; i++)
		make_file(&files[i]);
	if (link(ROOT "/hard", ROOT "/sub/link") || unlink(ROOT "/gone"))
		ktap_die("link() or unlink()");
}

static void look_at_files(void)
{
	static unsigned char cached[MAX];
	size_t i;

	for (i = 0; i < FILES; i++)
		files[i].cached = or_mincore(files[i].fd, files[i].pages, cached);
}

static struct put *find_put(uint64_t ino)
{
	size_t i;

	for (i = 0; i < FILES; i++)
		if (files[i].ino == ino)
			return &files[i];
	return NULL;
}

/* Which of the file records is @ino? Return: its number among objects. */
static size_t find_file(const struct ps_answer *a, uint64_t ino, size_t *times)
{
	size_t n, at, found = SIZE_MAX;

	*times = 0;
	for (n = 0; (at = ps_number(a, "file", n)) != SIZE_MAX; n++) {
		if (ps_num(&a->objects[at].rec, "ino") != ino)
			continue;
		found = at;
		++*times;
	}
	return found;
}

/* Names ------------------------------------------------------------------- */

/* Nothing in it that cuts a line or fools a terminal. */
static bool is_tame(const char *printed)
{
	const unsigned char *c = (const unsigned char *)printed;

	for (; *c; c++) {
		if (*c < 0x21 || *c == 0x7f || *c == '"')
			return false;
		if (*c == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f)
			return false;
		/* A byte of no character is not left as it is. */
		if (*c == 0xff || *c == 0xfe || *c == 0xc0)
			return false;
		if (*c == '\\' && (c[1] < '0' || c[1] > '3' || c[2] < '0' || c[2] > '7' ||
				   c[3] < '0' || c[3] > '7'))
			return false;
	}
	return true;
}

static void check_name(const struct put *f, const struct ps_rec *rec)
{
	const char *printed = ps_str(rec, "name");
	struct ps_answer *a;

	ktap_ok(is_tame(printed), "%s file %llu: its printed name is tame", fs,
		(unsigned long long)f->pages);
	if (f->nlink > 1)
		ktap_ok(!strcmp(printed, ROOT "/hard") || !strcmp(printed, ROOT "/sub/link"),
			"%s: one of the two names of a hard link", fs);
	else if (!ktap_ok(!strcmp(ps_unescape(printed), path_of(f)),
			  "%s file %llu: the printed name says its path", fs,
			  (unsigned long long)f->pages))
		ktap_note("it is %s", printed);
	if (!f->nlink)
		return;
	a = ps_ask("filename_index", "\"%s\"", printed);
	if (!ktap_ok(ps_object(a, "file", 0) && ps_num(ps_object(a, "file", 0), "ino") == f->ino,
		     "%s file %llu: the printed name reads back in quotes", fs,
		     (unsigned long long)f->pages))
		ktap_note("it is %s, error %s", printed,
			  a->error.rec.type ? ps_str(&a->error.rec, "msg") : "none");
	ps_free(a);
}

/* Whole superblocks -------------------------------------------------------- */

static void check_file(const struct put *f, const struct ps_answer *a)
{
	size_t times, at = find_file(a, f->ino, &times);
	const struct ps_rec *rec;

	if (!ktap_ok(times == 1, "%s file %llu: comes once", fs, (unsigned long long)f->pages)) {
		ktap_note("it comes %zu times", times);
		return;
	}
	rec = &a->objects[at].rec;
	ktap_equal(f->cached, f->pages, "%s file %llu: is cached", fs,
		   (unsigned long long)f->pages);
	ktap_equal(ps_num(rec, "cached"), f->cached, "%s file %llu: cached= as by mincore", fs,
		   (unsigned long long)f->pages);
	ktap_equal(ps_sum_items(a, at).pages, f->cached, "%s file %llu: runs as by mincore", fs,
		   (unsigned long long)f->pages);
	ktap_equal(ps_num(rec, "size"), f->pages * ST_PAGE, "%s file %llu: size", fs,
		   (unsigned long long)f->pages);
	ktap_equal(ps_num(rec, "nlink"), f->nlink, "%s file %llu: nlink", fs,
		   (unsigned long long)f->pages);
	ktap_ok(!strcmp(ps_str(rec, "state"), f->state), "%s file %llu: state=%s", fs,
		(unsigned long long)f->pages, f->state);
	check_name(f, rec);
}

static void check_sb_record(const struct ps_answer *a)
{
	const struct ps_rec *sb = ps_object(a, "sb", 0);
	struct stat st;
	char dev[32];

	if (!ktap_ok(sb && ps_count_objects(a, "sb") == 1 && ps_number(a, "sb", 0) == 0,
		     "%s: one sb record, at the head", fs))
		return;
	if (stat(ROOT, &st))
		ktap_die("stat()");
	snprintf(dev, sizeof(dev), "%u:%u", major(st.st_dev), minor(st.st_dev));
	ktap_ok(!strcmp(ps_str(sb, "dev"), dev), "%s: dev is stat's", fs);
	ktap_ok(!strcmp(ps_str(sb, "fstype"), fs), "%s: fstype", fs);
	ktap_ok(!strcmp(ps_str(sb, "asked"), ROOT "/sub"), "%s: asked= is what was", fs);
	ktap_ok(!strcmp(ps_str(sb, "name"), ROOT), "%s: name= is the mount", fs);
}

static void check_all(void)
{
	/* Any path on it means all of it. */
	struct ps_answer *a = ps_ask("sb_index", ROOT "/sub");
	size_t i, n, at, strange = 0;

	ktap_ok(ps_complete(a), "%s: complete", fs);
	check_sb_record(a);
	for (i = 0; i < FILES; i++)
		check_file(&files[i], a);
	for (n = 0; (at = ps_number(a, "file", n)) != SIZE_MAX; n++) {
		const struct ps_rec *rec = &a->objects[at].rec;

		/* Only what the file system keeps for itself. */
		if (find_put(ps_num(rec, "ino")) || !strcmp(ps_str(rec, "state"), "meta") ||
		    !strcmp(ps_str(rec, "type"), "dir"))
			continue;
		ktap_note("ino=%s name=%s", ps_str(rec, "ino"), ps_str(rec, "name"));
		strange++;
	}
	ktap_equal(strange, 0, "%s: no other files", fs);
	ktap_equal(ps_num(&a->end.rec, "objects"), n, "%s: end counts the files", fs);
	ktap_equal(ps_num(&a->end.rec, "pages"), ps_sum_items(a, SIZE_MAX).pages,
		   "%s: end counts the pages", fs);
	ps_free(a);
}

/* Sums ---------------------------------------------------------------------- */

static bool sums_agree(const struct ps_sums *a, const struct ps_sums *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static void check_sums(void)
{
	struct ps_answer *pages = ps_ask("sb_index", ROOT " group=page");
	struct ps_answer *runs = ps_ask("sb_index", ROOT " group=run");
	struct ps_answer *objects = ps_ask("sb_index", ROOT " group=object");
	struct ps_answer *total = ps_ask("sb_index", ROOT " group=total");
	struct ps_sums all = ps_sum_items(pages, SIZE_MAX), got;
	size_t i, times;

	for (i = 0; i < FILES; i++) {
		uint64_t ino = files[i].ino;
		size_t at = find_file(objects, ino, &times);
		struct ps_sums by_page = ps_sum_items(pages, find_file(pages, ino, &times));
		struct ps_sums by_run = ps_sum_items(runs, find_file(runs, ino, &times));

		if (!ktap_ok(at != SIZE_MAX, "%s group=object: file %llu", fs,
			     (unsigned long long)files[i].pages))
			continue;
		got = ps_sum_rec(&objects->objects[at].rec);
		ktap_ok(sums_agree(&got, &by_page), "%s group=object: as its pages", fs);
		ktap_ok(sums_agree(&got, &by_run), "%s group=object: as its runs", fs);
	}
	if (ktap_ok(ps_count_objects(total, "total") == 1, "%s group=total: one", fs)) {
		got = ps_sum_rec(ps_object(total, "total", 0));
		ktap_ok(sums_agree(&got, &all), "%s group=total: as all pages", fs);
		ktap_equal(ps_num(&total->end.rec, "objects"), ps_count_objects(objects, "file"),
			   "%s group=total: counts the objects", fs);
	}
	ps_free(pages);
	ps_free(runs);
	ps_free(objects);
	ps_free(total);
}

/* By what the kernel says of the frames, as there is no cachestat() everywhere. */
static uint64_t dirty_frames(const struct ps_answer *pages, uint64_t ino)
{
	size_t i, times, at = find_file(pages, ino, &times);
	uint64_t n = 0;

	for (i = 0; i < pages->nr; i++)
		if (pages->items[i].what == PS_PAGE && pages->items[i].object == at)
			n += !!(or_kpage_one("kpageflags", pages->items[i].pfn) & PS_DIRTY);
	return n;
}

static void check_dirty(void)
{
	struct ps_answer *dirty = ps_ask("sb_index", ROOT " flags=dirty");
	struct ps_answer *pages = ps_ask("sb_index", ROOT " group=page");
	struct or_cachestat stat;
	size_t i, times;

	ktap_equal(ps_sum_items(dirty, SIZE_MAX).pages, ps_sum_items(pages, SIZE_MAX).dirty,
		   "%s flags=dirty: all dirty pages and no others", fs);
	for (i = 0; i < FILES; i++) {
		size_t at = find_file(dirty, files[i].ino, &times);
		uint64_t n = at == SIZE_MAX ? 0 : ps_sum_items(dirty, at).pages;

		/* tmpfs pages are dirty from the first on and have no tags. */
		if (!has_disk)
			ktap_equal(n, files[i].pages, "%s flags=dirty: file %llu", fs,
				   (unsigned long long)files[i].pages);
		else if (or_cachestat(files[i].fd, 0, MAX, &stat))
			ktap_equal(n, stat.dirty, "%s flags=dirty: file %llu as by cachestat", fs,
				   (unsigned long long)files[i].pages);
		else
			ktap_equal(n, dirty_frames(pages, files[i].ino),
				   "%s flags=dirty: file %llu as by kpageflags", fs,
				   (unsigned long long)files[i].pages);
		ktap_ok(times == !!n, "%s flags=dirty: an object only if it has such pages", fs);
	}
	ps_free(dirty);
	ps_free(pages);
}

static void check_min_pages(void)
{
	struct ps_answer *a = ps_ask("sb_index", ROOT " min-pages=33");
	size_t i, times;

	for (i = 0; i < FILES; i++) {
		find_file(a, files[i].ino, &times);
		ktap_equal(times, files[i].cached >= 33, "%s min-pages=33: file %llu", fs,
			   (unsigned long long)files[i].pages);
	}
	ps_free(a);
}

/* Each file is in one part, and the parts are nearly of a size. */
static void check_parts(unsigned int parts)
{
	size_t in_parts[FILES] = { 0 }, in_part, fullest = 0, i, times;
	char query[64];
	unsigned int k;

	for (k = 1; k <= parts; k++) {
		struct ps_answer *a;

		snprintf(query, sizeof(query), ROOT " part=%u/%u", k, parts);
		a = ps_ask("sb_index", query);
		in_part = 0;
		for (i = 0; i < FILES; i++) {
			find_file(a, files[i].ino, &times);
			in_parts[i] += times;
			in_part += times;
		}
		if (in_part > fullest)
			fullest = in_part;
		ps_free(a);
	}
	for (i = 0; i < FILES; i++)
		ktap_equal(in_parts[i], 1, "%s: file %llu is in one of %u parts", fs,
			   (unsigned long long)files[i].pages, parts);
	ktap_ok(fullest < FILES, "%s: no part has all files: %zu", fs, fullest);
}

static void check_bind(void)
{
	struct ps_answer *a;
	size_t i, times, at;

	mkdir(BIND, 0700);
	if (mount(ROOT "/sub", BIND, NULL, MS_BIND, NULL))
		ktap_die("bind mount");
	a = ps_ask("sb_index", BIND);
	ktap_ok(ps_object(a, "sb", 0) && !strcmp(ps_str(ps_object(a, "sb", 0), "name"), BIND),
		"%s bind: name= is the bind mount", fs);
	for (i = 0; i < FILES; i++) {
		const struct put *f = &files[i];
		bool below = !strncmp(f->name, "sub/", 4);
		char want[300];

		at = find_file(a, f->ino, &times);
		if (!ktap_ok(times == 1, "%s bind: file %llu comes once", fs,
			     (unsigned long long)f->pages) || f->nlink != 1)
			continue;
		snprintf(want, sizeof(want), below ? BIND "%s" : "/%s",
			 f->name + (below ? 3 : 0));
		ktap_ok(!strcmp(ps_str(&a->objects[at].rec, "state"), below ? "live" : "outside"),
			"%s bind: file %llu is %s", fs, (unsigned long long)f->pages,
			below ? "below" : "outside");
		if (!ktap_ok(!strcmp(ps_unescape(ps_str(&a->objects[at].rec, "name")), want),
			     "%s bind: file %llu has its name from there", fs,
			     (unsigned long long)f->pages))
			ktap_note("name=%s", ps_str(&a->objects[at].rec, "name"));
	}
	ps_free(a);
	st_umount(BIND);
}

static void test_fs(const char *type, const char *device)
{
	size_t i;

	fs = type;
	has_disk = *device == '/';
	if (!st_mount(type, device, ROOT)) {
		ktap_skip(type, "no mkfs.%s", type);
		return;
	}
	make_files();
	look_at_files();
	check_all();
	check_sums();
	check_dirty();
	check_min_pages();
	check_parts(1 + FILES / 4);
	check_parts(2);
	check_bind();
	for (i = 0; i < FILES; i++)
		close(files[i].fd);
	/* A walk leaves nothing that keeps the file system busy. */
	st_umount(ROOT);
	ktap_ok(true, "%s: can be unmounted", fs);
}

int main(void)
{
	st_quiet();
	test_fs("ext4", "/dev/scratch0");
	test_fs("xfs", "/dev/scratch1");
	test_fs("tmpfs", "tmpfs");
	return ktap_end();
}
