/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries about processes that nobody has named, but that answers have told of.
 */
#ifndef COMMANDS_CHILDREN_H
#define COMMANDS_CHILDREN_H

#include "ask/queries.h"
#include "kinds/wss_view.h"

/*
 * A source that asks for the mappings of those in @pids, which are looked at when the first query
 * is wanted; @ask says how.  Both must stay.  0, or -ENOMEM after a message.
 */
int children_open(struct source **out, const struct pagesnap_params *ask,
		  const struct wss_pids *pids);

#endif /* COMMANDS_CHILDREN_H */
