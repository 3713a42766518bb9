// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of records.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/collection.h"
#include "record_copy.h"

/* The union is as large as a total; most records are a fraction of that. */
static size_t size_of(unsigned int type)
{
	const struct record_layout *l = pagesnap_layout_of(type);

	return l ? l->size : sizeof(union pagesnap_any);
}

/**
 * record_copy_take() - copy a record, with the bytes that belong to it
 * @copy: where
 * @r: record
 *
 * Return: 0, or -ENOMEM, and the copy before is still there.
 */
int record_copy_take(struct record_copy *copy, const struct pagesnap_record *r)
{
	char *bytes;

	if (r->len >= copy->room) {
		bytes = realloc(copy->bytes, r->len + 256);
		if (!bytes)
			return -ENOMEM;
		copy->bytes = bytes;
		copy->room = r->len + 256;
	}
	memcpy(&copy->any, r->u, size_of(r->u->rec.type));
	memcpy(copy->bytes, r->bytes, r->len);
	copy->bytes[r->len] = '\0';
	copy->record = *r;
	copy->record.u = &copy->any;
	copy->record.bytes = copy->bytes;
	copy->set = true;
	return 0;
}

/**
 * record_copy_free() - free a copy
 * @copy: it
 */
void record_copy_free(struct record_copy *copy)
{
	free(copy->bytes);
}
