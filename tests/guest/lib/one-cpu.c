// SPDX-License-Identifier: GPL-2.0
/* CPUs off and on again. */
#include <glob.h>
#include <stdlib.h>

#include "hostile.h"
#include "one-cpu.h"
#include "states.h"

static void set_all(const char *value)
{
	glob_t found;
	size_t i;

	if (glob("/sys/devices/system/cpu/cpu[1-9]*/online", 0, NULL, &found))
		return;
	for (i = 0; i < found.gl_pathc; i++)
		st_set(found.gl_pathv[i], value);
	globfree(&found);
}

static void switch_on(void)
{
	set_all("1");
}

void one_cpu(void)
{
	if (getenv("PAGESNAP_ALL_CPUS"))
		return;
	set_all("0");
	ht_at_exit(switch_on);
}
