// SPDX-License-Identifier: GPL-2.0
/*
 * Text of records: words, numbers and names, written by hand.  Pure.
 */
#include "text.h"
#include "uapi.h"

/**
 * pagesnap_text_char() - append one byte
 * @t: line
 * @c: byte
 */
void pagesnap_text_char(struct pagesnap_text *t, char c)
{
	if (t->len < t->cap)
		t->buf[t->len++] = c;
	else
		t->full = true;
}

/**
 * pagesnap_text_bytes() - append bytes, all or none
 * @t: line
 * @s: bytes
 * @len: how many
 */
void pagesnap_text_bytes(struct pagesnap_text *t, const char *s, u32 len)
{
	if (len > t->cap - t->len) {
		t->full = true;
		return;
	}
	memcpy(t->buf + t->len, s, len);
	t->len += len;
}

/**
 * pagesnap_text_str() - append a string
 * @t: line
 * @s: string
 */
void pagesnap_text_str(struct pagesnap_text *t, const char *s)
{
	pagesnap_text_bytes(t, s, strlen(s));
}

/**
 * pagesnap_text_dec() - append a number in decimal; "?" and "-" for the two
 *	values that stand for them
 * @t: line
 * @v: number
 */
void pagesnap_text_dec(struct pagesnap_text *t, u64 v)
{
	char digits[20];
	u32 i = sizeof(digits);

	if (v >= PAGESNAP_NONE) {
		pagesnap_text_char(t, v == PAGESNAP_NONE ? '-' : '?');
		return;
	}
	/* as most orders, nodes and counts are */
	if (v < 10) {
		pagesnap_text_char(t, '0' + v);
		return;
	}
	do {
		digits[--i] = '0' + v % 10;
		v /= 10;
	} while (v);
	pagesnap_text_bytes(t, digits + i, sizeof(digits) - i);
}

/**
 * pagesnap_text_hex() - append a number as 0x and hexadecimal digits
 * @t: line
 * @v: number
 */
void pagesnap_text_hex(struct pagesnap_text *t, u64 v)
{
	static const char hex[] = "0123456789abcdef";
	char digits[18];
	u32 i = sizeof(digits);

	do {
		digits[--i] = hex[v & 15];
		v >>= 4;
	} while (v);
	digits[--i] = 'x';
	digits[--i] = '0';
	pagesnap_text_bytes(t, digits + i, sizeof(digits) - i);
}

/*
 * Length of the valid UTF-8 sequence at @s, 0 if there is none.  Sequences
 * for U+0080-9F count as invalid: terminals take them as control codes.
 */
static u32 utf8_printable(const unsigned char *s, u32 len)
{
	u32 need, code, i;

	if (s[0] >= 0xc2 && s[0] <= 0xdf) {
		need = 2;
		code = s[0] & 0x1f;
	} else if ((s[0] & 0xf0) == 0xe0) {
		need = 3;
		code = s[0] & 0x0f;
	} else if (s[0] >= 0xf0 && s[0] <= 0xf4) {
		need = 4;
		code = s[0] & 0x07;
	} else {
		return 0;
	}
	if (len < need)
		return 0;
	for (i = 1; i < need; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if (code < 0xa0 || (need == 3 && code < 0x800) || (need == 4 && code < 0x10000) ||
	    (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
		return 0;
	return need;
}

/* Bytes of @s that stand as they are, 0 if the first must be escaped. */
static u32 plain_len(const char *s, u32 len)
{
	unsigned char c = *s;

	if (c < 0x21 || c == 0x7f || c == '\\' || c == '"')
		return 0;
	return c < 0x80 ? 1 : utf8_printable((const unsigned char *)s, len);
}

/**
 * pagesnap_text_escaped() - append a name so that it has no blank, can't
 *	fool a terminal, and reads back inside double quotes
 * @t: line; when it is full the name ends there
 * @s: bytes of the name
 * @len: how many
 */
void pagesnap_text_escaped(struct pagesnap_text *t, const char *s, u32 len)
{
	u32 n;

	while (len && !t->full) {
		unsigned char c = *s;

		n = plain_len(s, len);
		if (n == 1) {
			pagesnap_text_char(t, c);
		} else if (n) {
			pagesnap_text_bytes(t, s, n);
		} else {
			char esc[4] = { '\\', '0' + (c >> 6), '0' + (c >> 3 & 7), '0' + (c & 7) };

			pagesnap_text_bytes(t, esc, sizeof(esc));
			n = 1;
		}
		s += n;
		len -= n;
	}
}

/**
 * pagesnap_escaped_len() - columns that pagesnap_text_escaped() would fill
 * @s: bytes of the name
 * @len: how many
 *
 * Return: columns, a multi-byte character counted as one.
 */
u32 pagesnap_escaped_len(const char *s, u32 len)
{
	u32 n, columns = 0;

	while (len) {
		n = plain_len(s, len);
		columns += n ? 1 : 4;
		n = n ? n : 1;
		s += n;
		len -= n;
	}
	return columns;
}

/**
 * pagesnap_text_key() - append " key=number"
 * @t: line
 * @key: key with its leading blank and its "="
 * @v: number
 */
void pagesnap_text_key(struct pagesnap_text *t, const char *key, u64 v)
{
	pagesnap_text_str(t, key);
	pagesnap_text_dec(t, v);
}

/**
 * pagesnap_text_key_hex() - append " key=0xnumber"
 * @t: line
 * @key: key with its leading blank and its "="
 * @v: number
 */
void pagesnap_text_key_hex(struct pagesnap_text *t, const char *key, u64 v)
{
	pagesnap_text_str(t, key);
	pagesnap_text_hex(t, v);
}

/**
 * pagesnap_text_key_str() - append " key=word"
 * @t: line
 * @key: key with its leading blank and its "="
 * @s: word, trusted
 */
void pagesnap_text_key_str(struct pagesnap_text *t, const char *key, const char *s)
{
	pagesnap_text_str(t, key);
	pagesnap_text_str(t, s);
}

/**
 * pagesnap_text_key_word() - append " key=word" from an array
 * @t: line
 * @key: key with its leading blank and its "="
 * @s: word of printable ASCII, ended by a zero or by the array; other bytes,
 *	and an empty word, become "?"
 * @size: bytes of the array
 */
void pagesnap_text_key_word(struct pagesnap_text *t, const char *key, const char *s, u32 size)
{
	u32 i;

	pagesnap_text_str(t, key);
	if (!*s)
		pagesnap_text_char(t, '?');
	for (i = 0; i < size && s[i]; i++)
		pagesnap_text_char(t, s[i] > 0x20 && s[i] < 0x7f ? s[i] : '?');
}

/**
 * pagesnap_text_key_escaped() - append " key=name", "-" for an empty name
 * @t: line
 * @key: key with its leading blank and its "="
 * @s: bytes of the name
 * @len: how many
 */
void pagesnap_text_key_escaped(struct pagesnap_text *t, const char *key, const char *s, u32 len)
{
	pagesnap_text_str(t, key);
	if (len)
		pagesnap_text_escaped(t, s, len);
	else
		pagesnap_text_char(t, '-');
}
