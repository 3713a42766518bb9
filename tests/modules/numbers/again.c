// SPDX-License-Identifier: GPL-2.0
/* The same as a second module, for what only two of them can show. */
#include "answer.c"
#include "events.c"
#include "hotplug.c"
#include "ticks.c"
#include "numbers.c"
