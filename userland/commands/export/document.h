/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A look as a text that Prometheus reads.
 */
#ifndef COMMANDS_EXPORT_DOCUMENT_H
#define COMMANDS_EXPORT_DOCUMENT_H

#include "groups.h"
#include "look.h"
#include "render/metrics/text.h"

/**
 * struct export_document - what is to be written
 * @look: what was found; NULL if nothing was
 * @groups: of its files, by enum export_by
 */
struct export_document {
	const struct export_look *look;
	struct export_groups groups[EXPORT_BYS];
};

/* Makes the groups of a look, the @top largest.  0 or -ENOMEM; _free() is owed in any case. */
int export_document_make(struct export_document *d, const struct export_look *look, size_t top);
void export_document_free(struct export_document *d);
/* Appends it.  0, or -ENOMEM. */
int export_document_write(const struct export_document *d, struct metrics *m);

#endif /* COMMANDS_EXPORT_DOCUMENT_H */
