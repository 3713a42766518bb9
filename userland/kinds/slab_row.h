/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of slab, and what the numbers in them stand for. */
#ifndef KINDS_SLAB_ROW_H
#define KINDS_SLAB_ROW_H

#include "row.h"
#include "slab_names.h"

/**
 * struct slab_row - a row of slab
 * @row: head
 * @names: of its answer, as far as they were told
 */
struct slab_row {
	struct row row;
	struct slab_names names;
};

static inline struct slab_row *slab_row(struct row *row)
{
	return (struct slab_row *)row;
}

static inline uint32_t slab_type(const struct row *row)
{
	return row->item ? row->item->u->rec.type : 0;
}

/* An allocation, or an object; NULL in other rows. */
static inline const struct pagesnap_slab_alloc *slab_alloc_of(const struct row *row)
{
	return slab_type(row) == PAGESNAP_REC_ALLOC || slab_type(row) == PAGESNAP_REC_OBJECT ?
	       &row->item->u->slab_alloc : NULL;
}

#endif /* KINDS_SLAB_ROW_H */
