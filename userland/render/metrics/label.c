// SPDX-License-Identifier: GPL-2.0
/*
 * Names of others as values of labels.  Pure.
 */
#include <string.h>

#include "kinds/escape.h"
#include "label.h"

/* Bytes of "\ooo". */
#define OCTAL 4

static void put_backslash(struct value_buf *b)
{
	/* one for who reads the line, one for the value */
	value_buf_put(b, "\\\\", 2);
}

static void put_octal(struct value_buf *b, unsigned char c)
{
	put_backslash(b);
	value_buf_put(b, (char[]){ '0' + (c >> 6), '0' + (c >> 3 & 7), '0' + (c & 7) }, OCTAL - 1);
}

/**
 * metrics_label() - append a name
 * @b: text
 * @name: any bytes
 * @len: how many
 * @id: what else tells it from others, in harmless characters
 */
void metrics_label(struct value_buf *b, const char *name, size_t len, const char *id)
{
	size_t at, n, value = 0;

	for (at = 0; at < len; at += n ?: 1) {
		n = name[at] == ' ' ? 1 : escape_harmless(name + at, len - at);
		value += n ?: OCTAL;
		if (value > METRICS_LABEL_MAX)
			break;
		if (n)
			value_buf_put(b, name + at, n);
		else
			put_octal(b, name[at]);
	}
	if (at == len)
		return;
	put_backslash(b);
	value_buf_put(b, "...@", strlen("...@"));
	value_buf_put(b, id, strlen(id));
}
