// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=select needs=thp,cgroup disturbs=mounts */
/*
 * Options that pick and group pages: what an answer has with them must follow
 * from the whole answer without them, whose truth other tests check.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define PATH	"/root/oracle-select"
#define PAGES	256UL
#define CGROUP	"/sys/fs/cgroup/oracle"
#define BELOW	CGROUP "/below"
#define CHARGED	"/root/oracle-charged"
#define CHARGED_PAGES 64UL

/* By one option ---------------------------------------------------------------- */

typedef bool wants_fn(const struct ps_item *item);

static bool wants_dirty(const struct ps_item *i)
{
	return i->flags & PS_DIRTY;
}

static bool wants_clean(const struct ps_item *i)
{
	return (i->flags & PS_UPTODATE) && !(i->flags & PS_DIRTY);
}

static bool wants_mapped(const struct ps_item *i)
{
	return i->flags & PS_MMAP;
}

static bool wants_dirty_or_mapped(const struct ps_item *i)
{
	return i->flags & (PS_DIRTY | PS_MMAP);
}

static bool wants_mapped_clean(const struct ps_item *i)
{
	return (i->flags & (PS_DIRTY | PS_MMAP)) == PS_MMAP;
}

static bool wants_small(const struct ps_item *i)
{
	return i->order == 0;
}

static bool wants_huge(const struct ps_item *i)
{
	return i->order == 9;
}

static bool wants_node0(const struct ps_item *i)
{
	return i->node == 0;
}

static bool wants_node1(const struct ps_item *i)
{
	return i->node == 1;
}

static bool wants_all(const struct ps_item *i)
{
	return i->nr > 0;
}

static bool wants_none(const struct ps_item *i)
{
	return !i->nr;
}

/* Pages of a group=page answer that @wants; the last is false if others came. */
static bool follows(const struct ps_answer *whole, const struct ps_answer *part, wants_fn *wants,
		    uint64_t *want)
{
	const struct ps_item *w = whole->items, *end = whole->items + whole->nr;
	size_t i;
	uint64_t at;

	for (*want = 0, w = whole->items; w < end; w++)
		*want += w->what == PS_PAGE && wants(w);
	w = whole->items;
	for (i = 0; i < part->nr; i++)
		for (at = part->items[i].at; at < part->items[i].at + part->items[i].nr; at++) {
			while (w < end && w->at < at)
				w++;
			if (w == end || w->at != at || !wants(w))
				return false;
		}
	return true;
}

static void check_option(const char *path, const char *option, wants_fn *wants)
{
	static const char *const groups[] = { "page", "run", "object", "total" };
	struct ps_answer *whole = ps_ask("filename_index", "%s group=page", ps_quote(path)), *a;
	struct ps_sums s;
	/* of a file that was named sums come, be they 0; but min-pages= is about the file */
	bool left_out = wants == wants_none && !strncmp(option, "min-pages=", 10), shown;
	uint64_t want;
	size_t i;

	for (i = 0; i < 4; i++) {
		a = ps_ask("filename_index", "%s %s group=%s", ps_quote(path), option, groups[i]);
		ktap_ok(follows(whole, a, wants, &want), "%s group=%s: only such pages", option,
			groups[i]);
		s = ps_sum_items(a, SIZE_MAX);
		if (i == 2 && ps_object(a, "file", 0))
			s = ps_sum_rec(ps_object(a, "file", 0));
		if (i == 3 && ps_object(a, "total", 0))
			s = ps_sum_rec(ps_object(a, "total", 0));
		ktap_equal(s.pages, want, "%s group=%s: all such pages", option, groups[i]);
		ktap_equal(ps_num(&a->end.rec, "pages"), want, "%s group=%s: end counts them",
			   option, groups[i]);
		shown = want || (i == 2 && !left_out);
		ktap_equal(ps_num(&a->end.rec, "objects"), shown,
			   "%s group=%s: an object if it has such pages, or was named", option, groups[i]);
		ktap_equal(ps_count_objects(a, "file"), i != 3 && shown,
			   "%s group=%s: a file record only then", option, groups[i]);
		ktap_ok(ps_complete(a), "%s group=%s: complete", option, groups[i]);
		ps_free(a);
	}
	ps_free(whole);
}

static void check_refused(const char *option)
{
	struct ps_answer *a = ps_ask("filename_index", PATH " %s", option);

	ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "EINVAL") && !a->nr,
		"%s is EINVAL", option);
	ps_free(a);
}

static void test_flags(void)
{
	check_option(PATH, "flags=dirty", wants_dirty);
	check_option(PATH, "flags=dir", wants_dirty);
	check_option(PATH, "flags=uptodate,-dirty", wants_clean);
	check_option(PATH, "flags=-dirty,upt", wants_clean);
	check_option(PATH, "flags=mmap", wants_mapped);
	check_option(PATH, "flags=slab", wants_none);
	check_option(PATH, "any=dirty", wants_dirty);
	check_option(PATH, "any=dirty,mmap", wants_dirty_or_mapped);
	check_option(PATH, "any=mmap,slab,dirty", wants_dirty_or_mapped);
	check_option(PATH, "any=dirty,mmap flags=-dirty", wants_mapped_clean);
	check_option(PATH, "any=slab,buddy", wants_none);
	check_option(PATH, "node=0", wants_node0);
	check_option(PATH, "node=1", wants_node1);
	check_option(PATH, "min-pages=1", wants_all);
	check_option(PATH, "min-pages=100000", wants_none);
	check_refused("flags=re");
	check_refused("flags=nosuch");
	check_refused("flags=dirty,-dirty");
	check_refused("flags=");
	check_refused("any=");
	check_refused("any=dirty,-mmap");
	check_refused("any=dirty,compound_head");
	check_refused("node=x");
	check_refused("min-order=20");
	check_refused("limit=0");
	check_refused("group=pages");
	check_refused("tag=");
	check_refused("cgroup=");
	check_refused("names=2");
}

/* Flag combinations ---------------------------------------------------------------- */

/* Pages of one combination in "flags=0x..:N,..." */
static uint64_t combo(const struct ps_rec *total, uint64_t flags, size_t *nr)
{
	const char *p = ps_str(total, "flags");
	uint64_t found = 0, f, n;
	char *end;

	for (*nr = 0; *p && *p != '-'; ++*nr) {
		f = strtoull(p, &end, 0);
		n = strtoull(end + 1, &end, 10);
		if (f == flags)
			found = n;
		p = end + (*end == ',');
	}
	return found;
}

static void check_combos(const struct ps_answer *pages, const struct ps_rec *total)
{
	uint64_t mask = ~PS_LOCKED, seen[64], n;
	size_t nr = 0, i, j, k, wrong = 0, printed = 0;

	for (i = 0; i < pages->nr; i++) {
		for (j = 0; j < nr && seen[j] != (pages->items[i].flags & mask); j++)
			;
		if (j < nr || nr == 64)
			continue;
		seen[nr++] = pages->items[i].flags & mask;
		for (n = 0, k = i; k < pages->nr; k++)
			n += (pages->items[k].flags & mask) == seen[j];
		wrong += combo(total, seen[j], &printed) != n;
	}
	ktap_equal(wrong, 0, "group=total: every combination of flags has its pages");
	ktap_equal(printed, nr, "group=total: no other combinations");
}

/* Flags that hold still, and of which the tails of no kernel have their own. */
#define STEADY	"uptodate,dirty,lru,swapbacked,huge,thp,compound_head,compound_tail"

/*
 * Combinations of a file's pages by /proc/kpageflags: whether it is head or
 * tail from the page's own frame, the rest from the folio's first.
 */
static void check_combos_by_proc(const char *path, const char *what, bool want_tails)
{
	struct ps_answer *pages = ps_ask("filename_index", "%s group=page", ps_quote(path));
	struct ps_answer *a = ps_ask("filename_index", "%s group=total mask=" STEADY,
				     ps_quote(path));
	uint64_t mask = ps_flags(STEADY), seen[64], of[64] = { 0 }, flags;
	size_t nr = 0, i, j, wrong = 0, tails = 0, printed = 0;

	for (i = 0; i < pages->nr; i++) {
		uint64_t pfn = pages->items[i].pfn;

		flags = or_kpage_one("kpageflags", pfn) & PS_COMPOUND;
		pfn &= ~((1ULL << pages->items[i].order) - 1);
		flags |= or_kpage_one("kpageflags", pfn) & ~PS_COMPOUND;
		flags &= mask;
		tails += !!(flags & PS_TAIL);
		for (j = 0; j < nr && seen[j] != flags; j++)
			;
		if (j == 64)
			break;
		seen[j] = flags;
		of[j]++;
		nr += j == nr;
	}
	for (j = 0; j < nr; j++)
		wrong += combo(ps_object(a, "total", 0), seen[j], &printed) != of[j];
	ktap_ok(!want_tails || tails, "%s: has tail pages", what);
	ktap_equal(wrong, 0, "%s: group=total has the combinations of /proc/kpageflags", what);
	ktap_equal(printed, nr, "%s: and no others", what);
	ps_free(pages);
	ps_free(a);
}

/* There are @want pages of a file with these halves of compound pages, or without. */
static void check_halves(const char *path, const char *flags, uint64_t want)
{
	struct ps_answer *a = ps_ask("filename_index", "%s group=page flags=%s", ps_quote(path),
				     flags);

	ktap_equal(a->nr, want, "flags=%s: as many as there are", flags);
	ktap_equal(ps_num(&a->end.rec, "objects"), want > 0, "flags=%s: a file only then", flags);
	ps_free(a);
}

/* Heads and tails, where the folios of a file have both, and some pages are neither. */
static void check_tails(const char *path)
{
	struct ps_answer *head = ps_ask("filename_index", "%s group=page any=compound_head,dirty",
					ps_quote(path));
	struct ps_answer *tail = ps_ask("filename_index", "%s group=page any=compound_tail,slab",
					ps_quote(path));
	struct ps_answer *all = ps_ask("filename_index", "%s group=page", ps_quote(path));
	size_t i, heads = 0, tails = 0, dirty_tails = 0;

	for (i = 0; i < all->nr; i++) {
		tails += !!(all->items[i].flags & PS_TAIL);
		heads += !!(all->items[i].flags & PS_HEAD);
		dirty_tails += (all->items[i].flags & (PS_DIRTY | PS_HEAD)) == PS_DIRTY;
	}
	ktap_ok(heads && tails, "any=: the file has heads and tails");
	ktap_equal(head->nr, heads + dirty_tails, "any=compound_head,dirty: pages with either");
	ktap_equal(tail->nr, tails, "any=compound_tail,slab: the tails");
	for (i = 0; i < tail->nr; i++)
		tails -= !!(tail->items[i].flags & PS_TAIL);
	ktap_equal(tails, 0, "any=compound_tail,slab: nothing else");
	check_halves(path, "compound_head", heads);
	check_halves(path, "compound_tail", tail->nr);
	check_halves(path, "-compound_head", all->nr - heads);
	check_halves(path, "-compound_head,-compound_tail", all->nr - heads - tail->nr);
	check_halves(path, "compound_head,compound_tail", 0);
	ps_free(head);
	ps_free(tail);
	ps_free(all);
}

/* Folios of two sizes in one file. */
static void test_orders(void)
{
	const char *path = "/mnt/orders/file";
	char *map;
	int fd;

	mkdir("/mnt/orders", 0700);
	if (mount("orders", "/mnt/orders", "tmpfs", 0, "huge=within_size")) {
		ktap_skip("orders", "tmpfs has no huge=: %s", strerror(errno));
		return;
	}
	fd = st_file(path);
	if (ftruncate(fd, ST_HUGE + 64 * ST_PAGE))
		ktap_die("ftruncate()");
	map = mmap(NULL, ST_HUGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	st_touch(map, ST_HUGE_PAGES);
	munmap(map, ST_HUGE);
	st_write(fd, ST_HUGE_PAGES + 3, 5);
	check_option(path, "min-order=9", wants_huge);
	check_option(path, "min-order=9 max-order=9", wants_huge);
	check_option(path, "max-order=0", wants_small);
	check_option(path, "min-order=0", wants_all);
	check_option(path, "min-order=10", wants_none);
	check_tails(path);
	check_combos_by_proc(path, "tmpfs", true);
	unlink(path);
	close(fd);
	st_umount("/mnt/orders");
}

/* hugetlb pages are easy to count. */
static void test_frames(void)
{
	uint64_t nr = st_hugetlb(3);
	struct ps_answer *a = ps_ask("pfn_index", "flags=huge");

	if (nr)
		ktap_equal(ps_sum_items(a, SIZE_MAX).pages, nr * ST_HUGE_PAGES,
			   "pfn_index flags=huge: as many as in meminfo");
	else
		ktap_skip("pfn_index flags=huge", "no huge pages to be had");
	ps_free(a);
	st_hugetlb(0);
	a = ps_ask("pfn_index", "flags=huge");
	ktap_equal(a->nr, 0, "pfn_index flags=huge: none when there are none");
	ktap_equal(ps_num(&a->end.rec, "objects"), 0, "pfn_index flags=huge: no span either");
	ps_free(a);
}

/* limit=, tag=, mask= ------------------------------------------------------------ */

static void test_limit(void)
{
	struct ps_answer *a = ps_ask("filename_index", PATH " group=page limit=3");
	struct ps_answer *all = ps_ask("filename_index", PATH " group=page");
	struct ps_answer *enough;

	ktap_equal(a->nr, 3, "limit=3: three records");
	ktap_ok(all->nr >= 3 && !memcmp(a->items, all->items, 3 * sizeof(*a->items)),
		"limit=3: the first three");
	ktap_ok(!strcmp(ps_str(&a->end.rec, "status"), "partial"), "limit=3: status=partial");
	ktap_ok(!strcmp(ps_str(&a->end.rec, "truncated"), "limit"), "limit=3: truncated=limit");
	ktap_equal(ps_num(&a->end.rec, "records"), 3, "limit=3: end counts them");
	ktap_equal(ps_num(&a->end.rec, "pages"), 3, "limit=3: end counts their pages");
	enough = ps_ask("filename_index", PATH " group=page limit=%zu", all->nr);
	ktap_equal(enough->nr, all->nr, "limit= as many as there are: all");
	ktap_ok(ps_complete(enough), "limit= as many as there are: complete");
	ps_free(a);
	ps_free(all);
	ps_free(enough);
}

static void take_tags(void *ctx, struct ps_rec *rec)
{
	if (!strcmp(ps_str(rec, "tag"), "A+b%7"))
		strcat(ctx, ps_is(rec, "query") ? "q" : ps_is(rec, "end") ? "e" : "x");
}

static void test_tag(void)
{
	char seen[32] = "";

	ps_stream("filename_index", take_tags, seen, PATH " tag=A+b%%7");
	ktap_ok(!strcmp(seen, "qe"), "tag= is on query and end");
	check_refused("tag=with\\backslash");
	check_refused("tag=more-than-thirty-one-bytes-of-it");
}

static void test_mask(void)
{
	struct ps_answer *none = ps_ask("filename_index", PATH " 0 64 mask=0");
	struct ps_answer *dirty = ps_ask("filename_index", PATH " 0 64 mask=dirty");
	struct ps_answer *pages = ps_ask("filename_index", PATH " 0 64 group=page");
	size_t i, turns = 1, orders = 1;

	for (i = 1; i < pages->nr; i++) {
		bool other_order = pages->items[i].order != pages->items[i - 1].order;

		orders += other_order;
		turns += other_order || ((pages->items[i].flags ^ pages->items[i - 1].flags) &
					 PS_DIRTY);
	}
	ktap_ok(turns > orders, "mask: there are dirty and clean pages");
	ktap_equal(none->nr, orders, "mask=0: flags split no run");
	ktap_equal(dirty->nr, turns, "mask=dirty: only that splits runs");
	ktap_equal(ps_sum_items(none, SIZE_MAX).pages, pages->nr, "mask=0: all pages");
	ktap_equal(ps_sum_items(dirty, SIZE_MAX).pages, pages->nr, "mask=dirty: all pages");
	ps_free(none);
	ps_free(dirty);
	ps_free(pages);
}

/* Sums ---------------------------------------------------------------------------- */

static void test_sums(void)
{
	struct ps_answer *pages = ps_ask("filename_index", PATH " group=page");
	struct ps_answer *object = ps_ask("filename_index", PATH " group=object");
	struct ps_answer *total = ps_ask("filename_index", PATH " group=total");
	struct ps_sums want = ps_sum_items(pages, SIZE_MAX), got;
	char bucket[32];

	got = ps_sum_rec(ps_object(object, "file", 0));
	ktap_ok(!memcmp(&got, &want, sizeof(got)), "group=object: sums of the pages");
	got = ps_sum_rec(ps_object(total, "total", 0));
	ktap_ok(!memcmp(&got, &want, sizeof(got)), "group=total: sums of the pages");
	ktap_equal(object->nr + total->nr, 0, "group=object, total: no pages themselves");
	/* PAGES is 2^8: the first of bucket 9. */
	snprintf(bucket, sizeof(bucket), "9:1");
	ktap_ok(!strcmp(ps_str(ps_object(total, "total", 0), "objects_by_pages"), bucket),
		"group=total: one object of 256 pages in bucket 9");
	check_combos(pages, ps_object(total, "total", 0));
	check_combos_by_proc(PATH, "ext4", false);
	ps_free(pages);
	ps_free(object);
	ps_free(total);
}

/* Memory cgroups ------------------------------------------------------------------- */

static void charge(void *ctx)
{
	char pid[32];
	int fd;

	(void)ctx;
	snprintf(pid, sizeof(pid), "%d", getpid());
	st_set(BELOW "/cgroup.procs", pid);
	fd = st_file(CHARGED);
	st_write(fd, 0, CHARGED_PAGES);
	st_clean(fd);
	close(fd);
}

static void check_cgroup(const char *who, uint64_t ino, bool subtree, uint64_t want)
{
	struct ps_answer *a = ps_ask("filename_index", CHARGED " cgroup=%llu%s",
				     (unsigned long long)ino, subtree ? "/" : "");
	struct ps_answer *sb = ps_ask("sb_index", "/root cgroup=%llu%s group=object",
				      (unsigned long long)ino, subtree ? "/" : "");
	struct ps_answer *pfn = ps_ask("pfn_index", "cgroup=%llu%s flags=-slab",
				       (unsigned long long)ino, subtree ? "/" : "");
	uint64_t file_ino = st_inode(CHARGED), owned = 0;
	size_t i, there = 0;

	ktap_equal(ps_sum_items(a, SIZE_MAX).pages, want, "cgroup=%s%s: pages of the file", who,
		   subtree ? "/" : "");
	for (i = 0; ps_object(sb, "file", i); i++)
		if (ps_num(ps_object(sb, "file", i), "ino") == file_ino)
			there += ps_num(ps_object(sb, "file", i), "cached");
	ktap_equal(there, want, "cgroup=%s%s: pages of the file in its superblock", who,
		   subtree ? "/" : "");
	for (i = 0; i < pfn->nr; i++)
		if (pfn->items[i].ino == file_ino)
			owned += pfn->items[i].nr;
	ktap_equal(owned, want, "cgroup=%s%s: frames of the file", who, subtree ? "/" : "");
	ps_free(a);
	ps_free(sb);
	ps_free(pfn);
}

/* All pages of the file say the same two cgroups, and /proc the second. */
static bool is_charged(uint64_t to, uint64_t online)
{
	struct ps_answer *a = ps_ask("filename_index", CHARGED " group=page");
	size_t i, good = 0;

	for (i = 0; i < a->nr; i++) {
		uint64_t head = a->items[i].pfn & ~((1ULL << a->items[i].order) - 1);

		good += a->items[i].cgroup == to && a->items[i].cgroup_online == online &&
			or_kpage_one("kpagecgroup", head) == online;
	}
	ps_free(a);
	return good == CHARGED_PAGES;
}

static bool wait_charged(uint64_t to, uint64_t online)
{
	int tries;

	/* A removed cgroup goes offline in the background. */
	for (tries = 0; tries < 50 && !is_charged(to, online); tries++)
		usleep(100000);
	return is_charged(to, online);
}

/*
 * Below a threshold memory.stat isn't flushed when it is read but every two
 * seconds (mem_cgroup_flush_stats() in mm/memcontrol.c).
 */
static bool stat_has_file(void)
{
	int tries;

	for (tries = 0; tries < 100; tries++) {
		if (or_number(BELOW "/memory.stat", "file") >= CHARGED_PAGES * ST_PAGE)
			return true;
		usleep(100000);
	}
	return false;
}

static void check_removed(uint64_t above, uint64_t below)
{
	if (rmdir(BELOW))
		ktap_die("rmdir()");
	if (or_kernel_before(7, 0)) {
		ktap_ok(wait_charged(below, above), "removed: cgroup=INO!ANCESTOR");
		check_cgroup("removed", below, false, CHARGED_PAGES);
		check_cgroup("above removed", above, false, 0);
	} else {
		ktap_ok(wait_charged(above, above), "removed: pages belong to the parent");
		check_cgroup("removed", below, false, 0);
		check_cgroup("above removed", above, false, CHARGED_PAGES);
	}
	check_cgroup("above removed", above, true, CHARGED_PAGES);
}

static void test_cgroup(void)
{
	uint64_t root, above, below;
	pid_t child;

	if (mkdir(CGROUP, 0755)) {
		ktap_skip("cgroup", "can't be made: %s", strerror(errno));
		return;
	}
	st_set(CGROUP "/cgroup.subtree_control", "+memory");
	if (mkdir(BELOW, 0755))
		ktap_die("mkdir()");
	root = st_inode("/sys/fs/cgroup");
	above = st_inode(CGROUP);
	below = st_inode(BELOW);
	child = st_child(charge, NULL);
	ktap_ok(stat_has_file(), "memory.stat has the file");
	ktap_ok(is_charged(below, below), "cgroup= is the one the file is charged to");
	check_cgroup("below", below, false, CHARGED_PAGES);
	check_cgroup("below", below, true, CHARGED_PAGES);
	check_cgroup("above", above, false, 0);
	check_cgroup("above", above, true, CHARGED_PAGES);
	check_cgroup("root", root, false, 0);
	check_cgroup("root", root, true, CHARGED_PAGES);
	check_cgroup("none", 0x7fffffff, false, 0);
	st_end_child(child);
	check_removed(above, below);
	unlink(CHARGED);
	rmdir(CGROUP);
}

int main(void)
{
	int fd;
	char *map;

	st_quiet();
	fd = st_file(PATH);
	st_write(fd, 0, PAGES);
	st_clean(fd);
	st_write(fd, 20, 10);
	st_write(fd, 200, 3);
	map = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		ktap_die("mmap()");
	*(volatile char *)(map + 100 * ST_PAGE);
	test_flags();
	test_orders();
	test_frames();
	test_limit();
	test_tag();
	test_mask();
	test_sums();
	test_cgroup();
	return ktap_end();
}
