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
	uint64_t scale = 1, whole, rest, tenths;
	unsigned int unit = 0;

	while (bytes / scale >= 1024 && unit + 2 < sizeof(letters)) {
		scale *= 1024;
		unit++;
	}
	rest = bytes % scale;
	tenths = bytes / scale * 10 + (rest * 10 + scale / 2) / scale;
	whole = bytes / scale + (rest >= (scale + 1) / 2);
	/* 1023.5M is 1G */
	if (whole >= 1024 && unit + 2 < sizeof(letters)) {
		whole = 1;
		tenths = 10;
		unit++;
	}
	if (tenths >= 100 || tenths % 10 == 0)
		snprintf(buf, UNITS_MAX, "%" PRIu64 "%c", whole, letters[unit]);
	else
		snprintf(buf, UNITS_MAX, "%" PRIu64 ".%" PRIu64 "%c", tenths / 10, tenths % 10,
			 letters[unit]);
	return buf;
}
