// SPDX-License-Identifier: GPL-2.0
/* pagesnap cgroup: what memory cgroups have in the page cache. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ask/places.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "kinds/pages_layouts.h"
#include "sums.h"

/**
 * struct cgroup_options - options of cgroup alone
 * @rows: which of --files, --shared, --dead and --matrix was given, NULL for none
 * @places: where it looks
 */
struct cgroup_options {
	const char *rows;
	struct places *places;
};

static void cgroup_release(void *own)
{
	places_free(((struct cgroup_options *)own)->places);
}

/* What one row is. */
static int cgroup_settle(struct options *options, bool operands)
{
	const struct cgroup_options *own = options->own;
	const char *rows = own->rows ? own->rows : "";
	struct out_options *out = &options->out;

	out->pages.by = TALLY_BY_CGROUP;
	out->row_columns = PAGES_CGROUPS_COLUMNS;
	out->pages.dead = !strcmp(rows, "dead");
	out->pages.shared = !strcmp(rows, "shared");
	if (out->pages.shared) {
		out->pages.by = TALLY_BY_NONE;
		out->row_columns = PAGES_SHARED_COLUMNS;
	} else if (!strcmp(rows, "files")) {
		out->pages.by = TALLY_BY_NONE;
		out->row_columns = NULL;
	} else if (!strcmp(rows, "matrix")) {
		out->pages.by = TALLY_BY_PAIR;
		out->row_columns = NULL;
	}
	/* who saved it may have asked more than once */
	out->pages.once = options->read;
	return 0;
}

static int cgroup_open(struct source **out, struct options *options, int argc, char **argv)
{
	struct cgroup_options *own = options->own;

	if (argc) {
		say_error("%s: cgroup takes no operand; --files CGROUP shows one", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	own->places = places_everywhere(!options->print_query);
	return sums_open(out, options, own->places, false);
}

/* Rows of --files are those of one cgroup: answers about others are no such rows. */
static int cgroup_learn(struct options *options, const struct query *query)
{
	const struct cgroup_options *own = options->own;
	char wanted[48];
	const char *at;
	size_t len;

	if (!own->rows || strcmp(own->rows, "files") != 0)
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
	const struct cgroup_options *own = options->own;

	sums_footer(options, totals);
	if (!own->rows)
		say("Drill down: --files CGROUP, --shared, --dead, --matrix.");
}

/* One of them says what the rows of cgroup are. */
static int set_rows(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	struct cgroup_options *own = options->own;

	if (own->rows && strcmp(own->rows, entry->name)) {
		options->why = "takes no other of --files, --shared, --dead and --matrix";
		return -EINVAL;
	}
	own->rows = entry->name;
	if (!argument)
		return 0;
	options->cgroup_option = entry->name;
	return option_set_string(options, entry, argument);
}

static const struct option_entry files_option = {
	"files", 0, "CGROUP", SECTION_OUTPUT, false, set_rows, AT(cgroup),
	.complete = WORDS_FOLDERS,
	.help = "a row for each file that is charged to this cgroup: a\n"
		"path, a unit, the start of a container's id, or @INODE;\n"
		"with / at the end also to those below it",
};

static const struct option_entry shared_option = {
	"shared", 0, NULL, SECTION_OUTPUT, false, set_rows,
	.help = "a row for each file that is charged to several cgroups",
};

static const struct option_entry dead_option = {
	"dead", 0, NULL, SECTION_OUTPUT, false, set_rows,
	.help = "only cgroups that were removed, but are charged still",
};

static const struct option_entry matrix_option = {
	"matrix", 0, NULL, SECTION_OUTPUT, false, set_rows,
	.help = "a row for each two cgroups that are charged for the same\n"
		"files: what the first one is charged of these",
};

static const struct option_entry *const cgroup_list[] = {
	&option_state, OPTIONS_FLAGS, OPTIONS_ORDER, &option_min_pages, &files_option,
	&shared_option, &dead_option, &matrix_option, &option_with_slab, &option_raw_flags, OPTIONS_COLUMNS,
	OPTIONS_SORT, OPTIONS_FORMAT, OPTIONS_LOOK, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_cgroup = {
	.name = "cgroup",
	.operands = "",
	.brief = "what memory cgroups have in the page cache",
	.about = "Adds up by memory cgroup what is charged to it in the page cache of the whole machine,\n"
		 "and names the largest file.  SHARED are pages of files of which other cgroups are charged\n"
		 "for pages, too.  A DEAD cgroup was removed, and is kept by what is charged to it.  No\n"
		 "file is opened.  A table on a terminal is cut to 20 rows; --top 0 shows all.",
	.group = PAGESNAP_GROUP_OBJECT,
	.sorted = true,
	.kind = &kind_pages,
	.columns = PAGES_FS_COLUMNS,
	.page_columns = PAGES_FS_PAGE_COLUMNS,
	.reads = 1U << PAGESNAP_FILE | 1U << PAGESNAP_SB,
	.complete = OPERAND_NONE,
	.options = cgroup_list,
	.own_size = sizeof(struct cgroup_options),
	.release = cgroup_release,
	.settle = cgroup_settle,
	.open = cgroup_open,
	.learn = cgroup_learn,
	.check_group = sums_check_group,
	.footer = cgroup_footer,
};
