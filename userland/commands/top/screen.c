// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: top on a full screen
 *
 * One thread waits for keys, signals and answers (watch.c); what is seen is a list of rows, made
 * anew when a look has ended or a key asks for others.
 */
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "commands/screen/prompt.h"
#include "commands/screen/terminal.h"
#include "draw.h"
#include "screen.h"

#define NS_PER_SECOND 1000000000ULL
#define FASTEST_NS (NS_PER_SECOND / 4)
#define SLOWEST_NS (3600 * NS_PER_SECOND)
/* A look that takes long is seen to be under way. */
#define LONG_NS NS_PER_SECOND
#define TICK_MS 1000
#define CTRL(letter) ((letter) & 0x1f)

/**
 * struct view - a screen at work
 * @screen: what is to be shown
 * @watch: where rows come from
 * @terminal: where they go
 * @colors: it has some, and they are wanted
 * @order: how rows are sorted, and which are seen
 * @filter: of @order
 * @list: rows that are seen; @shown of them
 * @shown: see there
 * @at: number of the first one on the screen
 * @typing: a filter is being typed
 * @prompt: it
 * @help: keys are shown
 * @paused: no look begins
 * @message: what is to be said until the next key, "" for nothing
 * @dirty: something has changed since it was drawn
 * @quit: somebody has had enough
 * @signal: a signal that ends it, or 0
 */
struct view {
	const struct top_screen *screen;
	struct top_watch watch;
	struct terminal terminal;
	bool colors;
	struct top_order order;
	char filter[PROMPT_MAX + 1];
	const struct top_row **list;
	size_t shown;
	size_t at;
	bool typing;
	struct prompt prompt;
	bool help;
	bool paused;
	char message[256];
	bool dirty;
	bool quit;
	int signal;
};

static void say_on(struct view *v, const char *text)
{
	snprintf(v->message, sizeof(v->message), "%s", text);
}

/* Rows -------------------------------------------------------------------------------- */

/* 0 or -ENOMEM. */
static int list_rows(struct view *v)
{
	const struct top_rows *rows = &v->watch.look.rows;
	const struct top_row **list = reallocarray(v->list, rows->nr + 1, sizeof(void *));

	v->shown = 0;
	v->dirty = true;
	if (!list)
		return -ENOMEM;
	v->list = list;
	v->shown = top_order_list(rows, &v->order, list);
	return 0;
}

static bool may_turn_to(const struct view *v, enum top_by by)
{
	if (v->screen->operands == TOP_PATHS)
		return top_by_files(by);
	return v->screen->operands == TOP_NO_OPERANDS || by == TOP_BY_PROCESS;
}

static int turn_to(struct view *v, enum top_by by)
{
	if (by == v->watch.by)
		return 0;
	if (!may_turn_to(v, by)) {
		say_on(v, "what was named on the command line has none of these");
		return 0;
	}
	if (v->screen->asking.read && !strcmp(v->screen->asking.read, "-")) {
		say_on(v, "what came by a pipe is read once");
		return 0;
	}
	v->at = 0;
	v->shown = 0;
	return top_watch_turn(&v->watch, by);
}

static int turn(struct view *v, int step)
{
	enum top_by by = v->watch.by;

	do
		by = (by + TOP_BYS + step) % TOP_BYS;
	while (!may_turn_to(v, by));
	return turn_to(v, by);
}

/* Keys ---------------------------------------------------------------------------------- */

static int sort_by(struct view *v, enum top_sort sort)
{
	v->order.sort = sort;
	v->order.reverse = false;
	return list_rows(v);
}

static int filter_by(struct view *v, const char *text)
{
	snprintf(v->filter, sizeof(v->filter), "%s", text);
	v->at = 0;
	return list_rows(v);
}

static int type(struct view *v, int key)
{
	if (key == KEY_ENTER)
		key = '\n';
	else if (key == KEY_BACKSPACE)
		key = '\b';
	switch (prompt_key(&v->prompt, key)) {
	case PROMPT_LINE:
		v->typing = false;
		return filter_by(v, v->prompt.text);
	case PROMPT_NOTHING:
		v->typing = false;
		return 0;
	default:
		return 0;
	}
}

static bool scroll_by(struct view *v, int key)
{
	size_t page = top_draw_height() ?: 1, most = v->shown > page ? v->shown - page : 0;
	size_t by = key == KEY_PPAGE || key == KEY_NPAGE ? page : 1;

	switch (key) {
	case KEY_UP:
	case KEY_PPAGE:
		v->at -= v->at < by ? v->at : by;
		return true;
	case KEY_DOWN:
	case KEY_NPAGE:
		v->at = v->at + by < most ? v->at + by : most;
		return true;
	case KEY_HOME:
		v->at = 0;
		return true;
	case KEY_END:
		v->at = most;
		return true;
	}
	return false;
}

/* Twice as long, or half. */
static void change_delay(struct view *v, bool longer)
{
	uint64_t ns = v->watch.pace.wanted_ns ?: FASTEST_NS;

	ns = longer ? ns * 2 : ns / 2;
	ns = ns < FASTEST_NS ? FASTEST_NS : ns > SLOWEST_NS ? SLOWEST_NS : ns;
	top_watch_every(&v->watch, ns);
}

static int take_order(struct view *v, int key)
{
	switch (key) {
	case '<':
	case '>':
		return sort_by(v, (v->order.sort + TOP_SORTS + (key == '<' ? -1 : 1)) % TOP_SORTS);
	case 'M':
		return sort_by(v, TOP_SORT_SIZE);
	case 'P':
		return sort_by(v, TOP_SORT_CHANGE);
	case 'N':
		return sort_by(v, TOP_SORT_NAME);
	case 'R':
		v->order.reverse = !v->order.reverse;
		return list_rows(v);
	case '\t':
	case 'b':
		return turn(v, 1);
	case KEY_BTAB:
		return turn(v, -1);
	}
	if (key >= '1' && key < '1' + TOP_BYS)
		return turn_to(v, key - '1');
	say_on(v, "no such key; ? shows them");
	return 0;
}

static int take_command(struct view *v, int key)
{
	switch (key) {
	case 'q':
		v->quit = true;
		return 0;
	case '?':
	case 'h':
		v->help = true;
		return 0;
	case '/':
		v->typing = true;
		prompt_begin(&v->prompt, v->filter);
		return 0;
	case ' ':
	case 'p':
		v->paused = !v->paused;
		return 0;
	case '+':
	case '=':
	case '-':
		change_delay(v, key != '-');
		return 0;
	case CTRL('l'):
		clearok(curscr, TRUE);
		return 0;
	}
	return scroll_by(v, key) ? 0 : take_order(v, key);
}

static int take_key(struct view *v, int key)
{
	v->dirty = true;
	if (key == KEY_RESIZE)
		return 0;
	if (v->typing)
		return type(v, key);
	*v->message = '\0';
	if (v->help) {
		v->help = false;
		return 0;
	}
	return take_command(v, key);
}

static int take_keys(struct view *v)
{
	int key, err = 0;

	while (!err && !v->quit && (key = getch()) != ERR)
		err = take_key(v, key);
	return err;
}

/* Events --------------------------------------------------------------------------------- */

static void take_signals(struct view *v)
{
	if (terminal_take_signals(&v->terminal, &v->signal))
		v->dirty = true;
}

static const char *state_of(const struct view *v, char buf[32])
{
	uint64_t since = top_watch_since(&v->watch);

	if (v->paused)
		return "PAUSED";
	if (v->watch.ended)
		return "saved run, ended";
	if (since < LONG_NS)
		return "";
	snprintf(buf, 32, "looking %llus", (unsigned long long)(since / NS_PER_SECOND));
	return buf;
}

static const char *message_of(const struct view *v)
{
	const struct top_watch *w = &v->watch;

	if (*v->message)
		return v->message;
	if (*w->said)
		return w->said;
	/* of these rows: what there was of others says nothing */
	if (!w->look.rows.looks)
		return "looking for the first time";
	if (!w->look.rows.seen)
		return "nothing of that is in memory";
	return w->look.rows.looks == 1 && !w->ended ?
	       "the first look: what changes is seen at the next one" : NULL;
}

static void draw(struct view *v)
{
	char time[32], state[32];
	struct top_picture p = {
		.head = top_head_of(&v->watch, &v->order, time), .list = v->list, .at = v->at,
		.message = message_of(v), .question = v->typing ? "names with: " : NULL,
		.answer = v->prompt.text, .help = v->help, .colors = v->colors,
	};

	p.head.shown = v->shown;
	p.head.state = state_of(v, state);
	top_draw(&p);
	v->at = p.at;
	v->dirty = false;
}

static int timeout_of(const struct view *v)
{
	int ms = v->paused && !v->watch.looking ? -1 : top_watch_timeout(&v->watch);

	/* how long it takes is seen to go on */
	return v->watch.looking && (ms < 0 || ms > TICK_MS) ? TICK_MS : ms;
}

/* Nothing was seen, and there is nothing to wait for. */
static bool is_over(const struct view *v)
{
	return v->screen->refreshes && v->watch.asked >= v->screen->refreshes;
}

static int take_looks(struct view *v, const struct pollfd *fds)
{
	enum top_event event;

	if (v->paused && !v->watch.looking)
		return 0;
	event = top_watch_take(&v->watch, fds);
	if (top_watch_since(&v->watch) >= LONG_NS)
		v->dirty = true;
	if (event == TOP_NOTHING)
		return 0;
	/* who can't see anything wants to read why, where it stays */
	if (event == TOP_FAILED && !v->watch.look.rows.looks && v->watch.asked == 1)
		return -ENODATA;
	v->quit = v->quit || is_over(v);
	return list_rows(v);
}

/* 0 or -errno. */
static int wait_and_take(struct view *v)
{
	struct pollfd fds[TOP_WATCH_FDS + 2] = {
		{ .fd = v->terminal.signals, .events = POLLIN },
		{ .fd = fileno(v->terminal.keys), .events = POLLIN },
	};
	int n, err;

	top_watch_fds(&v->watch, fds + 2);
	n = poll(fds, TOP_WATCH_FDS + 2, timeout_of(v));
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	err = take_looks(v, fds + 2);
	if (fds[0].revents)
		take_signals(v);
	/* a terminal that is gone is readable, too, but has no keys, and may have told nobody */
	if (fds[1].revents & ~POLLIN)
		v->signal = v->signal ?: SIGHUP;
	else if (!err && fds[1].revents)
		err = take_keys(v);
	return err ?: v->watch.err;
}

static int run(struct view *v)
{
	int err = 0;

	v->dirty = true;
	while (!err && !v->quit && !v->signal) {
		if (v->dirty)
			draw(v);
		err = wait_and_take(v);
	}
	return err;
}

/* Beginning and end ------------------------------------------------------------------------ */

static int exit_code(const struct view *v, int err)
{
	const struct top_watch *w = &v->watch;

	if (err == -ENODATA) {
		if (w->feed.len)
			say("%.*s", (int)w->feed.len - 1, w->feed.said);
		else
			say_error("%s", *w->said ? w->said : "nothing was answered");
	} else if (err) {
		/* what was said on the screen went with it */
		say_error("%s%s", w->err ? "--save: " : "", strerror(-err));
	}
	if (err)
		return EXIT_FAILED;
	if (*w->said)
		say_error("%s", w->said);
	return *w->said ? EXIT_PARTIAL : EXIT_OK;
}

static int show(struct view *v)
{
	int err = terminal_open(&v->terminal, v->screen->color), code;

	if (err) {
		say_error("the terminal: %s", strerror(-err));
		return EXIT_FAILED;
	}
	v->colors = top_draw_colors(v->terminal.colors);
	err = top_watch_open(&v->watch, &v->screen->asking) ?: run(v);
	terminal_close(&v->terminal);
	code = exit_code(v, err);
	top_watch_close(&v->watch);
	free(v->list);
	return code;
}

/**
 * top_screen_run() - show it until somebody has enough
 * @screen: what
 *
 * Return: an exit code, after a message if that is not 0.
 */
int top_screen_run(const struct top_screen *screen)
{
	struct view v = { .screen = screen, .order = screen->order };
	int code;

	snprintf(v.filter, sizeof(v.filter), "%s", screen->order.filter);
	v.order.filter = v.filter;
	code = show(&v);
	/* who sent it sees that it was taken */
	if (v.signal && v.signal != SIGINT) {
		signal(v.signal, SIG_DFL);
		raise(v.signal);
	}
	return v.signal ? EXIT_INTERRUPTED : code;
}
