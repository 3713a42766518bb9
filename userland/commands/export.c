// SPDX-License-Identifier: GPL-2.0
/* pagesnap export: what is in memory, as numbers for Prometheus. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "export/answer.h"
#include "export/write.h"

#define TOP 20
#define TOP_MAX 1000

/**
 * struct export_options - options of export alone
 * @file: is replaced by the answer; NULL: it is printed
 * @open: it is printed as OpenMetrics
 * @top: groups of each sort, 0 for the usual
 */
struct export_options {
	char *file;
	bool open;
	uint32_t top;
};

static int tell(const struct export_options *own, const struct metrics *m)
{
	if (own->file)
		return export_write(own->file, m->text.s, m->text.len);
	/* main() says what can't be written */
	fwrite(m->text.s, 1, m->text.len, stdout);
	return 0;
}

static int export_once(const struct options *options)
{
	const struct export_options *own = options->own;
	const struct export_asking asking = { own->top ?: TOP, options->max_cpu };
	struct metrics m = { .open = own->open };
	int code = interrupt_catch();

	if (code) {
		say_error("%s", strerror(-code));
		return EXIT_FAILED;
	}
	progress_begin();
	code = export_answer(&asking, &m, 1);
	progress_erase();
	if (code != EXIT_INTERRUPTED && !m.text.failed && m.text.len && tell(own, &m))
		code = EXIT_FAILED;
	value_buf_free(&m.text);
	return code;
}

static int export_run(struct options *options, const struct command *command, int argc,
		      char **argv)
{
	if (argc) {
		say_error("%s: export takes no operand", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	return export_once(options);
}

static int export_settle(struct options *options, bool operands)
{
	const struct export_options *own = options->own;

	if (!own->file || !own->open)
		return 0;
	say_error("--openmetrics: node_exporter, which reads --file, doesn't take it");
	return -EINVAL;
}

/* Options ------------------------------------------------------------------------------ */

static int set_top(struct options *options, const struct option_entry *entry, const char *argument)
{
	int err = option_set_number32(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint32_t *)option_member(options, entry),
					 "takes a number from 1 to 1000");
}

static const struct option_entry file_option = {
	"file", 0, "FILE", SECTION_OUTPUT, false, option_set_string,
	OWN(struct export_options, file), .complete = WORDS_FILES,
	.help = "replace FILE by it, which is never seen in part: for\n"
		"node_exporter's textfile collector",
};

static const struct option_entry openmetrics_option = {
	"openmetrics", 0, NULL, SECTION_OUTPUT, false, option_set_true,
	OWN(struct export_options, open),
	.help = "print OpenMetrics, not Prometheus' own text format",
};

static const struct option_entry top_option = {
	"top", 0, "N", SECTION_OUTPUT, false, set_top, OWN(struct export_options, top),
	.value = TOP_MAX,
	.help = "the N largest filesystems, types of these and cgroups have\n"
		"series, all others are \"other\" (default: 20)",
};

static const struct option_entry *const export_list[] = {
	&file_option, &openmetrics_option, &top_option, &option_max_cpu, OPTIONS_ABOUT, NULL
};

const struct command command_export = {
	.name = "export",
	.operands = "",
	.brief = "numbers for Prometheus: memory by class, filesystem, cgroup",
	.about = "Looks at all of memory once, and prints numbers as Prometheus reads them: frames by\n"
		 "class, which sum to MemTotal, and what is cached of files by filesystem, by type of it\n"
		 "and by memory cgroup.  How many series there are is bounded by --top.",
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_NONE,
	.options = export_list,
	.own_size = sizeof(struct export_options),
	.run = export_run,
	.settle = export_settle,
};
