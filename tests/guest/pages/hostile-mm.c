// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,tasks needs=userns,fuse disturbs=mounts */
/*
 * A process makes root's reader the last one that holds its memory: the reader
 * waits for mmap_lock, which an mmap() holds until FUSE answers; meanwhile the
 * process is killed.  The end of its memory then waits for something else that
 * FUSE never answers, and may not do so in the reader.
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define LOCK	HT_HOME "/lock"		/* FUSE that keeps mmap_lock held */
#define END	HT_HOME "/end"		/* FUSE that keeps the memory from ending */

/* So many that one of them is the last. */
#define READERS 8

struct scene {
	struct ht_fuse *lock;
	struct ht_fuse *end;
	void (*entangle)(void);		/* what the memory's end will wait for */
	int withheld;			/* and its opcode */
	volatile pid_t target;
	volatile unsigned int entangled;
};

static int must_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		ktap_die("%s can't be opened", path);
	return fd;
}

/* What never ends ------------------------------------------------------------- */

/* exit_aio() waits for it. */
static void read_async(void)
{
	static char page[ST_PAGE] __attribute__((aligned(ST_PAGE)));
	int fd = must_open(END "/f2", O_RDONLY | O_DIRECT);
	struct iocb cb = {
		.aio_fildes = fd, .aio_lio_opcode = IOCB_CMD_PREAD, .aio_nbytes = sizeof(page),
		.aio_buf = (uintptr_t)page,
	}, *list[] = { &cb };
	aio_context_t ctx = 0;

	if (syscall(SYS_io_setup, 4, &ctx) || syscall(SYS_io_submit, ctx, 1, list) != 1)
		ktap_die("asynchronous read");
}

/*
 * The last fput() writes the file's times back, and waits for the answer, if it is
 * the process itself that does it: FUSE takes no request of a uid that the user's
 * namespace doesn't have, as root's is.
 */
static void map_dirty(void)
{
	int fd = must_open(END "/f3", O_RDWR);
	char *at = mmap(NULL, ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		ktap_die("mmap() of a file on FUSE");
	/* Before it is dirty: close() would write the times back, too. */
	close(fd);
	*at = 1;
}

/* The tenant ------------------------------------------------------------------- */

static void hold_mmap_lock(void *ctx)
{
	struct scene *s = ctx;
	int fd = must_open(LOCK "/f1", O_RDONLY);

	s->entangle();
	s->target = ht_pid();
	s->entangled = 1;
	ht_mmap_held(fd);
}

static void be_hostile(void *ctx)
{
	struct scene *s = ctx;

	ht_fuse_mount(s->end, END);
	ht_fuse_hold_mmaps(s->lock, LOCK);
	ht_spawn(hold_mmap_lock, s);
}

/* Root -------------------------------------------------------------------------- */

static bool is_gone(void *ctx)
{
	pid_t pid = *(pid_t *)ctx;

	return kill(pid, 0) && errno == ESRCH;
}

/* Return: how many wait. */
static unsigned int have_wait(struct ht_reader r[READERS], pid_t target)
{
	unsigned int i, waiting = 0;

	for (i = 0; i < READERS; i++)
		ht_ask(&r[i], "task_index", "%d", target);
	for (i = 0; i < READERS; i++)
		waiting += ht_waits(r[i].pid, 2000);
	return waiting;
}

/* Readers are there when the process is killed; one is left with its memory. */
static void outlive(struct scene *s, const char *name)
{
	unsigned int i, tries, waiting, stuck = 0;
	struct ht_reader r[READERS];
	pid_t target = s->target;

	waiting = have_wait(r, target);
	/* none waits for longer than a second, in which a slow machine doesn't see all of them */
	for (tries = 0; tries < 5 && waiting < READERS; tries++) {
		for (i = 0; i < READERS; i++)
			ht_outcome(&r[i], 20000);
		waiting = have_wait(r, target);
	}
	ktap_equal(waiting, READERS, "%s: readers wait for mmap_lock", name);
	kill(target, SIGKILL);
	ht_fuse_answer(s->lock, FUSE_READ);
	for (i = 0; i < READERS; i++)
		stuck += ht_outcome(&r[i], 2000) == HT_STUCK;
	ktap_note("%s: its end waits for %u answers", name, s->end->held[s->withheld]);
	ktap_ok(!stuck, "%s: the readers are answered or die of SIGKILL", name);
}

/* Readers while mmap_lock is held, one after the other. */
static void ask_meanwhile(struct scene *s, const char *name)
{
	struct ht_about about = { .pid = s->target };

	ht_ask_all(&about, 500, name);
}

static void play(const char *name, void (*entangle)(void), int withheld)
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ht_tenant t;
	pid_t target;

	s->lock = ht_fuse();
	s->end = ht_fuse();
	s->end->init_flags = FUSE_ASYNC_DIO | FUSE_WRITEBACK_CACHE;
	s->withheld = withheld;
	ht_fuse_withhold(s->end, withheld);
	s->entangle = entangle;
	ht_start(&t, be_hostile, s);
	if (!ht_reaches(&s->entangled, 1, 10000) || !ht_waits(s->target, 10000)) {
		ht_report_where(s->target);
		ktap_die("mmap_lock isn't held");
	}
	target = s->target;
	ask_meanwhile(s, name);
	outlive(s, name);
	ht_fuse_answer_all(s->end);
	ktap_ok(ht_end(&t), "%s: the tenant goes", name);
	ktap_ok(ht_until(5000, is_gone, &target), "%s: and the process", name);
}

int main(void)
{
	ht_setup();
	ht_watch();
	play("asynchronous read", read_async, FUSE_READ);
	play("dirty mapping", map_dirty, FUSE_SETATTR);
	ht_nothing_is_left();
	return ktap_end();
}
