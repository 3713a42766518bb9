// SPDX-License-Identifier: GPL-2.0
/*
 * What a query of accesses asks.
 */
#include "accesses_asked.h"

/**
 * accesses_asked() - read a query of accesses
 * @r: its record
 * @options: filled
 *
 * Return: false if it is none that the module would take.
 */
bool accesses_asked(const struct pagesnap_record *r, struct pagesnap_accesses_options *options)
{
	const struct pagesnap_grammar grammar = {
		.subject = PAGESNAP_SUBJECT_TASK, .page_shift = 12, .targets = true,
		.options = pagesnap_accesses_option_table,
	};
	struct pagesnap_query q;
	struct pagesnap_diag d;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	pagesnap_accesses_defaults(options, grammar.page_shift);
	return len && !pagesnap_query_parse(&grammar, text, len, &q, options, &d);
}
