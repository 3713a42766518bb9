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
#include "export/serve.h"
#include "export/write.h"

#define TOP 20
#define TOP_MAX 1000
#define NS_PER_SECOND 1000000000ULL
#define MAX_AGE_NS (5 * NS_PER_SECOND)
#define MAX_AGE_MAX_NS (24 * 3600 * NS_PER_SECOND)
#define PERCENT 5

/**
 * struct export_options - options of export alone
 * @file: is replaced by the answer; NULL: it is printed
 * @open: it is printed as OpenMetrics
 * @top: groups of each sort, 0 for the usual
 * @listen: whoever asks there is answered; NULL: it is printed
 * @max_age_ns: an answer is given again for so long, 0 for the usual
 */
struct export_options {
	char *file;
	bool open;
	uint32_t top;
	char *listen;
	uint64_t max_age_ns;
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

static int export_all(const struct options *options)
{
	const struct export_options *own = options->own;
	const struct export_serving serving = {
		.where = own->listen, .asking = { .top = own->top ?: TOP },
		.max_age_ns = own->max_age_ns ?: MAX_AGE_NS,
		.percent = options->max_cpu ?: PERCENT,
	};

	return export_serve(&serving);
}

static int export_run(struct options *options, const struct command *command, int argc,
		      char **argv)
{
	if (argc) {
		say_error("%s: export takes no operand", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	return ((struct export_options *)options->own)->listen ? export_all(options) :
	       export_once(options);
}

static int export_settle(struct options *options, bool operands)
{
	const struct export_options *own = options->own;

	if (own->file && own->open)
		say_error("--openmetrics: node_exporter, which reads --file, doesn't take it");
	else if (own->listen && own->open)
		say_error("--openmetrics: with --listen each client says what it takes");
	else if (own->listen && own->file)
		say_error("--file excludes --listen");
	else if (own->max_age_ns && !own->listen)
		say_error("--max-age is for --listen");
	else
		return 0;
	return -EINVAL;
}

/* Options ------------------------------------------------------------------------------ */

static int set_top(struct options *options, const struct option_entry *entry, const char *argument)
{
	int err = option_set_number32(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint32_t *)option_member(options, entry),
					 "takes a number from 1 to 1000");
}

static int set_max_age(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	struct export_options *own = options->own;
	u64 ns = 0;

	if (pagesnap_duration(argument, strlen(argument), &ns))
		ns = 0;
	own->max_age_ns = ns;
	if (ns && ns <= MAX_AGE_MAX_NS)
		return 0;
	options->why = "takes a time as 500ms, 15s or 1m, up to 24h";
	return -EINVAL;
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

static const struct option_entry listen_option = {
	"listen", 0, "ADDRESS", SECTION_OUTPUT, false, option_set_string,
	OWN(struct export_options, listen),
	.help = "answer HTTP there: HOST:PORT, PORT of 127.0.0.1 or\n"
		"unix:/PATH, until SIGTERM",
};

static const struct option_entry max_age_option = {
	"max-age", 0, "TIME", SECTION_RUN, false, set_max_age,
	.help = "with --listen: give the same answer again for so long\n"
		"(default: 5s), longer if --max-cpu wants it",
};

static const struct option_entry max_cpu_option = {
	"max-cpu", 0, "PERCENT", SECTION_RUN, false, option_set_max_cpu, AT(max_cpu), .value = 100,
	.help = "take no more than that of one processor; with --listen,\n"
		"where it is 5 without it, by looking less often",
};

static const struct option_entry *const export_list[] = {
	&file_option, &listen_option, &openmetrics_option, &top_option, &max_age_option,
	&max_cpu_option, OPTIONS_ABOUT, NULL
};

const struct command command_export = {
	.name = "export",
	.operands = "",
	.brief = "numbers for Prometheus: memory by class, filesystem, cgroup",
	.about = "Looks at all of memory once, and prints numbers as Prometheus reads them: frames by\n"
		 "class, which sum to MemTotal, and what is cached of files by filesystem, by type of it\n"
		 "and by memory cgroup.  How many series there are is bounded by --top.  With --listen it\n"
		 "does so whenever somebody asks by HTTP.",
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_NONE,
	.options = export_list,
	.own_size = sizeof(struct export_options),
	.run = export_run,
	.settle = export_settle,
};
