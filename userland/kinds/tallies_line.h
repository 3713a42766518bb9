/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of references to a mapping or a file.
 */
#ifndef KINDS_TALLIES_LINE_H
#define KINDS_TALLIES_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Windows of working sets; in ticks as render/trace/tallies.h has them. */
#define TALLIES_WINDOWS 3

/**
 * struct tallies_view - how references are added up
 * @by_file: by file, not by mapping
 * @window_refs: references of a tick; 0: a tick is a sweep
 */
struct tallies_view {
	bool by_file;
	uint64_t window_refs;
};

/**
 * struct tallies_line - references to a mapping or a file
 * @by_file: it is a file, or what is of none
 * @known: the mapping is known, or there is a file
 * @pid: process of a mapping
 * @comm: its name, "" if that is unknown
 * @name: of the mapping or file; "" of anonymous memory
 * @name_len: bytes of it
 * @pages: different pages
 * @references: to them
 * @reads: of these, reads
 * @writes: writes
 * @fetches: of instructions
 * @first: those that found nothing in the page table
 * @sequential: to the page behind that of the reference before
 * @all: references to all
 * @mean: pages of the working set in the mean, by window; PAGESNAP_UNKNOWN if it isn't known
 * @most: pages of the largest; likewise
 */
struct tallies_line {
	bool by_file;
	bool known;
	uint32_t pid;
	const char *comm;
	const char *name;
	size_t name_len;
	uint64_t pages;
	uint64_t references;
	uint64_t reads;
	uint64_t writes;
	uint64_t fetches;
	uint64_t first;
	uint64_t sequential;
	uint64_t all;
	uint64_t mean[TALLIES_WINDOWS];
	uint64_t most[TALLIES_WINDOWS];
};

#define TALLIES_COLUMNS \
	"PID,COMMAND,PAGES,REFERENCES,READS,WRITES,FETCHES,FIRST,REUSE,WSS-1,WSS-16,SEQ%,SHARE%,NAME"
#define TALLIES_FILE_COLUMNS \
	"PAGES,REFERENCES,READS,WRITES,FETCHES,FIRST,REUSE,WSS-1,WSS-16,SEQ%,SHARE%,NAME"

#endif /* KINDS_TALLIES_LINE_H */
