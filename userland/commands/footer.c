// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: below the rows, for people
 */
#include <stdio.h>

#include "base/numbers.h"
#include "base/say.h"
#include "base/slabinfo.h"
#include "base/system_path.h"
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

/* What dentry-state says: all, those that nobody uses, two more, and those that lead nowhere. */
enum { DENTRIES_NEGATIVE = 4, DENTRY_NUMBERS };

/* Negative dentries of the machine; false if the kernel doesn't tell. */
static bool negative_dentries(uint64_t *nr)
{
	char path[4096], line[256];
	uint64_t numbers[DENTRY_NUMBERS];
	FILE *from;
	bool read;

	snprintf(path, sizeof(path), "%s/sys/fs/dentry-state", system_path("PAGESNAP_PROC", "/proc"));
	from = fopen(path, "re");
	if (!from)
		return false;
	read = fgets(line, sizeof(line), from) && numbers_read(line, numbers, DENTRY_NUMBERS);
	fclose(from);
	if (read)
		*nr = numbers[DENTRIES_NEGATIVE];
	return read;
}

/**
 * footer_slab() - say what no file has, though the page cache leads to it
 * @options: of the run
 *
 * A negative dentry leads to no inode, and which are of a filesystem can't be told without its
 * locks being held for long.  Whether a folio has buffer heads its filesystem knows.
 */
void footer_slab(const struct options *options)
{
	static const char begins[] = "Not in SLAB:";
	char dentries[UNITS_MAX], heads[UNITS_MAX];
	struct slabinfo info = { NULL };
	const struct slabinfo_cache *buffers;
	uint64_t nr;

	if (!options->ask.slab)
		return;
	slabinfo_read(&info);
	buffers = slabinfo_find(&info, "buffer_head");
	if (!options->read && buffers && negative_dentries(&nr))
		say("%s %s negative dentries and %s buffer heads of the whole machine.", begins,
		    units_grouped(nr, dentries), units_grouped(buffers->objects, heads));
	else
		say("%s negative dentries and buffer heads.", begins);
	slabinfo_free(&info);
}
