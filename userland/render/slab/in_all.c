// SPDX-License-Identifier: GPL-2.0
#include "in_all.h"

/**
 * slab_in_all_read() - read what caches have in all
 * @info: all zero; stays so if it would say nothing of these rows
 * @view: what they are of
 *
 * What was saved is of another time: what caches have now says nothing of it.
 */
void slab_in_all_read(struct slabinfo *info, const struct slab_view *view)
{
	if (view->by == SLAB_BY_CACHE && !view->saved)
		slabinfo_read(info);
}

/**
 * slab_in_all_set() - what does a cache have in all?
 * @info: of all caches; stays as long as the subject is shown
 * @subject: gets it, NULL if that isn't known
 */
void slab_in_all_set(const struct slabinfo *info, struct slab_subject *subject)
{
	subject->in_all = subject->name ? slabinfo_find(info, subject->name) : NULL;
}
