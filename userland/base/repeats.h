/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Messages that come again and again.
 */
#ifndef REPEATS_H
#define REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often the same is said. */
#define REPEATS_SAID 5
/* Messages that are distinguished; beyond that number, each is printed. */
#define REPEATS_KINDS 32

/**
 * struct repeats - how often what was said; all zero at first
 * @kinds: texts, and where each was last; @nr of them
 * @nr: see there
 * @pairs: texts and places that are to be said once, in turn: an argz vector
 * @pairs_len: its bytes
 */
struct repeats {
	struct {
		char *text;
		char *last;
		uint64_t times;
	} kinds[REPEATS_KINDS];
	size_t nr;
	char *pairs;
	size_t pairs_len;
};

/* Is it to be said once more, of @place?  If there is no memory, it is. */
bool repeats_may_say(struct repeats *r, const char *text, const char *place);
/* Is it the first time that this text is said of this place?  If there is no memory, it is. */
bool repeats_is_new(struct repeats *r, const char *text, const char *place);
/* Says how many more there were, and forgets all. */
void repeats_finish(struct repeats *r);

#endif /* REPEATS_H */
