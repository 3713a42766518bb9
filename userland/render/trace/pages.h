/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which references are to the same page.  A page of a file is one, whoever maps it, and wherever;
 * one of no file is one for each address space.  So after a fork the child has pages of its own,
 * though parent and child share a frame until one of them writes; and a private page of a file
 * stays the file's when it was written to, since no record says when it was copied.  Pure.
 */
#ifndef RENDER_TRACE_PAGES_H
#define RENDER_TRACE_PAGES_H

#include "references.h"

/* Of which pages statements are. */
enum trace_scope {
	TRACE_ALL_PAGES,
	TRACE_FILE_PAGES,	/* of files on disk, that is neither shared memory nor tmpfs */
};

/* Its page.  False if @scope leaves it out. */
bool trace_page_of(const struct trace_reference *ref, enum trace_scope scope,
		   struct trace_key *page);

#endif /* RENDER_TRACE_PAGES_H */
