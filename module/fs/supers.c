// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: all superblocks of a type
 *
 * iterate_supers_type() is all that a module has to find superblocks without
 * a path.  It pins each by s_count and holds s_umount for the length of a callback,
 * which notes the superblock, or pins it by s_active.  It waits for s_umount
 * of each, or until it is mounted, and no signal ends that: a filesystem whose
 * server doesn't answer would hang the reader, and one that is unmounted by a
 * user belongs to that user.  So it runs in a worker, for which the reader
 * waits killably, and not for longer than it makes headway.  A type has one pass
 * at a time: who comes meanwhile waits for its end, likewise.  A pass that nobody
 * waits for any more ends by itself, and until then there is no other.  So whatever
 * is tried, and killed, at most one worker for each type hangs, with one reference
 * to this module and one to the type's.
 *
 * get_fs_type() loads a module for a name that it doesn't know.  Looking is to
 * change nothing, so the name must stand in /proc/filesystems first.
 */
#include <linux/blkdev.h>
#include <linux/cred.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/kdev_t.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "../compat/super.h"
#include "drop.h"
#include "lease.h"
#include "supers.h"

/* More superblocks of one type than this are an error, not a list. */
#define SUPERS_MAX	65536
/* Bytes of /proc/filesystems: a line is a name of some bytes. */
#define KNOWN_MAX	16384

/* A pass that came no further for so long is stuck. */
#define STUCK		(2 * HZ)

static struct workqueue_struct *supers_wq;

/* Passes under way, one a type at the most, and who waits for the end of one. */
static LIST_HEAD(passes);
static DEFINE_SPINLOCK(passes_lock);
static DECLARE_WAIT_QUEUE_HEAD(pass_ended);

/**
 * struct pass - one pass over the superblocks of a type
 * @node: in the list of those under way
 * @work: the worker
 * @type: the type
 * @super: the superblock to pin; addr NULL: note them all
 * @sb: @super, pinned by s_active for the reader
 * @list: what was noted
 * @nr: superblocks passed
 * @room: how many fit @list
 * @moved: jiffies when it passed the last one, or began
 * @under_way: the worker uses it; others but @sb, @nr, @moved and @left, by the lock
 * @left: the reader is gone, the worker frees it
 */
struct pass {
	struct list_head node;
	struct work_struct work;
	struct file_system_type *type;
	struct pagesnap_super super;
	struct super_block *sb;
	struct pagesnap_super *list;
	u32 nr;
	u32 room;
	unsigned long moved;
	bool under_way;
	bool left;
};

/**
 * pagesnap_supers_setup() - prepare, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_supers_setup(void)
{
	supers_wq = alloc_workqueue("pagesnap-supers", WQ_UNBOUND, 0);
	return supers_wq ? 0 : -ENOMEM;
}

/**
 * pagesnap_supers_teardown() - end of module: no pass is left, since each pins the module
 */
void pagesnap_supers_teardown(void)
{
	destroy_workqueue(supers_wq);
}

static void pass_free(struct pass *p)
{
	module_put(p->type->owner);
	kvfree(p->list);
	kfree(p);
}

/* Who left wants no pin any more, which would stay for as long as the pass does. */
static void pin(struct pass *p, struct super_block *sb)
{
	spin_lock(&passes_lock);
	if (!p->left && !p->sb && atomic_inc_not_zero(&sb->s_active))
		p->sb = sb;
	spin_unlock(&passes_lock);
}

/* Context: s_umount is held for reading. */
static void look_at(struct super_block *sb, void *ctx)
{
	struct pass *p = ctx;

	if (!p->super.addr) {
		if (p->nr < p->room)
			p->list[p->nr] = (struct pagesnap_super){ sb, sb->s_dev };
	} else if (p->super.addr == sb && p->super.dev == sb->s_dev) {
		pin(p, sb);
	}
	WRITE_ONCE(p->nr, p->nr + 1);
	WRITE_ONCE(p->moved, jiffies);
}

static void pass_work(struct work_struct *work)
{
	struct pass *p = container_of(work, struct pass, work);
	bool left;

	iterate_supers_type(p->type, look_at, p);
	spin_lock(&passes_lock);
	left = p->left;
	p->under_way = false;
	list_del(&p->node);
	spin_unlock(&passes_lock);
	if (left)
		pass_free(p);
	wake_up_all(&pass_ended);
	/* destroy_workqueue() waits for the rest of this function. */
	module_put(THIS_MODULE);
}

static struct pass *pass_new(struct file_system_type *type, u32 room)
{
	struct pass *p = kzalloc(sizeof(*p), GFP_KERNEL_ACCOUNT);

	if (!p)
		return NULL;
	p->list = room ? kvmalloc_array(room, sizeof(*p->list), GFP_KERNEL_ACCOUNT) : NULL;
	if (room && !p->list) {
		kfree(p);
		return NULL;
	}
	INIT_WORK(&p->work, pass_work);
	p->type = type;
	p->room = room;
	/* Each is pinned already: the module by an open file, the type by our caller. */
	__module_get(type->owner);
	return p;
}

/* The reader is through with it. Return: what it pinned, NULL if nothing. */
static struct super_block *pass_leave(struct pass *p)
{
	struct super_block *sb;
	bool under_way;

	spin_lock(&passes_lock);
	under_way = p->under_way;
	sb = p->sb;
	p->sb = NULL;
	p->left = true;
	spin_unlock(&passes_lock);
	if (!under_way)
		pass_free(p);
	return sb;
}

/* Context: passes_lock. Return: the pass over a type that is under way, or NULL. */
static struct pass *pass_of(const struct file_system_type *type)
{
	struct pass *p;

	list_for_each_entry(p, &passes, node)
		if (p->type == type)
			return p;
	return NULL;
}

static bool begin(struct pass *p)
{
	bool began;

	spin_lock(&passes_lock);
	began = !pass_of(p->type);
	if (began) {
		p->under_way = true;
		p->moved = jiffies;
		list_add(&p->node, &passes);
		__module_get(THIS_MODULE);
	}
	spin_unlock(&passes_lock);
	if (began)
		queue_work(supers_wq, &p->work);
	return began;
}

/* Is there something to wait for: the end of @p, or, before it began, of another one? */
static bool must_wait(const struct pass *p, bool began)
{
	bool wait;

	spin_lock(&passes_lock);
	wait = began ? p->under_way : !!pass_of(p->type);
	spin_unlock(&passes_lock);
	return wait;
}

/* Jiffies until the pass under way counts as stuck. @passed: by it, so far. */
static long time_left(const struct pass *p, u32 *passed)
{
	const struct pass *other;
	long left = STUCK;

	spin_lock(&passes_lock);
	other = pass_of(p->type);
	if (other) {
		left = (long)(READ_ONCE(other->moved) + STUCK - jiffies);
		*passed = READ_ONCE(other->nr);
	}
	spin_unlock(&passes_lock);
	return left;
}

/* Return: 0, -EINTR if the reader was killed, -EBUSY if a superblock doesn't let go. */
static int pass_wait(const struct pass *p, bool began, u32 *passed)
{
	long left, ended;

	do {
		left = time_left(p, passed);
		if (left <= 0)
			return must_wait(p, began) ? -EBUSY : 0;
		ended = wait_event_killable_timeout(pass_ended, !must_wait(p, began), left);
	} while (!ended);
	return ended < 0 ? -EINTR : 0;
}

/* Return: as pass_wait(); @passed: superblocks before the one that doesn't let go. */
static int pass_run(struct pass *p, u32 *passed)
{
	int err;

	while (!begin(p)) {
		err = pass_wait(p, false, passed);
		if (err)
			return err;
	}
	return pass_wait(p, true, passed);
}

/* Note all superblocks of s->type; none if there is one that doesn't let go. */
static int note_all(struct pagesnap_supers *s)
{
	u32 room = 64, nr, passed = 0;
	struct pass *p;
	int err;

	for (;;) {
		p = pass_new(s->type, room);
		if (!p)
			return -ENOMEM;
		err = pass_run(p, &passed);
		/* Before it is done it's the worker's. */
		nr = err ? 0 : p->nr;
		if (!err && nr <= room) {
			s->list = p->list;
			s->nr = nr;
			p->list = NULL;
		}
		pass_leave(p);
		if (err == -EBUSY) {
			s->busy = passed + 1;
			return 0;
		}
		if (err || nr <= room)
			return err;
		if (nr > SUPERS_MAX)
			return -E2BIG;
		/* Some may be mounted meanwhile. */
		room = nr + nr / 4;
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

/* Return: 0 with s->type pinned, NULL for bdev; -ENODEV, -EOPNOTSUPP. */
static int find_type(struct pagesnap_supers *s, const char *type, u32 len)
{
	char name[32];

	if (len == 4 && !memcmp(type, "bdev", 4))
		return 0;
	if (len < sizeof(name)) {
		memcpy(name, type, len);
		name[len] = '\0';
		/* Behind a dot get_fs_type() takes a subtype. */
		if (!strchr(name, '.') && is_known(name))
			s->type = get_fs_type(name);
	}
	if (!s->type)
		return -ENODEV;
	return compat_type_hides_supers(s->type) ? -EOPNOTSUPP : 0;
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
	struct pagesnap_supers s = { };
	int err = find_type(&s, type, len);

	pagesnap_supers_drop(&s);
	return err;
}

/**
 * pagesnap_supers_find() - note the superblocks of a type
 * @s: zeroed; pagesnap_supers_drop() is owed in any case
 * @type: name of the type, not terminated
 * @len: bytes of it
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0, as pagesnap_supers_check(), -E2BIG if there are more than can be noted,
 * -ENOMEM or -EINTR.
 */
int pagesnap_supers_find(struct pagesnap_supers *s, const char *type, u32 len)
{
	int err = find_type(s, type, len);

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

/**
 * pagesnap_supers_take() - lease a superblock that was noted
 * @s: of pagesnap_supers_find()
 * @super: one of its list
 * @l: empty lease; in use afterwards if this works
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 1, 0 if that superblock is no more, -EBUSY if one of its type doesn't let
 * go, -ENOMEM or -EINTR.
 */
int pagesnap_supers_take(const struct pagesnap_supers *s, const struct pagesnap_super *super,
			 struct pagesnap_lease *l)
{
	struct super_block *sb;
	struct pass *p;
	int err, took;
	u32 passed;

	if (!s->type)
		return pagesnap_lease_take(l, blockdev_superblock, NULL);
	p = pass_new(s->type, 0);
	if (!p)
		return -ENOMEM;
	p->super = *super;
	err = pass_run(p, &passed);
	sb = pass_leave(p);
	if (!sb)
		return err;
	/* It may be unmounted by now: that reference is the lease's, whatever comes. */
	took = pagesnap_lease_take(l, sb, NULL);
	deactivate_super(sb);
	return err == -EINTR ? err : took;
}

/**
 * pagesnap_supers_drop() - forget them
 * @s: zeroed, or of pagesnap_supers_find()
 */
void pagesnap_supers_drop(struct pagesnap_supers *s)
{
	if (s->type)
		module_put(s->type->owner);
	kvfree(s->list);
	s->type = NULL;
	s->list = NULL;
	s->nr = 0;
	s->busy = 0;
}
