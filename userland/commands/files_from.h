/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries about files whose names are read: --files-from and --files0-from.
 */
#ifndef FILES_FROM_H
#define FILES_FROM_H

#include "ask/queries.h"
#include "cli/options.h"

/**
 * struct names_from - where names are read; what is a command's own begins with it
 * @file: of --files-from or --files0-from; NULL if neither was given
 * @zero: it was the latter: names end with a zero byte
 */
struct names_from {
	const char *file;
	bool zero;
};

extern const struct option_entry option_files_from, option_files0_from;

/* Names of --files-from, or of --files0-from.  An exit code, after a message if not 0. */
int files_from_open(struct source **out, struct options *options, int argc, char **argv);
/* Is @fd the file that @save names?  What is saved must not overwrite what is still to be read. */
bool files_from_is_save(int fd, const char *save);

#endif /* FILES_FROM_H */
