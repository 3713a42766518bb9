/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A reference trace as libCacheSim reads it: its binary format oracleGeneral.
 *
 * A request has 24 bytes without padding, in the byte order of this machine: the time in seconds
 * since the first (32 bits), the object (64 bits), its size in bytes (32 bits), and the number of
 * the next request for it, from 1, or -1 (64 bits).  Objects are pages, numbered from 1 in the
 * order of their first reference: those of a file by file and page, whoever maps them; all
 * others by address space and virtual page.
 */
#ifndef RENDER_TRACE_LIBCACHESIM_H
#define RENDER_TRACE_LIBCACHESIM_H

#include <stdio.h>

#include "references.h"
#include "table.h"

/**
 * struct libcachesim - a trace that is made
 * @spill: requests, in a file that has no name; the future of none is known yet
 * @objects: numbers of pages
 * @requests: how many
 * @first_ns: time of the first
 * @page_shift: log2 of the bytes of a page
 */
struct libcachesim {
	FILE *spill;
	struct trace_table objects;
	uint64_t requests;
	uint64_t first_ns;
	unsigned int page_shift;
};

/* Begins.  0 or -errno. */
int libcachesim_begin(struct libcachesim *l, unsigned int page_shift);
/* The next reference.  0 or -errno. */
int libcachesim_add(struct libcachesim *l, const struct trace_reference *ref);
/* All have come: finds the next request of each, and writes them.  0 or -errno. */
int libcachesim_write(struct libcachesim *l, FILE *to);
void libcachesim_free(struct libcachesim *l);

#endif /* RENDER_TRACE_LIBCACHESIM_H */
