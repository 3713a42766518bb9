// SPDX-License-Identifier: GPL-2.0
/* pagesnap memory: what all memory is used for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask/asking.h"
#include "ask/places.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/memory/screen.h"

/* Parts that stand beside their class, and on a terminal with fewer columns than WIDE. */
#define BESIDE 2
#define BESIDE_NARROW 1
#define WIDE 100

/* A file with less than this part of its class is not looked up. */
#define SMALLEST 1000

/**
 * struct memory_options - options of memory alone
 * @parts: each class is followed by its parts
 */
struct memory_options {
	bool parts;
};

/**
 * struct look - one look at all memory
 * @census: frames
 * @system: counters of the kernel
 * @files: the largest files
 * @partial: not all was answered, which was said
 */
struct look {
	struct census census;
	struct system system;
	struct files files;
	bool partial;
};

static int count_frames(struct look *l)
{
	struct asking asking = { .subject = "frames", .take = census_take, .ctx = &l->census };
	const struct pagesnap_params query = census_query();
	int err = asking_run(&asking, PAGESNAP_PFN, &query);

	l->partial |= asking.partial;
	/* an error was answered and said */
	return err ?: l->census.seen ? 0 : -ENODATA;
}

/* Of files that are smaller the module says nothing. */
static uint64_t least(const struct census *c)
{
	uint64_t file = c->kinds[PAGESNAP_KIND_FILE].pages;
	uint64_t shmem = c->kinds[PAGESNAP_KIND_SHMEM].pages;
	uint64_t smaller = file && (!shmem || file < shmem) ? file : shmem;

	return smaller / SMALLEST + 1;
}

static int find_files(struct look *l)
{
	struct places *places = places_everywhere(true);
	int err;

	if (!places) {
		places_say_missing(false);
		return -EIO;
	}
	err = files_find(&l->files, places, least(&l->census));
	places_free(places);
	l->partial |= l->files.failed;
	return err;
}

/*
 * The counters are read next to the walk, which is one pass: what they say of frames without
 * a mark is then as old as that.  Names may be older.
 */
static int look(struct look *l)
{
	int err = count_frames(l);

	if (err)
		return err;
	err = system_read_numbers(&l->system) ?: system_read_names(&l->system);
	if (err) {
		say_error("the kernel's counters can't be read: %s", strerror(-err));
		return err;
	}
	return find_files(l);
}

static int take_line(void *ctx, const struct memory_line *line)
{
	return out_show(ctx, line);
}

static unsigned int beside(const struct out_options *out)
{
	return out->terminal && out->width && out->width < WIDE ? BESIDE_NARROW : BESIDE;
}

static int print(const struct look *l, struct options *options)
{
	const struct memory_options *own = options->own;
	struct screen screen = {
		.census = &l->census, .system = &l->system, .files = &l->files,
		.parts = own->parts, .all = options->out.format != OUT_TABLE,
		.beside = beside(&options->out), .page_size = sysconf(_SC_PAGESIZE),
		.take = take_line,
	};
	char why[256];
	int err;

	screen.ctx = out_new(&options->out, why, sizeof(why));
	if (!screen.ctx) {
		say_error("%s", why);
		return -ENOMEM;
	}
	err = screen_show(&screen) ?: out_finish(screen.ctx, OUT_WHOLE);
	out_free(screen.ctx);
	if (err)
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	return err;
}

static int memory_command(struct options *options)
{
	struct look *l = calloc(1, sizeof(*l));
	int err = l ? interrupt_catch() : -ENOMEM, code;

	if (err) {
		say_error("%s", strerror(-err));
		free(l);
		return EXIT_FAILED;
	}
	progress_begin();
	err = look(l);
	progress_erase();
	if (err == -EINTR)
		say_error("interrupted: not all was seen");
	else if (!err)
		err = print(l, options);
	code = l->partial ? EXIT_PARTIAL : EXIT_OK;
	free(l);
	if (err)
		code = err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	return code;
}

static int memory_run_command(struct options *options, const struct command *command, int argc,
			      char **argv)
{
	int code;

	if (argc) {
		say_error("%s: memory takes no operand", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = memory_command(options);
	return output_close(options) ? EXIT_FAILED : code;
}

static const struct option_entry parts_option = {
	"parts", 0, NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct memory_options, parts),
	.help = "a row for each of the largest parts of a class, below it",
};

static const struct option_entry *const memory_list[] = {
	&parts_option, OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, OPTIONS_ABOUT, NULL
};

const struct command command_memory = {
	.name = "memory",
	.operands = "",
	.brief = "what all memory is used for; also without a command",
	.about = "Counts every page frame by what it is used for.  The rows sum to MemTotal, to the\n"
		 "page; what MemTotal leaves out (the kernel's image, its memory map, firmware) stands below\n"
		 "it.  Beside each class are the largest of what it holds, by name.  What has no name is\n"
		 "in the row \"unknown\", what changed while it was read in \"moved\".",
	.kind = &kind_memory,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_NONE,
	.options = memory_list,
	.own_size = sizeof(struct memory_options),
	.run = memory_run_command,
};
