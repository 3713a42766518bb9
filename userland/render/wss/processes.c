// SPDX-License-Identifier: GPL-2.0
/*
 * Processes whose accesses were sampled, and their mappings.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "processes.h"

#define NAMELESS "[anon]"

/**
 * wss_find() - find a process
 * @all: processes
 * @pid: of the one
 *
 * Return: process, NULL if there is none.
 */
struct wss_process *wss_find(struct wss_processes *all, uint32_t pid)
{
	size_t i;

	for (i = 0; i < all->nr; i++) {
		all->at = all->at + 1 < all->nr ? all->at + 1 : 0;
		if (all->list[all->at].pid == pid)
			return all->list + all->at;
	}
	return NULL;
}

static struct wss_process *add(struct wss_processes *all, uint32_t pid)
{
	struct wss_process *p, *list;

	/* a power of two is full */
	if (!(all->nr & (all->nr - 1))) {
		list = reallocarray(all->list, all->nr ? 2 * all->nr : 1, sizeof(*list));
		if (!list)
			return NULL;
		all->list = list;
	}
	p = all->list + all->nr++;
	memset(p, 0, sizeof(*p));
	p->pid = pid;
	p->state = "live";
	return p;
}

/**
 * wss_get() - find or make a process
 * @all: processes; who has a pointer to one finds it again afterwards
 * @pid: of the one
 *
 * Return: process, NULL if there is no memory.
 */
struct wss_process *wss_get(struct wss_processes *all, uint32_t pid)
{
	return wss_find(all, pid) ?: add(all, pid);
}

/**
 * wss_get_named() - find or make what stands for a file or page frames
 * @all: processes
 * @q: query that is about it
 * @name: of it
 *
 * Return: process, NULL if there is no memory.
 */
struct wss_process *wss_get_named(struct wss_processes *all, uint32_t q, const char *name)
{
	struct wss_process *p;
	size_t i;

	for (i = 0; i < all->nr; i++)
		if (all->list[i].name && all->list[i].q == q)
			return all->list + i;
	p = add(all, PAGESNAP_NONE32);
	if (!p)
		return NULL;
	p->q = q;
	p->name = strdup(name);
	return p->name ? p : NULL;
}

/**
 * wss_place() - some pages of a process are in a VMA
 * @p: process, whose ages are known
 * @name: of the VMA
 * @len: bytes of it, 0 if it has none
 * @start: first page of the VMA
 * @end: behind the last
 *
 * Return: 0 or -ENOMEM.
 */
int wss_place(struct wss_process *p, const char *name, size_t len, uint64_t start, uint64_t end)
{
	struct wss_sums sums = { 0 };
	struct wss_group *m;

	ages_sum(&p->ages, start, end, &sums);
	if (!sums.pages)
		return 0;
	m = wss_groups_get(&p->mappings, len ? name : NAMELESS, len ?: strlen(NAMELESS),
			   sizeof(*m));
	if (!m)
		return -ENOMEM;
	wss_sums_add(&m->sums, &sums);
	wss_sums_add(&p->placed, &sums);
	return 0;
}

/*
 * Pages that are in no mapping any more may all have been in one: if they are more than what
 * the largest has, nobody knows which that is.
 */
static void find_largest(const struct wss_process *p, struct wss_line *line)
{
	uint64_t elsewhere = line->sums.cold - p->placed.cold;
	const struct wss_group *largest = NULL;
	size_t i;

	for (i = 0; i < p->mappings.nr; i++)
		if (!largest || p->mappings.list[i]->sums.cold > largest->sums.cold)
			largest = p->mappings.list[i];
	if (!line->sums.cold || p->name) {
		line->largest = WSS_LARGEST_NONE;
	} else if (!largest || largest->sums.cold < elsewhere) {
		line->largest = WSS_LARGEST_UNKNOWN;
	} else {
		line->largest = WSS_LARGEST_KNOWN;
		line->largest_name = largest->key;
		line->largest_len = largest->len;
		line->largest_pages = largest->sums.cold;
	}
}

/* All that rows of a process and of its mappings have in common; the sums are set. */
static void set_process(const struct wss_process *p, struct wss_line *line)
{
	line->pid = p->pid;
	line->file = p->name;
	line->processes = 1;
	line->comm = p->comm;
	line->state = p->state;
	line->samples = p->samples;
	line->missed = p->missed;
	ages_mark_unknown(&p->windows, p->samples, &line->sums);
}

/**
 * wss_line_of() - what the row of a process shows
 * @p: process
 * @line: filled
 */
void wss_line_of(const struct wss_process *p, struct wss_line *line)
{
	*line = (struct wss_line){ 0 };
	ages_sum(&p->ages, 0, UINT64_MAX, &line->sums);
	find_largest(p, line);
	set_process(p, line);
}

/**
 * wss_line_of_mapping() - what the row of a mapping shows
 * @p: process
 * @nth: which of its mappings; behind the last: pages that are in none any more
 * @line: filled
 */
void wss_line_of_mapping(const struct wss_process *p, size_t nth, struct wss_line *line)
{
	*line = (struct wss_line){ .by = WSS_BY_MAPPING };
	if (nth < p->mappings.nr) {
		line->sums = p->mappings.list[nth]->sums;
		line->name = p->mappings.list[nth]->key;
		line->name_len = p->mappings.list[nth]->len;
	} else {
		ages_sum(&p->ages, 0, UINT64_MAX, &line->sums);
		wss_sums_subtract(&line->sums, &p->placed);
		line->name = p->name;
		line->name_len = p->name ? strlen(p->name) : 0;
	}
	set_process(p, line);
}

/**
 * wss_free() - free processes
 * @all: them
 */
void wss_free(struct wss_processes *all)
{
	struct wss_process *p;

	for (p = all->list; p < all->list + all->nr; p++) {
		wss_groups_free(&p->mappings);
		free(p->cgroup);
		free(p->name);
		ages_free(&p->ages);
	}
	free(all->list);
	*all = (struct wss_processes){ NULL };
}
