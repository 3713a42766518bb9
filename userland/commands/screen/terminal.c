// SPDX-License-Identifier: GPL-2.0
/*
 * The terminal of a full screen.
 */
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "terminal.h"

/* A key that begins with ESC is sent at once; a person's ESC comes alone. */
#define ESCAPE_MS 25

/* What a crash needs: no function of curses may be called then. */
static struct termios before;
static char leave[64];
static struct sigaction old_actions[NSIG];

static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static const int taken[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT,
};

static bool has(const char *name)
{
	const char *text = tigetstr(name);

	return text && (intptr_t)text != -1;
}

/* A terminal that can't move its cursor has no screen. */
static bool can_draw(void)
{
	bool can;
	int err;

	if (setupterm(NULL, STDOUT_FILENO, &err) != OK)
		return false;
	can = has("cup") && has("clear");
	del_curterm(cur_term);
	return can;
}

static int open_keys(void)
{
	return isatty(STDIN_FILENO) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) :
	       open("/dev/tty", O_RDWR | O_CLOEXEC);
}

/**
 * terminal_possible() - can a screen be drawn on stdout?
 *
 * Return: false if it is no terminal, one that can't move its cursor, or if there are no keys.
 */
bool terminal_possible(void)
{
	int keys;

	if (!isatty(STDOUT_FILENO) || !can_draw())
		return false;
	keys = open_keys();
	if (keys < 0)
		return false;
	close(keys);
	return true;
}

/* Crashes ------------------------------------------------------------------------ */

static void on_crash(int number)
{
	ssize_t n = write(STDOUT_FILENO, leave, strlen(leave));

	(void)n;
	tcsetattr(STDOUT_FILENO, TCSANOW, &before);
	/* SA_RESETHAND: the next one ends it, with a core if there is to be one */
	raise(number);
}

/* Without what says how long to wait, "$<2>", which only curses understands. */
static void add(const char *name)
{
	const char *at = has(name) ? tigetstr(name) : "";
	size_t len = strlen(leave);

	if (len + strlen(at) >= sizeof(leave))
		return;
	for (; *at; at++) {
		if (at[0] == '$' && at[1] == '<' && strchr(at, '>'))
			at = strchr(at, '>');
		else
			leave[len++] = *at;
	}
	leave[len] = '\0';
}

static void catch_crashes(void)
{
	struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_RESETHAND };
	size_t i;

	*leave = '\0';
	add("sgr0");
	add("rmkx");
	add("cnorm");
	add("rmcup");
	for (i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
		sigaction(crashes[i], &action, &old_actions[crashes[i]]);
}

static void release_crashes(void)
{
	size_t i;

	for (i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
		sigaction(crashes[i], &old_actions[crashes[i]], NULL);
}

/* Signals ------------------------------------------------------------------------ */

static void mask(int how, sigset_t *set)
{
	size_t i;

	sigemptyset(set);
	for (i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		sigaddset(set, taken[i]);
	sigprocmask(how, set, NULL);
}

static int open_signals(void)
{
	sigset_t set;
	int fd;

	mask(SIG_BLOCK, &set);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		sigprocmask(SIG_UNBLOCK, &set, NULL);
	return fd;
}

static void close_signals(int fd)
{
	sigset_t set;

	close(fd);
	mask(SIG_UNBLOCK, &set);
}

/* The screen --------------------------------------------------------------------- */

static void set_up(struct terminal *t, bool colors)
{
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_MS);
	curs_set(0);
	if (colors && has_colors() && start_color() == OK)
		t->colors = COLOR_PAIRS >= TERMINAL_PAIRS ? COLORS : 0;
}

/**
 * terminal_open() - begin a screen
 * @t: terminal
 * @colors: use these, if there are any
 *
 * Signals that end a program come by @signals from now on.
 *
 * Return: 0 or a negative errno.
 */
int terminal_open(struct terminal *t, bool colors)
{
	int keys = open_keys();

	*t = (struct terminal){ .signals = -1 };
	if (keys < 0 || tcgetattr(STDOUT_FILENO, &before))
		return -errno;
	t->keys = fdopen(keys, "r");
	t->signals = t->keys ? open_signals() : -1;
	if (t->signals < 0)
		return -errno;
	t->screen = newterm(NULL, stdout, t->keys);
	if (!t->screen) {
		close_signals(t->signals);
		fclose(t->keys);
		return -ENOTTY;
	}
	catch_crashes();
	set_up(t, colors);
	return 0;
}

/* The size of the terminal has changed. */
static void resize(void)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
		resizeterm(size.ws_row, size.ws_col);
}

/*
 * The signal stops the program where it is unblocked, unless nobody could continue it.  Curses has
 * a handler of its own for it, which draws amid other drawing: it must not run.
 */
static void stop_here(void)
{
	struct sigaction usual = { .sa_handler = SIG_DFL }, old;
	sigset_t set;

	sigaction(SIGTSTP, &usual, &old);
	kill(getpid(), SIGTSTP);
	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGTSTP, &old, NULL);
}

/* Somebody else may have written on the screen: all of it is drawn next time. */
static void again(void)
{
	resize();
	clearok(curscr, TRUE);
}

/*
 * Leaves the screen, and stops until somebody continues the program.  Who began it without job
 * control has it ignore the signal: then it goes on.
 */
static void stop(void)
{
	struct sigaction now;

	sigaction(SIGTSTP, NULL, &now);
	if (now.sa_handler == SIG_IGN)
		return;
	endwin();
	stop_here();
	again();
}

/**
 * terminal_take_signals() - do what the signals that have come ask of the terminal
 * @t: terminal
 * @signal: gets the number of one that ends the screen, if there is one
 *
 * Return: true if there was any: then the screen has to be drawn.
 */
bool terminal_take_signals(const struct terminal *t, int *signal)
{
	struct signalfd_siginfo info;
	bool any = false;

	while (read(t->signals, &info, sizeof(info)) == sizeof(info)) {
		any = true;
		switch (info.ssi_signo) {
		case SIGWINCH:
			resize();
			break;
		case SIGTSTP:
			stop();
			break;
		case SIGCONT:
			again();
			break;
		default:
			*signal = info.ssi_signo;
		}
	}
	return any;
}

/**
 * terminal_close() - end the screen
 * @t: terminal
 */
void terminal_close(struct terminal *t)
{
	endwin();
	delscreen(t->screen);
	/* of a terminal that has hung up, curses may have given up too early */
	tcsetattr(STDOUT_FILENO, TCSANOW, &before);
	release_crashes();
	close_signals(t->signals);
	fclose(t->keys);
}
