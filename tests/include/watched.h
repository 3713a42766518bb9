/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the emulator saw touched, where it watches (tests/vm/run --watch): a range of virtual
 * addresses of whichever process, phase by phase.
 */
#ifndef TESTS_WATCHED_H
#define TESTS_WATCHED_H

#include <stdint.h>

#include "ask-accesses.h"

/* As tests/vm/run says to the plugin.  A store to the page at the beginning ends a phase. */
#define WATCHED_AT 0x1000000000UL
/* Where ACC_PAGES are that a process may map; at a multiple of 2 MiB. */
#define WATCHED_MEMORY (WATCHED_AT + (2UL << 20))

/* Of each page at WATCHED_MEMORY, in one phase. */
struct watched {
	uint64_t loads[ACC_PAGES];
	uint64_t stores[ACC_PAGES];
};

/* Skips the whole test where nobody watches; before it starts others. */
void watched_begin(void);
/* Ends the phase that began with the call before. */
void watched_phase(struct watched *w);

#endif /* TESTS_WATCHED_H */
