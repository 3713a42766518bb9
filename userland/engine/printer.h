/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows that are made where they were read: an output of a worker's own, which
 * gives text.  What rows don't say (errors, ends, what is counted) is reported
 * elsewhere.
 */
#ifndef PRINTER_H
#define PRINTER_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/queries.h"
#include "base/progress.h"
#include "settings.h"

struct printer;

/* Can rows be made so: are they printed one by one as they come? */
bool printer_can(const struct settings *settings);
/* Are rows of a range of frames those of the whole answer, whatever their columns are? */
bool printer_can_cut(const struct out_options *options);
/* NULL if there is no memory.  @options must stay. */
struct printer *printer_new(const struct out_options *options);
void printer_free(struct printer *p);
/* The header of the session of @which; later records are of that one. */
void printer_header(struct printer *p, enum pagesnap_index_file which, const union pagesnap_any *u);
/*
 * A record of the answer to @query, of the session of @which.  How rows look is
 * known in the options.  0 or -errno.
 */
int printer_record(struct printer *p, enum pagesnap_index_file which, const struct query *query,
		   const struct pagesnap_record *r);
/* Is there so much text that it should be taken? */
bool printer_is_full(const struct printer *p);
/*
 * All rows so far, whole ones, and what they were made of; they stay until the
 * next record.  NULL and -errno in *@len if there is no memory.
 */
const char *printer_take(struct printer *p, ssize_t *len, struct progress *at);

#endif /* PRINTER_H */
