// SPDX-License-Identifier: GPL-2.0
/*
 * Processes whose heat is told, with their mappings.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "processes.h"

/* The one that has this number now: who had it before is gone. */
static struct heat_process *find(const struct heat_processes *all, uint32_t pid)
{
	size_t i;

	for (i = all->nr; i; i--)
		if (all->list[i - 1]->pid == pid && !all->list[i - 1]->gone)
			return all->list[i - 1];
	return NULL;
}

static struct heat_process *add(struct heat_processes *all, uint32_t pid, const char *comm)
{
	struct heat_process **list = all->list, *p;

	/* a power of two is full */
	if (!(all->nr & (all->nr - 1))) {
		list = reallocarray(list, all->nr ? 2 * all->nr : 1,
				    sizeof(struct heat_process *));
		if (!list)
			return NULL;
		all->list = list;
	}
	p = calloc(1, all->size);
	if (!p)
		return NULL;
	p->pid = pid;
	snprintf(p->comm, sizeof(p->comm), "%s", comm);
	list[all->nr++] = p;
	return p;
}

/* All above the limit are one, without a number. */
static struct heat_process *find_others(struct heat_processes *all)
{
	struct heat_process *p = find(all, 0) ?: add(all, 0, "");

	all->others++;
	if (p)
		p->crowded = true;
	return p;
}

static struct heat_process *find_or_add(struct heat_processes *all,
					const struct pagesnap_task *task)
{
	struct heat_process *p = find(all, task->pid);

	if (p)
		return p;
	if (all->nr < HEAT_PROCESSES_MAX)
		return add(all, task->pid, task->comm);
	return find_others(all);
}

/**
 * heat_processes_crowd() - a process is to go without mappings
 * @all: processes
 * @p: one of them
 */
void heat_processes_crowd(struct heat_processes *all, struct heat_process *p)
{
	all->bytes -= p->areas.bytes;
	heat_areas_free(&p->areas);
	p->crowded = true;
}

static int add_area(struct heat_processes *all, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	struct heat_process *p = all->mapped;
	size_t len, before;
	const char *name = pagesnap_record_name(r, &len);
	int err;

	if (!p || p->crowded)
		return 0;
	before = p->areas.bytes;
	err = heat_areas_add(&p->areas, &r->u->vma, name, len, sums ? sums->pages : 0);
	all->bytes += p->areas.bytes - before;
	if (all->bytes > HEAT_AREAS_BYTES_MAX)
		heat_processes_crowd(all, p);
	return err;
}

/**
 * heat_processes_map() - take a record of an answer about mappings
 * @all: processes
 * @r: record
 *
 * Who is named by two queries has the mappings that came first.
 *
 * Return: 0 or -ENOMEM.
 */
int heat_processes_map(struct heat_processes *all, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
		all->mapped = NULL;
		return 0;
	case PAGESNAP_REC_TASK:
		all->mapped = find_or_add(all, &r->u->task);
		if (!all->mapped)
			return -ENOMEM;
		if (all->mapped->areas.nr || (all->mapped->told && !all->late))
			all->mapped = NULL;
		return 0;
	case PAGESNAP_REC_VMA:
		return add_area(all, r);
	default:
		return 0;
	}
}

/**
 * heat_processes_told() - whose heat follows?
 * @all: processes
 * @task: record before the heat
 *
 * Those that went are told of before those that are there, so of one number the first is the
 * one that went.
 *
 * Return: process, NULL if there is no memory.
 */
struct heat_process *heat_processes_told(struct heat_processes *all,
					 const struct pagesnap_task *task)
{
	struct heat_process *p = find_or_add(all, task);

	all->mapped = NULL;
	if (!p)
		return NULL;
	p->told = true;
	p->gone = p->goes;
	return p;
}

/**
 * heat_processes_span() - of what does heat follow that is not of one process?
 * @all: processes
 * @query: number of the query, from 1
 * @by: HEAT_BY_INDEX or HEAT_BY_FRAME
 * @path: of the file
 * @len: bytes of it
 *
 * Return: what stands for it among processes, NULL if there is no memory.
 */
struct heat_process *heat_processes_span(struct heat_processes *all, unsigned int query,
					 enum heat_by by, const char *path, size_t len)
{
	const struct pagesnap_vma first = { .start = 0, .end = 1 };
	struct heat_process *p;
	size_t i;

	all->mapped = NULL;
	for (i = 0; i < all->nr; i++)
		if (all->list[i]->query == query && all->list[i]->by == by)
			return all->list[i];
	if (all->nr >= HEAT_PROCESSES_MAX)
		return find_others(all);
	p = add(all, PAGESNAP_NONE32, "");
	if (!p)
		return NULL;
	p->by = by;
	p->query = query;
	p->told = true;
	if (by == HEAT_BY_FRAME) {
		path = "[page frames]";
		len = strlen(path);
	}
	return heat_areas_add(&p->areas, &first, path, len, 0) ? NULL : p;
}

/**
 * heat_processes_change() - take what became of a process
 * @all: processes
 * @process: record that says it
 */
void heat_processes_change(struct heat_processes *all,
			   const struct pagesnap_accesses_process *process)
{
	struct heat_process *p = find(all, process->pid);

	if (!p)
		return;
	p->goes = p->goes || process->what == PAGESNAP_PROCESS_EXITED ||
		  process->what == PAGESNAP_PROCESS_EXECED ||
		  process->what == PAGESNAP_PROCESS_LEFT;
}

/**
 * heat_processes_free() - forget all processes
 * @all: them
 */
void heat_processes_free(struct heat_processes *all)
{
	size_t i;

	for (i = 0; i < all->nr; i++) {
		heat_areas_free(&all->list[i]->areas);
		free(all->list[i]);
	}
	free(all->list);
	all->list = NULL;
	all->nr = 0;
}
