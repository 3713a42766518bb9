// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: records as trace events
 *
 * With to=trace and to=both records go to the kernel's tracing.  The events belong to a module of
 * their own, pagesnap_events.ko, which can't always be unloaded (events/main.c); this is where it
 * comes and goes.  An answer under way holds a reference to it, and so does nothing else here:
 * who unloads it between two answers makes the next one an error.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/mutex.h>
#include <linux/slab.h>

#include "tracing.h"

/* Protects @current_ops, while a reference to its module is taken. */
static DEFINE_MUTEX(lock);
static const struct pagesnap_tracing_ops *current_ops;

/**
 * pagesnap_tracing_register() - take records from now on
 * @ops: how; they stay until pagesnap_tracing_unregister()
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOEXEC if it was compiled with other headers, -EBUSY if somebody takes them.
 */
int pagesnap_tracing_register(const struct pagesnap_tracing_ops *ops)
{
	int err = 0;

	if (ops->number != PAGESNAP_TRACING_ABI || ops->traced != sizeof(struct pagesnap_traced)) {
		pr_err("the module of trace events was built with other headers than this one: build both from one source\n");
		return -ENOEXEC;
	}
	mutex_lock(&lock);
	if (current_ops)
		err = -EBUSY;
	else
		current_ops = ops;
	mutex_unlock(&lock);
	return err;
}

/**
 * pagesnap_tracing_unregister() - take no more records
 * @ops: how they were taken
 *
 * For module exit only: that no answer uses it any more follows from their references.
 *
 * Context: process context, may sleep.
 */
void pagesnap_tracing_unregister(const struct pagesnap_tracing_ops *ops)
{
	mutex_lock(&lock);
	if (current_ops == ops)
		current_ops = NULL;
	mutex_unlock(&lock);
}

static const struct pagesnap_tracing_ops *get_ops(void)
{
	const struct pagesnap_tracing_ops *ops;

	mutex_lock(&lock);
	ops = current_ops;
	if (ops && !try_module_get(ops->owner))
		ops = NULL;
	mutex_unlock(&lock);
	return ops;
}

/**
 * pagesnap_tracing_begin() - an answer begins
 * @traced: NULL; gets its state if its records become events
 * @to: PAGESNAP_TO_*
 * @session: number of the session
 * @words: of its collection
 * @d: gets what is wrong
 *
 * Context: process context, may sleep.
 * Return: 0, with pagesnap_tracing_end() owed, or the negative errno in @d.
 */
int pagesnap_tracing_begin(struct pagesnap_traced **traced, u32 to, u64 session,
			   const struct pagesnap_words *words, struct pagesnap_diag *d)
{
	struct pagesnap_traced *t;

	if (to == PAGESNAP_TO_READER)
		return 0;
	t = kzalloc(sizeof(*t), GFP_KERNEL_ACCOUNT);
	if (!t)
		return pagesnap_diag(d, -ENOMEM, 0, "no memory to make trace events");
	t->ops = get_ops();
	if (!t->ops) {
		kfree(t);
		return pagesnap_diag(d, -EOPNOTSUPP, 0,
				     "to= needs the module pagesnap_events: modprobe pagesnap_events");
	}
	t->alone = to == PAGESNAP_TO_TRACE;
	t->session = session;
	t->words = words;
	*traced = t;
	return 0;
}

/**
 * pagesnap_tracing_tag() - what tag have the events of this answer?
 * @t: answer, or NULL
 * @tag: word of tag=
 */
void pagesnap_tracing_tag(struct pagesnap_traced *t, const char *tag)
{
	if (t)
		memcpy(t->tag, tag, sizeof(t->tag));
}

/**
 * pagesnap_tracing_end() - an answer is over, or given up
 * @traced: its state, which is NULL afterwards; may be NULL
 *
 * Context: process context.
 */
void pagesnap_tracing_end(struct pagesnap_traced **traced)
{
	struct pagesnap_traced *t = *traced;

	if (!t)
		return;
	*traced = NULL;
	t->ops->end(t);
	module_put(t->ops->owner);
	kfree(t);
}

/* What frames an answer, and says what is missing in it, is the reader's in any case. */
static bool is_frame(u16 type)
{
	switch (type) {
	case PAGESNAP_REC_HEADER:
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_NOTE:
	case PAGESNAP_REC_ERROR:
	case PAGESNAP_REC_LOST:
	case PAGESNAP_REC_END:
		return true;
	default:
		return false;
	}
}

/**
 * pagesnap_tracing_tell() - make an event of a record
 * @t: answer
 * @rec: record
 * @parts: bytes that belong to it
 * @nr_parts: how many
 *
 * Context: as tell() of struct pagesnap_tracing_ops.
 * Return: true if the reader does not get it.
 */
bool pagesnap_tracing_tell(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
			   const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	if (rec->type == PAGESNAP_REC_QUERY)
		pagesnap_tracing_tag(t, ((const struct pagesnap_query_rec *)rec)->tag);
	if (!is_frame(rec->type))
		t->seq++;
	t->ops->tell(t, rec, parts, nr_parts);
	return t->alone && !is_frame(rec->type);
}
