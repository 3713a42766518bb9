// SPDX-License-Identifier: GPL-2.0
/*
 * What DKMS has of the module, and what its build said.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"

#define VERSIONS "var/lib/dkms/pagesnap/"
#define SOURCE "/source"
/* Of a version that was not built; with the next build it is gone. */
#define LOG "/build/make.log"
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

static bool log_says(const char *path, const char *begin, char *what, size_t size)
{
	FILE *log = fopen(path, "re");
	char *line = NULL;
	bool found = false;
	size_t cap = 0;

	if (!log)
		return false;
	while (!found && getline(&line, &cap, log) > 0)
		found = take_lack(line, begin, what, size);
	free(line);
	fclose(log);
	return found;
}

/* The files called @name of all versions; globfree() is owed.  Are there any? */
static bool find_files(const struct doctor *d, const char *name, glob_t *files)
{
	char pattern[4096];

	snprintf(pattern, sizeof(pattern), "%s/" VERSIONS "*%s", d->root, name);
	return !glob(pattern, 0, NULL, files);
}

/**
 * doctor_dkms_version() - which version does DKMS have the source of?
 * @d: examination
 * @version: gets one of them
 * @size: bytes of @version
 *
 * Return: whether it has any.
 */
bool doctor_dkms_version(const struct doctor *d, char *version, size_t size)
{
	bool found = false;
	const char *name;
	glob_t sources;
	size_t i;

	if (!find_files(d, SOURCE, &sources))
		return false;
	for (i = 0; i < sources.gl_pathc && !found; i++) {
		name = sources.gl_pathv[i] + strlen(d->root) + strlen("/" VERSIONS);
		/* a link that leads nowhere is listed, too */
		found = !access(sources.gl_pathv[i], F_OK);
		if (found)
			snprintf(version, size, "%.*s", (int)(strlen(name) - strlen(SOURCE)), name);
	}
	globfree(&sources);
	return found;
}

/**
 * doctor_lacks() - why was the module not built?
 * @d: examination
 * @what: gets what the kernel lacks
 * @size: bytes of @what
 *
 * Return: whether DKMS's log says so.
 */
bool doctor_lacks(const struct doctor *d, char *what, size_t size)
{
	char begin[256];
	bool found = false;
	glob_t logs;
	size_t i;

	snprintf(begin, sizeof(begin), "pagesnap: Linux %s lacks ", d->release);
	if (!find_files(d, LOG, &logs))
		return false;
	for (i = 0; i < logs.gl_pathc && !found; i++)
		found = log_says(logs.gl_pathv[i], begin, what, size);
	globfree(&logs);
	return found;
}
