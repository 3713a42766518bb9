/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How answers about pages are shown, where that is more than their rows.
 */
#ifndef KINDS_PAGES_VIEW_H
#define KINDS_PAGES_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/roots.h"
#include "tally_group.h"

/**
 * struct pages_view - what is made of answers about pages besides rows
 * @by: rows are sums of files by this; answers have group=object then
 * @roots: TALLY_BY_DIR: folders that were named, or NULL; more may come while rows do
 * @depth: TALLY_BY_DIR: folders are distinguished so far below those, or below /
 * @shared: only files that are charged to several cgroups
 * @dead: TALLY_BY_CGROUP: only cgroups that are gone
 * @task_totals: in a table, a row below the VMAs of each process
 * @bar: rows are files of which the runs are added up, with a bar
 * @states: bits of the PAGESNAP_STATE_* that files must have, 0 for any
 * @recent: ask of each file how many of its pages were evicted recently
 * @names: frames have names: a summary tells caches of slabs apart
 * @slab: what the slab allocator has for files
 * @once: files that come again, in another answer, are passed over
 */
struct pages_view {
	enum tally_by by;
	const struct roots *roots;
	uint32_t depth;
	bool shared;
	bool dead;
	bool task_totals;
	bool bar;
	uint32_t states;
	bool recent;
	bool names;
	bool slab;
	bool once;
};

#endif /* KINDS_PAGES_VIEW_H */
