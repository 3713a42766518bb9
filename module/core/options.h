/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_OPTIONS_H
#define PAGESNAP_CORE_OPTIONS_H

#include "query.h"
#include "values.h"

int pagesnap_parse_buffer(void *to, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d);
int pagesnap_parse_cpu(void *to, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d);
int pagesnap_parse_words(u32 *to, const char *(*word)(u32 bit), u32 nr, const char *value, u32 len,
			 const char *msg, struct pagesnap_diag *d);

#endif /* PAGESNAP_CORE_OPTIONS_H */
