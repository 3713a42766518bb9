/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A record that outlives the call that passes it.  Pure.
 */
#ifndef KINDS_RECORD_COPY_H
#define KINDS_RECORD_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/pagesnap.h"

/**
 * struct record_copy - a copy of a record; all zero is none yet
 * @set: there is one
 * @record: the copy
 * @any: what @record.u points to
 * @bytes: what @record.bytes points to
 * @room: bytes allocated for @bytes
 */
struct record_copy {
	bool set;
	struct pagesnap_record record;
	union pagesnap_any any;
	char *bytes;
	size_t room;
};

/* Copies @r over the copy before.  0 or -ENOMEM, then that is still there. */
int record_copy_take(struct record_copy *copy, const struct pagesnap_record *r);
void record_copy_free(struct record_copy *copy);

#endif /* KINDS_RECORD_COPY_H */
