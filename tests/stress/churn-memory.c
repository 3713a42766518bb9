// SPDX-License-Identifier: GPL-2.0
/*
 * Processes that live long and change their memory all the time.
 */
#include <unistd.h>

#include "area.h"
#include "stress.h"

static void churn(unsigned int n)
{
	if (!n) {
		area_make();
		for (int i = 0; i < 2; i++)
			if (__sync_bool_compare_and_swap(&shared->victims[i], 0, getpid()))
				break;
	}
	area_change();
}

static bool undo(void)
{
	put("/sys/kernel/mm/ksm/run", "2");
	return true;
}

const struct churner churn_memory = { "memory", area_setup, churn, undo, 2 };
