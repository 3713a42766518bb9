/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ENQUEUE_H
#define PAGESNAP_CORE_ENQUEUE_H

#include "binary.h"
#include "session.h"

int pagesnap_enqueue(struct pagesnap_session *s, bool at_close);
int pagesnap_enqueue_ask(struct pagesnap_session *s, const char *ask, u32 len);
int pagesnap_enqueue_rest(struct pagesnap_session *s, bool nonblock);
bool pagesnap_enqueue_is_ask(const struct pagesnap_session *s, char next);
int pagesnap_enqueue_ask_diag(const struct pagesnap_session *s, const struct pagesnap_line *line,
			      struct pagesnap_diag *d);
void pagesnap_enqueue_tag(const struct pagesnap_session *s, const struct pagesnap_line *line,
			  char tag[PAGESNAP_TAG_MAX + 1]);
struct pagesnap_bytes_ref pagesnap_enqueue_text(const struct pagesnap_line *line);
void pagesnap_enqueue_log(struct pagesnap_session *s, const struct pagesnap_line *line,
			  const struct pagesnap_diag *d);

#endif /* PAGESNAP_CORE_ENQUEUE_H */
