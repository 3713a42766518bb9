// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: numbers, as options take them
 *
 * Pure: no state, no output, no memory of its own.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "specs-internal.h"

/**
 * spec_refuse() - say what is wrong
 * @why: takes it
 * @message: a sentence
 *
 * Return: -EINVAL.
 */
int spec_refuse(const char **why, const char *message)
{
	*why = message;
	return -EINVAL;
}

/**
 * spec_is_digit() - is it a digit?
 * @c: a character
 * @hex: of a hexadecimal number
 *
 * Return: true if it is.
 */
bool spec_is_digit(char c, bool hex)
{
	return hex ? isxdigit((unsigned char)c) : c >= '0' && c <= '9';
}

/**
 * spec_number_at() - read the number that a text begins with
 * @text: decimal, or 0x hexadecimal
 * @end: what follows it
 * @value: what it says
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_number_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = text + (hex ? 2 : 0);
	char *after;

	if (!spec_is_digit(*digits, hex))
		return spec_refuse(why, "number expected, decimal or 0x hex");
	if (!hex && digits[0] == '0' && spec_is_digit(digits[1], false))
		return spec_refuse(why, "a number with leading zeros could be octal or decimal");
	errno = 0;
	*value = strtoull(digits, &after, hex ? 16 : 10);
	if (errno)
		return spec_refuse(why, "number does not fit 64 bits");
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
	int err = spec_number_at(text, &end, value, why);

	if (!err && *end)
		return spec_refuse(why, "number expected, decimal or 0x hex");
	return err;
}

/**
 * spec_hex_at() - read the hexadecimal number that a text begins with
 * @text: 0x in front or not
 * @end: what follows it
 * @value: what it says
 * @why: what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int spec_hex_at(const char *text, const char **end, uint64_t *value, const char **why)
{
	const char *digits = text + (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0);
	char *after;

	if (!spec_is_digit(*digits, true))
		return spec_refuse(why, "hexadecimal number expected");
	errno = 0;
	*value = strtoull(digits, &after, 16);
	if (errno)
		return spec_refuse(why, "number does not fit 64 bits");
	*end = after;
	return 0;
}
