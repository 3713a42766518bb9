// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: two looks at memory
 *
 * A process asks, as for top, and what it reads comes as a stream, as if it had been saved.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/exit_codes.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "commands/screen/feed.h"
#include "live.h"

#define NS_PER_MS 1000000ULL

/* 0 or -EINTR. */
static int wait_until(uint64_t due_ns)
{
	struct pollfd fd = { .fd = interrupt_fd(), .events = POLLIN };
	uint64_t now;

	while (!interrupt_seen() && (now = clock_ns(CLOCK_MONOTONIC)) < due_ns)
		(void)poll(&fd, 1, (due_ns - now) / NS_PER_MS + 1);
	return interrupt_seen() ? -EINTR : 0;
}

static int look(struct diff_moments *m, enum diff_moment moment, const struct diff_live *live)
{
	static const char *const origins[] = { "first look", "second look" };
	const struct feed_asking asking = { .open = live->open, .ctx = live->ctx, .all = true };
	struct feed f = { .fd = -1, .errors = -1 };
	int err = feed_ask(&f, &asking);

	if (err) {
		say_error("%s", strerror(-err));
		feed_end(&f, false);
		return err;
	}
	err = diff_moments_read(m, moment, f.fd, origins[moment]);
	feed_end(&f, !err);
	if (f.len)
		say("%.*s", (int)f.len - 1, f.said);
	/* who was killed between two answers has not asked everything */
	m->looks[moment].partial |= f.len || f.killed;
	return err;
}

/**
 * diff_live() - look twice and print what has changed
 * @live: what is looked at
 * @asked: how it is compared
 * @options: of the run
 *
 * Context: output_open() and interrupt_catch() were called.
 * Return: an exit code, after a message if that is not 0.
 */
int diff_live(const struct diff_live *live, const struct diff_asked *asked, struct options *options)
{
	struct diff_moments m;
	uint64_t begun_ns;
	int err, code;

	diff_moments_init(&m, asked->by, &options->out.pages);
	begun_ns = clock_ns(CLOCK_MONOTONIC);
	err = look(&m, DIFF_FIRST, live) ?: wait_until(begun_ns + live->for_ns) ?:
	      look(&m, DIFF_SECOND, live);
	if (err)
		code = err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	else
		code = diff_print(&m, asked, options);
	diff_moments_free(&m);
	return code;
}
