// SPDX-License-Identifier: GPL-2.0
/*
 * Which pages a map was asked of.
 */
#include "kind.h"
#include "map_asked.h"
#include "pages_select.h"

/**
 * map_asked() - which pages does a query ask about?
 * @r: its record
 * @by: what its answer turned out to be of; a query doesn't say which file was asked
 *
 * Return: a range, all pages if it has none, or is none that the module would take.
 */
struct map_asked map_asked(const struct pagesnap_record *r, enum map_by by)
{
	static const enum pagesnap_subject subjects[] = {
		[MAP_BY_OFFSET] = PAGESNAP_SUBJECT_FILE, [MAP_BY_ADDRESS] = PAGESNAP_SUBJECT_TASK,
		[MAP_BY_FRAME] = PAGESNAP_SUBJECT_NONE,
	};
	const struct pagesnap_grammar grammar = {
		.subject = subjects[by], .page_shift = 12, .targets = by == MAP_BY_ADDRESS,
		.options = pagesnap_select_options,
	};
	struct map_asked all = { .end = UINT64_MAX };
	struct pagesnap_select sel;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	pagesnap_select_init(&sel);
	if (!len || pagesnap_query_parse(&grammar, text, len, &q, &sel, &d) || !q.has_range)
		return all;
	return (struct map_asked){ .start = q.start, .end = q.end };
}
