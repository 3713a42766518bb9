/* SPDX-License-Identifier: GPL-2.0 */
/* A look at the whole machine, for a report. */
#ifndef COMMANDS_REPORT_LIVE_H
#define COMMANDS_REPORT_LIVE_H

#include "gather.h"

/* What it is called. */
#define LIVE_NAME "this machine"

/*
 * Asks for all files and processes.  *@partial: not all was answered, which was said.  0,
 * -EINTR, or another negative errno after a message.
 */
int live_ask(struct gather *g, bool *partial);

#endif /* COMMANDS_REPORT_LIVE_H */
