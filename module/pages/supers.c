// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: all superblocks of a type
 *
 * iterate_supers_type() is all that a module has to find superblocks without
 * a path.  It holds each by s_count and s_umount for the length of a callback,
 * which notes the superblock, or pins it by s_active.  It waits for s_umount
 * of each, and no signal ends that: a filesystem whose unmount hangs would
 * hang the reader.  So it runs in a worker, for which the reader waits
 * killably; what the worker needs lives until the last of the two is done
 * with it, and holds the module and that of the type.
 *
 * get_fs_type() loads a module for a name that it doesn't know.  Looking is to
 * change nothing, so the name must stand in /proc/filesystems first.
 */
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/cred.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kref.h>
#include <linux/magic.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "../compat/super.h"
#include "../core/lease.h"
#include "supers.h"

/* More superblocks of one type than this are an error, not a list. */
#define SUPERS_MAX	65536
/* Bytes of /proc/filesystems: a line is a name of some bytes. */
#define KNOWN_MAX	16384

static struct workqueue_struct *supers_wq;

/**
 * struct pass - one pass over the superblocks of a type
 * @ref: of the reader and the worker
 * @work: the worker
 * @done: it is through
 * @type: the type
 * @super: the superblock to pin; addr NULL: note them all
 * @sb: @super, pinned by s_active; whoever sets it to NULL owns that
 * @list: what was noted
 * @nr: how many there are
 * @room: how many fit @list
 */
struct pass {
	struct kref ref;
	struct work_struct work;
	struct completion done;
	struct file_system_type *type;
	struct pagesnap_super super;
	struct super_block *sb;
	struct pagesnap_super *list;
	u32 nr;
	u32 room;
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
 * pagesnap_supers_teardown() - end of module: no pass is left, they hold it
 */
void pagesnap_supers_teardown(void)
{
	destroy_workqueue(supers_wq);
}

/* Context: may sleep: a pin that the reader didn't wait for may be the last. */
static void pass_free(struct kref *ref)
{
	struct pass *p = container_of(ref, struct pass, ref);

	if (p->sb)
		deactivate_super(p->sb);
	module_put(p->type->owner);
	kvfree(p->list);
	kfree(p);
}

/* Context: s_umount is held for reading. */
static void look_at(struct super_block *sb, void *ctx)
{
	struct pass *p = ctx;

	if (p->super.addr) {
		if (p->super.addr == sb && p->super.dev == sb->s_dev && !p->sb &&
		    atomic_inc_not_zero(&sb->s_active))
			p->sb = sb;
		return;
	}
	if (p->nr < p->room)
		p->list[p->nr] = (struct pagesnap_super){ sb, sb->s_dev };
	p->nr++;
}

static void pass_work(struct work_struct *work)
{
	struct pass *p = container_of(work, struct pass, work);

	iterate_supers_type(p->type, look_at, p);
	complete(&p->done);
	kref_put(&p->ref, pass_free);
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
	kref_init(&p->ref);
	INIT_WORK(&p->work, pass_work);
	init_completion(&p->done);
	p->type = type;
	p->room = room;
	/* Each is held already: the module by an open file, the type by our caller. */
	__module_get(type->owner);
	return p;
}

/* Return: 0, or -EINTR if the reader was killed; it has its reference still. */
static int pass_run(struct pass *p)
{
	__module_get(THIS_MODULE);
	kref_get(&p->ref);
	queue_work(supers_wq, &p->work);
	return wait_for_completion_killable(&p->done) ? -EINTR : 0;
}

/* Note all superblocks of s->type. */
static int note_all(struct pagesnap_supers *s)
{
	u32 room = 64, nr;
	struct pass *p;
	int err;

	for (;;) {
		p = pass_new(s->type, room);
		if (!p)
			return -ENOMEM;
		err = pass_run(p);
		/* Before it is done it's the worker's. */
		nr = err ? 0 : p->nr;
		if (!err && nr <= room) {
			s->list = p->list;
			s->nr = nr;
			p->list = NULL;
		}
		kref_put(&p->ref, pass_free);
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
	path_put(&path);
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

static bool is_bdev(const struct pagesnap_query *q, const char *text)
{
	return q->type.len == 4 && !memcmp(text + q->type.off, "bdev", 4);
}

/* Return: 0 with s->type, which is held, none for bdev; -ENODEV, -EOPNOTSUPP. */
static int find_type(struct pagesnap_supers *s, const struct pagesnap_query *q, const char *text,
		     struct pagesnap_fault *f)
{
	char name[32];

	if (is_bdev(q, text))
		return 0;
	if (q->type.len < sizeof(name)) {
		memcpy(name, text + q->type.off, q->type.len);
		name[q->type.len] = '\0';
		/* Behind a dot get_fs_type() takes a subtype. */
		if (!strchr(name, '.') && is_known(name))
			s->type = get_fs_type(name);
	}
	if (s->type && compat_type_hides_supers(s->type))
		return pagesnap_fault(f, -EOPNOTSUPP, q->type.off,
				      "this kernel hides the filesystems of this type: name a path");
	if (s->type)
		return 0;
	return pagesnap_fault(f, -ENODEV, q->type.off,
			      "no filesystem of this type: see /proc/filesystems");
}

/* The one superblock that holds the page cache of all block devices. */
static int find_bdev(struct pagesnap_supers *s, struct pagesnap_fault *f)
{
	s->list = kvmalloc(sizeof(*s->list), GFP_KERNEL_ACCOUNT);
	if (!s->list)
		return pagesnap_fault(f, -ENOMEM, 0, "no memory");
	s->list[0] = (struct pagesnap_super){ blockdev_superblock, blockdev_superblock->s_dev };
	s->nr = 1;
	return 0;
}

/* Leave only those with the device of dev=. */
static int keep_dev(struct pagesnap_supers *s, const struct pagesnap_query *q,
		    struct pagesnap_fault *f)
{
	u32 i, nr = 0;

	for (i = 0; i < s->nr; i++)
		if (MAJOR(s->list[i].dev) == q->dev_major && MINOR(s->list[i].dev) == q->dev_minor)
			s->list[nr++] = s->list[i];
	s->nr = nr;
	if (nr)
		return 0;
	return pagesnap_fault(f, -ENODEV, q->type.off, "no filesystem of this type on this device");
}

/**
 * pagesnap_supers_check() - is there such a type?
 * @q: query with a type
 * @text: its line
 * @f: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @f.
 */
int pagesnap_supers_check(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_fault *f)
{
	struct pagesnap_supers s = { };
	int err = find_type(&s, q, text, f);

	pagesnap_supers_drop(&s);
	return err;
}

/**
 * pagesnap_supers_find() - note the superblocks that a query is about
 * @s: zeroed; pagesnap_supers_drop() is owed in any case
 * @q: query with a type
 * @text: its line
 * @f: what is wrong, if something is
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0 or the negative errno in @f.
 */
int pagesnap_supers_find(struct pagesnap_supers *s, const struct pagesnap_query *q,
			 const char *text, struct pagesnap_fault *f)
{
	int err;

	if (find_type(s, q, text, f))
		return f->err;
	if (!s->type)
		return find_bdev(s, f);
	err = note_all(s);
	if (err == -E2BIG)
		return pagesnap_fault(f, err, q->type.off,
				      "too many filesystems of this type: name a path");
	if (err == -ENOMEM)
		return pagesnap_fault(f, err, 0, "no memory");
	if (err)
		return pagesnap_fault(f, err, q->type.off, "the reader was killed");
	return q->has_dev ? keep_dev(s, q, f) : 0;
}

/**
 * pagesnap_supers_take() - lease a superblock that was noted
 * @s: of pagesnap_supers_find()
 * @super: one of its list
 * @l: empty lease; in use afterwards if this works
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 1, 0 if that superblock is no more, -ENOMEM or -EINTR.
 */
int pagesnap_supers_take(const struct pagesnap_supers *s, const struct pagesnap_super *super,
			 struct pagesnap_lease *l)
{
	struct pass *p;
	int err;

	if (!s->type)
		return pagesnap_lease_take(l, blockdev_superblock, NULL);
	p = pass_new(s->type, 0);
	if (!p)
		return -ENOMEM;
	p->super = *super;
	err = pass_run(p);
	if (!err && p->sb)
		err = pagesnap_lease_take(l, p->sb, NULL);
	kref_put(&p->ref, pass_free);
	return err;
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
}
