/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_LAYOUT_H
#define PAGESNAP_PAGES_LAYOUT_H

#include "../core/pure.h"
#include "uapi.h"

/* What an entry of the table is. */
enum pagesnap_layout_kind {
	PAGESNAP_LAYOUT_STRUCT,	/* begins a structure that is part of others */
	PAGESNAP_LAYOUT_RECORD,	/* begins a record */
	PAGESNAP_LAYOUT_FIELD,	/* a member of what began last */
	PAGESNAP_LAYOUT_BYTES,	/* bytes in struct pagesnap_bytes behind it */
	PAGESNAP_LAYOUT_INLINE,	/* bytes behind its fields */
};

/**
 * struct pagesnap_layout - an entry of the table of records
 * @kind: what it is
 * @type: C type of a field; for bytes what they are, NULL for characters
 * @name: of the structure, field or bytes
 * @mark: for a field, which words its numbers have, as "values:kind", "bits:page"
 *	or, for those of an array, "index:why"; NULL if they have none.  For
 *	bytes, the field that counts them
 * @number: PAGESNAP_REC_* of a record
 * @offset: of a field
 * @size: in bytes
 */
struct pagesnap_layout {
	enum pagesnap_layout_kind kind;
	const char *type;
	const char *name;
	const char *mark;
	u32 number;
	u32 offset;
	u32 size;
};

extern const struct pagesnap_layout pagesnap_layouts[];
extern const u32 pagesnap_nr_layouts;

#endif /* PAGESNAP_PAGES_LAYOUT_H */
