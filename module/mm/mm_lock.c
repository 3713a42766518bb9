// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: mmap_lock of a task that may mean harm
 *
 * mmap() of a file on FUSE can hold mmap_lock for as long as the server doesn't
 * answer, and that may be for ever.  So the wait has an end, and keeps nothing
 * but the structure alive meanwhile.
 *
 * Tries alone would not do: while somebody waits for the lock in its queue, a
 * try fails, and a task whose threads map and unmap all the time has somebody
 * there nearly always.  So after some tries a thread of the kernel stands in
 * the queue, which is fair, and hands the lock over.  The queue has no
 * time-out, but it heeds a fatal signal: which ends the thread's wait, since
 * nobody may send one to the reader.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/signal.h>
#include <linux/timekeeping.h>

#include "mm_lock.h"

/* Most who hold the lock have it for some microseconds. */
#define TRIES	8
#define NAP_US	50
/* Of a wait without the lock. */
#define WAIT_NS		NSEC_PER_SEC
/* What is read gives back this many times the time that it took. */
#define GIVEN_BACK	16
/* After a step for whose end somebody waited. */
#define YIELD_US	100

/**
 * struct queued - a thread in the queue, and the reader it stands there for
 * @mm: whose lock
 * @patience: how long the reader waits for it, in jiffies
 * @over: the reader doesn't want it any more
 * @err: 0 if the thread got the lock
 * @done: the thread has ended
 */
struct queued {
	struct mm_struct *mm;
	unsigned long patience;
	bool over;
	int err;
	struct completion done;
};

static int stand_in_queue(void *data)
{
	struct queued *q = data;

	/* A signal from before is lost, but then @over was set before, too. */
	allow_signal(SIGKILL);
	q->err = READ_ONCE(q->over) ? -EINTR : mmap_read_lock_killable(q->mm);
	/* To lockdep it's the reader's. */
	if (!q->err)
		rwsem_release(&q->mm->mmap_lock.dep_map, _THIS_IP_);
	kthread_complete_and_exit(&q->done, 0);
}

/* The thread is woken at once by a fatal signal: so the second wait is short. */
static void wait_for(struct queued *q, struct task_struct *thread)
{
	if (wait_for_completion_killable_timeout(&q->done, q->patience) > 0)
		return;
	WRITE_ONCE(q->over, true);
	send_sig(SIGKILL, thread, 1);
	wait_for_completion(&q->done);
}

/* Without a thread there is no place in the queue. Return: 0, -EINTR or -ETIMEDOUT. */
static int lock_by_tries(struct mm_struct *mm, unsigned long patience)
{
	unsigned long until = jiffies + patience;

	while (time_before(jiffies, until)) {
		if (fatal_signal_pending(current))
			return -EINTR;
		if (mmap_read_trylock(mm))
			return 0;
		usleep_range(NAP_US, 2 * NAP_US);
	}
	return -ETIMEDOUT;
}

/* Return: 0, -EINTR or -ETIMEDOUT. */
static int lock_by_queue(struct mm_struct *mm, unsigned long patience)
{
	struct queued q = { .mm = mm, .patience = patience };
	struct task_struct *thread;

	init_completion(&q.done);
	thread = kthread_create(stand_in_queue, &q, "pagesnap/%d", task_pid_nr(current));
	if (IS_ERR(thread))
		return lock_by_tries(mm, patience);
	get_task_struct(thread);
	wake_up_process(thread);
	wait_for(&q, thread);
	put_task_struct(thread);
	if (q.err)
		return fatal_signal_pending(current) ? -EINTR : -ETIMEDOUT;
	rwsem_acquire_read(&mm->mmap_lock.dep_map, 0, 1, _THIS_IP_);
	return 0;
}

/**
 * pagesnap_mm_waited() - time that was waited for others
 * @patience: nanoseconds that may be waited; gets what is left
 * @since_ns: when it began, of ktime_get_ns()
 */
void pagesnap_mm_waited(u64 *patience, u64 since_ns)
{
	*patience -= min(*patience, ktime_get_ns() - since_ns);
}

/**
 * pagesnap_mm_gave_up() - a wait was in vain
 * @patience: nanoseconds that may be waited; gets what is left
 * @waited_ns: of the wait, which was charged as any other
 */
void pagesnap_mm_gave_up(u64 *patience, u64 waited_ns)
{
	*patience -= min(*patience, (PAGESNAP_IN_VAIN - 1) * waited_ns);
}

/* Return: the lock was had without a place in the queue. */
static bool try_some_times(struct mm_struct *mm)
{
	u32 i;

	for (i = 1; i < TRIES; i++) {
		usleep_range(NAP_US, 2 * NAP_US);
		if (mmap_read_trylock(mm))
			return true;
	}
	return false;
}

/**
 * pagesnap_mm_lock() - take mmap_lock for reading, or fail after a second
 * @mm: mm structure that the caller pins by mm_count
 * @patience: nanoseconds that the caller may wait in all, for this lock and others,
 *	PAGESNAP_PATIENCE_NS at first: who chooses how many there are, and how long each is held,
 *	can't add it up to hours
 *
 * Less than a tick is no time to wait for: it would become one, each time.
 *
 * Context: may sleep, for a second at most.  On success the caller calls pagesnap_mm_unlock().
 * Return: 0, -EINTR on a fatal signal, -ETIMEDOUT if somebody has the lock for
 * that long, or if there is no patience left and it isn't free.
 */
int pagesnap_mm_lock(struct mm_struct *mm, u64 *patience)
{
	u64 since, wait = min_t(u64, *patience, WAIT_NS);
	int err = 0;

	if (mmap_read_trylock(mm))
		return 0;
	if (wait < TICK_NSEC)
		return fatal_signal_pending(current) ? -EINTR : -ETIMEDOUT;
	since = ktime_get_ns();
	if (!try_some_times(mm))
		err = lock_by_queue(mm, nsecs_to_jiffies(wait) + 1);
	pagesnap_mm_waited(patience, since);
	if (err)
		pagesnap_mm_gave_up(patience, wait);
	return err;
}

/**
 * pagesnap_mm_unlock() - let it go, and others have it
 * @mm: of pagesnap_mm_lock()
 * @patience: the same
 * @began_ns: of pagesnap_mm_began(), behind that
 *
 * Who waited for the lock gets it now, and time to change the memory some more: a walk
 * without pause would have each mmap() of the task sleep.
 *
 * A large task that maps and unmaps all the time has a walk wait at each of its steps, and is
 * to be read to its end: so each step gives back what it took, some times over.  Then who holds
 * the lock on purpose makes a walk that much longer, and no more.
 *
 * Context: may sleep, for 200 microseconds.
 */
void pagesnap_mm_unlock(struct mm_struct *mm, u64 *patience, u64 began_ns)
{
	bool contended = mmap_lock_is_contended(mm);
	u64 since;

	mmap_read_unlock(mm);
	if (began_ns)
		*patience = min_t(u64, PAGESNAP_PATIENCE_NS,
				  *patience + GIVEN_BACK * (ktime_get_ns() - began_ns));
	if (!contended || *patience < TICK_NSEC)
		return;
	since = ktime_get_ns();
	usleep_range(YIELD_US, 2 * YIELD_US);
	pagesnap_mm_waited(patience, since);
}
