// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "parts.h"

static void set_name(struct part *part, const char *name, size_t len)
{
	static const char cut[] = "...";
	size_t room = sizeof(part->name) - 1, skip;

	if (len <= room) {
		memcpy(part->name, name, len);
		part->name[len] = '\0';
		return;
	}
	/* the end of a path tells more than its beginning */
	skip = len - (room - strlen(cut));
	memcpy(part->name, cut, strlen(cut));
	memcpy(part->name + strlen(cut), name + skip, len - skip);
	part->name[room] = '\0';
}

/* Moves the part at @at up to where its size belongs. */
static void sift(struct parts *p, size_t at)
{
	for (; at && p->list[at].pages > p->list[at - 1].pages; at--) {
		struct part smaller = p->list[at - 1];

		p->list[at - 1] = p->list[at];
		p->list[at] = smaller;
	}
}

/**
 * parts_add() - add a part
 * @p: parts
 * @pages: its pages
 * @name: its name
 * @len: bytes of it
 */
void parts_add(struct parts *p, uint64_t pages, const char *name, size_t len)
{
	size_t at;

	p->pages += pages;
	if (!parts_keep(p, pages)) {
		p->others += !!pages;
		return;
	}
	p->others += p->nr == PARTS_KEPT;
	at = p->nr < PARTS_KEPT ? p->nr++ : PARTS_KEPT - 1;
	p->list[at].pages = pages;
	set_name(&p->list[at], name, len);
	sift(p, at);
}
