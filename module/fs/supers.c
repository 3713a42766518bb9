// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: all superblocks of a type
 *
 * Those that are there when the answer begins are noted, without a reference, and reported
 * in turn.  Each turn needs the superblock pinned, and finding one means passing all of
 * them (pass.c).  So one pass pins the next 256 of the list, which are taken from there
 * one by one (ahead.c): of N superblocks N / 256 passes, and one more for each 100 ms.
 *
 * None that lives all the time is missed, or reported twice:
 * - New superblocks come at the head of the kernel's list, and none ever moves.  So the
 *   pass that notes comes by each of the others once, if it was whole, and is repeated if
 *   it wasn't.
 * - What was noted is a list of our own, in which each superblock is once.  An
 *   entry leaves it when its superblock was pinned; or when that is no more: it was not
 *   found by a pass that was whole, or nobody but us pinned it.  Any other stays, and is
 *   wanted by the next pass.  It doesn't matter what else a pass comes by, or in which
 *   order.
 * - A superblock that took the address and the device number of one that is gone is
 *   reported in its place: instead, once, and not noted otherwise, since it is newer.
 *
 * get_fs_type() loads a module for a name that it doesn't know.  Looking is to
 * change nothing, so the name must stand in /proc/filesystems first.
 */
#include <linux/blkdev.h>
#include <linux/cred.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "../compat/super.h"
#include "drop.h"
#include "lease.h"
#include "supers.h"

/* More superblocks of one type than this are an error, not a list. */
#define SUPERS_MAX	65536
/* A pass that was cut short is repeated, in the next jiffy, so many times. */
#define TRIES		10
/* Bytes of /proc/filesystems: a line is a name of some bytes. */
#define KNOWN_MAX	16384

/**
 * pagesnap_supers_setup() - prepare, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_supers_setup(void)
{
	int err = pagesnap_pass_setup();

	if (err)
		return err;
	err = pagesnap_ahead_setup();
	if (err)
		pagesnap_pass_teardown();
	return err;
}

/**
 * pagesnap_supers_teardown() - end of module, with no session left
 */
void pagesnap_supers_teardown(void)
{
	pagesnap_ahead_teardown();
	pagesnap_pass_teardown();
}

/* The superblock that a pass waited for is out of the way in a moment. */
static int try_again(void)
{
	schedule_timeout_killable(1);
	return fatal_signal_pending(current) ? -EINTR : 0;
}

/* Take over the list of a pass that found room for all of them. */
static int noted(struct pagesnap_supers *s, const struct pagesnap_passed *r)
{
	s->list = r->list;
	s->nr = r->nr;
	/* At least one is left out. */
	s->busy = !r->whole;
	return 0;
}

/* Note all superblocks of s->type; none if there is one that doesn't let go. */
static int note_all(struct pagesnap_supers *s)
{
	struct pagesnap_passed r;
	u32 room = 64, tries = 0;
	int err;

	for (;;) {
		err = pagesnap_pass_note(&r, s->type, room);
		if (!err && r.nr <= room && (r.whole || ++tries == TRIES))
			return noted(s, &r);
		kvfree(r.list);
		if (err == -EBUSY) {
			s->busy = r.nr + 1;
			return 0;
		}
		if (err)
			return err;
		if (r.nr > SUPERS_MAX)
			return -E2BIG;
		if (r.nr > room)
			/* Some may be mounted meanwhile. */
			room = r.nr + r.nr / 4;
		else if (try_again())
			return -EINTR;
	}
}

/* Is @name a line of /proc/filesystems, which are [nodev] TAB NAME? */
static bool has_line(const char *text, ssize_t len, const char *name)
{
	size_t n = strlen(name);
	const char *p = text;

	while ((p = strnstr(p, name, text + len - p))) {
		if (p > text && p[-1] == '\t' && p + n < text + len && p[n] == '\n')
			return true;
		p += n;
	}
	return false;
}

/* Only of procfs: in a container anything may stand there, and opening it may do anything. */
static struct file *open_known(void)
{
	struct file *file;
	struct path path;
	int err = kern_path("/proc/filesystems", LOOKUP_FOLLOW, &path);

	if (err)
		return ERR_PTR(err);
	if (path.dentry->d_sb->s_magic == PROC_SUPER_MAGIC)
		file = dentry_open(&path, O_RDONLY, current_cred());
	else
		file = ERR_PTR(-ENOENT);
	pagesnap_drop_path(&path);
	return file;
}

static bool is_known(const char *name)
{
	struct file *file = open_known();
	char *text = kvmalloc(KNOWN_MAX, GFP_KERNEL_ACCOUNT);
	bool known = false;
	loff_t pos = 0;
	ssize_t len;

	if (text && !IS_ERR(file)) {
		len = kernel_read(file, text, KNOWN_MAX, &pos);
		known = len > 0 && has_line(text, len, name);
	}
	if (!IS_ERR(file))
		fput(file);
	kvfree(text);
	return known;
}

/* Return: 0 with *@found pinned, NULL for bdev; -ENODEV, -EOPNOTSUPP. */
static int find_type(struct file_system_type **found, const char *type, u32 len)
{
	char name[32];

	*found = NULL;

	if (len == 4 && !memcmp(type, "bdev", 4))
		return 0;
	if (len < sizeof(name)) {
		memcpy(name, type, len);
		name[len] = '\0';
		/* Behind a dot get_fs_type() takes a subtype. */
		if (!strchr(name, '.') && is_known(name))
			*found = get_fs_type(name);
	}
	if (!*found)
		return -ENODEV;
	return compat_type_hides_supers(*found) ? -EOPNOTSUPP : 0;
}

/* The one superblock that has the page cache of all block devices. */
static int note_bdev(struct pagesnap_supers *s)
{
	s->list = kvmalloc(sizeof(*s->list), GFP_KERNEL_ACCOUNT);
	if (!s->list)
		return -ENOMEM;
	s->list[0] = (struct pagesnap_super){ blockdev_superblock, blockdev_superblock->s_dev };
	s->nr = 1;
	return 0;
}

/**
 * pagesnap_supers_check() - is there such a type?
 * @type: its name, not terminated
 * @len: bytes of it
 *
 * Return: 0, -ENODEV if there is none, or -EOPNOTSUPP if its superblocks can't be
 * found in this kernel.
 */
int pagesnap_supers_check(const char *type, u32 len)
{
	struct file_system_type *found;
	int err = find_type(&found, type, len);

	if (found)
		module_put(found->owner);
	return err;
}

/**
 * pagesnap_supers_find() - note the superblocks of a type
 * @s: prepared, with none; pagesnap_supers_drop() is owed in any case
 * @type: name of the type, not terminated
 * @len: bytes of it
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0, as pagesnap_supers_check(), -E2BIG if there are more than can be noted,
 * -ENOMEM or -EINTR.
 */
int pagesnap_supers_find(struct pagesnap_supers *s, const char *type, u32 len)
{
	int err = find_type(&s->type, type, len);

	if (err)
		return err;
	return s->type ? note_all(s) : note_bdev(s);
}

/**
 * pagesnap_supers_keep() - forget all but those of one device
 * @s: of pagesnap_supers_find()
 * @major: of the device
 * @minor: of the device; either may be more than there is
 */
void pagesnap_supers_keep(struct pagesnap_supers *s, u32 major, u32 minor)
{
	u32 i, nr = 0;

	for (i = 0; i < s->nr; i++)
		if (MAJOR(s->list[i].dev) == major && MINOR(s->list[i].dev) == minor)
			s->list[nr++] = s->list[i];
	s->nr = nr;
}

/*
 * Pin what is left of @nr noted superblocks.
 * Return: 0: at least one is pinned, or none is there any more; -EBUSY if one of the type
 * doesn't let go, -ENOMEM or -EINTR.  @r->sbs is owed in any case.
 */
static int pin(struct pagesnap_passed *r, struct file_system_type *type,
	       const struct pagesnap_super *wanted, u32 nr)
{
	u32 tries;
	int err;

	for (tries = 0; tries < TRIES; tries++) {
		err = pagesnap_pass_pin(r, type, wanted, nr);
		if (err == -EBUSY && r->pinned)
			err = 0;
		if (err || r->whole || r->pinned)
			return err;
		kvfree(r->sbs);
		r->sbs = NULL;
		if (try_again())
			return -EINTR;
	}
	return -EBUSY;
}

/*
 * Of a pass that was whole, those that are no more come first; of any other, those that
 * were pinned.
 * Return: how many.
 */
static u32 sort_out(struct pagesnap_super *list, const struct pagesnap_passed *r, u32 nr)
{
	u32 i, first = 0;

	for (i = 0; i < nr; i++) {
		if (!r->sbs[i] != r->whole)
			continue;
		swap(list[i], list[first]);
		swap(r->sbs[i], r->sbs[first]);
		first++;
	}
	return first;
}

/* Pin the next ones of the list. Return: as pin(). */
static int look_ahead(struct pagesnap_supers *s)
{
	u32 nr = min(s->nr - s->at, PAGESNAP_PASS_PINS), first;
	struct pagesnap_passed r;
	int err = pin(&r, s->type, s->list + s->at, nr);

	if (!r.sbs)
		return err;
	if (err && !r.pinned) {
		kvfree(r.sbs);
		return err;
	}
	first = sort_out(s->list + s->at, &r, nr);
	if (r.whole) {
		pagesnap_ahead_fill(&s->ahead, r.sbs, first, nr, r.since);
		s->at += first;
		s->gone += first;
	} else {
		pagesnap_ahead_fill(&s->ahead, r.sbs, 0, first, r.since);
	}
	return err;
}

/* @sb: pinned for us by s_active. Return: as pagesnap_lease_take(). */
static int lease(struct pagesnap_lease *l, struct super_block *sb)
{
	/* It may be unmounted by now: that reference is the lease's, whatever comes. */
	int took = pagesnap_lease_take(l, sb, NULL);

	deactivate_super(sb);
	return took;
}

/**
 * pagesnap_supers_next() - lease the next superblock that was noted
 * @s: of pagesnap_supers_find(); @s->gone counts those that are no more
 * @l: empty lease; in use afterwards if this works
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 1; 0 or -EBUSY if there may be more behind one that is no more, or that can't be
 * had because one of its type doesn't let go; -ENOENT after the last, -ENOMEM or -EINTR.
 */
int pagesnap_supers_next(struct pagesnap_supers *s, struct pagesnap_lease *l)
{
	struct super_block *sb;
	int took;

	if (s->at == s->nr)
		return -ENOENT;
	if (!s->type) {
		s->at++;
		return pagesnap_lease_take(l, blockdev_superblock, NULL);
	}
	took = pagesnap_ahead_take(&s->ahead, &sb);
	if (took == -ENOENT) {
		took = look_ahead(s);
		/* What was pinned, or counted, is found by the next call. */
		s->at += took == -EBUSY;
		return took;
	}
	s->at++;
	s->gone += !took;
	return took ? lease(l, sb) : 0;
}

/**
 * pagesnap_supers_again() - lease the superblock once more that was the last one leased
 * @s: of pagesnap_supers_find()
 * @l: empty lease; in use afterwards if this works
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 1, 0 if that superblock is no more, -EBUSY if one of its type doesn't let
 * go, -ENOMEM or -EINTR.
 */
int pagesnap_supers_again(const struct pagesnap_supers *s, struct pagesnap_lease *l)
{
	struct super_block *sb = NULL;
	struct pagesnap_passed r;
	int err;

	if (!s->type)
		return pagesnap_lease_take(l, blockdev_superblock, NULL);
	err = pin(&r, s->type, &s->list[s->at - 1], 1);
	if (r.sbs)
		sb = r.sbs[0];
	kvfree(r.sbs);
	if (!sb)
		return err;
	return lease(l, sb) ? err ?: 1 : 0;
}

/**
 * pagesnap_supers_init() - with none
 * @s: zeroed
 */
void pagesnap_supers_init(struct pagesnap_supers *s)
{
	pagesnap_ahead_init(&s->ahead);
}

/**
 * pagesnap_supers_drop() - forget them
 * @s: prepared, or of pagesnap_supers_find()
 */
void pagesnap_supers_drop(struct pagesnap_supers *s)
{
	pagesnap_ahead_drop(&s->ahead);
	if (s->type)
		module_put(s->type->owner);
	kvfree(s->list);
	s->type = NULL;
	s->list = NULL;
	s->nr = 0;
	s->busy = 0;
}
