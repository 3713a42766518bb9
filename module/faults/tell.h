/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_TELL_H
#define PAGESNAP_FAULTS_TELL_H

#include "../core/emit.h"
#include "records.h"

/**
 * pagesnap_faults_tell() - write one of this collection's records, as the reader wants it
 * @e: emitter
 * @r: record that has no name behind it
 */
static inline void pagesnap_faults_tell(struct pagesnap_emit *e, const struct pagesnap_rec *r)
{
	if (pagesnap_emit_record(e, r, NULL, 0))
		return;
	pagesnap_faults_text(pagesnap_emit_line(e), r);
	pagesnap_emit_commit(e);
}

#endif /* PAGESNAP_FAULTS_TELL_H */
