/* SPDX-License-Identifier: GPL-2.0 */
/* What the files of the collection pages share: its queries, and the bytes behind its records. */
#ifndef PAGESNAP_LIB_PAGES_INTERNAL_H
#define PAGESNAP_LIB_PAGES_INTERNAL_H

#include "internal.h"

/**
 * struct pages_subtotals - pages by node and by memory cgroup, among the bytes of a record
 * @off: where those by node begin; those by cgroup stand behind
 * @nr_nodes: how many by node
 * @nr_cgroups: and by cgroup
 */
struct pages_subtotals {
	size_t off;
	uint32_t nr_nodes;
	uint32_t nr_cgroups;
};

/* All zero for a record that has none. */
struct pages_subtotals pagesnap_pages_subtotals(const union pagesnap_any *u);

/* What a query of params says of its own.  0, or -EINVAL if no line can say that. */
int pagesnap_pages_query(struct pagesnap_text *t, unsigned int nth,
			 const struct pagesnap_params *params);

#endif /* PAGESNAP_LIB_PAGES_INTERNAL_H */
