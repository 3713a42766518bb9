/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of map: pages of one state, one behind the other.
 */
#ifndef KINDS_MAP_LINE_H
#define KINDS_MAP_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"

/* What pages are numbered by. */
enum map_by {
	MAP_BY_OFFSET,		/* pages of a file */
	MAP_BY_ADDRESS,		/* virtual pages of a process */
	MAP_BY_FRAME,		/* page frames */
};

/* What a page is.  The first two are what maps leave blank. */
enum map_state {
	MAP_ABSENT,		/* not in memory */
	MAP_FREE,		/* frame that nobody has */
	MAP_CACHED,		/* of a file, as on its disk */
	MAP_DIRTY,
	MAP_WRITEBACK,
	MAP_BEYOND,		/* behind the end of the file */
	MAP_EVICTED,		/* not in memory, but it was */
	MAP_SWAPPED,		/* not in memory, but in a swap area */
	MAP_FILE,
	MAP_SHMEM,
	MAP_ANON,
	MAP_HUGE,		/* one entry maps many pages; of frames, hugetlbfs */
	MAP_SWAPCACHE,
	MAP_SLAB,
	MAP_TABLES,		/* page tables */
	MAP_KERNEL,		/* in use, without a mark */
	MAP_RESERVED,
	MAP_OFFLINE,
	MAP_BROKEN,
	MAP_SPECIAL,		/* entry without a normal page */
	MAP_UNKNOWN,
	MAP_STATES
};

/**
 * struct map_line - pages of one state
 * @by: what @start and @end count
 * @pid: process; only of addresses
 * @comm: its name, "" if that is unknown
 * @start: number of the first page
 * @end: behind the last
 * @state: of all of them
 * @name: path of the file, or name of the mapping; NULL for none
 * @name_len: its bytes
 */
struct map_line {
	enum map_by by;
	uint32_t pid;
	const char *comm;
	uint64_t start;
	uint64_t end;
	enum map_state state;
	const char *name;
	size_t name_len;
};

/* The state of the pages of a run, page or gap; @r is one of these. */
enum map_state map_state_of(enum map_by by, const struct pagesnap_record *r);
/* A word for it, as rows have it; and for people, as "not in memory". */
const char *map_state_word(enum map_state state);
const char *map_state_words(enum map_by by, enum map_state state);
/* A sign for it, a capital if there is such a letter. */
char map_state_sign(enum map_state state);
/* Are such pages in memory, and of @by, in use? */
bool map_state_counts(enum map_state state);

#define MAP_COLUMNS "PID,START,END,STATE,PAGES,NAME"

#endif /* KINDS_MAP_LINE_H */
