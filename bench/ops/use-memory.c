// SPDX-License-Identifier: GPL-2.0
/*
 * use-memory MEGABYTES CGROUP...: a process for each CGROUP (a folder), with an equal
 * part of so much anonymous memory, which it takes, gives back and takes again in pieces
 * of random sizes, the same ones each time.  They take turns; then every second one ends,
 * and its memory is free.  Says "ready", and the others wait until it is killed.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "ops.h"

#define PIECE_PAGES	256	/* at most */
#define ROUNDS		8
#define PROCESSES_MAX	16

struct user {
	int go, done;
};

static void piece(char *all, size_t pages, void (*what)(char *at, size_t size))
{
	size_t first = bench_random(pages), nr = 1 + bench_random(PIECE_PAGES);

	if (nr > pages - first)
		nr = pages - first;
	what(all + first * PAGE_BYTES, nr * PAGE_BYTES);
}

static void take(char *at, size_t size)
{
	size_t i;

	for (i = 0; i < size; i += PAGE_BYTES)
		at[i] = 1;
}

static void give_back(char *at, size_t size)
{
	if (madvise(at, size, MADV_DONTNEED))
		err(1, "madvise()");
}

/* Takes a part of it in each round, and gives back a third of that. */
static void use(struct user *u, size_t pages)
{
	size_t n, pieces = 3 * pages / PIECE_PAGES / ROUNDS;
	char *all = mmap(NULL, pages * PAGE_BYTES, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), byte;

	if (all == MAP_FAILED)
		err(1, "no memory");
	while (read(u->go, &byte, 1) == 1) {
		for (n = 0; n < pieces; n++)
			piece(all, pages, n % 4 == 3 ? give_back : take);
		if (write(u->done, "", 1) != 1)
			err(1, "pipe");
	}
	pause();
}

static pid_t start(struct user *u, size_t pages, const char *cgroup)
{
	int go[2], done[2];
	pid_t pid;

	if (pipe2(go, O_CLOEXEC) || pipe2(done, O_CLOEXEC))
		err(1, "pipe");
	pid = fork();
	if (pid < 0)
		err(1, "fork()");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		*u = (struct user){ .go = go[0], .done = done[1] };
		close(go[1]);
		bench_join(cgroup);
		use(u, pages);
	}
	close(go[0]);
	close(done[1]);
	*u = (struct user){ .go = go[1], .done = done[0] };
	return pid;
}

static void turn(const struct user *u)
{
	char byte;

	if (write(u->go, "", 1) != 1 || read(u->done, &byte, 1) != 1)
		errx(1, "a process has ended");
}

int main(int argc, char **argv)
{
	struct user user[PROCESSES_MAX];
	pid_t pid[PROCESSES_MAX];
	int nr = argc - 2, i, round;
	size_t pages;

	if (nr < 1 || nr > PROCESSES_MAX)
		errx(2, "usage: use-memory MEGABYTES CGROUP...");
	pages = (strtoul(argv[1], NULL, 10) << 20) / PAGE_BYTES / (size_t)nr;
	for (i = 0; i < nr; i++)
		pid[i] = start(&user[i], pages, argv[2 + i]);
	for (round = 0; round < ROUNDS; round++)
		for (i = 0; i < nr; i++)
			turn(&user[i]);
	for (i = 0; i < nr; i += 2)
		kill(pid[i], SIGKILL);
	bench_hold();
	return 0;
}
