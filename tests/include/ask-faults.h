/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests of objects/mm/faults have in common: its module, a process that touches pages in an
 * order that the test chooses, and what a session tells of it.
 */
#ifndef TESTS_ASK_FAULTS_H
#define TESTS_ASK_FAULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/pagesnap/faults.h>

#include "modules.h"
#include "turns.h"

#define FAULTS "/sys/kernel/tracing/objects/mm/faults/"
#define FAULTS_TASK FAULTS "task_index"

extern const struct module faults;

/* Dies if it can't be loaded; unloaded at exit() of the test. */
void flt_load(void);
/*
 * The kernel makes entries fault itself, to balance, in a process that has had a CPU for a second:
 * on a machine that stood still that is soon over, and such faults are none of ours.  Until exit().
 */
void flt_delay_scans(void);

#define FLT_PAGES 2048
#define FLT_TOUCHES 20000

/* In memory that a test shares with the process that touches. */
struct flt_target {
	pid_t pid;
	volatile uint64_t at;			/* where the pages are */
	struct turns turns;
	char *(*make)(void);
	void (*volatile act)(struct flt_target *t);	/* instead of touching */
	volatile unsigned int nr;		/* touches of a turn */
	volatile uint16_t page[FLT_TOUCHES];
	volatile uint8_t write[FLT_TOUCHES];
	volatile uint64_t result;		/* of @act */
};

/*
 * A process that calls @make, which returns FLT_PAGES pages, and then touches those of @page, in
 * that order, whenever flt_touch() says so.
 */
struct flt_target *flt_start(char *(*make)(void));
void flt_touch(struct flt_target *t);
void flt_act(struct flt_target *t, void (*act)(struct flt_target *t));
void flt_end(struct flt_target *t);
/* Touches at random, each of another page than the one before; one of @of writes, 0: none. */
void flt_choose(struct flt_target *t, unsigned int nr, unsigned int pages, unsigned int of);

/* All that an answer told, in binary. */
struct flt_answer {
	int fd;
	char *bytes;
	size_t len;
	struct pagesnap_end end;		/* of all zeros before the end */
	bool has_end;
	unsigned int sweeps;
	struct pagesnap_faults_sweep sweep;	/* the last */
	char error[256];			/* of a line that was refused */
};

/* A session with @options; when it returns, the first sweep is over, or there is an error. */
struct flt_answer *flt_ask(const char *target, const char *options);
/* The same on the pages of a process. */
struct flt_answer *flt_ask_pages(const struct flt_target *t, const char *options);
/* All that is there, and that comes while it waits @ms for more, longer on slow kernels. */
void flt_read(struct flt_answer *a, unsigned int ms);
/* Until @is(a, ctx), or 20 s of naps are over.  Return: what it says. */
bool flt_until(struct flt_answer *a, bool (*is)(const struct flt_answer *a, void *ctx), void *ctx);
/* To the end. */
void flt_rest(struct flt_answer *a);
void flt_close(struct flt_answer *a);

/* The next record behind @rec, of a type, 0: any; NULL: the first.  Returns NULL at the end. */
const struct pagesnap_rec *flt_next(const struct flt_answer *a, const struct pagesnap_rec *rec,
				    unsigned int type);
static inline uint64_t flt_vpn(const struct pagesnap_faults_fault *f)
{
	return f->page >> PAGESNAP_FAULT_CPU_BITS;
}

static inline unsigned int flt_was(const struct pagesnap_faults_fault *f)
{
	return (f->rec.flags & PAGESNAP_RF_WAS) >> PAGESNAP_RF_WAS_SHIFT;
}

/* Faults on the pages of @t, but for those whose entry was there already; of at most @max. */
unsigned int flt_pages(const struct flt_answer *a, const struct flt_target *t, uint16_t *page,
		       unsigned int max);

#endif /* TESTS_ASK_FAULTS_H */
