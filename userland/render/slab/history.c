// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"
#include "kinds/slab_sum.h"

/* With fewer rounds one can't see whether objects only get more. */
#define ROUNDS_FOR_HIGH 5
/* Of what was there in the middle, so much is there at the end, or it is a working set. */
#define KEPT_FOR_MEDIUM 50

static int make_room(struct history *h, size_t nth)
{
	size_t room = h->room ? h->room : 64;
	struct history_subject *list;

	while (room <= nth)
		room *= 2;
	if (room != h->room) {
		list = reallocarray(h->list, room, sizeof(*list));
		if (!list)
			return -ENOMEM;
		h->list = list;
		h->room = room;
	}
	if (nth >= h->nr) {
		memset(h->list + h->nr, 0, (nth + 1 - h->nr) * sizeof(*h->list));
		h->nr = nth + 1;
	}
	return 0;
}

/* The first round that is kept and began behind it; @h->kept for none. */
static unsigned int round_behind(const struct history *h, uint64_t time_ns)
{
	unsigned int low = 0, high = h->kept, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (h->times_ns[middle] >= time_ns)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/**
 * history_add() - add an object of the round under way
 * @h: history
 * @nth: number of its subject
 * @object: record
 *
 * Return: 0 or -ENOMEM.
 */
int history_add(struct history *h, size_t nth, const struct pagesnap_slab_alloc *object)
{
	const uint64_t age = object->seq;
	struct history_live *now;
	unsigned int born;
	int err = make_room(h, nth);

	if (err)
		return err;
	now = &h->list[nth].now;
	if (!now->objects || age < now->youngest_ns)
		now->youngest_ns = age;
	if (age > now->oldest_ns)
		now->oldest_ns = age;
	now->objects++;
	now->requested += object->requested;
	now->allocated += object->allocated;
	now->ages_ns += (double)age;
	born = round_behind(h, object->time_ns);
	if (born < h->kept)
		now->born[born]++;
	return 0;
}

/**
 * history_count() - add a sum of the round under way
 * @h: history
 * @nth: number of its subject
 * @objects: that are alive
 * @allocated: bytes that they take
 *
 * Return: 0 or -ENOMEM.
 */
int history_count(struct history *h, size_t nth, uint64_t objects, uint64_t allocated)
{
	int err = make_room(h, nth);

	if (err)
		return err;
	h->list[nth].now.objects += objects;
	h->list[nth].now.allocated += allocated;
	return 0;
}

/* Each other round is kept: the last of each two. */
static void thin(struct history *h)
{
	struct history_subject *s;
	unsigned int i;
	size_t nth;

	for (i = 0; i < HISTORY_ROUNDS / 2; i++)
		h->times_ns[i] = h->times_ns[2 * i + 1];
	for (nth = 0; nth < h->nr; nth++) {
		s = h->list + nth;
		for (i = 0; i < HISTORY_ROUNDS / 2; i++) {
			s->kept[i] = s->kept[2 * i + 1];
			s->done.born[i] = s->done.born[2 * i] + s->done.born[2 * i + 1];
		}
		memset(s->kept + i, 0, sizeof(s->kept) / 2);
		memset(s->done.born + i, 0, sizeof(s->done.born) / 2);
	}
	h->kept = HISTORY_ROUNDS / 2;
	h->stride *= 2;
}

static void keep(struct history *h)
{
	size_t nth;

	if (h->kept == HISTORY_ROUNDS)
		thin(h);
	h->times_ns[h->kept] = h->last_ns;
	for (nth = 0; nth < h->nr; nth++)
		h->list[nth].kept[h->kept] = (struct history_point){
			h->list[nth].done.objects, h->list[nth].done.allocated,
		};
	h->kept++;
}

/**
 * history_round() - a round has ended
 * @h: history
 * @time_ns: when it began, CLOCK_MONOTONIC
 */
void history_round(struct history *h, uint64_t time_ns)
{
	size_t nth;

	for (nth = 0; nth < h->nr; nth++) {
		h->list[nth].done = h->list[nth].now;
		h->list[nth].now = (struct history_live){ 0 };
	}
	if (!h->stride)
		h->stride = 1;
	h->last_ns = time_ns;
	h->rounds++;
	if (h->rounds % h->stride == 0)
		keep(h);
}

/**
 * history_finish() - no round comes any more
 * @h: history
 */
void history_finish(struct history *h)
{
	if (h->rounds && (!h->kept || h->times_ns[h->kept - 1] != h->last_ns))
		keep(h);
}

/* Of those that there were in the middle of the run, percent that are alive at its end. */
static uint64_t kept_of(const struct history *h, const struct history_subject *s)
{
	const unsigned int middle = (h->kept - 1) / 2;
	uint64_t alive = 0;
	unsigned int i;

	for (i = 0; i <= middle; i++)
		alive += s->done.born[i];
	return slab_percent(alive, s->kept[middle].objects);
}

static enum live_sure sure_of(const struct live_line *line, bool shrank)
{
	if (line->grown <= 0)
		return LIVE_SURE_NOT;
	if (line->grew == line->rounds && line->rounds + 1 >= ROUNDS_FOR_HIGH &&
	    line->kept == 100)
		return LIVE_SURE_HIGH;
	if (!shrank && line->kept != PAGESNAP_NONE && line->kept >= KEPT_FOR_MEDIUM)
		return LIVE_SURE_MEDIUM;
	return LIVE_SURE_LOW;
}

/**
 * history_leak() - do objects leak?
 * @h: history, finished, with a round at least
 * @nth: subject
 * @line: gets what speaks for it
 */
void history_leak(const struct history *h, size_t nth, struct live_line *line)
{
	const struct history_subject *s = h->list + nth;
	bool shrank = false;
	unsigned int i;

	line->grew = 0;
	line->rounds = h->kept - 1;
	for (i = 1; i < h->kept; i++) {
		line->grew += s->kept[i].objects > s->kept[i - 1].objects;
		shrank |= s->kept[i].objects < s->kept[i - 1].objects;
	}
	line->grown = (int64_t)(s->kept[h->kept - 1].objects - s->kept[0].objects);
	line->grown_bytes = (int64_t)(s->kept[h->kept - 1].allocated - s->kept[0].allocated);
	line->kept = kept_of(h, s);
	line->sure = sure_of(line, shrank);
}

/**
 * history_free() - forget it
 * @h: history
 */
void history_free(struct history *h)
{
	free(h->list);
	*h = (struct history){ 0 };
}
