/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random valid queries, and what their answers must keep to.
 */
#ifndef TESTS_STRESS_ASK_H
#define TESTS_STRESS_ASK_H

#include "stress.h"

#define ASK_MAX 1024

struct ask {
	enum pagesnap_index_file which;
	char text[ASK_MAX];
	unsigned int line;		/* its number in the session */
	bool binary;
	bool bad;			/* its syntax is wrong on purpose */
	bool dir;			/* all files below a directory */
	bool type;			/* all superblocks of a type */
	uint32_t group;
	uint64_t mask;
	uint64_t start, end;
	uint64_t all, none, any;	/* flags= and any= */
	int node;			/* -1 for any */
	uint64_t cgroup;
	bool has_order;
	unsigned int min_order, max_order;
	uint64_t min_pages;
	uint64_t limit;			/* 0 for none */
	char tag[32];
};

/* Everything of @subject, as far as @a says nothing else yet; the text is begun. */
void ask_init(struct ask *a, enum pagesnap_index_file which, const char *subject);
void ask_random(struct ask *a, enum pagesnap_index_file which);
/* Adds to the text; for those who set the members themselves. */
void ask_add(struct ask *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ask_group(struct ask *a, uint32_t group);
/* Does it want places without a page? */
bool ask_wants_gaps(const struct ask *a);

#endif /* TESTS_STRESS_ASK_H */
