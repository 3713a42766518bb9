/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Is a stream of answers right?  See check.c and fields.c for what is asked
 * of it, however much was moving while it was made.
 */
#ifndef TESTS_STRESS_CHECK_H
#define TESTS_STRESS_CHECK_H

#include "ask.h"
#include "fact.h"

#define CHECK_LINE (64 * 1024)

struct check {
	/* What was asked, in order; the next to be answered. */
	const struct ask *asks;
	unsigned int nr, at;
	uint64_t first_q;

	/* The answer under way. */
	bool open;
	bool failed;			/* its error record came */
	bool has_outer, has_object, has_item;
	struct fact_object outer, object;
	struct fact_item item;		/* the last one */
	uint32_t item_type;
	uint64_t next;			/* the smallest index that may come */
	struct fact_end sums;
	uint64_t object_items;
	struct {
		uint64_t ino, gen;
	} *seen;			/* files of this answer, hashed */
	size_t seen_size, seen_nr;

	/* To look at answers more closely; may be NULL. */
	void (*watch)(void *ctx, struct check *ck, const struct fact *f);
	void *ctx;

	/* The record under way and the one before, to be shown. */
	char *line[2];
	union pagesnap_any record[2];
	const struct pagesnap_record *now;
};

void check_init(struct check *ck);
/* The next @nr answers, the first of which has number @q. */
void check_begin(struct check *ck, const struct ask *asks, unsigned int nr, uint64_t q);
/* A line of text, without newline; it is cut up. */
void check_line(struct check *ck, char *line);
/* A pagesnap_record_fn, with the check as its context. */
int check_record(void *ck, const struct pagesnap_record *r);
/* The stream has ended; everything should be answered. */
void check_ended(struct check *ck);
void check_free(struct check *ck);

/* This answer is wrong. */
void check_wrong(struct check *ck, const char *format, ...) __attribute__((format(printf, 2, 3)));
const struct ask *check_ask(const struct check *ck);

/* fields.c */
void check_fields(struct check *ck, const struct fact *f);
void check_sums(struct check *ck, const struct ps_sums *s);

#endif /* TESTS_STRESS_CHECK_H */
