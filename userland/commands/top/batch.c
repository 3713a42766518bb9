// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: top without a screen
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/exit_codes.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "cli/output.h"
#include "kinds/top_line.h"
#include "render/top/layout.h"
#include "screen.h"

#define NS_PER_SECOND 1000000000ULL
#define NS_PER_MS 1000000ULL
#define HEAD_WIDTH 200

/**
 * struct batch - refreshes that are printed
 * @screen: what is looked at
 * @options: how they are printed
 * @watch: where rows come from
 * @out: where they go; of a table, of one refresh
 * @printed: refreshes
 * @failed: looks that have failed, or of which something failed
 */
struct batch {
	const struct top_screen *screen;
	struct options *options;
	struct top_watch watch;
	struct out *out;
	uint64_t printed;
	uint64_t failed;
};

/**
 * top_head_of() - what lines above rows say
 * @w: watch
 * @order: how rows are sorted, and which are seen
 * @time: room for 32 bytes
 *
 * Return: all but how many rows are seen.
 */
struct top_head top_head_of(const struct top_watch *w, const struct top_order *order, char *time)
{
	const time_t at = w->look.ended_ns / NS_PER_SECOND;
	bool saved = w->asking->read;
	struct tm tm;

	*time = '\0';
	if (at && localtime_r(&at, &tm))
		strftime(time, 32, "%H:%M:%S", &tm);
	return (struct top_head){
		.by = top_by_word(w->by), .cost = top_watch_cost(w),
		.percent = saved ? 0 : w->pace.percent, .every_ns = top_watch_interval(w),
		.wanted_ns = w->pace.wanted_ns, .time = time, .state = saved ? "saved run" : "",
		.total = &w->look.rows.total, .rows = w->look.rows.seen, .order = order,
		.page_shift = w->look.page_shift,
	};
}

static struct top_change change_of(const struct top_row *row, enum top_sum sum)
{
	struct top_change change;

	change.known = top_row_change(row, sum, &change.pages);
	return change;
}

static int print_row(const struct batch *b, const struct top_row *row, const struct top_head *head)
{
	const struct top_line line = {
		.refresh = b->printed, .time = b->watch.look.ended_ns / NS_PER_SECOND,
		.cost = head->cost, .every_ms = head->every_ns / NS_PER_MS, .by = head->by,
		.name = row->name ?: "?", .name_len = row->name ? row->name_len : 1,
		.size = row->now.pages[TOP_SIZE], .dirty = row->now.pages[TOP_DIRTY],
		.evicted = row->now.pages[TOP_EVICTED], .mapped = row->now.pages[TOP_MAPPED],
		.change = change_of(row, TOP_SIZE), .dirtied = change_of(row, TOP_DIRTY),
		.gone = change_of(row, TOP_EVICTED),
	};

	return out_show(b->out, &line);
}

static int open_out(struct batch *b)
{
	char why[256];

	if (b->out)
		return 0;
	b->out = out_new(&b->options->out, why, sizeof(why));
	if (!b->out)
		say_error("%s", why);
	return b->out ? 0 : -EINVAL;
}

static int close_out(struct batch *b)
{
	int err = b->out ? out_finish(b->out, OUT_WHOLE) : 0;

	out_free(b->out);
	b->out = NULL;
	return err;
}

static int print_line(const struct batch *b, const struct top_head *head,
		      void (*layout)(struct value_buf *b, const struct top_head *h, size_t width))
{
	struct value_buf line = { .s = NULL };
	int err;

	layout(&line, head, HEAD_WIDTH);
	value_buf_char(&line, '\n');
	fwrite(line.s, 1, line.len, b->options->out.to);
	err = line.failed ? -ENOMEM : 0;
	value_buf_free(&line);
	return err;
}

/* For people: what it costs, and what all adds up to. */
static int print_head(const struct batch *b, const struct top_head *head)
{
	if (b->printed > 1)
		fputc('\n', b->options->out.to);
	return print_line(b, head, top_layout_cost) ?: print_line(b, head, top_layout_total);
}

static int print_rows(struct batch *b, const struct top_row **list)
{
	bool table = b->options->out.format == OUT_TABLE;
	char time[32];
	struct top_head head = top_head_of(&b->watch, &b->screen->order, time);
	size_t i;
	int err = 0;

	head.shown = top_order_list(&b->watch.look.rows, &b->screen->order, list);
	if (table && !b->options->out.no_headings)
		err = print_head(b, &head);
	err = err ?: open_out(b);
	for (i = 0; i < head.shown && (!b->screen->rows || i < b->screen->rows) && !err; i++)
		err = print_row(b, list[i], &head);
	if (!err)
		err = table ? close_out(b) : out_flush(b->out);
	if (!err && fflush(b->options->out.to))
		err = -errno;
	return err;
}

static int print(struct batch *b)
{
	const struct top_row **list = calloc(b->watch.look.rows.nr + 1, sizeof(void *));
	int err = list ? 0 : -ENOMEM;

	b->printed++;
	err = err ?: print_rows(b, list);
	free(list);
	return err;
}

/* 0, or -ENODATA if nothing can be expected. */
static int take(struct batch *b, enum top_event event)
{
	const struct top_watch *w = &b->watch;

	if (event == TOP_NOTHING)
		return 0;
	b->failed += event == TOP_FAILED || w->look.failed || *w->said;
	if (event == TOP_FAILED && w->feed.len)
		say("%.*s", (int)w->feed.len - 1, w->feed.said);
	else if (*w->said)
		say_error("%s", w->said);
	if (event == TOP_LOOKED)
		return print(b);
	return b->printed && !w->ended ? 0 : -ENODATA;
}

static bool is_over(const struct batch *b)
{
	return b->watch.ended || (b->screen->refreshes && b->watch.asked >= b->screen->refreshes);
}

static int run(struct batch *b)
{
	struct pollfd fds[TOP_WATCH_FDS + 1];
	int err = top_watch_open(&b->watch, &b->screen->asking);

	while (!err && !is_over(b)) {
		top_watch_fds(&b->watch, fds);
		fds[TOP_WATCH_FDS] = (struct pollfd){ .fd = interrupt_fd(), .events = POLLIN };
		if (poll(fds, TOP_WATCH_FDS + 1, top_watch_timeout(&b->watch)) < 0 &&
		    errno != EINTR)
			err = -errno;
		if (!err && interrupt_seen())
			err = -EINTR;
		if (!err)
			err = take(b, top_watch_take(&b->watch, fds)) ?: b->watch.err;
	}
	return err;
}

static int finish(struct batch *b, int err)
{
	enum out_ending ending = err == -EINTR ? OUT_INTERRUPTED : err ? OUT_CUT : OUT_WHOLE;
	int code = b->failed ? EXIT_PARTIAL : EXIT_OK, last;

	last = b->out ? out_finish(b->out, ending) : 0;
	out_free(b->out);
	top_watch_close(&b->watch);
	/* what failed to be asked or saved was said */
	if (err && err != -EINTR && err != -ENODATA && !b->watch.err)
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
	if (err)
		code = err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	return output_close(b->options) || last ? EXIT_FAILED : code;
}

/**
 * top_batch_run() - print it
 * @screen: what
 * @options: how
 *
 * Context: output_open() was called.
 * Return: an exit code, after a message if that is not 0.
 */
int top_batch_run(const struct top_screen *screen, struct options *options)
{
	struct batch b = { .screen = screen, .options = options };
	int err = interrupt_catch();

	return finish(&b, err ?: run(&b));
}
