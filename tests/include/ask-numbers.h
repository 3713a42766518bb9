/* SPDX-License-Identifier: GPL-2.0 */
/* What tests of the collection in tests/modules/numbers have in common. */
#ifndef TESTS_ASK_NUMBERS_H
#define TESTS_ASK_NUMBERS_H

#include "modules.h"

#define NUMBERS "/sys/kernel/tracing/objects/mm/numbers/"
#define NUMBERS_COUNT NUMBERS "count_index"
#define NUMBERS_TICKS NUMBERS "ticks_index"
#define NUMBERS_EVENTS NUMBERS "events_index"
#define NUMBERS_STATS NUMBERS "stats"

extern const struct module numbers;

/* Opens an index file, with these flags and for reading and writing, and writes a line to it. */
int numbers_ask(const char *file, const char *line, int flags);

/* How often is @needle in @text? */
unsigned int text_count(const char *text, const char *needle);

/* Seconds since any moment. */
double now(void);

#endif /* TESTS_ASK_NUMBERS_H */
