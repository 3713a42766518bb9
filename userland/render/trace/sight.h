/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How far a trace can be believed, by what its records say of what it doesn't see (lives.h): one
 * rule for all that says so.
 */
#ifndef RENDER_TRACE_SIGHT_H
#define RENDER_TRACE_SIGHT_H

#include "lives.h"
#include "lib/pagesnap.h"

/**
 * struct trace_sight - what is known so far; all zero is nothing
 * @lives: what isn't seen
 * @files_only: only pages of files count: a child has no entries for them at first, and huge pages
 *	of anonymous or shared memory hide none of them; set before the first record
 * @is_asked: a query came
 * @is_strict: it asks for a window of one page, of one range
 */
struct trace_sight {
	struct trace_lives lives;
	bool files_only;
	bool is_asked;
	bool is_strict;
};

/* A record of faults, in order, of any type: those of references say nothing here. */
void trace_sight_record(struct trace_sight *s, const struct pagesnap_record *r);
/*
 * The next fault, of any page: those of no file, too, say how long pages of files are used unseen.
 * 0 or -ENOMEM.
 */
int trace_sight_fault(struct trace_sight *s, const struct trace_reference *ref);
/* Is each reference seen that is to another page than the one before? */
bool trace_sight_is_exact(const struct trace_sight *s);
void trace_sight_free(struct trace_sight *s);

#endif /* RENDER_TRACE_SIGHT_H */
