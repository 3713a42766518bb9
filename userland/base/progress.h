/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line on stderr that says how far a long run is, if that is a terminal.
 * Main thread only.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

#include "lib/pagesnap.h"

/**
 * struct progress - how far the run is
 * @queries: answered
 * @records: seen
 * @pages: in these
 */
struct progress {
	uint64_t queries;
	uint64_t records;
	uint64_t pages;
};

/* A record was seen.  Any thread. */
void progress_count(struct progress *at, const struct pagesnap_record *r);
void progress_begin(void);
/* Shows it, if it is time to. */
void progress_tick(const struct progress *at);
/* Takes the line away, before anything else is printed. */
void progress_erase(void);

#endif /* PROGRESS_H */
