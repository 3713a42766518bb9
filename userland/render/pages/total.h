/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RENDER_PAGES_TOTAL_H
#define RENDER_PAGES_TOTAL_H

#include "kinds/columns.h"
#include "kinds/pages_summary.h"
#include "render/out.h"

/* What a summary says besides flags: "holes 1024; 1.9 s".  To be freed; NULL without memory. */
char *total_remarks(const struct pages_summary *s, enum out_ending ending);
/* Values of the line below a summary. */
void total_values(struct row *row, const struct layout *l, const struct pages_summary *s,
		  const char *remarks, struct value *values);

/* And of the line below sums of files. */
void total_of_tally(struct row *row, const struct layout *l, const struct tally_group *total,
		    struct value *values);

#endif /* RENDER_PAGES_TOTAL_H */
