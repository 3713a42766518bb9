// SPDX-License-Identifier: GPL-2.0
/* pagesnap fleet: saved streams of many machines as rows for a database. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "fleet/rows.h"

/**
 * struct fleet_options - options of fleet alone
 * @machine: whose streams they are, NULL if the names of files say that
 * @by_folder: the name of the folder that a file is in does
 */
struct fleet_options {
	const char *machine;
	bool by_folder;
};

/**
 * struct fleet - rows of all streams
 * @options: how they are printed
 * @out: where to
 * @write_err: negative errno of printing
 * @read: streams that could be read, though maybe not to their end
 * @lacking: of these, those that are cut or damaged, or have records without a row
 * @failed: files that could not be read
 */
struct fleet {
	struct options *options;
	struct out *out;
	int write_err;
	uint64_t read;
	uint64_t lacking;
	uint64_t failed;
};

/* Whose it is ------------------------------------------------------------------ */

/* Up to the last dot, if there is something before it. */
static struct fleet_text stem_of(const char *path)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *dot = strrchr(name, '.');

	return (struct fleet_text){ name, dot && dot > name ? (size_t)(dot - name) : strlen(name) };
}

/* That in which it is named: a link in it may be to another machine's folder. */
static struct fleet_text folder_of(const char *path, char room[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	struct fleet_text folder = { .s = NULL };
	char given[PATH_MAX];

	snprintf(given, sizeof(given), "%.*s", slash ? (int)(slash - path) + 1 : 1,
		 slash ? path : ".");
	if (!realpath(given, room) || !strcmp(room, "/"))
		return folder;
	folder.s = strrchr(room, '/') + 1;
	folder.len = strlen(folder.s);
	return folder;
}

static struct fleet_text machine_of(const struct fleet_options *own, const char *path,
				    char room[PATH_MAX])
{
	if (own->machine)
		return (struct fleet_text){ own->machine, strlen(own->machine) };
	if (!strcmp(path, "-"))
		return (struct fleet_text){ .s = NULL };
	return own->by_folder ? folder_of(path, room) : stem_of(path);
}

/* Streams ------------------------------------------------------------------------ */

static int take_line(void *ctx, const struct fleet_line *line)
{
	struct fleet *f = ctx;

	f->write_err = out_show(f->out, line);
	return f->write_err ? 1 : 0;
}

static void say_lacks(struct fleet *f, const struct fleet_source *s, const struct survey *v,
		      uint64_t left)
{
	const struct fleet_end *end = &v->end;

	if (end->err)
		say_error("%s: %s", say_safe(s->name),
			  *end->message ? end->message : strerror(-end->err));
	if (left)
		say_error("%s: %" PRIu64 " records have no row: only sums of objects and of answers have",
			  say_safe(s->name), left);
	f->lacking += end->err || left;
}

static int take_stream(struct fleet *f, const char *path, const struct fleet_source *s)
{
	char room[PATH_MAX];
	struct fleet_rows rows = {
		.machine = machine_of(f->options->own, path, room), .each = take_line, .ctx = f,
	};
	struct survey v = { .nr = 0 };
	int err = survey_take(&v, s);

	if (!err)
		err = fleet_rows_run(&rows, s, &v);
	if (!err) {
		f->read += v.greeted || v.end.err == -ENODATA;
		f->failed += !v.greeted;
		say_lacks(f, s, &v, rows.left);
	}
	survey_free(&v);
	return err;
}

/* A file that can't be read is no reason not to read the others. */
static int take_file(struct fleet *f, const char *path)
{
	struct fleet_source s;
	int err = fleet_source_open(&s, path);

	if (!err) {
		err = take_stream(f, path, &s);
	} else if (err != -EINTR) {
		say_error("%s: %s", say_safe(s.name), strerror(-err));
		f->failed++;
		err = 0;
	}
	fleet_source_close(&s);
	return err;
}

static int finish(struct fleet *f, int err)
{
	enum out_ending ending = err == -EINTR ? OUT_INTERRUPTED : err ? OUT_CUT : OUT_WHOLE;
	const int last = f->write_err ?: out_finish(f->out, ending);

	if (err == -EINTR)
		say_error("interrupted: what is shown is not all");
	else if (err < 0)
		say_error("%s", strerror(-err));
	if (last) {
		say_error("%s%s", last == -ENOMEM ? "" : "write error: ", strerror(-last));
		return EXIT_FAILED;
	}
	if (err)
		return err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	if (!f->read)
		return EXIT_FAILED;
	return f->failed || f->lacking ? EXIT_PARTIAL : EXIT_OK;
}

static int run(struct fleet *f, int argc, char **argv)
{
	int err = interrupt_catch(), i, code;
	char why[256];

	if (err) {
		say_error("%s", strerror(-err));
		return EXIT_FAILED;
	}
	f->out = out_new(&f->options->out, why, sizeof(why));
	if (!f->out) {
		say_error("%s", why);
		return EXIT_FAILED;
	}
	for (i = 0; i < argc && !err; i++)
		err = take_file(f, argv[i]);
	code = finish(f, err);
	out_free(f->out);
	return code;
}

/* The command ---------------------------------------------------------------------- */

static int fleet_run_command(struct options *options, const struct command *command, int argc,
			     char **argv)
{
	struct fleet f = { .options = options };
	char why[256];
	int code;

	if (!argc) {
		say_error("fleet takes at least one FILE");
		return EXIT_USAGE;
	}
	code = out_check_columns(&options->out, why, sizeof(why));
	if (code) {
		say_error("%s", code == -ENOMEM ? strerror(ENOMEM) : why);
		return code == -ENOMEM ? EXIT_FAILED : EXIT_USAGE;
	}
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = run(&f, argc, argv);
	return output_close(options) ? EXIT_FAILED : code;
}

/* Databases read lines. */
static int fleet_settle(struct options *options, bool operands)
{
	const struct fleet_options *own = options->own;

	if (!options->has_format)
		options->out.format = OUT_JSONL;
	if (!own->machine || !own->by_folder)
		return 0;
	say_error("--machine excludes --machine-from folder");
	return -EINVAL;
}

static int set_machine_from(struct options *options, const struct option_entry *entry,
			    const char *argument)
{
	struct fleet_options *own = options->own;

	own->by_folder = !strcmp(argument, "folder");
	if (own->by_folder || !strcmp(argument, "file"))
		return 0;
	options->why = "takes file or folder";
	return -EINVAL;
}

static const struct option_entry machine_option = {
	"machine", 0, "NAME", SECTION_SELECT, false, option_set_string,
	OWN(struct fleet_options, machine),
	.help = "the streams are of this machine",
};

static const struct option_entry machine_from_option = {
	"machine-from", 0, "WHAT", SECTION_SELECT, false, set_machine_from,
	.complete = WORDS_LISTED, .words = "file folder",
	.help = "a machine is called as the file is, without what follows\n"
		"its last dot, or as the folder it is in: file folder",
};

static const struct option_entry *const fleet_list[] = {
	&machine_option, &machine_from_option, OPTIONS_COLUMNS, OPTIONS_FORMAT,
	&option_noheadings, OPTIONS_ABOUT, NULL
};

const struct command command_fleet = {
	.name = "fleet",
	.operands = "FILE...",
	.brief = "saved answers of many machines, for a database",
	.about = "Makes rows of what --save wrote, on whatever machine; \"-\" is stdin.  JSON, an object\n"
		 "a line, if no other format is named.  Each row says whose it is, when it was asked, and\n"
		 "whether its answer is complete; what is unknown is null.  Files have a row for each\n"
		 "memory cgroup that is charged for their pages.  docs/fleet.md has the schema, and\n"
		 "queries for DuckDB, ClickHouse, Spark and SQLite.",
	.kind = &kind_fleet,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_FILES,
	.options = fleet_list,
	.own_size = sizeof(struct fleet_options),
	.settle = fleet_settle,
	.run = fleet_run_command,
};
