// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,files,tenants needs=fuse disturbs=module,disks,mounts,settings */
/*
 * A file that was deleted, and that one process maps, whose mmap_lock is held: nobody can tell who
 * maps it meanwhile.  So samples are lacking, and the answer goes on when the lock is let go.
 */
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define PATH "/dev/shm/files-held"
#define MNT "/mnt/files-held"

static int held_fd;

static char *mapper(void)
{
	held_fd = open(MNT "/f1", O_RDONLY | O_CLOEXEC);
	return acc_shared(PATH);
}

static void hold_mmap_lock(char *at)
{
	(void)at;
	ht_mmap_held(held_fd);
}

int main(void)
{
	struct ht_fuse *fuse = ht_fuse();
	struct acc_target *t;
	const char *before;
	struct acc_round r;
	pid_t reader;
	int fd;

	st_quiet();
	acc_load();
	st_run("modprobe -q fuse");
	reader = ht_fuse_hold_mmaps(fuse, MNT);
	t = acc_start(mapper);
	fd = acc_ask_together_every(ACCESSES_FILE, PATH, 700, "samples=3 aggregate=3", &before);
	unlink(PATH);
	t->act = hold_mmap_lock;
	turns_ask(&t->turns);
	if (!ht_waits(t->pid, 10000))
		ktap_die("mmap_lock isn't held");
	acc_round(fd, t, 1, &r);
	ktap_ok(acc_says(&r, "sample q=1 n=") && acc_says(&r, " processes=0 ") &&
		!strstr(r.text, " lacking=0 "), "a sample lacks who can't be asked");
	ht_fuse_answer_all(fuse);
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, " processes=1 ") && acc_says(&r, " lacking=0 ") &&
		acc_says(&r, "\nwss   q=1 pid=- n="), "the file is found again when the lock is free");
	ktap_ok(acc_says(&r, " status=partial ") && !strstr(r.text, " truncated="),
		"a file is not lost behind a lock");
	acc_end(t);
	ht_fuse_let_go(fuse, MNT, reader);
	return ktap_end();
}
