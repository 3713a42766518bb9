/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A record that outlives the call that passes it.  Pure.
 */
#ifndef KINDS_KEPT_H
#define KINDS_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/pagesnap.h"

/**
 * struct kept - a copy of a record; all zero is none yet
 * @set: there is one
 * @record: the copy
 * @any: what @record.u points to
 * @bytes: what @record.bytes points to
 * @room: bytes allocated for @bytes
 */
struct kept {
	bool set;
	struct pagesnap_record record;
	union pagesnap_any any;
	char *bytes;
	size_t room;
};

/* Copies @r over what was kept.  0 or -ENOMEM, then that is still there. */
int kept_take(struct kept *kept, const struct pagesnap_record *r);
void kept_free(struct kept *kept);

#endif /* KINDS_KEPT_H */
