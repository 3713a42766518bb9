/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of wss.
 */
#ifndef KINDS_WSS_LINE_H
#define KINDS_WSS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * struct wss_line - a process, or a mapping of one
 * @pid: process
 * @comm: its name, "" if that is unknown
 * @state: what became of it; a word
 * @samples: since it was looked at first, with those that were missed
 * @missed: samples that were missed
 * @sums: pages
 * @largest: what is known of the mapping with most cold pages
 * @largest_name: name of it
 * @largest_len: bytes of that
 * @largest_pages: cold pages there
 * @is_mapping: it is the row of a mapping, and has no largest one
 * @mapping: name of it, NULL for pages in no mapping any more
 * @mapping_len: bytes of that
 */
struct wss_line {
	uint32_t pid;
	const char *comm;
	const char *state;
	uint64_t samples;
	uint64_t missed;
	struct wss_sums sums;
	enum wss_largest largest;
	const char *largest_name;
	size_t largest_len;
	uint64_t largest_pages;
	bool is_mapping;
	const char *mapping;
	size_t mapping_len;
};

/* Columns of the rows of processes, and of mappings. */
#define WSS_COLUMNS \
	"PID,COMMAND,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,LARGEST_COLD"
#define WSS_MAPPING_COLUMNS \
	"PID,COMMAND,RSS,WSS-1s,WSS-10s,WSS-60s,COLD,FILE-COLD,MAPPING"

#endif /* KINDS_WSS_LINE_H */
