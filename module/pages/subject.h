/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SUBJECT_H
#define PAGESNAP_PAGES_SUBJECT_H

#include "../core/index.h"

struct pagesnap_supers;

int pagesnap_subject_type(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_diag *d);
int pagesnap_subject_supers(const struct pagesnap_query *q, const char *text,
			    struct pagesnap_supers *s, struct pagesnap_diag *d);

#endif /* PAGESNAP_PAGES_SUBJECT_H */
