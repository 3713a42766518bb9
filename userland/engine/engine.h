/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From queries to answers, live.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "answers.h"
#include "ask/queries.h"
#include "save.h"

/*
 * Asks all queries of @source; @answers takes the records in the order of the
 * queries, @save (or NULL) the bytes.  0, -EINTR after a signal, or another
 * -errno after a message.
 */
int engine_run(struct source *source, struct answers *answers, struct save *save);

#endif /* ENGINE_H */
