// SPDX-License-Identifier: GPL-2.0
#include "pages.h"

/* Files have numbers, too. */
#define IS_SPACE ((uint64_t)1 << 63)

bool trace_page_of(const struct trace_reference *ref, enum trace_scope scope,
		   struct trace_key *page)
{
	if (ref->map && ref->map->file)
		*page = (struct trace_key){ ref->map->file, ref->file_page };
	else
		*page = (struct trace_key){ ref->space | IS_SPACE, ref->vpn };
	return scope == TRACE_ALL_PAGES || (ref->map && ref->map->kind == PAGESNAP_MAP_FILE);
}
