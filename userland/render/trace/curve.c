// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "curve.h"
#include "lib/pagesnap.h"

#define KNEE_MIN 0.1

uint64_t *trace_curve_sizes(const struct trace_distances *d, size_t *nr)
{
	uint64_t *sizes = calloc(64, sizeof(*sizes));
	uint64_t size = 1;

	*nr = 0;
	while (sizes && *nr < 63) {
		sizes[(*nr)++] = size;
		if (size >= d->cold)
			break;
		size *= 2;
	}
	return sizes;
}

uint64_t trace_curve_from(uint64_t longest)
{
	return longest ? 2 * longest - 1 : 0;
}

static struct mrc_line line_of(const struct trace_distances *d, uint64_t longest, uint64_t size)
{
	struct mrc_line line = {
		.pages = size, .references = d->references, .cold = d->cold,
		.misses = trace_distances_misses(d, size).misses, .most = PAGESNAP_UNKNOWN,
		.is_sample = d->level,
	};

	if (!longest)
		return line;
	/* see lives.h */
	line.least = trace_distances_misses(d, size + longest - 1).least;
	if (size >= trace_curve_from(longest))
		line.most = trace_distances_misses(d, size - longest + 1).most;
	return line;
}

static void mark_knee(struct mrc_line *lines, size_t nr)
{
	const struct mrc_line *first = lines, *last = lines + nr - 1;
	struct mrc_line *knee = NULL;
	double best = KNEE_MIN, wide, high;

	if (nr < 3 || first->misses <= last->misses)
		return;
	wide = log2((double)last->pages) - log2((double)first->pages);
	high = (double)(first->misses - last->misses);
	for (struct mrc_line *l = lines + 1; l < last; l++) {
		double x = (log2((double)l->pages) - log2((double)first->pages)) / wide;
		double below = 1 - x - (double)(l->misses - last->misses) / high;

		if (below > best) {
			best = below;
			knee = l;
		}
	}
	if (knee)
		knee->is_knee = true;
}

void trace_curve(const struct trace_distances *d, uint64_t longest, const uint64_t *sizes,
		 size_t nr, struct mrc_line *lines)
{
	for (size_t i = 0; i < nr; i++)
		lines[i] = line_of(d, longest, sizes[i]);
	if (nr)
		mark_knee(lines, nr);
}
