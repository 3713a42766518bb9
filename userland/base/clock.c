// SPDX-License-Identifier: GPL-2.0
/* What clocks say, in nanoseconds. */
#include "clock.h"

/**
 * clock_ns() - read a clock
 * @clock: one that there always is
 *
 * Return: what it says.
 */
uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}
