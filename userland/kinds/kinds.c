// SPDX-License-Identifier: GPL-2.0
/*
 * The table of kinds.  One more collection is one more line.
 */
#include <string.h>

#include "kind.h"

const struct kind *const kinds[] = {
	&kind_pages,
	&kind_audit,
	&kind_doctor,
	NULL,
};

/**
 * kind_find() - find the kind of a collection
 * @collection: its name, not terminated
 * @len: bytes of it
 *
 * Return: kind, NULL if this program has none.
 */
const struct kind *kind_find(const char *collection, size_t len)
{
	const struct kind *const *kind;
	const char *name;

	for (kind = kinds; *kind; kind++) {
		name = (*kind)->collection;
		if (name && strlen(name) == len && !memcmp(name, collection, len))
			return *kind;
	}
	return NULL;
}

/**
 * kind_index_nth() - one index file after the other, of all collections
 * @nth: which, from 0
 *
 * Return: what is said of it, NULL if there are not so many.
 */
const struct kind_index *kind_index_nth(size_t nth)
{
	const struct kind *const *kind;

	for (kind = kinds; *kind; kind++) {
		if (nth < (*kind)->nr_indices)
			return &(*kind)->indices[nth];
		nth -= (*kind)->nr_indices;
	}
	return NULL;
}

/**
 * kind_index() - what is said of an index file
 * @which: of the library
 *
 * Return: it, NULL if no collection has it.
 */
const struct kind_index *kind_index(enum pagesnap_index_file which)
{
	const struct kind_index *index;
	size_t nth = 0;

	while ((index = kind_index_nth(nth++)) && index->which != which)
		;
	return index;
}
