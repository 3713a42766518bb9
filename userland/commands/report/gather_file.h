/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of a stream: with their sums, or of runs that are added up.
 */
#ifndef COMMANDS_REPORT_GATHER_FILE_H
#define COMMANDS_REPORT_GATHER_FILE_H

#include "gather.h"

/* A file.  0 or -ENOMEM. */
int gather_file_take(struct gather *g, const struct pagesnap_record *r);
/* A run or a gap, maybe of the file.  0 or -ENOMEM. */
int gather_file_run(struct gather *g, const struct pagesnap_record *r);
/* No more runs come of the file.  0 or -ENOMEM. */
int gather_file_flush(struct gather *g);
void gather_file_free(struct gather_file *f);

#endif /* COMMANDS_REPORT_GATHER_FILE_H */
