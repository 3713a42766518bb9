// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,supers needs=userns,fuse disturbs=mounts */
/*
 * A superblock that an unprivileged user keeps locked for as long as he likes: it
 * is being mounted, and that waits for FUSE.  Who asks for all of its type comes to
 * it.  A remount of FUSE itself is no such way: it waits for a worker of the kernel,
 * whose uid the user's namespace doesn't have, so that no request comes of it.
 */
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

/* Readers who give up, one after the other. */
#define READERS	24
/* What may be left of them all while the superblock is locked. */
#define LEFT	4

struct scene {
	struct ht_fuse *fuse;
	volatile pid_t pid;
};

/* Tenants -------------------------------------------------------------------------- */

/* overlayfs asks how long names may be while nobody else may look at it. */
static void mount_overlay(void *ctx)
{
	struct scene *s = ctx;

	s->pid = ht_pid();
	mount("hostile", HT_HOME "/merged", "overlay", 0,
	      "lowerdir=" HT_HOME "/fuse/d1:" HT_HOME "/below");
}

static void keep_mounting(void *ctx)
{
	struct scene *s = ctx;

	mkdir(HT_HOME "/merged", 0700);
	mkdir(HT_HOME "/below", 0700);
	ht_fuse_mount(s->fuse, HT_HOME "/fuse");
	ht_fuse_withhold(s->fuse, FUSE_STATFS);
	ht_spawn(mount_overlay, s);
	if (!ht_fuse_holds(s->fuse, FUSE_STATFS, 1)) {
		ht_fuse_tell(s->fuse);
		ktap_die("the overlay doesn't ask");
	}
}

/* Root ------------------------------------------------------------------------------- */

/* Each is killed after a moment: what they leave behind must not add up. */
static void ask_and_give_up(const char *type)
{
	struct ht_reader r[READERS];
	unsigned int i, stuck = 0;

	for (i = 0; i < READERS; i++)
		ht_ask(&r[i], "sb_index", "type:%s group=object", type);
	for (i = 0; i < READERS; i++)
		stuck += ht_outcome(&r[i], 100) == HT_STUCK;
	ktap_equal(stuck, 0, "%s: readers are answered or die of SIGKILL", type);
}

static bool few_are_left(void *unused)
{
	(void)unused;
	return or_number("/sys/module/pagesnap/refcnt", "") <= LEFT;
}

static void ask(pid_t pid, const char *type)
{
	struct ht_about about = { .pid = pid, .types = type };

	ask_and_give_up(type);
	if (!ktap_ok(ht_until(2000, few_are_left, NULL), "%s: what they leave doesn't add up", type))
		ktap_note("refcnt %llu", (unsigned long long)
			  or_number("/sys/module/pagesnap/refcnt", ""));
	ktap_equal(ht_answer(20000, "sb_index", "type:tmpfs group=object"), HT_ANSWERED,
		   "%s: another type is answered", type);
	ktap_equal(ht_answer(20000, "sb_index", "/ group=total"), HT_ANSWERED,
		   "%s: another filesystem is answered", type);
	ht_ask_all(&about, 500, type);
}

static void play(const char *type, void (*be)(void *ctx))
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ht_tenant t;

	s->fuse = ht_fuse();
	ht_start(&t, be, s);
	ask(s->pid, type);
	ht_fuse_answer_all(s->fuse);
	ktap_equal(ht_answer(20000, "sb_index", "type:%s", type), HT_ANSWERED,
		   "%s: it is answered when FUSE answers", type);
	ktap_ok(ht_end(&t), "%s: the tenant goes", type);
}

int main(void)
{
	ht_setup();
	ht_watch();
	play("overlay", keep_mounting);
	ht_nothing_is_left();
	return ktap_end();
}
