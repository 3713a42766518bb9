/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ANSWER_H
#define PAGESNAP_CORE_ANSWER_H

#include "emit.h"
#include "records.h"
#include "ring.h"

void pagesnap_answer_header(struct pagesnap_emit *e, struct pagesnap_header *h);
void pagesnap_answer_query(struct pagesnap_emit *e, const struct pagesnap_query_rec *r,
			   const char *query);
void pagesnap_answer_line(struct pagesnap_emit *e, const struct pagesnap_request *request,
			  const char *tag);
void pagesnap_answer_begin(struct pagesnap_emit *e, const char *tag);
void pagesnap_answer_note(struct pagesnap_emit *e, u32 q, const char *text);
void pagesnap_answer_lost(struct pagesnap_emit *e, u32 q, const struct pagesnap_event_read *read);
void pagesnap_answer_error(struct pagesnap_emit *e, const struct pagesnap_error *r,
			   const char *msg, const char *query);
void pagesnap_answer_end(struct pagesnap_emit *e, const struct pagesnap_end *r);

/**
 * pagesnap_answer_init_end() - make the record that an answer ends with
 * @r: record; what it counts is added up while the answer is given
 * @q: query
 * @tag: its tag, empty if it has none
 * @status: PAGESNAP_END_*, as it is if nothing goes wrong from now on
 */
static inline void pagesnap_answer_init_end(struct pagesnap_end *r, u32 q,
					    const char tag[PAGESNAP_TAG_MAX + 1], u16 status)
{
	memset(r, 0, sizeof(*r));
	r->rec.len = sizeof(*r);
	r->rec.type = PAGESNAP_REC_END;
	r->q = q;
	r->status = status;
	memcpy(r->tag, tag, sizeof(r->tag));
}

#endif /* PAGESNAP_CORE_ANSWER_H */
