// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: evicted recently
 *
 * A shadow entry says when its page was evicted, but in a code that only the
 * kernel's workingset_test_recent() reads: cachestat(2), which wants an open
 * file.  So this is asked by path, and only of files with shadow entries.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/system_path.h"
#include "pages_get.h"
#include "recent.h"

/* Of linux/mman.h, which is older where this is compiled: number, range and result. */
#define NR_CACHESTAT 451

/* struct cachestat_range */
enum { OFF, LEN, RANGE };
/* struct cachestat */
enum { CACHE, DIRTY, WRITEBACK, EVICTED, RECENTLY_EVICTED, STATS };

/*
 * Somebody may have put another file there: to open a device may do something, so what
 * it is is looked at before.  atime is left alone.
 */
static int open_file(const char *path, uint64_t ino)
{
	int at = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC), fd = -1;
	char link[64];
	struct stat st;

	if (at < 0)
		return -1;
	if (!fstat(at, &st) && S_ISREG(st.st_mode) && st.st_ino == ino) {
		snprintf(link, sizeof(link), "%s/%d", system_path_of("/proc/self/fd"), at);
		fd = open(link, O_RDONLY | O_CLOEXEC | O_NOATIME);
		if (fd < 0 && errno == EPERM)
			fd = open(link, O_RDONLY | O_CLOEXEC);
	}
	close(at);
	return fd;
}

static uint64_t ask(int fd)
{
	const uint64_t all[RANGE] = { [OFF] = 0, [LEN] = 0 };
	uint64_t stats[STATS];

	if (syscall(NR_CACHESTAT, fd, all, stats, 0))
		return PAGESNAP_UNKNOWN;
	return stats[RECENTLY_EVICTED];
}

/**
 * recent_pages() - pages of a file that were evicted recently
 * @row: row of the file, with sums
 *
 * Return: pages, or PAGESNAP_UNKNOWN.
 */
uint64_t recent_pages(struct row *row)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_file *file = &p->object.any.file;
	size_t mark = row->scratch_len;
	struct value v = { .type = VALUE_NONE };
	uint64_t pages = PAGESNAP_UNKNOWN;
	char path[PAGESNAP_MORE_MAX + 1];
	int fd;

	if (!p->sums->evicted)
		return 0;
	get_file(row, &v);
	if (file->state == PAGESNAP_STATE_DELETED || !S_ISREG(file->mode) ||
	    v.type != VALUE_NAME || !v.len || *v.text != '/' || v.len >= sizeof(path))
		return pages;
	memcpy(path, v.text, v.len);
	path[v.len] = '\0';
	row->scratch_len = mark;
	fd = open_file(path, file->ino);
	if (fd < 0)
		return pages;
	pages = ask(fd);
	close(fd);
	return pages;
}
