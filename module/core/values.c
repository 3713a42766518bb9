// SPDX-License-Identifier: GPL-2.0
/*
 * Values of a line: numbers, sizes, durations, what is on or off; and what is said of those
 * that are wrong.  Pure.
 */
#include "values.h"

/**
 * pagesnap_diag() - say what is wrong
 * @d: filled
 * @err: negative errno
 * @col: byte of the line, from 0
 * @msg: sentence, static
 *
 * Return: @err.
 */
int pagesnap_diag(struct pagesnap_diag *d, int err, u32 col, const char *msg)
{
	d->err = err;
	d->col = col;
	d->msg = msg;
	return err;
}

/* Digit value of @c, 255 if it is none. */
static u32 digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 255;
}

/**
 * pagesnap_number_in() - read a number
 * @s: digits
 * @len: how many bytes, all of which must be used
 * @base: 10 or 16
 * @v: result
 *
 * Return: 0, -EINVAL if it is no number, -ERANGE over 64 bits.
 */
int pagesnap_number_in(const char *s, u32 len, u32 base, u64 *v)
{
	u64 n = 0;
	u32 i, d;

	if (!len)
		return -EINVAL;
	for (i = 0; i < len; i++) {
		d = digit(s[i]);
		if (d >= base)
			return -EINVAL;
		if (n > (U64_MAX - d) / base)
			return -ERANGE;
		n = n * base + d;
	}
	*v = n;
	return 0;
}

/**
 * pagesnap_find() - look for a character
 * @s: bytes
 * @len: how many
 * @c: character
 *
 * Return: where it is first, @len if it isn't there.
 */
u32 pagesnap_find(const char *s, u32 len, char c)
{
	/* by words: each path of a batch is looked through for a zero byte */
	const u64 ones = ~0ULL / 255, all = ones * (unsigned char)c;
	u64 word;
	u32 i;

	for (i = 0; i + sizeof(word) <= len; i += sizeof(word)) {
		memcpy(&word, s + i, sizeof(word));
		word ^= all;
		if ((word - ones) & ~word & ones << 7)
			break;
	}
	while (i < len && s[i] != c)
		i++;
	return i;
}

/**
 * pagesnap_number() - read a number, decimal or 0x hexadecimal
 * @s: digits
 * @len: how many bytes, all of which must be used
 * @v: result
 *
 * Return: 0, -EINVAL if it is no number, -ERANGE over 64 bits.
 */
int pagesnap_number(const char *s, u32 len, u64 *v)
{
	if (len > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		return pagesnap_number_in(s + 2, len - 2, 16, v);
	return pagesnap_number_in(s, len, 10, v);
}

static const struct {
	const char *word;
	u64 ns;
} times[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000 * 1000 },
	{ "s", 1000 * 1000 * 1000 },
	{ "m", 60ULL * 1000 * 1000 * 1000 },
	{ "h", 3600ULL * 1000 * 1000 * 1000 },
};

/**
 * pagesnap_duration() - read a duration such as 100ms
 * @s: number and unit: ns, us, ms, s, m or h
 * @len: bytes
 * @ns: gets it
 *
 * Return: 0, or -EINVAL if it is none, is 0, or is more than a hundred years.
 */
int pagesnap_duration(const char *s, u32 len, u64 *ns)
{
	const u64 most = 100ULL * 365 * 24 * 3600 * 1000 * 1000 * 1000;
	u32 digits, i;
	u64 n;

	for (digits = 0; digits < len && s[digits] >= '0' && s[digits] <= '9'; digits++)
		;
	if (pagesnap_number(s, digits, &n) || !n)
		return -EINVAL;
	s += digits;
	len -= digits;
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		if (len != strlen(times[i].word) || memcmp(s, times[i].word, len))
			continue;
		if (n > most / times[i].ns)
			return -EINVAL;
		*ns = n * times[i].ns;
		return 0;
	}
	return -EINVAL;
}

/**
 * pagesnap_parse_size() - read a number of bytes such as 64M
 * @value: number, with K, M or G behind it for powers of 1024, or with none
 * @len: bytes of the text
 * @bytes: gets it, 0 as well
 *
 * Return: 0, -EINVAL if it is none, -ERANGE over 64 bits.
 */
int pagesnap_parse_size(const char *value, u32 len, u64 *bytes)
{
	static const char units[] = "KMG";
	u32 shift = 0, i;
	u64 n;
	int err;

	for (i = 0; len && i < sizeof(units) - 1; i++)
		if (value[len - 1] == units[i])
			shift = 10 * (i + 1);
	err = pagesnap_number(value, len - !!shift, &n);
	if (err)
		return err;
	if (n > U64_MAX >> shift)
		return -ERANGE;
	*bytes = n << shift;
	return 0;
}

/**
 * pagesnap_parse_bool() - read 0 or 1
 * @to: gets it
 * @value: text
 * @len: bytes of it
 * @msg: sentence for anything else, static
 * @d: filled with it, at the value's first byte
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_parse_bool(bool *to, const char *value, u32 len, const char *msg,
			struct pagesnap_diag *d)
{
	if (len != 1 || (*value != '0' && *value != '1'))
		return pagesnap_diag(d, -EINVAL, 0, msg);
	*to = *value == '1';
	return 0;
}
