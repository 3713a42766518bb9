// SPDX-License-Identifier: GPL-2.0
/*
 * Decoded records: the parts of their bytes, and their text.
 */
#include "../../module/core/records.h"
#include "../../module/pages/page_records.h"
#include "internal.h"

static const char *part(const struct pagesnap_record *r, size_t off, size_t n, size_t *len)
{
	*len = n;
	return r->bytes + off;
}

const char *pagesnap_record_name(const struct pagesnap_record *r, size_t *len)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_SB:
		return part(r, r->u->sb.asked_len, r->u->sb.name_len, len);
	case PAGESNAP_REC_FILE:
		return part(r, 0, r->u->file.name_len, len);
	case PAGESNAP_REC_VMA:
		return part(r, 0, r->u->vma.name_len, len);
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		return part(r, 0, r->u->rec.flags & PAGESNAP_RF_NAME ? r->u->run.name_len : 0, len);
	default:
		return part(r, 0, 0, len);
	}
}

const char *pagesnap_record_asked(const struct pagesnap_record *r, size_t *len)
{
	return part(r, 0, r->u->rec.type == PAGESNAP_REC_SB ? r->u->sb.asked_len : 0, len);
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

struct pagesnap_combo pagesnap_record_combo(const struct pagesnap_record *r, uint32_t nth)
{
	struct pagesnap_combo c = { 0 };

	if (r->u->rec.type == PAGESNAP_REC_TOTAL && nth < r->u->total.nr_combos)
		memcpy(&c, r->bytes + nth * sizeof(c), sizeof(c));
	return c;
}

/* Where the shares are among the bytes of a record, and how many. */
struct shares {
	size_t off;
	uint32_t nr_nodes;
	uint32_t nr_cgroups;
};

static struct shares shares_of(const struct pagesnap_record *r)
{
	const union pagesnap_any *u = r->u;

	switch (u->rec.type) {
	case PAGESNAP_REC_FILE:
		return (struct shares){ u->file.name_len, u->file.nr_nodes, u->file.nr_cgroups };
	case PAGESNAP_REC_VMA:
		return (struct shares){ u->vma.name_len, u->vma.nr_nodes, u->vma.nr_cgroups };
	case PAGESNAP_REC_SPAN:
		return (struct shares){ 0, u->span.nr_nodes, u->span.nr_cgroups };
	case PAGESNAP_REC_TOTAL:
		return (struct shares){ u->total.nr_combos * sizeof(struct pagesnap_combo),
					u->total.nr_nodes, u->total.nr_cgroups };
	default:
		return (struct shares){ 0 };
	}
}

static struct pagesnap_subtotal share_at(const struct pagesnap_record *r, size_t off, uint32_t nth)
{
	struct pagesnap_subtotal share;

	memcpy(&share, r->bytes + off + nth * sizeof(share), sizeof(share));
	return share;
}

uint32_t pagesnap_record_nodes(const struct pagesnap_record *r)
{
	return shares_of(r).nr_nodes;
}

struct pagesnap_subtotal pagesnap_record_node(const struct pagesnap_record *r, uint32_t nth)
{
	struct shares s = shares_of(r);

	return nth < s.nr_nodes ? share_at(r, s.off, nth) : (struct pagesnap_subtotal){ 0 };
}

uint32_t pagesnap_record_cgroups(const struct pagesnap_record *r)
{
	return shares_of(r).nr_cgroups;
}

struct pagesnap_subtotal pagesnap_record_cgroup(const struct pagesnap_record *r, uint32_t nth)
{
	struct shares s = shares_of(r);

	return nth < s.nr_cgroups ? share_at(r, s.off, s.nr_nodes + nth) :
				    (struct pagesnap_subtotal){ 0 };
}

const struct pagesnap_sums *pagesnap_record_sums(const struct pagesnap_record *r)
{
	bool filled = r->u->rec.flags & PAGESNAP_RF_SUMS;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		return filled ? &r->u->file.sums : NULL;
	case PAGESNAP_REC_VMA:
		return filled ? &r->u->vma.sums : NULL;
	case PAGESNAP_REC_SPAN:
		return filled ? &r->u->span.sums : NULL;
	case PAGESNAP_REC_TOTAL:
		return &r->u->total.sums;
	default:
		return NULL;
	}
}

static void find_shares(const struct pagesnap_record *r, const char **nodes, const char **cgroups)
{
	struct shares s = shares_of(r);

	*nodes = r->bytes + s.off;
	*cgroups = *nodes + s.nr_nodes * sizeof(struct pagesnap_subtotal);
}

static const struct pagesnap_words *words_of(const struct pagesnap_record *r)
{
	static const struct pagesnap_words none;

	return r->collection == PAGESNAP_COLLECTION_PAGES ? &pagesnap_pages_words : &none;
}

/* Both with the line as it was asked. */
static void text_query(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	struct pagesnap_query_rec copy = r->u->query;
	size_t len;
	const char *line = pagesnap_record_query(r, &len);

	copy.text_len = len;
	pagesnap_text_query(t, &copy, line, words_of(r));
}

static void text_error(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	struct pagesnap_error copy = r->u->error;
	size_t len;
	const char *line = pagesnap_record_query(r, &len);

	copy.text_len = len;
	pagesnap_text_error(t, &copy, r->bytes, line);
}

static void text_object(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const char *nodes, *cgroups;
	union pagesnap_object o;

	memcpy(&o, r->u, sizeof(o));
	find_shares(r, &nodes, &cgroups);
	pagesnap_text_object(t, &o, r->bytes, nodes, cgroups);
}

static void text_total(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	const char *nodes, *cgroups;

	find_shares(r, &nodes, &cgroups);
	/* the decoder keeps the bytes aligned for this */
	pagesnap_text_total(t, &r->u->total, (const void *)r->bytes, nodes, cgroups);
}

/* As the kernel marks what readers may pass over. */
static void text_unknown(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	pagesnap_text_key(t, "# record of unknown type ", r->u->rec.type);
}

static void text_record(struct pagesnap_text *t, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		pagesnap_text_header(t, &r->u->header);
		break;
	case PAGESNAP_REC_QUERY:
		text_query(t, r);
		break;
	case PAGESNAP_REC_SB ... PAGESNAP_REC_SPAN:
		text_object(t, r);
		break;
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		pagesnap_text_run(t, &r->u->run, r->bytes);
		break;
	case PAGESNAP_REC_GONE ... PAGESNAP_REC_SPECIAL:
		pagesnap_text_gap(t, &r->u->gap);
		break;
	case PAGESNAP_REC_TOTAL:
		text_total(t, r);
		break;
	case PAGESNAP_REC_NOTE:
		pagesnap_text_note(t, &r->u->note, r->bytes);
		break;
	case PAGESNAP_REC_ERROR:
		text_error(t, r);
		break;
	case PAGESNAP_REC_END:
		pagesnap_text_end(t, &r->u->end, words_of(r));
		break;
	case PAGESNAP_REC_LOST:
		pagesnap_text_lost(t, &r->u->lost);
		break;
	default:
		text_unknown(t, r);
		break;
	}
}

ssize_t pagesnap_record_text(const struct pagesnap_record *r, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	text_record(&t, r);
	return pagesnap_text_done(&t, size);
}
