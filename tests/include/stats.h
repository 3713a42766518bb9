/* SPDX-License-Identifier: GPL-2.0 */
/* The file "stats" of a collection. */
#ifndef TESTS_STATS_H
#define TESTS_STATS_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATS_MAX (64 << 10)

/* To @to, of STATS_MAX bytes.  Return: its bytes, 0 if it can't be read. */
__attribute__((unused))
static size_t stats_read(const char *path, char *to)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t n;

	while (len < STATS_MAX - 1 && (n = read(fd, to + len, STATS_MAX - 1 - len)) > 0)
		len += n;
	to[len] = '\0';
	close(fd);
	return len;
}

/* Value of a key in the first line that begins with @line; ~0 if there is none. */
__attribute__((unused))
static unsigned long stats_value(const char *text, const char *line, const char *key)
{
	char wanted[64];
	const char *end;

	for (; *text; text = end + 1) {
		end = strchrnul(text, '\n');
		if (strncmp(text, line, strlen(line)))
			continue;
		snprintf(wanted, sizeof(wanted), " %s=", key);
		text = strstr(text, wanted);
		return text && text < end ? strtoul(text + strlen(wanted), NULL, 10) : ~0UL;
	}
	return ~0UL;
}

#endif /* TESTS_STATS_H */
