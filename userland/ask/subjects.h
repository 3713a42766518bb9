/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries about what is named on the command line.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "cli/options.h"
#include "queries.h"

/*
 * A query for each of the @nr @subjects and each range.  @fill puts a subject
 * into ask, or returns a positive errno with a sentence in *@why if it can't be
 * asked; what it allocates for ask->path is freed.  @options and @subjects must
 * stay.  0, or -ENOMEM after a message.
 */
int subjects_open(struct source **out, const struct options *options, enum pagesnap_index which,
		  size_t nr, char *const *subjects,
		  int (*fill)(struct pagesnap_ask *ask, const char *subject, const char **why));
/* Fills in type:NAME, or a path as below. */
int subjects_fs(struct pagesnap_ask *ask, const char *subject, const char **why);
/* Fills in a path, made absolute by the working folder. */
int subjects_path(struct pagesnap_ask *ask, const char *subject, const char **why);

/* "file " and the line for the index file, or why it can't be asked.  0 or a negative errno. */
int subjects_line(struct query *query, const struct pagesnap_ask *ask);

#endif /* SUBJECTS_H */
