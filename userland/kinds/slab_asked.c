// SPDX-License-Identifier: GPL-2.0
/*
 * What a query of slab asks.
 */
#include "slab_asked.h"

static void init_options(union kind_select *sel)
{
	_Static_assert(sizeof(struct pagesnap_slab_options) <= sizeof(*sel),
		       "room for what a query says");

	pagesnap_slab_defaults((struct pagesnap_slab_options *)sel);
}

/* What allocates nothing has no record, whatever the options are. */
static bool selects(const union kind_select *sel)
{
	return false;
}

static bool is_part(const union kind_select *sel)
{
	return false;
}

const struct kind_grammar slab_grammar = {
	.options = pagesnap_slab_option_table,
	.init = init_options,
	.selects = selects,
	.is_part = is_part,
};

/**
 * slab_asked() - read a query of slab
 * @r: its record
 * @options: filled; its slices point into @r
 *
 * Return: false if it is none that the module would take.
 */
bool slab_asked(const struct pagesnap_record *r, struct pagesnap_slab_options *options)
{
	const struct pagesnap_grammar grammar = {
		.subject = PAGESNAP_SUBJECT_NONE, .page_shift = 12,
		.options = pagesnap_slab_option_table,
	};
	struct pagesnap_query q;
	struct pagesnap_diag d;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	pagesnap_slab_defaults(options);
	return len && !pagesnap_query_parse(&grammar, text, len, &q, options, &d);
}

/**
 * slab_told_by() - what can sums be added up by?
 * @caches: they are of cache_index, not of site_index
 * @by: PAGESNAP_SLAB_BY_* of their query
 *
 * Return: bits of 1U << enum slab_by.
 */
unsigned int slab_told_by(bool caches, uint32_t by)
{
	unsigned int told = 1U << (caches ? SLAB_BY_CACHE : SLAB_BY_SITE);

	if (by == PAGESNAP_SLAB_BY_PID)
		told |= 1U << SLAB_BY_PID;
	if (by == PAGESNAP_SLAB_BY_CGROUP)
		told |= 1U << SLAB_BY_CGROUP;
	return told;
}

/**
 * slab_by_word() - what --by takes
 * @by: enum slab_by
 *
 * Return: word.
 */
const char *slab_by_word(enum slab_by by)
{
	static const char *const words[SLAB_BYS] = {
		[SLAB_BY_SITE] = "site", [SLAB_BY_CACHE] = "cache", [SLAB_BY_PID] = "pid",
		[SLAB_BY_CGROUP] = "cgroup",
	};

	return words[by];
}
