// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which processes hold a file open or map it
 *
 * The kernel has no way from a file to those that hold it, so all of /proc is
 * looked through, once: of each process its descriptors, and its mappings, which
 * takes the lock of its address space for a moment.  statx() asks no server: what the
 * kernel knows of the file is enough.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/first_of.h"
#include "base/system_path.h"
#include "holders.h"

struct holder {
	uint32_t major;
	uint32_t minor;
	uint64_t ino;
	uint32_t pid;
};

/**
 * struct holders - who holds what
 * @list: by file, then process; @nr of them, room for @room
 * @misses: some process could not be looked at
 * @failed: there was no memory
 */
struct holders {
	struct holder *list;
	size_t nr;
	size_t room;
	bool misses;
	bool failed;
};

static int compare(const void *a, const void *b)
{
	const struct holder *x = a, *y = b;

	if (x->major != y->major)
		return x->major < y->major ? -1 : 1;
	if (x->minor != y->minor)
		return x->minor < y->minor ? -1 : 1;
	if (x->ino != y->ino)
		return x->ino < y->ino ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void add(struct holders *h, const struct holder *one)
{
	size_t room = h->room ? 2 * h->room : 256;
	struct holder *list;

	/* a mapping of several parts is one line each */
	if (h->failed || (h->nr && !compare(&h->list[h->nr - 1], one)))
		return;
	if (h->nr == h->room) {
		list = reallocarray(h->list, room, sizeof(*list));
		h->failed = !list;
		if (!list)
			return;
		h->list = list;
		h->room = room;
	}
	h->list[h->nr++] = *one;
}

/* A process that has ended holds nothing. */
static void note_error(struct holders *h)
{
	h->misses |= errno != ENOENT && errno != ESRCH;
}

static void add_open(struct holders *h, int dir, const char *name, uint32_t pid)
{
	struct statx st;

	if (statx(dir, name, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE | STATX_INO, &st)) {
		note_error(h);
		return;
	}
	if (S_ISREG(st.stx_mode))
		add(h, &(struct holder){ st.stx_dev_major, st.stx_dev_minor, st.stx_ino, pid });
}

static void read_open(struct holders *h, int process, uint32_t pid)
{
	int fd = openat(process, "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!dir) {
		note_error(h);
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name))
			add_open(h, dirfd(dir), entry->d_name, pid);
	closedir(dir);
}

/* "7f3a1c000000-7f3a1c200000 r-xp 00010000 fe:02 1310   /usr/lib/libc.so.6" */
static void read_maps(struct holders *h, int process, uint32_t pid)
{
	int fd = openat(process, "maps", O_RDONLY | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	struct holder one = { .pid = pid };
	char *line = NULL;
	size_t size = 0;

	if (!f) {
		note_error(h);
		if (fd >= 0)
			close(fd);
		return;
	}
	errno = 0;
	while (getline(&line, &size, f) > 0)
		/* NOLINTNEXTLINE(cert-err34-c): the kernel has written it */
		if (sscanf(line, "%*s %*s %*s %" SCNx32 ":%" SCNx32 " %" SCNu64, &one.major,
			   &one.minor, &one.ino) == 3 && one.ino)
			add(h, &one);
	if (ferror(f))
		note_error(h);
	free(line);
	fclose(f);
}

static void read_process(struct holders *h, int proc, const char *name)
{
	int fd = openat(proc, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	uint32_t pid = strtoul(name, NULL, 10);

	if (fd < 0) {
		note_error(h);
		return;
	}
	read_open(h, fd, pid);
	read_maps(h, fd, pid);
	close(fd);
}

static void sort(struct holders *h)
{
	size_t i, kept = 0;

	if (!h->nr)
		return;
	qsort(h->list, h->nr, sizeof(*h->list), compare);
	for (i = 1; i < h->nr; i++)
		if (compare(&h->list[kept], &h->list[i]))
			h->list[++kept] = h->list[i];
	h->nr = kept + 1;
}

/**
 * holders_read() - look at all processes
 *
 * $PAGESNAP_PROC is where tests have their own.
 *
 * Return: who holds what, NULL if /proc can't be read or there is no memory.
 */
struct holders *holders_read(void)
{
	DIR *proc = opendir(system_path("PAGESNAP_PROC", "/proc"));
	struct holders *h = proc ? calloc(1, sizeof(*h)) : NULL;
	const struct dirent *entry;

	while (h && (entry = readdir(proc)))
		if (isdigit((unsigned char)*entry->d_name))
			read_process(h, dirfd(proc), entry->d_name);
	if (proc)
		closedir(proc);
	if (h && h->failed) {
		holders_free(h);
		return NULL;
	}
	if (h)
		sort(h);
	return h;
}

/**
 * holders_free() - forget them
 * @h: holders, may be NULL
 */
void holders_free(struct holders *h)
{
	if (!h)
		return;
	free(h->list);
	free(h);
}

/**
 * holders_miss_some() - are there processes that could not be looked at?
 * @h: holders
 *
 * Return: true if so: who does not hold a file is not known then.
 */
bool holders_miss_some(const struct holders *h)
{
	return h->misses;
}

/**
 * holders_of() - who holds a file
 * @h: holders
 * @major: of its superblock
 * @minor: of its superblock
 * @ino: its inode
 * @first: for holders_pid(): the first of them, the others follow
 *
 * Return: how many.
 */
size_t holders_of(const struct holders *h, uint32_t major, uint32_t minor, uint64_t ino,
		  size_t *first)
{
	const struct holder wanted = { major, minor, ino, 0 }, end = { major, minor, ino, UINT32_MAX };
	size_t low = FIRST_OF(h->nr, i, compare(&h->list[i], &wanted) >= 0), nr;

	*first = low;
	for (nr = 0; low + nr < h->nr && compare(&h->list[low + nr], &end) <= 0; nr++)
		;
	return nr;
}

/**
 * holders_pid() - one of them
 * @h: holders
 * @nth: which
 *
 * Return: its PID.
 */
uint32_t holders_pid(const struct holders *h, size_t nth)
{
	return h->list[nth].pid;
}
