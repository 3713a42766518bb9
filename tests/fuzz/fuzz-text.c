// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the escaping of names: what is printed holds nothing that fools a
 * terminal or a reader, and pasted between quotes it is the name again.  The
 * first byte is the size of a buffer that is too small.
 */
#include "fuzz.h"

/* Nothing but printable ASCII and whole characters from U+00A0 on. */
static void check_printable(const char *text, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++) {
		unsigned char c = text[i];

		MUST(c > 0x20 && c != 0x7f && c != '"');
		if (c == '\\')
			MUST(i + 3 < len && text[i + 1] >= '0' && text[i + 1] <= '3');
		/* U+0080-9F is C2 80 to C2 9F, and no other form is valid */
		if (c == 0xc2)
			MUST(i + 1 < len && (unsigned char)text[i + 1] >= 0xa0);
		MUST(c < 0xf5 && c != 0xc0 && c != 0xc1);
	}
}

/* "/NAME" between quotes, parsed. */
static void check_back(const char *name, u32 len, const char *text, u32 n)
{
	struct pagesnap_grammar grammar = { .subject = PAGESNAP_SUBJECT_FILE, .page_shift = 12 };
	struct pagesnap_diag d = { };
	struct pagesnap_query q;
	char *line = malloc(n + 3), *back = malloc(len + 2);

	memcpy(line, "\"/", 2);
	memcpy(line + 2, text, n);
	line[n + 2] = '"';
	MUST(!pagesnap_query_parse(&grammar, line, n + 3, &q, NULL, &d));
	MUST(pagesnap_query_path(&q, line, back, len + 2, &d) == (int)len + 1);
	MUST(back[0] == '/' && !memcmp(back + 1, name, len));
	free(back);
	free(line);
}

/* Into a buffer that may be too small: what fits is the beginning. */
static void check_small(const char *name, u32 len, const char *text, u32 n, u32 cap)
{
	struct pagesnap_text t = { .buf = malloc(cap), .cap = cap };

	pagesnap_text_escaped(&t, name, len);
	MUST(t.len <= cap && t.full == (cap < n));
	if (!t.full)
		MUST(t.len == n && !memcmp(t.buf, text, n));
	free(t.buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pagesnap_text t = { };
	u32 len, i, columns = 0;
	char *name;

	if (!size || memchr(data + 1, 0, size - 1))
		return 0;
	len = size - 1;
	name = exact(data + 1, len);
	t.cap = 4 * len;
	t.buf = malloc(t.cap);
	pagesnap_text_escaped(&t, name, len);
	MUST(!t.full && t.len >= len);
	check_printable(t.buf, t.len);
	for (i = 0; i < t.len; i++)
		columns += (t.buf[i] & 0xc0) != 0x80;
	MUST(pagesnap_escaped_len(name, len) == columns);
	check_back(name, len, t.buf, t.len);
	check_small(name, len, t.buf, t.len, data[0]);
	free(t.buf);
	free(name);
	return 0;
}
