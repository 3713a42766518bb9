// SPDX-License-Identifier: GPL-2.0
/*
 * What DKMS's build of the module said.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"

/* Of a version that was not built; with the next build it is gone. */
#define LOGS "var/lib/dkms/pagesnap/*/build/make.log"
#define END ": nothing was built\n"

/* The line of module/compat/probe.sh: what stands between @begin and its end. */
static bool take_lack(char *line, const char *begin, char *what, size_t size)
{
	size_t len = strlen(begin);
	char *end = strstr(line, END);

	if (!end || strncmp(line, begin, len) != 0)
		return false;
	*end = '\0';
	snprintf(what, size, "%s", line + len);
	return true;
}

static bool log_tells(const char *path, const char *begin, char *what, size_t size)
{
	FILE *log = fopen(path, "re");
	char *line = NULL;
	bool told = false;
	size_t cap = 0;

	if (!log)
		return false;
	while (!told && getline(&line, &cap, log) > 0)
		told = take_lack(line, begin, what, size);
	free(line);
	fclose(log);
	return told;
}

/**
 * doctor_lacks() - why was the module not built?
 * @d: examination
 * @what: gets what the kernel lacks
 * @size: bytes of @what
 *
 * Return: whether DKMS's log tells.
 */
bool doctor_lacks(const struct doctor *d, char *what, size_t size)
{
	char pattern[4096], begin[256];
	bool told = false;
	glob_t logs;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/" LOGS, d->root);
	snprintf(begin, sizeof(begin), "pagesnap: Linux %s lacks ", d->release);
	if (glob(pattern, 0, NULL, &logs))
		return false;
	for (i = 0; i < logs.gl_pathc && !told; i++)
		told = log_tells(logs.gl_pathv[i], begin, what, size);
	globfree(&logs);
	return told;
}
