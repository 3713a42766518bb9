/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_VIEWERS_H
#define PAGESNAP_ACCESSES_VIEWERS_H

#include <linux/types.h>

#include "untold.h"

struct mm_struct;
struct pagesnap_untold_table;
struct pagesnap_viewed;

/**
 * struct pagesnap_visits - what an answer needs to visit page tables
 * @visit: the table under way
 * @spare: a table of what is untold that is no part of any memory's yet
 * @full: none is to be had for now
 *
 * Context: owned by the session's reader.
 */
struct pagesnap_visits {
	struct pagesnap_visit visit;
	struct pagesnap_untold_table *spare;
	bool full;
};

/**
 * struct pagesnap_viewer - an answer that looks at a memory
 * @of: the memory; NULL: it looks at none
 * @nr: its number among those who look
 * @by: the answer
 * @start: first page that it looks at
 * @end: page behind the last
 * @since: clock of the memory when its step began
 * @lost: pages that it was not told of, since it asked last; under the lock of @of
 * @visits: of the answer
 */
struct pagesnap_viewer {
	struct pagesnap_viewed *of;
	u32 nr;
	const void *by;
	u64 start;
	u64 end;
	u64 since;
	u64 lost;
	struct pagesnap_visits *visits;
};

void pagesnap_visits_destroy(struct pagesnap_visits *vs);
int pagesnap_viewer_attach(struct pagesnap_viewer *v, struct mm_struct *mm);
void pagesnap_viewer_detach(struct pagesnap_viewer *v);
bool pagesnap_viewer_may_skip(struct pagesnap_viewer *v);
void pagesnap_viewer_step(struct pagesnap_viewer *v);
void pagesnap_viewer_enter(const struct pagesnap_viewer *v, u64 vpn, u32 nr);
void pagesnap_viewer_leave(const struct pagesnap_viewer *v, u32 nr);
u64 pagesnap_viewer_pass(struct pagesnap_viewer *v, u64 start, u64 end, u64 before);

/* May a table be looked at whose accesses others must be told of? */
static inline bool pagesnap_viewer_ready(const struct pagesnap_viewer *v)
{
	return v->visits->spare || v->visits->full;
}

#endif /* PAGESNAP_ACCESSES_VIEWERS_H */
