// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "numbers.h"

/**
 * numbers_read() - read decimal numbers with white space between
 * @text: terminated
 * @list: gets them
 * @nr: how many
 *
 * Return: false if there are fewer.
 */
bool numbers_read(const char *text, uint64_t *list, size_t nr)
{
	char *end;
	size_t i;

	for (i = 0; i < nr; i++, text = end) {
		list[i] = strtoull(text, &end, 10);
		if (end == text)
			return false;
	}
	return true;
}
