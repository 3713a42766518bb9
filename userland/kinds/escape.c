// SPDX-License-Identifier: GPL-2.0
/*
 * Names of others, made fit for terminals and for JSON.
 */
#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "ascii.h"
#include "escape.h"

static uint32_t code_of(const unsigned char *s, size_t need)
{
	uint32_t code = need == 2 ? s[0] & 0x1f : need == 3 ? s[0] & 0x0f : s[0] & 0x07;
	size_t i;

	for (i = 1; i < need; i++)
		code = code << 6 | (s[i] & 0x3f);
	return code;
}

static size_t utf8(const unsigned char *s, size_t len, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t i, need = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;

	if (s[0] < 0x80) {
		*code = s[0];
		return 1;
	}
	if (s[0] < 0xc2 || s[0] > 0xf4 || len < need)
		return 0;
	for (i = 1; i < need; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	*code = code_of(s, need);
	if (*code < least[need] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return need;
}

/**
 * escape_utf8() - length of a character
 * @s: bytes, at least one
 * @len: how many
 *
 * Return: bytes of the valid UTF-8 sequence at @s, 0 if there is none.
 */
size_t escape_utf8(const char *s, size_t len)
{
	uint32_t code;

	return utf8((const unsigned char *)s, len, &code);
}

/**
 * escape_is_utf8() - check a name
 * @s: bytes
 * @len: how many
 *
 * Return: whether all of it is valid UTF-8.
 */
bool escape_is_utf8(const char *s, size_t len)
{
	size_t n, at;

	for (at = 0; at < len; at += n) {
		n = ascii_printable(s + at, len - at);
		if (!n)
			n = (unsigned char)s[at] < 0x80 ? 1 : escape_utf8(s + at, len - at);
		if (!n)
			return false;
	}
	return true;
}

/* Marks, embeddings, overrides and isolates of the bidirectional algorithm, and line ends. */
static bool turns_text(uint32_t code)
{
	return code == 0x61c || (code >= 0x200e && code <= 0x200f) ||
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/**
 * escape_harmless() - may a character stand as it is?
 * @s: bytes, at least one
 * @len: how many
 *
 * Return: bytes of the character at @s that may, 0 if it may not.
 */
size_t escape_harmless(const char *s, size_t len)
{
	unsigned char c = *s;
	uint32_t code;
	size_t n;

	if (c < 0x80)
		return c > 0x20 && c != 0x7f && c != '\\' && c != '"';
	n = utf8((const unsigned char *)s, len, &code);
	return n && code >= 0xa0 && !turns_text(code) ? n : 0;
}

/*
 * Can the caller's locale print the @n bytes of a character?  What it can't,
 * libsmartcols would write as \xHH, which no query takes.
 */
static bool printable(const char *s, size_t n)
{
	mbstate_t state = { 0 };
	wchar_t c;

	return n == 1 || (mbrtowc(&c, s, n, &state) == n && iswprint(c));
}

static void put_octal(struct value_buf *b, const char *s, size_t n)
{
	unsigned char c;

	for (; n; s++, n--) {
		c = *s;
		value_buf_put(b, (char[]){ '\\', '0' + (c >> 6), '0' + (c >> 3 & 7),
			      '0' + (c & 7) }, 4);
	}
}

/* A blank that one can see: neither first nor last, nor one of several. */
static bool seen_blank(const char *s, size_t len, size_t at)
{
	return s[at] == ' ' && at && at + 1 < len && s[at - 1] != ' ' && s[at + 1] != ' ';
}

/**
 * escape_put() - append a name that can't fool a terminal
 * @b: text
 * @s: name
 * @len: its length
 * @shown: to people: single blanks stay, what the locale can't print does not
 */
void escape_put(struct value_buf *b, const char *s, size_t len, bool shown)
{
	size_t n, at, from = 0;

	if (len == 1 && (*s == '-' || *s == '?')) {
		put_octal(b, s, 1);
		return;
	}
	for (at = 0; at < len; at += n) {
		n = ascii_harmless(s + at, len - at);
		if (n)
			continue;
		n = escape_harmless(s + at, len - at);
		if (shown && !n && seen_blank(s, len, at))
			n = 1;
		if (n && (!shown || printable(s + at, n)))
			continue;
		n = n ? n : 1;
		value_buf_put(b, s + from, at - from);
		put_octal(b, s + at, n);
		from = at + n;
	}
	value_buf_put(b, s + from, len - from);
}

/**
 * escape_put_utf8() - append a name as valid UTF-8
 * @b: text
 * @s: name
 * @len: its length
 */
void escape_put_utf8(struct value_buf *b, const char *s, size_t len)
{
	size_t n, at;

	for (at = 0; at < len; at += n) {
		n = escape_utf8(s + at, len - at);
		if (n) {
			value_buf_put(b, s + at, n);
		} else {
			value_buf_put(b, "\xef\xbf\xbd", 3);
			n = 1;
		}
	}
}

/**
 * escape_put_line() - append a line of text as the index files print it
 * @b: text
 * @s: line
 * @len: its length
 *
 * Its names are escaped already, except characters that turn the direction of text
 * on a terminal; a note is as it came.
 */
void escape_put_line(struct value_buf *b, const char *s, size_t len)
{
	size_t n, at, from = 0;

	for (at = 0; at < len; at += n) {
		n = ascii_printable(s + at, len - at);
		if (!n)
			n = s[at] == ' ' || s[at] == '\\' || s[at] == '"' ? 1 :
			    escape_harmless(s + at, len - at);
		if (n)
			continue;
		n = escape_utf8(s + at, len - at);
		n = n ? n : 1;
		value_buf_put(b, s + from, at - from);
		put_octal(b, s + at, n);
		from = at + n;
	}
	value_buf_put(b, s + from, len - from);
}
