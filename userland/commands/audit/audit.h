/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Walks all files and all frames while the kernel's counters are watched.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "ask/places.h"
#include "classes.h"
#include "counters.h"
#include "inventory.h"

/**
 * struct audit - one look at everything
 * @counters: of the kernel
 * @inventory: what was found
 * @classes: memory that is no page cache
 * @fstype: of the filesystem whose files come
 * @failed: a query failed, which was said
 * @partial: one was not answered in whole, which was said
 * @seconds: what it took
 */
struct audit {
	struct counters counters;
	struct inventory inventory;
	struct classes classes;
	char fstype[32];
	bool failed;
	bool partial;
	double seconds;
};

/* Looks below @places.  0; or -EINTR after a signal, another -errno after a message. */
int audit_run(struct audit *a, const struct places *places);
/* Gives back what audit_run() found, whatever it returned. */
void audit_clear(struct audit *a);

#endif /* AUDIT_AUDIT_H */
