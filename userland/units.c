// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: numbers for people
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

/**
 * units_grouped() - a number in groups of three digits
 * @value: the number
 * @buf: UNITS_MAX bytes for the text
 *
 * Return: @buf.
 */
const char *units_grouped(uint64_t value, char *buf)
{
	char digits[UNITS_MAX];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, value), i;
	char *to = buf;

	for (i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
	return buf;
}

/**
 * units_size() - an amount of memory in two or three digits
 * @bytes: the amount
 * @buf: UNITS_MAX bytes for the text
 *
 * Return: @buf.
 */
const char *units_size(uint64_t bytes, char *buf)
{
	static const char letters[] = "BKMGTPE";
	unsigned int unit = 0;
	uint64_t tenths = bytes, scale = 1;

	while (bytes / scale >= 1024 && unit + 2 < sizeof(letters)) {
		scale *= 1024;
		unit++;
	}
	/* rounded to tenths; 1023.97M is 1G */
	tenths = bytes / scale * 10 + (bytes % scale * 10 + scale / 2) / scale;
	if (tenths >= 10240 && unit + 2 < sizeof(letters)) {
		tenths = 10;
		unit++;
	}
	if (tenths >= 100 || tenths % 10 == 0)
		snprintf(buf, UNITS_MAX, "%" PRIu64 "%c", (tenths + 5) / 10, letters[unit]);
	else
		snprintf(buf, UNITS_MAX, "%" PRIu64 ".%" PRIu64 "%c", tenths / 10, tenths % 10,
			 letters[unit]);
	return buf;
}
