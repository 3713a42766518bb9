// SPDX-License-Identifier: GPL-2.0
/*
 * Options that several collections have: what they say is said alike.  Those of schedules are in
 * schedule.c.  Pure.
 */
#include "options.h"

#define BUFFER_MIN (64ULL << 10)
#define BUFFER_MAX (256ULL << 20)
/* Records have 16 bits for it. */
#define CPU_MAX 0xffff

/**
 * pagesnap_parse_buffer() - read buffer=
 * @to: u64, gets the bytes of the ring of each CPU
 * @q: line, as it was read so far
 * @value: of the option
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_parse_buffer(void *to, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d)
{
	u64 *buffer = to;

	if (pagesnap_parse_size(value, len, buffer) || *buffer < BUFFER_MIN || *buffer > BUFFER_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "buffer= takes 64K to 256M, for each CPU");
	return 0;
}

/**
 * pagesnap_parse_cpu() - read cpu=
 * @to: int, gets the number of a CPU, which may be none of this machine
 * @q: line, as it was read so far
 * @value: of the option
 * @len: bytes of it
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_parse_cpu(void *to, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	int *cpu = to;
	u64 n;

	if (pagesnap_number(value, len, &n) || n > CPU_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "cpu= takes the number of a CPU");
	*cpu = n;
	return 0;
}

/**
 * pagesnap_parse_words() - read words with commas between them
 * @to: gets a bit for each of them
 * @word: word that stands for a bit
 * @nr: how many bits there are, 32 at the most
 * @value: of the option
 * @len: bytes of it
 * @msg: what is said where a word is none of these
 * @d: what is wrong, if something is
 *
 * Return: 0, or -EINVAL in @d.
 */
int pagesnap_parse_words(u32 *to, const char *(*word)(u32 bit), u32 nr, const char *value, u32 len,
			 const char *msg, struct pagesnap_diag *d)
{
	u32 at, n, bit;

	for (*to = 0, at = 0; ; at += n + 1) {
		n = pagesnap_find(value + at, len - at, ',');
		for (bit = 0; bit < nr; bit++)
			if (n == strlen(word(bit)) && !memcmp(value + at, word(bit), n))
				break;
		if (bit == nr)
			return pagesnap_diag(d, -EINVAL, at, msg);
		*to |= 1U << bit;
		if (at + n == len)
			return 0;
	}
}
