// SPDX-License-Identifier: GPL-2.0
/*
 * Decoded records of any collection: the parts of their bytes, and their text.
 */
#include "collection.h"
#include "internal.h"

static const char *part(const struct pagesnap_record *r, size_t off, size_t n, size_t *len)
{
	*len = n;
	return r->bytes + off;
}

/* Without what a session put at the end of the line. */
static size_t without_suffix(const char *line, size_t len)
{
	size_t n = PAGESNAP_SUFFIX_LEN;

	return len > n && !memcmp(line + len - n, PAGESNAP_SUFFIX, n) ? len - n : len;
}

const char *pagesnap_record_query(const struct pagesnap_record *r, size_t *len)
{
	const char *line = r->bytes;

	*len = 0;
	if (r->u->rec.type == PAGESNAP_REC_QUERY) {
		*len = r->u->query.text_len;
	} else if (r->u->rec.type == PAGESNAP_REC_ERROR) {
		line += r->u->error.msg_len;
		*len = r->u->error.text_len;
	}
	*len = without_suffix(line, *len);
	return line;
}

const char *pagesnap_record_message(const struct pagesnap_record *r, size_t *len)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_ERROR:
		return part(r, 0, r->u->error.msg_len, len);
	case PAGESNAP_REC_NOTE:
		return part(r, 0, r->u->note.text_len, len);
	default:
		return part(r, 0, 0, len);
	}
}

/* As the kernel marks what readers may pass over. */
static void text_unknown(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_key(t, "# record of unknown type ", r->u->rec.type);
}

ssize_t pagesnap_record_text(const struct pagesnap_record *r, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);
	const struct record_layout *l = pagesnap_layout_of(r->u->rec.type);

	if (l && l->text)
		l->text(&t, r);
	else
		text_unknown(&t, r);
	return pagesnap_text_done(&t, size);
}
