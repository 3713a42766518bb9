// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: shares of memory cgroups
 *
 * Of an object it is known how many of its pages are charged to each cgroup, and no more.  So that
 * all rows add up in every column, what can't be divided has a row of its own.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "charged.h"

/* Counters of struct pagesnap_sums: of pages, and behind them those of entries without one. */
#define COUNTER(name) (offsetof(struct pagesnap_sums, name) / sizeof(__u64))
#define PAGES COUNTER(evicted)
#define COUNTERS COUNTER(orders)

/**
 * struct name - what a cgroup was called
 * @ino: its inode
 * @len: bytes of its path, 0 if it had been removed
 * @path: path
 */
struct name {
	uint64_t ino;
	size_t len;
	char path[];
};

/* Names ----------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return (x->ino > y->ino) - (x->ino < y->ino);
}

/* The later name is that which the rows behind it have. */
static int put_name(struct charged *c, struct name *name)
{
	struct name **found = tsearch(name, &c->names, compare_names);

	if (!found) {
		free(name);
		return -ENOMEM;
	}
	if (*found != name)
		free(*found);
	*found = name;
	return 0;
}

/**
 * charged_name() - learn what a cgroup was called
 * @c: names
 * @cgroup: record
 *
 * Return: 0 or -ENOMEM.
 */
int charged_name(struct charged *c, const struct pagesnap_cgroup *cgroup)
{
	size_t len = strnlen(cgroup->path, sizeof(cgroup->path));
	struct name *name = malloc(sizeof(*name) + len);

	if (!name)
		return -ENOMEM;
	name->ino = cgroup->ino;
	name->len = len;
	memcpy(name->path, cgroup->path, len);
	return put_name(c, name);
}

/**
 * charged_forget() - forget all names
 * @c: names
 */
void charged_forget(struct charged *c)
{
	tdestroy(c->names, free);
	c->names = NULL;
}

static void set_cgroup(const struct charged *c, struct fleet_line *line, uint64_t cgroup)
{
	const struct name wanted = { .ino = cgroup };
	struct name **found = tfind(&wanted, &c->names, compare_names);

	line->cgroup = cgroup < PAGESNAP_OTHER ? cgroup : PAGESNAP_NONE;
	line->cgroup_path = (struct fleet_text){ .s = NULL };
	line->cgroup_state = cgroup == PAGESNAP_NONE ? "none" :
			     cgroup == PAGESNAP_OTHER ? "others" : "unknown";
	if (cgroup >= PAGESNAP_OTHER || !found)
		return;
	line->cgroup_state = (*found)->len ? "live" : "removed";
	if ((*found)->len)
		line->cgroup_path = (struct fleet_text){ (*found)->path, (*found)->len };
}

/* Shares ------------------------------------------------------------------------ */

/*
 * Of @nr pages of @all: what counts none or all of these can be divided.  What can't goes to
 * @rest, and is unknown here.
 */
static uint64_t part_of(uint64_t count, uint64_t all, uint64_t nr)
{
	if (!count || count >= PAGESNAP_NONE)
		return count;
	return count == all ? nr : PAGESNAP_UNKNOWN;
}

static void set_part(struct fleet_line *part, const struct fleet_line *whole, uint64_t nr)
{
	const __u64 *from = (const __u64 *)&whole->sums;
	__u64 *to = (__u64 *)&part->sums;
	size_t i;

	for (i = 0; i < PAGES; i++)
		to[i] = part_of(from[i], whole->sums.pages, nr);
	for (; i < COUNTERS; i++)
		to[i] = PAGESNAP_NONE;
	part->droppable = part_of(whole->droppable, whole->sums.pages, nr);
	part->pss = part_of(whole->pss, 0, 0);
}

/* What is in no part. */
static uint64_t rest_of(uint64_t count, uint64_t all, uint64_t divided)
{
	if (count >= PAGESNAP_NONE || count != all)
		return count;
	return all > divided ? all - divided : 0;
}

static bool set_rest(struct fleet_line *rest, const struct fleet_line *whole, uint64_t divided)
{
	const __u64 *from = (const __u64 *)&whole->sums;
	const uint64_t all = whole->sums.pages;
	__u64 *to = (__u64 *)&rest->sums;
	bool any = false;
	size_t i;

	for (i = 0; i < COUNTERS; i++) {
		to[i] = i < PAGES ? rest_of(from[i], all, divided) : from[i];
		any |= to[i] && to[i] < PAGESNAP_NONE;
	}
	rest->droppable = rest_of(whole->droppable, all, divided);
	rest->pss = whole->pss;
	any |= (rest->droppable && rest->droppable < PAGESNAP_NONE) ||
	       (rest->pss && rest->pss < PAGESNAP_NONE);
	rest->cgroup = PAGESNAP_NONE;
	rest->cgroup_path = (struct fleet_text){ .s = NULL };
	rest->cgroup_state = "undivided";
	return any;
}

/* Nobody is charged for what isn't there; a module of ABI 1.0 doesn't say who is. */
static void set_uncharged(struct fleet_line *line)
{
	line->cgroup = PAGESNAP_NONE;
	line->cgroup_path = (struct fleet_text){ .s = NULL };
	line->cgroup_state = line->sums.pages ? "unknown" : "undivided";
}

/**
 * charged_shares() - divide an object by who is charged for it
 * @c: names
 * @r: record of the object
 * @line: all of it
 * @each: gets each share
 * @ctx: for @each
 *
 * Return: 0, or what @each returned.
 */
int charged_shares(const struct charged *c, const struct pagesnap_record *r,
		   struct fleet_line *line, int (*each)(void *ctx, const struct fleet_line *line),
		   void *ctx)
{
	uint32_t nr = pagesnap_record_cgroups(r), i;
	struct pagesnap_subtotal subtotal = pagesnap_record_cgroup(r, 0);
	struct fleet_line share = *line;
	uint64_t divided = 0;
	int err = 0;

	if (!nr)
		set_uncharged(line);
	else
		set_cgroup(c, line, subtotal.key);
	if (!nr || (nr == 1 && subtotal.pages == line->sums.pages))
		return each(ctx, line);
	for (i = 0; i < nr && !err; i++) {
		subtotal = pagesnap_record_cgroup(r, i);
		set_cgroup(c, &share, subtotal.key);
		set_part(&share, line, subtotal.pages);
		divided += subtotal.pages;
		err = each(ctx, &share);
	}
	if (!err && set_rest(&share, line, divided))
		err = each(ctx, &share);
	return err;
}
