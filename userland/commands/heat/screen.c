// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: heat on a full screen
 *
 * One thread waits for keys, signals, and records of each target (feed.c).  What comes changes
 * models (render/heat/model.h), keys move a sight of one process of one of these
 * (render/heat/sight.h), and then all is drawn anew, ten times a second at the most.
 */
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "cli/specs.h"
#include "commands/screen/prompt.h"
#include "commands/screen/terminal.h"
#include "draw.h"
#include "kinds/accesses_asked.h"
#include "plotter.h"
#include "screen.h"

/* Runs of all targets together, 48 bytes each. */
#define RUNS_MAX (1 << 20)
#define FRAME_MS 100
#define CTRL(letter) ((letter) & 0x1f)
#define ESCAPE 0x1b

/* What is typed is for. */
enum asked { ASKED_NOTHING, ASKED_TARGET, ASKED_INTERVALS, ASKED_FILE, ASKED_PICTURE };

/**
 * struct view - a screen at work
 * @screen: what is to be shown
 * @asking: how to ask from now on
 * @terminal: where
 * @colors: it has colours for all levels, and they are wanted
 * @feeds: targets; @nr of them
 * @nr: see there
 * @feed: number of the one that is seen
 * @process: number of its process that is seen
 * @sight: how it is seen
 * @asked: what @prompt is for
 * @prompt: what is typed
 * @help: it is shown
 * @message: what is to be said, until the next key; "" for nothing
 * @dirty: something has changed since it was drawn
 * @drawn_ms: when that was
 * @quit: somebody has had enough
 * @signal: a signal that ends it, or 0
 * @seen: there was something to see
 * @err: -errno of what ends it
 */
struct view {
	const struct heat_screen *screen;
	struct heat_asking asking;
	struct terminal terminal;
	bool colors;
	struct heat_feed *feeds;
	size_t nr;
	size_t feed;
	size_t process;
	struct heat_sight sight;
	enum asked asked;
	struct prompt prompt;
	bool help;
	char message[512];
	bool dirty;
	uint64_t drawn_ms;
	bool quit;
	int signal;
	bool seen;
	int err;
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

__attribute__((format(printf, 2, 3)))
static void say_on(struct view *v, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(v->message, sizeof(v->message), format, args);
	va_end(args);
}

/* Processes ------------------------------------------------------------------------- */

static const struct heat_seen *process_of(const struct heat_feed *f, size_t nth)
{
	return nth < f->model.processes.nr ?
	       (const struct heat_seen *)f->model.processes.list[nth] : NULL;
}

/* Who has been looked at has something to show. */
static bool is_shown(const struct heat_feed *f, size_t nth)
{
	return process_of(f, nth)->process.pid && process_of(f, nth)->history.nr;
}

static void turn(struct view *v)
{
	const struct heat_feed *f = v->feeds + v->feed;

	heat_sight_turn(&v->sight, &f->model, process_of(f, v->process));
}

/* The next process, or the one before, that has something to show; round and round. */
static void turn_to_next(struct view *v, bool back)
{
	size_t feed = v->feed, process = v->process, tries, all = v->nr;

	for (tries = 0; tries < v->nr; tries++)
		all += v->feeds[tries].model.processes.nr;
	for (tries = 0; tries < all; tries++) {
		if (!back && ++process >= v->feeds[feed].model.processes.nr) {
			feed = (feed + 1) % v->nr;
			process = 0;
		} else if (back && process-- == 0) {
			feed = (feed + v->nr - 1) % v->nr;
			process = v->feeds[feed].model.processes.nr;
			process -= process > 0;
		}
		if (process < v->feeds[feed].model.processes.nr &&
		    is_shown(v->feeds + feed, process))
			break;
	}
	if (tries == all)
		return;
	v->feed = feed;
	v->process = process;
	turn(v);
}

/* Which of how many are seen. */
static void count(const struct view *v, struct heat_picture *p)
{
	size_t i, j;

	for (i = 0; i < v->nr; i++) {
		for (j = 0; j < v->feeds[i].model.processes.nr; j++) {
			p->of += is_shown(v->feeds + i, j);
			if (i == v->feed && j == v->process)
				p->nth = p->of;
		}
	}
}

/* Until there is something to see, the first that has. */
static void find_first(struct view *v)
{
	if (!v->sight.process || !v->sight.process->history.nr)
		turn_to_next(v, false);
}

/* Feeds ------------------------------------------------------------------------------ */

static void close_feeds(struct view *v)
{
	size_t i;
	int err;

	for (i = 0; i < v->nr; i++) {
		err = heat_spool_close(&v->feeds[i].spool);
		if (err)
			say_on(v, "what was to be saved is not complete: %s", strerror(-err));
		heat_feed_close(v->feeds + i);
	}
	free(v->feeds);
	v->feeds = NULL;
	v->nr = 0;
}

/* At first, or anew: what is seen comes to nothing until there is more. */
static int open_feeds(struct view *v, char *const *targets, size_t nr)
{
	const struct heat_screen *screen = v->screen;
	size_t each = RUNS_MAX / nr;
	int err = 0;

	v->feeds = calloc(nr, sizeof(*v->feeds));
	if (!v->feeds)
		return -ENOMEM;
	v->feed = 0;
	v->process = 0;
	for (v->nr = 0; v->nr < nr && !err; v->nr++)
		err = screen->read ? heat_feed_read(v->feeds + v->nr, screen->read, each) :
		      heat_feed_ask(v->feeds + v->nr, &v->asking, targets[v->nr], each);
	if (!err)
		turn(v);
	return err;
}

/*
 * Of @target in place of all; NULL: of the same ones.  Their names are copied, since they go with
 * the old answers.
 */
static void ask_anew(struct view *v, const char *target)
{
	size_t nr = target ? 1 : v->nr, i;
	char **names = calloc(nr + 1, sizeof(*names));
	int err = names ? 0 : -ENOMEM;

	for (i = 0; i < nr && !err; i++) {
		names[i] = strdup(target ?: v->feeds[i].name);
		err = names[i] ? 0 : -ENOMEM;
	}
	if (!err) {
		heat_sight_turn(&v->sight, NULL, NULL);
		close_feeds(v);
		err = open_feeds(v, names, nr);
	}
	v->err = err;
	for (i = 0; names && i < nr; i++)
		free(names[i]);
	free(names);
}

/* The last line of what a feed said, without the newline. */
static void say_what_feeds_said(struct view *v)
{
	const struct feed *f = &v->feeds[v->feed].from;
	const char *line = f->said, *end = f->said + f->len, *at;

	if (!f->len || *v->message)
		return;
	while (end > f->said && end[-1] == '\n')
		end--;
	for (at = f->said; at < end; at++)
		if (*at == '\n')
			line = at + 1;
	say_on(v, "%.*s", (int)(end - line), line);
}

/* Nothing was seen, and nothing will be; but somebody who has seen something may ask again. */
static bool all_failed(struct view *v)
{
	size_t i;

	for (i = 0; i < v->nr; i++)
		v->seen = v->seen || v->feeds[i].model.rounds;
	if (v->seen)
		return false;
	for (i = 0; i < v->nr; i++)
		if (v->feeds[i].from.fd >= 0)
			return false;
	return true;
}

/* What is typed --------------------------------------------------------------------- */

static void ask_user(struct view *v, enum asked asked, const char *text)
{
	v->asked = asked;
	prompt_begin(&v->prompt, text);
}

static const char *question(const struct view *v)
{
	static const char *const questions[] = {
		[ASKED_NOTHING] = NULL,
		[ASKED_TARGET] = "PID, uid:USER, cgroup:PATH or file:PATH: ",
		[ASKED_INTERVALS] = "sample every, samples of a round; asks anew: ",
		[ASKED_FILE] = "save in: ",
		[ASKED_PICTURE] = "draw in (.png, .svg): ",
	};

	return questions[v->asked];
}

/* "100ms 10"; the second may be left out.  False if it is something else. */
static bool parse_intervals(char *text, const char **every, uint64_t *aggregate)
{
	char *rest = NULL, *number;
	const char *why;
	u64 ns;

	*every = strtok_r(text, " ", &rest);
	number = strtok_r(NULL, " ", &rest);
	if (!*every || strtok_r(NULL, " ", &rest) || pagesnap_duration(*every, strlen(*every), &ns))
		return false;
	if (number && spec_number(number, aggregate, &why))
		return false;
	return *aggregate && *aggregate <= PAGESNAP_ACCESSES_AGGREGATE_MAX;
}

static void take_intervals(struct view *v, char *text)
{
	uint64_t aggregate = v->asking.aggregate;
	const char *every;

	if (!parse_intervals(text, &every, &aggregate) ||
	    strlen(every) >= sizeof(v->asking.every)) {
		say_on(v, "a time and 1 to %d samples expected, as: 100ms 10",
		       PAGESNAP_ACCESSES_AGGREGATE_MAX);
		return;
	}
	snprintf(v->asking.every, sizeof(v->asking.every), "%s", every);
	v->asking.aggregate = aggregate;
	ask_anew(v, NULL);
}

static void save(struct view *v, const char *path)
{
	int err = heat_spool_save(&v->feeds[v->feed].spool, path, true);

	if (err == -EFBIG)
		say_on(v, "more than %d MiB came, too late to save: i asks anew",
		       HEAT_SPOOL_MAX >> 20);
	else if (err)
		say_on(v, "%s: %s", say_safe(path), strerror(-err));
	else
		say_on(v, "saving in %s; s stops", say_safe(path));
}

/* Of the process that is seen, all that came so far. */
static void draw_picture(struct view *v, const char *path)
{
	const struct picture_asked asked = {
		.file = path, .kind = "heat",
		.pid = v->sight.process ? v->sight.process->process.pid : 0,
	};
	enum picture_format format;
	char why[256];
	int err;

	if (picture_format(path, &format)) {
		say_on(v, "%s: " PICTURE_FORMAT_WHY, say_safe(path));
		return;
	}
	err = heat_plotter_run(&v->feeds[v->feed].spool, &asked, why, sizeof(why));
	if (err == -EFBIG)
		say_on(v, "what came is not kept any more: i asks anew");
	else if (err)
		say_on(v, "%s", *why ? why : strerror(-err));
	else
		say_on(v, "drawn in %s", say_safe(path));
}

static void take_line(struct view *v)
{
	enum asked asked = v->asked;

	v->asked = ASKED_NOTHING;
	if (!v->prompt.len)
		return;
	if (asked == ASKED_TARGET)
		ask_anew(v, v->prompt.text);
	else if (asked == ASKED_INTERVALS)
		take_intervals(v, v->prompt.text);
	else if (asked == ASKED_FILE)
		save(v, v->prompt.text);
	else
		draw_picture(v, v->prompt.text);
}

static void type(struct view *v, int key)
{
	if (key == KEY_ENTER)
		key = '\n';
	else if (key == KEY_BACKSPACE)
		key = '\b';
	switch (prompt_key(&v->prompt, key)) {
	case PROMPT_LINE:
		take_line(v);
		break;
	case PROMPT_NOTHING:
		v->asked = ASKED_NOTHING;
		break;
	case PROMPT_MORE:
		break;
	}
}

/* Keys ------------------------------------------------------------------------------- */

static bool move_by(struct view *v, int key)
{
	static const struct {
		int key;
		enum heat_move move;
	} moves[] = {
		{ KEY_UP, HEAT_MOVE_UP }, { KEY_DOWN, HEAT_MOVE_DOWN },
		{ KEY_PPAGE, HEAT_MOVE_PAGE_UP }, { KEY_NPAGE, HEAT_MOVE_PAGE_DOWN },
		{ KEY_HOME, HEAT_MOVE_FIRST }, { KEY_END, HEAT_MOVE_LAST },
		{ KEY_LEFT, HEAT_MOVE_EARLIER }, { KEY_RIGHT, HEAT_MOVE_LATER },
		{ '+', HEAT_MOVE_IN }, { '=', HEAT_MOVE_IN }, { '-', HEAT_MOVE_OUT },
		{ '\r', HEAT_MOVE_ENTER }, { '\n', HEAT_MOVE_ENTER },
		{ KEY_ENTER, HEAT_MOVE_ENTER },
		{ ESCAPE, HEAT_MOVE_LEAVE }, { '\t', HEAT_MOVE_OVERLAY }, { 'p', HEAT_MOVE_PAUSE },
	};
	size_t i;

	for (i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		if (moves[i].key != key)
			continue;
		if (!heat_sight_move(&v->sight, moves[i].move))
			say_on(v, "no further");
		return true;
	}
	return false;
}

static void toggle_save(struct view *v)
{
	struct heat_spool *spool = &v->feeds[v->feed].spool;
	uint64_t saved = spool->saved;
	char name[64];
	int err;

	if (v->screen->read) {
		say_on(v, "this is a saved run");
		return;
	}
	if (!spool->to) {
		snprintf(name, sizeof(name), "heat-%lld.pagesnap", (long long)time(NULL));
		ask_user(v, ASKED_FILE, name);
		return;
	}
	err = heat_spool_close(spool);
	/* what came before is in the file: what comes alone is no stream */
	spool->full = true;
	if (err)
		say_on(v, "what was saved is not complete: %s", strerror(-err));
	else
		say_on(v, "saved: %llu bytes", (unsigned long long)saved);
}

static void ask_for_picture(struct view *v)
{
	char name[64];

	snprintf(name, sizeof(name), "heat-%lld.png", (long long)time(NULL));
	ask_user(v, ASKED_PICTURE, name);
}

static void ask_for(struct view *v, int key)
{
	char text[64];

	if (v->screen->read) {
		say_on(v, "this is a saved run: nothing is asked");
		return;
	}
	if (key == 't') {
		ask_user(v, ASKED_TARGET, "");
		return;
	}
	snprintf(text, sizeof(text), "%s %u", v->asking.every, v->asking.aggregate);
	ask_user(v, ASKED_INTERVALS, text);
}

static void take_command(struct view *v, int key)
{
	switch (key) {
	case 'q':
		v->quit = true;
		break;
	case '?':
		v->help = true;
		break;
	case 'n':
	case 'N':
		turn_to_next(v, key == 'N');
		break;
	case 't':
	case 'i':
		ask_for(v, key);
		break;
	case 's':
		toggle_save(v);
		break;
	case 'w':
		ask_for_picture(v);
		break;
	case CTRL('l'):
		clearok(curscr, TRUE);
		break;
	default:
		say_on(v, "no such key; ? shows them");
	}
}

static void take_key(struct view *v, int key)
{
	v->dirty = true;
	if (key == KEY_RESIZE)
		return;
	if (v->asked) {
		type(v, key);
		return;
	}
	*v->message = '\0';
	if (v->help)
		v->help = false;
	else if (!move_by(v, key))
		take_command(v, key);
}

static void take_keys(struct view *v)
{
	int key;

	while (!v->quit && (key = getch()) != ERR)
		take_key(v, key);
}

/* Events ------------------------------------------------------------------------------ */

static void take_signals(struct view *v)
{
	if (terminal_take_signals(&v->terminal, &v->signal))
		v->dirty = true;
}

static void draw(struct view *v)
{
	struct heat_picture p = {
		.sight = &v->sight, .name = v->feeds[v->feed].name, .question = question(v),
		.answer = v->prompt.text, .help = v->help, .saved_run = v->screen->read,
		.colors = v->colors,
	};

	find_first(v);
	say_what_feeds_said(v);
	count(v, &p);
	p.message = *v->message ? v->message : NULL;
	heat_draw(&p);
	v->dirty = false;
	v->drawn_ms = now_ms();
}

/* Until something may be drawn: for ever if there is nothing to be drawn. */
static int timeout_of(const struct view *v)
{
	uint64_t since = now_ms() - v->drawn_ms;

	if (!v->dirty)
		return -1;
	return since < FRAME_MS ? FRAME_MS - since : 0;
}

static void take_feed(struct view *v, struct heat_feed *f, const struct pollfd *fds)
{
	if (fds[1].revents && f->from.errors >= 0)
		feed_take_errors(&f->from);
	if (fds[0].revents && f->from.fd >= 0)
		heat_feed_take(f);
	v->dirty = v->dirty || fds[0].revents || fds[1].revents;
}

/* 0 or -errno. */
static int wait_and_take(struct view *v)
{
	size_t nr = 2 + 2 * v->nr, i;
	struct pollfd *fds = calloc(nr, sizeof(*fds));
	int n;

	if (!fds)
		return -ENOMEM;
	fds[0] = (struct pollfd){ .fd = v->terminal.signals, .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = fileno(v->terminal.keys), .events = POLLIN };
	for (i = 0; i < v->nr; i++) {
		fds[2 + 2 * i] = (struct pollfd){ .fd = v->feeds[i].from.fd, .events = POLLIN };
		fds[3 + 2 * i] = (struct pollfd){ .fd = v->feeds[i].from.errors, .events = POLLIN };
	}
	n = poll(fds, nr, timeout_of(v));
	for (i = 0; n > 0 && i < v->nr; i++)
		take_feed(v, v->feeds + i, fds + 2 + 2 * i);
	if (n > 0 && fds[0].revents)
		take_signals(v);
	/* a key may ask anew, so feeds come first; a terminal that is gone is readable, too */
	if (n > 0 && fds[1].revents & ~POLLIN)
		v->signal = v->signal ?: SIGHUP;
	else if (n > 0 && fds[1].revents)
		take_keys(v);
	free(fds);
	return n < 0 && errno != EINTR ? -errno : 0;
}

static int run(struct view *v)
{
	int err = 0;

	v->dirty = true;
	while (!err && !v->quit && !v->signal && !all_failed(v)) {
		err = wait_and_take(v) ?: v->err;
		if (!err && v->nr && v->dirty && now_ms() - v->drawn_ms >= FRAME_MS)
			draw(v);
	}
	return err;
}

/* Beginning and end -------------------------------------------------------------------- */

/* Where a person reads it afterwards: what went wrong with whom. */
static int say_at_end(const struct view *v, bool failed)
{
	bool said = false;
	size_t i;

	for (i = 0; i < v->nr; i++) {
		if (v->feeds[i].from.len)
			say("%.*s", (int)v->feeds[i].from.len - 1, v->feeds[i].from.said);
		said = said || v->feeds[i].from.len;
	}
	if (failed && !said)
		say_error("no samples came");
	return failed ? EXIT_FAILED : said ? EXIT_PARTIAL : EXIT_OK;
}

static int show(struct view *v)
{
	const struct heat_screen *screen = v->screen;
	bool failed;
	int err, code;

	err = terminal_open(&v->terminal, screen->color);
	if (err) {
		say_error("the terminal: %s", strerror(-err));
		return EXIT_FAILED;
	}
	v->colors = heat_draw_colors(v->terminal.colors);
	err = open_feeds(v, screen->targets, screen->read ? 1 : screen->nr);
	if (!err && screen->save)
		err = heat_spool_save(&v->feeds[0].spool, screen->save, false);
	if (!err)
		err = run(v);
	terminal_close(&v->terminal);
	failed = !err && !v->quit && !v->signal && all_failed(v);
	code = err ? EXIT_FAILED : say_at_end(v, failed);
	if (err)
		say_error("%s", strerror(-err));
	*v->message = '\0';
	close_feeds(v);
	if (*v->message) {
		say_error("%s", v->message);
		code = EXIT_FAILED;
	}
	return code;
}

/**
 * heat_screen_possible() - can it be shown?
 *
 * Return: false if stdout is no terminal, or one that is too simple, or if there are no keys.
 */
bool heat_screen_possible(void)
{
	return terminal_possible();
}

/**
 * heat_screen_run() - show it until somebody has enough
 * @screen: what
 *
 * Return: an exit code, after a message if that is not 0.
 */
int heat_screen_run(const struct heat_screen *screen)
{
	struct view v = { .screen = screen, .asking = screen->asking };
	int code = EXIT_FAILED;

	if (heat_sight_init(&v.sight))
		say_error("%s", strerror(ENOMEM));
	else
		code = show(&v);
	heat_sight_free(&v.sight);
	/* who sent it sees that it was taken */
	if (v.signal && v.signal != SIGINT) {
		signal(v.signal, SIG_DFL);
		raise(v.signal);
	}
	return v.signal ? EXIT_INTERRUPTED : code;
}
