/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_RECORDS_H
#define PAGESNAP_CORE_RECORDS_H

#include "text.h"
#include "uapi.h"

/* Bytes of a query that its records repeat; the rest is cut. */
#define PAGESNAP_ECHO_MAX 4096

/* The word of @number in an array of words that may have gaps. */
#define PAGESNAP_WORD(words, number) \
	((number) < ARRAY_SIZE(words) && (words)[number] ? (words)[number] : "?")

/**
 * struct pagesnap_words - what a collection calls the numbers of the records that all have
 * @group: word for a number of group=; NULL if it has neither group= nor mask=
 * @why: word for the number of a reason why something was skipped; NULL if nothing is
 * @counters: of struct pagesnap_end; NULL behind the last
 */
struct pagesnap_words {
	const char *(*group)(u32 group);
	const char *(*why)(u32 why);
	const char *counters[PAGESNAP_COUNTERS_MAX];
};

void pagesnap_text_header(struct pagesnap_text *t, const struct pagesnap_header *h);
void pagesnap_text_query(struct pagesnap_text *t, const struct pagesnap_query_rec *r,
			 const char *query, const struct pagesnap_words *words);
void pagesnap_text_note(struct pagesnap_text *t, const struct pagesnap_note *r, const char *text);
void pagesnap_text_lost(struct pagesnap_text *t, const struct pagesnap_lost *r);
void pagesnap_text_task(struct pagesnap_text *t, const struct pagesnap_task *r);
void pagesnap_text_dev(struct pagesnap_text *t, const char *key, u32 major, u32 minor);
void pagesnap_text_prot(struct pagesnap_text *t, const char *key, u32 prot);
void pagesnap_text_error(struct pagesnap_text *t, const struct pagesnap_error *r, const char *msg,
			 const char *query);
void pagesnap_text_end(struct pagesnap_text *t, const struct pagesnap_end *r,
		       const struct pagesnap_words *words);
void pagesnap_text_type(struct pagesnap_text *t, const char *type, u32 q);
const char *pagesnap_feature_name(u32 bit);
const char *pagesnap_status_name(u32 status);
const char *pagesnap_cut_name(u32 cut);
const char *pagesnap_state_name(u32 state);
const char *pagesnap_kind_name(u32 kind);

#endif /* PAGESNAP_CORE_RECORDS_H */
