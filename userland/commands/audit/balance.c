// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: do the books balance?
 *
 * The frames are the ground truth: each is looked at once.  What a counter may
 * differ by is what it moved while they were, and the frames that could not be
 * read.
 *
 * Counters of memory cgroups are behind: a read of memory.stat adds up what
 * CPUs counted only if that is more than MEMCG_CHARGE_BATCH updates for each
 * CPU (memcg_vmstats_needs_flush() in mm/memcontrol.c; mem_cgroup_flush_stats()
 * before 6.8), and each CPU keeps up to another batch for itself
 * (memcg_rstat_updated()).
 *
 * Who collapses small pages of a file or of shmem into a huge one may take it from
 * another node than theirs, and is charged for it in its own cgroup, but counts
 * there only what was missing before: pages that were there stay counted where they
 * were, for good (collapse_file() in mm/khugepaged.c).  What nodes and cgroups
 * count then differs from what they have, by no more than was ever collapsed; the
 * count of the machine does not.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "balance.h"
#include "base/units.h"
#include "kinds/offlist.h"

#define MEMCG_CHARGE_BATCH 64
/* HPAGE_PMD_NR of x86-64 */
#define HUGE_PAGES 512

#define UNEXPLAINED "not explained"
#define UNREAD "frames that could not be read"
#define COLLAPSED_NODE "counted on another node, as collapsed huge pages may be"
#define COLLAPSED_CGROUP "counted in another cgroup, as collapsed huge pages may be"

static const char *const book_words[BOOKS] = {
	[BOOK_FILE] = "file pages", [BOOK_SHMEM] = "shmem", [BOOK_BLOCK] = "block devices",
	[BOOK_SWAPCACHE] = "swap cache", [BOOK_DIRTY] = "dirty", [BOOK_WRITEBACK] = "writeback",
	[BOOK_MAPPED] = "mapped",
};

static int give(struct balance *b, const char *counter, size_t len, struct audit_line *line)
{
	line->counter = counter;
	line->len = len;
	return b->take ? b->take(b->ctx, line) : 0;
}

static uint64_t size_of(int64_t diff)
{
	return diff < 0 ? -(uint64_t)diff : (uint64_t)diff;
}

static uint64_t moved_by(const struct counter *c)
{
	return c->high - c->low;
}

/* Counters ----------------------------------------------------------------- */

/**
 * struct pair - a counter, and what was found
 * @counter: of the kernel
 * @found: pages
 * @slack: pages that they may differ by, whatever moved
 * @reason: for that
 * @part: of struct audit_line
 */
struct pair {
	const struct counter *counter;
	uint64_t found;
	uint64_t slack;
	const char *reason;
	bool part;
};

static bool explained(const struct pair *p, int64_t diff, char *why, size_t size)
{
	const struct counter *c = p->counter;
	uint64_t moved = moved_by(c);

	*why = '\0';
	if (!diff)
		return true;
	if (size_of(diff) <= moved)
		snprintf(why, size, "moved while walking (%" PRIu64 "..%" PRIu64 ")", c->low, c->high);
	else if (size_of(diff) <= moved + p->slack)
		snprintf(why, size, "%s", p->reason);
	else
		snprintf(why, size, "%s", UNEXPLAINED);
	return size_of(diff) <= moved + p->slack;
}

static int compare(struct balance *b, const char *name, size_t len, const struct pair *p)
{
	const struct counter *c = p->counter;
	struct audit_line line = {
		.part = p->part, .kernel = PAGESNAP_UNKNOWN, .found = p->found,
		.moved = PAGESNAP_UNKNOWN, .why = "not counted by this kernel",
	};
	char why[160];

	if (c->reads) {
		line.kernel = c->at;
		line.moved = moved_by(c);
		line.has_diff = true;
		line.diff = (int64_t)(p->found - c->at);
		line.why = why;
		b->unexplained += !explained(p, line.diff, why, sizeof(why));
	}
	return give(b, name, len, &line);
}

static int compare_all(struct balance *b, const struct counters *c, const struct inventory *w,
		       enum book book)
{
	struct pair p = {
		.counter = &c->all[book], .found = w->books[book], .slack = w->torn,
		.reason = UNREAD,
		.part = book > BOOK_FILE && book < BOOK_DIRTY,
	};

	return compare(b, book_words[book], strlen(book_words[book]), &p);
}

/* Classes ------------------------------------------------------------------ */

static int compare_class(struct balance *b, const struct classes *classes,
			 const struct classed *class)
{
	bool over = class->found > class->counter.at;
	uint64_t bound = over ? class->over : class->under, torn = classes->census.torn;
	const char *reason = over ? class->over_why : class->under_why;
	const struct pair p = {
		.counter = &class->counter, .found = class->found, .slack = bound + torn,
		.reason = reason ?: UNREAD,
	};

	return compare(b, class->name, strlen(class->name), &p);
}

static int compare_classes(struct balance *b, const struct classes *classes)
{
	struct classed list[CLASSED_MAX];
	size_t nr = classes_list(classes, list), i;
	int err = 0;

	for (i = 0; i < nr && !err; i++)
		err = compare_class(b, classes, &list[i]);
	return err;
}

/* Filesystems -------------------------------------------------------------- */

/* By file against by frame: nothing moves but what the page cache as a whole does. */
static int compare_listed(struct balance *b, const struct counters *c, const struct inventory *w,
			  const struct inventory_part *d)
{
	uint64_t moved = moved_by(&c->all[BOOK_FILE]) + w->torn;
	char name[96], inodes[UNITS_MAX], why[160];
	struct audit_line line = {
		.part = true, .kernel = PAGESNAP_NONE, .moved = PAGESNAP_NONE, .has_diff = true,
		.found = d->pages, .diff = (int64_t)(d->pages - d->books[BOOK_FILE]), .why = why,
	};
	bool good = size_of(line.diff) <= moved;
	int len;

	b->unexplained += !good;
	snprintf(why, sizeof(why), "%s inode%s%s", units_grouped(d->inodes, inodes),
		 d->inodes == 1 ? "" : "s",
		 !line.diff ? "" : good ? "; moved while walking" : "; " UNEXPLAINED);
	len = snprintf(name, sizeof(name), "%s %" PRIu64 ":%" PRIu64, d->fstype, d->key >> 32,
		       d->key & UINT32_MAX);
	return give(b, name, len, &line);
}

/*
 * Frames of files that no walk by filesystem found: of inodes that are on no
 * list, of files that came since, or of a filesystem that can't be walked.
 */
static int compare_unlisted(struct balance *b, const struct counters *c, const struct inventory *w,
			    const struct inventory_part *d)
{
	uint64_t moved = moved_by(&c->all[BOOK_FILE]) + w->torn;
	uint64_t pages = d->books[BOOK_FILE];
	char name[64], type[sizeof(d->fstype)];
	struct audit_line line = {
		.part = true, .kernel = PAGESNAP_NONE, .moved = PAGESNAP_NONE, .found = pages,
		.has_diff = true,
	};
	int len;

	if (*d->fstype) {
		line.why = offlist_words(d->fstype, strlen(d->fstype), type, sizeof(type));
	} else {
		line.found = 0;
		line.diff = -(int64_t)pages;
		line.why = pages <= moved ? "came while walking" :
			   "on no filesystem that was found; " UNEXPLAINED;
		b->unexplained += pages > moved;
	}
	len = snprintf(name, sizeof(name), "%s %" PRIu64 ":%" PRIu64,
		       *d->fstype ? "off-list" : "device", d->key >> 32, d->key & UINT32_MAX);
	return give(b, name, len, &line);
}

static int say_no_offlist(struct balance *b)
{
	struct audit_line line = {
		.part = true, .kernel = PAGESNAP_NONE, .moved = PAGESNAP_NONE, .why = "",
	};

	return give(b, "off-list", strlen("off-list"), &line);
}

static int compare_devices(struct balance *b, const struct counters *c, const struct inventory *w,
			   bool listed)
{
	bool any = listed;
	size_t i;
	int err = 0;

	for (i = 0; i < w->devices.nr && !err; i++) {
		const struct inventory_part *d = w->devices.list[i];

		if (d->listed != listed || !(d->pages || d->books[BOOK_FILE]))
			continue;
		err = listed ? compare_listed(b, c, w, d) : compare_unlisted(b, c, w, d);
		any = true;
	}
	return err || any ? err : say_no_offlist(b);
}

/* Nodes -------------------------------------------------------------------- */

static const struct inventory_part *inventory_on(const struct inventory *w, unsigned int node)
{
	static const struct inventory_part none;

	return inventory_find(&w->nodes, node) ?: &none;
}

/* May some count what others have?  The machine's own count has nothing missing then. */
static bool is_shifted(const struct counters *c, const struct inventory *w, enum book book)
{
	const struct counter *all = &c->all[book];

	return (book == BOOK_FILE || book == BOOK_SHMEM) && c->collapses.last &&
	       size_of((int64_t)(w->books[book] - all->at)) <= moved_by(all) + w->torn;
}

/* The count of a node or a cgroup may be off, by all that was ever collapsed, for @reason. */
static void allow_shift(struct pair *p, const struct counters *c, const struct inventory *w,
			enum book book, const char *reason)
{
	uint64_t diff = size_of((int64_t)(p->found - p->counter->at));

	if (diff > moved_by(p->counter) + p->slack && is_shifted(c, w, book)) {
		p->slack += c->collapses.last * HUGE_PAGES;
		p->reason = reason;
	}
}

static int compare_node(struct balance *b, const struct counters *c,
			const struct counted_node *node, const struct inventory *w)
{
	char name[64];
	int book, len, err = 0;

	for (book = 0; book < BOOKS && !err; book++) {
		struct pair p = {
			.counter = &node->books[book],
			.found = inventory_on(w, node->node)->books[book],
			.slack = w->torn, .reason = UNREAD,
		};

		/* nodes don't count block devices */
		if (book == BOOK_BLOCK)
			continue;
		if (c->nr_nodes > 1)
			allow_shift(&p, c, w, book, COLLAPSED_NODE);
		len = snprintf(name, sizeof(name), "node%u %s", node->node,
			       book == BOOK_FILE ? "file" : book_words[book]);
		err = compare(b, name, len, &p);
	}
	return err;
}

/* Cgroups ------------------------------------------------------------------ */

/* The swap cache counts as page cache in the machine and in nodes only (mm/swap_state.c). */
static void leave_out_swapcache(struct counters *c)
{
	struct counted_cgroup *g;

	for (g = c->cgroups; g < c->cgroups + c->nr_cgroups; g++)
		g->found[BOOK_FILE] -= g->found[BOOK_SWAPCACHE];
}

/* What is charged to a cgroup counts in those above it. */
static void add_charged(struct counters *c, const struct inventory *w)
{
	size_t i, nth;
	int book;

	for (nth = 0; nth < c->nr_cgroups; nth++)
		memset(c->cgroups[nth].found, 0, sizeof(c->cgroups[nth].found));
	for (i = 0; i < w->cgroups.nr; i++) {
		const struct cgroup *at = cgroup_tree_find(&c->tree, w->cgroups.list[i]->key);

		for (book = 0; at && book < BOOKS; book++)
			c->cgroups[at - c->tree.list].found[book] += w->cgroups.list[i]->books[book];
	}
	for (nth = c->nr_cgroups; nth-- > 1;)
		for (book = 0; book < BOOKS; book++)
			c->cgroups[c->tree.list[nth].parent].found[book] +=
				c->cgroups[nth].found[book];
	leave_out_swapcache(c);
}

static int compare_cgroup(struct balance *b, const struct counters *c, const struct inventory *w,
			  const struct counted_cgroup *g, enum book book)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct pair p = {
		.counter = &g->books[book], .found = g->found[book],
		.slack = w->torn + 2 * MEMCG_CHARGE_BATCH * (cpus > 0 ? cpus : 1),
	};
	const char *path = c->tree.list[g - c->cgroups].path;
	char reason[96], *name;
	int len, err;

	snprintf(reason, sizeof(reason), "unflushed per-CPU counts (bound %d x CPUs)",
		 2 * MEMCG_CHARGE_BATCH);
	p.reason = reason;
	/* the first one has all the others in it */
	if (g != c->cgroups)
		allow_shift(&p, c, w, book, COLLAPSED_CGROUP);
	len = asprintf(&name, "cgroup %s%s%s", *path ? path : "/",
		       book == BOOK_FILE ? "" : " ", book == BOOK_FILE ? "" : book_words[book]);
	if (len < 0)
		return -ENOMEM;
	err = compare(b, name, len, &p);
	free(name);
	return err;
}

/* File pages of all that have some; of the rest what differs. */
static int compare_cgroups(struct balance *b, const struct counters *c, const struct inventory *w)
{
	const struct counted_cgroup *g;
	int book, err = 0;

	for (g = c->cgroups; g < c->cgroups + c->nr_cgroups; g++)
		for (book = 0; book < BOOKS && !err; book++) {
			const struct counter *counter = &g->books[book];

			if (counter->reads && (counter->at != g->found[book] ||
					       (book == BOOK_FILE && counter->at)))
				err = compare_cgroup(b, c, w, g, book);
		}
	return err;
}

/**
 * balance() - compare counters and pages
 * @b: gets the lines
 * @c: counters
 * @w: pages
 * @classes: frames by class
 *
 * Return: 0 or a negative errno.
 */
int balance(struct balance *b, struct counters *c, const struct inventory *w,
	    const struct classes *classes)
{
	int book, err;
	size_t i;

	b->unexplained = 0;
	add_charged(c, w);
	err = compare_all(b, c, w, BOOK_FILE) ?: compare_devices(b, c, w, true);
	for (book = BOOK_SHMEM; book < BOOK_DIRTY && !err; book++)
		err = compare_all(b, c, w, book);
	if (!err)
		err = compare_devices(b, c, w, false);
	for (book = BOOK_DIRTY; book < BOOKS && !err; book++)
		err = compare_all(b, c, w, book);
	if (!err)
		err = compare_classes(b, classes);
	for (i = 0; i < c->nr_nodes && !err; i++)
		err = compare_node(b, c, &c->nodes[i], w);
	return err ?: compare_cgroups(b, c, w);
}
