/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One look at all of memory, for numbers that others watch.
 */
#ifndef COMMANDS_EXPORT_LOOK_H
#define COMMANDS_EXPORT_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/memory/census.h"
#include "commands/memory/system.h"
#include "engine/pace.h"
#include "kinds/pages_view.h"

struct row;
struct tally;

/* What files are added up by. */
enum export_by { EXPORT_BY_FS, EXPORT_BY_TYPE, EXPORT_BY_CGROUP, EXPORT_BYS };

/**
 * struct export_look - what was found
 * @census: frames
 * @system: counters of the kernel
 * @has_frames: both are there
 * @views: how files are added up, by enum export_by
 * @tallies: what they add up to
 * @has_files: answers about files are there
 * @row: what records belong to, and names
 * @seen: files that were met, if some may come again; a struct seen
 * @once: they may
 * @skipped: inodes, frames and so on that were passed over, by PAGESNAP_WHY_*
 * @partial: not all was answered, which was said
 * @pace: of the look
 * @ended_ns: when it ended
 * @lasted_ns: how long it took
 * @spent_ns: of that, time of a processor
 */
struct export_look {
	struct census census;
	struct system system;
	bool has_frames;
	struct pages_view views[EXPORT_BYS];
	struct tally *tallies[EXPORT_BYS];
	bool has_files;
	struct row *row;
	void *seen;
	bool once;
	uint64_t skipped[PAGESNAP_WHYS_MAX];
	bool partial;
	struct pace pace;
	uint64_t ended_ns;
	uint64_t lasted_ns;
	uint64_t spent_ns;
};

/*
 * Looks, at no more than @percent of a processor (0: no bound).  0 also if not all could be
 * seen; -EINTR after a signal, another negative errno after a message.  export_look_free() is
 * owed in any case.
 */
int export_look(struct export_look *l, unsigned int percent);
void export_look_free(struct export_look *l);

#endif /* COMMANDS_EXPORT_LOOK_H */
