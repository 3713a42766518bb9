/* SPDX-License-Identifier: GPL-2.0 */
/* What a process does while its memory is made to fault, compared with what it does untraced. */
#ifndef TESTS_FAULTS_BEHAVE_H
#define TESTS_FAULTS_BEHAVE_H

#include <stdbool.h>
#include <stdint.h>

#define BEHAVE_PAGES 64

/**
 * struct behave - something that a process does
 * @what: a sentence: it is as without a tracer
 * @act: does it; returns how many things were right, or what else must be the same
 */
struct behave {
	const char *what;
	uint64_t (*act)(void);
};

/*
 * In @act: what it is about took place, or the comparison says nothing.  @what: a sentence, which
 * is told if it didn't.  Each @act has one at least.
 */
void behave_expect(bool took_place, const char *what);
/* In @act: all that there is now is made to fault, if somebody traces. */
void behave_protect(void);
/* In @act: is it done by a process that somebody traces? */
bool behave_is_traced(void);
/* In @act: private memory with a pattern; how many pages of it have that. */
char *behave_make(unsigned int pages);
unsigned int behave_good(const char *at, unsigned int pages);
/* Each is done untraced, with sweeps alone, and with window=8 and children=1. */
void behave_compare(const struct behave *all, unsigned int nr);

#endif /* TESTS_FAULTS_BEHAVE_H */
