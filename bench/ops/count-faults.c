// SPDX-License-Identifier: GPL-2.0
/*
 * count-faults TARGET-AND-OPTIONS FILE: reads objects/mm/faults, and has in FILE how many
 * faults it was told of so far, how many were lost, and how many sweeps there were: text that
 * is there, too, when this was killed in the middle.  By SIGTERM it ends when it has read all.
 */
#include <linux/pagesnap/faults.h>
#include <signal.h>
#include <sys/mman.h>

#include "ops.h"

/* What a session holds at most; see read-index.c. */
#define SESSION_BYTES	(256ul << 10)
#define INDEX		"/sys/kernel/tracing/objects/mm/faults/task_index"

static volatile sig_atomic_t ending;

struct counts {
	unsigned long faults, lost, sweeps;
};

static void count(struct counts *c, const struct pagesnap_rec *rec)
{
	switch (rec->type) {
	case PAGESNAP_REC_FAULT:
		c->faults++;
		break;
	case PAGESNAP_REC_LOST:
		c->lost += ((const struct pagesnap_lost *)rec)->events;
		break;
	case PAGESNAP_REC_SWEEP:
		c->sweeps++;
		break;
	case PAGESNAP_REC_ERROR:
		errx(1, "the line has an error");
	}
}

/* Of whole records, as read() never cuts one. */
static void count_all(struct counts *c, const char *bytes, size_t len)
{
	const struct pagesnap_rec *rec;
	size_t at;

	for (at = 0; at < len; at += rec->len) {
		rec = (const void *)(bytes + at);
		count(c, rec);
	}
}

static char *map_page(const char *path)
{
	int fd = bench_open(path, O_RDWR | O_CREAT | O_TRUNC);
	char *at;

	if (ftruncate(fd, PAGE_BYTES))
		err(1, "%s", path);
	at = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		err(1, "%s", path);
	close(fd);
	return at;
}

static void on_term(int nr)
{
	(void)nr;
	ending = 1;
}

/* There are some each sweep, so a read that waits comes back. */
static ssize_t read_some(int fd, char *block)
{
	if (ending && fcntl(fd, F_SETFL, O_NONBLOCK))
		err(1, "fcntl()");
	return read(fd, block, SESSION_BYTES);
}

int main(int argc, char **argv)
{
	char *block = bench_block(SESSION_BYTES), *shown;
	struct counts c = { 0 };
	ssize_t n;
	int fd;

	if (argc != 3)
		errx(2, "usage: count-faults TARGET-AND-OPTIONS FILE");
	shown = map_page(argv[2]);
	fd = bench_open(INDEX, O_RDWR);
	if (dprintf(fd, "%s format=binary\n", argv[1]) < 0)
		err(1, "%s", argv[1]);
	signal(SIGTERM, on_term);
	while ((n = read_some(fd, block)) > 0) {
		count_all(&c, block, (size_t)n);
		snprintf(shown, PAGE_BYTES, "%lu %lu %lu\n", c.faults, c.lost, c.sweeps);
	}
	if (n < 0 && !ending)
		err(1, "%s", argv[1]);
	return 0;
}
