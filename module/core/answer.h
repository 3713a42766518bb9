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
void pagesnap_answer_begin(struct pagesnap_emit *e);
void pagesnap_answer_note(struct pagesnap_emit *e, u32 q, const char *text);
void pagesnap_answer_lost(struct pagesnap_emit *e, u32 q, const struct pagesnap_event_read *read);
void pagesnap_answer_error(struct pagesnap_emit *e, const struct pagesnap_error *r,
			   const char *msg, const char *query);
void pagesnap_answer_end(struct pagesnap_emit *e, const struct pagesnap_end *r);

#endif /* PAGESNAP_CORE_ANSWER_H */
