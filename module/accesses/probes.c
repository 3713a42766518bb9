// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where the kernel is asked to read and write pages of files
 *
 * Probes are set by name where all read(2) and write(2) of the page cache come through, whatever
 * the file system is.  They are there as long as an answer with reads=1 is.
 *
 *   filemap_read()                 read, of most file systems, with offset and length
 *   shmem_file_read_iter()         the same of tmpfs
 *   filemap_splice_read(), shmem_file_splice_read()    splice and sendfile, since v6.5
 *   generic_perform_write()        write of ext4, tmpfs and others, with offset and length
 *   iomap_file_buffered_write()    write of XFS and block devices
 *   __filemap_get_folio()          each folio that is asked for to be written to: of all others
 *
 * A handler runs where the probed function was called, before it does anything: what the function
 * may use, it may use, and the inode is pinned by the file that its caller has.
 *
 * Why unloading is safe: handlers are called with preemption off, by ftrace, by a detour or by the
 * breakpoint, so unregister_kprobes(), which waits for synchronize_rcu() before it returns, waits
 * for all of them.  Each answer that has the probes gives them back before it ends, and the module
 * stays as long as there is one.
 */
#include <linux/kprobes.h>
#include <linux/mutex.h>

#include "../compat/filemap.h"
#include "../core/kprobes.h"
#include "probes.h"
#include "reads.h"

#ifdef CONFIG_KPROBES

static void *argument(struct pt_regs *regs, unsigned int n)
{
	return (void *)regs_get_kernel_argument(regs, n);
}

/* @room: pages that fit where they are read to. */
static void see_read(const struct file *file, s64 pos, u64 bytes, u64 room)
{
	struct inode *inode = file->f_mapping->host;
	s64 size = i_size_read(inode);
	u64 first, end;

	if (pos < 0 || pos >= size || !bytes)
		return;
	first = pos >> PAGE_SHIFT;
	end = ((pos + min_t(u64, bytes, size - pos) - 1) >> PAGE_SHIFT) + 1;
	if (end - first > room)
		end = first + room;
	pagesnap_reads_mark(inode, first, end);
}

static int on_read(struct kprobe *probe, struct pt_regs *regs)
{
	const struct kiocb *iocb = argument(regs, 0);
	const struct iov_iter *to = argument(regs, 1);

	see_read(iocb->ki_filp, iocb->ki_pos, iov_iter_count(to), compat_iter_room(to));
	return 0;
}

static int on_splice(struct kprobe *probe, struct pt_regs *regs)
{
	const s64 *pos = argument(regs, 1);

	see_read(argument(regs, 0), *pos, regs_get_kernel_argument(regs, 3),
		 compat_pipe_room(argument(regs, 2)));
	return 0;
}

static int on_write(struct kprobe *probe, struct pt_regs *regs)
{
	const struct kiocb *iocb = argument(regs, 0);
	u64 bytes = iov_iter_count(argument(regs, 1));
	s64 pos = iocb->ki_pos;

	if (pos >= 0 && bytes)
		pagesnap_reads_mark(iocb->ki_filp->f_mapping->host, pos >> PAGE_SHIFT,
				    ((pos + bytes - 1) >> PAGE_SHIFT) + 1);
	return 0;
}

static int on_get_folio(struct kprobe *probe, struct pt_regs *regs)
{
	const struct address_space *mapping = argument(regs, 0);
	u64 first = regs_get_kernel_argument(regs, 1);
	unsigned int flags = regs_get_kernel_argument(regs, 2);

	if (flags & (__force unsigned int)FGP_WRITE && mapping->host)
		pagesnap_reads_mark(mapping->host, first, first + compat_pages_of_fgf(flags));
	return 0;
}

/**
 * struct place - what is probed
 * @function: its name
 * @handler: what is called there
 * @there: this kernel has it
 * @missing: what is said if it can't be probed
 */
struct place {
	const char *function;
	kprobe_pre_handler_t handler;
	bool there;
	const char *missing;
};

static const struct place places[] = {
	{ "filemap_read", on_read, true, "reads=1: can't probe filemap_read()" },
	{ "shmem_file_read_iter", on_read, IS_ENABLED(CONFIG_SHMEM),
	  "reads=1: can't probe shmem_file_read_iter()" },
	{ "filemap_splice_read", on_splice, COMPAT_SPLICES,
	  "reads=1: can't probe filemap_splice_read()" },
	{ "shmem_file_splice_read", on_splice, COMPAT_SPLICES && IS_ENABLED(CONFIG_SHMEM),
	  "reads=1: can't probe shmem_file_splice_read()" },
	{ "generic_perform_write", on_write, true, "reads=1: can't probe generic_perform_write()" },
	{ "iomap_file_buffered_write", on_write, IS_ENABLED(CONFIG_FS_IOMAP),
	  "reads=1: can't probe iomap_file_buffered_write()" },
	{ COMPAT_FILEMAP_GET_FOLIO, on_get_folio, true,
	  "reads=1: can't probe __filemap_get_folio()" },
};

/* One more is that of a function of our own, which says whether they work at all. */
static struct kprobe probes[ARRAY_SIZE(places) + 1];
static struct kprobe *set[ARRAY_SIZE(probes)];
static u32 nr_set;
static u32 users;
/* Protects what stands above. */
static DEFINE_MUTEX(probes_mutex);

static atomic_t tries;

static int on_try(struct kprobe *probe, struct pt_regs *regs)
{
	atomic_inc(&tries);
	return 0;
}

/* The compiler must leave its call alone. */
static noinline void be_tried(void)
{
	asm volatile("");
}

/**
 * pagesnap_probes_work() - does the kernel call handlers?
 *
 * Whoever writes 0 to debugfs' kprobes/enabled has it leave out all of them.
 *
 * Context: an answer has the probes.
 * Return: true if so.
 */
bool pagesnap_probes_work(void)
{
	int before = atomic_read(&tries);

	be_tried();
	return atomic_read(&tries) != before;
}

static void unset(void)
{
	u32 i;

	for (i = 0; i < nr_set; i++)
		pagesnap_kprobe_disarm(set[i]);
	if (nr_set)
		unregister_kprobes(set, nr_set);
	nr_set = 0;
}

/* One that was registered before keeps what the kernel has put there: so it is filled anew. */
static int set_one(const struct kprobe *as)
{
	struct kprobe *probe = &probes[nr_set];
	int err;

	*probe = *as;
	err = register_kprobe(probe);
	if (!err)
		set[nr_set++] = probe;
	return err;
}

static int set_all(struct pagesnap_diag *d)
{
	const struct kprobe try = { .addr = (void *)be_tried, .pre_handler = on_try };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		const struct kprobe as = {
			.symbol_name = places[i].function, .pre_handler = places[i].handler,
		};
		int err = places[i].there ? set_one(&as) : 0;

		if (err)
			return pagesnap_diag(d, err, 0, places[i].missing);
	}
	if (set_one(&try) || !pagesnap_probes_work())
		return pagesnap_diag(d, -EOPNOTSUPP, 0, "reads=1: kprobes are switched off");
	return 0;
}

/**
 * pagesnap_probes_get() - have reads and writes marked, as long as somebody wants it
 * @d: what is wrong, if something is
 *
 * Context: may sleep.
 * Return: 0, and pagesnap_probes_put() is owed; or the negative errno in @d.
 */
int pagesnap_probes_get(struct pagesnap_diag *d)
{
	int err = 0;

	mutex_lock(&probes_mutex);
	if (!users)
		err = set_all(d);
	if (err)
		unset();
	else
		users++;
	mutex_unlock(&probes_mutex);
	return err;
}

/**
 * pagesnap_probes_put() - somebody wants it no more
 *
 * Context: may sleep; behind the last one no handler runs any more.
 */
void pagesnap_probes_put(void)
{
	mutex_lock(&probes_mutex);
	if (!--users)
		unset();
	mutex_unlock(&probes_mutex);
}

/**
 * pagesnap_probes_missed() - how often no handler was called
 *
 * The kernel leaves one out that would run inside of another one.
 *
 * Context: an answer has the probes.
 * Return: times since they were set.
 */
u64 pagesnap_probes_missed(void)
{
	u64 missed = 0;
	u32 i;

	for (i = 0; i < nr_set; i++)
		missed += READ_ONCE(probes[i].nmissed);
	return missed;
}

#else /* CONFIG_KPROBES */

int pagesnap_probes_get(struct pagesnap_diag *d)
{
	return pagesnap_diag(d, -EOPNOTSUPP, 0, "reads=1: this kernel has no kprobes");
}

void pagesnap_probes_put(void)
{
}

u64 pagesnap_probes_missed(void)
{
	return 0;
}

bool pagesnap_probes_work(void)
{
	return false;
}

#endif /* CONFIG_KPROBES */
