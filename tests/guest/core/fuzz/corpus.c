// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "corpus.h"

/* Inputs that take longer are picked less often. */
#define SLOW_US 20000

static uint32_t count(const struct corpus *c)
{
	uint32_t nr = __atomic_load_n(&c->nr, __ATOMIC_RELAXED);

	return nr < CORPUS_MAX ? nr : CORPUS_MAX;
}

void corpus_add(struct corpus *c, const struct input *in, uint64_t us)
{
	uint32_t at = __atomic_fetch_add(&c->nr, 1, __ATOMIC_RELAXED);
	struct corpus_entry *e = &c->entries[at];

	if (at >= CORPUS_MAX) {
		__atomic_store_n(&c->nr, CORPUS_MAX, __ATOMIC_RELAXED);
		return;
	}
	e->in = *in;
	e->us = us;
	__atomic_store_n(&e->ready, 1, __ATOMIC_RELEASE);
}

const struct input *corpus_pick(struct corpus *c, struct rng *r)
{
	uint32_t nr = count(c);

	for (int tries = 0; nr && tries < 16; tries++) {
		/* what came last has been tried least */
		uint32_t newest = rng_one_in(r, 3) && nr > 8 ? nr / 4 : nr;
		struct corpus_entry *e = &c->entries[nr - 1 - rng_below(r, newest)];

		if (!__atomic_load_n(&e->ready, __ATOMIC_ACQUIRE))
			continue;
		if (e->us < SLOW_US || rng_one_in(r, 20))
			return &e->in;
	}
	return NULL;
}

int corpus_load(struct corpus *c, const char *path)
{
	FILE *f = fopen(path, "r");
	struct input in;
	int n, nr = 0;

	if (!f)
		return 0;
	while ((n = input_read(&in, f)) > 0) {
		corpus_add(c, &in, 0);
		nr++;
	}
	fclose(f);
	return n < 0 ? -1 : nr;
}

int corpus_save(const struct corpus *c, const char *path, const uint8_t *keep)
{
	FILE *f = fopen(path, "w");
	char text[INPUT_PRINT_MAX];
	int nr = 0;

	if (!f)
		return -1;
	for (uint32_t i = 0; i < count(c); i++) {
		if (!c->entries[i].ready || (keep && !keep[i]))
			continue;
		input_print(&c->entries[i].in, text, sizeof(text));
		fprintf(f, "%s\n", text);
		nr++;
	}
	return fclose(f) ? -1 : nr;
}
