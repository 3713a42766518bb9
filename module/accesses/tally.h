/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_TALLY_H
#define PAGESNAP_ACCESSES_TALLY_H

#include "heatmap.h"

/**
 * struct pagesnap_tally - what looks have found so far: those at one process, or all of an answer
 * @map: what is remembered from look to look
 * @look: the newest look
 * @first: sample of the first one, which only cleared
 * @nr: sample of the newest
 * @whole: the newest came to its end
 * @cut: one of this round didn't
 *
 * Where several processes have one, a look is that at all of them, for one sample.
 */
struct pagesnap_tally {
	struct pagesnap_heatmap map;
	struct pagesnap_look look;
	u64 first;
	u64 nr;
	bool whole;
	bool cut;
};

/**
 * pagesnap_tally_begin() - another look
 * @t: tally
 * @nr: number of its sample
 * @base: it only clears
 */
static inline void pagesnap_tally_begin(struct pagesnap_tally *t, u64 nr, bool base)
{
	if (base)
		t->first = nr;
	t->nr = nr;
	t->look = (struct pagesnap_look){ .nr = nr, .before = t->look.nr };
	t->whole = true;
}

/**
 * pagesnap_tally_lacks() - the newest look didn't come to its end
 * @t: tally
 */
static inline void pagesnap_tally_lacks(struct pagesnap_tally *t)
{
	t->whole = false;
	t->cut = true;
}

#endif /* PAGESNAP_ACCESSES_TALLY_H */
