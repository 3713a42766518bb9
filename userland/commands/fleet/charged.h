/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is charged to which memory cgroup, and how these were called where the stream was saved:
 * nothing of this machine is asked for that.
 */
#ifndef COMMANDS_FLEET_CHARGED_H
#define COMMANDS_FLEET_CHARGED_H

#include "kinds/fleet_line.h"

/* All zero knows no names. */
struct charged {
	void *names;
};

/* What a cgroup was called.  0 or -ENOMEM. */
int charged_name(struct charged *c, const struct pagesnap_cgroup *cgroup);
/* Numbers of cgroups mean others from now on. */
void charged_forget(struct charged *c);
/*
 * Calls @each for each share of the object in @line, which has all of it.  No page and no entry
 * is in two of them.  What @each returned, if it isn't 0.
 */
int charged_shares(const struct charged *c, const struct pagesnap_record *r,
		   struct fleet_line *line, int (*each)(void *ctx, const struct fleet_line *line),
		   void *ctx);

#endif /* COMMANDS_FLEET_CHARGED_H */
