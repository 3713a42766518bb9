/* SPDX-License-Identifier: GPL-2.0 */
/* A stream that was saved, for a report. */
#ifndef COMMANDS_REPORT_SAVED_H
#define COMMANDS_REPORT_SAVED_H

#include "gather.h"

/*
 * Reads @path, "-" for stdin.  *@partial: not all was there, which was said.  0, -EINTR, or
 * another negative errno after a message.
 */
int saved_read(struct gather *g, const char *path, bool *partial);

#endif /* COMMANDS_REPORT_SAVED_H */
