/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SUBJECT_H
#define PAGESNAP_PAGES_SUBJECT_H

#include "../core/query.h"

struct pagesnap_supers;

int pagesnap_subject_type(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_fault *f);
int pagesnap_subject_supers(const struct pagesnap_query *q, const char *text,
			    struct pagesnap_supers *s, struct pagesnap_fault *f);

#endif /* PAGESNAP_PAGES_SUBJECT_H */
