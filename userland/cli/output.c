// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: stdout
 *
 * Written through a stream of our own: it takes the progress line away before
 * rows appear on the same terminal, and keeps the reason of a failed write.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/progress.h"
#include "command.h"
#include "output.h"

#define BUFFER_SIZE (64 * 1024)
#define WIDTH_DEFAULT 80
/* Rows of a sorted table that a person gets without asking for more. */
#define TOP_ON_TERMINAL 20

static int write_err;

static ssize_t write_stdout(void *cookie, const char *buf, size_t size)
{
	size_t done = 0;

	progress_erase();
	while (done < size) {
		ssize_t n = write(STDOUT_FILENO, buf + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			if (!write_err)
				write_err = -errno;
			return 0;
		}
		done += n;
	}
	return size;
}

static ssize_t write_nothing(void *cookie, const char *buf, size_t size)
{
	return size;
}

static unsigned int terminal_width(void)
{
	struct winsize size;
	const char *columns = getenv("COLUMNS");
	uint64_t value;
	const char *why;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
		return size.ws_col;
	if (columns && !spec_number(columns, &value, &why) && value && value < 10000)
		return value;
	return WIDTH_DEFAULT;
}

/**
 * output_wants_color() - are colours wanted?
 * @when: --color
 * @terminal: stdout is one
 *
 * Return: true if so.
 */
bool output_wants_color(enum color_when when, bool terminal)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return terminal && !(no_color && *no_color) && term && strcmp(term, "dumb");
}

/**
 * output_open() - get stdout ready
 * @options: what was asked for; gets the rest
 * @command: with these defaults
 *
 * Return: 0 or -ENOMEM.
 */
int output_open(struct options *options, const struct command *command)
{
	static const cookie_io_functions_t functions = { .write = write_stdout };
	static const cookie_io_functions_t none = { .write = write_nothing };
	struct out_options *out = &options->out;

	if (options->print_to)
		out->to = options->print_to;
	else
		out->to = fopencookie(NULL, "w", options->silent ? none : functions);
	if (!out->to)
		return -ENOMEM;
	if (!options->print_to)
		setvbuf(out->to, NULL, _IOFBF, BUFFER_SIZE);
	out->terminal = !options->print_to && isatty(STDOUT_FILENO);
	out->width = terminal_width();
	out->color = output_wants_color(options->color, out->terminal);
	out->defaults = command->columns;
	out->page_defaults = command->page_columns;
	out->total_defaults = command->total_columns;
	return 0;
}

/**
 * output_set_group() - set what depends on how answers are grouped
 * @options: get it
 * @command: with its defaults
 * @group: PAGESNAP_GROUP_*
 *
 * A long table of a whole filesystem begins with what matters, also by another column.
 */
void output_set_group(struct options *options, const struct command *command, uint32_t group)
{
	struct out_options *out = &options->out;

	out->group = group;
	out->pages.names = options->ask.frame_names;
	out->pages.slab = options->ask.slab;
	if (options->ask.frame_names && command->named_columns)
		out->page_defaults = command->named_columns;
	out->pages.task_totals = command->task_totals && out->format == OUT_TABLE &&
				 group == PAGESNAP_GROUP_OBJECT && !out->sort && !out->summary;
	if (!command->sorted || out->format != OUT_TABLE || options->has_top || out->summary ||
	    group != PAGESNAP_GROUP_OBJECT)
		return;
	out->sort = true;
	out->top = out->terminal ? TOP_ON_TERMINAL : 0;
}

/**
 * output_close() - write the rest
 * @options: with the stream
 *
 * Return: 0 or a negative errno.
 */
int output_close(struct options *options)
{
	int err;

	if (!options->out.to)
		return 0;
	if (options->print_to) {
		err = fflush(options->print_to) ? -errno : 0;
		options->out.to = NULL;
		return err;
	}
	if (fclose(options->out.to) && !write_err)
		write_err = -errno;
	options->out.to = NULL;
	return write_err;
}
