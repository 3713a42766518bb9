// SPDX-License-Identifier: GPL-2.0
/* pagesnap audit: do the kernel's counters and what is in memory agree? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/output.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/audit/audit.h"
#include "commands/audit/balance.h"

/*
 * Pages that are evicted and others that are read while frames are walked can
 * leave the counters as they were, and not the walk: then it looks again.
 */
#define ATTEMPTS 3

static int take_line(void *ctx, const struct audit_line *line)
{
	return out_show(ctx, line);
}

/* Looks until the books balance.  0, or as audit_run(). */
static int look(struct audit *a, struct balance *b, const struct places *places)
{
	int attempt, err;

	for (attempt = 1;; attempt++) {
		err = audit_run(a, places);
		if (!err) {
			err = balance(b, &a->counters, &a->inventory, &a->classes);
			if (err)
				say_error("%s", strerror(-err));
		}
		if (err || !b->unexplained || a->failed || attempt == ATTEMPTS)
			return err;
		audit_clear(a);
	}
}

#define VERDICT_MAX 512

static void say_verdict(const struct audit *a, const struct balance *b, char text[VERDICT_MAX])
{
	if (b->unexplained)
		snprintf(text, VERDICT_MAX, "not balanced: %u difference%s not explained by what moved in %.2f s",
			 b->unexplained, b->unexplained == 1 ? " is" : "s are", a->seconds);
	else if (a->failed || a->partial)
		snprintf(text, VERDICT_MAX, "not all was seen: what was differs by no more than moved in %.2f s",
			 a->seconds);
	else
		snprintf(text, VERDICT_MAX, "balanced: every difference is smaller than what moved in %.2f s",
			 a->seconds);
}

/* Machines get it as a row behind the others, people as a line below the table. */
static int print_verdict(struct out *out, enum out_format format, const char *text)
{
	static const char name[] = "verdict";
	const struct audit_line line = {
		.counter = name, .len = strlen(name), .kernel = PAGESNAP_NONE,
		.found = PAGESNAP_NONE, .moved = PAGESNAP_NONE, .why = text,
	};

	return format == OUT_TABLE ? 0 : out_show(out, &line);
}

/* Prints what was found.  0 or a negative errno. */
static int print(struct audit *a, struct options *options)
{
	struct balance b = { .take = take_line };
	char verdict[VERDICT_MAX];
	char why[256];
	int err;

	b.ctx = out_new(&options->out, why, sizeof(why));
	if (!b.ctx) {
		say_error("%s", why);
		return -ENOMEM;
	}
	err = balance(&b, &a->counters, &a->inventory, &a->classes);
	say_verdict(a, &b, verdict);
	if (!err)
		err = print_verdict(b.ctx, options->out.format, verdict);
	if (!err)
		err = out_finish(b.ctx, OUT_WHOLE);
	if (!err && options->out.format == OUT_TABLE && fprintf(options->out.to, "%s\n", verdict) < 0)
		err = -EIO;
	out_free(b.ctx);
	if (err)
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	return err;
}

static int exit_code(const struct audit *a, const struct balance *b, int err)
{
	if (err == -EINTR)
		say_error("interrupted: nothing was compared");
	if (err)
		return err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	return b->unexplained || a->failed || a->partial ? EXIT_PARTIAL : EXIT_OK;
}

static int audit_command(struct options *options)
{
	struct balance b = { .take = NULL };
	struct audit a = { .failed = false };
	struct places *places;
	int err = 0, code;

	places = places_everywhere(true);
	if (!places)
		return places_say_missing(false);
	err = interrupt_catch();
	progress_begin();
	if (!err)
		err = look(&a, &b, places);
	progress_erase();
	if (!err)
		err = print(&a, options);
	code = exit_code(&a, &b, err);
	if (!err && b.unexplained)
		say_error("%u difference%s not explained by what moved in %.2f s", b.unexplained,
			  b.unexplained == 1 ? " is" : "s are", a.seconds);
	audit_clear(&a);
	places_free(places);
	return code;
}

static int audit_run_command(struct options *options, const struct command *command, int argc,
			     char **argv)
{
	int code;

	if (argc) {
		say_error("%s: audit takes no operand", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = audit_command(options);
	return output_close(options) ? EXIT_FAILED : code;
}

static const struct option_entry *const audit_list[] = {
	OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, OPTIONS_ABOUT, NULL
};

const struct command command_audit = {
	.name = "audit",
	.operands = "",
	.brief = "do the kernel's counters and its memory agree?",
	.about = "Counts the page cache twice, by filesystem and frame by frame, and compares both with\n"
		 "what the kernel counts: of the machine, of each node and of each memory cgroup; then\n"
		 "all frames by class, beside /proc/meminfo.  A difference is explained if the counter\n"
		 "moved by as much meanwhile; if it isn't, the frames are walked again, up to three\n"
		 "times.  The verdict comes last, in every format.\n"
		 "Exits with 0 if the books balance, with 3 if a difference remains or not all was seen.",
	.kind = &kind_audit,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_NONE,
	.options = audit_list,
	.run = audit_run_command,
};
