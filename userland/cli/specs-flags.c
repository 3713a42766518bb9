// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: conditions on flags, as the query language writes them and as page-types does
 *
 * Pure: no state, no output, no memory of its own.
 */
#include <errno.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "specs-internal.h"

#define BIT(n) (1ULL << (n))
#define BITS_COMPOUND (BIT(KPF_COMPOUND_HEAD) | BIT(KPF_COMPOUND_TAIL))
/* What page-types shows without --raw. */
#define BITS_WELL_KNOWN 0xffffffffULL

/* The first flag that begins like this, as page-types looks them up. */
static int bit_named(const char *name, size_t len, uint64_t *bits, const char **why)
{
	char number[32];
	unsigned int bit;

	if (len <= strlen("compound") && !strncmp(name, "compound", len)) {
		*bits = BITS_COMPOUND;
		return 0;
	}
	for (bit = 0; bit < 64; bit++) {
		const char *known = pagesnap_flag_name(bit);

		if (known && !strncmp(name, known, len)) {
			*bits = BIT(bit);
			return 0;
		}
	}
	if (len < sizeof(number) && spec_is_digit(*name, false)) {
		memcpy(number, name, len);
		number[len] = '\0';
		return spec_number(number, bits, why);
	}
	return spec_refuse(why, "no flag of page-types has this name");
}

/**
 * struct bit_list - a list of flags as page-types reads it
 * @named: those without "~"
 * @negated: those with it
 */
struct bit_list {
	uint64_t named;
	uint64_t negated;
};

static int read_bits(const char *text, size_t len, struct bit_list *list, const char **why)
{
	const char *end = text + len;

	memset(list, 0, sizeof(*list));
	for (;;) {
		const char *comma = memchr(text, ',', end - text);
		const char *stop = comma ? comma : end;
		bool negated = text < stop && *text == '~';
		uint64_t bits;
		int err;

		text += negated;
		if (text == stop)
			return spec_refuse(why, "flag name expected");
		err = bit_named(text, stop - text, &bits, why);
		if (err)
			return err;
		*(negated ? &list->negated : &list->named) |= bits;
		if (!comma)
			return 0;
		text = comma + 1;
	}
}

/* All that can be excluded: what has a name. */
static uint64_t named_bits(void)
{
	uint64_t bits = 0;
	unsigned int bit;

	for (bit = 0; bit < 64; bit++)
		if (pagesnap_flag_name(bit))
			bits |= BIT(bit);
	return bits;
}

/* "=a,b": no other flag.  page-types hides compound pages that are not huge. */
static void exactly(uint64_t bits, bool raw, struct flag_filter *filter)
{
	uint64_t seen = named_bits() & (raw ? UINT64_MAX : BITS_WELL_KNOWN);

	if (!raw && !(bits & BIT(KPF_HUGE)))
		seen &= ~BITS_COMPOUND;
	filter->all = bits;
	filter->none = seen & ~bits;
}

static int bits_with_value(const char *text, const char *equals, bool raw,
			   struct flag_filter *filter, const char **why)
{
	struct bit_list mask = {}, value;
	int err = read_bits(equals + 1, strlen(equals + 1), &value, why);

	if (!err && equals > text)
		err = read_bits(text, equals - text, &mask, why);
	if (err)
		return err;
	if (mask.negated || value.negated)
		return spec_refuse(why, "~ and = exclude each other");
	if (equals == text) {
		exactly(value.named, raw, filter);
		return 0;
	}
	if (value.named & ~mask.named)
		return spec_refuse(why, "a flag behind = is not named before it");
	filter->all = value.named;
	filter->none = mask.named & ~value.named;
	return 0;
}

/**
 * spec_bits() - read a bits-spec of page-types
 * @text: the specification
 * @raw: "=LIST" is about all flags, not just the well-known ones
 * @filter: what it demands
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_bits(const char *text, bool raw, struct flag_filter *filter, const char **why)
{
	const char *equals = strchr(text, '=');
	struct bit_list list;
	int err;

	memset(filter, 0, sizeof(*filter));
	if (equals)
		return bits_with_value(text, equals, raw, filter, why);
	err = read_bits(text, strlen(text), &list, why);
	if (err)
		return err;
	if (list.negated) {
		filter->all = list.named;
		filter->none = list.negated;
	} else {
		filter->any = list.named;
	}
	return list.named & list.negated ? spec_refuse(why, "a flag is both wanted and excluded") : 0;
}

/**
 * spec_flags() - read a list of flags
 * @text: as flags= takes it, or page-types' "a,~b", "a,b=a" or "=a,b"
 * @raw: as in spec_bits()
 * @filter: what it demands
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_flags(const char *text, bool raw, struct flag_filter *filter, const char **why)
{
	if (strpbrk(text, "~="))
		return spec_bits(text, raw, filter, why);
	memset(filter, 0, sizeof(*filter));
	return pagesnap_flags_read(text, &filter->all, &filter->none, NULL, why);
}

/* Of two demands for one of several flags, the one that includes the other. */
static int add_any(struct flag_filter *filter, uint64_t any, const char **why)
{
	if (!any)
		return 0;
	if (!filter->any || (any & filter->any) == any)
		filter->any = any;
	else if ((any & filter->any) != filter->any)
		return spec_refuse(why, "a query takes one list of alternatives, not two");
	return 0;
}

/**
 * spec_filter_add() - demand more
 * @filter: demands so far
 * @more: further ones, all of which have to be met as well
 * @why: why that can't be
 *
 * Return: 0 or -EINVAL.
 */
int spec_filter_add(struct flag_filter *filter, const struct flag_filter *more, const char **why)
{
	filter->all |= more->all;
	filter->none |= more->none;
	if (filter->all & filter->none)
		return spec_refuse(why, "a flag is both wanted and excluded");
	if (filter->any & filter->all)
		filter->any = 0;
	if (!(more->any & filter->all) && add_any(filter, more->any, why))
		return -EINVAL;
	if (!filter->any)
		return 0;
	filter->any &= ~filter->none;
	if (!filter->any)
		return spec_refuse(why, "a flag is both wanted and excluded");
	if (!(filter->any & (filter->any - 1))) {
		filter->all |= filter->any;
		filter->any = 0;
	}
	return 0;
}

/**
 * spec_mask() - read which flags distinguish pages
 * @text: names, names after "-", or a number
 * @mask: their bits
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_mask(const char *text, uint64_t *mask, const char **why)
{
	uint64_t clear = 0;
	int err;

	if (spec_is_digit(*text, false))
		return spec_number(text, mask, why);
	err = pagesnap_flags_read(text, mask, &clear, NULL, why);
	if (err)
		return -EINVAL;
	if (*mask && clear)
		return spec_refuse(why, "takes names, or only names after \"-\"");
	if (clear)
		*mask = ~clear;
	return 0;
}
