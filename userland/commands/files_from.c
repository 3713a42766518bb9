// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: names of files from a file or pipe
 *
 * As du(1) and wc(1) take them: each name is asked about as if it stood on the
 * command line, however many there are.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ask/lines.h"
#include "ask/subjects.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "cli/setters.h"
#include "files_from.h"

static int set_files_from(struct options *options, const struct option_entry *entry,
			  const char *argument)
{
	struct names_from *names = options->own;

	options->why = "names are read from one list only";
	if (names->file)
		return -EINVAL;
	names->zero = entry->value;
	return option_set_string(options, entry, argument);
}

const struct option_entry option_files_from = {
	"files-from", 0, "FILE", SECTION_SELECT, true, set_files_from,
	OWN(struct names_from, file), .complete = WORDS_FILES,
	.help = "files whose names are the lines of FILE (- is stdin)",
};

const struct option_entry option_files0_from = {
	"files0-from", 0, "FILE", SECTION_SELECT, true, set_files_from,
	OWN(struct names_from, file), .value = true, .complete = WORDS_FILES,
	.help = "the same; names end with a zero byte: find -print0",
};

/**
 * struct files_from - the source
 * @source: head
 * @lines: names
 * @options: what to ask of each
 * @origin: where the names come from
 * @name: the one that is asked about
 * @name_len: its length
 * @range: the next of its ranges
 */
struct files_from {
	struct source source;
	struct lines lines;
	const struct options *options;
	const char *origin;
	char name[LINES_KEPT + 2];
	size_t name_len;
	size_t range;
};

/* 1, 0 at the end, or a negative errno after a message. */
static int next_name(struct files_from *f)
{
	const char *line;
	size_t len;
	int got = lines_next(&f->lines, &line, &len);

	if (got < 0 && got != -EINTR)
		say_error("%s: %s", say_safe(f->origin), strerror(-got));
	if (got <= 0)
		return got;
	memcpy(f->name, line, len);
	f->name[len] = '\0';
	f->name_len = len;
	return 1;
}

static int check_name(const struct files_from *f, const char **why)
{
	*why = "a name of no length";
	if (!f->name_len)
		return EINVAL;
	*why = "path is too long";
	if (f->name_len > LINES_KEPT)
		return ENAMETOOLONG;
	*why = "zero byte in the name: --files0-from takes such lists";
	return memchr(f->name, '\0', f->name_len) ? EINVAL : 0;
}

/* Messages name the file; the name stays as long as the query, behind its line. */
static int keep_name(struct files_from *f, struct query *query)
{
	char *line;

	query->len = strlen(query->line);
	line = realloc(query->line, query->len + 1 + f->name_len + 1);
	if (!line)
		return -ENOMEM;
	query->line = line;
	query->origin = memcpy(line + query->len + 1, f->name, f->name_len + 1);
	return 0;
}

static int make_query(struct files_from *f, struct query *query)
{
	struct pagesnap_params ask = f->options->ask;
	int err;

	query->which = PAGESNAP_FILE;
	if (f->options->ranges.nr) {
		ask.has_range = true;
		ask.start = f->options->ranges.list[f->range].start;
		ask.end = f->options->ranges.list[f->range].end;
	}
	query->err = check_name(f, &query->refusal) ?:
		     subjects_path(&ask, f->name, &query->refusal);
	if (query->err)
		err = asprintf(&query->line, "%s ", query_word(query->which)) < 0 ? -ENOMEM : 0;
	else
		err = subjects_line(query, &ask);
	free((char *)ask.path);
	return err ?: keep_name(f, query);
}

static int files_from_next(struct source *source, struct query *query)
{
	struct files_from *f = (struct files_from *)source;
	int got = f->range ? 1 : next_name(f), err;

	if (got <= 0)
		return got;
	memset(query, 0, sizeof(*query));
	err = make_query(f, query);
	if (++f->range >= f->options->ranges.nr)
		f->range = 0;
	if (!err)
		return 1;
	say_error("%s: %s", say_safe(f->origin), strerror(-err));
	query_free(query);
	return err;
}

static bool files_from_ready(struct source *source)
{
	const struct files_from *f = (struct files_from *)source;

	return f->range || lines_ready((struct lines *)&f->lines);
}

static void files_from_close(struct source *source)
{
	struct files_from *f = (struct files_from *)source;

	if (f->lines.fd != STDIN_FILENO)
		close(f->lines.fd);
	free(f);
}

/**
 * files_from_is_save() - is what is read the file to save to?
 * @fd: what is read
 * @save: name of --save, or NULL
 *
 * Return: true if it is.
 */
bool files_from_is_save(int fd, const char *save)
{
	struct stat from, to;

	return save && !fstat(fd, &from) && !stat(save, &to) && S_ISREG(from.st_mode) &&
	       from.st_dev == to.st_dev && from.st_ino == to.st_ino;
}

static int open_names(const char *name)
{
	int fd = STDIN_FILENO;

	if (strcmp(name, "-"))
		fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		say_error("%s: %s", say_safe(name), strerror(errno));
	return fd;
}

/**
 * files_from_open() - ask about files whose names are read
 * @out: source of queries
 * @options: with where the names are
 * @argc: number of operands, of which there may be none
 * @argv: these
 *
 * A row for each file, unless something else was asked for.
 *
 * Return: an exit code, after a message if that is not 0.
 */
int files_from_open(struct source **out, struct options *options, int argc, char **argv)
{
	const struct names_from *names = options->own;
	struct files_from *f;
	int fd;

	if (argc) {
		say_error("%s: with --%s names are taken from there only", say_safe(argv[0]),
			  names->zero ? "files0-from" : "files-from");
		return EXIT_USAGE;
	}
	fd = open_names(names->file);
	if (fd < 0)
		return EXIT_FAILED;
	if (files_from_is_save(fd, options->save)) {
		say_error("--save %s: the names are read from there", say_safe(options->save));
		return EXIT_USAGE;
	}
	f = calloc(1, sizeof(*f));
	if (!f) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	f->source = (struct source){ files_from_next, files_from_ready, files_from_close };
	f->options = options;
	f->origin = fd == STDIN_FILENO ? "stdin" : names->file;
	lines_init(&f->lines, fd, names->zero ? '\0' : '\n');
	*out = &f->source;
	return EXIT_OK;
}
