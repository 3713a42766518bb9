// SPDX-License-Identifier: GPL-2.0
/*
 * The parts of what belongs to a record of pages: names, combinations of flags, subtotals, sums.
 */
#include <string.h>

#include "pages-internal.h"

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

struct pagesnap_combo pagesnap_record_combo(const struct pagesnap_record *r, uint32_t nth)
{
	struct pagesnap_combo c = { 0 };

	if (r->u->rec.type == PAGESNAP_REC_TOTAL && nth < r->u->total.nr_combos)
		memcpy(&c, r->bytes + nth * sizeof(c), sizeof(c));
	return c;
}

struct pages_subtotals pagesnap_pages_subtotals(const union pagesnap_any *u)
{
	switch (u->rec.type) {
	case PAGESNAP_REC_FILE:
		return (struct pages_subtotals){ u->file.name_len, u->file.nr_nodes,
						 u->file.nr_cgroups };
	case PAGESNAP_REC_VMA:
		return (struct pages_subtotals){ u->vma.name_len, u->vma.nr_nodes,
						 u->vma.nr_cgroups };
	case PAGESNAP_REC_SPAN:
		return (struct pages_subtotals){ 0, u->span.nr_nodes, u->span.nr_cgroups };
	case PAGESNAP_REC_TOTAL:
		return (struct pages_subtotals){ u->total.nr_combos * sizeof(struct pagesnap_combo),
						 u->total.nr_nodes, u->total.nr_cgroups };
	default:
		return (struct pages_subtotals){ 0 };
	}
}

static struct pagesnap_subtotal subtotal_at(const struct pagesnap_record *r, size_t off,
					    uint32_t nth)
{
	struct pagesnap_subtotal subtotal;

	memcpy(&subtotal, r->bytes + off + nth * sizeof(subtotal), sizeof(subtotal));
	return subtotal;
}

uint32_t pagesnap_record_nodes(const struct pagesnap_record *r)
{
	return pagesnap_pages_subtotals(r->u).nr_nodes;
}

struct pagesnap_subtotal pagesnap_record_node(const struct pagesnap_record *r, uint32_t nth)
{
	struct pages_subtotals s = pagesnap_pages_subtotals(r->u);

	return nth < s.nr_nodes ? subtotal_at(r, s.off, nth) : (struct pagesnap_subtotal){ 0 };
}

uint32_t pagesnap_record_cgroups(const struct pagesnap_record *r)
{
	return pagesnap_pages_subtotals(r->u).nr_cgroups;
}

struct pagesnap_subtotal pagesnap_record_cgroup(const struct pagesnap_record *r, uint32_t nth)
{
	struct pages_subtotals s = pagesnap_pages_subtotals(r->u);

	return nth < s.nr_cgroups ? subtotal_at(r, s.off, s.nr_nodes + nth) :
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
