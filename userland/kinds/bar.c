// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which parts of a file are in memory
 *
 * As "vmtouch -v" draws it, but a part that is in memory in part looks different from
 * one that is all there, and the bar has no blank.
 */
#include <string.h>

#include "bar.h"

/**
 * bar_begin() - begin with a file
 * @bar: bar
 * @pages: of the file
 */
void bar_begin(struct bar *bar, uint64_t pages)
{
	memset(bar, 0, sizeof(*bar));
	bar->pages = pages;
}

/* First page of a part.  A file of fewer pages than parts has parts of one page and of none. */
static uint64_t first_of(const struct bar *bar, unsigned int cell)
{
	return (unsigned __int128)bar->pages * cell / BAR_CELLS;
}

/**
 * bar_add() - some pages are in memory
 * @bar: bar
 * @index: first of them
 * @nr: how many; those behind the end of the file, which may have grown, are left out
 */
void bar_add(struct bar *bar, uint64_t index, uint64_t nr)
{
	uint64_t end = nr < bar->pages - index ? index + nr : bar->pages;
	unsigned int i;

	if (index >= bar->pages)
		return;
	for (i = (unsigned __int128)index * BAR_CELLS / bar->pages; i < BAR_CELLS; i++) {
		uint64_t from = first_of(bar, i), to = first_of(bar, i + 1);

		if (from >= end)
			break;
		from = from > index ? from : index;
		to = to < end ? to : end;
		bar->cells[i] += to > from ? to - from : 0;
	}
}

/* Of a file of few pages a part without any shows the page that it is part of. */
static char cell_of(const struct bar *bar, unsigned int cell)
{
	unsigned int i = cell;
	uint64_t size;

	/* the last part ends where the file does, so one that has pages follows */
	while (first_of(bar, i) == first_of(bar, i + 1))
		i++;
	size = first_of(bar, i + 1) - first_of(bar, i);
	if (!bar->cells[i])
		return '.';
	return bar->cells[i] == size ? 'O' : 'o';
}

/**
 * bar_text() - draw it
 * @bar: bar
 * @text: where to, not terminated
 */
void bar_text(const struct bar *bar, char text[BAR_CELLS + 2])
{
	unsigned int i;

	text[0] = '[';
	text[BAR_CELLS + 1] = ']';
	for (i = 0; i < BAR_CELLS; i++)
		text[i + 1] = bar->pages ? cell_of(bar, i) : '.';
}
