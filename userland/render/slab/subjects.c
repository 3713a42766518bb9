// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "subjects.h"

/**
 * struct known - a subject that was met
 * @subject: first, as it is what is compared; with strings of its own
 * @nth: its number
 */
struct known {
	struct slab_subject subject;
	size_t nth;
};

static const char *name_of(const struct slab_table *table, uint32_t id)
{
	const struct slab_name *name = slab_name(table, id);

	return name ? name->text : NULL;
}

/**
 * slab_subject_of_sum() - what is a sum of?
 * @by: what is asked for
 * @names: of its answer
 * @sum: record
 *
 * Return: subject; without a name if that isn't known, or if it is a sum of something else.
 */
struct slab_subject slab_subject_of_sum(enum slab_by by, const struct slab_names *names,
					const struct pagesnap_slab_sum *sum)
{
	struct slab_subject subject = { .by = by };

	if (by == SLAB_BY_PID)
		subject.pid = sum->pid;
	else if (by == SLAB_BY_CGROUP)
		subject.cgroup = sum->cgroup;
	else if (by == SLAB_BY_SITE && sum->rec.type == PAGESNAP_REC_SITE_SUM)
		subject.name = name_of(&names->sites, sum->id);
	else if (by == SLAB_BY_CACHE && sum->rec.type == PAGESNAP_REC_CACHE_SUM)
		subject.name = name_of(&names->caches, sum->id);
	return subject;
}

/**
 * slab_subject_of_object() - what does an object belong to?
 * @by: what is asked for
 * @names: of its answer
 * @object: record
 * @stack: sites are told apart by who called them
 *
 * Return: subject.
 */
struct slab_subject slab_subject_of_object(enum slab_by by, const struct slab_names *names,
					   const struct pagesnap_slab_alloc *object, bool stack)
{
	struct slab_subject subject = { .by = by };

	if (by == SLAB_BY_PID)
		subject.pid = object->pid;
	else if (by == SLAB_BY_CGROUP)
		subject.cgroup = object->cgroup;
	else if (by == SLAB_BY_CACHE)
		subject.name = name_of(&names->caches, object->cache);
	else
		subject.name = name_of(&names->sites, object->site);
	if (by == SLAB_BY_SITE && stack)
		subject.stack = name_of(&names->stacks, object->stack);
	return subject;
}

static int compare_text(const char *a, const char *b)
{
	if (!a || !b)
		return !!a - !!b;
	return strcmp(a, b);
}

static int compare(const void *a, const void *b)
{
	const struct slab_subject *x = a, *y = b;
	int diff;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->cgroup != y->cgroup)
		return x->cgroup < y->cgroup ? -1 : 1;
	diff = compare_text(x->name, y->name);
	return diff ?: compare_text(x->stack, y->stack);
}

/**
 * slab_subjects_find() - find one that was met
 * @s: all
 * @subject: it
 * @nth: gets its number
 *
 * Return: false if it wasn't met.
 */
bool slab_subjects_find(const struct slab_subjects *s, const struct slab_subject *subject,
			size_t *nth)
{
	void *const *found = tfind(subject, &s->tree, compare);

	if (found)
		*nth = (*(const struct known *const *)found)->nth;
	return found;
}

static void free_known(void *node)
{
	struct known *known = node;

	free((char *)known->subject.name);
	free((char *)known->subject.stack);
	free(known);
}

static struct known *make(const struct slab_subject *subject, size_t nth)
{
	struct known *known = calloc(1, sizeof(*known));

	if (!known)
		return NULL;
	known->subject = *subject;
	known->nth = nth;
	known->subject.name = subject->name ? strdup(subject->name) : NULL;
	known->subject.stack = subject->stack ? strdup(subject->stack) : NULL;
	if (!known->subject.name == !subject->name && !known->subject.stack == !subject->stack)
		return known;
	free_known(known);
	return NULL;
}

static int add(struct slab_subjects *s, const struct slab_subject *subject)
{
	const struct slab_subject **list = s->list;
	struct known *known = make(subject, s->nr);

	/* a power of two is full */
	if (known && !(s->nr & (s->nr - 1))) {
		list = reallocarray(s->list, s->nr ? 2 * s->nr : 1,
				    sizeof(struct slab_subject *));
		if (list)
			s->list = list;
	}
	if (!known || !list || !tsearch(known, &s->tree, compare)) {
		if (known)
			free_known(known);
		return -ENOMEM;
	}
	s->list[s->nr++] = &known->subject;
	return 0;
}

/**
 * slab_subjects_get() - have a number for a subject
 * @s: all
 * @subject: it; copied if it is new
 * @nth: gets its number
 *
 * Return: 0 or -ENOMEM.
 */
int slab_subjects_get(struct slab_subjects *s, const struct slab_subject *subject, size_t *nth)
{
	if (slab_subjects_find(s, subject, nth))
		return 0;
	*nth = s->nr;
	return add(s, subject);
}

/**
 * slab_subjects_free() - forget all
 * @s: them
 */
void slab_subjects_free(struct slab_subjects *s)
{
	tdestroy(s->tree, free_known);
	free(s->list);
	*s = (struct slab_subjects){ 0 };
}
