// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: text of others on a terminal
 *
 * Pure: no state, no output.  What is safe is decided in one place, the
 * library's pagesnap_escape(); here only blanks, quotes and backslashes are let
 * through, which that one hides because they end a word of a record.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "lib/pagesnap.h"
#include "safe.h"

#define QUERY_KEEPS "\"\\"
#define CARET_BEFORE 48

/**
 * struct unit - a character, or a byte that is none
 * @bytes: of the text
 * @shown: how it is printed
 * @shown_len: bytes of @shown
 * @width: columns of @shown
 */
struct unit {
	size_t bytes;
	char shown[8];
	size_t shown_len;
	size_t width;
};

static size_t utf8_length(unsigned char lead)
{
	return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

static size_t utf8_width(const unsigned char *s, size_t len)
{
	wchar_t c = s[0] & (0xff >> (len + 1));
	int width;
	size_t i;

	for (i = 1; i < len; i++)
		c = c << 6 | (s[i] & 0x3f);
	width = wcwidth(c);
	return width < 0 ? 1 : width;
}

/* The first unit of @text, which is not empty. */
static struct unit unit_at(const char *text, size_t len, const char *keep)
{
	size_t want = utf8_length(*text);
	struct unit u = { .bytes = 1 };
	ssize_t n;

	if (*text == ' ' || (*text && strchr(keep, *text))) {
		u.shown[0] = *text;
		u.shown_len = u.width = 1;
		return u;
	}
	if (want > 1 && want <= len) {
		n = pagesnap_escape(text, want, u.shown, sizeof(u.shown));
		if (n == (ssize_t)want && !memcmp(u.shown, text, want)) {
			u.bytes = u.shown_len = want;
			u.width = utf8_width((const unsigned char *)text, want);
			return u;
		}
	}
	n = pagesnap_escape(text, 1, u.shown, sizeof(u.shown));
	u.shown_len = u.width = n < 0 ? 0 : n;
	return u;
}

/* @left: bytes of @text, then those that did not fit. */
static size_t fill(const char *text, size_t *left, const char *keep, char *buf, size_t size)
{
	size_t n = 0;

	while (*left) {
		struct unit u = unit_at(text, *left, keep);

		if (n + u.shown_len >= size)
			break;
		memcpy(buf + n, u.shown, u.shown_len);
		n += u.shown_len;
		text += u.bytes;
		*left -= u.bytes;
	}
	buf[n] = '\0';
	return n;
}

/**
 * safe_text() - text of others for a message
 * @text: any bytes
 * @len: how many
 * @keep: characters that may stay as they are, besides the blank
 * @buf: takes the safe text, terminated
 * @size: of @buf
 *
 * Return: length of what is in @buf.
 */
size_t safe_text(const char *text, size_t len, const char *keep, char *buf, size_t size)
{
	size_t left = len;

	return fill(text, &left, keep, buf, size);
}

/**
 * safe_text_marked() - the same, but a text that is cut says so
 * @text: any bytes
 * @len: how many
 * @keep: characters that may stay as they are, besides the blank
 * @buf: takes the safe text, terminated
 * @size: of @buf, more than SAFE_MARK_MAX
 *
 * Return: length of what is in @buf.
 */
size_t safe_text_marked(const char *text, size_t len, const char *keep, char *buf, size_t size)
{
	size_t left = len, n = fill(text, &left, keep, buf, size);

	if (!left)
		return n;
	left = len;
	n = fill(text, &left, keep, buf, size - SAFE_MARK_MAX);
	return n + snprintf(buf + n, SAFE_MARK_MAX, "... [cut: %zu bytes more]", left);
}

/* Columns of @text up to @end, at the most @most. */
static size_t columns(const char *text, size_t len, size_t most)
{
	size_t width = 0;

	while (len && width <= most) {
		struct unit u = unit_at(text, len, QUERY_KEEPS);

		width += u.width;
		text += u.bytes;
		len -= u.bytes;
	}
	return width;
}

/* A line that is filled unit by unit. */
struct line {
	char *buf;
	size_t len;
	size_t width;
};

static void add(struct line *line, const char *shown, size_t len, size_t width)
{
	memcpy(line->buf + line->len, shown, len);
	line->len += len;
	line->width += width;
	line->buf[line->len] = '\0';
}

/* Where to begin so that few columns stand before byte @at; a unit's first byte. */
static size_t caret_begin(const char *text, size_t len, size_t at)
{
	size_t begin = 0;

	if (columns(text, len, SAFE_CARET_WIDTH) <= SAFE_CARET_WIDTH)
		return 0;
	while (begin < at && columns(text + begin, at - begin, CARET_BEFORE) > CARET_BEFORE)
		begin += unit_at(text + begin, len - begin, QUERY_KEEPS).bytes;
	return begin;
}

/**
 * safe_caret() - show where in a line a fault is
 * @text: the line, any bytes
 * @len: how many
 * @at: byte with the fault
 * @line: takes what is shown of it, SAFE_CARET_MAX bytes
 * @caret: takes blanks and a caret, SAFE_CARET_MAX bytes
 */
void safe_caret(const char *text, size_t len, size_t at, char *line, char *caret)
{
	size_t pos = caret_begin(text, len, at > len ? len : at), below = SIZE_MAX;
	struct line out = { .buf = line };

	line[0] = '\0';
	if (pos)
		add(&out, "...", 3, 3);
	while (pos < len) {
		struct unit u = unit_at(text + pos, len - pos, QUERY_KEEPS);

		if (below == SIZE_MAX && at < pos + u.bytes)
			below = out.width;
		if (out.width + u.width > SAFE_CARET_WIDTH - 3 &&
		    columns(text + pos, len - pos, 3) > 3) {
			add(&out, "...", 3, 3);
			break;
		}
		add(&out, u.shown, u.shown_len, u.width);
		pos += u.bytes;
	}
	if (below == SIZE_MAX)
		below = out.width;
	memset(caret, ' ', below);
	memcpy(caret + below, "^", 2);
}
