/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line on stderr that says how far a long run is, if that is a terminal.
 * Main thread only.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/**
 * struct progress - how far the run is
 * @queries: answered
 * @records: seen
 * @amount: what is in these
 * @amounts: word for that, NULL if there is nothing to count
 */
struct progress {
	uint64_t queries;
	uint64_t records;
	uint64_t amount;
	const char *amounts;
};

/* A record was seen, with so much in it.  Any thread. */
static inline void progress_count(struct progress *at, uint64_t amount)
{
	at->records++;
	at->amount += amount;
}

void progress_begin(void);
/* Shows it, if it is time to. */
void progress_tick(const struct progress *at);
/* Takes the line away, before anything else is printed. */
void progress_erase(void);

#endif /* PROGRESS_H */
