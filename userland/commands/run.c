// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one run of a subcommand, from the command line to the exit code
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask/mnt_ns.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "base/units.h"
#include "cli/output.h"
#include "engine/answers.h"
#include "engine/engine.h"
#include "engine/plot.h"
#include "engine/replay.h"
#include "engine/save.h"
#include "recording/at.h"
#include "recording/folder.h"
#include "digests.h"
#include "footer.h"
#include "narrow.h"
#include "run.h"
#include "version.h"

static int usage(const struct command *command)
{
	say("Try: pagesnap %s --help", command->name);
	return EXIT_USAGE;
}

/* Without asking ----------------------------------------------------------- */

static int list_columns(struct options *options)
{
	options->out.to = stdout;
	if (!out_list_columns(&options->out) && !fflush(stdout))
		return EXIT_OK;
	say_error("write error: %s", strerror(errno));
	return EXIT_FAILED;
}

/* The queries, as batch takes them. */
static int print_queries(struct source *source)
{
	bool failed = false, printed = false;
	struct query query;
	int got;

	while ((got = source->next(source, &query)) > 0) {
		if (query.err) {
			answers_say_refusal(&query);
			failed = true;
		} else {
			fwrite(query.line, 1, query.len, stdout);
			fputs(query.more ? query.more : "", stdout);
			putchar('\n');
			printed = true;
		}
		query_free(&query);
	}
	if (fflush(stdout)) {
		say_error("write error: %s", strerror(errno));
		return EXIT_FAILED;
	}
	if (got < 0 || (failed && !printed))
		return EXIT_FAILED;
	return failed ? EXIT_PARTIAL : EXIT_OK;
}

/* For people --------------------------------------------------------------- */

static void say_totals(const struct command *command, const struct options *options,
		       const struct answers *answers)
{
	struct out_totals totals;

	out_totals(answers->out, &totals);
	if (command->footer)
		command->footer(options, &totals);
	footer_slab(options);
	if (options->out.format == OUT_TABLE)
		footer_remarks(options->out.kind, &totals);
}

static void footer(const struct command *command, const struct options *options,
		   const struct answers *answers)
{
	char failed[UNITS_MAX], all[UNITS_MAX];

	if (!answers->context)
		return;
	if (answers->answered)
		say_totals(command, options, answers);
	if (answers->lost && answers->targets > 1)
		say("%s of %s %s failed.", units_grouped(answers->lost, failed),
		    units_grouped(answers->targets, all),
		    answers->twice ? "targets" : "queries");
}

/* Runs --------------------------------------------------------------------- */

/* A command at work, with what its line says. */
struct run {
	const struct command *command;
	struct options *options;
};

static void set_group(void *ctx, uint32_t group)
{
	struct run *of = ctx;

	output_set_group(of->options, of->command, group);
}

static int learn(void *ctx, const struct query *query)
{
	struct run *of = ctx;

	return of->command->learn ? of->command->learn(of->options, query) : 0;
}

static bool set_kind(void *ctx, const struct kind *kind)
{
	struct run *of = ctx;

	if (of->command->any_kind)
		of->options->out.kind = kind;
	return of->command->any_kind;
}

static int check_group(void *ctx, uint32_t group)
{
	struct run *of = ctx;

	return of->command->check_group ? of->command->check_group(of->options, group) : 0;
}

static int exit_code(const struct answers *answers, int err)
{
	if (err == -EINTR)
		return EXIT_INTERRUPTED;
	if (err == -ENODATA)
		return EXIT_PARTIAL;
	return err ? EXIT_FAILED : answers_exit_code(answers);
}

static enum out_ending ending_of(int err)
{
	if (err == -EINTR)
		return OUT_INTERRUPTED;
	return err ? OUT_CUT : OUT_WHOLE;
}

/* Prints what is still kept back, and how it went. */
static int finish(const struct command *command, struct options *options,
		  struct answers *answers, int err)
{
	int print_err, code;

	code = exit_code(answers, err);
	print_err = answers_finish(answers, ending_of(err));
	progress_erase();
	if (err == -EINTR)
		say_error("interrupted: what is shown is not all");
	if (!print_err)
		footer(command, options, answers);
	out_free(answers->out);
	pending_free(&answers->pending);
	pending_free(&answers->names);
	return output_close(options) || print_err ? EXIT_FAILED : code;
}

static struct settings settings_of(struct options *options)
{
	return (struct settings){
		.out = &options->out,
		.ask = &options->ask,
		.jobs = options->jobs,
		.begun = options->begun,
		.begun_ctx = options->begun_ctx,
		.max_cpu = options->max_cpu,
		.read_name = options->read_name,
		.unordered = options->unordered,
		.saved = options->save || options->plot.file,
		.silent = options->silent,
		.has_top = options->has_top,
	};
}

/* *@save may be open already; the caller closes it, and @plot, which may be NULL. */
static int run(const struct command *command, struct options *options, struct source *source,
	       struct save **save, struct plot *plot)
{
	struct run of = { .command = command, .options = options };
	struct settings settings = settings_of(options);
	struct answers answers = {
		.settings = &settings,
		.set_group = set_group,
		.learn = learn,
		.set_kind = set_kind,
		.check_group = check_group,
		.ctx = &of,
		.nothing = command->nothing,
		.own = options->own,
		.at.amounts = options->out.kind->amounts,
		.context = isatty(STDERR_FILENO) && options->out.format == OUT_TABLE &&
			   !options->silent,
	};
	bool saves = options->save || options->plot.file;
	int err;

	err = answers_check_columns(&options->out, command->any_kind);
	if (err)
		return err == -EINVAL ? usage(command) : EXIT_FAILED;
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	err = interrupt_catch();
	if (err)
		say_error("%s", strerror(-err));
	if (!err && saves && !*save)
		err = save_open(save, options->save);
	if (!err && *save)
		err = save_begin(*save);
	if (!err && plot)
		save_also(*save, plot_stream(plot));
	progress_begin();
	if (!err)
		err = options->read ? replay_run(options->read, &answers, *save) :
		      engine_run(source, &answers, *save);
	return finish(command, options, &answers, err);
}

/* What draws is asked first whether it can: nobody looks for a minute in vain. */
static int run_with_plot(const struct command *command, struct options *options,
			 struct source *source, struct save **save)
{
	struct plot *plot = NULL;
	int code = options->plot.file ? plot_open(&plot, &options->plot) : EXIT_OK, drawn;

	if (code)
		return code;
	code = run(command, options, source, save, plot);
	drawn = plot_close(plot);
	return code == EXIT_OK || (code == EXIT_PARTIAL && drawn) ? drawn : code;
}

/*
 * The queries are about another mount namespace, if one was named.  What the
 * caller names for itself, a batch and where to save, is opened before.
 */
static int open_source(struct source **source, struct save **save, const struct command *command,
		       struct options *options, int argc, char **argv)
{
	bool early = !options->mnt_ns || options->input;
	bool ask = !options->print_query;
	int code = early ? command->open(source, options, argc, argv) : EXIT_OK;

	if (code || !options->mnt_ns)
		return code;
	if (ask && options->save && save_open(save, options->save))
		return EXIT_FAILED;
	code = mnt_ns_join(options->mnt_ns, ask);
	return code || early ? code : command->open(source, options, argc, argv);
}

static int with_source(const struct command *command, struct options *options, int argc,
		       char **argv)
{
	struct source *source = NULL;
	struct save *save = NULL;
	int code;

	code = open_source(&source, &save, command, options, argc, argv);
	if (code == EXIT_USAGE)
		code = usage(command);
	else if (!code)
		code = options->print_query ? print_queries(source) :
		       run_with_plot(command, options, source, &save);
	if (source)
		source->close(source);
	if (save_close(save) && code != EXIT_INTERRUPTED)
		code = EXIT_FAILED;
	return code;
}

static int run_options(const struct command *command, struct options *options, int argc,
		       char **argv)
{
	struct save *save = NULL;
	int code;

	if (options->help) {
		help_command(command);
		return EXIT_OK;
	}
	if (options->version) {
		version_print();
		return EXIT_OK;
	}
	if (options->list_columns)
		return list_columns(options);
	if (command->run) {
		code = command->run(options, command, argc, argv);
		return code == EXIT_USAGE ? usage(command) : code;
	}
	if (options->read && argc) {
		say_error("%s: with --read nothing is asked", say_safe(argv[0]));
		return usage(command);
	}
	if (command->has_screen && command->has_screen(options)) {
		code = command->screen(options, argc, argv);
		return code == EXIT_USAGE ? usage(command) : code;
	}
	if (!options->read)
		return with_source(command, options, argc, argv);
	code = run_with_plot(command, options, NULL, &save);
	return save_close(save) ? EXIT_FAILED : code;
}

/* Has @at read what was named of it alone.  0, or a negative errno after a message. */
static int narrow_moment(const struct command *command, struct options *options, struct at *at,
			 char **paths, int nr)
{
	struct narrow n;
	int err = narrow_open(&n, command->narrows, paths, nr), fd = -1;
	size_t i;

	if (!err) {
		fd = narrow_stream(&n, at->fd, at->name);
		err = fd < 0 ? fd : 0;
	}
	for (i = 0; i < n.nr && !err; i++) {
		at->damaged |= !n.list[i].found;
		err = command->narrowed ? command->narrowed(options, narrow_path_of(&n, i)) : 0;
	}
	narrow_free(&n);
	if (fd >= 0)
		at_replace(at, fd);
	return err;
}

/* What is read may be a moment of a recording, which becomes a saved stream first. */
static int run_moment(const struct command *command, struct options *options, int argc,
		      char **argv)
{
	bool reads = options->read && !options->help && !options->version && !options->list_columns;
	bool narrows = argc && command->narrows;
	const char *read = options->read, *name = options->read_name;
	struct at moment;
	int code, err;

	if (!reads || (!options->at && !folder_is_recording(options->read)))
		return run_options(command, options, argc, argv);
	err = at_open(&moment, options->read, options->at, command->reads);
	if (!err && narrows)
		err = narrow_moment(command, options, &moment, argv, argc);
	if (err) {
		code = err == -EINVAL ? usage(command) : EXIT_FAILED;
	} else {
		options->read = moment.path;
		options->read_name = moment.name;
		code = run_options(command, options, narrows ? 0 : argc, argv);
		options->read = read;
		options->read_name = name;
		if (code == EXIT_OK && moment.damaged)
			code = EXIT_PARTIAL;
	}
	at_close(&moment);
	return code;
}

/**
 * run_command_to() - run a subcommand, and have what it prints
 * @command: which
 * @argc: number of words
 * @argv: its name, options and operands
 * @to: gets what it prints, and stays open; NULL: stdout does
 *
 * Return: an exit code.
 */
int run_command_to(const struct command *command, int argc, char **argv, FILE *to)
{
	struct options options;
	int operands, code, err;

	err = options_read(&options, command, argc, argv, &operands);
	if (!options.out.kind)
		options.out.kind = command->kind;
	options.out.digests = digests;
	options.print_to = to;
	if (err == -EINVAL)
		code = usage(command);
	else if (err)
		code = EXIT_FAILED;
	else
		code = run_moment(command, &options, argc - operands, argv + operands);
	if (!err && command->exit_code)
		code = command->exit_code(&options, code);
	options_free(&options, command);
	return code;
}

/**
 * run_command() - run a subcommand
 * @command: which
 * @argc: number of words
 * @argv: its name, options and operands
 *
 * Return: an exit code.
 */
int run_command(const struct command *command, int argc, char **argv)
{
	return run_command_to(command, argc, argv, NULL);
}
