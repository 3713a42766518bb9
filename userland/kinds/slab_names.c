// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "slab_names.h"

/* No table of the module is longer; a larger number is damage. */
#define NAMES_MAX PAGESNAP_SLAB_SITES_MAX

static int make_room(struct slab_table *table, uint32_t id)
{
	size_t nr = table->nr ? 2 * table->nr : 64;
	struct slab_name *list;

	if (id < table->nr)
		return 0;
	if (nr <= id)
		nr = (size_t)id + 1;
	list = reallocarray(table->list, nr, sizeof(*list));
	if (!list)
		return -ENOMEM;
	memset(list + table->nr, 0, (nr - table->nr) * sizeof(*list));
	table->list = list;
	table->nr = nr;
	return 0;
}

static int set(struct slab_table *table, uint32_t id, uint32_t size, const char *text, size_t len)
{
	char *copy;

	if (id >= NAMES_MAX)
		return 0;
	copy = make_room(table, id) ? NULL : malloc(len + 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, len);
	copy[len] = '\0';
	free(table->list[id].text);
	table->list[id] = (struct slab_name){ .text = copy, .len = len, .size = size };
	return 0;
}

/**
 * slab_names_take() - take a record that may tell a name
 * @names: gets it
 * @r: record of slab
 *
 * Return: 0 or -ENOMEM.
 */
int slab_names_take(struct slab_names *names, const struct pagesnap_record *r)
{
	const struct pagesnap_slab_site *site = &r->u->slab_site;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_SITE:
		return set(&names->sites, site->id, site->size, r->bytes, r->len);
	case PAGESNAP_REC_CACHE:
		return set(&names->caches, site->id, site->size, r->bytes, r->len);
	case PAGESNAP_REC_STACK:
		return set(&names->stacks, r->u->slab_stack.id, 0, r->bytes, r->len);
	default:
		return 0;
	}
}

/**
 * slab_name() - what a number stands for
 * @table: of these names
 * @id: number
 *
 * Return: name, NULL if nobody told.
 */
const struct slab_name *slab_name(const struct slab_table *table, uint32_t id)
{
	return id < table->nr && table->list[id].text ? table->list + id : NULL;
}

static void clear(struct slab_table *table)
{
	size_t i;

	for (i = 0; i < table->nr; i++)
		free(table->list[i].text);
	free(table->list);
	*table = (struct slab_table){ 0 };
}

/**
 * slab_names_clear() - forget all names
 * @names: them
 */
void slab_names_clear(struct slab_names *names)
{
	clear(&names->sites);
	clear(&names->caches);
	clear(&names->stacks);
}
