/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Values: what stands in one column of one row, before it has a format.
 */
#ifndef KINDS_VALUE_H
#define KINDS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum value_type {
	VALUE_NONE,	/* "-": does not apply */
	VALUE_UNKNOWN,	/* "?": is unknown */
	VALUE_NUMBER,
	VALUE_SIGNED,	/* one that may be negative */
	VALUE_BYTES,	/* a number of bytes: a size for people */
	VALUE_HEX,	/* a number that people read as 0x.. */
	VALUE_HEX16,	/* the same with all 16 digits */
	VALUE_WORD,	/* text of our own */
	VALUE_NAME,	/* text of others: any bytes */
	VALUE_FLAGS,	/* names of KPF bits */
	VALUE_PAIRS,	/* KEY:COUNT,... */
};

/* Of a list such as pages by order. */
struct value_pair {
	uint64_t key;
	uint64_t count;
};

/* Keys that are no numbers: all others, what does not apply, what is unknown. */
#define VALUE_KEY_OTHER UINT64_MAX
#define VALUE_KEY_NONE (UINT64_MAX - 1)
#define VALUE_KEY_UNKNOWN (UINT64_MAX - 2)

/* Their words; NULL if it is a number. */
const char *value_key_word(uint64_t key);

/**
 * struct value - one cell
 * @type: what it is
 * @number: of VALUE_NUMBER to _HEX16, and the bits of VALUE_FLAGS; of
 *	VALUE_SIGNED an int64_t
 * @text: of VALUE_WORD and _NAME, not terminated
 * @pairs: of VALUE_PAIRS
 * @len: bytes of @text, or number of @pairs
 */
struct value {
	enum value_type type;
	uint64_t number;
	union {
		const char *text;
		const struct value_pair *pairs;
	};
	size_t len;
};

/* Digits alone, whatever the format. */
static inline bool value_is_number(const struct value *v)
{
	return v->type >= VALUE_NUMBER && v->type <= VALUE_HEX16;
}

/**
 * struct value_buf - text that grows
 * @s: text
 * @len: bytes in it
 * @cap: room for
 * @failed: there was no memory
 */
struct value_buf {
	char *s;
	size_t len;
	size_t cap;
	bool failed;
};

/* Makes room for @len more bytes; false, and @b->failed, if there is no memory. */
bool value_buf_grow(struct value_buf *b, size_t len);

static inline bool value_buf_room(struct value_buf *b, size_t len)
{
	return len <= b->cap - b->len || value_buf_grow(b, len);
}

static inline void value_buf_put(struct value_buf *b, const char *s, size_t len)
{
	if (!len || !value_buf_room(b, len))
		return;
	memcpy(b->s + b->len, s, len);
	b->len += len;
}

static inline void value_buf_char(struct value_buf *b, char c)
{
	if (value_buf_room(b, 1))
		b->s[b->len++] = c;
}

void value_buf_free(struct value_buf *b);
void value_buf_number(struct value_buf *b, uint64_t number);

/* Decimal digits of @number at @to, not terminated; how many. */
size_t value_decimal(uint64_t number, char to[20]);
/* The same of one that may be negative. */
size_t value_signed(int64_t number, char to[21]);
/* 0x and digits; how many bytes. */
size_t value_hex(uint64_t number, char to[18]);
/* 0x and 16 digits: 18 bytes. */
size_t value_hex16(uint64_t number, char to[18]);
/* From one row to the next most numbers go up by one: then it is the last digit, mostly. */
static inline bool value_over_next(uint64_t number, uint64_t old, char *end)
{
	if (!number || number - old != 1 || end[-1] == '9' || end[-1] == 'f')
		return false;
	end[-1]++;
	return true;
}

/*
 * Writes @number over the digits of @old, which end at @end; only the last ones if the others
 * are the same.  False if it has more or fewer digits: then some of them are lost.
 */
static inline bool value_over_decimal(uint64_t number, uint64_t old, char *end)
{
	uint64_t rest;

	if (value_over_next(number, old, end))
		return true;
	do {
		rest = number / 10;
		*--end = '0' + (number - rest * 10);
		number = rest;
		old /= 10;
	} while (number != old && number && old);
	return number == old;
}

/* The same in hexadecimal. */
static inline bool value_over_hex(uint64_t number, uint64_t old, char *end)
{
	if (value_over_next(number, old, end))
		return true;
	do {
		*--end = "0123456789abcdef"[number & 15];
		number >>= 4;
		old >>= 4;
	} while (number != old && number && old);
	return number == old;
}

/* "3.1G", "12M", "0B": at most 7 bytes; how many. */
size_t value_size(uint64_t bytes, char to[8]);

enum value_names {
	VALUE_NAMES_RAW,	/* as they are */
	VALUE_NAMES_ESCAPED,	/* \ooo, blanks too */
	VALUE_NAMES_SHOWN,	/* \ooo, but single blanks are blanks */
};

/* Appends a number.  @sizes: bytes are printed as people say them. */
void value_put_number(struct value_buf *b, const struct value *v, bool sizes);
/* Appends what is no number.  @hex_keys: the keys of pairs are bits. */
void value_put_other(struct value_buf *b, const struct value *v, enum value_names names,
		     bool hex_keys);

/* Appends any value as text. */
static inline void value_text(struct value_buf *b, const struct value *v, enum value_names names,
			      bool sizes, bool hex_keys)
{
	if (value_is_number(v))
		value_put_number(b, v, sizes);
	else
		value_put_other(b, v, names, hex_keys);
}

#endif /* KINDS_VALUE_H */
