// SPDX-License-Identifier: GPL-2.0
/*
 * The queues of window=: which thread has which, what is above it, and who gets no further.  Pure:
 * what is done with pages is window.c's, and so is why it is done.
 */
#include "queue.h"
#include "uapi.h"

/* One instruction makes that many faults of one page behind another at most if it gets on. */
#define TURNS		(4 * PAGESNAP_WINDOW_ROOM)
/* Queues that may be those of a thread. */
#define WAYS		8

/**
 * pagesnap_queue_find() - the queue of a thread, or that which it may take
 * @all: those of its process
 * @owner: thread, not 0
 * @hash: of that
 *
 * Return: a queue whose owner is @owner, or was somebody else, or is 0.
 */
struct pagesnap_window *pagesnap_queue_find(const struct pagesnap_windows *all, u32 owner,
					    u32 hash)
{
	u32 ways = all->nr < WAYS ? all->nr : WAYS, i;
	struct pagesnap_window *w, *oldest = &all->windows[hash % all->nr];

	for (i = 0; i < ways; i++) {
		w = &all->windows[(hash + i) % all->nr];
		if (w->owner == owner)
			return w;
		if (all->faults - w->used > all->faults - oldest->used)
			oldest = w;
	}
	return oldest;
}

/**
 * pagesnap_queue_own() - the queue of a thread that faults
 * @all: those of its process
 * @owner: thread, not 0
 * @hash: of that
 *
 * Return: its queue, which is empty if it was another's.
 */
struct pagesnap_window *pagesnap_queue_own(struct pagesnap_windows *all, u32 owner, u32 hash)
{
	struct pagesnap_window *w = pagesnap_queue_find(all, owner, hash);

	if (w->owner != owner)
		*w = (struct pagesnap_window){
			.owner = owner, .guarded = PAGESNAP_NONE, .pages = w->pages,
		};
	w->used = all->faults++;
	return w;
}

/* Where the page at @i places behind the beginning of the ring stands; @i: below two rounds. */
static u32 place_of(const struct pagesnap_windows *all, u32 i)
{
	return i < all->room ? i : i - all->room;
}

static u64 take_oldest(const struct pagesnap_windows *all, struct pagesnap_window *w)
{
	u64 vpn = w->pages[w->at];

	w->at = place_of(all, w->at + 1);
	w->nr--;
	return vpn;
}

static bool is_newest(const struct pagesnap_windows *all, const struct pagesnap_window *w, u64 vpn)
{
	return w->nr && w->pages[place_of(all, w->at + w->nr - 1)] == vpn;
}

/**
 * pagesnap_queue_add() - a page may be used without a fault from now on
 * @all: queues of a process
 * @w: one of them
 * @vpn: virtual page number
 *
 * What doesn't fit is protected by the next sweep.
 */
void pagesnap_queue_add(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 vpn)
{
	if (w->nr == all->room)
		take_oldest(all, w);
	w->pages[place_of(all, w->at + w->nr)] = vpn;
	w->nr++;
}

/**
 * pagesnap_queue_give_back() - what was taken can't be protected now
 * @all: queues of a process
 * @w: one of them
 * @vpn: virtual page number: it is the oldest again, not what was used last
 */
void pagesnap_queue_give_back(const struct pagesnap_windows *all, struct pagesnap_window *w,
			      u64 vpn)
{
	if (w->nr == all->room)
		return;
	w->at = place_of(all, w->at + all->room - 1);
	w->pages[w->at] = vpn;
	w->nr++;
}

/**
 * pagesnap_queue_take() - take what is above the window, but not the page that is needed now
 * @all: queues of a process
 * @w: one of them
 * @vpns: gets virtual page numbers
 * @max: how many it takes
 *
 * Return: how many there are.
 */
u32 pagesnap_queue_take(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 *vpns,
			u32 max)
{
	u32 nr = 0, looked;
	u64 vpn;

	if (!all->size)
		return 0;
	for (looked = 0; looked < max && w->nr > all->size; looked++) {
		vpn = take_oldest(all, w);
		if (!is_newest(all, w, vpn))
			vpns[nr++] = vpn;
	}
	if (nr)
		w->guarded = vpns[nr - 1];
	return nr;
}

/*
 * Did the fault before come to nothing?  Between two of those another thread may have protected
 * what this one needs, too: such a fault says nothing either way.  Threads in step may do that for
 * each other all the time, so turns end, too.  Who waits for one page to change takes none.
 */
static bool is_stuck(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 vpn,
		     u64 place)
{
	if (place != w->place) {
		w->stuck = 0;
		w->turns = 0;
	} else {
		w->stuck += vpn == w->guarded;
		w->turns += !is_newest(all, w, vpn);
	}
	w->place = place;
	/* an instruction for which it is large enough finds each page once */
	if (w->stuck <= all->size && w->turns < TURNS)
		return false;
	w->stuck = 0;
	w->turns = 0;
	return true;
}

/**
 * pagesnap_queue_pass() - a thread faults
 * @all: queues of its process
 * @w: its own
 * @vpn: virtual page number
 * @place: of the thread in its program
 * @stuck: gets whether it needs a larger window to get on; NULL: it can't be told
 *
 * Return: true if something is above the window.
 */
bool pagesnap_queue_pass(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 vpn,
			 u64 place, bool *stuck)
{
	if (stuck)
		*stuck = is_stuck(all, w, vpn, place);
	if (!is_newest(all, w, vpn))
		pagesnap_queue_add(all, w, vpn);
	return all->size && w->nr > all->size;
}

/**
 * pagesnap_queue_larger() - the next size of windows
 * @all: queues of a process
 *
 * Return: pages; 0: none, as an instruction never needs more than PAGESNAP_WINDOW_ROOM.
 */
u32 pagesnap_queue_larger(const struct pagesnap_windows *all)
{
	return 2 * all->size <= PAGESNAP_WINDOW_ROOM ? 2 * all->size : 0;
}
