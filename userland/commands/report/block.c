// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: data in a page
 *
 * Bytes are base64, whose letters mean nothing in HTML.  In JSON only "<" could: it stands in
 * strings alone, and has an escape there.
 */
#include <string.h>

#include "block.h"

/**
 * block_begin() - begin a block of bytes
 * @b: gets it
 * @to: page
 * @name: class of the element
 */
void block_begin(struct block *b, FILE *to, const char *name)
{
	*b = (struct block){ .to = to };
	fprintf(to, "<script type=\"application/octet-stream\" class=\"%s\">", name);
}

static void put_three(struct block *b)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned int bits = b->carry[0] << 16 | b->carry[1] << 8 | b->carry[2];
	unsigned int i;

	for (i = 0; i < 4; i++)
		putc_unlocked(i > b->nr ? '=' : letters[bits >> (18 - 6 * i) & 63], b->to);
	memset(b->carry, 0, sizeof(b->carry));
	b->nr = 0;
}

/**
 * block_put() - append bytes
 * @b: block
 * @bytes: them
 * @len: how many
 */
void block_put(struct block *b, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;

	for (; len; len--) {
		b->carry[b->nr++] = *at++;
		if (b->nr == sizeof(b->carry))
			put_three(b);
	}
}

/**
 * block_number() - append a number
 * @b: block
 * @number: it
 */
void block_number(struct block *b, uint64_t number)
{
	unsigned char byte;

	do {
		byte = number & 0x7f;
		number >>= 7;
		byte |= number ? 0x80 : 0;
		block_put(b, &byte, 1);
	} while (number);
}

/**
 * block_end() - end it
 * @b: block
 */
void block_end(struct block *b)
{
	if (b->nr)
		put_three(b);
	fputs("</script>\n", b->to);
}

/**
 * block_text_begin() - begin a block of JSON
 * @to: page
 * @name: class of the element
 */
void block_text_begin(FILE *to, const char *name)
{
	fprintf(to, "<script type=\"application/json\" class=\"%s\">", name);
}

/**
 * block_text() - append JSON
 * @to: page
 * @text: it
 * @len: its bytes
 */
void block_text(FILE *to, const char *text, size_t len)
{
	const char *end = text + len, *stop;

	while (text < end) {
		stop = memchr(text, '<', end - text) ?: end;
		fwrite(text, 1, stop - text, to);
		if (stop < end)
			fputs("\\u003c", to);
		text = stop + (stop < end);
	}
}

/**
 * block_text_end() - end it
 * @to: page
 */
void block_text_end(FILE *to)
{
	fputs("</script>\n", to);
}

/**
 * block_put_number() - append a number to bytes of a block
 * @b: bytes
 * @number: it
 */
void block_put_number(struct value_buf *b, uint64_t number)
{
	for (; number > 0x7f; number >>= 7)
		value_buf_char(b, (char)(number | 0x80));
	value_buf_char(b, (char)number);
}
