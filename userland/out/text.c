// SPDX-License-Identifier: GPL-2.0
/*
 * Records as lines of text.
 */
#include <errno.h>
#include <string.h>

#include "escape.h"
#include "text.h"

static const size_t sizes[] = {
	[PAGESNAP_REC_QUERY] = sizeof(struct pagesnap_query_rec),
	[PAGESNAP_REC_SB] = sizeof(struct pagesnap_sb),
	[PAGESNAP_REC_FILE] = sizeof(struct pagesnap_file),
	[PAGESNAP_REC_TASK] = sizeof(struct pagesnap_task),
	[PAGESNAP_REC_VMA] = sizeof(struct pagesnap_vma),
	[PAGESNAP_REC_SPAN] = sizeof(struct pagesnap_span),
	[PAGESNAP_REC_PAGE] = sizeof(struct pagesnap_run),
	[PAGESNAP_REC_RUN] = sizeof(struct pagesnap_run),
	[PAGESNAP_REC_GONE] = sizeof(struct pagesnap_gap),
	[PAGESNAP_REC_SWAP] = sizeof(struct pagesnap_gap),
	[PAGESNAP_REC_HOLE] = sizeof(struct pagesnap_gap),
	[PAGESNAP_REC_SPECIAL] = sizeof(struct pagesnap_gap),
	[PAGESNAP_REC_TOTAL] = sizeof(struct pagesnap_total),
	[PAGESNAP_REC_NOTE] = sizeof(struct pagesnap_note),
	[PAGESNAP_REC_ERROR] = sizeof(struct pagesnap_error),
	[PAGESNAP_REC_END] = sizeof(struct pagesnap_end),
};

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
	unsigned int type = r->u->rec.type;
	struct pagesnap_record numbered = *r;
	union pagesnap_any any;
	ssize_t len;

	if (type < sizeof(sizes) / sizeof(sizes[0]) && sizes[type]) {
		memcpy(&any, r->u, sizes[type]);
		/* every record but the header has its query at the same place */
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
