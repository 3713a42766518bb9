// SPDX-License-Identifier: GPL-2.0
/*
 * The table of collections.  Their index files are numbered through, so programs that were
 * built before one more came want it at the end.
 */
#include "collection.h"

const struct collection *const pagesnap_collections[] = {
	&pagesnap_collection_pages,
	&pagesnap_collection_accesses,
	&pagesnap_collection_faults,
	&pagesnap_collection_slab,
	NULL,
};
