// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sets of files and pages
 *
 * A stream of files says how much of a file is in memory, not which pages: then a file is in it if
 * any of its pages is.  A stream of runs says which.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/input.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "base/units.h"
#include "moments.h"
#include "sets.h"

/* What the library puts around a path, each byte of which may be \ooo. */
#define LINE_ROOM (4 * PAGESNAP_MORE_MAX + 256)

/**
 * struct printing - a set that is printed
 * @sets: what is wanted
 * @told: what the streams tell
 * @file: whose pages come
 * @ranges: of it, printed so far
 * @nameless: files of the set that have no path
 * @unknown: files that may be in it
 * @line: room for a query
 */
struct printing {
	const struct diff_sets *sets;
	struct diff_told told;
	const struct diff_file *file;
	size_t ranges;
	uint64_t nameless;
	uint64_t unknown;
	char line[LINE_ROOM];
};

static int print_query(struct printing *p, const char *path, bool range, uint64_t start,
		       uint64_t nr)
{
	const struct pagesnap_params params = {
		.path = path, .has_range = range, .start = start, .end = start + nr,
	};
	ssize_t len = pagesnap_params_line(PAGESNAP_FILE, &params, p->line, sizeof(p->line));

	if (len < 0)
		return len;
	printf("file %s\n", p->line);
	return ferror(stdout) ? -EIO : 0;
}

/* Once a file, however many ranges of it there are. */
static int print(struct printing *p, bool range, uint64_t start, uint64_t nr)
{
	size_t len;
	const char *path = diff_file_named(p->file, DIFF_FIRST, &len);

	if (p->ranges++ && (p->sets->zero || !p->file->at[DIFF_FIRST].named))
		return 0;
	if (!p->file->at[DIFF_FIRST].named || p->file->at[DIFF_FIRST].deleted) {
		p->nameless++;
		return 0;
	}
	if (!p->sets->zero)
		return print_query(p, path, range, start, nr);
	fwrite(path, 1, len + 1, stdout);
	return ferror(stdout) ? -EIO : 0;
}

static bool in_memory(enum diff_page page)
{
	return page == DIFF_CLEAN || page == DIFF_DIRTY;
}

static int take_span(void *ctx, uint64_t start, uint64_t nr, enum diff_page a, enum diff_page b)
{
	struct printing *p = ctx;

	if (!in_memory(a) || (p->sets->with && in_memory(b) != p->sets->within))
		return 0;
	return print(p, true, start, nr);
}

static int print_file(struct printing *p, const struct diff_file *file)
{
	const struct diff_state *a = &file->at[DIFF_FIRST], *b = &file->at[DIFF_SECOND];

	p->file = file;
	p->ranges = 0;
	if (!a->there || !a->pages)
		return 0;
	if (p->sets->with && !b->there && !diff_tells(&p->told, file, DIFF_SECOND)) {
		p->unknown++;
		return 0;
	}
	if (a->has_spans)
		return diff_spans_walk(&a->spans, &b->spans, take_span, p);
	if (p->sets->with && (b->there && b->pages) != p->sets->within)
		return 0;
	return print(p, false, 0, 0);
}

static int by_name(const void *a, const void *b)
{
	const struct diff_file *x = *(struct diff_file *const *)a;
	const struct diff_file *y = *(struct diff_file *const *)b;

	return strcmp(x->at[DIFF_FIRST].name ?: "", y->at[DIFF_FIRST].name ?: "");
}

static void say_missing(const struct printing *p)
{
	char nr[UNITS_MAX];

	if (p->nameless)
		say_error("%s files have no path by which they can be asked for: left out",
			  units_grouped(p->nameless, nr));
	if (p->unknown)
		say_error("of %s files %s does not tell whether they are in memory: left out",
			  units_grouped(p->unknown, nr), say_safe(p->sets->with));
}

static int print_files(const struct diff_sets *sets, struct diff_moments *m)
{
	struct printing *p = calloc(1, sizeof(*p));
	int err = p ? 0 : -ENOMEM;
	bool partial = m->looks[DIFF_FIRST].partial || m->looks[DIFF_SECOND].partial;
	size_t i;

	if (m->files.nr)
		qsort(m->files.list, m->files.nr, sizeof(void *), by_name);
	if (p) {
		p->sets = sets;
		p->told = diff_moments_told(m);
	}
	for (i = 0; i < m->files.nr && !err; i++)
		err = print_file(p, m->files.list[i]);
	if (!err && fflush(stdout))
		err = -errno;
	if (err) {
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	} else {
		say_missing(p);
		partial |= p->nameless || p->unknown;
	}
	free(p);
	return err ? EXIT_FAILED : partial ? EXIT_PARTIAL : EXIT_OK;
}

static int read_stream(struct diff_moments *m, enum diff_moment moment, const char *path)
{
	int fd = input_open(path), err;

	if (fd < 0) {
		say_error("%s: %s", say_safe(path), strerror(-fd));
		return fd;
	}
	err = diff_moments_read(m, moment, fd, path);
	close(fd);
	if (!err && !m->looks[moment].files && (m->looks[moment].frames || m->looks[moment].others)) {
		say_error("%s: no answers of files", say_safe(path));
		err = -EINVAL;
	}
	return err;
}

/**
 * diff_sets_print() - print what is in one stream, and in another or not
 * @sets: what is wanted
 *
 * Return: an exit code, after a message if that is not 0.
 */
int diff_sets_print(const struct diff_sets *sets)
{
	const struct pages_view view = { .depth = 0 };
	struct diff_moments m;
	int err = interrupt_catch(), code;

	diff_moments_init(&m, DIFF_BY_FILE, &view);
	m.tells_how = false;
	if (err)
		say_error("%s", strerror(-err));
	err = err ?: read_stream(&m, DIFF_FIRST, sets->from);
	if (sets->with)
		err = err ?: read_stream(&m, DIFF_SECOND, sets->with) ?: diff_moments_match(&m);
	code = err ? EXIT_FAILED : print_files(sets, &m);
	if (err == -EINTR) {
		say_error("interrupted: nothing was printed");
		code = EXIT_INTERRUPTED;
	}
	diff_moments_free(&m);
	return code;
}
