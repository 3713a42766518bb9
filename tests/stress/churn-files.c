// SPDX-License-Identifier: GPL-2.0
/*
 * Files: created, written, truncated, punched, renamed, deleted, evicted,
 * mapped and swapped out.  One copy on tmpfs, one on the root's disk.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mount.h"
#include "stress.h"

#define PIECE 65536

static int t_write, t_truncate, t_punch, t_rename, t_unlink, t_evict, t_map, t_pageout;

static void setup(void)
{
	t_write = tally_new("files written");
	t_truncate = tally_new("files truncated");
	t_punch = tally_new("holes punched");
	t_rename = tally_new("files renamed");
	t_unlink = tally_new("files created and deleted");
	t_evict = tally_new("files evicted");
	t_map = tally_new("files mapped and written");
	t_pageout = tally_new("mapped files reclaimed");
	mkdir(FILES_TMPFS, 0700);
	mkdir(FILES_DISK, 0700);
	if (mount("stress", FILES_TMPFS, "tmpfs", 0, "size=64m,huge=within_size"))
		ktap_die("no tmpfs on " FILES_TMPFS);
}

static void write_some(int fd, off_t at)
{
	static char buf[PIECE];
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (pwrite(fd, buf, 1 + rnd(sizeof(buf)), at + (off_t)i * PIECE) < 0)
			return;
	did(t_write);
}

static void map_some(int fd, off_t at)
{
	char *map;

	if (ftruncate(fd, FILE_PAGES * ST_PAGE))
		return;
	map = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at & -ST_PAGE);
	if (map == MAP_FAILED)
		return;
	/* populated here, and not by a fault, which a truncation by the other copy makes fatal */
	madvise(map, 1 << 20, 23 /* MADV_POPULATE_WRITE */);
	did(t_map);
	if (one_in(2) && !madvise(map, 1 << 20, 21 /* MADV_PAGEOUT */))
		did(t_pageout);
	munmap(map, 1 << 20);
}

static void change(const char *path, const char *other, int fd)
{
	off_t at = (off_t)rnd(100) * PIECE;

	switch (rnd(8)) {
	case 0:
		if (!ftruncate(fd, rnd(FILE_PAGES * ST_PAGE)))
			did(t_truncate);
		break;
	case 1:
		if (!fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, 200000))
			did(t_punch);
		break;
	case 2:
		fdatasync(fd);
		if (!posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
			did(t_evict);
		break;
	case 3:
		if (!unlink(path))
			did(t_unlink);
		break;
	case 4:
		if (!rename(path, other))
			did(t_rename);
		break;
	case 5:
		map_some(fd, at);
		break;
	default:
		write_some(fd, at);
	}
}

static void churn(unsigned int n)
{
	const char *dir = n & 1 ? FILES_TMPFS : FILES_DISK;
	char path[64], other[64];
	int fd;

	snprintf(path, sizeof(path), "%s/f%u", dir, rnd(NR_FILES));
	snprintf(other, sizeof(other), "%s/f%u", dir, rnd(NR_FILES));
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (one_in(2))
		write_some(fd, (off_t)rnd(100) * PIECE);
	change(path, other, fd);
	close(fd);
}

static bool undo(void)
{
	sh("rm -rf " FILES_DISK);
	return mount_gone(FILES_TMPFS);
}

const struct churner churn_files = { "files", setup, churn, undo, 2 };
