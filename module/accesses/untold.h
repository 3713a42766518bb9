/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_UNTOLD_H
#define PAGESNAP_ACCESSES_UNTOLD_H

#include "../core/pure.h"
#include "uapi.h"

/* Pages side by side that are kept together: those of one table. */
#define PAGESNAP_UNTOLD_PAGES	512
/* Bits of a frame number that are kept: more than x86-64 has. */
#define PAGESNAP_UNTOLD_FRAME_BITS	40

/**
 * struct pagesnap_untold - pages of one table of which viewers must still be told
 * @nr: how many
 * @viewers: of each page, whom: a bit each
 * @frame: where it was when it was found accessed: the low bits of the frame number
 * @frame_high: those above
 *
 * All zero at first.  It fits in 4 KiB with what its owner adds.
 */
struct pagesnap_untold {
	u32 nr;
	u32 frame[PAGESNAP_UNTOLD_PAGES];
	u16 viewers[PAGESNAP_UNTOLD_PAGES];
	u8 frame_high[PAGESNAP_UNTOLD_PAGES];
};

/* What a page of a visit is. */
#define PAGESNAP_VISIT_TOLD	1	/* another one has found it accessed */
#define PAGESNAP_VISIT_FOUND	2	/* this one has */

/**
 * struct pagesnap_visit - a viewer looks at pages of one table
 * @first: the first of them
 * @nr: how many
 * @shared: there are other viewers, or were: else nothing of this matters
 * @state: of each, PAGESNAP_VISIT_*
 * @frame: where it was, or is
 */
struct pagesnap_visit {
	u64 first;
	u32 nr;
	bool shared;
	u8 state[PAGESNAP_UNTOLD_PAGES];
	u64 frame[PAGESNAP_UNTOLD_PAGES];
};

/* What others have told of a page. */
enum pagesnap_told {
	PAGESNAP_TOLD_NOTHING,
	PAGESNAP_TOLD_ACCESSED,
	PAGESNAP_TOLD_MOVED,
};

void pagesnap_visit_begin(struct pagesnap_visit *visit, u64 first, u32 nr);
enum pagesnap_told pagesnap_visit_see(struct pagesnap_visit *visit, u64 vpn, u64 frame,
				      bool found);
void pagesnap_visit_keep(struct pagesnap_visit *visit, u64 vpn);
void pagesnap_untold_read(const struct pagesnap_untold *t, u32 viewer,
			  struct pagesnap_visit *visit);
void pagesnap_untold_told(struct pagesnap_untold *t, u32 viewer,
			  const struct pagesnap_visit *visit);
void pagesnap_untold_add(struct pagesnap_untold *t, u64 vpn, u64 frame, u32 viewers);
void pagesnap_untold_drop(struct pagesnap_untold *t, u32 viewer, u32 first, u32 end);

#endif /* PAGESNAP_ACCESSES_UNTOLD_H */
