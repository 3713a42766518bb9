/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A reference trace that was saved, or that comes: what of it is drawn.
 */
#ifndef PLOT_TRACE_RUN_H
#define PLOT_TRACE_RUN_H

#include <stdbool.h>

#include "render/trace/references.h"
#include "render/trace/sight.h"
#include "scatter.h"
#include "stream.h"

/* What happened to a process, as bits. */
#define TRACE_MARK_FORK 1	/* it had a child */
#define TRACE_MARK_EXEC 2
#define TRACE_MARK_EXIT 4
#define TRACE_MARK_LOST 8	/* faults of some CPU were lost, maybe its own */
#define TRACE_MARKS 4

/**
 * struct trace_mark - something happened
 * @x: when, as references are counted
 * @what: TRACE_MARK_*
 */
struct trace_mark {
	uint64_t x;
	unsigned int what;
};

/**
 * struct trace_area - a mapping, or several of one name
 * @name: how it is called beside the picture; owned
 * @len: bytes of it
 */
struct trace_area {
	char *name;
	size_t len;
};

/**
 * struct trace_seen - a process
 * @pid: it; a number that is used again is another process
 * @serial: from 1, in the order in which they were seen
 * @comm: its name, "" if that is unknown
 * @exited: it is no more
 * @cells: its references, none of a process that is left out
 * @counts: how many of each kind
 * @areas: its mappings, @nr_areas of them; the first is for what is in none that is known
 * @nr_areas: see there
 * @marks: ascending; @nr_marks of them, few in a column
 * @nr_marks: see there
 * @last_map: number of the mapping of the last reference, 0 if that is unknown
 * @last_area: of that
 */
struct trace_seen {
	uint32_t pid;
	uint64_t serial;
	char comm[16];
	bool exited;
	struct scatter cells;
	uint64_t counts[SCATTER_KINDS];
	struct trace_area *areas;
	size_t nr_areas;
	struct trace_mark *marks;
	size_t nr_marks;
	uint64_t last_map;
	uint32_t last_area;
};

/**
 * struct trace_run - a trace
 * @by_time: references are drawn by time, nanoseconds since the first; else by their number
 * @pid: only of this process, 0 for all
 * @references: what records mean
 * @sight: what they don't tell
 * @seen: processes; @nr of them, and they stay where they are
 * @nr: see there
 * @by_pid: which of them has a PID now
 * @by_map: numbers of areas, by process and mapping
 * @nr_cells: of all processes
 * @left_out: references of processes beyond those that are kept
 * @threads: that made references
 * @began_ns: CLOCK_REALTIME of the stream
 * @first_ns: time of the first event
 * @last_ns: time of the last event
 * @page_shift: log2 of the bytes of a page
 * @kernel: release
 * @asked: the query, "" if it is not known
 * @sweeps: that protected entries
 * @missed: sweeps whose time had passed
 * @lost: faults
 * @huge: a reference was in a huge page
 * @ended: an end came
 * @end: that
 * @stream: how the stream ended
 */
struct trace_run {
	bool by_time;
	uint32_t pid;
	struct references references;
	struct trace_sight sight;
	struct trace_seen **seen;
	size_t nr;
	struct trace_table by_pid;
	struct trace_table by_map;
	size_t nr_cells;
	uint64_t left_out;
	uint64_t threads;
	uint64_t began_ns;
	uint64_t first_ns;
	uint64_t last_ns;
	unsigned int page_shift;
	char kernel[64];
	char asked[256];
	uint64_t sweeps;
	uint64_t missed;
	uint64_t lost;
	bool huge;
	bool ended;
	struct pagesnap_end end;
	struct plot_stream stream;
};

/* Reads all of it; @by_time and @pid are set.  0 or -ENOMEM. */
int trace_run_read(struct trace_run *run, int fd);
/* References of a process. */
uint64_t trace_seen_sum(const struct trace_seen *p);
/* The value of an option in the query, "" without it; returns @buf. */
const char *trace_run_option(const struct trace_run *run, const char *option, char *buf,
			     size_t size);
void trace_run_free(struct trace_run *run);

#endif /* PLOT_TRACE_RUN_H */
