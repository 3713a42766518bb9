/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the emulator saw referenced, in order, where it logs that (tests/vm/run --references): the
 * format of its log, and for tests how to have it log and to read it.
 */
#ifndef TESTS_REFERENCED_H
#define TESTS_REFERENCED_H

#include <stddef.h>
#include <stdint.h>

/* Where tests/vm/run has the plugin listen, tests/vm/referenced-plugin.c says to what. */
#define REF_PORT	0x1100000000UL

#define REF_MAGIC	0x736e656665527370UL
/* Where entries begin in the log, of 8 bytes each: a page, and flags. */
#define REF_ENTRIES_AT	4096
#define REF_FLAG_BITS	8
#define REF_STORE	0x01
#define REF_FETCH	0x02
#define REF_KERNEL	0x04	/* by the kernel */
#define REF_JOINED	0x08	/* by the same instruction as the entry before */
#define REF_MARK	0x10	/* no reference: the test said "mark" */

/* At the beginning of the log. */
struct ref_head {
	uint64_t magic;
	uint64_t entries;
	uint64_t lost;		/* for which there was no room */
};

/* Skips the whole test where nothing is logged. */
void ref_begin(void);
/* A line for the plugin. */
void ref_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says "end".  Return: the log; the caller's, for free(). */
uint64_t *ref_end(size_t *entries);

#endif /* TESTS_REFERENCED_H */
