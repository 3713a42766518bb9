/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What people should know of a report: what is missing in it, and why.
 */
#ifndef COMMANDS_REPORT_REMARKS_H
#define COMMANDS_REPORT_REMARKS_H

#include "list.h"

/**
 * struct remarks - sentences
 * @list: the first ones
 * @nr: how many there were
 */
struct remarks {
	struct list list;
	uint64_t nr;
};

/* 0 or -ENOMEM. */
int remarks_init(struct remarks *r);
void remarks_free(struct remarks *r);
/* "@about: ...": both may hold what others chose. */
__attribute__((format(printf, 3, 4)))
void remarks_add(struct remarks *r, const char *about, const char *format, ...);
/* All of them; NULL if there was no memory. */
const struct value_buf *remarks_end(struct remarks *r);

#endif /* COMMANDS_REPORT_REMARKS_H */
