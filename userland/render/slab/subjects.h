/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What allocations are added up by: sites, caches, processes, cgroups.  Pure.
 *
 * They are numbered over all answers, whose own numbers of sites and caches stand for others.
 */
#ifndef RENDER_SLAB_SUBJECTS_H
#define RENDER_SLAB_SUBJECTS_H

#include <stddef.h>

#include "kinds/slab_line.h"
#include "kinds/slab_names.h"

/**
 * struct slab_subjects - all that were met; all zero is none
 * @tree: root of a search tree of them
 * @list: the same by their number; @nr of them, which have their strings
 * @nr: see there
 */
struct slab_subjects {
	void *tree;
	const struct slab_subject **list;
	size_t nr;
};

/* Which subject a sum is of; its strings are those of @names. */
struct slab_subject slab_subject_of_sum(enum slab_by by, const struct slab_names *names,
					const struct pagesnap_slab_sum *sum);
/* The same of an object, with its callers if @stack. */
struct slab_subject slab_subject_of_object(enum slab_by by, const struct slab_names *names,
					   const struct pagesnap_slab_alloc *object, bool stack);

/* The number of a subject, a new one if it is met first.  0 or -ENOMEM. */
int slab_subjects_get(struct slab_subjects *s, const struct slab_subject *subject, size_t *nth);
/* The same of one that was met.  False if it wasn't. */
bool slab_subjects_find(const struct slab_subjects *s, const struct slab_subject *subject,
			size_t *nth);
void slab_subjects_free(struct slab_subjects *s);

#endif /* RENDER_SLAB_SUBJECTS_H */
