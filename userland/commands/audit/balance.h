/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's counters beside what was found.
 */
#ifndef AUDIT_BALANCE_H
#define AUDIT_BALANCE_H

#include "classes.h"
#include "counters.h"
#include "kinds/audit_line.h"
#include "inventory.h"

/**
 * struct balance - how it went
 * @take: gets every line; 0, or a negative errno which ends it.  May be NULL
 * @ctx: for @take
 * @unexplained: lines whose difference is larger than what moved
 */
struct balance {
	int (*take)(void *ctx, const struct audit_line *line);
	void *ctx;
	unsigned int unexplained;
};

/*
 * Compares; what frames are charged to cgroups is added up in @c.  0 or a
 * negative errno.
 */
int balance(struct balance *b, struct counters *c, const struct inventory *w,
	    const struct classes *classes);

#endif /* AUDIT_BALANCE_H */
