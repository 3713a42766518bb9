/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What objects/mm/faults should tell of references that somebody else saw: a model of its window
 * and of its sweeps, and a comparison with what it told.
 */
#ifndef TESTS_WINDOW_MODEL_H
#define TESTS_WINDOW_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pages, the last one not included. */
struct wm_range {
	uint64_t from;
	uint64_t to;
};

/* A fault that was told of. */
struct wm_told {
	uint64_t vpn;
	uint32_t window;	/* from this fault on; 0: as before */
	uint16_t flags;		/* PAGESNAP_RF_* */
};

struct wm_sums {
	size_t equal;		/* told where the model has it */
	size_t missed;		/* the model has it, and it isn't told there */
	size_t early;		/* referenced and told, but usable without a fault by the model */
	size_t extra;		/* told and not referenced */
	size_t protection;	/* told of a page that was there, and not for writing */
	size_t again;		/* told twice, by the kernel, which tries again */
	size_t unseen;		/* told of the kernel, where the log lacks that */
	size_t kind;		/* of those that are equal: read, write or fetch differs */
};

/**
 * struct wm_question - what is to be compared
 * @log: what was referenced, as the emulator logs it (tests/include/referenced.h)
 * @entries: in it
 * @told: what was told
 * @nr: of those
 * @window: pages; 0: each mark of the log is a sweep, and nothing else has pages fault
 * @kept: pages that are never made to fault
 * @nr_kept: of these ranges
 * @lacks_kernel: the log has nothing that the kernel referenced
 */
struct wm_question {
	const uint64_t *log;
	size_t entries;
	const struct wm_told *told;
	size_t nr;
	unsigned int window;
	const struct wm_range *kept;
	unsigned int nr_kept;
	bool lacks_kernel;
};

/* What was told, and what was referenced. */
struct wm_sums wm_compare(const struct wm_question *q);

/* Those that are equal, in thousandths of a percent of all that differ or are. */
unsigned int wm_share(const struct wm_sums *sums);

#endif /* TESTS_WINDOW_MODEL_H */
