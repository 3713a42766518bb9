/* SPDX-License-Identifier: GPL-2.0 */
/* What the files that answer in place of a kernel share. */
#ifndef TESTS_CLI_ANSWER_INTERNAL_H
#define TESTS_CLI_ANSWER_INTERNAL_H

#include <stdbool.h>
#include <string.h>

#include <linux/pagesnap.h>
#include <linux/pagesnap/accesses.h>
#include <linux/pagesnap/pages.h>

#include "answer.h"

#define TIME_NS 1795247134473881468ull
#define HEAD(type_, s, flags_) \
	{ .len = sizeof(s), .type = PAGESNAP_REC_##type_, .flags = (flags_) }

/* Where processes that have anonymous memory, too, have 256 pages of it. */
#define FAKE_HEAP 0x2000

/**
 * struct asked - what the fake makes of a line
 * @file: index file
 * @q: number
 * @line: text
 * @len: of it
 * @group: PAGESNAP_GROUP_*
 * @path: first word, unquoted
 * @path_len: its bytes
 * @tag: of tag=
 * @dev: minor number of the device
 * @part: of part=, from 0
 * @parts: of part=, 1 without
 * @slab: slab=1 was asked for
 * @end: what the answer ends with
 */
struct asked {
	const char *file;
	uint32_t q;
	const char *line;
	size_t len;
	uint32_t group;
	char path[8192];
	size_t path_len;
	char tag[32];
	unsigned int dev;
	unsigned int part;
	unsigned int parts;
	bool slab;
	struct pagesnap_end end;
};

void put(struct stream *s, const void *bytes, size_t len);
/* What belongs to the record before. */
void put_bytes(struct stream *s, uint32_t q, const char *text, size_t len);
/* Where @what is in the line, NULL if nowhere. */
const char *find(const struct asked *a, const char *what);
/* Is it the path's last part? */
bool is_path(const struct asked *a, const char *name);
void put_task_record(struct stream *s, const struct asked *a, uint32_t pid);
/* Until the file $FAKE_HOLD is there. */
void be_held(void);

static inline bool has_heap(uint32_t pid)
{
	return pid >= 50 && pid < 100;
}

/* answer-accesses.c: what stands between the query and the end. */
void put_samples(struct stream *s, struct asked *a);
/* answer-faults.c: a trace. */
void put_trace(struct stream *s, struct asked *a);
/* answer-census.c: all frames by what they are used for. */
void put_census(struct stream *s, struct asked *a);
/* answer-world.c: files that change. */
void put_world(struct stream *s, struct asked *a);
/* answer-slab.c: allocations and what becomes of them. */
void put_slab(struct stream *s, struct asked *a);

#endif /* TESTS_CLI_ANSWER_INTERNAL_H */
