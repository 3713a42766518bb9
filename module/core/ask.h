/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ASK_H
#define PAGESNAP_CORE_ASK_H

#include "query.h"

/* Bytes that tell a structure from a line of text. */
#define PAGESNAP_ASK_MAGIC_LEN 4

bool pagesnap_ask_goes_on(const char *ask, u32 len, char next);
u32 pagesnap_ask_wants(const char *ask, u32 len);
bool pagesnap_ask_is_options(const char *ask, u32 len);
bool pagesnap_ask_is_lost(const char *ask, u32 len);
struct pagesnap_slice pagesnap_ask_bytes(const char *ask, u32 len);
u32 pagesnap_ask_col(const char *ask, u32 len);
int pagesnap_ask_check(const char *ask, u32 len, struct pagesnap_diag *d);
int pagesnap_ask_parse(const struct pagesnap_grammar *g, const char *ask, u32 len,
		       struct pagesnap_query *q, struct pagesnap_diag *d);

bool pagesnap_ask_again(const struct pagesnap_grammar *g, const char *ask,
			struct pagesnap_query *q);

#endif /* PAGESNAP_CORE_ASK_H */
