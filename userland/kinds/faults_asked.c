// SPDX-License-Identifier: GPL-2.0
/*
 * What a query of faults asks.
 */
#include "faults_asked.h"

static void init_options(union kind_select *sel)
{
	_Static_assert(sizeof(struct pagesnap_faults_options) <= sizeof(*sel),
		       "room for what a query says");

	pagesnap_faults_defaults((struct pagesnap_faults_options *)sel);
}

/* A process that references nothing has no record, whatever the options are. */
static bool selects(const union kind_select *sel)
{
	return false;
}

static bool is_part(const union kind_select *sel)
{
	return false;
}

const struct kind_grammar faults_grammar = {
	.options = pagesnap_faults_option_table,
	.targets = true,
	.init = init_options,
	.selects = selects,
	.is_part = is_part,
};

/**
 * faults_asked() - read a query of faults
 * @r: its record
 * @q: filled: processes and range; its slices point into @r
 * @options: filled: the rest
 *
 * Return: false if it is none that the module would take.
 */
bool faults_asked(const struct pagesnap_record *r, struct pagesnap_query *q,
		  struct pagesnap_faults_options *options)
{
	const struct pagesnap_grammar grammar = {
		.subject = PAGESNAP_SUBJECT_TASK, .page_shift = 12, .targets = true,
		.options = pagesnap_faults_option_table,
	};
	struct pagesnap_diag d;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	pagesnap_faults_defaults(options);
	return len && !pagesnap_query_parse(&grammar, text, len, q, options, &d);
}
