// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: changed=: what a session told of before, and is the same
 *
 * The session remembers, for each file that it told of, 64 bits that stand for all that the
 * record depends on (from/print.c).  If they are the same again, the record would be: it is
 * left out, and "same" records say so, by the number that the file was told of under.  What isn't
 * remembered, for want of memory too, is told of.
 */
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "changes.h"
#include "output.h"

/* Places of a table that are moved between two chances for other tasks to run. */
#define MOVES 4096

/**
 * pagesnap_changes_begin() - an answer with changed= begins
 * @w: walk
 * @d: what is wrong, if something is
 *
 * Context: may sleep.
 * Return: 0, or -ENOMEM in @d.
 */
int pagesnap_changes_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	if (!w->changes) {
		w->changes = kvzalloc(sizeof(*w->changes), GFP_KERNEL_ACCOUNT);
		if (!w->changes)
			return pagesnap_diag(d, -ENOMEM, 0, "no memory");
		get_random_bytes(w->changes->secret, sizeof(w->changes->secret));
	}
	w->changes->same.nr = 0;
	w->changes->print.sure = false;
	w->changes->first = w->changes->next;
	w->changes->full = false;
	return 0;
}

/**
 * pagesnap_changes_free() - end of a session
 * @c: what it remembers, or NULL
 */
void pagesnap_changes_free(struct pagesnap_changes *c)
{
	if (!c)
		return;
	kvfree(c->table.place);
	kvfree(c);
}

static u64 whole(const struct pagesnap_print *print)
{
	u64 both = print->pages ^ print->names;

	return both > PAGESNAP_TOLD_UNSURE ? both : ~both;
}

static void count(struct pagesnap_end *end, const struct pagesnap_told *told)
{
	end->objects++;
	end->records++;
	end->counters[PAGESNAP_COUNT_PAGES] += told->pages;
	end->counters[PAGESNAP_COUNT_GONE] += told->evicted;
	end->counters[PAGESNAP_COUNT_SWAP] += told->swapped;
	end->counters[PAGESNAP_COUNT_SPECIAL] += told->special;
}

/**
 * pagesnap_changes_is_same() - is the file under way as it was told of?
 * @w: walk, which has its print; with room for a record
 * @dev: s_dev
 *
 * Return: true if so; it is counted, then, and is part of a record that comes.
 */
bool pagesnap_changes_is_same(struct pagesnap_walk *w, dev_t dev)
{
	struct pagesnap_changes *c = w->changes;
	struct pagesnap_told *told = pagesnap_told_find(&c->table, c->print.key);

	if (!told || told->number < w->sel.changed || told->print != whole(&c->print))
		return false;
	/* another inode with the same numbers, as servers of FUSE may have */
	if (told->number >= c->first)
		return false;
	if (c->same.nr && told->number != c->same.from + c->same.nr)
		pagesnap_changes_flush(w);
	if (!c->same.nr)
		c->same = (struct pagesnap_same){
			.rec = { .len = sizeof(c->same), .type = PAGESNAP_REC_SAME },
			.q = w->request.q,
			.dev_major = MAJOR(dev),
			.dev_minor = MINOR(dev),
			.from = told->number,
		};
	c->same.nr++;
	told->number = c->next++;
	count(&w->end, told);
	return true;
}

static struct pagesnap_told *places(u32 bits)
{
	/* Without it files are told of again: nobody else has to suffer. */
	return __vmalloc(sizeof(struct pagesnap_told) << bits,
			 GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN);
}

/* The table is too small, or full of files that nobody asks for any more. */
static void grow(struct pagesnap_changes *c, u64 number)
{
	struct pagesnap_told_table *from = &c->table, to = { .bits = PAGESNAP_TOLD_BITS_MIN };
	u64 at = 0;

	if (from->place)
		to.bits = min_t(u32, from->bits + 1, PAGESNAP_TOLD_BITS_MAX);
	c->full = from->place && from->bits == to.bits && number == c->emptied;
	if (c->full)
		return;
	to.place = places(to.bits);
	c->full = !to.place;
	if (!to.place)
		return;
	do {
		at = pagesnap_told_move(from, &to, at, MOVES, number);
		cond_resched();
	} while (from->place && at < 1ULL << from->bits);
	c->emptied = number;
	kvfree(from->place);
	*from = to;
}

/* Did the walk count what the print is of?  It may have come when a page was dirty for a while. */
static bool agree(const struct pagesnap_seen *seen, const struct pagesnap_sums *s)
{
	return seen->pages == s->pages && seen->dirty == s->dirty &&
	       seen->writeback == s->writeback && seen->mapped == s->mapped &&
	       seen->active == s->active && seen->referenced == s->referenced &&
	       seen->unevictable == s->unevictable &&
	       seen->gaps == s->evicted + s->swapped + s->special;
}

/* Return: where the file under way is remembered, or NULL. */
static struct pagesnap_told *find_place(struct pagesnap_walk *w)
{
	struct pagesnap_changes *c = w->changes;
	struct pagesnap_told *told = pagesnap_told_find(&c->table, c->print.key);

	if (told || !c->print.sure)
		return told;
	if (pagesnap_told_is_full(&c->table) && !c->full)
		grow(c, w->sel.changed);
	return pagesnap_told_is_full(&c->table) ? NULL :
						  pagesnap_told_add(&c->table, c->print.key);
}

/**
 * pagesnap_changes_told() - the record of the file under way went out
 * @w: walk; it has the sums of the file
 *
 * Context: may sleep.
 */
void pagesnap_changes_told(struct pagesnap_walk *w)
{
	const struct pagesnap_sums *s = &w->group.object;
	struct pagesnap_changes *c = w->changes;
	struct pagesnap_told *told;

	if (!w->sel.has_changed)
		return;
	c->print.sure &= agree(&c->print.seen, s);
	told = find_place(w);
	if (told)
		*told = (struct pagesnap_told){
			.key = c->print.key,
			.print = c->print.sure ? whole(&c->print) : PAGESNAP_TOLD_UNSURE,
			.number = c->next,
			.pages = s->pages,
			.evicted = s->evicted,
			.swapped = s->swapped,
			.special = s->special,
		};
	c->print.sure = false;
	c->next++;
}

/**
 * pagesnap_changes_flush() - the record of files that are the same goes out
 * @w: walk with room for it
 *
 * Before each record of a file, as these have their numbers in the order of records.
 */
void pagesnap_changes_flush(struct pagesnap_walk *w)
{
	struct pagesnap_changes *c = w->changes;

	if (!w->sel.has_changed || !c->same.nr)
		return;
	pagesnap_output_same(w, &c->same);
	c->same.nr = 0;
}
