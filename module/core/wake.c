// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sessions that wait
 *
 * A step that has nothing yet says PAGESNAP_STEP_WAIT, after it has arranged to be called
 * again: at a time, by pagesnap_wake_at(), or when somebody calls pagesnap_wake().  Then its
 * reader sleeps on the session's queue, where poll(2) waits as well, with no lock
 * held: neither read_lock, so that a second reader can be killed and O_NONBLOCK gets
 * EAGAIN at once, nor anything of the walk, which was paused.
 *
 * No wakeup is lost.  @due is cleared before a step, and then the step looks; who has
 * something makes it known, and then sets @due.  Whichever comes second sees the other.
 * While @due is set nobody needs to be woken, so a stream of events costs one interrupt for
 * each step and not for each event.
 *
 * What pins what: the timer and the irq_work lie in the session.  Its file pins the module
 * until release() has stopped both, and waited for one that runs just now.  Before that,
 * the collection's finish() has seen to it that nobody calls pagesnap_wake() any more.
 */
#include <linux/cpumask.h>
#include <linux/poll.h>
#include <linux/smp.h>

#include "../compat/hrtimer.h"
#include "wake.h"

/* Interrupts may be off, and any lock held but that of a wait queue. */
static void wake_now(struct pagesnap_wake *w)
{
	WRITE_ONCE(w->due, true);
	wake_up_interruptible_poll(w->queue, EPOLLIN | EPOLLRDNORM);
}

static enum hrtimer_restart on_time(struct hrtimer *timer)
{
	wake_now(container_of(timer, struct pagesnap_wake, timer));
	return HRTIMER_NORESTART;
}

static void on_work(struct irq_work *work)
{
	wake_now(container_of(work, struct pagesnap_wake, work));
}

/**
 * pagesnap_wake_init() - prepare what wakes a session
 * @w: what wakes
 * @queue: where the session's readers sleep
 */
void pagesnap_wake_init(struct pagesnap_wake *w, struct wait_queue_head *queue)
{
	w->queue = queue;
	w->due = false;
	compat_hrtimer_setup(&w->timer, on_time);
	init_irq_work(&w->work, on_work);
}

/**
 * pagesnap_wake_stop() - let nothing wake the session any more
 * @w: what wakes; nobody calls pagesnap_wake() from now on
 *
 * When this returns, no timer or irq_work of it is pending or runs.
 *
 * Context: may sleep.
 */
void pagesnap_wake_stop(struct pagesnap_wake *w)
{
	hrtimer_cancel(&w->timer);
	irq_work_sync(&w->work);
}

/**
 * pagesnap_wake_at() - wake the session at a time
 * @w: what wakes
 * @ns: when, as ktime_get_ns() counts; replaces the time that was set before
 *
 * Context: a step of the session.
 */
void pagesnap_wake_at(struct pagesnap_wake *w, u64 ns)
{
	hrtimer_start(&w->timer, ns_to_ktime(ns), HRTIMER_MODE_ABS);
}

/*
 * A CPU that goes offline has run its last irq_work before its last steps.  What is queued then
 * waits until it is back, and so does whoever stops it; meanwhile it can't be queued elsewhere.
 */
static bool runs_no_work(void)
{
	int cpu = raw_smp_processor_id();

	return cpu_dying(cpu) && !cpu_online(cpu);
}

/**
 * pagesnap_wake() - what the session waits for has come
 * @w: what wakes
 *
 * Call it after what came can be seen by the step.  From a CPU that is all but offline it comes
 * to nothing, and must be called once more from another one: a ring of events does so.
 *
 * Context: any, NMIs and probes too: it takes no lock and wakes nobody where it is called.
 */
void pagesnap_wake(struct pagesnap_wake *w)
{
	/* Pairs with that of pagesnap_wake_clear(). */
	smp_mb();
	if (!READ_ONCE(w->due) && !runs_no_work())
		irq_work_queue(&w->work);
}
