// SPDX-License-Identifier: GPL-2.0
/*
 * What a process needs to see index files, and to open them.
 */
#include <stdio.h>

#include "doctor.h"
#include "lib/internal.h"

/**
 * doctor_tracefs() - is it mounted?
 * @d: examination
 */
void doctor_tracefs(struct doctor *d)
{
	char path[4096], at[4096] = "";
	FILE *mounts;

	snprintf(path, sizeof(path), "%s/self/mountinfo", d->proc);
	mounts = fopen(path, "re");
	if (mounts) {
		pagesnap_next_tracefs(mounts, at, sizeof(at));
		fclose(mounts);
	}
	if (*at)
		doctor_say(d, "tracefs", DOCTOR_OK, "", "%s", at);
	else
		doctor_say(d, "tracefs", DOCTOR_FAILS,
			   "mount -t tracefs tracefs /sys/kernel/tracing", "not mounted");
}

/**
 * doctor_process() - may this process open index files?
 * @d: examination
 */
void doctor_process(struct doctor *d)
{
	char map[4096], status[4096];
	bool inner, admin;

	doctor_read(map, sizeof(map), d->proc, "self/uid_map");
	doctor_read(status, sizeof(status), d->proc, "self/status");
	inner = pagesnap_is_inner_ns(map);
	admin = pagesnap_is_admin(status);
	if (inner)
		doctor_say(d, "user namespace", DOCTOR_FAILS, "",
			   "not the initial one: run it on the host");
	else
		doctor_say(d, "user namespace", DOCTOR_OK, "", "the initial one");
	if (admin)
		doctor_say(d, "capability", DOCTOR_OK, "", "CAP_SYS_ADMIN");
	else
		doctor_say(d, "capability", DOCTOR_FAILS, "sudo pagesnap doctor",
			   "no CAP_SYS_ADMIN");
	d->may_look = admin && !inner;
}
