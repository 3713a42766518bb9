/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What getters of columns are made of: each sets a value that is VALUE_NONE before.
 */
#ifndef KINDS_COLUMN_GET_H
#define KINDS_COLUMN_GET_H

#include <stdio.h>
#include <string.h>

#include "columns.h"

/* A number, "?" or "-". */
static inline void set_number(struct value *v, uint64_t number)
{
	v->type = number == PAGESNAP_UNKNOWN ? VALUE_UNKNOWN :
		  number == PAGESNAP_NONE ? VALUE_NONE : VALUE_NUMBER;
	v->number = number;
}

static inline void set_number32(struct value *v, uint32_t number)
{
	set_number(v, number == PAGESNAP_UNKNOWN32 ? PAGESNAP_UNKNOWN :
		   number == PAGESNAP_NONE32 ? PAGESNAP_NONE : number);
}

static inline void set_hex(struct value *v, uint64_t number)
{
	v->type = VALUE_HEX;
	v->number = number;
}

static inline void set_bytes(struct value *v, uint64_t number)
{
	v->type = VALUE_BYTES;
	v->number = number;
}

/* Pages in bytes, as much as fits; "?" or "-". */
static inline void set_pages(struct row *row, struct value *v, uint64_t pages)
{
	if (pages >= PAGESNAP_NONE)
		set_number(v, pages);
	else
		set_bytes(v, pages > UINT64_MAX >> row->page_shift ? UINT64_MAX :
			  pages << row->page_shift);
}

/* A word of ours; "?" stands for what it says. */
static inline void set_word(struct value *v, const char *word)
{
	v->type = word[0] == '?' && !word[1] ? VALUE_UNKNOWN : VALUE_WORD;
	v->text = word;
	v->len = strlen(word);
}

static inline void set_name(struct value *v, const char *name, size_t len)
{
	v->type = VALUE_NAME;
	v->text = name;
	v->len = len;
}

/* A string of a record, "-" if it is empty. */
static inline void set_string(struct value *v, const char *s, size_t size)
{
	size_t len = strnlen(s, size);

	if (len == 1 && *s == '?')
		v->type = VALUE_UNKNOWN;
	else if (len)
		set_name(v, s, len);
}

/* What printf() makes of it, in scratch memory. */
#define set_printed(row, v, ...) do {					\
	char *printed_ = row_scratch(row, 64);				\
									\
	if (printed_) {							\
		snprintf(printed_, 64, __VA_ARGS__);			\
		set_word(v, printed_);					\
	}								\
} while (0)

static inline void set_dev(struct row *row, struct value *v, uint32_t major, uint32_t minor)
{
	char *dev = major >= PAGESNAP_NONE32 ? NULL : row_scratch(row, 48);
	size_t len;

	if (major == PAGESNAP_UNKNOWN32)
		v->type = VALUE_UNKNOWN;
	if (!dev)
		return;
	len = value_decimal(major, dev);
	dev[len++] = ':';
	len += value_decimal(minor, dev + len);
	v->type = VALUE_WORD;
	v->text = dev;
	v->len = len;
}

static inline bool part_is(const struct record_copy *part, unsigned int type)
{
	return part->set && part->any.rec.type == type;
}

static inline bool is_word(const struct value *v, const char *word)
{
	return v->type == VALUE_WORD && v->len == strlen(word) && !memcmp(v->text, word, v->len);
}

#endif /* KINDS_COLUMN_GET_H */
