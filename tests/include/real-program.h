/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A real program that objects/mm/faults traces from its first instruction to its last, and what was
 * told of it in the form in which tests/include/window-model.h compares it.
 */
#ifndef TESTS_REAL_PROGRAM_H
#define TESTS_REAL_PROGRAM_H

#include <sys/types.h>

#include "ask-faults.h"
#include "window-model.h"

/* What tests/vm/programs has unpacked. */
#define RP_PROGRAMS "/payload/programs/"

#define RP_RANGES 64

struct rp_program {
	const char *name;
	char *const argv[16];
};

extern const struct rp_program rp_sort, rp_python, rp_sqlite, rp_compiler;

/* A program that waits before its first instruction. */
struct rp_started {
	const struct rp_program *program;
	pid_t pid;
	struct wm_range map[RP_RANGES];		/* pages where its mappings are, or grow to */
	unsigned int nr;
	struct wm_range kept[RP_RANGES];	/* of them, those that are never made to fault */
	unsigned int nr_kept;
	struct wm_range heap;			/* what brk() makes, however large that gets */
};

/* Files that the programs read.  To be called once, before them. */
void rp_make_files(void);
/* In the environment of the caller, but with libraries of RP_PROGRAMS. */
void rp_start(struct rp_started *s, const struct rp_program *p);
/* A session about it, or about its heap alone; what the program does is told of. */
struct flt_answer *rp_ask(const struct rp_started *s, bool of_heap, const char *options);
/* Lets it begin. */
void rp_go(const struct rp_started *s);
/* To its end, and that of the answer.  Return: faults that were told of; the caller's, for free(). */
struct wm_told *rp_end(const struct rp_started *s, struct flt_answer *a, size_t *nr);
/* One line with what came of a comparison, and the tests that it was equal and nothing lost. */
void rp_judge(const char *what, const struct flt_answer *a, const struct wm_question *q,
	      const struct wm_sums *sums);

#endif /* TESTS_REAL_PROGRAM_H */
