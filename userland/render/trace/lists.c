// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "lists.h"

int trace_lists_init(struct trace_lists *l, uint32_t pages)
{
	*l = (struct trace_lists){ .pages = calloc((size_t)pages + 1, sizeof(*l->pages)) };
	if (!l->pages)
		return -ENOMEM;
	for (uint32_t i = 0; i < pages; i++)
		l->pages[i].list = TRACE_NO_LIST;
	for (unsigned int i = 0; i < TRACE_LISTS; i++)
		l->newest[i] = l->oldest[i] = TRACE_NO_PAGE;
	return 0;
}

void trace_lists_push(struct trace_lists *l, unsigned int list, uint32_t page)
{
	struct trace_links *p = &l->pages[page];

	p->list = (uint8_t)list;
	p->newer = TRACE_NO_PAGE;
	p->older = l->newest[list];
	if (p->older != TRACE_NO_PAGE)
		l->pages[p->older].newer = page;
	else
		l->oldest[list] = page;
	l->newest[list] = page;
	l->nr[list]++;
}

void trace_lists_remove(struct trace_lists *l, uint32_t page)
{
	struct trace_links *p = &l->pages[page];

	if (p->newer != TRACE_NO_PAGE)
		l->pages[p->newer].older = p->older;
	else
		l->newest[p->list] = p->older;
	if (p->older != TRACE_NO_PAGE)
		l->pages[p->older].newer = p->newer;
	else
		l->oldest[p->list] = p->newer;
	l->nr[p->list]--;
	p->list = TRACE_NO_LIST;
}

uint32_t trace_lists_pop(struct trace_lists *l, unsigned int list)
{
	uint32_t page = l->oldest[list];

	trace_lists_remove(l, page);
	return page;
}

void trace_lists_free(struct trace_lists *l)
{
	free(l->pages);
	l->pages = NULL;
}
