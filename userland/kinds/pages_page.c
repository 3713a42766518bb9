// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of runs, pages and entries without a page.
 */
#include "cgroup_value.h"
#include "pages_get.h"
#include "kpf.h"
#include "tally_group.h"

static const struct pagesnap_gap *gap_of(const struct row *row)
{
	if (!row->item)
		return NULL;
	switch (row->item->u->rec.type) {
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
		return &row->item->u->gap;
	default:
		return NULL;
	}
}

static const struct pagesnap_gap *swap_of(const struct row *row)
{
	const struct pagesnap_gap *gap = gap_of(row);

	return gap && gap->rec.type == PAGESNAP_REC_SWAP ? gap : NULL;
}

/**
 * struct place - where a row is in its index
 * @unit: PAGESNAP_UNIT_*
 * @index: first page
 */
struct place {
	unsigned int unit;
	uint64_t index;
};

static bool place_of(const struct row *row, struct place *p)
{
	const struct pagesnap_run *run = run_of(row);
	const struct pagesnap_gap *gap = gap_of(row);

	if (!run && !gap)
		return false;
	p->unit = run ? run->unit : gap->unit;
	p->index = run ? run->index : gap->index;
	return true;
}

void get_unit(struct row *row, struct value *v)
{
	struct place p;

	if (place_of(row, &p))
		set_word(v, pagesnap_unit_word(p.unit));
}

void get_index(struct row *row, struct value *v)
{
	struct place p;

	if (!place_of(row, &p))
		return;
	if (p.unit == PAGESNAP_UNIT_INDEX)
		set_number(v, p.index);
	else
		set_hex(v, p.index);
}

void get_vpn(struct row *row, struct value *v)
{
	struct place p;

	if (place_of(row, &p) && p.unit == PAGESNAP_UNIT_VPN)
		set_hex(v, p.index);
}

void get_addr(struct row *row, struct value *v)
{
	struct place p;

	if (place_of(row, &p)) {
		if (p.unit == PAGESNAP_UNIT_VPN)
			set_hex(v, p.index << row->page_shift);
	} else if (part_is(&pages_row(row)->object, PAGESNAP_REC_VMA)) {
		set_hex(v, pages_row(row)->object.any.vma.start << row->page_shift);
	}
}

void get_nr(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->nr);
	else if (gap_of(row))
		set_number(v, gap_of(row)->nr);
}

void get_pfn(struct row *row, struct value *v)
{
	const struct pagesnap_gap *gap = gap_of(row);
	struct place p;

	if (run_of(row))
		set_hex(v, run_of(row)->pfn);
	else if (place_of(row, &p) && p.unit == PAGESNAP_UNIT_PFN)
		set_hex(v, p.index);
	else if (gap && gap->rec.type == PAGESNAP_REC_SPECIAL && gap->pfn != PAGESNAP_NONE)
		set_hex(v, gap->pfn);
}

void get_frames(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->frames);
}

void get_kind(struct row *row, struct value *v)
{
	if (run_of(row))
		set_word(v, pagesnap_kind_word(run_of(row)->kind));
}

void get_order(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->order);
	else if (swap_of(row))
		set_number(v, swap_of(row)->order);
}

void get_map_order(struct row *row, struct value *v)
{
	if (run_of(row) && run_of(row)->unit == PAGESNAP_UNIT_VPN)
		set_number(v, run_of(row)->map_order);
}

static void set_range(struct row *row, struct value *v, uint32_t min, uint32_t max)
{
	char *text = row_scratch(row, 48);
	size_t len;

	if (!text)
		return;
	len = value_decimal(min, text);
	if (min != max) {
		text[len++] = '-';
		len += value_decimal(max, text + len);
	}
	v->type = VALUE_WORD;
	v->text = text;
	v->len = len;
}

void get_ref(struct row *row, struct value *v)
{
	if (run_of(row))
		set_range(row, v, run_of(row)->ref_min, run_of(row)->ref_max);
}

void get_ref_min(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->ref_min);
}

void get_ref_max(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->ref_max);
}

void get_map(struct row *row, struct value *v)
{
	if (run_of(row))
		set_range(row, v, run_of(row)->map_min, run_of(row)->map_max);
}

void get_map_min(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->map_min);
}

void get_map_max(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->map_max);
}

void get_node(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (run_of(row))
		set_number32(v, run_of(row)->node);
	else if (part_is(&p->object, PAGESNAP_REC_SPAN))
		set_number32(v, p->object.any.span.node);
}

void get_zone(struct row *row, struct value *v)
{
	if (run_of(row))
		set_string(v, run_of(row)->zone_name, sizeof(run_of(row)->zone_name));
}

/* PAGESNAP_NONE if the row is not of one cgroup. */
static uint64_t cgroup_of(const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	if (p->group)
		return p->group->cgroup;
	return run_of(row) ? run_of(row)->cgroup : PAGESNAP_NONE;
}

void get_cgroup(struct row *row, struct value *v)
{
	set_cgroup(v, cgroup_of(row));
}

void get_cgroup_path(struct row *row, struct value *v)
{
	set_cgroup_path(row, cgroup_of(row), v);
}

void get_cgroup_online(struct row *row, struct value *v)
{
	if (run_of(row))
		set_number(v, run_of(row)->cgroup_online);
}

static const struct pagesnap_run *owned_of(const struct row *row)
{
	const struct pagesnap_run *run = run_of(row);

	return run && run->rec.flags & PAGESNAP_RF_OWNER ? run : NULL;
}

void get_owner(struct row *row, struct value *v)
{
	if (owned_of(row))
		set_dev(row, v, owned_of(row)->owner_major, owned_of(row)->owner_minor);
}

void get_owner_inode(struct row *row, struct value *v)
{
	if (owned_of(row))
		set_number(v, owned_of(row)->owner_ino);
}

void get_owner_gen(struct row *row, struct value *v)
{
	if (owned_of(row))
		set_number(v, owned_of(row)->owner_gen);
}

void get_owner_index(struct row *row, struct value *v)
{
	if (owned_of(row))
		set_number(v, owned_of(row)->owner_index);
}

/* Flags of pages or of a row of a summary; false if there are none to show. */
static bool flags_of(const struct row *row, uint64_t *flags, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->combo && p->combo->flags == PAGESNAP_UNKNOWN) {
		v->type = VALUE_UNKNOWN;
		return false;
	}
	if (!p->combo && !run_of(row))
		return false;
	*flags = p->combo ? p->combo->flags : run_of(row)->flags;
	return true;
}

void get_flags(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->combo && p->combo->flags == PAGESNAP_UNKNOWN)
		set_word(v, "other");
	else if (flags_of(row, &v->number, v))
		v->type = p->combo ? VALUE_HEX16 : VALUE_FLAGS;
}

void get_kpf(struct row *row, struct value *v)
{
	if (flags_of(row, &v->number, v))
		v->type = VALUE_HEX;
}

/* As page-types would show them; the flags of a summary's rows are so already. */
static uint64_t shown_flags(const struct row *row, uint64_t flags)
{
	if (pages_row(row)->combo)
		return flags;
	return row->raw_flags ? kpf_expanded(flags) : kpf_well_known(flags);
}

void get_symbolic(struct row *row, struct value *v)
{
	uint64_t flags;
	char *text;

	if (!flags_of(row, &flags, v))
		return;
	text = row_scratch(row, KPF_LETTERS);
	if (!text)
		return;
	kpf_letters(shown_flags(row, flags), text);
	v->type = VALUE_WORD;
	v->text = text;
	v->len = KPF_LETTERS;
}

void get_long(struct row *row, struct value *v)
{
	uint64_t flags;

	if (!flags_of(row, &flags, v))
		return;
	v->type = VALUE_FLAGS;
	v->number = shown_flags(row, flags);
}

void get_why(struct row *row, struct value *v)
{
	const struct pagesnap_gap *gap = gap_of(row);

	if (gap && gap->rec.type != PAGESNAP_REC_SWAP)
		set_word(v, pagesnap_reason_word(gap->why));
}

/* Frames in the swap cache. */
static const struct pagesnap_run *swapped_run(const struct row *row)
{
	const struct pagesnap_run *run = run_of(row);

	return run && run->rec.flags & PAGESNAP_RF_SWAP ? run : NULL;
}

void get_swap_type(struct row *row, struct value *v)
{
	if (swap_of(row))
		set_number(v, swap_of(row)->swp_type);
	else if (swapped_run(row))
		set_number(v, swapped_run(row)->owner_gen);
}

void get_swap_offset(struct row *row, struct value *v)
{
	if (swap_of(row))
		set_hex(v, swap_of(row)->swp_offset);
	else if (swapped_run(row))
		set_hex(v, swapped_run(row)->owner_index);
}

/* NULL if it isn't memory of a cache, or nobody looked whose it is. */
const struct pagesnap_run *pages_cache_of(const struct row *row)
{
	const unsigned int both = PAGESNAP_RF_NAME | PAGESNAP_RF_CACHE;
	const struct pagesnap_run *run = run_of(row);

	return run && (run->rec.flags & both) == both ? run : NULL;
}

void get_cache(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);
	const char *name;
	size_t len;

	if (p->combo) {
		if (p->cache && *p->cache)
			set_string(v, p->cache, strlen(p->cache));
		else if (p->cache)
			v->type = VALUE_UNKNOWN;
		return;
	}
	if (!pages_cache_of(row))
		return;
	name = pagesnap_record_name(row->item, &len);
	if (len)
		set_string(v, name, len);
	else
		v->type = VALUE_UNKNOWN;
}
