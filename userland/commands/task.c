// SPDX-License-Identifier: GPL-2.0
/* pagesnap task: the pages that processes have mapped. */
#include "cli/setters.h"
#include "cli/shared.h"
#include "cli/specs.h"
#include "commands.h"
#include "engine/nothing.h"
#include "kinds/pages_layouts.h"
#include "processes.h"

static int task_range(const struct options *options, const char *text, struct range *range,
		      char why[SPEC_WHY_MAX])
{
	return spec_virtual(text, range, why);
}

static int task_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct subjects tasks = {
		.which = PAGESNAP_TASK, .nr = argc, .names = argv, .fill = processes_fill,
	};

	if (processes_check("task", argc, argv))
		return EXIT_USAGE;
	return subjects_open(out, &options->ask, &options->ranges, &tasks) ?
	       EXIT_FAILED : EXIT_OK;
}

static const struct option_entry children_option = {
	"children", 0, NULL, SECTION_SELECT, true, option_set_true,
	AT(ask.children),
	.help = "their children, too, and theirs",
};

static const struct option_entry *const task_list[] = {
	&option_range, &children_option, OPTIONS_FLAGS, &option_cgroup, OPTIONS_ORDER, &option_limit, &option_group,
	&option_summary, &option_raw_flags, &option_mask, &option_no_names, OPTIONS_COLUMNS,
	OPTIONS_SORT, OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, &option_tag, &option_trace, OPTIONS_RUN,
	OPTIONS_ABOUT, NULL
};

const struct command command_task = {
	.name = "task",
	.operands = "PID|uid:USER|cgroup:PATH...",
	.brief = "pages that processes have mapped",
	.about = "Shows the virtual memory of processes, and the pages that are mapped there.  Ranges are\n"
		 "addr:FROM-TO, addresses as in /proc/PID/maps; or virtual page numbers, which are\n"
		 "addresses divided by the page size.  uid:USER is every process with this real uid,\n"
		 "cgroup:PATH every process in this cgroup (v2) or below it, which may be named by\n"
		 "@INODE or as a unit or container, too.  With --children those they have forked count.",
	.group = PAGESNAP_GROUP_OBJECT,
	.kind = &kind_pages,
	.columns = PAGES_TASK_COLUMNS,
	.page_columns = PAGES_TASK_PAGE_COLUMNS,
	.total_columns = PAGES_TASK_TOTAL_COLUMNS,
	.reads = 1U << PAGESNAP_TASK,
	.complete = OPERAND_TASKS,
	.options = task_list,
	.task_totals = true,
	.range = task_range,
	.open = task_open,
	.nothing = nothing_say,
};
