// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: below the rows, for people
 */
#include "base/say.h"
#include "base/units.h"
#include "footer.h"

/**
 * footer_files() - say how many of the files have a row
 * @options: of the run
 * @totals: what was printed
 *
 * "20 of 18,422 cached files, 4.6G of 6.0G. More: --top 0."
 */
void footer_files(const struct options *options, const struct out_totals *totals)
{
	char shown[UNITS_MAX], all[UNITS_MAX], shown_size[UNITS_MAX], all_size[UNITS_MAX];

	if (options->out.group != PAGESNAP_GROUP_OBJECT || options->out.summary)
		return;
	/* a saved stream may be of something else */
	if (totals->files != totals->objects)
		return;
	units_grouped(totals->rows, shown);
	units_grouped(totals->objects, all);
	units_size(totals->printed_bytes, shown_size);
	units_size(totals->all_bytes, all_size);
	if (totals->rows < totals->objects)
		say("%s of %s cached files, %s of %s. More: --top 0.", shown, all, shown_size,
		    all_size);
	else
		say("%s cached file%s, %s.", all, totals->files == 1 ? "" : "s", all_size);
}

/**
 * footer_remarks() - explain words in the rows
 * @kind: of the rows
 * @totals: what was printed
 */
void footer_remarks(const struct kind *kind, const struct out_totals *totals)
{
	size_t i;

	for (i = 0; i < kind->nr_remarks; i++)
		if (totals->remarks >> i & 1)
			say("%s", kind->remarks[i].says);
}
