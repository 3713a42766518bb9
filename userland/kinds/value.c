// SPDX-License-Identifier: GPL-2.0
/*
 * Values as text: numbers, sizes, lists and names.
 */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "kpf.h"
#include "value.h"

/**
 * value_buf_grow() - make room
 * @b: text
 * @len: bytes that shall fit behind it
 *
 * Return: false if there is no memory.
 */
bool value_buf_grow(struct value_buf *b, size_t len)
{
	size_t cap = b->cap ? b->cap : 256;
	char *s;

	while (cap - b->len < len)
		cap *= 2;
	s = realloc(b->s, cap);
	if (!s) {
		b->failed = true;
		return false;
	}
	b->s = s;
	b->cap = cap;
	return true;
}

/**
 * value_buf_free() - free a text
 * @b: text
 */
void value_buf_free(struct value_buf *b)
{
	free(b->s);
	memset(b, 0, sizeof(*b));
}

static size_t digits_of(uint64_t number)
{
	static const uint64_t powers[] = {
		0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
		10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
		1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
		10000000000000000000ULL,
	};
	/* log2 times 1233 / 4096, which is log10(2), is right or one too few */
	size_t nr = (64 - __builtin_clzll(number | 1)) * 1233 >> 12;

	return nr + (number >= powers[nr]);
}

/**
 * value_decimal() - write a number
 * @number: number
 * @to: where to, not terminated
 *
 * Return: bytes written.
 */
size_t value_decimal(uint64_t number, char to[20])
{
	size_t len = digits_of(number), at = len;

	/* two with each long division */
	for (; number >= 10; number /= 100) {
		unsigned int pair = number % 100;

		to[--at] = '0' + pair % 10;
		to[--at] = '0' + pair / 10;
	}
	if (at)
		to[0] = '0' + number;
	return len;
}

/**
 * value_signed() - write a number that may be negative in decimal
 * @number: number
 * @to: where to, not terminated
 *
 * Return: bytes written.
 */
size_t value_signed(int64_t number, char to[21])
{
	if (number >= 0)
		return value_decimal(number, to);
	*to = '-';
	return 1 + value_decimal(-(uint64_t)number, to + 1);
}

static const char hex_digits[] = "0123456789abcdef";

/**
 * value_hex() - write a number in hexadecimal, after 0x
 * @number: number
 * @to: where to, not terminated
 *
 * Return: bytes written.
 */
size_t value_hex(uint64_t number, char to[18])
{
	size_t nr = (67 - __builtin_clzll(number | 1)) / 4, i;

	to[0] = '0';
	to[1] = 'x';
	for (i = nr + 1; i > 1; i--, number >>= 4)
		to[i] = hex_digits[number & 15];
	return nr + 2;
}

/**
 * value_hex16() - write a number in hexadecimal, with leading zeros
 * @number: number
 * @to: where to, not terminated
 *
 * Return: bytes written.
 */
size_t value_hex16(uint64_t number, char to[18])
{
	size_t i;

	to[0] = '0';
	to[1] = 'x';
	for (i = 0; i < 16; i++)
		to[2 + i] = hex_digits[number >> (15 - i) * 4 & 15];
	return 18;
}

/**
 * value_size() - write a size as people say it
 * @bytes: size
 * @to: where to, not terminated
 *
 * Return: bytes written.
 */
size_t value_size(uint64_t bytes, char to[8])
{
	static const char units[] = "BKMGTPE";
	uint64_t whole = bytes, tenths = 0;
	size_t len, unit = 0;
	char digits[20];

	while (whole >= 1024) {
		unit++;
		whole = bytes >> 10 * unit;
	}
	if (unit) {
		/* of what is behind the point, 10 bits are enough to round */
		tenths = ((bytes >> 10 * (unit - 1) & 1023) * 10 + 512) >> 10;
		whole += tenths / 10;
		tenths %= 10;
	}
	if (whole == 1024 && units[unit + 1]) {
		whole = 1;
		unit++;
	}
	len = value_decimal(whole, digits);
	memcpy(to, digits, len);
	if (tenths) {
		to[len++] = '.';
		to[len++] = '0' + tenths;
	}
	to[len++] = units[unit];
	return len;
}

/**
 * value_buf_number() - append a number in decimal
 * @b: text
 * @number: number
 */
void value_buf_number(struct value_buf *b, uint64_t number)
{
	if (value_buf_room(b, 20))
		b->len += value_decimal(number, b->s + b->len);
}

static void put_hex(struct value_buf *b, uint64_t number)
{
	if (value_buf_room(b, 18))
		b->len += value_hex(number, b->s + b->len);
}

static void put_flags(struct value_buf *b, uint64_t flags)
{
	uint64_t nameless = 0;
	bool first = true;
	unsigned int bit;
	const char *name;

	if (!flags)
		value_buf_char(b, '-');
	for (; flags; flags &= flags - 1) {
		bit = __builtin_ctzll(flags);
		name = kpf_name(bit);
		if (!name) {
			nameless |= 1ULL << bit;
			continue;
		}
		if (!first)
			value_buf_char(b, ',');
		value_buf_put(b, name, strlen(name));
		first = false;
	}
	if (nameless) {
		if (!first)
			value_buf_char(b, ',');
		put_hex(b, nameless);
	}
}

const char *value_key_word(uint64_t key)
{
	switch (key) {
	case VALUE_KEY_OTHER:
		return "other";
	case VALUE_KEY_NONE:
		return "-";
	case VALUE_KEY_UNKNOWN:
		return "?";
	default:
		return NULL;
	}
}

static void put_key(struct value_buf *b, uint64_t key, bool hex)
{
	const char *word = value_key_word(key);

	if (word)
		value_buf_put(b, word, strlen(word));
	else if (hex)
		put_hex(b, key);
	else
		value_buf_number(b, key);
}

static void put_pairs(struct value_buf *b, const struct value *v, bool hex_keys)
{
	size_t i;

	if (!v->len)
		value_buf_char(b, '-');
	for (i = 0; i < v->len; i++) {
		if (i)
			value_buf_char(b, ',');
		put_key(b, v->pairs[i].key, hex_keys);
		value_buf_char(b, ':');
		value_buf_number(b, v->pairs[i].count);
	}
}

static void put_name(struct value_buf *b, const struct value *v, enum value_names names)
{
	if (names == VALUE_NAMES_RAW)
		value_buf_put(b, v->text, v->len);
	else
		escape_put(b, v->text, v->len, names == VALUE_NAMES_SHOWN);
}

/**
 * value_put_number() - append a number
 * @b: text
 * @v: value that is one
 * @sizes: sizes as people say them
 */
void value_put_number(struct value_buf *b, const struct value *v, bool sizes)
{
	char *to;

	if (!value_buf_room(b, 21))
		return;
	to = b->s + b->len;
	if (v->type == VALUE_HEX)
		b->len += value_hex(v->number, to);
	else if (v->type == VALUE_BYTES && sizes)
		b->len += value_size(v->number, to);
	else if (v->type == VALUE_SIGNED)
		b->len += value_signed(v->number, to);
	else if (v->type == VALUE_HEX16)
		b->len += value_hex16(v->number, to);
	else
		b->len += value_decimal(v->number, to);
}

/**
 * value_put_other() - append what is no number
 * @b: text
 * @v: value
 * @names: how names are printed
 * @hex_keys: keys of pairs are bits
 */
void value_put_other(struct value_buf *b, const struct value *v, enum value_names names,
		     bool hex_keys)
{
	switch (v->type) {
	case VALUE_UNKNOWN:
		value_buf_char(b, '?');
		break;
	case VALUE_WORD:
		value_buf_put(b, v->text, v->len);
		break;
	case VALUE_NAME:
		put_name(b, v, names);
		break;
	case VALUE_FLAGS:
		put_flags(b, v->number);
		break;
	case VALUE_PAIRS:
		put_pairs(b, v, hex_keys);
		break;
	default:
		value_buf_char(b, '-');
		break;
	}
}
