// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks needs=- disturbs=- addresses=random */
/*
 * A mapping is replaced by another one at the same address while it is walked:
 * the pages of the new one must come under a record of its own.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define PAGES	16384UL		/* more lines than a session keeps ready */
#define FILE_PATH "/dev/shm/vma-replaced"

static char *at;

/* What came, under which VMA. */
struct seen {
	uint64_t ino;		/* of the VMA under way */
	uint64_t end;
	uint64_t vmas, pages_before, pages_behind, strangers, outside;
	bool ended;
};

static void take(struct seen *s, char *line)
{
	struct ps_item item;
	struct ps_rec rec;

	if (*line == '#')
		return;
	ps_cut(line, &rec);
	if (ps_is(&rec, "vma")) {
		s->vmas++;
		s->ino = ps_num(&rec, "ino");
		s->end = ps_num(&rec, "end");
	} else if (ps_is(&rec, "end")) {
		s->ended = true;
	} else if (ps_item_read(&rec, &item)) {
		bool shmem = !strcmp(item.kind, "shmem");

		*(shmem ? &s->pages_behind : &s->pages_before) += item.nr;
		s->strangers += shmem != (s->ino != PS_NONE);
		s->outside += item.at + item.nr > s->end;
	}
}

static size_t take_lines(struct seen *s, char *buf, size_t len)
{
	char *line = buf, *end;

	while ((end = memchr(line, '\n', buf + len - line))) {
		*end = '\0';
		take(s, line);
		line = end + 1;
	}
	len = buf + len - line;
	memmove(buf, line, len);
	return len;
}

/* Half of the mapping is walked, then @change() is called, and the rest is read. */
static struct seen walk(void (*change)(void))
{
	static char buf[65536];
	struct seen s = { 0 };
	size_t have = 0;
	ssize_t got;
	int fd = ps_open("task_index");

	dprintf(fd, "%d addr=%lx-%lx group=page\n", getpid(), (unsigned long)at,
		(unsigned long)at + 2 * PAGES * ST_PAGE);
	got = read(fd, buf, 4096);
	change();
	for (; got > 0; got = read(fd, buf + have, sizeof(buf) - have))
		have = take_lines(&s, buf, have + got);
	close(fd);
	ktap_ok(!got && s.ended, "the walk comes to its end");
	return s;
}

static void replace(void)
{
	int fd = st_file(FILE_PATH);

	if (ftruncate(fd, PAGES * ST_PAGE) ||
	    mmap(at, PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != at)
		ktap_die("mmap() over the mapping");
	st_touch(at, PAGES);
	close(fd);
	unlink(FILE_PATH);
}

static void grow(void)
{
	if (mmap(at + PAGES * ST_PAGE, PAGES * ST_PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		ktap_die("mmap() behind the mapping");
	/* as the mapping before it was told, so that both become one */
	madvise(at + PAGES * ST_PAGE, PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at + PAGES * ST_PAGE, PAGES);
}

/* With room behind it. */
static void fresh(void)
{
	at = st_map(2 * PAGES, MAP_PRIVATE);
	munmap(at + PAGES * ST_PAGE, PAGES * ST_PAGE);
	st_touch(at, PAGES);
}

int main(void)
{
	struct seen s;

	st_quiet();
	fresh();
	s = walk(replace);
	ktap_ok(s.pages_before && s.pages_behind, "%llu pages of the old mapping came, %llu of the new",
		(unsigned long long)s.pages_before, (unsigned long long)s.pages_behind);
	ktap_equal(s.strangers, 0, "each under the record of its own mapping");
	ktap_equal(s.vmas, 2, "a mapping that is replaced comes as two");

	fresh();
	s = walk(grow);
	ktap_equal(s.pages_before, 2 * PAGES, "a mapping that grew is walked to its new end");
	ktap_equal(s.outside, 0, "no page is outside of its mapping");
	return ktap_end();
}
