/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References of a process by page and by when they were made, counted in cells that grow coarser
 * as more come, so that any number of them fits.  Pure.
 */
#ifndef PLOT_SCATTER_H
#define PLOT_SCATTER_H

#include <stddef.h>
#include <stdint.h>

/* Columns at the most: with one more, each becomes twice as wide. */
#define SCATTER_COLUMNS_LOG 12
#define SCATTER_COLUMNS (1U << SCATTER_COLUMNS_LOG)

/* What a reference was. */
enum scatter_kind { SCATTER_READ, SCATTER_WRITE, SCATTER_FETCH, SCATTER_KINDS };

/**
 * struct scatter_cell - references to a row of pages in a column
 * @key: row, and in the lower SCATTER_COLUMNS_LOG bits the column
 * @counts: how many of each kind; all zero: no cell.  They stay at their maximum
 * @area: number of the mapping, as the caller has it, of the last of them
 */
struct scatter_cell {
	uint64_t key;
	uint32_t counts[SCATTER_KINDS];
	uint32_t area;
};

/**
 * struct scatter - cells of a process; all zero is none
 * @slots: a hash table of them; of @size, 0 or a power of two
 * @nr: cells in it
 * @size: see there
 * @page_shift: log2 of the pages of a row
 * @x_shift: log2 of the width of a column, in the caller's unit
 * @end: behind the last reference, in that unit
 */
struct scatter {
	struct scatter_cell *slots;
	size_t nr;
	size_t size;
	unsigned int page_shift;
	unsigned int x_shift;
	uint64_t end;
};

static inline uint64_t scatter_row(const struct scatter_cell *cell)
{
	return cell->key >> SCATTER_COLUMNS_LOG;
}

static inline unsigned int scatter_column(const struct scatter_cell *cell)
{
	return cell->key & (SCATTER_COLUMNS - 1);
}

/* A reference to @page at @x.  0 or -ENOMEM. */
int scatter_add(struct scatter *s, uint64_t page, uint64_t x, enum scatter_kind kind,
		uint32_t area);
/* Makes columns so wide that there is one for @x.  0 or -ENOMEM. */
int scatter_reach(struct scatter *s, uint64_t x);
/* Makes each row one of twice as many pages.  0 or -ENOMEM. */
int scatter_coarsen(struct scatter *s);
/* Cells by row, and in a row by column, in place: nothing can be added from then on. */
void scatter_sort(struct scatter *s);
void scatter_free(struct scatter *s);

#endif /* PLOT_SCATTER_H */
