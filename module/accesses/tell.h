/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_TELL_H
#define PAGESNAP_ACCESSES_TELL_H

#include "../core/emit.h"
#include "records.h"

/**
 * pagesnap_accesses_tell() - write one of this collection's records, as the reader wants it
 * @e: emitter
 * @r: record
 */
static inline void pagesnap_accesses_tell(struct pagesnap_emit *e, const struct pagesnap_rec *r)
{
	if (pagesnap_emit_record(e, r, NULL, 0))
		return;
	pagesnap_accesses_text(pagesnap_emit_line(e), r);
	pagesnap_emit_commit(e);
}

#endif /* PAGESNAP_ACCESSES_TELL_H */
