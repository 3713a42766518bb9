// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: answers with nothing in them
 *
 * An object with nothing selected has no record.  What the caller named is still reported,
 * in a row or a sentence: which of them, and what it says, is a matter of the kind.
 */
#include <stddef.h>
#include <string.h>

#include "answers.h"
#include "ask/asked.h"
#include "nothing.h"

static bool is_empty(const struct pagesnap_end *end)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < PAGESNAP_COUNTERS_MAX; i++)
		sum |= end->counters[i];
	return end->status == PAGESNAP_END_COMPLETE && !sum;
}

/**
 * nothing_say() - say that there is nothing of what was named
 * @own: not used
 * @n: gets a sentence, if there is one to say
 * @asked: what was asked
 */
void nothing_say(const void *own, struct kind_nothing *n, const struct kind_asked *asked)
{
	const struct kind *kind = kind_of_index(asked->which);

	if (kind->say_nothing)
		kind->say_nothing(n, asked);
}

/* See nothing_report(); of an answer that is empty. */
static bool report(struct kind_nothing *n, const struct answers *answers,
		   const struct query *query, const struct pagesnap_end *end)
{
	const struct out_options *out = answers->settings->out;
	const struct kind *kind = kind_of_index(query->which);
	union kind_select sel;
	struct pagesnap_query q;
	const struct kind_asked asked = {
		.which = query->which, .text = query->line ? query->line + query->offset : "",
		.q = &q, .sel = &sel, .origin = query->origin, .saved = query->saved,
		.end = end,
	};

	if (!asked_parse(query, &q, &sel) || (q.has_range && q.start >= q.end))
		return false;
	memset(n, 0, offsetof(struct kind_nothing, object));
	/* has what was named a row of its own, where rows are of objects? */
	if (kind->nothing && answers->group == PAGESNAP_GROUP_OBJECT &&
	    !out_has_other_rows(out) && !end->objects)
		kind->nothing(n, &asked);
	if (!asked_selects(query, &sel))
		answers->nothing(answers->own, n, &asked);
	return n->has_row || *n->says;
}

/**
 * nothing_report() - what is to be reported about an answer with nothing in it?
 * @n: filled, if it is one of which something is to be reported
 * @answers: that it is one of
 * @query: what was asked
 * @end: its end
 *
 * Return: true if it is one, and something is to be reported.
 */
bool nothing_report(struct kind_nothing *n, const struct answers *answers,
		    const struct query *query, const struct pagesnap_end *end)
{
	return answers->nothing && is_empty(end) && report(n, answers, query, end);
}
