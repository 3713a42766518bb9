/* SPDX-License-Identifier: GPL-2.0 */
/* Inputs that reached something new, for all workers. */
#ifndef FUZZ_CORPUS_H
#define FUZZ_CORPUS_H

#include "input.h"
#include "rng.h"

#define CORPUS_MAX 4096

struct corpus_entry {
	struct input in;
	uint32_t us;		/* that it took */
	uint32_t ready;
};

struct corpus {
	uint32_t nr;
	struct corpus_entry entries[CORPUS_MAX];
};

void corpus_add(struct corpus *c, const struct input *in, uint64_t us);
/* NULL if there is none. */
const struct input *corpus_pick(struct corpus *c, struct rng *r);
/* Number of inputs read, -1 if the file is no corpus. */
int corpus_load(struct corpus *c, const char *path);
/* Those of which @keep says so, all if it is NULL.  Number of inputs written, -1 if it can't be. */
int corpus_save(const struct corpus *c, const char *path, const uint8_t *keep);

#endif /* FUZZ_CORPUS_H */
