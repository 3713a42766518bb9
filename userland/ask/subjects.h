/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries about what is named on the command line.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/pagesnap.h"
#include "queries.h"
#include "ranges.h"

/**
 * struct subjects - what queries are about
 * @which: index file
 * @nr: how many
 * @names: arguments, which have to stay; NULL if there are only ranges
 * @fill: puts one into ask, or returns a positive errno with a sentence in *@why if it
 *	can't be asked, which stays until the next call; what it allocates for ask->path and
 *	ask->target is freed.  NULL without @names
 * @which_of: index file that is asked about a name; NULL: @which for all
 * @large: a file that is named stands for all below it
 */
struct subjects {
	enum pagesnap_index_file which;
	size_t nr;
	char *const *names;
	int (*fill)(struct pagesnap_params *ask, const char *subject, const char **why);
	enum pagesnap_index_file (*which_of)(const char *subject);
	bool large;
};

/*
 * A query for each of @subjects and each of @ranges, that asks as @ask does.  @ask and
 * @ranges must stay.  0, or -ENOMEM after a message.
 */
int subjects_open(struct source **out, const struct pagesnap_params *ask,
		  const struct ranges *ranges, const struct subjects *subjects);
/* Fills in type:NAME, or a path as below. */
int subjects_fs(struct pagesnap_params *ask, const char *subject, const char **why);
/* Fills in a path, made absolute by the working folder. */
int subjects_path(struct pagesnap_params *ask, const char *subject, const char **why);

/* "file " and the line for the index file, or why it can't be asked.  0 or a negative errno. */
int subjects_line(struct query *query, const struct pagesnap_params *ask);

#endif /* SUBJECTS_H */
