// SPDX-License-Identifier: GPL-2.0
/*
 * What many files share, by number: groups and queries.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "moments.h"

static int compare_keys(const void *a, const void *b)
{
	const struct diff_name *x = a, *y = b;

	return strcmp(x->key, y->key);
}

static void free_name(struct diff_name *name)
{
	free(name->key);
	free(name->name);
	free(name);
}

static struct diff_name *new_name(const char *key, const char *name, size_t len)
{
	struct diff_name *n = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	n->key = strdup(key);
	n->name = malloc(len + 1);
	n->name_len = len;
	if (!n->key || !n->name) {
		free_name(n);
		return NULL;
	}
	memcpy(n->name, name, len);
	n->name[len] = '\0';
	return n;
}

/**
 * diff_names_find() - find a name, or add it
 * @names: all of a sort
 * @key: what it is
 * @name: what people call it, any bytes
 * @len: how many
 *
 * Return: it, NULL if there is no memory.
 */
struct diff_name *diff_names_find(struct diff_names *names, const char *key, const char *name,
				  size_t len)
{
	const struct diff_name wanted = { .key = (char *)key };
	struct diff_name **found = tfind(&wanted, &names->root, compare_keys), **list, *n;

	if (found)
		return *found;
	list = reallocarray(names->list, names->nr + 1, sizeof(void *));
	if (list)
		names->list = list;
	n = list ? new_name(key, name, len) : NULL;
	if (!n || !tsearch(n, &names->root, compare_keys)) {
		if (n)
			free_name(n);
		return NULL;
	}
	names->list[names->nr++] = n;
	n->number = names->nr;
	return n;
}

static void keep_node(void *node)
{
}

/**
 * diff_names_free() - forget all
 * @names: all zero afterwards
 */
void diff_names_free(struct diff_names *names)
{
	tdestroy(names->root, keep_node);
	while (names->nr)
		free_name(names->list[--names->nr]);
	free(names->list);
	memset(names, 0, sizeof(*names));
}
