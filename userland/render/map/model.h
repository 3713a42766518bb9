/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a map is drawn of: how many pages of which state lie where, in memory that is bounded
 * whatever the file, address space or machine.  Pure.
 */
#ifndef RENDER_MAP_MODEL_H
#define RENDER_MAP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kinds/map_line.h"

/* Slices that are kept: some for each cell of a large picture. */
#define MAP_SLICES_MAX 32768
/* Mappings whose names are kept, and bytes of a name. */
#define MAP_AREAS_MAX 8192
#define MAP_NAME_MAX 4096

/**
 * struct map_counts - pages by state
 * @pages: of each
 */
struct map_counts {
	uint64_t pages[MAP_STATES];
};

/**
 * struct map_slice - pages one behind the other
 * @start: the first one
 * @end: behind the last
 * @counts: of them; those between that are not counted are in no mapping
 */
struct map_slice {
	uint64_t start;
	uint64_t end;
	struct map_counts counts;
};

/**
 * struct map_area - a mapping of a process
 * @start: its first page
 * @end: behind the last
 * @name: owned, terminated; NULL for none
 */
struct map_area {
	uint64_t start;
	uint64_t end;
	char *name;
};

/**
 * struct map_model - a file, a process or memory; all zero at first
 * @by: what pages are numbered by
 * @pid: process
 * @comm: its name
 * @name: path, terminated; NULL for none
 * @name_len: its bytes
 * @page_shift: log2 of the page size
 * @size: of the file, in bytes
 * @start: the first page that was asked about
 * @is_part: not all of it was asked about
 * @slices: ascending; @nr of them
 * @nr: see there
 * @room: allocated
 * @grain: log2 of pages that share a slice where they are mixed
 * @areas: of a process, ascending; @nr_areas of them
 * @nr_areas: see there
 * @areas_room: allocated
 * @crowded: there were more
 * @total: of all
 */
struct map_model {
	enum map_by by;
	uint32_t pid;
	char comm[16];
	char *name;
	size_t name_len;
	unsigned int page_shift;
	uint64_t size;
	uint64_t start;
	bool is_part;
	struct map_slice *slices;
	size_t nr;
	size_t room;
	unsigned int grain;
	struct map_area *areas;
	size_t nr_areas;
	size_t areas_room;
	bool crowded;
	struct map_counts total;
};

void map_counts_add(struct map_counts *to, const struct map_counts *from);
uint64_t map_counts_sum(const struct map_counts *c);
/* Of these, the ones that are in memory, or in use. */
uint64_t map_counts_there(const struct map_counts *c);
/* Adds pages behind all that were added before.  0 or -ENOMEM. */
int map_model_add(struct map_model *m, uint64_t start, uint64_t end, enum map_state state);
/* The same of a mapping. */
int map_model_area(struct map_model *m, uint64_t start, uint64_t end, const char *name, size_t len);
/* What it is of.  0 or -ENOMEM. */
int map_model_name(struct map_model *m, const char *name, size_t len);
/* Forgets all. */
void map_model_free(struct map_model *m);

#endif /* RENDER_MAP_MODEL_H */
