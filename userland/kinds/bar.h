/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which parts of a file are in memory, as a bar.
 */
#ifndef KINDS_BAR_H
#define KINDS_BAR_H

#include <stdbool.h>
#include <stdint.h>

#define BAR_CELLS 32

/**
 * struct bar - a bar that is being drawn
 * @pages: of the file
 * @cells: pages in memory in each part of it
 */
struct bar {
	uint64_t pages;
	uint64_t cells[BAR_CELLS];
};

void bar_begin(struct bar *bar, uint64_t pages);
/* Pages @index to @index + @nr - 1 are in memory. */
void bar_add(struct bar *bar, uint64_t index, uint64_t nr);
/* "[OOOo..]": all of a part, some, none. */
void bar_text(const struct bar *bar, char text[BAR_CELLS + 2]);

#endif /* KINDS_BAR_H */
