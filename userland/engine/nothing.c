// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: answers with nothing in them
 *
 * An object with nothing selected has no record.  What the caller named is
 * still reported: a row of zeros for a folder or a process, a sentence where rows
 * are of something else.  A frame that was named and is not there is a failure.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "ask/asked.h"
#include "base/mounts.h"
#include "base/say.h"
#include "nothing.h"

#define PAGE_SHIFT 12

static bool is_empty(const struct pagesnap_end *end)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < PAGESNAP_COUNTERS_MAX; i++)
		sum |= end->counters[i];
	return end->status == PAGESNAP_END_COMPLETE && !sum;
}

/* Has what was named a row of its own, where rows are of objects? */
static bool has_row(struct nothing *n, const struct query *query, const struct pagesnap_query *q,
		    const union kind_select *sel)
{
	const struct kind *kind = kind_of_index(query->which);

	return kind->nothing && kind->nothing(&n->named, query->which, query->line + query->offset, q,
					      sel);
}

/* Of which there are never pages in the page cache. */
static bool has_no_cache(const char *fstype)
{
	static const char *const types[] = {
		"autofs", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs",
		"debugfs", "devpts", "efivarfs", "fusectl", "mqueue", "nfsd", "nsfs", "pipefs",
		"proc", "pstore", "rpc_pipefs", "securityfs", "selinuxfs", "smackfs", "sockfs",
		"sysfs", "tracefs",
	};
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(fstype, types[i]))
			return true;
	return false;
}

/* Type of the filesystem that @path is on, "" if it is unknown. */
static void type_of(const char *path, char *fstype, size_t size)
{
	struct mounts *mounts = mounts_read();
	char *real = mounts ? realpath(path, NULL) : NULL;
	const struct mount *m = NULL;

	if (real)
		m = mounts_of(mounts, real, strcmp(real, "/") ? strlen(real) : 0);
	snprintf(fstype, size, "%s", m ? m->fstype : "");
	free(real);
	mounts_free(mounts);
}

/**
 * nothing_say_filesystem() - say why nothing of a filesystem is cached
 * @n: gets a sentence
 * @query: what was asked
 * @q: the same, parsed
 *
 * What another machine has saved says nothing of the mounts here.
 */
void nothing_say_filesystem(struct nothing *n, const struct query *query,
			    const struct pagesnap_query *q)
{
	const char *text = query->line + query->offset;
	struct pagesnap_diag fault;
	char fstype[64] = "";

	if (q->has_type)
		snprintf(fstype, sizeof(fstype), "%.*s", (int)q->type.len, text + q->type.off);
	else if (!query->saved &&
		 pagesnap_query_path(q, text, n->named.name, sizeof(n->named.name), &fault) >= 0)
		type_of(n->named.name, fstype, sizeof(fstype));
	if (has_no_cache(fstype))
		snprintf(n->says, sizeof(n->says), "%s has no page cache", fstype);
	else
		snprintf(n->says, sizeof(n->says), "nothing of it is cached");
}

/**
 * nothing_say_frames() - say that there are no such frames
 * @n: gets a sentence; what was named isn't there
 * @query: what was asked
 * @q: the same, parsed
 * @phys: they were named by their addresses, also where that is not said
 */
void nothing_say_frames(struct nothing *n, const struct query *query,
			const struct pagesnap_query *q, bool phys)
{
	uint64_t frame = q->start >> PAGE_SHIFT;
	bool named = phys || !strncmp(query->origin, "phys:", strlen("phys:"));

	/* there is a first frame, or at least a hole */
	if (!q->start)
		return;
	n->failed = true;
	if (named)
		snprintf(n->says, sizeof(n->says), "beyond memory: frame 0x%" PRIx64,
			 (uint64_t)q->start);
	else if (frame)
		snprintf(n->says, sizeof(n->says),
			 "beyond memory; is this an address? frame 0x%" PRIx64, frame);
	else
		snprintf(n->says, sizeof(n->says), "beyond memory");
}

static void say_addresses(struct nothing *n, const struct pagesnap_query *q)
{
	if (q->end >= UINT64_MAX >> PAGE_SHIFT)
		snprintf(n->says, sizeof(n->says), "nothing is mapped from address 0x%" PRIx64 " on",
			 (uint64_t)q->start << PAGE_SHIFT);
	else
		snprintf(n->says, sizeof(n->says), "no page is mapped at addresses %" PRIx64 "-%" PRIx64,
			 (uint64_t)q->start << PAGE_SHIFT, (uint64_t)q->end << PAGE_SHIFT);
}

/**
 * nothing_say() - say that nothing is at the frames or addresses that were named
 * @own: not used
 * @n: gets a sentence, if there is one to say
 * @query: what was asked
 * @q: the same, parsed
 */
void nothing_say(const void *own, struct nothing *n, const struct query *query,
		 const struct pagesnap_query *q)
{
	if (query->which == PAGESNAP_PFN)
		nothing_say_frames(n, query, q, false);
	else if (query->which == PAGESNAP_TASK && q->has_range)
		say_addresses(n, q);
}

/**
 * nothing_report() - what is to be reported about an answer with nothing in it?
 * @n: filled, if it is one
 * @answers: that it is one of
 * @query: what was asked
 * @end: its end
 *
 * Return: true if it is one, and something is to be reported.
 */
bool nothing_report(struct nothing *n, const struct answers *answers, const struct query *query,
		    const struct pagesnap_end *end)
{
	const struct out_options *out = answers->settings->out;
	bool adds = out->by || out->shared || out->summary;
	union kind_select sel;
	struct pagesnap_query q;

	memset(n, 0, offsetof(struct nothing, named));
	if (!answers->nothing || !is_empty(end) || !asked_parse(query, &q, &sel) ||
	    (q.has_range && q.start >= q.end))
		return false;
	if (answers->group == PAGESNAP_GROUP_OBJECT && !adds && !end->objects)
		n->row = has_row(n, query, &q, &sel);
	if (!asked_selects(query, &sel))
		answers->nothing(answers->own, n, query, &q);
	return n->row || *n->says;
}
