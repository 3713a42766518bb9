// SPDX-License-Identifier: GPL-2.0
#include "columns.h"

/* Rows of a table that a person gets without asking for more. */
#define ROWS_ON_TERMINAL 20

static const char *const of_reports[] = {
	[SLAB_HOTSPOTS] = "LIVE,ALLOCS,FREES,REQUESTED,ALLOCATED,FRAG%",
	[SLAB_FRAG] = "WASTE,FRAG%,REQUESTED,ALLOCATED,ALLOCS,LIVE_WASTE",
	[SLAB_CROSS] = "OTHER_CPU,OTHER_CPU%,OTHER_NODE,OTHER_NODE%,FREES,ALLOCS",
	[SLAB_LIFETIMES] = "ALLOCS,FREES,MEDIAN,P99,LIFETIMES",
	[SLAB_LIVE] = "LIVE,LIVE_OBJECTS,LIVE_REQUESTED,OLDEST,MEAN_AGE,YOUNGEST",
	[SLAB_LEAKS] = "SURE,LIVE,LIVE_OBJECTS,GROWN_BYTES,GREW,KEPT%,OLDEST",
};

static const char *const of_subjects[] = {
	[SLAB_BY_SITE] = "SITE", [SLAB_BY_CACHE] = "CACHE", [SLAB_BY_PID] = "PID,COMMAND",
	[SLAB_BY_CGROUP] = "CGROUP_PATH",
};

/**
 * slab_columns() - columns that are printed unless others are named
 * @options: of the output
 * @usual: those of the kind, which are not what is wanted
 * @room: gets the list
 * @size: bytes there
 *
 * Return: list.
 */
const char *slab_columns(const struct out_options *options, const char *usual, char *room,
			 size_t size)
{
	const struct slab_view *view = &options->slab;

	snprintf(room, size, "%s%s,%s%s%s", view->each_round ? "ROUND," : "",
		 of_reports[view->report],
		 view->report == SLAB_HOTSPOTS && view->by == SLAB_BY_CACHE ?
			"ALL_OBJECTS,ALL_BYTES," : "",
		 of_subjects[view->by],
		 view->report == SLAB_LEAKS && view->by == SLAB_BY_SITE ? ",STACK" : "");
	return room;
}

/**
 * slab_rows() - how many rows are shown at a time?
 * @options: of the output
 * @nr: rows that there are
 *
 * Return: that, or fewer of them.
 */
size_t slab_rows(const struct out_options *options, size_t nr)
{
	size_t top = options->slab.top;

	if (!top && options->format == OUT_TABLE && options->terminal && !options->sort)
		top = ROWS_ON_TERMINAL;
	return top && top < nr ? top : nr;
}

/**
 * slab_say_left_out() - that there are more rows, where nobody asked for so few, or none at all
 * @options: of the output
 * @shown: rows that are shown
 * @left_out: rows that are not
 * @none: that there are none, for people; NULL if that is known without
 * @buf: takes the text; left as it is if there is nothing to say
 * @size: of @buf
 */
void slab_say_left_out(const struct out_options *options, size_t shown, size_t left_out,
		       const char *none, char *buf, size_t size)
{
	if (options->slab.each_round)
		return;
	if (!shown && none && options->format == OUT_TABLE)
		snprintf(buf, size, "%s", none);
	else if (left_out && !options->slab.top)
		snprintf(buf, size, "these are %zu of %zu: --top N shows more", shown,
			 shown + left_out);
}
