/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of wss.
 */
#ifndef KINDS_WSS_LINE_H
#define KINDS_WSS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wss_view.h"

/* Windows of time before the newest sample, shortest first. */
#define WSS_WINDOWS 5
#define WSS_WINDOW_NS \
	{ 1000000000ULL, 10000000000ULL, 60000000000ULL, 600000000000ULL, 3600000000000ULL }

/* Places in arrays of windows. */
enum wss_window { WSS_1S, WSS_10S, WSS_1M, WSS_10M, WSS_1H };

/**
 * struct wss_sums - pages by when they were accessed
 * @pages: all that are mapped, but for the zero page
 * @accessed: those accessed in each window; PAGESNAP_UNKNOWN if the samples don't cover it
 * @idle: those that were there, and not accessed, in all of each window; likewise
 * @cold: those that no sample has found accessed
 * @file_cold: of these, pages of files that are not of shared memory
 */
struct wss_sums {
	uint64_t pages;
	uint64_t accessed[WSS_WINDOWS];
	uint64_t idle[WSS_WINDOWS];
	uint64_t cold;
	uint64_t file_cold;
};

/* What is known of the mapping with most cold pages. */
enum wss_largest {
	WSS_LARGEST_NONE,	/* no page is cold */
	WSS_LARGEST_UNKNOWN,
	WSS_LARGEST_KNOWN,
};

/**
 * struct wss_line - a process, a mapping of one, or what is of several
 * @by: which of them; only a process has a largest mapping
 * @processes: how many
 * @pid: process, of a row that is of one; so are @comm and @state
 * @file: path of a file, of a row that is of that and of no process; else NULL
 * @comm: its name, "" if that is unknown
 * @state: what became of it; a word
 * @samples: since it was looked at first, with those that were missed
 * @missed: samples that were missed
 * @sums: pages
 * @largest: what is known of the mapping with most cold pages
 * @largest_name: name of it
 * @largest_len: bytes of that
 * @largest_pages: cold pages there
 * @name: of the mapping, file or cgroup; NULL for what is in none that is known
 * @name_len: bytes of that
 * @is_none: there is no name because it is of no file
 */
struct wss_line {
	enum wss_by by;
	uint64_t processes;
	uint32_t pid;
	const char *file;
	const char *comm;
	const char *state;
	uint64_t samples;
	uint64_t missed;
	struct wss_sums sums;
	enum wss_largest largest;
	const char *largest_name;
	size_t largest_len;
	uint64_t largest_pages;
	const char *name;
	size_t name_len;
	bool is_none;
};

/* Columns of the rows of processes, and of mappings. */
#define WSS_COLUMNS \
	"PID,COMMAND,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,LARGEST_COLD"
#define WSS_MAPPING_COLUMNS \
	"PID,COMMAND,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,MAPPING"

#define WSS_FILE_COLUMNS \
	"PROCESSES,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,FILE"
#define WSS_CGROUP_COLUMNS \
	"PROCESSES,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,CGROUP_PATH"

#endif /* KINDS_WSS_LINE_H */
