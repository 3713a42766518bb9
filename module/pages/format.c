// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: what all streams share, the records of this collection, and
 * their words.  Pure.
 */
#include "../core/records.h"
#include "format.h"
#include "layout.h"
#include "page_records.h"

/* Numbers of the UAPI headers ---------------------------------------------- */

struct constant {
	const char *what;
	const char *name;
	u64 value;
	bool hex;
};

#define LIMIT(name) { "limit: ", #name, PAGESNAP_##name, false }
#define SENTINEL(name) { "sentinel: ", #name, PAGESNAP_##name, true }

static const struct constant constants[] = {
	LIMIT(REC_MAX), LIMIT(MORE_MAX), LIMIT(LINE_MAX), LIMIT(QUERIES_MAX), LIMIT(BYTES_MAX),
	LIMIT(ASK_MAX), LIMIT(TAG_MAX), LIMIT(COMBOS_MAX), LIMIT(SUBTOTALS_MAX), LIMIT(ORDERS),
	LIMIT(LOG2_BUCKETS), LIMIT(COUNTERS_MAX), LIMIT(WHYS_MAX),
	SENTINEL(UNKNOWN), SENTINEL(NONE), SENTINEL(OTHER), SENTINEL(UNKNOWN32), SENTINEL(NONE32),
};

static void constant_line(struct pagesnap_text *t, const struct constant *c)
{
	pagesnap_text_key_str(t, c->what, c->name);
	pagesnap_text_char(t, ' ');
	/* the sentinels are what pagesnap_text_dec() prints as words */
	if (c->hex)
		pagesnap_text_hex(t, c->value);
	else
		pagesnap_text_dec(t, c->value);
}

/* Lines behind the ABI: magic, byte order, constants. */
static void head_line(struct pagesnap_text *t, u32 nth)
{
	if (nth == 0)
		pagesnap_text_key_str(t, "magic: ", PAGESNAP_MAGIC);
	else if (nth == 1)
		pagesnap_text_key_hex(t, "byte_order: ", PAGESNAP_BYTE_ORDER);
	else
		constant_line(t, &constants[nth - 2]);
}

/* Words ------------------------------------------------------------------------- */

static const char *flag_word(u32 bit)
{
	return pagesnap_flag_name(bit) ?: "?";
}

static const char *rec_flag_word(u32 bit)
{
	switch (1U << bit) {
	case PAGESNAP_RF_SUMS: return "sums";
	case PAGESNAP_RF_OWNER: return "owner";
	case PAGESNAP_RF_CGROUP: return "cgroup";
	case PAGESNAP_RF_MORE: return "more";
	case PAGESNAP_RF_NAME: return "name";
	case PAGESNAP_RF_SWAP: return "swap";
	case PAGESNAP_RF_CACHE: return "cache";
	case PAGESNAP_RF_SLAB: return "slab";
	case PAGESNAP_RF_BEGINS: return "begins";
	default: return "?";
	}
}

/* See struct pagesnap_vma. */
static const char *prot_word(u32 bit)
{
	static const char * const names[] = { "read", "write", "execute", "shared" };

	return PAGESNAP_WORD(names, bit);
}

static const char *counter_word(u32 nth)
{
	return pagesnap_pages_words.counters[nth];
}

static const char *mode_word(u32 nth)
{
	return pagesnap_mode_name(nth << 12);
}

static const struct pagesnap_format_words words[] = {
	{ "value: type ", pagesnap_type_name, PAGESNAP_REC_SAME + 1, 0 },
	{ "value: group ", pagesnap_group_name, PAGESNAP_GROUP_TOTAL + 1, 0 },
	{ "value: unit ", pagesnap_unit_name, PAGESNAP_UNIT_PFN + 1, 0 },
	{ "value: kind ", pagesnap_kind_name, PAGESNAP_KINDS, 0 },
	{ "value: mode ", mode_word, 16, 12 },
	{ "value: state ", pagesnap_state_name, PAGESNAP_STATE_CACHE + 1, 0 },
	{ "value: why ", pagesnap_why_name, PAGESNAP_WHYS, 0 },
	{ "value: counter ", counter_word, PAGESNAP_COUNTS, 0 },
	{ "value: status ", pagesnap_status_name, PAGESNAP_END_ERROR + 1, 0 },
	{ "value: cut ", pagesnap_cut_name, PAGESNAP_CUT_EXECED + 1, 0 },
	{ "bit: feature ", pagesnap_feature_name, 64, 0 },
	{ "bit: rec ", rec_flag_word, 16, 0 },
	{ "bit: prot ", prot_word, 32, 0 },
	{ "bit: page ", flag_word, 64, 0 },
	{ }
};

const struct pagesnap_format pagesnap_pages_format = {
	.head = head_line,
	.nr_head = 2 + ARRAY_SIZE(constants),
	.record_name = pagesnap_type_name,
	.layouts = pagesnap_layouts,
	.words = words,
};
