/* SPDX-License-Identifier: GPL-2.0 */
/* What of the module a task has run through. */
#ifndef FUZZ_KCOV_H
#define FUZZ_KCOV_H

#include <stdbool.h>
#include <stdint.h>

#define COVER_PCS (1 << 20)
#define COVER_PAIRS (1 << 16)

/* All that was reached so far, by any worker; in shared memory. */
struct cover {
	uint8_t pcs[COVER_PCS];		/* by distance from the module's text */
	uint8_t pairs[COVER_PAIRS];	/* two PCs in a row, hashed */
	uint32_t nr_pcs;
	uint32_t nr_pairs;
};

struct kcov {
	uint64_t *area;
	uint64_t text;
};

/* Whether this kernel and this module have it. */
bool kcov_is_there(void);
/* For the calling task; false if it can't be had. */
bool kcov_open(struct kcov *k);
void kcov_begin(struct kcov *k);
/* Adds what was run through since to @c.  How much of it was new: 2 a PC, 1 a pair, 0 nothing. */
int kcov_end(struct kcov *k, struct cover *c);

#endif /* FUZZ_KCOV_H */
