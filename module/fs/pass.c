// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a pass over all superblocks of a type
 *
 * iterate_supers_type() is all that a module has to find superblocks without
 * a path.  It pins each by s_count and holds s_umount for the length of a callback,
 * which notes the superblock, or pins it by s_active if it is wanted: up to 256 in
 * one pass.  It waits for s_umount of each, or until it is mounted, and no signal
 * ends that: a filesystem whose server doesn't answer would hang the reader, and one
 * that is unmounted by a user belongs to that user.  So it runs in a worker, for
 * which the reader waits killably, and not for longer than it makes headway.  A type
 * has one pass at a time: who comes meanwhile waits for its end, likewise.  A pass
 * that nobody waits for any more ends by itself, and until then there is no other.
 * So whatever is tried, and killed, at most one worker for each type hangs, with one
 * reference to this module and one to the type's.
 *
 * Nobody waits for the end once all that was wanted is pinned; nor, with part of
 * it, if the rest doesn't come: what is pinned is not pinned for the sake of a superblock
 * that is stuck.  Who left wants no pin any more.
 *
 * What a pass doesn't see: those mounted after it began, which come before all
 * others in the list; and if the superblock that it waits for leaves the list
 * meanwhile, all those behind that one, since the kernel's loop takes it for the end.
 * So a pass is whole only if the last superblock it came by was the end of the list.
 */
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "addrs.h"
#include "pass.h"

/* A pass that came no further for so long is stuck. */
#define STUCK		(2 * HZ)
/* What was pinned waits for so long, or twice, for the others that are wanted. */
#define WAIT		max(1, HZ / 20)

static struct workqueue_struct *pass_wq;

/* Passes under way, one a type at the most, and who waits for the end of one. */
static LIST_HEAD(passes);
static DEFINE_SPINLOCK(passes_lock);
static DECLARE_WAIT_QUEUE_HEAD(pass_moved);

/**
 * struct pass - one pass over the superblocks of a type
 * @node: in the list of those under way
 * @work: the worker
 * @type: the type
 * @wanted: superblocks to pin; NULL: note them all
 * @nr_wanted: how many
 * @at: which is wanted at an address
 * @room: how many fit r.list
 * @r: what it came by
 * @moved: jiffies when it passed the last one, or began
 * @at_end: that was the end of the list
 * @under_way: the worker uses it; others but r.sbs, r.pinned, r.since, r.nr, @moved and
 *	@left, by the lock
 * @left: the reader is gone, the worker frees it
 */
struct pass {
	struct list_head node;
	struct work_struct work;
	struct file_system_type *type;
	struct pagesnap_super *wanted;
	u32 nr_wanted;
	struct pagesnap_addrs at;
	u32 room;
	struct pagesnap_passed r;
	unsigned long moved;
	bool at_end;
	bool under_way;
	bool left;
};

/**
 * pagesnap_pass_setup() - prepare, at module load
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_pass_setup(void)
{
	pass_wq = alloc_workqueue("pagesnap-supers", WQ_UNBOUND, 0);
	return pass_wq ? 0 : -ENOMEM;
}

/**
 * pagesnap_pass_teardown() - end of module: no pass is left, since each pins the module
 */
void pagesnap_pass_teardown(void)
{
	destroy_workqueue(pass_wq);
}

static void pass_free(struct pass *p)
{
	module_put(p->type->owner);
	kvfree(p->r.list);
	kvfree(p->r.sbs);
	kvfree(p->wanted);
	kvfree(p->at.slots);
	kfree(p);
}

/* Context: passes_lock. */
static bool has_all(const struct pass *p)
{
	return p->wanted && p->r.pinned == p->nr_wanted;
}

/* Who left wants no pin any more, which would stay for as long as the pass does. */
static bool pin(struct pass *p, struct super_block *sb, u32 i)
{
	bool all;

	spin_lock(&passes_lock);
	if (!p->left && !p->r.sbs[i] && atomic_inc_not_zero(&sb->s_active)) {
		if (!p->r.pinned++)
			p->r.since = jiffies;
		p->r.sbs[i] = sb;
	}
	all = has_all(p);
	spin_unlock(&passes_lock);
	return all;
}

static void pin_wanted(struct pass *p, struct super_block *sb)
{
	u32 slot, n;

	pagesnap_addrs_each(&p->at, sb, slot, n) {
		if (p->wanted[n - 1].addr != sb || p->wanted[n - 1].dev != sb->s_dev)
			continue;
		if (pin(p, sb, n - 1))
			wake_up_all(&pass_moved);
		return;
	}
}

/* Context: s_umount is held for reading. */
static void look_at(struct super_block *sb, void *ctx)
{
	struct pass *p = ctx;

	if (p->wanted)
		pin_wanted(p, sb);
	else if (p->r.nr < p->room)
		p->r.list[p->r.nr] = (struct pagesnap_super){ sb, sb->s_dev };
	/* Others leave the list meanwhile, but none comes there: what is an end stays one. */
	p->at_end = !data_race(sb->s_instances.next);
	WRITE_ONCE(p->r.nr, p->r.nr + 1);
	WRITE_ONCE(p->moved, jiffies);
}

static void pass_work(struct work_struct *work)
{
	struct pass *p = container_of(work, struct pass, work);
	bool left;

	iterate_supers_type(p->type, look_at, p);
	/* Who comes or goes in this moment needn't be seen. */
	p->r.whole = p->at_end || data_race(hlist_empty(&p->type->fs_supers));
	spin_lock(&passes_lock);
	left = p->left;
	p->under_way = false;
	list_del(&p->node);
	spin_unlock(&passes_lock);
	if (left)
		pass_free(p);
	wake_up_all(&pass_moved);
	/* destroy_workqueue() waits for the rest of this function. */
	module_put(THIS_MODULE);
}

static struct pass *pass_new(struct file_system_type *type)
{
	struct pass *p = kzalloc(sizeof(*p), GFP_KERNEL_ACCOUNT);

	if (!p)
		return NULL;
	INIT_WORK(&p->work, pass_work);
	p->type = type;
	/* Each is pinned already: the module by an open file, the type by our caller. */
	__module_get(type->owner);
	return p;
}

/* Return: false if there is no memory. */
static bool want(struct pass *p, const struct pagesnap_super *wanted, u32 nr)
{
	u32 i;

	p->nr_wanted = nr;
	p->at.bits = pagesnap_addrs_bits(nr);
	p->wanted = kvmalloc_array(nr, sizeof(*wanted), GFP_KERNEL_ACCOUNT);
	p->at.slots = kvcalloc(1u << p->at.bits, sizeof(*p->at.slots), GFP_KERNEL_ACCOUNT);
	p->r.sbs = kvcalloc(nr, sizeof(*p->r.sbs), GFP_KERNEL_ACCOUNT);
	if (!p->wanted || !p->at.slots || !p->r.sbs)
		return false;
	memcpy(p->wanted, wanted, nr * sizeof(*wanted));
	for (i = 0; i < nr; i++)
		pagesnap_addrs_add(&p->at, wanted[i].addr, i);
	return true;
}

/* The reader is through with it. @r: gets what it came by, of which the worker wants no more. */
static void pass_leave(struct pass *p, struct pagesnap_passed *r)
{
	bool under_way;

	spin_lock(&passes_lock);
	under_way = p->under_way;
	r->sbs = p->r.sbs;
	r->pinned = p->r.pinned;
	r->since = p->r.since;
	p->r.sbs = NULL;
	/* Before it is done the rest is the worker's. */
	if (!under_way) {
		r->nr = p->r.nr;
		r->whole = p->r.whole;
		r->list = p->r.list;
		p->r.list = NULL;
	}
	p->left = true;
	spin_unlock(&passes_lock);
	if (!under_way)
		pass_free(p);
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
		queue_work(pass_wq, &p->work);
	return began;
}

/* Is there something to wait for: the end of @p, or, before it began, of another one? */
static bool must_wait(const struct pass *p, bool began)
{
	bool wait;

	spin_lock(&passes_lock);
	wait = began ? p->under_way && !has_all(p) : !!pass_of(p->type);
	spin_unlock(&passes_lock);
	return wait;
}

/* Is something pinned that has waited long enough for the rest? */
static bool has_waited(const struct pass *p)
{
	bool has;

	spin_lock(&passes_lock);
	has = p->r.pinned && time_after_eq(jiffies, p->r.since + WAIT);
	spin_unlock(&passes_lock);
	return has;
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
		*passed = READ_ONCE(other->r.nr);
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
		left = min_t(long, left, WAIT);
		ended = wait_event_killable_timeout(pass_moved, !must_wait(p, began), left);
	} while (!ended && !has_waited(p));
	return ended < 0 ? -EINTR : 0;
}

/*
 * Return: as pass_wait(); @r: what it came by in any case; if a superblock doesn't let go,
 * r->nr says how many come before it.
 */
static int pass_run(struct pass *p, struct pagesnap_passed *r)
{
	u32 passed = 0;
	int err = 0;

	while (!err && !begin(p))
		err = pass_wait(p, false, &passed);
	if (!err)
		err = pass_wait(p, true, &passed);
	pass_leave(p, r);
	if (err)
		r->nr = passed;
	return err;
}

/**
 * pagesnap_pass_note() - note all superblocks of a type
 * @r: result
 * @type: the type, pinned by the caller
 * @room: note so many at the most
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0, -EBUSY if one of them doesn't let go: r->nr come before it, and none is
 * noted; -ENOMEM or -EINTR.
 */
int pagesnap_pass_note(struct pagesnap_passed *r, struct file_system_type *type, u32 room)
{
	struct pass *p = pass_new(type);

	memset(r, 0, sizeof(*r));
	if (!p)
		return -ENOMEM;
	p->room = room;
	p->r.list = kvmalloc_array(room, sizeof(*p->r.list), GFP_KERNEL_ACCOUNT);
	if (p->r.list)
		return pass_run(p, r);
	pass_free(p);
	return -ENOMEM;
}

/**
 * pagesnap_pass_pin() - pin superblocks of a type
 * @r: result
 * @type: the type, pinned by the caller
 * @wanted: superblocks that were noted
 * @nr: how many, PAGESNAP_PASS_PINS at the most
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0: if r->whole, those that are not pinned are no more; -EBUSY if a superblock
 * of the type doesn't let go, -ENOMEM or -EINTR.
 */
int pagesnap_pass_pin(struct pagesnap_passed *r, struct file_system_type *type,
		      const struct pagesnap_super *wanted, u32 nr)
{
	struct pass *p = pass_new(type);

	memset(r, 0, sizeof(*r));
	if (!p)
		return -ENOMEM;
	if (want(p, wanted, nr))
		return pass_run(p, r);
	pass_free(p);
	return -ENOMEM;
}
