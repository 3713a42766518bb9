/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of pages by what they have in common: a mapping's name, a file, a cgroup.  Pure.
 */
#ifndef RENDER_WSS_GROUPS_H
#define RENDER_WSS_GROUPS_H

#include <stddef.h>

#include "kinds/wss_line.h"

/**
 * struct wss_group - pages that have a key in common; others embed it as their first member
 * @key: any bytes; owned
 * @len: how many
 * @sums: pages
 */
struct wss_group {
	char *key;
	size_t len;
	struct wss_sums sums;
};

/**
 * struct wss_groups - groups, each key once; all zero is none
 * @list: them, in the order in which they were found; @nr of them.  They stay where they are
 * @nr: see there
 * @tree: the same, by key
 */
struct wss_groups {
	struct wss_group **list;
	size_t nr;
	void *tree;
};

/*
 * The group with the key of @len bytes, made of @size bytes that are zero behind the head if
 * there is none; NULL if there is no memory.
 */
struct wss_group *wss_groups_get(struct wss_groups *g, const void *key, size_t len, size_t size);
/* Adds up sums of which all windows are known. */
void wss_sums_add(struct wss_sums *to, const struct wss_sums *from);
/* Takes away what is part of @from. */
void wss_sums_subtract(struct wss_sums *from, const struct wss_sums *part);
/* Frees them with their keys; what embeds them frees the rest before. */
void wss_groups_free(struct wss_groups *g);

#endif /* RENDER_WSS_GROUPS_H */
