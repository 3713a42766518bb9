// SPDX-License-Identifier: GPL-2.0
/* pagesnap cgroup: what memory cgroups have in the page cache. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ask/places.h"
#include "base/say.h"
#include "commands.h"
#include "footer.h"
#include "render/defaults.h"
#include "sums.h"

/* What one row is. */
static int cgroup_settle(struct options *options, bool operands)
{
	const char *rows = options->cgroup_rows ? options->cgroup_rows : "";
	struct out_options *out = &options->out;

	out->by = TALLY_BY_CGROUP;
	out->row_columns = OUT_CGROUPS_COLUMNS;
	out->dead = !strcmp(rows, "dead");
	out->shared = !strcmp(rows, "shared");
	if (out->shared) {
		out->by = TALLY_BY_NONE;
		out->row_columns = OUT_SHARED_COLUMNS;
	} else if (!strcmp(rows, "files")) {
		out->by = TALLY_BY_NONE;
		out->row_columns = NULL;
	} else if (!strcmp(rows, "matrix")) {
		out->by = TALLY_BY_PAIR;
		out->row_columns = NULL;
	}
	/* who saved it may have asked more than once */
	out->once = options->read;
	return 0;
}

static int cgroup_open(struct source **out, struct options *options, int argc, char **argv)
{
	if (argc) {
		say_error("%s: cgroup takes no operand; --files CGROUP shows one", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	return sums_open(out, options, places_everywhere(!options->print_query), false);
}

/* Rows of --files are those of one cgroup: answers about others are no such rows. */
static int cgroup_learn(struct options *options, const struct query *query)
{
	char wanted[48];
	const char *at;
	size_t len;

	if (!options->cgroup_rows || strcmp(options->cgroup_rows, "files") != 0)
		return 0;
	len = snprintf(wanted, sizeof(wanted), " cgroup=%" PRIu64 "%s", options->ask.cgroup,
		       options->ask.cgroup_below ? "/" : "");
	at = strstr(query->line, wanted);
	if (at && (!at[len] || at[len] == ' '))
		return 0;
	say_error("%s: query %" PRIu32 ": not of --files %s: %s", say_safe(query->origin),
		  query->number, say_safe(options->cgroup), say_safe(query->line));
	return -EINVAL;
}

static void cgroup_footer(const struct options *options, const struct out_totals *totals)
{
	footer_sums(options, totals);
	if (!options->cgroup_rows)
		say("Drill down: --files CGROUP, --shared, --dead, --matrix.");
}

const struct command command_cgroup = {
	.name = "cgroup",
	.bit = FOR_CGROUP,
	.operands = "",
	.brief = "what memory cgroups have in the page cache",
	.about = "Adds up by memory cgroup what is charged to it in the page cache of the whole machine,\n"
		 "and names the largest file.  SHARED are pages of files of which other cgroups are charged\n"
		 "for pages, too.  A DEAD cgroup was removed, and is kept by what is charged to it.  No\n"
		 "file is opened.  A table on a terminal is cut to 20 rows; --top 0 shows all.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.columns = OUT_FS_COLUMNS,
	.page_columns = OUT_FS_PAGE_COLUMNS,
	.complete = OPERAND_NONE,
	.sums = true,
	.settle = cgroup_settle,
	.open = cgroup_open,
	.learn = cgroup_learn,
	.footer = cgroup_footer,
};
