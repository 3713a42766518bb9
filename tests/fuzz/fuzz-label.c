// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes what export makes of names of others, and of what clients say that they accept: a label
 * stays between its quotes, and is the name again when it is read back.  The first byte says how
 * often the rest comes, so that names get long.
 */
#include "fuzz.h"

#include <stdbool.h>

#include "kinds/escape.h"
#include "render/metrics/label.h"
#include "serve/accept.h"

#define MARK "\\...@7"

/* As Prometheus reads a label: its length. */
static size_t read_label(const struct value_buf *b, char *value)
{
	size_t at, len = 0;

	for (at = 0; at < b->len; at++) {
		MUST((unsigned char)b->s[at] >= 0x20 && b->s[at] != '"' && b->s[at] != 0x7f);
		if (b->s[at] != '\\') {
			value[len++] = b->s[at];
			continue;
		}
		/* no other escape of the format is needed */
		MUST(at + 1 < b->len && b->s[at + 1] == '\\');
		value[len++] = '\\';
		at++;
	}
	return len;
}

/* The name that a value stands for: its length. */
static size_t read_name(const char *value, size_t len, char *name)
{
	size_t at, n = 0;

	for (at = 0; at < len; at++) {
		if (value[at] != '\\') {
			name[n++] = value[at];
			continue;
		}
		MUST(at + 3 < len && value[at + 1] >= '0' && value[at + 1] <= '3');
		MUST(value[at + 2] >= '0' && value[at + 2] <= '7');
		MUST(value[at + 3] >= '0' && value[at + 3] <= '7');
		name[n++] = (value[at + 1] - '0') << 6 | (value[at + 2] - '0') << 3 |
			    (value[at + 3] - '0');
		at += 3;
	}
	return n;
}

static void check_label(const char *name, size_t len)
{
	struct value_buf b = { .s = NULL };
	size_t value_len, n, mark = strlen(MARK);
	char *value, *back;
	bool cut;

	metrics_label(&b, name, len, "7");
	MUST(!b.failed);
	value = malloc(b.len + 1);
	back = malloc(b.len + 1);
	value_len = read_label(&b, value);
	MUST(escape_is_utf8(value, value_len));
	MUST(value_len <= METRICS_LABEL_MAX + mark);
	cut = value_len >= mark && !memcmp(value + value_len - mark, MARK, mark);
	n = read_name(value, value_len - (cut ? mark : 0), back);
	MUST(cut ? n < len : n == len);
	MUST(!memcmp(back, name, n));
	free(back);
	free(value);
	value_buf_free(&b);
}

static void check_accept(const char *text, size_t len)
{
	char *accept = strndup(text, len);
	bool open = accept_openmetrics(accept);

	/* nobody gets it who doesn't name it */
	MUST(!open || strcasestr(accept, "openmetrics"));
	free(accept);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t times, i, len;
	char *name;

	if (!size)
		return 0;
	times = data[0] % 16 + 1;
	len = size - 1;
	name = malloc(times * len + 1);
	for (i = 0; i < times; i++)
		memcpy(name + i * len, data + 1, len);
	check_label(name, times * len);
	check_accept((const char *)data + 1, len);
	free(name);
	return 0;
}
