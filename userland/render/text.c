// SPDX-License-Identifier: GPL-2.0
/*
 * Records as lines of text.
 */
#include <errno.h>
#include <string.h>

#include "kinds/escape.h"
#include "text.h"

/**
 * text_record() - print a record as a line
 * @t: text
 * @w: where to
 * @q: number of the query, which need not be that of its session
 * @r: record
 *
 * Return: 0 or -errno.
 */
int text_record(struct text *t, struct writer *w, uint32_t q, const struct pagesnap_record *r)
{
	struct pagesnap_record numbered = *r;
	union pagesnap_any any;
	ssize_t len;

	/* every record but the header has its query at the same place */
	if (r->u->rec.type != PAGESNAP_REC_HEADER && r->u->query.q != q) {
		any = *r->u;
		any.query.q = q;
		numbered.u = &any;
	}
	len = pagesnap_record_text(&numbered, t->buf, sizeof(t->buf));
	if (len < 0)
		return len;
	t->line.len = 0;
	escape_put_line(&t->line, t->buf, len);
	value_buf_put(&t->line, "\n", 1);
	if (t->line.failed)
		return -ENOMEM;
	writer_put(w, t->line.s, t->line.len);
	return 0;
}
