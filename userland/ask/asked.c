// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a query asks
 *
 * The module's own parser reads it, so there is one meaning of every word.
 */
#include "asked.h"

/**
 * asked_parse() - read a query
 * @query: which
 * @q: filled: what it is about
 * @sel: filled: what it selects
 *
 * Return: false if the module would refuse it, or it asks nothing.
 */
bool asked_parse(const struct query *query, struct pagesnap_query *q, union kind_select *sel)
{
	const struct kind *kind = kind_of_index(query->which);
	const struct kind_index *index;
	const char *text = query->line ? query->line + query->offset : "";
	size_t len = query->line ? query->len - query->offset : 0;
	struct pagesnap_grammar grammar = { .page_shift = 12 };
	struct pagesnap_diag diag;

	if (!kind)
		return false;
	index = kind_index(query->which);
	grammar.subject = index->subject;
	if (kind->grammar) {
		grammar.options = index->options ? index->options : kind->grammar->options;
		grammar.targets = kind->grammar->targets;
		kind->grammar->init(sel);
	}
	return !pagesnap_query_is_blank(text, len) &&
	       !pagesnap_query_parse(&grammar, text, len, q, sel, &diag);
}

/**
 * asked_selects() - does a query leave out something of what it asks about?
 * @query: which
 * @sel: what it selects
 *
 * Return: true if it may, so that no answer doesn't mean that there is nothing.
 */
bool asked_selects(const struct query *query, const union kind_select *sel)
{
	const struct kind_grammar *grammar = kind_of_index(query->which)->grammar;

	return grammar && grammar->selects(sel);
}

/**
 * asked_is_part() - does a query ask for one shard of many?
 * @query: which
 * @sel: what it selects
 *
 * Return: true if it does.
 */
bool asked_is_part(const struct query *query, const union kind_select *sel)
{
	const struct kind_grammar *grammar = kind_of_index(query->which)->grammar;

	return grammar && grammar->is_part(sel);
}
