// SPDX-License-Identifier: GPL-2.0
/*
 * Sums of pages by what they have in common.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"

static int compare(const void *a, const void *b)
{
	const struct wss_group *x = a, *y = b;

	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->key, y->key, x->len);
}

static struct wss_group *make(const void *key, size_t len, size_t size)
{
	struct wss_group *group = calloc(1, size);

	if (!group)
		return NULL;
	group->key = malloc(len + 1);
	if (!group->key) {
		free(group);
		return NULL;
	}
	memcpy(group->key, key, len);
	group->key[len] = '\0';
	group->len = len;
	return group;
}

static void release(struct wss_group *group)
{
	free(group->key);
	free(group);
}

/* Takes the group in any case. */
static struct wss_group *add(struct wss_groups *g, struct wss_group *group)
{
	struct wss_group **list = g->list;

	/* a power of two is full */
	if (!(g->nr & (g->nr - 1))) {
		list = reallocarray(list, g->nr ? 2 * g->nr : 1, sizeof(struct wss_group *));
		if (list)
			g->list = list;
	}
	if (!list || !tsearch(group, &g->tree, compare)) {
		release(group);
		return NULL;
	}
	g->list[g->nr++] = group;
	return group;
}

/**
 * wss_groups_get() - find or make a group
 * @g: groups
 * @key: what its pages have in common
 * @len: bytes of that
 * @size: bytes of a group, with what it is embedded in
 *
 * Return: group, NULL if there is no memory.
 */
struct wss_group *wss_groups_get(struct wss_groups *g, const void *key, size_t len, size_t size)
{
	const struct wss_group wanted = { .key = (char *)key, .len = len };
	struct wss_group **found = tfind(&wanted, &g->tree, compare), *group;

	if (found)
		return *found;
	group = make(key, len, size);
	return group ? add(g, group) : NULL;
}

/**
 * wss_sums_add() - add up sums
 * @to: gets more
 * @from: all windows of it are known
 */
void wss_sums_add(struct wss_sums *to, const struct wss_sums *from)
{
	unsigned int i;

	to->pages += from->pages;
	to->cold += from->cold;
	to->file_cold += from->file_cold;
	for (i = 0; i < WSS_WINDOWS; i++) {
		to->accessed[i] += from->accessed[i];
		to->idle[i] += from->idle[i];
	}
}

/**
 * wss_sums_subtract() - take away a part of sums
 * @from: gets less
 * @part: all windows of both are known
 */
void wss_sums_subtract(struct wss_sums *from, const struct wss_sums *part)
{
	unsigned int i;

	from->pages -= part->pages;
	from->cold -= part->cold;
	from->file_cold -= part->file_cold;
	for (i = 0; i < WSS_WINDOWS; i++) {
		from->accessed[i] -= part->accessed[i];
		from->idle[i] -= part->idle[i];
	}
}

static void keep(void *group)
{
}

/**
 * wss_groups_free() - free groups
 * @g: them
 */
void wss_groups_free(struct wss_groups *g)
{
	size_t i;

	tdestroy(g->tree, keep);
	for (i = 0; i < g->nr; i++)
		release(g->list[i]);
	free(g->list);
	*g = (struct wss_groups){ NULL };
}
