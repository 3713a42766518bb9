/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Taking the records of one moment.
 */
#ifndef COMMANDS_DIFF_TAKE_H
#define COMMANDS_DIFF_TAKE_H

#include "moments.h"

/**
 * struct diff_taking - a moment that is read
 * @m: both moments
 * @moment: which
 * @look: of it
 * @row: what records belong to
 * @file: whose pages come; NULL if none are wanted
 * @query: number of the query that is answered, 0 before any
 * @refused: what can't be compared came, which was said
 */
struct diff_taking {
	struct diff_moments *m;
	enum diff_moment moment;
	struct diff_look *look;
	struct row *row;
	struct diff_file *file;
	uint32_t query;
	bool refused;
};

/* Takes a record; 0 or a negative errno. */
int diff_take(void *taking, const struct pagesnap_record *r);

#endif /* COMMANDS_DIFF_TAKE_H */
