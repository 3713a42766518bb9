// SPDX-License-Identifier: GPL-2.0
/*
 * What a recording has: each moment is looked at, to the last byte.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/output.h"
#include "kinds/recorded_line.h"
#include "list.h"
#include "recording/moments.h"
#include "recording/rebuild.h"
#include "recording/when.h"

#define NS_PER_SECOND 1000000000ULL
#define NS_PER_MS 1000000ULL

/**
 * struct list - what is listed
 * @folder: recording
 * @moments: of it
 * @size: bytes of all
 * @bad: moments that can't be read
 * @cut: files that broke off
 */
struct list {
	struct folder folder;
	struct moments moments;
	uint64_t size;
	size_t bad;
	size_t cut;
};

static const char *state_of(const struct moment *moment)
{
	static const char *const words[] = {
		[MOMENT_GOOD] = "good", [MOMENT_DAMAGED] = "damaged", [MOMENT_LOST] = "lost",
		[MOMENT_CUT] = "cut",
	};

	if (moment->changed)
		return words[MOMENT_DAMAGED];
	if (moment->state == MOMENT_GOOD && moment->head.flags & HEAD_PARTIAL)
		return "partial";
	return words[moment->state];
}

static int show_cut(struct out *out, const struct moment *moment, const char *file)
{
	const struct recorded_line line = {
		.moment = PAGESNAP_UNKNOWN, .time = PAGESNAP_UNKNOWN, .state = state_of(moment),
		.kind = "?", .gap_ms = PAGESNAP_UNKNOWN, .missed = PAGESNAP_UNKNOWN,
		.size = moment->size, .bytes = PAGESNAP_UNKNOWN, .records = PAGESNAP_UNKNOWN,
		.took_ms = PAGESNAP_UNKNOWN, .every_ms = PAGESNAP_UNKNOWN, .boot = "",
		.file = file,
	};

	return out_show(out, &line);
}

static int show(struct out *out, const struct moments *m, size_t nth)
{
	const struct moment *moment = m->list + nth;
	const struct head *head = &moment->head;
	uint64_t gap = moments_gap(m, nth);
	char when[WHEN_TEXT_MAX], file[FOLDER_NAME_MAX];
	const struct recorded_line line = {
		.moment = head->number, .when = when_text(head->time_ns, when),
		.time = head->time_ns / NS_PER_SECOND, .state = state_of(moment),
		.kind = head->flags & HEAD_DELTA ? "delta" : "full",
		.gap_ms = !gap ? PAGESNAP_NONE : gap == 1 ? PAGESNAP_UNKNOWN : gap / NS_PER_MS,
		.missed = head->missed, .size = moment->size, .bytes = head->bytes,
		.records = head->records, .took_ms = head->took_ns / NS_PER_MS,
		.every_ms = head->every_ns / NS_PER_MS, .boot = head->boot,
		.file = folder_name(moment->file, file),
	};

	return moment->state == MOMENT_CUT ? show_cut(out, moment, file) : out_show(out, &line);
}

/* What builds on one without a head is good if it can be made, and so is what builds on that. */
static void check_headless(struct list *l)
{
	const struct moments *m = &l->moments;
	size_t i, bad;
	int fd;

	for (i = 1; i < m->nr; i++) {
		const struct moment *moment = m->list + i;

		if (moment->state != MOMENT_GOOD || moment[-1].state != MOMENT_CUT ||
		    moment[-1].file != moment->file)
			continue;
		fd = rebuild_moment(&l->folder, m, i, 0, &bad);
		if (fd >= 0)
			close(fd);
		else if (fd != -ENODATA)
			moments_spoil(&l->moments, bad);
	}
}

static int print(struct list *l, struct options *options)
{
	char why[256];
	struct out *out = out_new(&options->out, why, sizeof(why));
	size_t i;
	int err = 0;

	if (!out) {
		say_error("%s", why);
		return -EINVAL;
	}
	for (i = 0; i < l->moments.nr && !err; i++) {
		const struct moment *moment = l->moments.list + i;

		l->size += moment->size;
		l->cut += moment->state == MOMENT_CUT;
		l->bad += moment->state == MOMENT_DAMAGED || moment->state == MOMENT_LOST ||
			  moment->changed;
		err = show(out, &l->moments, i);
	}
	err = err ?: out_finish(out, OUT_WHOLE);
	out_free(out);
	if (err)
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	return err;
}

static void say_sums(const struct list *l, const struct options *options)
{
	char moments[UNITS_MAX], size[UNITS_MAX];

	if (isatty(STDERR_FILENO) && options->out.format == OUT_TABLE)
		say("%s moment%s, %s.", units_grouped(l->moments.nr - l->cut, moments),
		    l->moments.nr - l->cut == 1 ? "" : "s", units_size(l->size, size));
	if (l->bad == 1)
		say_error("%s: 1 moment is damaged", say_safe(l->folder.path));
	else if (l->bad)
		say_error("%s: %zu moments are damaged, or build on one that is",
			  say_safe(l->folder.path), l->bad);
}

/**
 * list_moments() - print what a recording has
 * @options: how
 * @command: whose
 * @path: folder
 *
 * Return: an exit code, after a message.
 */
int list_moments(struct options *options, const struct command *command, const char *path)
{
	struct list l = { .size = 0 };
	int err = folder_open(&l.folder, path) ?: moments_read(&l.moments, &l.folder, true), code;

	if (!err && output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		err = -ENOMEM;
	} else if (!err) {
		check_headless(&l);
		err = print(&l, options);
		if (output_close(options))
			err = -EIO;
		if (!err)
			say_sums(&l, options);
	}
	code = err ? EXIT_FAILED : l.bad ? EXIT_PARTIAL : EXIT_OK;
	moments_free(&l.moments);
	folder_close(&l.folder);
	return code;
}
