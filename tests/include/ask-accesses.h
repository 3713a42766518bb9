/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests of objects/mm/accesses have in common: its module, sessions whose samples come when
 * the test wants them, and a process that touches what it is told to.
 */
#ifndef TESTS_ASK_ACCESSES_H
#define TESTS_ASK_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "modules.h"
#include "turns.h"

#define ACCESSES "/sys/kernel/tracing/objects/mm/accesses/"
#define ACCESSES_TASK ACCESSES "task_index"
#define ACCESSES_PFN ACCESSES "pfn_index"
#define ACCESSES_FILE ACCESSES "filename_index"

extern const struct module accesses;

/* Dies if it can't be loaded; unloaded at exit() of the test. */
void acc_load(void);

#define ACC_PAGES 2048

/* In memory that a test shares with the process that touches. */
struct acc_target {
	pid_t pid;
	volatile uint64_t at;			/* where the pages are */
	struct turns turns;
	char *(*make)(void);
	volatile bool write;			/* instead of reading */
	void (*volatile act)(char *at);		/* instead of touching */
	volatile uint8_t touch[ACC_PAGES];
};

/*
 * A process that calls @make, which returns ACC_PAGES pages, and then touches those of
 * @touch whenever acc_touch() says so.
 */
struct acc_target *acc_start(char *(*make)(void));
/* For @make: ACC_PAGES of a file, which others may map as well. */
char *acc_shared(const char *path);
void acc_touch(struct acc_target *t);
/* One page of @of is to be touched, or a whole run of them each time. */
void acc_choose(struct acc_target *t, unsigned int of, unsigned int run);
/* One page of @of is chosen and touched; @touched, of ACC_PAGES, counts it. */
void acc_touch_some(struct acc_target *t, unsigned int of, unsigned int *touched);
void acc_end(struct acc_target *t);

/* What a round told, by page. */
struct acc_round {
	uint8_t seen[ACC_PAGES];
	uint8_t accessed[ACC_PAGES];		/* samples, of all rounds that were told */
	uint8_t of[ACC_PAGES];
	uint64_t dirtied[ACC_PAGES];		/* PS_UNKNOWN, PS_NONE */
	uint8_t age[ACC_PAGES];
	bool at_least[ACC_PAGES];		/* as age=1+ */
	char kind[16];				/* of the last */
	uint64_t order;
	unsigned int samples;
	uint64_t sample_accessed;		/* of all of them */
	uint64_t sample_lost;			/* of the last */
	char *text;				/* all of it */
};

/* A session on the target's pages; when it returns, the look before the first sample is over. */
int acc_ask(const struct acc_target *t, const char *options);
/* The same, with @every ms from one sample to the next, more on slow kernels. */
int acc_ask_every(const struct acc_target *t, unsigned int every, const char *options);
/* The same on all pages of the processes that @target names; *@before is what was told already. */
int acc_ask_for(const char *target, const char *options, const char **before);
/* On what @target names in @file, whose heat is told of together, whoever maps it. */
int acc_ask_together(const char *file, const char *target, const char *options,
		     const char **before);
/* The same, with @every ms from one sample to the next, more on slow kernels. */
int acc_ask_together_every(const char *file, const char *target, unsigned int every,
			   const char *options, const char **before);
/* The first line of a session is tried, so that the shell learns what is wrong. */
void acc_refuses(const char *file, const char *line, int err);
/*
 * Runs @test, and again with more time between samples if two came where the test waited for one,
 * or if a sample's time passed unused: then the test acted too late, and its checks say nothing.
 */
#define acc_in_time(test) do {					\
		acc_in_time_begin();				\
		do						\
			test;					\
		while (acc_was_late());				\
	} while (0)
void acc_in_time_begin(void);
/* What the test has printed is thrown away if it was, and if it hasn't been tried too often. */
bool acc_was_late(void);
/* What they told of @t, if that is one of several processes. */
void acc_take(const struct acc_target *t, struct acc_round *r);
/* Until @nr samples are there, or the end; no memory of the test's own is asked for. */
void acc_read(int fd, unsigned int nr);
/* The next @nr samples, each after its time, and all that was told behind them. */
void acc_round(int fd, const struct acc_target *t, unsigned int nr, struct acc_round *r);
/* To the end. */
void acc_rest(int fd, const struct acc_target *t, struct acc_round *r);

/* Heat that is told of together, in the order that it is told: ascending. */
extern struct acc_heat {
	uint64_t first;
	uint64_t nr;
	unsigned int accessed;
	unsigned int of;
} acc_heat[];
extern size_t acc_nr_heat;

/* @key: what names the first page, "pfn" or "index". */
void acc_take_heat(const struct acc_round *r, const char *key);
/* What is told of a page; NULL if nothing is, or it isn't told of once. */
const struct acc_heat *acc_heat_of(uint64_t page);

/* Pages that were told of. */
size_t acc_count_told(void);

bool acc_says(const struct acc_round *r, const char *words);

#endif /* TESTS_ASK_ACCESSES_H */
