/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Processes whose heat is told, with their mappings: what text and screen have in common.  Pure.
 */
#ifndef RENDER_HEAT_PROCESSES_H
#define RENDER_HEAT_PROCESSES_H

#include <stdbool.h>

#include "areas.h"
#include "kinds/heat_line.h"

/* Processes that are told apart; the others are one. */
#define HEAT_PROCESSES_MAX 8192
/* Bytes of all mappings together; a process that they are too much for goes without. */
#define HEAT_AREAS_BYTES_MAX (64 << 20)

/**
 * struct heat_process - head of a process, as text and screen have it; or of a file, or of page
 *	frames
 * @by: which of them
 * @query: number of the query that a file or page frames are of
 * @pid: process, 0 for all that are above HEAT_PROCESSES_MAX; PAGESNAP_NONE32 for none
 * @comm: its name, "" if that is unknown
 * @areas: its mappings; of a file or page frames one, as far as pages are known
 * @crowded: there was no room for these
 * @told: its heat has come: mappings that come later are not added
 * @goes: its memory went away, and its heat comes once more
 * @gone: that has come: who has its number now is another
 */
struct heat_process {
	enum heat_by by;
	unsigned int query;
	uint32_t pid;
	char comm[16];
	struct heat_areas areas;
	bool crowded;
	bool told;
	bool goes;
	bool gone;
};

/**
 * struct heat_processes - processes of all answers
 * @size: bytes of one, of which struct heat_process is the first part
 * @list: pointers to them, in the order in which they came
 * @nr: how many
 * @mapped: whose mappings come, or NULL
 * @bytes: of all mappings
 * @others: processes above HEAT_PROCESSES_MAX, each time that they were told of
 * @late: mappings of a process may come behind its heat, too
 */
struct heat_processes {
	size_t size;
	struct heat_process **list;
	size_t nr;
	struct heat_process *mapped;
	size_t bytes;
	uint64_t others;
	bool late;
};

/* Takes a record of an answer about mappings.  0 or -ENOMEM. */
int heat_processes_map(struct heat_processes *all, const struct pagesnap_record *r);
/* Whose heat follows; NULL if there is no memory. */
struct heat_process *heat_processes_told(struct heat_processes *all,
					 const struct pagesnap_task *task);
/*
 * That of query @query follows, of the file @path of @len bytes, or of page frames; NULL if there
 * is no memory.
 */
struct heat_process *heat_processes_span(struct heat_processes *all, unsigned int query,
					 enum heat_by by, const char *path, size_t len);
/* What became of a process. */
void heat_processes_change(struct heat_processes *all,
			   const struct pagesnap_accesses_process *process);
/* A process is to go without mappings, since there is no room. */
void heat_processes_crowd(struct heat_processes *all, struct heat_process *p);
/* Frees them, but not what stands behind the heads. */
void heat_processes_free(struct heat_processes *all);

#endif /* RENDER_HEAT_PROCESSES_H */
