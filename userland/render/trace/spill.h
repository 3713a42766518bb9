/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References that wait in a file for their end: Belady's policy needs to know what is to come, and
 * one simulation at a time needs the memory of one.  4 bytes a reference, and 8 more for OPT.
 */
#ifndef RENDER_TRACE_SPILL_H
#define RENDER_TRACE_SPILL_H

#include "kinds/simulate_line.h"
#include "policies.h"
#include "table.h"

#define TRACE_SPILL_BUFFER 65536

/**
 * struct trace_spill - references so far; all zero but @fd, which is -1, is none
 * @fd: file without a name, in $TMPDIR or /var/tmp
 * @nr: references
 * @pages: numbers of pages, from 0
 * @buffer: the last references, that are not written yet; owned
 * @filled: how many these are
 */
struct trace_spill {
	int fd;
	uint64_t nr;
	struct trace_table pages;
	uint32_t *buffer;
	size_t filled;
};

/* A page is referenced.  0 or -errno. */
int trace_spill_add(struct trace_spill *s, const struct trace_key *page);
/*
 * A row for each of @nr_policies and @nr sizes, by policy; @lines has room for all.  Sizes are in
 * pages, from 1.  0 or -errno.
 */
int trace_spill_simulate(struct trace_spill *s, const enum trace_policy *policies,
			 size_t nr_policies, const uint64_t *sizes, size_t nr,
			 struct simulate_line *lines);
void trace_spill_free(struct trace_spill *s);

#endif /* RENDER_TRACE_SPILL_H */
