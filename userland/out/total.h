/* SPDX-License-Identifier: GPL-2.0 */
#ifndef OUT_TOTAL_H
#define OUT_TOTAL_H

#include "columns.h"
#include "out.h"
#include "summary.h"

/* What a summary says besides flags: "holes 1024; 1.9 s".  To be freed; NULL without memory. */
char *total_remarks(const struct summary *s, enum out_ending ending);
/* Values of the line below a summary. */
void total_values(struct row *row, const struct layout *l, const struct summary *s,
		  const char *remarks, struct value *values);

/* And of the line below sums of files. */
void total_of_tally(struct row *row, const struct layout *l, const struct tally_group *total,
		    struct value *values);

#endif /* OUT_TOTAL_H */
