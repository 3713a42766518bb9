/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the processes of the stress share: when to stop, what they count, and
 * what they found wrong.
 */
#ifndef TESTS_STRESS_H
#define TESTS_STRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <pagesnap.h>

#include "ktap.h"
#include "states.h"

#define CONTROL		"/sys/kernel/tracing/objects/mm/pages/"
#define BASE		"/mnt/stress"
/* A disk of our own: images, what overlays are made of, a file that is held. */
#define POOL		BASE "/pool"
/* Files that come and go, in memory and on the root's disk. */
#define FILES_TMPFS	BASE "/files"
#define FILES_DISK	"/root/stress"
#define NR_FILES	6
#define FILE_PAGES	2048UL
/* Where filesystems come and go, one folder each. */
#define MOUNTS		BASE "/mounts"

/* Where every process that churns memory has it. */
#define AREA		((char *)0x200000000000)
#define AREA_PAGES	4096UL

#define VICTIMS		6
#define TRACED		2
#define TALLIES		64
#define HELD		3
#define SHOWN		6

/* Operations of one kind, counted. */
struct tally {
	char name[40];
	char skipped[120];
	bool rare;		/* it may not happen at all */
	long count;
};

/* A file that is mlocked, see held.c. */
struct held {
	char path[64];
	unsigned int dev_major, dev_minor;
	uint64_t ino;
	uint64_t vpn;		/* where page 0 is mapped */
	uint64_t pages;		/* present ones */
	uint64_t first_pfn[512];
	uint64_t flags[512];	/* that its pages have, of mlocked and unevictable */
	pid_t pid;
	bool used;
	bool moves;
	bool all_locked;	/* they have both */
	bool large;		/* the last piece, which the kernel may split and so unmap */
	long exact;		/* answers that had it right */
	long moved;		/* pages that were elsewhere than before */
};

struct shared {
	volatile int stop;
	/* Readers end their sessions and wait: the module is about to go. */
	volatile int pause;
	unsigned int seed;
	uint64_t frames;	/* behind the last frame at the start */
	int nodes;
	uint64_t node_start[8], node_end[8];
	volatile pid_t victims[VICTIMS];
	volatile pid_t traced[TRACED];	/* whose words are known */
	volatile uint64_t cgroup;	/* inode of one that lives, or did */
	uint64_t swap_pages;
	volatile uint64_t hot;		/* first frame of a block that goes or comes, 0 for none */
	uint64_t hot_pages;
	struct held held[HELD];
	struct tally tally[TALLIES];
	int tallies;
	struct {
		long answers;
		long records;
		long errors;
		long partial;
		long rescans;
		long torn;
	} index[PAGESNAP_INDEXES];
	long opens_refused;
	uint64_t device_ms;	/* the longest that a device was kept after umount */
	long wrong;
	char what[SHOWN][8192];
};

extern struct shared *shared;
/* What exec() must hand on.  Behind struct shared it has 2 MiB that are not zero. */
extern int shared_fd;

struct churner {
	const char *name;
	/* In the main process, before anything runs: registers tallies, makes what is needed. */
	void (*setup)(void);
	/* A few operations; again and again in a process of its own, @n counting up. */
	void (*churn)(unsigned int n);
	/* In the main process, when all have ended: gives back what is held.  false if it can't. */
	bool (*undo)(void);
	unsigned int copies;
};

extern const struct churner churn_files, churn_disks, churn_mounts, churn_memory, churn_tasks,
	churn_swap, churn_hotplug, churn_cgroups, churn_reclaim, churn_module,
	churn_traced, churn_traces;

/* Tallies are named in setup(), and counted by anyone; a name that is known is found again. */
int tally_new(const char *name);
void tally_skip(int tally, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool tally_skipped(int tally);
void tally_rare(int tally);
void did(int tally);

/* An answer, or a promise, that is wrong; @text is lines, shown at the end. */
void wrong(const char *text);

/* Below @n; seeded by random_seed(). */
unsigned int rnd(unsigned int n);
void random_seed(unsigned int slot);
bool one_in(unsigned int n);

bool stopping(void);
/* Sleeps, but not past the end. */
void nap(unsigned int ms);
/* Milliseconds, longer where everything takes longer. */
unsigned int patience(unsigned int ms);
/* Return: false, and errno, if it can't be written. */
bool put(const char *path, const char *text);
/* What a shell command says, as notes. */
void sh_notes(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Runs a shell command quietly. Return: its status is 0. */
bool sh(const char *format, ...) __attribute__((format(printf, 1, 2)));
pid_t child_begin(void);

/* readers.c: @which for ever, or what is drawn each time. */
void reader(int which);
void tormentor_setup(void);
void tormentor(void);
/* churn-tasks.c: what an exec()ed process goes on as. */
int victim(int slot);
/* churn-module.c: is the module there? */
bool module_there(void);

#endif /* TESTS_STRESS_H */
