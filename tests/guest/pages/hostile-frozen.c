// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,lease needs=userns disturbs=disks,mounts */
/*
 * A filesystem that was frozen, for a snapshot say, while a user has deleted
 * files open there.  Who drops the last reference to one of them waits for the
 * thaw.  That may be the user, and never root's reader, who happens to look at a
 * file when it is closed.
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define DEVICE	"/dev/scratch0"
#define DIR	"/tmp/frozen"
#define FILES	8
/* Two are so long that a reader has to come back. */
#define LONG	2
#define LONG_PAGES 3072
#define PAGES	512
/* Those who pass all files again and again. */
#define PASSERS	3

struct held {
	volatile pid_t pid;
	volatile int fd;
	volatile unsigned int ready;
	volatile unsigned int let_go;
	struct ht_pace pace;
};

struct scene {
	struct held file[FILES];
};

static struct scene *scene;

/* The tenant: a process for each file, as it may have to wait for the thaw -------------- */

static void hold_deleted(void *ctx)
{
	struct held *h = ctx;
	char path[64];

	h->pid = ht_pid();
	snprintf(path, sizeof(path), DIR "/%d", h->pid);
	h->fd = st_file(path);
	st_write(h->fd, 0, h - scene->file < LONG ? LONG_PAGES : PAGES);
	st_clean(h->fd);
	unlink(path);
	h->ready = 1;
	if (ht_reaches(&h->let_go, 1, 100000))
		close(h->fd);
}

static void be_hostile(void *ctx)
{
	struct scene *s = ctx;
	unsigned int i;

	for (i = 0; i < FILES; i++)
		ht_spawn(hold_deleted, &s->file[i]);
	for (i = 0; i < FILES; i++)
		if (!ht_reaches(&s->file[i].ready, 1, 20000))
			ktap_die("file %u isn't there", i);
}

/* Root ------------------------------------------------------------------------------- */

static void set_frozen(bool frozen)
{
	int fd = open(DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, frozen ? FIFREEZE : FITHAW, 0))
		ktap_die("it can't be %s", frozen ? "frozen" : "thawed");
	close(fd);
}

/* Whatever goes wrong, nobody behind this test may wait for ever. */
static void thaw_at_exit(void)
{
	int fd = open(DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	ioctl(fd, FITHAW, 0);
	close(fd);
}

static void ask_about_it(void)
{
	const struct held *h = &scene->file[0];
	char file[64];
	struct ht_about about = {
		.pid = h->pid, .file = file, .dir = DIR, .fs = DIR, .types = "ext4",
	};

	snprintf(file, sizeof(file), "/proc/%d/fd/%d", h->pid, h->fd);
	ht_ask_all(&about, 20000, "frozen");
}

/* The file is closed while the reader pauses, or looks at it. */
static enum ht_outcome outlive(struct held *h)
{
	struct ht_reader r;

	ht_ask_slowly(&r, &h->pace, "filename_index", "/proc/%d/fd/%d group=page", h->pid, h->fd);
	if (!ht_reaches(&h->pace.begun, 1, 10000))
		ktap_die("a reader gets no answer");
	h->let_go = 1;
	/* longer than a lease */
	usleep(150000);
	h->pace.go = 1;
	return ht_outcome(&r, 5000);
}

static void outlive_each(void)
{
	unsigned int i, stuck = 0;

	for (i = 0; i < LONG; i++)
		stuck += outlive(&scene->file[i]) == HT_STUCK;
	ktap_equal(stuck, 0, "readers of one file outlive its user");
}

/* All other files are closed while they are passed. */
static void outlive_in_passing(void)
{
	unsigned int i, stuck = 0;
	struct ht_reader r[PASSERS];
	struct ht_pace *pace = ht_shared(PASSERS * sizeof(*pace));

	for (i = 0; i < PASSERS; i++)
		ht_ask_slowly(&r[i], &pace[i], "sb_index", DIR " group=page");
	for (i = 0; i < PASSERS; i++)
		ht_reaches(&pace[i].begun, 1, 5000);
	for (i = 0; i < PASSERS; i++)
		pace[i].go = 1;
	for (i = LONG; i < FILES; i++)
		scene->file[i].let_go = 1;
	for (i = 0; i < PASSERS; i++)
		stuck += ht_outcome(&r[i], 5000) == HT_STUCK;
	ktap_equal(stuck, 0, "readers of all files outlive their users");
}

static bool can_be_unmounted(void *unused)
{
	(void)unused;
	return !umount(DIR);
}

int main(void)
{
	struct ht_tenant t;

	ht_setup();
	if (!st_mount("ext4", DEVICE, DIR))
		ktap_skip_all("no mkfs.ext4");
	chmod(DIR, 0777);
	ht_watch();
	scene = ht_shared(sizeof(*scene));
	ht_start(&t, be_hostile, scene);
	ht_at_exit(thaw_at_exit);
	set_frozen(true);
	ask_about_it();
	outlive_each();
	outlive_in_passing();
	set_frozen(false);
	ktap_ok(ht_end(&t), "thawed, the tenant goes");
	ktap_ok(ht_until(10000, can_be_unmounted, NULL), "the filesystem is unmounted");
	ktap_ok(ht_until(10000, st_is_free, DEVICE), "the device is free");
	ht_nothing_is_left();
	return ktap_end();
}
