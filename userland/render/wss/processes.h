/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processes whose accesses were sampled, and the mappings that their pages are in.
 */
#ifndef RENDER_WSS_PROCESSES_H
#define RENDER_WSS_PROCESSES_H

#include "ages.h"
#include "groups.h"

/**
 * struct wss_process - a process, or a file or page frames, whoever maps them
 * @pid: it; PAGESNAP_NONE32 of a file, or page frames
 * @name: of these; owned, else NULL
 * @comm: its name, "" if that is unknown
 * @state: what became of it; a word
 * @told: its pages are known
 * @q: query that it was found by
 * @windows: of that
 * @newest: number of the newest sample that its pages are known of
 * @samples: since it was looked at first, with those that were missed
 * @missed: samples of the query that were missed
 * @ages: its pages, as the newest heat tells
 * @cgroup: path of the one that it is in; owned, NULL if that is unknown or nobody asks
 * @mappings: that these are in, by name as the kernel reports it; "[anon]" where it has none
 * @placed: pages that are in one of them
 */
struct wss_process {
	uint32_t pid;
	char *name;
	char comm[16];
	const char *state;
	bool told;
	uint32_t q;
	struct ages_windows windows;
	uint64_t newest;
	uint64_t samples;
	uint64_t missed;
	struct ages ages;
	char *cgroup;
	struct wss_groups mappings;
	struct wss_sums placed;
};

/**
 * struct wss_processes - all of them; all zero is none
 * @list: @nr of them, in the order in which they were found
 * @nr: see there
 * @at: where the last one was found: mostly the next one is behind it
 */
struct wss_processes {
	struct wss_process *list;
	size_t nr;
	size_t at;
};

/* The process with that PID, NULL if there is none. */
struct wss_process *wss_find(struct wss_processes *all, uint32_t pid);
/* The same, made if there is none; NULL if there is no memory. */
struct wss_process *wss_get(struct wss_processes *all, uint32_t pid);
/* The same of the file or page frames that query @q is of, called @name. */
struct wss_process *wss_get_named(struct wss_processes *all, uint32_t q, const char *name);
/* Some of its pages are in a VMA of that name.  0 or -ENOMEM. */
int wss_place(struct wss_process *p, const char *name, size_t len, uint64_t start, uint64_t end);
/* Fills in all that a row of the process shows. */
void wss_line_of(const struct wss_process *p, struct wss_line *line);
/* The same of one of its mappings; behind the last: of pages that are in none. */
void wss_line_of_mapping(const struct wss_process *p, size_t nth, struct wss_line *line);
void wss_free(struct wss_processes *all);

#endif /* RENDER_WSS_PROCESSES_H */
