// SPDX-License-Identifier: GPL-2.0
/* pagesnap pfn: page frames by number. */
#include <errno.h>
#include <string.h>

#include "command.h"
#include "out/defaults.h"
#include "say.h"
#include "subjects.h"

static int pfn_open(struct source **out, struct options *options, int argc, char **argv)
{
	static const struct range everything = { .end = UINT64_MAX };
	struct range range;
	const char *why;
	int i, err = 0;

	for (i = 0; i < argc && !err; i++) {
		if (spec_range(argv[i], &range, &why)) {
			say_error("%s: %s", say_safe(argv[i]), why);
			return EXIT_USAGE;
		}
		err = options_add_range(options, &range);
	}
	/* a query of no word at all asks nothing */
	if (!err && !options->nr_ranges)
		err = options_add_range(options, &everything);
	if (err) {
		say_error("%s", strerror(-err));
		return EXIT_FAILED;
	}
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
