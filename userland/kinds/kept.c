// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of records.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kept.h"

/* The union is as large as a total; most records are a fraction of that. */
static size_t size_of(unsigned int type)
{
	switch (type) {
	case PAGESNAP_REC_HEADER: return sizeof(struct pagesnap_header);
	case PAGESNAP_REC_QUERY: return sizeof(struct pagesnap_query_rec);
	case PAGESNAP_REC_SB: return sizeof(struct pagesnap_sb);
	case PAGESNAP_REC_FILE: return sizeof(struct pagesnap_file);
	case PAGESNAP_REC_TASK: return sizeof(struct pagesnap_task);
	case PAGESNAP_REC_VMA: return sizeof(struct pagesnap_vma);
	case PAGESNAP_REC_SPAN: return sizeof(struct pagesnap_span);
	case PAGESNAP_REC_RUN: return sizeof(struct pagesnap_run);
	case PAGESNAP_REC_HOLE: return sizeof(struct pagesnap_gap);
	default: return sizeof(union pagesnap_any);
	}
}

/**
 * kept_take() - copy a record, with the bytes that belong to it
 * @kept: where
 * @r: record
 *
 * Return: 0, or -ENOMEM and what was kept is still there.
 */
int kept_take(struct kept *kept, const struct pagesnap_record *r)
{
	char *bytes;

	if (r->len >= kept->room) {
		bytes = realloc(kept->bytes, r->len + 256);
		if (!bytes)
			return -ENOMEM;
		kept->bytes = bytes;
		kept->room = r->len + 256;
	}
	memcpy(&kept->any, r->u, size_of(r->u->rec.type));
	memcpy(kept->bytes, r->bytes, r->len);
	kept->bytes[r->len] = '\0';
	kept->record = *r;
	kept->record.u = &kept->any;
	kept->record.bytes = kept->bytes;
	kept->set = true;
	return 0;
}

/**
 * kept_free() - free what is kept
 * @kept: it
 */
void kept_free(struct kept *kept)
{
	free(kept->bytes);
}
