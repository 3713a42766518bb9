// SPDX-License-Identifier: GPL-2.0
/* pagesnap pfn, and pagesnap who: page frames by number. */
#include <errno.h>
#include <string.h>

#include "command.h"
#include "out/defaults.h"
#include "say.h"
#include "subjects.h"

static int no_memory(void)
{
	say_error("%s", strerror(ENOMEM));
	return EXIT_FAILED;
}

/* Operands are ranges. */
static int read_ranges(struct options *options, int argc, char **argv)
{
	struct range range;
	const char *why;
	int i;

	for (i = 0; i < argc; i++) {
		if (spec_range(argv[i], &range, &why)) {
			say_error("%s: %s", say_safe(argv[i]), why);
			return EXIT_USAGE;
		}
		if (options_add_range(options, &range))
			return no_memory();
	}
	return EXIT_OK;
}

static int pfn_open(struct source **out, struct options *options, int argc, char **argv)
{
	static const struct range everything = { .end = UINT64_MAX };
	int code = read_ranges(options, argc, argv);

	if (code)
		return code;
	/* a query of no word at all asks nothing */
	if (!options->nr_ranges && options_add_range(options, &everything))
		return no_memory();
	return subjects_open(out, options, PAGESNAP_PFN, 1, NULL, NULL) ? EXIT_FAILED : EXIT_OK;
}

static int who_open(struct source **out, struct options *options, int argc, char **argv)
{
	int code = read_ranges(options, argc, argv);

	if (code)
		return code;
	if (!options->nr_ranges) {
		say_error("who takes at least one PFN");
		return EXIT_USAGE;
	}
	options->ask.frame_names = true;
	return subjects_open(out, options, PAGESNAP_PFN, 1, NULL, NULL) ? EXIT_FAILED : EXIT_OK;
}

const struct command command_pfn = {
	.name = "pfn",
	.bit = FOR_PFN,
	.operands = "[RANGE...]",
	.brief = "page frames by number",
	.about = "Shows what the page frames of memory hold, in their order.  A RANGE is START,END or\n"
		 "START+COUNT or START or START- (to the end); default: all frames.",
	.group = PAGESNAP_GROUP_RUN,
	.columns = OUT_PFN_COLUMNS,
	.page_columns = OUT_PFN_PAGE_COLUMNS,
	.complete = OPERAND_NONE,
	.open = pfn_open,
};

const struct command command_who = {
	.name = "who",
	.bit = FOR_WHO,
	.operands = "PFN...",
	.brief = "whose page frames are",
	.about = "Shows of page frames which page of which file they are, or which kind of memory.  In\n"
		 "place of a PFN there may be a RANGE as for pfn; each frame has a row.",
	.group = PAGESNAP_GROUP_PAGE,
	.columns = OUT_WHO_COLUMNS,
	.page_columns = OUT_WHO_COLUMNS,
	.complete = OPERAND_NONE,
	.open = who_open,
};
