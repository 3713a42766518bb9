/* SPDX-License-Identifier: GPL-2.0 */
/* What the parent and its workers have in common, in shared memory. */
#ifndef FUZZ_SHARED_H
#define FUZZ_SHARED_H

#include <sys/types.h>

#include "corpus.h"
#include "input.h"
#include "kcov.h"

#define WORKERS_MAX 8
#define FINDINGS_MAX 8
/* Inputs that are remembered of each worker: what the kernel reports is seen late. */
#define LAST 32

/**
 * struct worker - a process that runs inputs
 * @pid: its
 * @began: CLOCK_MONOTONIC in ns when the input began, 0 between two
 * @inputs: begun
 * @last: the last of them, by their number
 */
struct worker {
	pid_t pid;
	uint64_t began;
	uint64_t inputs;
	struct input last[LAST];
};

/* The one that runs. */
static inline struct input *worker_now(struct worker *w)
{
	return &w->last[w->inputs % LAST];
}

/**
 * struct finding - something that is wrong
 * @what: in words
 * @in: the input that ran
 */
struct finding {
	char what[400];
	struct input in;
};

/**
 * struct shared - all of it
 * @stop: workers shall end
 * @limit: inputs that are wanted
 * @inputs: that were begun
 * @actions: in them
 * @checks: known queries that were asked
 * @wrong_checks: and not answered as they must be
 * @leaks: descriptors that were not there before
 * @nr_findings: things that were wrong; not all of them are in @findings
 */
struct shared {
	int stop;
	uint64_t limit;
	uint64_t inputs;
	uint64_t actions;
	uint64_t checks;
	uint64_t wrong_checks;
	uint64_t leaks;
	uint32_t nr_findings;
	struct finding findings[FINDINGS_MAX];
	struct worker workers[WORKERS_MAX];
	struct cover cover;
	struct corpus corpus;
};

extern struct shared *shared;
/* This worker; NULL in the parent. */
extern struct worker *self;

uint64_t now_ns(void);

/* Runs inputs until @shared says stop.  Does not return. */
void worker_run(struct worker *w, uint64_t seed, bool guided) __attribute__((noreturn));
/* Runs these inputs, each with all slots closed.  Does not return. */
void worker_replay(struct worker *w, const struct corpus *c) __attribute__((noreturn));
/* Does a query that was right before still get the right answer? */
bool known_answer(void);

#endif /* FUZZ_SHARED_H */
