/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries about files whose names are read: --files-from and --files0-from.
 */
#ifndef FILES_FROM_H
#define FILES_FROM_H

#include "ask/queries.h"
#include "cli/options.h"

/* Names of --files-from, or of --files0-from.  An exit code, after a message if not 0. */
int files_from_open(struct source **out, struct options *options, int argc, char **argv);
/* Is @fd the file that @save names?  What is saved must not overwrite what is still to be read. */
bool files_from_is_save(int fd, const char *save);

#endif /* FILES_FROM_H */
