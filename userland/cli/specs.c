// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: words of options
 *
 * Pure: no state, no output, no memory of its own.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "specs.h"

/* Of the only machines that there is a module for. */
#define PAGE_SHIFT 12
/* Five levels of page tables; with four it is less, and there is nothing in between. */
#define USER_END (1ULL << 56)

#define BIT(n) (1ULL << (n))
#define BITS_COMPOUND (BIT(KPF_COMPOUND_HEAD) | BIT(KPF_COMPOUND_TAIL))
/* What page-types shows without --raw. */
#define BITS_WELL_KNOWN 0xffffffffULL

static int refuse(const char **why, const char *message)
{
	*why = message;
	return -EINVAL;
}

/* Numbers ----------------------------------------------------------------- */

static bool is_digit(char c, bool hex)
{
	return hex ? isxdigit((unsigned char)c) : c >= '0' && c <= '9';
}

/* The number that @text begins with; @end is what follows it. */
static int number_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 0);
	char *after;

	if (!is_digit(*digits, hex))
		return refuse(why, "number expected, decimal or 0x hex");
	if (!hex && digits[0] == '0' && is_digit(digits[1], false))
		return refuse(why, "a number with leading zeros could be octal or decimal");
	errno = 0;
	*value = strtoull(digits, &after, hex ? 16 : 10);
	if (errno)
		return refuse(why, "number does not fit 64 bits");
	*end = after;
	return 0;
}

/**
 * spec_number() - read a whole word as a number
 * @text: the word
 * @value: what it says
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_number(const char *text, uint64_t *value, const char **why)
{
	const char *end;
	int err = number_at(text, &end, value, why);

	if (!err && *end)
		return refuse(why, "number expected, decimal or 0x hex");
	return err;
}

/* Ranges ------------------------------------------------------------------ */

static int range_by_count(struct range *range, const char *text, const char **why)
{
	uint64_t count;
	int err = spec_number(text, &count, why);

	if (err)
		return err;
	if (count > UINT64_MAX - range->start)
		return refuse(why, "START+COUNT does not fit 64 bits");
	range->end = range->start + count;
	return 0;
}

static int range_by_end(struct range *range, const char *text, const char **why)
{
	int err = spec_number(text, &range->end, why);

	if (err)
		return err;
	if (range->end < range->start)
		return refuse(why, "END is below START");
	return 0;
}

/* What stands behind START. */
static int range_rest(struct range *range, const char *rest, const char **why)
{
	switch (*rest) {
	case '\0':
		if (range->start == UINT64_MAX)
			return refuse(why, "START is past every page");
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
			return refuse(why, "START- has nothing behind it: write START,END or START+COUNT");
		return 0;
	}
	return refuse(why, "START,END  START+COUNT  START  START-  or  ,END expected");
}

/* As number_at(), and K, M, G or T behind it. */
static int bytes_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	static const char units[] = "KMGT";
	const char *unit;
	unsigned int shift;
	int err = number_at(text, end, value, why);

	if (err || !**end)
		return err;
	unit = strchr(units, toupper((unsigned char)**end));
	if (!unit)
		return 0;
	shift = 10 * (unit - units + 1);
	if (*value > UINT64_MAX >> shift)
		return refuse(why, "number does not fit 64 bits");
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
		return by || start < UINT64_MAX ? 0 : refuse(why, "START is past every page");
	}
	if (by != '+' && by != ',')
		return refuse(why, "START+COUNT  START,END  START-  ,END expected, as in 1M+64K");
	err = bytes_at(rest + 1, &rest, end, why);
	if (err)
		return err;
	if (*rest)
		return refuse(why, "a number of bytes expected, with K, M, G or T at most");
	if (by == '+' && *end > UINT64_MAX - start)
		return refuse(why, "START+COUNT does not fit 64 bits");
	*end += by == '+' ? start : 0;
	return *end < start ? refuse(why, "END is below START") : 0;
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
	err = number_at(text, &rest, &range->start, why);
	return err ? err : range_rest(range, rest, why);
}

/* Frames and addresses ------------------------------------------------------ */

/* What stands behind @prefix in @text, NULL if it doesn't begin so. */
static const char *behind(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(text, prefix, len) ? NULL : text + len;
}

/* Hexadecimal, 0x in front or not. */
static int hex_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	const char *digits = text + (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0);
	char *after;

	if (!is_digit(*digits, true))
		return refuse(why, "hexadecimal number expected");
	errno = 0;
	*value = strtoull(digits, &after, 16);
	if (errno)
		return refuse(why, "number does not fit 64 bits");
	*end = after;
	return 0;
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
	int err = hex_at(text, &rest, &start, why);

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
			err = refuse(why, "START+COUNT does not fit 64 bits");
		end += start;
	} else if (strchr("-,", *rest)) {
		err = hex_at(rest + 1, &rest, &end, why);
		if (!err && *rest)
			err = refuse(why, "hexadecimal number expected");
	} else {
		err = refuse(why, "hexadecimal number expected");
	}
	if (err)
		return err;
	range->end = round_up(end, shift);
	return end < start ? refuse(why, "END is below START") : 0;
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
 * Who writes a range counts, and doesn't copy what a kernel has printed.
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

/* Flags ------------------------------------------------------------------- */

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
	if (len < sizeof(number) && is_digit(*name, false)) {
		memcpy(number, name, len);
		number[len] = '\0';
		return spec_number(number, bits, why);
	}
	return refuse(why, "no flag of page-types has this name");
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
			return refuse(why, "flag name expected");
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
		return refuse(why, "~ and = exclude each other");
	if (equals == text) {
		exactly(value.named, raw, filter);
		return 0;
	}
	if (value.named & ~mask.named)
		return refuse(why, "a flag behind = is not named before it");
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
	return list.named & list.negated ? refuse(why, "a flag is both wanted and excluded") : 0;
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
		return refuse(why, "a query takes one list of alternatives, not two");
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
		return refuse(why, "a flag is both wanted and excluded");
	if (filter->any & filter->all)
		filter->any = 0;
	if (!(more->any & filter->all) && add_any(filter, more->any, why))
		return -EINVAL;
	if (!filter->any)
		return 0;
	filter->any &= ~filter->none;
	if (!filter->any)
		return refuse(why, "a flag is both wanted and excluded");
	if (!(filter->any & (filter->any - 1))) {
		filter->all |= filter->any;
		filter->any = 0;
	}
	return 0;
}

/**
 * spec_mask() - read which flags tell pages apart
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

	if (is_digit(*text, false))
		return spec_number(text, mask, why);
	err = pagesnap_flags_read(text, mask, &clear, NULL, why);
	if (err)
		return -EINVAL;
	if (*mask && clear)
		return refuse(why, "takes names, or only names after \"-\"");
	if (clear)
		*mask = ~clear;
	return 0;
}
