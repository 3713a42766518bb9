// SPDX-License-Identifier: GPL-2.0
/*
 * Columns that say what a row of allocations is of, and of which round.
 */
#include <stdlib.h>

#include "base/process_comm.h"
#include "base/slabinfo.h"
#include "cgroup_value.h"
#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "slab_line.h"

static const struct slab_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static const struct slab_subject *subject_of(const struct row *row)
{
	return &line_of(row)->subject;
}

static bool is_by(const struct row *row, enum slab_by by)
{
	return subject_of(row)->by == by;
}

static void set_text(struct value *v, const char *text)
{
	if (text)
		set_string(v, text, strlen(text));
	else
		v->type = VALUE_UNKNOWN;
}

static void get_site(struct row *row, struct value *v)
{
	if (is_by(row, SLAB_BY_SITE))
		set_text(v, subject_of(row)->name);
}

static void get_cache(struct row *row, struct value *v)
{
	if (is_by(row, SLAB_BY_CACHE))
		set_text(v, subject_of(row)->name);
}

/* Of a cache; what nobody can tell is unknown. */
static bool has_all(const struct row *row, struct value *v)
{
	if (is_by(row, SLAB_BY_CACHE) && !subject_of(row)->in_all)
		v->type = VALUE_UNKNOWN;
	return is_by(row, SLAB_BY_CACHE) && subject_of(row)->in_all;
}

static void get_all_objects(struct row *row, struct value *v)
{
	if (has_all(row, v))
		set_number(v, subject_of(row)->in_all->objects);
}

static void get_all_bytes(struct row *row, struct value *v)
{
	if (has_all(row, v))
		set_bytes(v, subject_of(row)->in_all->bytes);
}

static void get_stack(struct row *row, struct value *v)
{
	if (subject_of(row)->stack)
		set_text(v, subject_of(row)->stack);
}

static void get_pid(struct row *row, struct value *v)
{
	if (is_by(row, SLAB_BY_PID))
		set_number32(v, subject_of(row)->pid);
}

/* Answers don't tell: a process of that number that is there now is believed to be that one. */
static void get_command(struct row *row, struct value *v)
{
	const uint32_t pid = subject_of(row)->pid;
	char *comm;

	if (!is_by(row, SLAB_BY_PID))
		return;
	if (pid == PAGESNAP_NONE32) {
		if (row->for_people)
			set_word(v, "[interrupt]");
		return;
	}
	comm = names_foreign(row->names) ? NULL : row_scratch(row, PROCESS_COMM_MAX);
	if (comm && process_comm(pid, comm) > 0)
		set_name(v, comm, strlen(comm));
	else
		v->type = VALUE_UNKNOWN;
}

static void get_cgroup(struct row *row, struct value *v)
{
	if (is_by(row, SLAB_BY_CGROUP))
		set_cgroup(v, subject_of(row)->cgroup);
}

static void get_cgroup_path(struct row *row, struct value *v)
{
	if (!is_by(row, SLAB_BY_CGROUP))
		return;
	if (subject_of(row)->cgroup == PAGESNAP_NONE && row->for_people)
		set_word(v, "[interrupt]");
	else
		set_cgroup_path(row, subject_of(row)->cgroup, v);
}

static void get_round(struct row *row, struct value *v)
{
	if (line_of(row)->round)
		set_number(v, line_of(row)->round);
}

static void get_at(struct row *row, struct value *v)
{
	if (line_of(row)->round)
		set_number(v, line_of(row)->time_ns);
}

static const struct column of_subjects[] = {
	{ "ROUND", N, R, { }, get_round, NULL, "with --every: number of the round", ANY },
	{ "AT", N, R, { }, get_at, NULL, "when that began, CLOCK_MONOTONIC, ns", ANY },
	{ "PID", N, R, { }, get_pid, NULL, "with --by pid: the process; - in an interrupt", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of that, if it is there still", ANY },
	{ "CGROUP", N, R, { }, get_cgroup, NULL, "with --by cgroup: inode of the cgroup", ANY },
	{ "CGROUP_PATH", S, T, { }, get_cgroup_path, NULL, "path of that", ANY },
	{ "ALL_OBJECTS", N, R, { }, get_all_objects, NULL,
	  "with --by cache: objects that it has in all", ANY },
	{ "ALL_BYTES", N, R, { }, get_all_bytes, NULL, "bytes of all its slabs", ANY },
	{ "CACHE", S, 0, { }, get_cache, NULL, "with --by cache: the cache", ANY },
	{ "SITE", S, T, { }, get_site, NULL, "who allocates: function, offset and module", ANY },
	{ "STACK", S, T, { }, get_stack, NULL, "who that was called by, with ; between", ANY },
};

COLUMN_TABLE(slab_subject_columns, NULL, of_subjects);
