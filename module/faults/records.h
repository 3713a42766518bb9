/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_RECORDS_H
#define PAGESNAP_FAULTS_RECORDS_H

#include "../core/records.h"
#include "uapi.h"

extern const struct pagesnap_words pagesnap_faults_words;

void pagesnap_faults_text_map(struct pagesnap_text *t, const struct pagesnap_faults_map *r,
			      const char *name);
void pagesnap_faults_text(struct pagesnap_text *t, const struct pagesnap_rec *r);
const char *pagesnap_faults_was(u32 was);
const char *pagesnap_faults_map(u32 kind);
const char *pagesnap_faults_traced(u32 what);
const char *pagesnap_faults_why(u32 why);
const char *pagesnap_faults_access(u32 flags);
u32 pagesnap_faults_was_of(u32 flags);

#endif /* PAGESNAP_FAULTS_RECORDS_H */
