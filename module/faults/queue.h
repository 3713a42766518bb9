/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_QUEUE_H
#define PAGESNAP_FAULTS_QUEUE_H

#include "../core/pure.h"

/* Pages that one instruction may need at a time: a gather of 16 words, each over two, and some. */
#define PAGESNAP_WINDOW_ROOM	64
/* Places above a window, for pages that wait for locks. */
#define PAGESNAP_WINDOW_SLACK	8
/* Of pages that wait, as many are protected at one fault. */
#define PAGESNAP_WINDOW_A_FAULT	4

/**
 * struct pagesnap_window - pages of a thread that may be used without a fault
 * @owner: thread, in the initial PID namespace; 0: none yet
 * @at: where the oldest stands
 * @nr: how many there are
 * @used: number of its last fault
 * @sweep: number of the sweep before that
 * @stuck: faults of one instruction on pages that were just protected
 * @turns: its faults on another page than that of the fault before
 * @place: of the last fault in its program
 * @guarded: virtual page number that was protected behind it
 * @pages: virtual page numbers, a ring
 */
struct pagesnap_window {
	u32 owner;
	u32 at;
	u32 nr;
	u32 used;
	u32 sweep;
	u32 stuck;
	u32 turns;
	u64 place;
	u64 guarded;
	u64 *pages;
};

/**
 * struct pagesnap_windows - those of a process
 * @size: pages of each; 0: all, until the next sweep
 * @room: places of each
 * @nr: how many windows
 * @faults: that were looked at
 * @sweep: number of the last sweep
 * @windows: they, each with its own @pages
 */
struct pagesnap_windows {
	u32 size;
	u32 room;
	u32 nr;
	u32 faults;
	u32 sweep;
	struct pagesnap_window *windows;
};

struct pagesnap_window *pagesnap_queue_find(const struct pagesnap_windows *all, u32 owner,
					    u32 hash);
struct pagesnap_window *pagesnap_queue_own(struct pagesnap_windows *all, u32 owner, u32 hash);
void pagesnap_queue_add(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 vpn);
void pagesnap_queue_give_back(const struct pagesnap_windows *all, struct pagesnap_window *w,
			      u64 vpn);
u32 pagesnap_queue_take(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 *vpns,
			u32 max);
bool pagesnap_queue_pass(const struct pagesnap_windows *all, struct pagesnap_window *w, u64 vpn,
			 u64 place, bool *stuck);
u32 pagesnap_queue_larger(const struct pagesnap_windows *all);

#endif /* PAGESNAP_FAULTS_QUEUE_H */
