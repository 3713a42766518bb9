// SPDX-License-Identifier: GPL-2.0
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "log-disk.h"
#include "states.h"
#include "watched.h"

#define FIRST ((WATCHED_MEMORY - WATCHED_AT) / ST_PAGE)
/* A phase with all pages. */
#define TEXT_MAX (256UL << 10)

static int disk = -1;
static off_t at;
/* O_DIRECT wants it at a multiple of a page, and reads from one on. */
static char text[TEXT_MAX + ST_PAGE] __attribute__((aligned(ST_PAGE)));

/* Return: the phase that is next in the log; NULL if it isn't whole. */
static char *read_phase(void)
{
	off_t from = at & ~(ST_PAGE - 1);
	char *begin = text + (at - from), *end;
	ssize_t n = pread(disk, text, TEXT_MAX, from);

	if (n < 0)
		ktap_die("the disk with what was touched can't be read");
	text[n] = '\0';
	end = strstr(begin, "\nend ");
	end = end ? strchr(end + 1, '\n') : NULL;
	if (!end)
		return NULL;
	end[1] = '\0';
	at += end + 1 - begin;
	return begin;
}

void watched_phase(struct watched *w)
{
	unsigned long page, loads, stores;
	char *line;

	memset(w, 0, sizeof(*w));
	*(volatile char *)WATCHED_AT = 1;
	line = read_phase();
	if (!line)
		ktap_die("the emulator has logged no phase: %.100s", text);
	for (; (line = strchr(line, '\n')) && *++line;) {
		if (sscanf(line, "page %lu loads %lu stores %lu", &page, &loads, &stores) != 3)
			continue;
		if (page - FIRST >= ACC_PAGES)
			ktap_die("page %lu of the range is touched, and no memory of the test", page);
		w->loads[page - FIRST] = loads;
		w->stores[page - FIRST] = stores;
	}
}

void watched_begin(void)
{
	static struct watched before;

	disk = log_disk("touched");
	if (disk < 0)
		ktap_skip_all("nobody watches: tests/vm/run --watch, with a QEMU that has plugins");
	if (mmap((void *)WATCHED_AT, ST_PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
		ktap_die("mmap");
	/* Others may have ended phases, and touched something since. */
	while (read_phase())
		;
	watched_phase(&before);
}
