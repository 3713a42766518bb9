// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of what was named and has no pages: a folder below which nothing is cached, a process
 * without memory.  (A file that was named has a record.)
 */
#include <string.h>
#include <sys/stat.h>

#include "pages_nothing.h"
#include "pages_select.h"

static void row_of_folder(struct kind_nothing *n, const char *text, const struct pagesnap_query *q)
{
	struct pagesnap_file *file = &n->object.file;
	struct pagesnap_diag fault;
	int len = pagesnap_query_path(q, text, n->name, sizeof(n->name), &fault);

	n->name_len = len < 0 ? 0 : strlen(n->name);
	*file = (struct pagesnap_file){
		.rec = { .len = sizeof(*file), .type = PAGESNAP_REC_FILE, .flags = PAGESNAP_RF_SUMS },
		.dev_major = PAGESNAP_UNKNOWN32, .dev_minor = PAGESNAP_UNKNOWN32,
		.ino = PAGESNAP_UNKNOWN, .size = PAGESNAP_UNKNOWN, .nlink = PAGESNAP_UNKNOWN32,
		.mode = S_IFDIR, .state = PAGESNAP_STATE_LIVE, .name_len = n->name_len,
	};
}

static void row_of_task(struct kind_nothing *n)
{
	struct pagesnap_vma *vma = &n->object.vma;

	n->name_len = 0;
	*vma = (struct pagesnap_vma){
		.rec = { .len = sizeof(*vma), .type = PAGESNAP_REC_VMA, .flags = PAGESNAP_RF_SUMS },
		.start = PAGESNAP_NONE, .end = PAGESNAP_NONE, .pgoff = PAGESNAP_NONE,
		.ino = PAGESNAP_NONE, .dev_major = PAGESNAP_NONE32, .dev_minor = PAGESNAP_NONE32,
	};
}

/**
 * pages_nothing() - make the row of an answer with nothing in it
 * @n: gets it
 * @which: index file that was asked
 * @text: query
 * @q: the same, parsed
 * @sel: what it selects
 *
 * Return: false if there is no row of that.
 */
bool pages_nothing(struct kind_nothing *n, enum pagesnap_index_file which, const char *text,
		   const struct pagesnap_query *q, const union kind_select *sel)
{
	const struct pagesnap_select *s = pages_select(sel);

	if (which == PAGESNAP_TASK)
		row_of_task(n);
	else if (which == PAGESNAP_FILE && !s->min_pages && !s->parts)
		row_of_folder(n, text, q);
	else
		return false;
	return true;
}
