// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: printing what two moments tell
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "base/units.h"
#include "print.h"

#define NS_PER_SECOND 1000000000ULL
#define TIME_MAX 32

static const char *time_text(uint64_t time_ns, char text[TIME_MAX])
{
	const time_t at = time_ns / NS_PER_SECOND;
	struct tm tm;

	strcpy(text, "?");
	if (at && localtime_r(&at, &tm))
		strftime(text, TIME_MAX, "%Y-%m-%d %H:%M:%S", &tm);
	return text;
}

/* For people: which moments these are. */
static void print_head(const struct diff_moments *m, const struct diff_rows *rows, FILE *to)
{
	char from[TIME_MAX], till[TIME_MAX], changed[UNITS_MAX], same[UNITS_MAX];

	fprintf(to, "%s to %s  by %s  %s changed, %s not\n",
		time_text(m->looks[DIFF_FIRST].time_ns, from),
		time_text(m->looks[DIFF_SECOND].time_ns, till), diff_by_word(m->by),
		units_grouped(rows->nr, changed), units_grouped(rows->same, same));
}

static int show_rows(struct out *out, const struct diff_moments *m, const struct diff_rows *rows,
		     const struct diff_asked *asked, bool total)
{
	struct diff_line line;
	size_t i;
	int err = 0;

	for (i = 0; i < rows->nr && (!asked->top || i < asked->top) && !err; i++) {
		line = diff_rows_line(m, &rows->list[i]);
		err = out_show(out, &line);
	}
	if (err || !total)
		return err;
	line = diff_rows_total(m, rows);
	return out_show(out, &line);
}

static int show(const struct diff_moments *m, const struct diff_rows *rows,
		const struct diff_asked *asked, struct options *options)
{
	bool table = options->out.format == OUT_TABLE;
	char why[256];
	struct out *out = out_new(&options->out, why, sizeof(why));
	int err;

	if (!out) {
		say_error("%s", why);
		return EXIT_FAILED;
	}
	if (table && !options->out.no_headings)
		print_head(m, rows, options->out.to);
	err = show_rows(out, m, rows, asked, table) ?: out_finish(out, OUT_WHOLE);
	out_free(out);
	if (!err)
		return EXIT_OK;
	say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	return EXIT_FAILED;
}

/**
 * diff_print() - compare two moments and print rows
 * @m: moments, both read
 * @asked: how
 * @options: of the run
 *
 * Return: an exit code, after a message if that is not 0.
 */
int diff_print(struct diff_moments *m, const struct diff_asked *asked, struct options *options)
{
	bool partial;
	struct diff_rows rows;
	int code;

	if (diff_moments_match(m))
		return EXIT_FAILED;
	partial = m->looks[DIFF_FIRST].partial || m->looks[DIFF_SECOND].partial;
	if (diff_rows_make(&rows, m, asked->sort)) {
		say_error("%s", strerror(ENOMEM));
		code = EXIT_FAILED;
	} else {
		code = show(m, &rows, asked, options);
	}
	diff_rows_free(&rows);
	return code == EXIT_OK && partial ? EXIT_PARTIAL : code;
}

/**
 * diff_streams() - compare two streams and print rows
 * @fds: of complete saved streams, the first moment first; they stay open
 * @origins: their names, for messages
 * @asked: how
 * @options: of the run
 *
 * Context: output_open() and interrupt_catch() were called.
 * Return: an exit code, after a message if that is not 0.
 */
int diff_streams(const int fds[DIFF_MOMENTS], const char *const origins[DIFF_MOMENTS],
		 const struct diff_asked *asked, struct options *options)
{
	struct diff_moments m;
	int i, err = 0, code;

	diff_moments_init(&m, asked->by, &options->out.pages);
	for (i = 0; i < DIFF_MOMENTS && !err; i++)
		err = diff_moments_read(&m, i, fds[i], origins[i]);
	if (err)
		code = err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	else
		code = diff_print(&m, asked, options);
	diff_moments_free(&m);
	return code;
}
