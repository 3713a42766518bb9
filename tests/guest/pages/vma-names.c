// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks,names needs=- disturbs=- addresses=random */
/*
 * The names of all mappings of a process, its own named memory among them, are
 * those of /proc/PID/maps.  Not where maps says nothing: there task_index says
 * [anon].  Nor where it makes a deleted path of a name that never was one.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define PAGES	4UL

#ifndef PR_SET_VMA
#define PR_SET_VMA		0x53564d41
#define PR_SET_VMA_ANON_NAME	0
#endif

/* Has maps a mapping that begins there, and how is it called? */
static bool name_in_maps(uint64_t start, char *name, size_t size)
{
	FILE *f = fopen("/proc/self/maps", "re");
	unsigned long long from;
	bool found = false;
	char line[4352];
	int at;

	if (!f)
		ktap_die("/proc/self/maps can't be opened");
	while (!found && fgets(line, sizeof(line), f)) {
		at = 0;
		found = sscanf(line, "%llx-%*x %*s %*x %*s %*u %n", &from, &at) == 1 &&
			from == start;
	}
	fclose(f);
	if (!found)
		return false;
	line[strcspn(line, "\n")] = '\0';
	snprintf(name, size, "%s", line[at] ? line + at : "[anon]");
	return true;
}

/* "/dev/zero (deleted)" is dev/zero. */
static bool same_name(const char *shown, const char *maps)
{
	size_t len = strlen(shown);

	if (!strcmp(shown, maps))
		return true;
	return maps[0] == '/' && !strncmp(shown, maps + 1, len) &&
	       !strcmp(maps + 1 + len, " (deleted)");
}

static void compare(const struct ps_rec *vma)
{
	uint64_t start = ps_num(vma, "start") * ST_PAGE;
	const char *shown = ps_unescape(ps_str(vma, "name"));
	char name[4096] = "";

	if (!ktap_ok(name_in_maps(start, name, sizeof(name)), "%s: a mapping begins there", shown))
		return;
	if (!ktap_ok(same_name(shown, name), "%s: so it stands in maps", shown))
		ktap_note("maps: %s", name);
}

static void compare_all(void)
{
	struct ps_answer *a = ps_ask("task_index", "%d", getpid());
	const struct ps_rec *vma;
	size_t i;

	ktap_ok(ps_complete(a), "the answer is complete");
	for (i = 0; (vma = ps_object(a, "vma", i)); i++)
		compare(vma);
	ps_free(a);
}

static void compare_one(const char *at, const char *want)
{
	struct ps_answer *a = ps_ask("task_index", "%d addr=%lx-%lx", getpid(), (unsigned long)at,
				     (unsigned long)at + PAGES * ST_PAGE);
	const struct ps_rec *vma = ps_object(a, "vma", 0);

	if (ktap_ok(vma, "%s: is told of", want) &&
	    !ktap_ok(!strcmp(ps_str(vma, "name"), want), "%s: by this name", want))
		ktap_note("name=%s", ps_str(vma, "name"));
	ps_free(a);
}

static char *named(int flags, const char *name)
{
	char *at = st_map(PAGES, flags);

	st_touch(at, PAGES);
	return prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, at, PAGES * ST_PAGE, name) ? NULL : at;
}

int main(void)
{
	char *private, *shared;

	st_quiet();
	private = named(MAP_PRIVATE, "pool of mine");
	shared = named(MAP_SHARED, "buffers");
	compare_all();
	if (private)
		compare_one(private, "[anon:pool\\040of\\040mine]");
	else
		ktap_skip("named memory", "this kernel has no CONFIG_ANON_VMA_NAME");
	if (shared)
		compare_one(shared, "[anon_shmem:buffers]");
	else
		ktap_skip("named shared memory", "this kernel has no names there");
	return ktap_end();
}
