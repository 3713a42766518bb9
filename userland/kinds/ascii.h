/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts of printable ASCII, as most are, looked at in words of eight bytes.  Pure.
 */
#ifndef KINDS_ASCII_H
#define KINDS_ASCII_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ASCII_ALL(c) ((c) * 0x0101010101010101ULL)

/*
 * Not 0 if some byte of a word is not from ' ' to '~'.  Below the first such byte nothing
 * borrows or carries, so what is found is right.
 */
static inline uint64_t ascii_odd(uint64_t word)
{
	return (word | (word - ASCII_ALL(' ')) | (word + ASCII_ALL(1))) & ASCII_ALL(0x80);
}

/* Not 0 if some byte of a word is @c. */
static inline uint64_t ascii_has(uint64_t word, unsigned char c)
{
	uint64_t differs = word ^ ASCII_ALL(c);

	return (differs - ASCII_ALL(1)) & ~differs & ASCII_ALL(0x80);
}

/* Bytes at @s, in whole words, that are from ' ' to '~'. */
static inline size_t ascii_printable(const char *s, size_t len)
{
	uint64_t word;
	size_t at;

	for (at = 0; len - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, s + at, sizeof(word));
		if (ascii_odd(word))
			break;
	}
	return at;
}

/* The same without those that names are escaped for: blank, quotation mark and backslash. */
static inline size_t ascii_harmless(const char *s, size_t len)
{
	uint64_t word;
	size_t at;

	for (at = 0; len - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, s + at, sizeof(word));
		if (ascii_odd(word) | ascii_has(word, ' ') | ascii_has(word, '"') |
		    ascii_has(word, '\\'))
			break;
	}
	return at;
}

#endif /* KINDS_ASCII_H */
