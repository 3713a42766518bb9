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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "column_get.h"
#include "recent.h"

#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif

/* struct cachestat_range and struct cachestat of linux/mman.h, which older headers lack. */
struct range {
	uint64_t off;
	uint64_t len;
};

struct stats {
	uint64_t cache;
	uint64_t dirty;
	uint64_t writeback;
	uint64_t evicted;
	uint64_t recently_evicted;
};

/* atime, fifos and symbolic links are left alone. */
static int open_file(const char *path)
{
	const int flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
	int fd = open(path, flags | O_NOATIME);

	return fd < 0 && errno == EPERM ? open(path, flags) : fd;
}

static uint64_t ask(int fd, uint64_t ino)
{
	struct range all = { .len = 0 };
	struct stats stats;
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_ino != ino ||
	    syscall(__NR_cachestat, fd, &all, &stats, 0))
		return PAGESNAP_UNKNOWN;
	return stats.recently_evicted;
}

/**
 * recent_pages() - pages of a file that were evicted recently
 * @row: row of the file, with sums
 *
 * Return: pages, or PAGESNAP_UNKNOWN.
 */
uint64_t recent_pages(struct row *row)
{
	const struct pagesnap_file *file = &row->object.any.file;
	size_t mark = row->scratch_len;
	struct value v = { .type = VALUE_NONE };
	uint64_t pages = PAGESNAP_UNKNOWN;
	char path[PAGESNAP_MORE_MAX + 1];
	int fd;

	if (!row->sums->evicted)
		return 0;
	get_file(row, &v);
	if (file->state == PAGESNAP_STATE_DELETED || !S_ISREG(file->mode) ||
	    v.type != VALUE_NAME || !v.len || *v.text != '/' || v.len >= sizeof(path))
		return pages;
	memcpy(path, v.text, v.len);
	path[v.len] = '\0';
	row->scratch_len = mark;
	fd = open_file(path);
	if (fd < 0)
		return pages;
	pages = ask(fd, file->ino);
	close(fd);
	return pages;
}
