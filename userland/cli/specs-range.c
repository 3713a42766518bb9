// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: ranges of pages, by number or in bytes
 *
 * Pure: no state, no output, no memory of its own.
 */
#include <ctype.h>
#include <string.h>

#include "specs-internal.h"

static int range_by_count(struct range *range, const char *text, const char **why)
{
	uint64_t count;
	int err = spec_number(text, &count, why);

	if (err)
		return err;
	if (count > UINT64_MAX - range->start)
		return spec_refuse(why, "START+COUNT does not fit 64 bits");
	range->end = range->start + count;
	return 0;
}

static int range_by_end(struct range *range, const char *text, const char **why)
{
	int err = spec_number(text, &range->end, why);

	if (err)
		return err;
	if (range->end < range->start)
		return spec_refuse(why, "END is below START");
	return 0;
}

/* What stands behind START. */
static int range_rest(struct range *range, const char *rest, const char **why)
{
	switch (*rest) {
	case '\0':
		if (range->start == UINT64_MAX)
			return spec_refuse(why, "START is past every page");
		range->end = range->start + 1;
		return 0;
	case '+':
		return range_by_count(range, rest + 1, why);
	case ',':
		range->end = UINT64_MAX;
		return rest[1] ? range_by_end(range, rest + 1, why) : 0;
	case ' ':
		return range_by_end(range, rest + strspn(rest, " "), why);
	case '-':
		range->end = UINT64_MAX;
		if (rest[1])
			return spec_refuse(why, "START- has nothing behind it: write START,END or START+COUNT");
		return 0;
	}
	return spec_refuse(why, "START,END  START+COUNT  START  START-  or  ,END expected");
}

/* As spec_number_at(), and K, M, G or T behind it. */
static int bytes_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	static const char units[] = "KMGT";
	const char *unit;
	unsigned int shift;
	int err = spec_number_at(text, end, value, why);

	if (err || !**end)
		return err;
	unit = strchr(units, toupper((unsigned char)**end));
	if (!unit)
		return 0;
	shift = 10 * (unit - units + 1);
	if (*value > UINT64_MAX >> shift)
		return spec_refuse(why, "number does not fit 64 bits");
	*value <<= shift;
	++*end;
	return 0;
}

/* What stands behind START, in bytes. */
static int byte_range_rest(const char *rest, uint64_t start, uint64_t *end, const char **why)
{
	char by = *rest;
	int err;

	*end = UINT64_MAX;
	if (!by || (by == '-' && !rest[1]) || (by == ',' && !rest[1])) {
		*end = by ? UINT64_MAX : start + 1;
		return by || start < UINT64_MAX ? 0 : spec_refuse(why, "START is past every page");
	}
	if (by != '+' && by != ',')
		return spec_refuse(why, "START+COUNT  START,END  START-  ,END expected, as in 1M+64K");
	err = bytes_at(rest + 1, &rest, end, why);
	if (err)
		return err;
	if (*rest)
		return spec_refuse(why, "a number of bytes expected, with K, M, G or T at most");
	if (by == '+' && *end > UINT64_MAX - start)
		return spec_refuse(why, "START+COUNT does not fit 64 bits");
	*end += by == '+' ? start : 0;
	return *end < start ? spec_refuse(why, "END is below START") : 0;
}

/**
 * spec_byte_range() - read a range of bytes
 * @text: as spec_range(), with K, M, G or T behind numbers
 * @shift: log2 of the size of a page
 * @range: the pages that these bytes are in, also those that they are in in part
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_byte_range(const char *text, unsigned int shift, struct range *range, const char **why)
{
	uint64_t start = 0, end, last;
	const char *rest = text;
	int err = *text == ',' && text[1] ? 0 : bytes_at(text, &rest, &start, why);

	if (!err)
		err = byte_range_rest(rest, start, &end, why);
	if (err)
		return err;
	last = end >> shift;
	range->start = start >> shift;
	range->end = end == UINT64_MAX ? UINT64_MAX : last + !!(end & ((1ULL << shift) - 1));
	if (start == end)
		range->end = range->start;
	return 0;
}

/**
 * spec_range() - read a range of pages
 * @text: as the query language or page-types' addr-spec writes it
 * @range: what it says
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_range(const char *text, struct range *range, const char **why)
{
	const char *rest = text;
	int err;

	range->text = text;
	range->start = 0;
	if (*text == ',')
		return range_by_end(range, text + 1, why);
	err = spec_number_at(text, &rest, &range->start, why);
	return err ? err : range_rest(range, rest, why);
}
