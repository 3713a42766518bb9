// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: ranges of page frames and of virtual pages, which also have addresses
 *
 * Pure: no state, no output, no memory of its own.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "specs-internal.h"

/* Of the only machines that there is a module for. */
#define PAGE_SHIFT 12
/* Five levels of page tables; with four it is less, and there is nothing in between. */
#define USER_END (1ULL << 56)

/* What stands behind @prefix in @text, NULL if it doesn't begin so. */
static const char *behind(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(text, prefix, len) ? NULL : text + len;
}

/* Unit behind the last one, of those that are units of 2^@shift. */
static uint64_t round_up(uint64_t value, unsigned int shift)
{
	uint64_t rest = value & ((1ULL << shift) - 1);

	return (value >> shift) + !!rest;
}

/* HEX  HEX-HEX  HEX,HEX  HEX-  HEX+COUNT; what is partly covered counts. */
static int hex_range(const char *text, unsigned int shift, struct range *range, const char **why)
{
	uint64_t start, end = 0;
	const char *rest;
	int err = spec_hex_at(text, &rest, &start, why);

	if (err)
		return err;
	range->start = start >> shift;
	range->end = range->start + 1;
	if (!*rest)
		return 0;
	if (strchr("-,", *rest) && !rest[1]) {
		range->end = UINT64_MAX;
		return 0;
	}
	if (*rest == '+') {
		err = spec_number(rest + 1, &end, why);
		if (!err && end > UINT64_MAX - start)
			err = spec_refuse(why, "START+COUNT does not fit 64 bits");
		end += start;
	} else if (strchr("-,", *rest)) {
		err = spec_hex_at(rest + 1, &rest, &end, why);
		if (!err && *rest)
			err = spec_refuse(why, "hexadecimal number expected");
	} else {
		err = spec_refuse(why, "hexadecimal number expected");
	}
	if (err)
		return err;
	range->end = round_up(end, shift);
	return end < start ? spec_refuse(why, "END is below START") : 0;
}

/* Hexadecimal digits with a letter among them, and then nothing or more of a range? */
static bool lacks_prefix(const char *text)
{
	size_t decimal = strspn(text, "0123456789"), hex = strspn(text, "0123456789abcdefABCDEF");

	return hex > decimal && (!text[hex] || strchr(",+- ", text[hex]));
}

/* @message stands for what is wrong unless @text lacks @prefix; then it says so. */
static int explain(char why[SPEC_WHY_MAX], const char *text, const char *prefix,
		   const char *message)
{
	if (lacks_prefix(text) && strlen(text) < SPEC_WHY_MAX / 2)
		snprintf(why, SPEC_WHY_MAX, "hexadecimal without 0x; write %s%s", prefix, text);
	else
		snprintf(why, SPEC_WHY_MAX, "%s", message);
	return -EINVAL;
}

/**
 * spec_frames() - read a range of page frames
 * @text: pfn:HEX, phys:ADDRESS, each alone or with an END; or as for spec_range()
 * @phys: also without a prefix it is an address
 * @range: what it says
 * @why: what is wrong with it
 *
 * The kernel prints frames and addresses in hexadecimal without 0x.
 *
 * Return: 0 or -EINVAL.
 */
int spec_frames(const char *text, bool phys, struct range *range, char why[SPEC_WHY_MAX])
{
	const char *pfn = behind(text, "pfn:"), *address = behind(text, "phys:");
	const char *message = "";
	int err;

	range->text = text;
	if (!address && phys && !pfn)
		address = text;
	if (pfn)
		err = hex_range(pfn, 0, range, &message);
	else if (address)
		err = hex_range(address, PAGE_SHIFT, range, &message);
	else
		err = spec_range(text, range, &message);
	if (!err)
		return 0;
	return explain(why, pfn || address ? "" : text, "pfn:", message);
}

/**
 * spec_is_either() - could a number be hexadecimal as well?
 * @text: good for spec_frames() without @phys
 *
 * Whoever writes a range has computed it, not copied what a kernel has printed.
 *
 * Return: true if it is one number that was read as decimal, and another one if it isn't.
 */
bool spec_is_either(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits > 1 && !text[digits];
}

/* Kernel addresses, and addresses that were taken for page numbers. */
static int check_user(const struct range *range, char why[SPEC_WHY_MAX])
{
	if (range->start < USER_END >> PAGE_SHIFT)
		return 0;
	if (range->start < USER_END && !behind(range->text, "addr:"))
		snprintf(why, SPEC_WHY_MAX, "page number beyond user space; for an address write "
			 "addr:0x%" PRIx64, range->start);
	else
		snprintf(why, SPEC_WHY_MAX, "beyond user space");
	return -EINVAL;
}

/**
 * spec_virtual() - read a range of virtual pages
 * @text: addr:FROM-TO or addr:ADDRESS; or page numbers as for spec_range()
 * @range: what it says
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_virtual(const char *text, struct range *range, char why[SPEC_WHY_MAX])
{
	const char *address = behind(text, "addr:"), *message = "";
	size_t hex = strspn(text, "0123456789abcdefABCDEF");
	int err;

	range->text = text;
	err = address ? hex_range(address, PAGE_SHIFT, range, &message) :
	      spec_range(text, range, &message);
	if (!err)
		return check_user(range, why);
	if (hex && text[hex] == '-' && text[hex + 1] && strlen(text) < SPEC_WHY_MAX / 2) {
		snprintf(why, SPEC_WHY_MAX, "addresses as in maps? write addr:%s", text);
		return -EINVAL;
	}
	return explain(why, address ? "" : text, "addr:", message);
}
