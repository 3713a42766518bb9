// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of working sets: of processes, of their mappings, and of what is of several.
 */
#include <stdlib.h>
#include <string.h>

#include "rows.h"

static int by_cold(const void *a, const void *b)
{
	const struct wss_line *left = a, *right = b;

	return left->sums.cold < right->sums.cold ? 1 : left->sums.cold > right->sums.cold ? -1 :
	       left->pid < right->pid ? -1 : left->pid > right->pid;
}

/* Rows of a process, or one of it. */
static size_t lines_of(enum wss_by by, const struct wss_process *p, struct wss_line *lines)
{
	size_t i;

	if (by == WSS_BY_PROCESS) {
		wss_line_of(p, lines);
		return 1;
	}
	for (i = 0; i <= p->mappings.nr; i++)
		wss_line_of_mapping(p, i, lines + i);
	/* without the last one, if all pages are in some mapping */
	return p->mappings.nr + !!lines[p->mappings.nr].sums.pages;
}

static struct wss_line *lines_of_processes(const struct wss_processes *all, enum wss_by by,
					   size_t *nr)
{
	const struct wss_process *p = all->list, *end = p + all->nr;
	struct wss_line *lines;
	size_t room = 0;

	for (; p < end; p++)
		room += p->mappings.nr + 1;
	lines = calloc(room + 1, sizeof(*lines));
	*nr = 0;
	for (p = all->list; lines && p < end; p++)
		if (p->told)
			*nr += lines_of(by, p, lines + *nr);
	return lines;
}

/* What is of all processes is known when the last of their answers has come. */
static int join_processes(struct wss_joints *joints, const struct wss_processes *all,
			  enum wss_by by)
{
	const struct wss_process *p = all->list, *end = p + all->nr;
	int err = 0;

	for (; p < end && !err; p++) {
		if (!p->told || p->name)
			continue;
		if (by == WSS_BY_FILE)
			wss_joints_elsewhere(joints, p);
		else
			err = wss_joints_cgroup(joints, p);
	}
	return err;
}

static int add_joint(const struct wss_joint *j, enum wss_by by, bool is_none,
		     struct wss_line *lines, size_t *nr)
{
	int err;

	if (!j->processes)
		return 0;
	err = wss_line_of_joint(j, by, lines + *nr);
	lines[(*nr)++].is_none = is_none;
	return err;
}

/* A file that was asked about is no sum of processes. */
static void add_named(const struct wss_processes *processes, enum wss_by by,
		      struct wss_line *lines, size_t *nr)
{
	const struct wss_process *p = processes->list, *end = p + processes->nr;
	struct wss_line *line;

	for (; p < end; p++) {
		if (!p->told || !p->name)
			continue;
		line = lines + (*nr)++;
		wss_line_of(p, line);
		line->by = by;
		line->is_none = by != WSS_BY_FILE;
		line->name = by == WSS_BY_FILE ? p->name : NULL;
		line->name_len = by == WSS_BY_FILE ? strlen(p->name) : 0;
	}
}

static struct wss_line *lines_of_joints(const struct wss_joints *all,
					const struct wss_processes *processes, enum wss_by by,
					size_t *nr)
{
	struct wss_line *lines = calloc(all->groups.nr + processes->nr + 2, sizeof(*lines));
	size_t i;
	int err = 0;

	*nr = 0;
	if (!lines)
		return NULL;
	for (i = 0; i < all->groups.nr && !err; i++)
		err = add_joint((struct wss_joint *)all->groups.list[i], by, false, lines, nr);
	err = err ?: add_joint(&all->rest, by, by == WSS_BY_FILE, lines, nr);
	err = err ?: add_joint(&all->elsewhere, by, false, lines, nr);
	if (!err) {
		add_named(processes, by, lines, nr);
		return lines;
	}
	free(lines);
	return NULL;
}

/**
 * wss_rows() - make rows
 * @processes: that were sampled
 * @joints: what VMAs of all of them made of files; gets what else @by wants
 * @by: what a row is of
 * @nr: gets the number of rows
 *
 * Return: rows, NULL if there is no memory.
 */
struct wss_line *wss_rows(const struct wss_processes *processes, struct wss_joints *joints,
			  enum wss_by by, size_t *nr)
{
	struct wss_line *lines = NULL;

	if (by != WSS_BY_FILE && by != WSS_BY_CGROUP)
		lines = lines_of_processes(processes, by, nr);
	else if (!join_processes(joints, processes, by))
		lines = lines_of_joints(joints, processes, by, nr);
	if (lines)
		qsort(lines, *nr, sizeof(*lines), by_cold);
	return lines;
}
