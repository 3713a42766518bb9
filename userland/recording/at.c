// SPDX-License-Identifier: GPL-2.0
/*
 * A moment of a recording, as people ask for it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "at.h"
#include "base/clock.h"
#include "base/say.h"
#include "moments.h"
#include "rebuild.h"
#include "when.h"


/**
 * struct asked - what was asked for
 * @folder: recording
 * @m: its moments
 * @when: moment
 * @time: as it was named, NULL for the last one
 * @files: index files whose answers are wanted
 */
struct asked {
	struct folder folder;
	struct moments m;
	struct when when;
	const char *time;
	unsigned int files;
};

/* What is there, so that people ask for that next time. */
static int say_none(const struct asked *a)
{
	ssize_t first = moments_before(&a->m, UINT64_MAX), next;
	char text[WHEN_TEXT_MAX];

	if (a->when.number) {
		say_error("%s: moment %" PRIu64 " is not there, or damaged", say_safe(a->folder.path),
			  a->when.number);
		return -ENOENT;
	}
	if (first < 0) {
		say_error("%s: no moment was recorded that can be read", say_safe(a->folder.path));
		return -ENOENT;
	}
	for (next = 0; (size_t)next < a->m.nr; next++)
		if (a->m.list[next].state == MOMENT_GOOD &&
		    a->m.list[next].head.time_ns < a->m.list[first].head.time_ns)
			first = next;
	say_error("%s: nothing was recorded up to %s; the first moment is of %s",
		  say_safe(a->folder.path), say_safe(a->time),
		  when_text(a->m.list[first].head.time_ns, text));
	return -ENOENT;
}

/* What follows a moment, if that is none. */
static const struct moment *cut_behind(const struct asked *a, size_t nth)
{
	const struct moment *moment = a->m.list + nth + 1;

	return nth + 1 < a->m.nr && moment->state == MOMENT_CUT ? moment : NULL;
}

/* Between this moment and the next one lies what was asked for, and more than is usual. */
static void say_gap(const struct asked *a, size_t nth)
{
	const struct head *head = &a->m.list[nth].head;
	const struct moment *cut = cut_behind(a, nth);
	const char *what = cut && cut->changed ? "nothing that can be read" : "nothing";
	ssize_t next = moments_behind(&a->m, nth);
	char from[WHEN_TEXT_MAX], to[WHEN_TEXT_MAX];

	if (!a->time || a->when.number ||
	    a->when.time_ns - head->time_ns <= head->every_ns + head->every_ns / 2)
		return;
	if (cut && !cut->changed)
		say("# %s: what was written behind it is cut", say_safe(a->folder.path));
	if (next < 0)
		say("# %s: %s was recorded after %s", say_safe(a->folder.path), what,
		    when_text(head->time_ns, from));
	else
		say("# %s: %s was recorded from %s to %s", say_safe(a->folder.path), what,
		    when_text(head->time_ns, from),
		    when_text(a->m.list[next].head.time_ns, to));
}

static void say_which(const struct asked *a, size_t nth, struct at *at)
{
	const struct head *head = &a->m.list[nth].head;
	char text[WHEN_TEXT_MAX], span[WHEN_TEXT_MAX];

	at->number = head->number;
	snprintf(at->name, sizeof(at->name), "moment %" PRIu64, head->number);
	if (!a->time || a->when.number)
		say("# moment %" PRIu64 ", %s", head->number, when_text(head->time_ns, text));
	else
		say("# moment %" PRIu64 ", %s: %s before what was asked for", head->number,
		    when_text(head->time_ns, text),
		    when_span(a->when.time_ns - head->time_ns, span));
	if (head->flags & HEAD_PARTIAL)
		say("# not all was answered then");
	say_gap(a, nth);
}

/* Was one nearer of which not even the head can be read, and so not its time? */
static bool hides_behind(const struct asked *a, size_t nth)
{
	const struct moment *cut = cut_behind(a, nth);
	const struct head *head = &a->m.list[nth].head;

	return cut && cut->changed && a->when.time_ns - head->time_ns >= head->every_ns;
}

/* A moment that is lost is not the one that was asked for, if there are none between. */
static void note_damage(const struct asked *a, size_t nth, struct at *at)
{
	uint64_t from = a->m.list[nth].head.time_ns;
	size_t i;

	for (i = 0; i < a->m.nr; i++) {
		const struct moment *moment = a->m.list + i;

		if (moment->state == MOMENT_GOOD || moment->state == MOMENT_CUT ||
		    moment->head.time_ns <= from || moment->head.time_ns > a->when.time_ns)
			continue;
		say_error("%s: moment %" PRIu64 " is %s", say_safe(a->folder.path),
			  moment->head.number, moment->state == MOMENT_DAMAGED ? "damaged" :
			  "lost, as it builds on one that is damaged");
		at->damaged = true;
	}
	if (hides_behind(a, nth)) {
		say_error("%s: what was recorded behind moment %" PRIu64 " is damaged",
			  say_safe(a->folder.path), a->m.list[nth].head.number);
		at->damaged = true;
	}
}

static int choose(struct asked *a, struct at *at)
{
	ssize_t nth;
	size_t bad;
	int fd;

	do {
		nth = a->when.number ? moments_numbered(&a->m, a->when.number) :
		      moments_before(&a->m, a->when.time_ns);
		if (nth < 0 || a->m.list[nth].state != MOMENT_GOOD)
			return say_none(a);
		fd = rebuild_moment(&a->folder, &a->m, nth, a->files, &bad);
		if (fd == -EPROTO)
			moments_spoil(&a->m, bad);
	} while (fd == -EPROTO);
	if (fd == -ENODATA)
		say_error("%s: moment %" PRIu64 " has no answers that this subcommand shows",
			  say_safe(a->folder.path), a->m.list[nth].head.number);
	if (fd < 0)
		return fd;
	at_replace(at, fd);
	if (!a->when.number)
		note_damage(a, nth, at);
	say_which(a, nth, at);
	return 0;
}

/**
 * at_open() - open a moment of a recording
 * @at: gets it
 * @path: folder
 * @time: which, NULL for the last one
 * @files: index files whose answers are wanted, 0 for all
 *
 * Return: 0 or a negative errno, after a message.
 */
int at_open(struct at *at, const char *path, const char *time, unsigned int files)
{
	struct asked a = { .when.time_ns = UINT64_MAX, .time = time, .files = files };
	int err;

	*at = (struct at){ .fd = -1 };
	if (time && when_read(time, clock_ns(CLOCK_REALTIME), &a.when)) {
		say_error("%s: a time " WHEN_EXPECTED, say_safe(time));
		return -EINVAL;
	}
	err = folder_open(&a.folder, path) ?: moments_read(&a.m, &a.folder, false) ?:
	      choose(&a, at);
	moments_free(&a.m);
	folder_close(&a.folder);
	return err;
}

/**
 * at_replace() - have it read something else
 * @at: moment
 * @fd: reads that
 */
void at_replace(struct at *at, int fd)
{
	at_close(at);
	at->fd = fd;
	snprintf(at->path, sizeof(at->path), "/proc/self/fd/%d", fd);
}

/**
 * at_close() - give it back
 * @at: moment
 */
void at_close(struct at *at)
{
	if (at->fd >= 0)
		close(at->fd);
	at->fd = -1;
}
