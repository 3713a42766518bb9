// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: "Accept: application/openmetrics-text;version=1.0.0;q=0.8,text/plain;q=0.5"
 *
 * Who says nothing gets the text format, which all can read.  Pure.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accept.h"

/* Thousandths, as RFC 9110 has three digits. */
#define WHOLE 1000

/* Does the word of @len bytes begin with @what, and is that all but blanks? */
static bool is_word(const char *s, size_t len, const char *what)
{
	size_t n = strlen(what);

	return len >= n && !strncasecmp(s, what, n) && strspn(s + n, " \t") >= len - n;
}

/* ";q=0.5": 500; what is none is the whole. */
static int quality(const char *s, size_t len)
{
	char number[8] = "";
	double q;

	memcpy(number, s, len < sizeof(number) - 1 ? len : sizeof(number) - 1);
	q = strtod(number, NULL);
	return q >= 0 && q <= 1 ? q * WHOLE + 0.5 : WHOLE;
}

/* Of "version=1.0.0;q=0.5": its quality, 0 if it is another version. */
static int read_parameters(const char *s, size_t len, bool open)
{
	const char *end = s + len;
	int q = WHOLE;
	size_t n;

	for (; s < end; s += n + (s + n < end)) {
		n = strcspn(s, ";,");
		while (n && (*s == ' ' || *s == '\t')) {
			s++;
			n--;
		}
		if (n > 2 && !strncasecmp(s, "q=", 2))
			q = quality(s + 2, n - 2);
		if (open && n >= 8 && !strncasecmp(s, "version=", 8) &&
		    !is_word(s + 8, n - 8, "1.0.0"))
			return 0;
	}
	return q;
}

/* One of those between commas. */
static void read_range(const char *s, size_t len, int *open, int *text)
{
	size_t type = strcspn(s, ";,");
	bool is_open = is_word(s, type, "application/openmetrics-text");
	bool is_text = is_word(s, type, "text/plain") || is_word(s, type, "text/*") ||
		       is_word(s, type, "*/*");
	int q = type < len ? read_parameters(s + type + 1, len - type - 1, is_open) : WHOLE;

	if (is_open && q > *open)
		*open = q;
	if (is_text && q > *text)
		*text = q;
}

/**
 * accept_openmetrics() - which format does a client take?
 * @accept: header
 *
 * Return: true if it is OpenMetrics.
 */
bool accept_openmetrics(const char *accept)
{
	int open = 0, text = 0;
	size_t len;

	while (accept && *accept) {
		accept += strspn(accept, ", \t");
		len = strcspn(accept, ",");
		read_range(accept, len, &open, &text);
		accept += len;
	}
	return open && open >= text;
}
