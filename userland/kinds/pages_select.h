/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a query of pages selects.
 */
#ifndef KINDS_PAGES_SELECT_H
#define KINDS_PAGES_SELECT_H

#include "../../module/pages/select.h"
#include "kind.h"

/* What the options of a query of kind_pages are read into. */
static inline struct pagesnap_select *pages_select(const union kind_select *sel)
{
	return (struct pagesnap_select *)sel;
}

#endif /* KINDS_PAGES_SELECT_H */
