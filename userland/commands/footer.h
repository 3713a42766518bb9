/* SPDX-License-Identifier: GPL-2.0 */
/* What is printed for people below a table, on stderr. */
#ifndef FOOTER_H
#define FOOTER_H

#include "cli/options.h"

/* How many of the files that there are have a row. */
void footer_files(const struct options *options, const struct out_totals *totals);
/* With --with-slab, what is in no row. */
void footer_slab(const struct options *options);
/* Words in the rows that say nothing by themselves. */
void footer_remarks(const struct kind *kind, const struct out_totals *totals);

#endif /* FOOTER_H */
