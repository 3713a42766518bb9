/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What looking changes: a tree of which a part is cached, without a mapping, and the state of the
 * machine before and after a command that looks.  docs/observer.md has what comes out.
 */
#ifndef TESTS_OBSERVED_H
#define TESTS_OBSERVED_H

#include <stddef.h>
#include <stdint.h>

/* Files that no command is to read; the pages of some are cached. */
#define OBS_TREE	"/mnt/observed"
#define OBS_FILES	2000
#define OBS_CACHED	800

/* Numbers of the kernel's, in the order of the table. */
enum obs_number {
	OBS_DENTRIES, OBS_INODES, OBS_READ_KIB, OBS_PAGE_CACHE, OBS_PAGE_TABLES, OBS_NUMBERS,
};

/**
 * struct obs_change - what a command did
 * @number: by enum obs_number, how much more there was after it
 * @flags: frames of the page cache whose flags changed, but for those of its program
 * @counts: and whose map counts did
 * @atimes: files of the tree that were accessed
 * @status: of the command
 */
struct obs_change {
	int64_t number[OBS_NUMBERS];
	size_t flags;
	size_t counts;
	size_t atimes;
	int status;
};

/* The tree on the scratch disk, and the head of the table. */
void obs_begin(void);
/* @command: for a shell, its program first; a row of the table is noted. */
void obs_observe(const char *command, struct obs_change *c);
/* Results: @who did no more than @control, a command that looks at nothing. */
void obs_judge(const char *who, const struct obs_change *mine, const struct obs_change *control);
void obs_end(void);

#endif /* TESTS_OBSERVED_H */
