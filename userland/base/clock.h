/* SPDX-License-Identifier: GPL-2.0 */
/* What clocks say, in nanoseconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

#define NS_PER_SECOND 1000000000ULL

uint64_t clock_ns(clockid_t clock);

#endif /* CLOCK_H */
