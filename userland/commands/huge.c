// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: huge pages that are split before they are traced
 *
 * No kernel exports to modules what splits a huge page, but all of them have it split by who may
 * write to a file of debugfs: of a process, in a range of addresses, which may not have a hole.
 * So each mapping is asked for alone, and only those that map a huge page as one, since large
 * folios that are mapped page by page are in nobody's way, and would be split, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/members.h"
#include "base/say.h"
#include "base/system_path.h"
#include "base/units.h"
#include "cli/specs.h"
#include "cli/target.h"
#include "huge.h"

/**
 * struct mapping - a mapping as smaps has it
 * @start: its first address
 * @end: the one behind its last
 * @huge: bytes that it maps by entries of huge pages
 */
struct mapping {
	uint64_t start;
	uint64_t end;
	uint64_t huge;
};

/* KiB in a line of what is mapped by entries of huge pages, 0 of another line. */
static uint64_t huge_kib(const char *line)
{
	static const char *const keys[] = { "AnonHugePages:", "ShmemPmdMapped:", "FilePmdMapped:" };
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strncmp(line, keys[i], strlen(keys[i])))
			return strtoull(line + strlen(keys[i]), NULL, 10);
	return 0;
}

/* Is it the first line of a mapping, "START-END ..."?  Others begin with a word and a colon. */
static bool is_head(const char *line, struct mapping *m)
{
	char *end;

	m->start = strtoull(line, &end, 16);
	if (end == line || *end != '-')
		return false;
	m->end = strtoull(end + 1, &end, 16);
	return *end == ' ';
}

/* The next one of @smaps; @line: its first one, which the one before was read up to. */
static bool next_mapping(FILE *smaps, char **line, size_t *size, struct mapping *m)
{
	struct mapping next;

	m->huge = 0;
	if (!is_head(*line, m))
		return false;
	while (getline(line, size, smaps) >= 0) {
		if (is_head(*line, &next))
			return true;
		m->huge += huge_kib(*line) * 1024;
	}
	**line = '\0';
	return true;
}

static FILE *open_smaps(uint32_t pid)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%" PRIu32 "/smaps", system_path("PAGESNAP_PROC", "/proc"),
		 pid);
	return fopen(path, "re");
}

static int refuse(const char *path, int err)
{
	switch (err) {
	case EPERM:
		say_error("--huge split: %s: kernel lockdown keeps debugfs shut", path);
		break;
	case ENOENT:
		say_error("--huge split: %s: not there: debugfs has to be mounted, and the kernel to "
			  "have it and transparent huge pages", path);
		break;
	default:
		say_error("--huge split: %s: %s", path, strerror(err));
		break;
	}
	return -err;
}

/* Has them split in one mapping. */
static int split_mapping(uint32_t pid, const struct mapping *m)
{
	char path[PATH_MAX], line[96];
	int fd, n, err;

	snprintf(path, sizeof(path), "%s/split_huge_pages",
		 system_path("PAGESNAP_DEBUGFS", "/sys/kernel/debug"));
	n = snprintf(line, sizeof(line), "%" PRIu32 ",0x%" PRIx64 ",0x%" PRIx64, pid, m->start,
		     m->end);
	fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return refuse(path, errno);
	err = write(fd, line, n) < 0 ? errno : 0;
	close(fd);
	/* who has ended has none, and the module says so */
	return err && err != ESRCH ? refuse(path, err) : 0;
}

/* That there is no such process, or no more, is for the module to say. */
static int unreadable(uint32_t pid, int err)
{
	if (err == ENOENT || err == ESRCH)
		return 0;
	say_error("--huge split: process %" PRIu32 ": %s", pid, strerror(err));
	return -err;
}

/*
 * Goes through the mappings of a process: has huge pages split, or if not @split only adds up
 * how many bytes are huge.
 */
static int each_mapping(uint32_t pid, bool split, uint64_t *bytes)
{
	FILE *smaps = open_smaps(pid);
	struct mapping m;
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	*bytes = 0;
	if (!smaps)
		return unreadable(pid, errno);
	if (getline(&line, &size, smaps) >= 0)
		while (!err && next_mapping(smaps, &line, &size, &m)) {
			*bytes += m.huge;
			if (m.huge && split)
				err = split_mapping(pid, &m);
		}
	/* memory for a line was not had, or the process has ended */
	if (!err && !feof(smaps))
		err = unreadable(pid, errno ?: EIO);
	free(line);
	fclose(smaps);
	return err;
}

static int split_process(uint32_t pid)
{
	char before[UNITS_MAX], after[UNITS_MAX];
	uint64_t huge, left;
	int err;

	err = each_mapping(pid, true, &huge);
	if (err || !huge)
		return err;
	err = each_mapping(pid, false, &left);
	if (err)
		return err;
	if (left < huge)
		say("# process %" PRIu32 ": huge pages of %s were split, and stay so until khugepaged "
		    "merges them", pid, units_size(huge - left, before));
	if (left)
		say("# process %" PRIu32 ": huge pages of %s were not split: pinned, locked, or new",
		    pid, units_size(left, after));
	return 0;
}

/* @ctx: gets whether a message says why it failed. */
static int split_member(void *ctx, uint32_t pid)
{
	bool *said = ctx;
	int err = split_process(pid);

	*said = err;
	return err;
}

/* Those that are found now. */
static int split_members(const char *name)
{
	char *target = NULL;
	const char *why;
	bool said = false;
	int err = target_find(name, &target, &why);

	if (err) {
		say_error("--huge split: %s: %s", say_safe(name), why);
		return -err;
	}
	err = members_each(target, split_member, &said);
	free(target);
	if (err && !said)
		say_error("--huge split: %s: %s", say_safe(name), err == -EXDEV || err == -EOPNOTSUPP ?
			  "who that is can't be seen here: name processes by PID" : strerror(-err));
	return err;
}

/**
 * huge_split() - have the kernel split the huge pages of processes
 * @nr: how many
 * @names: PIDs, or users and cgroups, whose processes are those of this moment
 *
 * What was split is told on stderr.
 *
 * Return: 0, or a negative errno after a message.
 */
int huge_split(int nr, char *const *names)
{
	const char *why;
	uint64_t pid;
	int i, err = 0;

	for (i = 0; i < nr && !err; i++)
		err = spec_number(names[i], &pid, &why) ? split_members(names[i]) :
							   split_process(pid);
	return err;
}
