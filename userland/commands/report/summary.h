/* SPDX-License-Identifier: GPL-2.0 */
/* What the page has besides files: the last blocks of its data. */
#ifndef COMMANDS_REPORT_SUMMARY_H
#define COMMANDS_REPORT_SUMMARY_H

#include "gather.h"

/* Ends all lists of @g and writes them.  0 or -ENOMEM. */
int summary_put(struct gather *g, bool live, bool partial);

#endif /* COMMANDS_REPORT_SUMMARY_H */
