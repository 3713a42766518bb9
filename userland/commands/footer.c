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
 * footer_legend() - explain words
 * @totals: what was printed
 */
void footer_legend(const struct out_totals *totals)
{
	if (totals->legend.flags >> PAGESNAP_KPF_OWNER_2 & 1)
		say("owner_2: the filesystem's own mark, for most: where the page is on the disk is known.");
	if (totals->legend.kinds >> PAGESNAP_KIND_UNKNOWN & 1)
		say("unknown: nobody holds it: free in a list of a CPU, or the tail of an allocation.");
	if (totals->legend.kinds >> PAGESNAP_KIND_KERNEL & 1)
		say("kernel: in use, by the kernel or a driver that does not mark what for.");
}
