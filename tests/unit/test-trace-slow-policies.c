// SPDX-License-Identifier: GPL-2.0
/*
 * Caches against others that are written anew from what their papers say, in arrays that are
 * searched from end to end: on small random traces both miss the same references.
 */
#include "traces.h"
#include "render/trace/policies.h"

enum { NR = 3000, PAGES = 60, ROOM = 2 * PAGES };

/**
 * struct queue - pages, the newest first
 * @page: they
 * @nr: how many
 */
struct queue {
	u32 page[ROOM];
	u32 nr;
};

/**
 * struct slow - a cache; which of its parts a policy uses is up to that
 * @size: pages that it holds
 * @queue: ARC's T1, T2, B1, B2; S3-FIFO's S, M and G
 * @target: ARC's p
 * @slots: CLOCK's ring
 * @used: of these
 * @hand: the next that is looked at
 * @count: for each page: LRU: when it was referenced last; CLOCK: its bit; S3-FIFO: hits
 * @now: references so far
 */
struct slow {
	u32 size;
	struct queue queue[4];
	double target;
	u32 slots[PAGES];
	u32 used;
	u32 hand;
	u32 count[ROOM];
	u32 now;
};

static u32 place(const struct queue *q, u32 page)
{
	u32 at;

	for (at = 0; at < q->nr && q->page[at] != page; at++)
		;
	return at;
}

static bool holds(const struct queue *q, u32 page)
{
	return place(q, page) < q->nr;
}

static void add(struct queue *q, u32 page)
{
	memmove(q->page + 1, q->page, q->nr++ * sizeof(*q->page));
	q->page[0] = page;
}

static void drop(struct queue *q, u32 page)
{
	u32 at = place(q, page);

	memmove(q->page + at, q->page + at + 1, (--q->nr - at) * sizeof(*q->page));
}

static u32 oldest(const struct queue *q)
{
	return q->page[q->nr - 1];
}

static u32 take_oldest(struct queue *q)
{
	return q->page[--q->nr];
}

/* Which of the slots has the page? */
static u32 slot_of(const struct slow *c, u32 page)
{
	u32 at;

	for (at = 0; at < c->used && c->slots[at] != page; at++)
		;
	return at;
}

static bool lru(struct slow *c, u32 page)
{
	u32 at = slot_of(c, page), i;
	bool is_miss = at == c->used;

	if (is_miss && c->used < c->size) {
		c->used++;
	} else if (is_miss) {
		for (at = 0, i = 1; i < c->used; i++)
			if (c->count[c->slots[i]] < c->count[c->slots[at]])
				at = i;
	}
	c->slots[at] = page;
	c->count[page] = ++c->now;
	return is_miss;
}

/* With @is_clock what was hit has a second chance. */
static bool ring(struct slow *c, u32 page, bool is_clock)
{
	u32 at = slot_of(c, page);

	if (at < c->used) {
		c->count[page] = is_clock;
		return false;
	}
	if (c->used < c->size) {
		c->slots[c->used++] = page;
		return true;
	}
	for (; c->count[c->slots[c->hand]]; c->hand = (c->hand + 1) % c->size)
		c->count[c->slots[c->hand]] = 0;
	c->slots[c->hand] = page;
	c->hand = (c->hand + 1) % c->size;
	return true;
}

static bool fifo(struct slow *c, u32 page)
{
	return ring(c, page, false);
}

static bool second_chance(struct slow *c, u32 page)
{
	return ring(c, page, true);
}

/* The paper's REPLACE. */
static void arc_replace(struct slow *c, bool in_b2)
{
	struct queue *t1 = c->queue, *t2 = t1 + 1, *b1 = t1 + 2, *b2 = t1 + 3;

	if (t1->nr && (t1->nr > c->target || (in_b2 && t1->nr == c->target)))
		add(b1, take_oldest(t1));
	else
		add(b2, take_oldest(t2));
}

/* Its case IV, A and B. */
static void arc_new(struct slow *c)
{
	struct queue *t1 = c->queue, *t2 = t1 + 1, *b1 = t1 + 2, *b2 = t1 + 3;
	u32 all = t1->nr + t2->nr + b1->nr + b2->nr;

	if (t1->nr + b1->nr == c->size && t1->nr == c->size) {
		take_oldest(t1);
	} else if (t1->nr + b1->nr == c->size) {
		take_oldest(b1);
		arc_replace(c, false);
	} else if (all >= c->size) {
		if (all == 2 * c->size)
			take_oldest(b2);
		arc_replace(c, false);
	}
}

static bool arc(struct slow *c, u32 page)
{
	struct queue *t1 = c->queue, *t2 = t1 + 1, *b1 = t1 + 2, *b2 = t1 + 3;
	bool is_hit = holds(t1, page) || holds(t2, page);

	if (is_hit) {
		drop(holds(t1, page) ? t1 : t2, page);
	} else if (holds(b1, page)) {
		c->target += b1->nr >= b2->nr ? 1 : (double)b2->nr / b1->nr;
		c->target = c->target < c->size ? c->target : c->size;
		arc_replace(c, false);
		drop(b1, page);
	} else if (holds(b2, page)) {
		c->target -= b2->nr >= b1->nr ? 1 : (double)b1->nr / b2->nr;
		c->target = c->target > 0 ? c->target : 0;
		arc_replace(c, true);
		drop(b2, page);
	} else {
		arc_new(c);
		add(t1, page);
		return true;
	}
	add(t2, page);
	return !is_hit;
}

/* One goes from S, those before it to M if they were hit more than once; or one from M. */
static void s3fifo_evict(struct slow *c)
{
	struct queue *s = c->queue, *m = s + 1, *g = s + 2;
	u32 small = c->size / 10 ? c->size / 10 : 1, page;

	if (s->nr < small && m->nr) {
		for (page = oldest(m); c->count[page]; page = oldest(m)) {
			c->count[page]--;
			drop(m, page);
			add(m, page);
		}
		drop(m, page);
		return;
	}
	page = take_oldest(s);
	if (c->count[page] > 1)
		add(m, page);
	else
		add(g, page);
	c->count[page] = 0;
	if (g->nr > c->size - small)
		take_oldest(g);
}

static bool s3fifo(struct slow *c, u32 page)
{
	struct queue *s = c->queue, *m = s + 1, *g = s + 2;
	bool is_ghost = holds(g, page);

	if (holds(s, page) || holds(m, page)) {
		c->count[page] += c->count[page] < 3;
		return false;
	}
	if (is_ghost)
		drop(g, page);
	while (s->nr + m->nr >= c->size)
		s3fifo_evict(c);
	add(is_ghost ? m : s, page);
	return true;
}

static const struct {
	const char *name;
	u32 (*is)(struct trace_cache *c, u32 page);
	bool (*should)(struct slow *c, u32 page);
} policies[] = {
	{ "lru", trace_lru, lru }, { "fifo", trace_fifo, fifo },
	{ "clock", trace_clock, second_chance }, { "arc", trace_arc, arc },
	{ "s3fifo", trace_s3fifo, s3fifo },
};

/* References of which one cache misses, and the other doesn't; ARC's target is to fall, too. */
static u32 differ(size_t policy, enum shape shape, u32 size, u32 *falls)
{
	struct trace_cache c = { .size = size };
	struct slow *slow = calloc(1, sizeof(*slow));
	u32 wrong = 0;

	if (!slow || trace_lists_init(&c.lists, ROOM))
		ktap_die("no memory");
	slow->size = size;
	for (u32 i = 0; i < NR; i++) {
		u32 page = shape_page(shape == SCAN ? MIXED : shape, i, PAGES);
		double before = slow->target;

		wrong += policies[policy].is(&c, page) != policies[policy].should(slow, page);
		wrong += c.target != slow->target;
		*falls += slow->target < before;
	}
	trace_lists_free(&c.lists);
	free(slow);
	return wrong;
}

int main(void)
{
	for (size_t policy = 0; policy < sizeof(policies) / sizeof(*policies); policy++) {
		u32 wrong = 0, falls = 0;

		for (enum shape shape = 0; shape < SHAPES; shape++)
			for (u32 size = 1; size < PAGES; size++)
				wrong += differ(policy, shape, size, &falls);
		ktap_equal(wrong, 0, "%s misses what one written from its paper does",
			   policies[policy].name);
		if (policies[policy].is == trace_arc)
			ktap_ok(falls > 100, "arc: its target falls as it should");
	}
	return ktap_end();
}
