/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_WAKE_H
#define PAGESNAP_CORE_WAKE_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/wait.h>

/**
 * struct pagesnap_wake - what wakes a session whose step had nothing yet
 * @queue: where its readers and pollers sleep
 * @due: another step is worthwhile: set by what wakes, cleared before each step
 * @timer: sets @due at a time
 * @work: sets @due on behalf of contexts that can't wake anybody
 */
struct pagesnap_wake {
	struct wait_queue_head *queue;
	bool due;
	struct hrtimer timer;
	struct irq_work work;
};

void pagesnap_wake_init(struct pagesnap_wake *w, struct wait_queue_head *queue);
void pagesnap_wake_stop(struct pagesnap_wake *w);
void pagesnap_wake_at(struct pagesnap_wake *w, u64 ns);
void pagesnap_wake(struct pagesnap_wake *w);

/**
 * pagesnap_wake_clear() - a step follows that looks at everything
 * @w: what wakes
 *
 * Pairs with the barrier in pagesnap_wake(): what somebody made known before they saw @due
 * set is seen by the step.
 *
 * Context: the session's read_lock is held.
 */
static inline void pagesnap_wake_clear(struct pagesnap_wake *w)
{
	if (!READ_ONCE(w->due))
		return;
	WRITE_ONCE(w->due, false);
	/* Pairs with that of pagesnap_wake(). */
	smp_mb();
}

#endif /* PAGESNAP_CORE_WAKE_H */
