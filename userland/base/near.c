// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: near misses
 *
 * How many letters were left out, added, changed or swapped with their neighbour: the
 * distance of Damerau and Levenshtein, no part of the word being changed twice.
 */
#include <string.h>

#include "near.h"

/* Longer words are nobody's typing mistake. */
#define WORD_MAX 32

static unsigned int least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

static unsigned int distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned int d[WORD_MAX + 1][WORD_MAX + 1];
	size_t i, j;

	for (i = 0; i <= a_len; i++)
		d[i][0] = i;
	for (j = 0; j <= b_len; j++)
		d[0][j] = j;
	for (i = 1; i <= a_len; i++) {
		for (j = 1; j <= b_len; j++) {
			unsigned int differ = a[i - 1] != b[j - 1];

			d[i][j] = least(d[i - 1][j - 1] + differ,
					least(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	}
	return d[a_len][b_len];
}

/**
 * near_try() - could this word have been meant?
 * @near: best guess so far, which it becomes if it is nearer
 * @given: what was written
 * @len: bytes of it
 * @word: a word that there is
 *
 * Of short words one letter may differ, of longer ones two.
 */
void near_try(struct near *near, const char *given, size_t len, const char *word)
{
	size_t word_len = strlen(word);
	unsigned int most = word_len > 4 && len > 3 ? 2 : 1, d;

	if (!len || len > WORD_MAX || word_len > WORD_MAX || word_len < 3)
		return;
	d = distance(given, len, word, word_len);
	if (d > most || (near->word && d >= near->distance))
		return;
	near->word = word;
	near->distance = d;
}
