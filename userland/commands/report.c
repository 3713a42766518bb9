// SPDX-License-Identifier: GPL-2.0
/* pagesnap report: all of it in one page for a browser. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/report/gather.h"
#include "commands/report/live.h"
#include "commands/report/page.h"
#include "commands/report/saved.h"
#include "commands/report/sheet.h"
#include "commands/report/summary.h"
#include "run.h"

/**
 * struct report_options - options of report alone
 * @output: the page, NULL for stdout
 */
struct report_options {
	const char *output;
};

/**
 * struct report - a page that is being made
 * @gather: what it is made of
 * @sheet: where it is written
 * @partial: not all is in it, which was said
 */
struct report {
	struct gather gather;
	struct sheet sheet;
	bool partial;
};

/* Tables of other commands ------------------------------------------------------------- */

/**
 * struct view - a table that another command makes of a stream
 * @collection: whose answers that needs
 * @command: it
 * @title: of the table
 * @arguments: of the command
 */
struct view {
	enum pagesnap_collection_id collection;
	const struct command *command;
	const char *title;
	const char *arguments[4];
};

static const struct view views[] = {
	{ PAGESNAP_COLLECTION_ACCESSES, &command_heat, "Heat",
	  { "--output", "+ROUNDS" } },
	{ PAGESNAP_COLLECTION_ACCESSES, &command_wss, "Working sets", { NULL } },
	{ PAGESNAP_COLLECTION_FAULTS, &command_trace, "References by mapping",
	  { "--by", "mapping" } },
	{ PAGESNAP_COLLECTION_FAULTS, &command_trace, "Miss ratio curve", { "--mrc" } },
	{ PAGESNAP_COLLECTION_SLAB, &command_slab, "Slab hotspots", { NULL } },
};

/* The command prints lines of JSON to a file, which go to the page. */
static int run_view(const struct view *view, const char *path, FILE *lines)
{
	char *argv[10] = { strdup(view->command->name), strdup("--jsonl"), NULL };
	int argc = 2, code = EXIT_FAILED, i;

	for (i = 0; i < 4 && view->arguments[i]; i++)
		argv[argc++] = strdup(view->arguments[i]);
	if (path) {
		argv[argc++] = strdup("--read");
		argv[argc++] = strdup(path);
	}
	for (i = 0; i < argc && argv[i]; i++)
		;
	if (i == argc)
		code = run_command_to(view->command, argc, argv, lines);
	else
		say_error("%s", strerror(ENOMEM));
	for (i = 0; i < argc; i++)
		free(argv[i]);
	return code;
}

/* Rows of @path, or live ones without. */
static int put_view(struct report *r, const struct view *view, const char *path, const char *about)
{
	FILE *lines = tmpfile();
	int code, err = 0;

	if (!lines) {
		say_error("temporary file: %s", strerror(errno));
		return EXIT_FAILED;
	}
	code = run_view(view, path, lines);
	if (code != EXIT_OK) {
		r->partial = true;
		remarks_add(&r->gather.remarks, about, "%s: not all is there (exit %d)",
			    view->command->name, code);
	}
	if (code == EXIT_OK || code == EXIT_PARTIAL)
		err = sheet_put_lines(&r->sheet, lines, view->title, view->command->name, about);
	fclose(lines);
	if (err) {
		say_error("%s: %s", view->command->name, strerror(-err));
		return EXIT_FAILED;
	}
	return code == EXIT_INTERRUPTED ? code : EXIT_OK;
}

/* What comes through a pipe is gone when it was read. */
static bool is_read_again(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && !stat(path, &st) && S_ISREG(st.st_mode);
}

static int put_views(struct report *r, const char *path, unsigned int collections)
{
	int code = EXIT_OK;
	size_t i;

	for (i = 0; i < sizeof(views) / sizeof(*views) && code == EXIT_OK; i++) {
		if (!(collections >> views[i].collection & 1))
			continue;
		if (is_read_again(path)) {
			code = put_view(r, &views[i], path, path);
			continue;
		}
		r->partial = true;
		remarks_add(&r->gather.remarks, strcmp(path, "-") ? path : "stdin",
			    "%s needs a file, which it reads again",
			    views[i].command->name);
	}
	return code;
}

/* What it is made of ------------------------------------------------------------------- */

static int code_of(int err)
{
	if (err == -EINTR) {
		say_error("interrupted: there is no report");
		return EXIT_INTERRUPTED;
	}
	return err ? EXIT_FAILED : EXIT_OK;
}

static int put_saved(struct report *r, const char *path)
{
	bool partial = false;
	int code = code_of(saved_read(&r->gather, path, &partial));

	r->partial |= partial;
	return code ? code : put_views(r, path, r->gather.stream.collections);
}

static int put_live(struct report *r)
{
	static const struct view memory = { .command = &command_memory, .title = "Memory" };
	bool partial = false;
	int code = code_of(live_ask(&r->gather, &partial));

	r->partial |= partial;
	return code ? code : put_view(r, &memory, NULL, LIVE_NAME);
}

static int put_all(struct report *r, int argc, char **argv)
{
	int code = EXIT_OK, i;

	page_begin(r->sheet.to);
	for (i = 0; i < argc && code == EXIT_OK; i++)
		code = put_saved(r, argv[i]);
	if (!argc)
		code = put_live(r);
	if (code == EXIT_OK && summary_put(&r->gather, !argc, r->partial)) {
		say_error("%s", strerror(ENOMEM));
		code = EXIT_FAILED;
	}
	page_end(r->sheet.to);
	return code;
}

static int make(struct report *r, int argc, char **argv)
{
	int err = interrupt_catch(), code = EXIT_FAILED;

	if (!err)
		err = gather_init(&r->gather, r->sheet.to);
	if (err)
		say_error("%s", strerror(-err));
	progress_begin();
	if (!err)
		code = put_all(r, argc, argv);
	progress_erase();
	gather_free(&r->gather);
	return code;
}

/* One slip, and the stream is gone. */
static bool is_page_a_stream(const char *page, int argc, char **argv)
{
	struct stat st, stream;
	int i;

	if (!page || stat(page, &st) || !S_ISREG(st.st_mode))
		return false;
	for (i = 0; i < argc; i++)
		if (!stat(argv[i], &stream) && stream.st_dev == st.st_dev &&
		    stream.st_ino == st.st_ino)
			return true;
	return false;
}

static int report_run_command(struct options *options, const struct command *command, int argc,
			      char **argv)
{
	const struct report_options *own = options->own;
	struct report *r;
	int code;

	if (!own->output && isatty(STDOUT_FILENO)) {
		say_error("stdout is a terminal: name the page by --output FILE");
		say("Try: pagesnap report --help");
		return EXIT_USAGE;
	}
	if (is_page_a_stream(own->output, argc, argv)) {
		say_error("%s: is a stream that is read, and can't be the page, too",
			  say_safe(own->output));
		return EXIT_USAGE;
	}
	r = calloc(1, sizeof(*r));
	if (!r) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = sheet_open(&r->sheet, own->output) ? EXIT_FAILED : make(r, argc, argv);
	if (sheet_close(&r->sheet, code == EXIT_OK))
		code = EXIT_FAILED;
	if (code == EXIT_OK && r->partial)
		code = EXIT_PARTIAL;
	free(r);
	return code;
}

static const struct option_entry output_option = {
	"output", 'o', "FILE", SECTION_OUTPUT, false, option_set_string,
	OWN(struct report_options, output), .complete = WORDS_FILES,
	.help = "write the page to FILE, which is complete or not there;\n"
		"without it, to stdout",
};

static const struct option_entry *const report_list[] = { &output_option, OPTIONS_ABOUT, NULL };

const struct command command_report = {
	.name = "report",
	.operands = "[FILE...]",
	.brief = "a page for a browser, of saved answers or a look",
	.about = "Makes one HTML page of answers that --save has saved: memory by class, tree maps by\n"
		 "folder, memory cgroup and filesystem, what is dirty and was evicted, a table of files to\n"
		 "sort, filter and search, processes; and what streams of heat, traces and slab have.  It\n"
		 "needs no network, and runs nothing but its own script.  Without a FILE it looks at the\n"
		 "whole machine.  A FILE of - is stdin.",
	.kind = &kind_pages,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FILES,
	.options = report_list,
	.own_size = sizeof(struct report_options),
	.run = report_run_command,
};
