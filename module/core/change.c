// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: changes of the answer under way
 *
 * A line that is no query, but options that may change while an answer lasts, is not queued
 * behind that answer: it waits beside it, for the reader to come by.  Several such lines become
 * one, of which the last word counts.
 *
 * Writer and reader have a lock each and never both; so what waits is handed over as a whole.
 */
#include <linux/atomic.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "change.h"
#include "session.h"

/**
 * pagesnap_change_is() - does a line change the answer under way?
 * @s: session
 * @text: line
 * @len: bytes of it
 *
 * Return: true if so, and if it is good; one that isn't is for the queue, as any bad line.
 */
bool pagesnap_change_is(const struct pagesnap_session *s, const char *text, u32 len)
{
	const struct pagesnap_index_ops *index = s->file->index;

	return index->is_change && index->is_change(index, text, len);
}

/**
 * pagesnap_change_add() - a line is to change the answer under way, or the next one
 * @s: session
 * @text: line, of pagesnap_change_is()
 * @len: bytes of it
 *
 * Context: write_lock is held.
 * Return: 0, -ENOMEM, or -ENOSPC if too much waits already.
 */
int pagesnap_change_add(struct pagesnap_session *s, const char *text, u32 len)
{
	char *waits = xchg(&s->change, NULL), *both;
	size_t before = waits ? strlen(waits) + 1 : 0;
	int err = before + len > PAGESNAP_CHANGE_MAX ? -ENOSPC : 0;

	both = err ? NULL : kasprintf(GFP_KERNEL_ACCOUNT, "%s%s%.*s", waits ?: "",
				      waits ? " " : "", (int)len, text);
	if (!both) {
		/* nobody but a writer puts something there */
		xchg(&s->change, waits);
		return err ?: -ENOMEM;
	}
	kfree(waits);
	xchg(&s->change, both);
	s->nr_lines++;
	pagesnap_wake(&s->wake);
	return 0;
}

/**
 * pagesnap_change_apply() - change the answer under way
 * @s: session that has one
 *
 * Context: read_lock is held.
 */
void pagesnap_change_apply(struct pagesnap_session *s)
{
	char *text;

	if (!READ_ONCE(s->change))
		return;
	text = xchg(&s->change, NULL);
	if (text)
		s->file->index->change(s->walk, text, strlen(text));
	kfree(text);
}

/**
 * pagesnap_change_drop() - nobody reads any more
 * @s: session, with no reader or writer left
 */
void pagesnap_change_drop(struct pagesnap_session *s)
{
	kfree(s->change);
}
