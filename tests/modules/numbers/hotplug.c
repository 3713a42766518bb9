// SPDX-License-Identifier: GPL-2.0
/*
 * Events of a CPU that goes offline or comes online, in steps when it runs nothing else: the
 * former after the last interrupt that it takes.  The state is that of another architecture's
 * interrupt controller, since those of modules come when the CPU is whole.
 */
#include <linux/cpuhotplug.h>

#include "answer.h"

static void (*happens)(void *arg);
static void *happens_to;

static int step(unsigned int cpu)
{
	happens(happens_to);
	return 0;
}

/*
 * From now on @event is called on such a CPU, with interrupts off.
 * Return: 0, or -EBUSY if there is another one.
 */
int numbers_hotplug_start(void (*event)(void *arg), void *arg)
{
	static DEFINE_MUTEX(lock);
	int err;

	mutex_lock(&lock);
	err = happens ? -EBUSY : 0;
	if (!err) {
		happens_to = arg;
		happens = event;
		err = cpuhp_setup_state_nocalls(CPUHP_AP_IRQ_GIC_STARTING, "pagesnap/numbers",
						step, step);
		if (err)
			happens = NULL;
	}
	mutex_unlock(&lock);
	return err;
}

/* When this returns none is called any more. */
void numbers_hotplug_stop(void)
{
	cpuhp_remove_state_nocalls(CPUHP_AP_IRQ_GIC_STARTING);
	happens = NULL;
}
