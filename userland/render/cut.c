// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: text that is wider than its place
 *
 * A path says most at its end, and which one it is at its beginning: so the middle
 * goes, and a mark stands there.  What stands for one byte or character is never
 * cut through.
 */
#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#include "cut.h"

#define ESCAPE '\033'

/**
 * struct piece - a character, or what stands for a byte
 * @len: its bytes
 * @width: columns of a terminal that it takes
 */
struct piece {
	size_t len;
	size_t width;
};

static bool is_octal(const char *s, size_t len)
{
	return len >= 4 && *s == '\\' && strspn(s + 1, "01234567") >= 3;
}

/* Colours: ESC [ ... m */
static size_t color_len(const char *s, size_t len)
{
	size_t i;

	if (len < 2 || s[0] != ESCAPE || s[1] != '[')
		return 0;
	for (i = 2; i < len && s[i] != 'm'; i++)
		;
	return i < len ? i + 1 : 0;
}

static struct piece piece_at(const char *s, size_t len)
{
	size_t color = color_len(s, len), n;
	mbstate_t state = { 0 };
	int width;
	wchar_t c;

	if (color)
		return (struct piece){ color, 0 };
	if (is_octal(s, len))
		return (struct piece){ 4, 4 };
	n = mbrtowc(&c, s, len, &state);
	if (!n || n > len)
		return (struct piece){ 1, 1 };
	width = wcwidth(c);
	return (struct piece){ n, width < 0 ? 1 : width };
}

/**
 * cut_width() - how wide a text is
 * @s: text
 * @len: its bytes
 *
 * Return: columns of a terminal.
 */
size_t cut_width(const char *s, size_t len)
{
	size_t at, width = 0;
	struct piece p;

	for (at = 0; at < len; at += p.len) {
		p = piece_at(s + at, len - at);
		width += p.width;
	}
	return width;
}

/* One character, where the locale has it. */
static const char *mark(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") ? "..." : "\xe2\x80\xa6";
}

static size_t put_mark(struct value_buf *b, size_t width)
{
	size_t wide = cut_width(mark(), strlen(mark()));

	/* of three dots as many as there is room for */
	value_buf_put(b, mark(), width < wide ? width : strlen(mark()));
	return width < wide ? width : wide;
}

/* How many bytes from the beginning are no wider than @width. */
static size_t head_len(const char *s, size_t len, size_t width)
{
	size_t at = 0;

	while (at < len) {
		struct piece p = piece_at(s + at, len - at);

		if (p.width > width)
			break;
		width -= p.width;
		at += p.len;
	}
	return at;
}

/* From which byte on the rest is no wider than @width. */
static size_t tail_at(const char *s, size_t len, size_t width)
{
	size_t all = cut_width(s, len), at = 0;

	while (at < len && all > width) {
		struct piece p = piece_at(s + at, len - at);

		all -= p.width;
		at += p.len;
	}
	/* what belongs to a character that is left out */
	while (at < len && !piece_at(s + at, len - at).width)
		at += piece_at(s + at, len - at).len;
	return at;
}

/**
 * cut_middle() - append a text, or both its ends
 * @b: text
 * @s: what to append
 * @len: its bytes
 * @width: columns that there are
 */
void cut_middle(struct value_buf *b, const char *s, size_t len, size_t width)
{
	struct value_buf m = { .s = NULL };
	size_t wide, head;

	if (cut_width(s, len) <= width) {
		value_buf_put(b, s, len);
		return;
	}
	wide = width - put_mark(&m, width);
	head = head_len(s, len, wide / 2);
	value_buf_put(b, s, head);
	value_buf_put(b, m.s, m.len);
	head = tail_at(s, len, wide - wide / 2);
	value_buf_put(b, s + head, len - head);
	b->failed |= m.failed;
	value_buf_free(&m);
}

/* How many bytes from the beginning are a line: up to a blank, if there is one. */
static size_t line_len(const char *s, size_t len, size_t width)
{
	size_t most = head_len(s, len, width), n = most;

	if (most == len)
		return len;
	while (n && s[n] != ' ')
		n--;
	if (n)
		return n;
	/* what is wider than a line is in one, too */
	return most ? most : piece_at(s, len).len;
}

/**
 * cut_lines() - all of a text, in lines
 * @b: they are appended here
 * @s: text
 * @len: its bytes
 * @width: columns of a terminal that a line may take
 */
void cut_lines(struct value_buf *b, const char *s, size_t len, size_t width)
{
	size_t n;

	for (;;) {
		n = line_len(s, len, width);
		value_buf_put(b, s, n);
		if (n == len)
			return;
		value_buf_char(b, '\n');
		n += s[n] == ' ';
		s += n;
		len -= n;
	}
}

/**
 * cut_end() - append a line, or its beginning
 * @b: text
 * @s: line
 * @len: its bytes
 * @width: columns that there are
 */
void cut_end(struct value_buf *b, const char *s, size_t len, size_t width)
{
	size_t wide = cut_width(mark(), strlen(mark()));

	if (cut_width(s, len) <= width) {
		value_buf_put(b, s, len);
		return;
	}
	value_buf_put(b, s, head_len(s, len, width > wide ? width - wide : 0));
	put_mark(b, width);
	if (memchr(s, ESCAPE, len))
		value_buf_put(b, "\033[0m", 4);
}
