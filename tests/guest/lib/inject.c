// SPDX-License-Identifier: GPL-2.0
/* /proc/self/fail-nth lets the Nth such call of this task fail, wherever in the kernel it is made. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "inject.h"
#include "ktap.h"
#include "states.h"

#define DEBUG "/sys/kernel/debug/"

static int fail_nth;

static void set_of(const char *kind, const char *attribute, const char *value)
{
	char path[128];

	snprintf(path, sizeof(path), DEBUG "%s/%s", kind, attribute);
	st_set(path, value);
}

void inj_setup(void)
{
	static const char * const kinds[] = { "failslab", "fail_page_alloc", "fail_usercopy" };

	if (access(DEBUG "failslab", F_OK) || access("/proc/self/fail-nth", F_OK))
		ktap_skip_all("this kernel has no fault injection");
	for (int i = 0; i < 3; i++) {
		/* what modules are loaded into; ours are the only ones */
		set_of(kinds[i], "require-start", "0xffffffffc0000000");
		set_of(kinds[i], "require-end", "0xffffffffff000000");
		set_of(kinds[i], "stacktrace-depth", "32");
		set_of(kinds[i], "verbose", "2");
		set_of(kinds[i], "verbose_ratelimit_interval_ms", "0");
	}
	set_of(kinds[0], "ignore-gfp-wait", "N");
	set_of(kinds[1], "ignore-gfp-wait", "N");
	set_of(kinds[1], "ignore-gfp-highmem", "N");
	set_of(kinds[1], "min-order", "0");
	fail_nth = open("/proc/self/fail-nth", O_RDWR | O_CLOEXEC);
}

/* The number goes in by a call that does not count itself: it is set when that ends. */
void inj_arm(unsigned int n)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", n);

	if (pwrite(fail_nth, text, len, 0) != len)
		ktap_die("fail-nth");
}

bool inj_disarm(void)
{
	char text[16] = "";

	if (pread(fail_nth, text, sizeof(text) - 1, 0) < 1)
		ktap_die("fail-nth");
	inj_arm(0);
	return !atoi(text);
}
