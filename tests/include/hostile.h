/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tenants of a machine who mean harm: unprivileged users in namespaces of their
 * own, and what they can do there; and root, who asks about them and must get
 * away.  Everything dies if it can't do what it is asked to, and every wait has
 * a bound.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include <linux/fuse.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Tenants ----------------------------------------------------------------- */

/* Where a tenant has a tmpfs of its own, in its own mount namespace. */
#define HT_HOME "/mnt"

struct ht_tenant {
	pid_t pid;		/* first process of its PID namespace, as root sees it */
	pid_t keeper;
};

/* Memory, zeroed, that the test shares with all processes that it starts. */
void *ht_shared(size_t bytes);
/* Dies unless users may have namespaces; loads what tenants use. */
void ht_setup(void);
/*
 * Uid 1000 in user, mount and PID namespaces of its own calls @be(ctx) and then
 * sleeps.  Return: when @be() has returned.  Its end, or that of the test, ends
 * all processes that it started.
 */
void ht_start(struct ht_tenant *t, void (*be)(void *ctx), void *ctx);
/*
 * All servers of FUSE are ended first: at its end a process closes its files, and
 * would wait for an answer.  Return: false if it isn't gone in time.
 */
bool ht_end(struct ht_tenant *t);
/* In a tenant: a process that calls @be(ctx) and then sleeps.  Nothing is waited for. */
pid_t ht_spawn(void (*be)(void *ctx), void *ctx);
/* The caller's PID as root sees it. */
pid_t ht_pid(void);
/* At exit() of the test, not of its children. */
void ht_at_exit(void (*undo)(void));

/* Waiting ----------------------------------------------------------------- */

/*
 * For @ms, longer on slow kernels, until @is(ctx).  It counts naps, not time: a
 * machine that stands still for a while makes nothing late.
 */
bool ht_until(long ms, bool (*is)(void *ctx), void *ctx);
/* Until @pid, a child, has ended. */
bool ht_ended(pid_t pid, long ms, int *status);
/* Until @pid, anybody, waits in the kernel where no signal is heard, or sleeps. */
bool ht_waits(pid_t pid, long ms);
/* A number that somebody who shares it raises to @least. */
bool ht_reaches(const volatile unsigned int *n, unsigned int least, long ms);

/* Where the kernel has @pid, for whoever has to find out why. */
void ht_report_where(pid_t pid);

/* FUSE that answers when it likes ----------------------------------------------- */

#define HT_OPS 64

/* In shared memory: what test and tenant write takes effect at once. */
struct ht_fuse {
	uint32_t init_flags;			/* FUSE_ASYNC_DIO and others, before mounting */
	volatile uint32_t open_flags;		/* of files that are opened from now on */
	volatile uint64_t size;			/* of each file; 512 pages at first */
	volatile pid_t server;			/* as root sees it */
	volatile bool withhold[HT_OPS];		/* by opcode: not to be answered */
	volatile unsigned int asked[HT_OPS];	/* requests so far */
	volatile unsigned int held[HT_OPS];	/* requests that wait for their answers */
};

/* In the test, before there is a tenant. */
struct ht_fuse *ht_fuse(void);
/* With them their connections end, and all that waits for answers. */
void ht_fuse_end_all(void);
/*
 * In a tenant, or as root: mounts it at @dir and serves it, in a process of the
 * caller's.  "f0" to "f999" are files, "d0" to "d999" folders with the same.
 */
pid_t ht_fuse_mount(struct ht_fuse *f, const char *dir);
void ht_fuse_withhold(struct ht_fuse *f, int opcode);
void ht_fuse_withhold_all(struct ht_fuse *f);
/* From now on, and what was withheld. */
void ht_fuse_answer(struct ht_fuse *f, int opcode);
void ht_fuse_answer_all(struct ht_fuse *f);
/* Which requests came, for whoever has to find out why one didn't. */
void ht_fuse_tell(const struct ht_fuse *f);
/* For ht_spawn(): reads the file at @path.  While that is withheld, its folio is locked. */
void ht_read_byte(void *path);
/* Waits until @nr requests are withheld. */
bool ht_fuse_holds(struct ht_fuse *f, int opcode, unsigned int nr);
/*
 * Mounts it at @dir and has "f1" read, which gets no answer.  Whoever opens "f1" from now on has
 * it without the page cache.  Return: who reads.
 */
pid_t ht_fuse_hold_mmaps(struct ht_fuse *f, const char *dir);
/*
 * Of a file that was opened then: holds mmap_lock until FUSE_READ is answered, as mmap() drops what
 * others read into the page cache, and waits for that.
 */
void ht_mmap_held(int fd);
/* Answers all, ends the reader and the server, and unmounts. */
void ht_fuse_let_go(struct ht_fuse *f, const char *dir, pid_t reader);

/* States that are much of something --------------------------------------------- */

/* Folders in folders below @at. Return: the last of them. */
int ht_deep(int at, const char *name, unsigned int depth);
/* Links of @name in @at, taking turns between the folders. */
void ht_link_in_turns(int at, const char *name, const int *dirs, unsigned int nr_dirs,
		      unsigned int nr);
/* Neighbours that can't be one VMA, as many as the kernel allows at most. Return: how many. */
unsigned int ht_vmas(unsigned int nr);

/* Root who asks ------------------------------------------------------------------- */

enum ht_outcome {
	HT_ANSWERED,		/* with an end */
	HT_REFUSED,		/* with an error in its place */
	HT_KILLED,		/* not in time, and died of SIGKILL within 2 s */
	HT_STUCK,		/* did not die of it */
};

struct ht_reader {
	pid_t pid;
	struct ht_pace *pace;	/* NULL: it reads as fast as it can */
	char index[24];
	char query[256];
};

/* For a reader that takes its time; in shared memory. */
struct ht_pace {
	volatile unsigned int begun;	/* it has a byte of the answer */
	volatile unsigned int go;	/* it may have the rest */
};

/* Begin to ask. */
void ht_ask(struct ht_reader *r, const char *index, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void ht_ask_slowly(struct ht_reader *r, struct ht_pace *pace, const char *index,
		   const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* It has @ms to be answered, else it is killed. */
enum ht_outcome ht_outcome(struct ht_reader *r, long ms);
/* SIGKILL now. */
enum ht_outcome ht_kill(struct ht_reader *r);
/* Both. */
enum ht_outcome ht_answer(long ms, const char *index, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What all index files are asked about; NULL and 0 are left out. */
struct ht_about {
	pid_t pid;
	const char *file;
	const char *dir;
	const char *fs;
	const char *types;	/* separated by blanks */
};

/*
 * Asks every index file about it, in all groups, each answer in @ms or killed:
 * one result, which fails if a reader is stuck, and is the last question then.
 */
bool ht_ask_all(const struct ht_about *about, long ms, const char *name);

/* A clean machine ------------------------------------------------------------------ */

/* Until exit() the kernel reports whoever has a CPU for 2 s, or RCU for 3 s. */
void ht_watch(void);
/* Results: nobody holds the module, it unloads, and loads again. */
void ht_nothing_is_left(void);

#endif /* TESTS_HOSTILE_H */
