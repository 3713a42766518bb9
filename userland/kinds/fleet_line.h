/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of fleet: docs/fleet.md says what each column means.
 */
#ifndef KINDS_FLEET_LINE_H
#define KINDS_FLEET_LINE_H

#include "lib/pagesnap.h"

/* Of the schema; grows when the meaning of a column changes, or one goes. */
#define FLEET_SCHEMA 1

/**
 * struct fleet_text - bytes of others
 * @s: them, NULL if it is unknown what they are
 * @len: how many
 */
struct fleet_text {
	const char *s;
	size_t len;
};

/**
 * struct fleet_line - an object or its share of a cgroup, the end of an answer, or of a stream
 * @record: which of these
 * @machine: whose stream it is
 * @source: file that it is in
 * @header: of the stream; NULL: none has come
 * @look: number of the look at the machine, from 1
 * @time: when that began, ns since 1970
 * @answer: number of the answer in the stream, from 1
 * @status: how the answer ended
 * @stream_status: how the stream did
 * @sb: superblock around the object, or NULL
 * @mount: where it was mounted
 * @task: process around it, or NULL
 * @object: it, NULL in a row of an end
 * @root: what its name begins at, NULL if it is no path
 * @name: its name
 * @cgroup: inode of what it is charged to
 * @cgroup_path: path of that
 * @cgroup_state: what is known of it
 * @sums: pages
 * @droppable: of these
 * @pss: of a mapping, bytes
 * @query: what was asked
 * @reason: why something is missing
 * @skipped: what was passed over, of whatever unit
 * @left: records that have no row
 */
struct fleet_line {
	const char *record;
	struct fleet_text machine;
	struct fleet_text source;
	const struct pagesnap_header *header;
	uint64_t look;
	uint64_t time;
	uint64_t answer;
	const char *status;
	const char *stream_status;
	const struct pagesnap_sb *sb;
	struct fleet_text mount;
	const struct pagesnap_task *task;
	const union pagesnap_any *object;
	const char *root;
	struct fleet_text name;
	uint64_t cgroup;
	struct fleet_text cgroup_path;
	const char *cgroup_state;
	struct pagesnap_sums sums;
	uint64_t droppable;
	uint64_t pss;
	struct fleet_text query;
	struct fleet_text reason;
	uint64_t skipped;
	uint64_t left;
};

#endif /* KINDS_FLEET_LINE_H */
