// SPDX-License-Identifier: GPL-2.0
/*
 * Collections by their number, name, records and index files.
 */
#include <string.h>

#include "collection.h"

/**
 * pagesnap_collection_of() - find a collection by its number
 * @id: number
 *
 * Return: collection, NULL if it is not known.
 */
const struct collection *pagesnap_collection_of(enum pagesnap_collection_id id)
{
	const struct collection *const *c;

	for (c = pagesnap_collections; *c && (*c)->id != id; c++)
		;
	return *c;
}

/**
 * pagesnap_collection_find() - find a collection by its name
 * @name: as a header has it: before ABI 1.2 there was one, and it was not named
 *
 * Return: collection, NULL if it is not known.
 */
const struct collection *pagesnap_collection_find(const char *name)
{
	const struct collection *const *c;

	if (!*name)
		return &pagesnap_collection_pages;
	for (c = pagesnap_collections; *c && strcmp((*c)->name, name) != 0; c++)
		;
	return *c;
}

/**
 * pagesnap_collection_of_type() - whose records are these?
 * @type: of the record
 *
 * Return: collection, NULL if none that is known has them, or all have.
 */
const struct collection *pagesnap_collection_of_type(u32 type)
{
	const struct collection *const *c;

	for (c = pagesnap_collections; *c; c++)
		if (collection_has_type(*c, type))
			return *c;
	return NULL;
}

/**
 * pagesnap_collection_of_index() - whose index file is this?
 * @which: number of the file
 * @nth: gets which of that collection it is, from 0
 *
 * Return: collection, NULL if there is no such file.
 */
const struct collection *pagesnap_collection_of_index(unsigned int which, unsigned int *nth)
{
	const struct collection *const *c;

	if (which >= PAGESNAP_ALL_INDEXES_MAX)
		return NULL;
	for (c = pagesnap_collections; *c && which >= (*c)->nr_indexes; c++)
		which -= (*c)->nr_indexes;
	*nth = which;
	return *c;
}

/**
 * pagesnap_nr_indexes() - how many index files are there?
 *
 * Return: those of all collections; each lower number is one.
 */
unsigned int pagesnap_nr_indexes(void)
{
	unsigned int which = 0, nth;

	while (pagesnap_collection_of_index(which, &nth))
		which++;
	return which;
}

/**
 * pagesnap_layout_of() - what is known of a type of record?
 * @type: of the record
 *
 * Return: that, NULL if nothing is.
 */
const struct record_layout *pagesnap_layout_of(u32 type)
{
	const struct collection *const *c;

	if (type < pagesnap_nr_stream_layouts && pagesnap_stream_layouts[type].size)
		return &pagesnap_stream_layouts[type];
	for (c = pagesnap_collections; *c; c++)
		if (collection_has_type(*c, type))
			return &(*c)->layouts[type - (*c)->first];
	return NULL;
}
