// SPDX-License-Identifier: GPL-2.0
/* pagesnap pfn, and pagesnap who: page frames by number. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "ask/subjects.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "engine/nothing.h"
#include "kinds/pages_layouts.h"
#include "kinds/pages_nothing.h"

/**
 * struct frames - options of these two alone
 * @phys: frames are named by their addresses
 */
struct frames {
	bool phys;
};

static bool by_address(const struct options *options)
{
	const struct frames *frames = options->own;

	return frames->phys;
}

/* A query for each range. */
static const struct subjects subjects = { .which = PAGESNAP_PFN, .nr = 1 };

static int no_memory(void)
{
	say_error("%s", strerror(ENOMEM));
	return EXIT_FAILED;
}

/* Said of the first one only: who writes many knows, or doesn't at all. */
static void note_decimal(const struct options *options)
{
	const struct ranges *ranges = &options->ranges;
	const struct range *r;

	for (r = ranges->list; !by_address(options) && r < ranges->list + ranges->nr; r++) {
		if (!spec_is_either(r->text))
			continue;
		say("# %s was read as decimal: frame 0x%" PRIx64 ". As the kernel prints it: pfn:%s",
		    r->text, r->start, r->text);
		return;
	}
}

/* Operands are ranges. */
static int read_ranges(struct options *options, int argc, char **argv)
{
	char why[SPEC_WHY_MAX];
	struct range range;
	int i;

	for (i = 0; i < argc; i++) {
		if (spec_frames(argv[i], by_address(options), &range, why)) {
			say_error("%s: %s", say_safe(argv[i]), why);
			return EXIT_USAGE;
		}
		if (ranges_add(&options->ranges, &range))
			return no_memory();
	}
	note_decimal(options);
	return EXIT_OK;
}

static int pfn_range(const struct options *options, const char *text, struct range *range,
		     char why[SPEC_WHY_MAX])
{
	return spec_frames(text, by_address(options), range, why);
}

static void frames_nothing(const void *own, struct kind_nothing *n, const struct kind_asked *asked)
{
	const struct frames *frames = own;

	if (asked->which == PAGESNAP_PFN)
		pages_say_no_frames(n, asked, frames->phys);
	else
		nothing_say(own, n, asked);
}

static int pfn_open(struct source **out, struct options *options, int argc, char **argv)
{
	static const struct range everything = { .end = UINT64_MAX };
	int code = read_ranges(options, argc, argv);

	if (code)
		return code;
	/* a query of no word at all asks nothing */
	if (!options->ranges.nr && ranges_add(&options->ranges, &everything))
		return no_memory();
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ?
	       EXIT_FAILED : EXIT_OK;
}

static int who_open(struct source **out, struct options *options, int argc, char **argv)
{
	int code = read_ranges(options, argc, argv);

	if (code)
		return code;
	if (!options->ranges.nr) {
		say_error("who takes at least one PFN");
		return EXIT_USAGE;
	}
	options->ask.frame_names = true;
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ?
	       EXIT_FAILED : EXIT_OK;
}

static const struct option_entry phys_option = {
	"phys", 0, NULL, SECTION_SELECT, true, option_set_true, OWN(struct frames, phys),
	.help = "frames are named by physical addresses, in hexadecimal:\n"
		"ADDRESS, or FROM-TO",
};

static const struct option_entry names_option = {
	"names", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(ask.frame_names),
	.help = "look up the names of files and of caches of slabs\n"
		"(columns FILE, STATE, WHERE); with --summary of these",
};

static const struct option_entry *const pfn_list[] = {
	&option_range, &phys_option, OPTIONS_FLAGS, &option_cgroup, OPTIONS_ORDER, &option_limit,
	&option_group, &option_summary, &option_raw_flags, &option_mask, &names_option,
	OPTIONS_COLUMNS, OPTIONS_SORT, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, &option_tag,
	&option_trace, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_pfn = {
	.name = "pfn",
	.operands = "[RANGE...]",
	.brief = "page frames by number",
	.about = "Shows what the page frames of memory hold, in their order.  A RANGE is START,END or\n"
		 "START+COUNT or START or START- (to the end); default: all frames.  Numbers are decimal\n"
		 "or 0x hexadecimal; pfn:HEX is a frame as the kernel prints it, phys:ADDRESS the one at a\n"
		 "physical address, phys:FROM-TO all from there to here.",
	.group = PAGESNAP_GROUP_RUN,
	.kind = &kind_pages,
	.columns = PAGES_PFN_COLUMNS,
	.page_columns = PAGES_PFN_PAGE_COLUMNS,
	.named_columns = PAGES_PFN_NAMES_COLUMNS,
	.reads = 1U << PAGESNAP_PFN,
	.complete = OPERAND_NONE,
	.options = pfn_list,
	.own_size = sizeof(struct frames),
	.range = pfn_range,
	.open = pfn_open,
	.nothing = frames_nothing,
};

static const struct option_entry *const who_list[] = {
	&phys_option, OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, OPTIONS_RUN, OPTIONS_ABOUT,
	NULL
};

const struct command command_who = {
	.name = "who",
	.operands = "PFN...",
	.brief = "whose page frames are",
	.about = "Shows of page frames which page of which file they are, or which kind of memory.  A\n"
		 "PFN is a number, decimal or 0x hexadecimal; pfn:HEX, as the kernel prints frames; or\n"
		 "phys:ADDRESS, a physical address.  In place of a PFN there may be a RANGE as for pfn; each\n"
		 "frame has a row.  Exits with 1 if there is no such frame.",
	.group = PAGESNAP_GROUP_PAGE,
	.kind = &kind_pages,
	.columns = PAGES_WHO_COLUMNS,
	.page_columns = PAGES_WHO_COLUMNS,
	.reads = 1U << PAGESNAP_PFN,
	.complete = OPERAND_NONE,
	.options = who_list,
	.own_size = sizeof(struct frames),
	.open = who_open,
	.nothing = frames_nothing,
};
