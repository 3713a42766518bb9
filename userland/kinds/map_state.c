// SPDX-License-Identifier: GPL-2.0
/*
 * What pages are on a map.
 */
#include <linux/kernel-page-flags.h>

#include "map_line.h"

/* Of what a map of a file, a process or frames tells apart. */
static const struct {
	const char *word;
	char sign;
} states[MAP_STATES] = {
	[MAP_ABSENT] = { "absent", '.' }, [MAP_FREE] = { "free", '-' },
	[MAP_CACHED] = { "cached", 'C' }, [MAP_DIRTY] = { "dirty", 'D' },
	[MAP_WRITEBACK] = { "writeback", 'W' }, [MAP_BEYOND] = { "beyond", 'B' },
	[MAP_EVICTED] = { "evicted", 'E' }, [MAP_SWAPPED] = { "swapped", 'S' },
	[MAP_FILE] = { "file", 'F' }, [MAP_SHMEM] = { "shmem", 'M' }, [MAP_ANON] = { "anon", 'A' },
	[MAP_HUGE] = { "huge", 'H' }, [MAP_SWAPCACHE] = { "swapcache", 'Y' },
	[MAP_SLAB] = { "slab", 'L' }, [MAP_TABLES] = { "pgtable", 'P' },
	[MAP_KERNEL] = { "kernel", 'K' }, [MAP_RESERVED] = { "reserved", 'R' },
	[MAP_OFFLINE] = { "offline", 'O' }, [MAP_BROKEN] = { "hwpoison", '!' },
	[MAP_SPECIAL] = { "special", 'X' }, [MAP_UNKNOWN] = { "unknown", '?' },
};

/**
 * map_state_word() - the word that rows have
 * @state: of pages
 *
 * Return: word.
 */
const char *map_state_word(enum map_state state)
{
	return states[state].word;
}

/**
 * map_state_sign() - the sign on a map
 * @state: of pages
 *
 * Return: a letter, or another sign.
 */
char map_state_sign(enum map_state state)
{
	return states[state].sign;
}

/**
 * map_state_words() - say it to people
 * @by: what the map is of
 * @state: of pages
 *
 * Return: words.
 */
const char *map_state_words(enum map_by by, enum map_state state)
{
	switch (state) {
	case MAP_ABSENT:
		return by == MAP_BY_FRAME ? "no memory" : "not in memory";
	case MAP_BEYOND:
		return "behind the end";
	case MAP_TABLES:
		return "page tables";
	case MAP_HUGE:
		return by == MAP_BY_FRAME ? "hugetlb" : "mapped huge";
	default:
		return states[state].word;
	}
}

/**
 * map_state_counts() - are such pages in memory?
 * @state: of pages
 *
 * Return: true if so; of frames, if they are in use.
 */
bool map_state_counts(enum map_state state)
{
	switch (state) {
	case MAP_ABSENT:
	case MAP_FREE:
	case MAP_EVICTED:
	case MAP_SWAPPED:
	case MAP_OFFLINE:
	case MAP_SPECIAL:
		return false;
	default:
		return true;
	}
}

/* Of the page cache of a file only these are told apart. */
static enum map_state state_in_file(const struct pagesnap_run *run)
{
	if (run->kind == PAGESNAP_KIND_HWPOISON)
		return MAP_BROKEN;
	if (run->flags & 1ULL << KPF_WRITEBACK)
		return MAP_WRITEBACK;
	return run->flags & 1ULL << KPF_DIRTY ? MAP_DIRTY : MAP_CACHED;
}

static enum map_state state_by_kind(enum map_by by, const struct pagesnap_run *run)
{
	static const enum map_state kinds[PAGESNAP_KINDS] = {
		[PAGESNAP_KIND_UNKNOWN] = MAP_UNKNOWN, [PAGESNAP_KIND_FILE] = MAP_FILE,
		[PAGESNAP_KIND_SHMEM] = MAP_SHMEM, [PAGESNAP_KIND_ANON] = MAP_ANON,
		[PAGESNAP_KIND_KSM] = MAP_ANON, [PAGESNAP_KIND_SWAPCACHE] = MAP_SWAPCACHE,
		[PAGESNAP_KIND_HUGETLB] = MAP_HUGE, [PAGESNAP_KIND_SLAB] = MAP_SLAB,
		[PAGESNAP_KIND_PGTABLE] = MAP_TABLES, [PAGESNAP_KIND_BUDDY] = MAP_FREE,
		[PAGESNAP_KIND_RESERVED] = MAP_RESERVED, [PAGESNAP_KIND_ZERO] = MAP_KERNEL,
		[PAGESNAP_KIND_OFFLINE] = MAP_OFFLINE, [PAGESNAP_KIND_HWPOISON] = MAP_BROKEN,
		[PAGESNAP_KIND_KERNEL] = MAP_KERNEL,
	};

	if (run->kind >= PAGESNAP_KINDS)
		return MAP_UNKNOWN;
	/* everybody's, and nobody's memory */
	if (by == MAP_BY_ADDRESS && run->kind == PAGESNAP_KIND_ZERO)
		return MAP_SPECIAL;
	if (by == MAP_BY_ADDRESS && run->map_order)
		return MAP_HUGE;
	return kinds[run->kind];
}

static enum map_state state_of_gap(const struct pagesnap_gap *gap)
{
	switch (gap->why) {
	case PAGESNAP_WHY_ABSENT:
		return MAP_ABSENT;
	case PAGESNAP_WHY_OFFLINE:
		return MAP_OFFLINE;
	case PAGESNAP_WHY_HWPOISON:
		return MAP_BROKEN;
	case PAGESNAP_WHY_TORN:
		return MAP_UNKNOWN;
	default:
		return MAP_SPECIAL;
	}
}

/**
 * map_state_of() - what are the pages of a record?
 * @by: what they are numbered by
 * @r: a run, page, or gap
 *
 * Return: their state.
 */
enum map_state map_state_of(enum map_by by, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		return by == MAP_BY_OFFSET ? state_in_file(&r->u->run) :
					     state_by_kind(by, &r->u->run);
	case PAGESNAP_REC_GONE:
		return MAP_EVICTED;
	case PAGESNAP_REC_SWAP:
		return MAP_SWAPPED;
	default:
		return state_of_gap(&r->u->gap);
	}
}
