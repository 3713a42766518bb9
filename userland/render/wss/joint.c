// SPDX-License-Identifier: GPL-2.0
/*
 * Rows that are of several processes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "joint.h"

/* What a file is told by. */
struct file_key {
	uint64_t ino;
	uint32_t dev_major;
	uint32_t dev_minor;
	uint64_t gen;
};

static struct wss_joint *get(struct wss_joints *all, const void *key, size_t len)
{
	return (struct wss_joint *)wss_groups_get(&all->groups, key, len,
						  sizeof(struct wss_joint));
}

/* A process has a part in the row: what it can't tell, the row can't. */
static void join(struct wss_joint *j, const struct wss_process *p)
{
	struct wss_sums known = { 0 };
	unsigned int i;

	if (j->processes && j->last == p->pid)
		return;
	ages_mark_unknown(&p->windows, p->samples, &known);
	for (i = 0; i < WSS_WINDOWS; i++)
		j->unknown[i] |= known.accessed[i] == PAGESNAP_UNKNOWN;
	if (!j->processes || p->samples < j->samples)
		j->samples = p->samples;
	if (p->missed > j->missed)
		j->missed = p->missed;
	j->last = p->pid;
	j->processes++;
}

/* Files --------------------------------------------------------------------- */

static int set_name(struct wss_joint *j, const char *name, size_t len)
{
	if (j->name)
		return 0;
	j->name = malloc(len + 1);
	if (!j->name)
		return -ENOMEM;
	memcpy(j->name, name, len);
	j->name_len = len;
	return 0;
}

/* Pages of the process itself are in mappings of files, too: private ones, once written to. */
static int place_run(struct wss_joints *all, struct wss_joint *file, const struct wss_process *p,
		     const struct pagesnap_vma *vma, struct ages_run run)
{
	if (!file || run.kind == PAGESNAP_KIND_ANON) {
		join(&all->rest, p);
		ages_count(&run, run.end - run.start, &all->rest.group.sums);
		return 0;
	}
	join(file, p);
	run.start = vma->pgoff + (run.start - vma->start);
	run.end = vma->pgoff + (run.end - vma->start);
	return wss_spans_add(&file->spans, &run);
}

/**
 * wss_joints_place() - some pages of a process are in a VMA
 * @all: files
 * @p: process, whose ages are known
 * @vma: VMA
 * @name: of it
 * @len: bytes of that
 * @start: its first page that is not passed yet
 *
 * Return: 0 or -ENOMEM.
 */
int wss_joints_place(struct wss_joints *all, const struct wss_process *p,
		     const struct pagesnap_vma *vma, const char *name, size_t len, uint64_t start)
{
	const struct file_key key = { vma->ino, vma->dev_major, vma->dev_minor, vma->gen };
	struct wss_joint *file = NULL;
	struct ages_run run;
	size_t at = ages_find(&p->ages, start);
	int err = 0;

	if (at == p->ages.nr || p->ages.runs[at].start >= vma->end)
		return 0;
	if (vma->ino != PAGESNAP_NONE) {
		file = get(all, &key, sizeof(key));
		if (!file || set_name(file, name, len))
			return -ENOMEM;
	}
	for (; !err && ages_cut(&p->ages, at, start, vma->end, &run); at++)
		err = place_run(all, file, p, vma, run);
	return err;
}

/**
 * wss_joints_elsewhere() - of a process, add what is in no mapping that is known
 * @all: files
 * @p: process, all of whose VMAs are passed
 */
void wss_joints_elsewhere(struct wss_joints *all, const struct wss_process *p)
{
	struct wss_sums sums = { 0 };

	ages_sum(&p->ages, 0, UINT64_MAX, &sums);
	wss_sums_subtract(&sums, &p->placed);
	if (!sums.pages)
		return;
	join(&all->elsewhere, p);
	wss_sums_add(&all->elsewhere.group.sums, &sums);
}

/* Cgroups ------------------------------------------------------------------- */

/**
 * wss_joints_cgroup() - add a process to the sums of its cgroup
 * @all: cgroups
 * @p: process
 *
 * Return: 0 or -ENOMEM.
 */
int wss_joints_cgroup(struct wss_joints *all, const struct wss_process *p)
{
	struct wss_joint *j = &all->rest;

	if (p->cgroup)
		j = get(all, p->cgroup, strlen(p->cgroup));
	if (!j)
		return -ENOMEM;
	join(j, p);
	ages_sum(&p->ages, 0, UINT64_MAX, &j->group.sums);
	return 0;
}

/* Rows ---------------------------------------------------------------------- */

/**
 * wss_line_of_joint() - what the row of a file or cgroup shows
 * @j: file or cgroup
 * @by: which of them
 * @line: filled
 *
 * Return: 0 or -ENOMEM.
 */
int wss_line_of_joint(const struct wss_joint *j, enum wss_by by, struct wss_line *line)
{
	unsigned int i;
	int err;

	*line = (struct wss_line){
		.by = by, .processes = j->processes, .samples = j->samples, .missed = j->missed,
		.sums = j->group.sums, .name = by == WSS_BY_FILE ? j->name : j->group.key,
		.name_len = by == WSS_BY_FILE ? j->name_len : j->group.len,
	};
	err = wss_spans_sum(&j->spans, &line->sums);
	for (i = 0; i < WSS_WINDOWS; i++)
		if (j->unknown[i])
			wss_sums_unknown(&line->sums, i);
	return err;
}

/**
 * wss_joints_free() - free files or cgroups
 * @all: them
 */
void wss_joints_free(struct wss_joints *all)
{
	struct wss_joint *j;
	size_t i;

	for (i = 0; i < all->groups.nr; i++) {
		j = (struct wss_joint *)all->groups.list[i];
		free(j->name);
		wss_spans_free(&j->spans);
	}
	wss_groups_free(&all->groups);
}
