// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "ask-numbers.h"
#include "ktap.h"

const struct module numbers = { "pagesnap_numbers", "/payload/modules/pagesnap_numbers.ko" };

int numbers_ask(const char *file, const char *line, int flags)
{
	int fd = open(file, O_RDWR | O_CLOEXEC | flags);

	if (fd < 0 || write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_note("can't ask %s: errno %d", file, errno);
	return fd;
}

unsigned int text_count(const char *text, const char *needle)
{
	unsigned int n = 0;

	for (; (text = strstr(text, needle)); text += strlen(needle))
		n++;
	return n;
}

double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}
