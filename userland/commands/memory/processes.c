// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: whose anonymous memory and page tables are largest, by /proc/PID/status
 *
 * The kernel keeps both counts for each process, so nothing is walked and no lock is taken.
 * What processes share is counted with each of them: they name memory, and don't sum to it.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system_path.h"
#include "system.h"

/* What is looked for in the file, in pages. */
struct status {
	char name[64];
	uint64_t anon;
	uint64_t tables;
};

static void take_line(struct status *st, char *line)
{
	uint64_t kb;

	if (!strncmp(line, "Name:\t", 6)) {
		line[strcspn(line, "\n")] = '\0';
		snprintf(st->name, sizeof(st->name), "%.63s", line + 6);
	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	} else if (sscanf(line, "RssAnon: %" SCNu64, &kb) == 1) {
		st->anon = kb * 1024 / sysconf(_SC_PAGESIZE);
	/* NOLINTNEXTLINE(cert-err34-c): likewise */
	} else if (sscanf(line, "VmPTE: %" SCNu64, &kb) == 1) {
		st->tables = kb * 1024 / sysconf(_SC_PAGESIZE);
	}
}

static void add(struct parts *to, uint64_t pages, const struct status *st, const char *pid)
{
	char text[96];

	snprintf(text, sizeof(text), "%s %s", st->name, pid);
	parts_add(to, pages, text, strlen(text));
}

/* One that has ended has no file; a thread of the kernel has none of the lines. */
static void take_process(struct system *s, const char *pid)
{
	struct status st = { .anon = 0 };
	char name[64], line[256];
	FILE *f;

	snprintf(name, sizeof(name), "%.32s/status", pid);
	f = system_open(name);
	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		take_line(&st, line);
	fclose(f);
	add(&s->anon, st.anon, &st, pid);
	add(&s->tables, st.tables, &st, pid);
}

/**
 * processes_read() - read what each process has
 * @s: gets it
 *
 * Return: 0 or a negative errno.
 */
int processes_read(struct system *s)
{
	DIR *dir = opendir(system_path("PAGESNAP_PROC", "/proc"));
	const struct dirent *e;

	if (!dir)
		return -errno;
	while ((e = readdir(dir)))
		if (strspn(e->d_name, "0123456789") == strlen(e->d_name))
			take_process(s, e->d_name);
	closedir(dir);
	return 0;
}
