/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_RATIO_H
#define KINDS_RATIO_H

#include "column_get.h"

/* A share of all in percent with two digits behind the point; "?" if it is unknown. */
static inline void set_ratio(struct row *row, struct value *v, uint64_t part, uint64_t all)
{
	if (part == PAGESNAP_UNKNOWN)
		v->type = VALUE_UNKNOWN;
	else if (all)
		set_printed(row, v, "%.2f", 100.0 * (double)part / (double)all);
}

#endif /* KINDS_RATIO_H */
