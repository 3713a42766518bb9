/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A module is loaded and unloaded, again and again, while children use it in all ways they
 * can think of.  What goes wrong shows in the kernel log, which the runner scans.
 */
#ifndef TESTS_UNLOAD_RACE_H
#define TESTS_UNLOAD_RACE_H

#include <stdbool.h>

#include "modules.h"

/* Unloads that are enough, and fewer than which a machine with much else to do may have. */
#define RACE_WANTED 40
#define RACE_NEEDED 3
/* Seconds after which it ends all the same; slow kernels get more until all have got through. */
#define RACE_SECONDS 10
/* And after which it ends though there were fewer than RACE_NEEDED, or it was of no use. */
#define RACE_PATIENCE 60

/**
 * struct race - a module and who uses it
 * @module: not loaded, before and afterwards
 * @parameters: it is loaded with
 * @children: processes that go on while race_goes_on()
 * @nr_children: how many
 * @used: has each of the children got through?  NULL: nobody asks
 * @unloads: gets how many there were
 * @busy: gets how often it was refused, because of a child
 * @odd: gets how often loading or unloading failed in another way
 */
struct race {
	const struct module *module;
	const char *parameters;
	void (*const *children)(void);
	unsigned int nr_children;
	bool (*used)(void);
	long unloads;
	long busy;
	long odd;
};

#define RACE(module_, parameters_, children_, used_) {			\
	.module = (module_),						\
	.parameters = (parameters_),					\
	.children = (children_),					\
	.nr_children = sizeof(children_) / sizeof((children_)[0]),	\
	.used = (used_),						\
}

/*
 * Until there were as many unloads as are wanted and all have got through, or the time is over.
 * PAGESNAP_RACE_TIME=N: for N seconds, however many there were.
 */
void race_run(struct race *race);
/*
 * Of a module that is loaded and must stay: it and @below, which it uses, are asked to go all the
 * time.  Until all have got through, or the time is over; an unload is the end.
 */
void race_stay(struct race *race, const char *below);

/* For the children. */
bool race_goes_on(void);
/*
 * The unload has been refused for a while.  Whose sessions last so long that there would hardly ever
 * be none stays out until it gets through, which is when the last one closes.
 */
bool race_waits(void);
/* Leave a gap for the unload, of random length so that it ends anywhere in it. */
void race_gap(void);
/*
 * The module is there or not, as @fd or errno of an open() says: waits a moment if it isn't.
 * Return: nothing else is wrong.
 */
bool race_is_expected(int fd);

/**
 * struct race_sessions - sessions that begin and end, each with a reader
 * @ask: opens one, and asks: returns its descriptor, -1 if there is none now
 * @read: reads from it so many times
 * @stay_out: waits where sessions last so much longer than the gaps between them that there would
 *	hardly ever be none
 * @reads: fewer than these, before a reader closes it
 * @lives_us: less than that, before a reader is killed
 */
struct race_sessions {
	int (*ask)(void);
	void (*read)(int fd, unsigned int reads);
	void (*stay_out)(void);
	unsigned int reads;
	unsigned int lives_us;
};

/* For a child: readers that close their session, amid whatever it does. */
void race_close(const struct race_sessions *s);
/* The same, of readers that die.  @killed: counts them. */
void race_kill(const struct race_sessions *s, volatile unsigned int *killed);

/* Prints that there were enough, and that nothing else happened to the module. */
void race_report(const struct race *race, const char *what);

#endif /* TESTS_UNLOAD_RACE_H */
