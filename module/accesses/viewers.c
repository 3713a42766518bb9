// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: answers that look at the same memory
 *
 * What one of them clears, the others can't see.  So it notes, for each of the others, that they
 * must be told, and they take such a page for accessed when they come to it.
 *
 * None is missed: a bit is cleared, and noted for the others, under one hold of the entry's
 * lock, and under that lock others read both.  So whoever comes to an entry finds the bit or
 * the note.  Who attaches while a table is visited comes to it behind that visit, with the look
 * that only clears.
 *
 * TLBs: a CPU that has an entry in its own goes on without setting the bit, from when it is
 * cleared to the next flush.  If another answer clears it, this one has a note until it comes
 * there itself; and behind its look it flushes, whoever cleared.  So what it can miss is, as
 * when it is alone, what is accessed during its look.
 *
 * None is made up: a note names the frame.  If another page is there, the note doesn't tell of
 * it, and what it told of is counted as lost: it was moved, and none knows where to.
 *
 * Notes of pages that are gone would stay.  So who has passed a range drops those of its own in
 * it that are older than its step; each visit of a table gives it the time of a clock, which
 * goes on with each step.
 *
 * Locks: the entry's, then that of struct pagesnap_viewed.  Under it nothing is allocated:
 * tables of notes are made before, and hang in a tree that needs no memory of its own.
 */
#include <linux/hashtable.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/pgtable.h>
#include <linux/rbtree.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "../core/alloc.h"
#include "viewers.h"

static_assert(PAGESNAP_UNTOLD_PAGES == PTRS_PER_PTE);
static_assert(PAGESNAP_ACCESSES_SESSIONS_MAX <= 16);
#ifdef CONFIG_X86
static_assert(__PHYSICAL_MASK_SHIFT - PAGE_SHIFT <= PAGESNAP_UNTOLD_FRAME_BITS);
#endif

/* Tables that are passed under one hold of the lock. */
#define TABLES_A_HOLD	8

/**
 * struct pagesnap_untold_table - notes of the pages of one page table
 * @node: in the tree of its memory
 * @key: its first page, over PAGESNAP_UNTOLD_PAGES
 * @visited: clock of the last visit
 * @untold: notes; of one page at least, but while it is visited
 */
struct pagesnap_untold_table {
	struct rb_node node;
	u64 key;
	u64 visited;
	struct pagesnap_untold untold;
};

static_assert(sizeof(struct pagesnap_untold_table) <= 4096);

/**
 * struct pagesnap_viewed - memory that answers look at
 * @node: among all
 * @mm: its mm structure, pinned by each viewer; compared only
 * @lock: for all that changes
 * @nr: viewers; it changes under views_lock, too
 * @viewers: those who are told, by their number
 * @skipper: the one who takes accessed bits of entries that name tables; NULL: nobody does
 * @tables: of notes, by key
 * @clock: goes on with each step of a viewer
 */
struct pagesnap_viewed {
	struct hlist_node node;
	struct mm_struct *mm;
	spinlock_t lock;
	u32 nr;
	struct pagesnap_viewer *viewers[PAGESNAP_ACCESSES_SESSIONS_MAX];
	struct pagesnap_viewer *skipper;
	struct rb_root tables;
	u64 clock;
};

/* An answer may look at some thousands. */
static DEFINE_HASHTABLE(views, 8);
static DEFINE_MUTEX(views_lock);

/* Tables of notes, of all memory. */
static atomic_t tables;

/* Tables ---------------------------------------------------------------------- */

static struct pagesnap_untold_table *make_table(void)
{
	struct pagesnap_untold_table *t;

	if (!atomic_add_unless(&tables, 1, PAGESNAP_ACCESSES_UNTOLD_MAX))
		return NULL;
	t = kzalloc(sizeof(*t), PAGESNAP_FEW_TRIES);
	if (!t)
		atomic_dec(&tables);
	return t;
}

static void free_table(struct pagesnap_untold_table *t)
{
	if (!t)
		return;
	kfree(t);
	atomic_dec(&tables);
}

/* The first one from @key on.  Context: lock of @of. */
static struct pagesnap_untold_table *first_from(const struct pagesnap_viewed *of, u64 key)
{
	struct pagesnap_untold_table *t, *found = NULL;
	struct rb_node *node = of->tables.rb_node;

	while (node) {
		t = rb_entry(node, struct pagesnap_untold_table, node);
		if (t->key < key) {
			node = node->rb_right;
		} else {
			found = t;
			node = node->rb_left;
		}
	}
	return found;
}

static struct pagesnap_untold_table *table_of(const struct pagesnap_viewed *of, u64 vpn)
{
	u64 key = vpn / PAGESNAP_UNTOLD_PAGES;
	struct pagesnap_untold_table *t = first_from(of, key);

	return t && t->key == key ? t : NULL;
}

static bool is_before(struct rb_node *a, const struct rb_node *b)
{
	return rb_entry(a, struct pagesnap_untold_table, node)->key <
	       rb_entry(b, struct pagesnap_untold_table, node)->key;
}

/* Return: the spare, which is a table of @of from now on; NULL if there is none. */
static struct pagesnap_untold_table *add_spare(struct pagesnap_viewed *of,
					       struct pagesnap_visits *vs, u64 vpn)
{
	struct pagesnap_untold_table *t = vs->spare;

	if (!t)
		return NULL;
	vs->spare = NULL;
	t->key = vpn / PAGESNAP_UNTOLD_PAGES;
	rb_add(&t->node, &of->tables, is_before);
	return t;
}

/* One without notes: its frames don't matter, so that it serves again as it is. */
static void remove_table(struct pagesnap_viewed *of, struct pagesnap_visits *vs,
			 struct pagesnap_untold_table *t)
{
	rb_erase(&t->node, &of->tables);
	if (vs->spare)
		free_table(t);
	else
		vs->spare = t;
}

/**
 * pagesnap_visits_destroy() - no more tables are visited; harmless when repeated
 * @vs: visits, zeroed at first
 */
void pagesnap_visits_destroy(struct pagesnap_visits *vs)
{
	free_table(vs->spare);
	vs->spare = NULL;
}

/* Coming and going ------------------------------------------------------------ */

/* Context: views_lock. */
static struct pagesnap_viewed *find_viewed(const struct mm_struct *mm)
{
	struct pagesnap_viewed *of;

	hash_for_each_possible(views, of, node, (unsigned long)mm)
		if (of->mm == mm)
			return of;
	return NULL;
}

/* Context: views_lock. */
static int add_viewer(struct pagesnap_viewed *of, struct pagesnap_viewer *v)
{
	u32 i, nr = PAGESNAP_ACCESSES_SESSIONS_MAX;

	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++) {
		if (of->viewers[i] && of->viewers[i]->by == v->by)
			return -EALREADY;
		if (!of->viewers[i])
			nr = min(nr, i);
	}
	if (nr == PAGESNAP_ACCESSES_SESSIONS_MAX)
		return -EBUSY;
	spin_lock(&of->lock);
	v->nr = nr;
	v->of = of;
	of->viewers[nr] = v;
	of->nr++;
	spin_unlock(&of->lock);
	return 0;
}

/**
 * pagesnap_viewer_attach() - look at a memory, and be told of what others clear there
 * @v: viewer, of which @by, @start, @end and @visits are set, and @of is NULL
 * @mm: mm structure that the caller pins until pagesnap_viewer_detach()
 *
 * Context: may sleep.
 * Return: 0, -EALREADY if @by looks at it already, -EBUSY if PAGESNAP_ACCESSES_SESSIONS_MAX do,
 * -ENOMEM.
 */
int pagesnap_viewer_attach(struct pagesnap_viewer *v, struct mm_struct *mm)
{
	struct pagesnap_viewed *fresh = kzalloc(sizeof(*fresh), PAGESNAP_FEW_TRIES), *of;
	int err;

	if (!fresh)
		return -ENOMEM;
	fresh->mm = mm;
	spin_lock_init(&fresh->lock);
	mutex_lock(&views_lock);
	of = find_viewed(mm);
	if (!of) {
		of = fresh;
		fresh = NULL;
		hash_add(views, &of->node, (unsigned long)mm);
	}
	err = add_viewer(of, v);
	mutex_unlock(&views_lock);
	kfree(fresh);
	return err;
}

/**
 * struct pages_range - notes that a viewer drops
 * @start: first page
 * @end: page behind the last
 * @before: clock before which their tables were visited
 */
struct pages_range {
	u64 start;
	u64 end;
	u64 before;
};

static void drop_in(struct pagesnap_untold_table *t, u32 viewer, const struct pages_range *r)
{
	u64 first = t->key * PAGESNAP_UNTOLD_PAGES, end = first + PAGESNAP_UNTOLD_PAGES;

	pagesnap_untold_drop(&t->untold, viewer, max(first, r->start) - first,
			     min(end, r->end) - first);
}

/* Of some tables, from @key on.  Return: false if there were no more. */
static bool drop_some(const struct pagesnap_viewer *v, u64 *key, const struct pages_range *r)
{
	struct pagesnap_viewed *of = v->of;
	struct pagesnap_untold_table *t;
	u32 i;

	spin_lock(&of->lock);
	for (i = 0; i < TABLES_A_HOLD; i++) {
		t = first_from(of, *key);
		if (!t || t->key * PAGESNAP_UNTOLD_PAGES >= r->end) {
			t = NULL;
			break;
		}
		*key = t->key + 1;
		if (t->visited < r->before)
			drop_in(t, v->nr, r);
		if (!t->untold.nr)
			remove_table(of, v->visits, t);
	}
	spin_unlock(&of->lock);
	return t;
}

static void drop(const struct pagesnap_viewer *v, const struct pages_range *r)
{
	u64 key = r->start / PAGESNAP_UNTOLD_PAGES;

	while (drop_some(v, &key, r))
		cond_resched();
}

/* Nobody else knows of it any more. */
static void free_viewed(struct pagesnap_viewed *of)
{
	struct pagesnap_untold_table *t;

	while ((t = first_from(of, 0))) {
		rb_erase(&t->node, &of->tables);
		free_table(t);
		cond_resched();
	}
	kfree(of);
}

/**
 * pagesnap_viewer_detach() - look no more; harmless when repeated
 * @v: viewer; nothing of it is left
 *
 * Context: may sleep.
 */
void pagesnap_viewer_detach(struct pagesnap_viewer *v)
{
	static const struct pages_range all = { .end = U64_MAX, .before = U64_MAX };
	struct pagesnap_viewed *of = v->of;
	bool last;

	if (!of)
		return;
	mutex_lock(&views_lock);
	spin_lock(&of->lock);
	of->viewers[v->nr] = NULL;
	if (of->skipper == v)
		of->skipper = NULL;
	spin_unlock(&of->lock);
	/* before another one has its number */
	drop(v, &all);
	spin_lock(&of->lock);
	last = !--of->nr;
	spin_unlock(&of->lock);
	if (last)
		hash_del(&of->node);
	mutex_unlock(&views_lock);
	if (last)
		free_viewed(of);
	v->of = NULL;
}

/* Looking --------------------------------------------------------------------- */

/**
 * pagesnap_viewer_may_skip() - may it take accessed bits of entries that name tables?
 * @v: viewer
 *
 * Of these nobody notes anything for the others; so one does it, and the others look at all.
 *
 * Return: true if so, until pagesnap_viewer_detach(); others may have taken some until now.
 */
bool pagesnap_viewer_may_skip(struct pagesnap_viewer *v)
{
	struct pagesnap_viewed *of = v->of;
	bool may;

	spin_lock(&of->lock);
	if (!of->skipper)
		of->skipper = v;
	may = of->skipper == v;
	spin_unlock(&of->lock);
	return may;
}

/**
 * pagesnap_viewer_step() - a step of a look begins
 * @v: viewer
 *
 * Context: may sleep; no lock that the process needs is held.
 */
void pagesnap_viewer_step(struct pagesnap_viewer *v)
{
	struct pagesnap_visits *vs = v->visits;

	if (!vs->spare)
		vs->spare = make_table();
	vs->full = !vs->spare;
	spin_lock(&v->of->lock);
	v->since = ++v->of->clock;
	spin_unlock(&v->of->lock);
}

/* Who else wants to know of a page?  Context: lock of @v->of. */
static u32 others(const struct pagesnap_viewer *v, u64 vpn)
{
	const struct pagesnap_viewer *o;
	u32 i, mask = 0;

	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++) {
		o = v->of->viewers[i];
		if (o && o != v && vpn >= o->start && vpn < o->end)
			mask |= 1U << i;
	}
	return mask;
}

/**
 * pagesnap_viewer_enter() - visit pages of one table
 * @v: viewer
 * @vpn: the first
 * @nr: how many
 *
 * Context: the lock of their entries, kept until pagesnap_viewer_leave().
 */
void pagesnap_viewer_enter(const struct pagesnap_viewer *v, u64 vpn, u32 nr)
{
	struct pagesnap_visit *visit = &v->visits->visit;
	struct pagesnap_viewed *of = v->of;
	struct pagesnap_untold_table *t;

	pagesnap_visit_begin(visit, vpn, nr);
	spin_lock(&of->lock);
	t = table_of(of, vpn);
	if (t) {
		t->visited = of->clock;
		pagesnap_untold_read(&t->untold, v->nr, visit);
	}
	if (of->nr > 1)
		visit->shared = true;
	spin_unlock(&of->lock);
}

/* They can't be told. */
static void lose(const struct pagesnap_viewer *v, u32 mask)
{
	u32 i;

	for (i = 0; i < PAGESNAP_ACCESSES_SESSIONS_MAX; i++)
		if (mask & 1U << i)
			v->of->viewers[i]->lost++;
}

/* What this one has cleared.  Return: the table of notes, if there is one now. */
static struct pagesnap_untold_table *note(const struct pagesnap_viewer *v,
					  struct pagesnap_untold_table *t)
{
	const struct pagesnap_visit *visit = &v->visits->visit;
	u32 i, mask;

	for (i = 0; i < visit->nr; i++) {
		if (!(visit->state[i] & PAGESNAP_VISIT_FOUND))
			continue;
		mask = others(v, visit->first + i);
		if (!mask)
			continue;
		if (!t)
			t = add_spare(v->of, v->visits, visit->first);
		if (t)
			pagesnap_untold_add(&t->untold, visit->first + i, visit->frame[i], mask);
		else
			lose(v, mask);
	}
	return t;
}

/**
 * pagesnap_viewer_leave() - they were visited: who else looks is told
 * @v: viewer
 * @nr: how many of them, from the first on
 *
 * Context: the lock of their entries.
 */
void pagesnap_viewer_leave(const struct pagesnap_viewer *v, u32 nr)
{
	struct pagesnap_visit *visit = &v->visits->visit;
	struct pagesnap_viewed *of = v->of;
	struct pagesnap_untold_table *t;

	if (!visit->shared)
		return;
	visit->nr = nr;
	spin_lock(&of->lock);
	t = table_of(of, visit->first);
	if (t)
		pagesnap_untold_told(&t->untold, v->nr, visit);
	t = note(v, t);
	if (t)
		t->visited = of->clock;
	if (t && !t->untold.nr)
		remove_table(of, v->visits, t);
	spin_unlock(&of->lock);
}

/**
 * pagesnap_viewer_pass() - a step has passed a range
 * @v: viewer
 * @start: first page
 * @end: page behind the last
 * @before: notes of it that are older, by the clock of the memory, are not needed any more
 *
 * Context: may sleep; behind pagesnap_viewer_step().
 * Return: pages that it was not told of, since the last time.
 */
u64 pagesnap_viewer_pass(struct pagesnap_viewer *v, u64 start, u64 end, u64 before)
{
	const struct pages_range passed = { .start = start, .end = end, .before = before };
	u64 lost;

	drop(v, &passed);
	spin_lock(&v->of->lock);
	lost = v->lost;
	v->lost = 0;
	spin_unlock(&v->of->lock);
	return lost;
}
