// SPDX-License-Identifier: GPL-2.0
/*
 * Readers: those that ask at random, and those that are stopped for longer
 * than a lease, or killed.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session.h"

static struct ask asks[BATCH_MAX];

static unsigned int random_batch(enum pagesnap_index_file which)
{
	bool binary = one_in(2);
	unsigned int i, nr = 1 + rnd(BATCH_MAX);

	for (i = 0; i < nr; i++) {
		ask_random(&asks[i], which);
		asks[i].binary = binary;
	}
	return nr;
}

static void one_session(enum pagesnap_index_file which, bool standing)
{
	struct session s;
	unsigned int batches = 1 + rnd(8);
	bool stays = true;

	if (!session_open(&s, which))
		return;
	while (stays && batches-- && !stopping() && !shared->pause) {
		struct manner m = {
			.small_reads = one_in(8), .dawdles = one_in(12), .leaves = one_in(24),
		};
		unsigned int nr = random_batch(which);

		/* While the session is open, so the module and the set stay. */
		if (standing && one_in(4))
			session_standing(&s.check, asks, nr);
		else
			stays = session_ask(&s, asks, nr, &m);
	}
	session_close(&s);
}

/* The first reader of an index has its standing set for itself. */
void reader(int which)
{
	while (!stopping()) {
		if (which < 0)
			one_session(rnd(PAGESNAP_INDEXES), false);
		else
			one_session(which % PAGESNAP_INDEXES, which < PAGESNAP_INDEXES);
	}
}

/*
 * Begins the answer of a filesystem that will be unmounted, and is away for
 * longer than its device may be kept.
 */
static void sleeper(void)
{
	static const char *const disks[] = {
		MOUNTS "/ext4", MOUNTS "/xfs", MOUNTS "/btrfs", MOUNTS "/tmpfs", MOUNTS "/fuse",
	};
	struct session s;

	if (!session_open(&s, PAGESNAP_SB))
		return;
	ask_init(asks, PAGESNAP_SB, disks[rnd(5)]);
	ask_group(asks, PAGESNAP_GROUP_PAGE);
	session_ask(&s, asks, 1, &(struct manner){ .sleeps = true });
	session_close(&s);
}

static int t_stopped, t_killed, t_slept;

void tormentor_setup(void)
{
	t_stopped = tally_new("readers stopped and continued");
	t_killed = tally_new("readers killed");
	t_slept = tally_new("readers away for long");
}

void tormentor(void)
{
	static unsigned int slot = 1000;

	while (!stopping()) {
		unsigned int stops = rnd(6);
		pid_t pid;

		if (one_in(20)) {
			sleeper();
			did(t_slept);
			continue;
		}
		slot++;
		pid = child_begin();
		if (!pid) {
			random_seed(slot * 16 + getpid());
			session_intrudes = one_in(2);
			reader(-1);
			_exit(0);
		}
		while (stops-- && !stopping()) {
			nap(rnd(300));
			kill(pid, SIGSTOP);
			/* A lease ends after 100 ms. */
			nap(120 + rnd(400));
			kill(pid, SIGCONT);
			did(t_stopped);
		}
		nap(rnd(300));
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		did(t_killed);
	}
}
