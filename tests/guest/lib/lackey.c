// SPDX-License-Identifier: GPL-2.0
/*
 * The program has other addresses there: its heap, which brk() makes, begins and ends where the
 * system calls say that lackey tells of, too.  Both times it begins with a page.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "lackey.h"
#include "referenced.h"
#include "states.h"

#define ENTRIES_MAX (16UL << 20)

struct heap {
	uint64_t from;		/* addresses */
	uint64_t to;
	uint64_t *entry;
	size_t nr;
	bool same;		/* no instruction since the last entry */
};

static pid_t run(const char *valgrind, char *const argv[], int *from)
{
	const char *all[32] = { valgrind, "--tool=lackey", "--trace-mem=yes", "--trace-syscalls=yes",
				"--log-fd=9" };
	unsigned int i, n = 5;
	int ends[2], nothing;
	pid_t pid;

	for (i = 0; argv[i] && n < 31; i++)
		all[n++] = argv[i];
	if (pipe2(ends, O_CLOEXEC) || (pid = fork()) < 0)
		ktap_die("fork");
	if (!pid) {
		nothing = open("/dev/null", O_RDWR);
		dup2(nothing, 0);
		dup2(nothing, 1);
		dup2(ends[1], 9);
		execv(valgrind, (char *const *)all);
		_exit(127);
	}
	close(ends[1]);
	*from = ends[0];
	return pid;
}

static void add(struct heap *h, uint64_t addr, unsigned int flags)
{
	uint64_t entry = (addr - h->from) / ST_PAGE << REF_FLAG_BITS | flags;

	if (addr < h->from || addr >= h->to)
		return;
	if (h->nr && (h->entry[h->nr - 1] & ~(uint64_t)REF_JOINED) == entry)
		return;
	if (h->nr == ENTRIES_MAX)
		ktap_die("more references than there is room for");
	h->entry[h->nr++] = entry | (h->same ? REF_JOINED : 0);
	h->same = true;
}

static void add_all(struct heap *h, const char *at, unsigned int flags)
{
	char *comma;
	uint64_t addr = strtoull(at, &comma, 16), last = addr + strtoul(comma + 1, NULL, 10) - 1;

	add(h, addr, flags);
	if (last / ST_PAGE != addr / ST_PAGE)
		add(h, last, flags);
}

/* SYSCALL[PID,1](12) sys_brk ( 0x4056000 ) --> [pre-success] Success(0x4056000) */
static void take_brk(struct heap *h, const char *line)
{
	const char *success = strstr(line, "Success(");

	if (!success || !strstr(line, "sys_brk"))
		return;
	h->to = strtoull(success + strlen("Success("), NULL, 16);
	if (!h->from)
		h->from = h->to;
}

static void take(struct heap *h, const char *line)
{
	switch (line[0] == ' ' ? line[1] : line[0]) {
	case 'I':
		h->same = false;
		break;
	case 'L':
		add_all(h, line + 3, 0);
		break;
	case 'S':
		if (line[0] == ' ')
			add_all(h, line + 3, REF_STORE);
		else
			take_brk(h, line);
		break;
	case 'M':
		add_all(h, line + 3, 0);
		add_all(h, line + 3, REF_STORE);
		break;
	}
}

uint64_t *lackey_heap(const char *valgrind, char *const argv[], size_t *entries, uint64_t *pages)
{
	struct heap h = { .entry = malloc(ENTRIES_MAX * sizeof(*h.entry)) };
	int from, status;
	pid_t pid = run(valgrind, argv, &from);
	FILE *log = fdopen(from, "r");
	char *line = NULL;
	size_t size = 0;

	if (!h.entry || !log)
		ktap_die("no memory");
	while (getline(&line, &size, log) > 0)
		take(&h, line);
	free(line);
	fclose(log);
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
		ktap_die("lackey ended with status 0x%x", status);
	*entries = h.nr;
	*pages = (h.to - h.from) / ST_PAGE;
	return h.entry;
}
