/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_FORMAT_H
#define PAGESNAP_CORE_FORMAT_H

#include "text.h"

/* What an entry of the table of records is. */
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
 * @name: of the structure, record, field or bytes
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

#define PAGESNAP_LAYOUT_REC(name, number, type) \
	{ PAGESNAP_LAYOUT_RECORD, NULL, name, NULL, number, 0, sizeof(struct type) }
#define PAGESNAP_LAYOUT_MEMBER(type, ctype, member, mark)			\
	{ PAGESNAP_LAYOUT_FIELD, ctype, #member, mark, 0,			\
	  offsetof(struct type, member), sizeof(((struct type *)0)->member) }

/**
 * struct pagesnap_format_words - the words of a number
 * @what: what marks call them, behind "value: " or "bit: "
 * @word: word of a number, "?" for none
 * @numbers: there is no word from this number on
 * @shift: the numbers that are printed are shifted by it
 */
struct pagesnap_format_words {
	const char *what;
	const char *(*word)(u32 number);
	u32 numbers;
	u32 shift;
};

/**
 * struct pagesnap_format - what the "format" file of a collection says behind the ABI
 * @head: prints a line that only this collection has; NULL if there are none
 * @nr_head: how many of these come first
 * @record_name: name of a record by its type, if its layout has none
 * @layouts: records, field by field; an empty one ends them
 * @words: of numbers in them; empty ones end them
 */
struct pagesnap_format {
	void (*head)(struct pagesnap_text *t, u32 nth);
	u32 nr_head;
	const char *(*record_name)(u32 type);
	const struct pagesnap_layout *layouts;
	const struct pagesnap_format_words *words;
};

u32 pagesnap_format_lines(const struct pagesnap_format *f);
void pagesnap_format_line(struct pagesnap_text *t, const struct pagesnap_format *f, u32 nth);

#endif /* PAGESNAP_CORE_FORMAT_H */
