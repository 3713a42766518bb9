// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a query asks
 *
 * The module's own parser reads it, so there is one meaning of every word.
 */
#include "asked.h"
#include "kinds/kind.h"

/**
 * asked_parse() - read a query
 * @query: which
 * @q: filled: what it is about
 * @sel: filled: what it selects
 *
 * Return: false if the module would refuse it, or it asks nothing.
 */
bool asked_parse(const struct query *query, struct pagesnap_query *q, struct pagesnap_select *sel)
{
	const struct kind_index *index = kind_index(query->which);
	const char *text = query->line ? query->line + query->offset : "";
	size_t len = query->line ? query->len - query->offset : 0;
	struct pagesnap_grammar grammar = {
		.page_shift = 12, .options = pagesnap_select_options,
	};
	struct pagesnap_diag fault;

	if (!index)
		return false;
	grammar.subject = index->subject;
	pagesnap_select_init(sel);
	return !pagesnap_query_is_blank(text, len) &&
	       !pagesnap_query_parse(&grammar, text, len, q, sel, &fault);
}

/**
 * asked_selects() - does a query leave pages out?
 * @sel: what it selects
 *
 * Return: true if it may, so that no answer doesn't mean that there is nothing.
 */
bool asked_selects(const struct pagesnap_select *sel)
{
	return sel->all || sel->none || sel->any || sel->node >= 0 || sel->has_cgroup ||
	       sel->has_order || sel->min_pages || sel->parts;
}
