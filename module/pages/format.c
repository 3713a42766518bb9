// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: what a program must know to read format=binary, one line
 * a thing, as tracefs' own format files describe events.  Pure.
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

#define NR_HEAD 3

static void head_line(struct pagesnap_text *t, u32 nth)
{
	switch (nth) {
	case 0:
		pagesnap_text_key(t, "abi: ", PAGESNAP_ABI_MAJOR);
		pagesnap_text_key(t, ".", PAGESNAP_ABI_MINOR);
		break;
	case 1:
		pagesnap_text_key_str(t, "magic: ", PAGESNAP_MAGIC);
		break;
	default:
		pagesnap_text_key_hex(t, "byte_order: ", PAGESNAP_BYTE_ORDER);
		break;
	}
}

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

/* Structures ------------------------------------------------------------------ */

static void field_line(struct pagesnap_text *t, const struct pagesnap_layout *l)
{
	pagesnap_text_key_str(t, "\tfield:", l->type);
	pagesnap_text_key_str(t, " ", l->name);
	pagesnap_text_key(t, ";\toffset:", l->offset);
	pagesnap_text_key(t, ";\tsize:", l->size);
	/* no number of a record is */
	pagesnap_text_str(t, ";\tsigned:0;");
	if (!l->mark)
		return;
	pagesnap_text_key_str(t, "\t", l->mark);
	pagesnap_text_char(t, ';');
}

static void bytes_line(struct pagesnap_text *t, const char *what, const struct pagesnap_layout *l)
{
	pagesnap_text_key_str(t, what, l->name);
	pagesnap_text_key_str(t, ";\tlength:", l->mark);
	if (l->type)
		pagesnap_text_key_str(t, ";\tunit:", l->type);
	pagesnap_text_char(t, ';');
}

static void layout_line(struct pagesnap_text *t, const struct pagesnap_layout *l)
{
	switch (l->kind) {
	case PAGESNAP_LAYOUT_STRUCT:
		pagesnap_text_key_str(t, "struct: ", l->name);
		pagesnap_text_key(t, " size:", l->size);
		break;
	case PAGESNAP_LAYOUT_RECORD:
		pagesnap_text_key_str(t, "record: ", pagesnap_type_name(l->number));
		pagesnap_text_key(t, " type:", l->number);
		pagesnap_text_key(t, " size:", l->size);
		break;
	case PAGESNAP_LAYOUT_FIELD:
		field_line(t, l);
		break;
	case PAGESNAP_LAYOUT_BYTES:
		bytes_line(t, "\tbytes:", l);
		break;
	case PAGESNAP_LAYOUT_INLINE:
		bytes_line(t, "\tinline:", l);
		break;
	}
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

/**
 * struct words - the words of a number
 * @what: what layout.c calls them, behind "value: " or "bit: "
 * @word: word of a number, "?" for none
 * @numbers: there is no word from this number on
 * @shift: the numbers that are printed are shifted by it
 */
struct words {
	const char *what;
	const char *(*word)(u32 number);
	u32 numbers;
	u32 shift;
};

static const struct words words[] = {
	{ "value: type ", pagesnap_type_name, PAGESNAP_REC_BYTES + 1, 0 },
	{ "value: group ", pagesnap_group_name, PAGESNAP_GROUP_TOTAL + 1, 0 },
	{ "value: unit ", pagesnap_unit_name, PAGESNAP_UNIT_PFN + 1, 0 },
	{ "value: kind ", pagesnap_kind_name, PAGESNAP_KINDS, 0 },
	{ "value: mode ", mode_word, 16, 12 },
	{ "value: state ", pagesnap_state_name, PAGESNAP_STATE_OFFLIST + 1, 0 },
	{ "value: why ", pagesnap_why_name, PAGESNAP_WHYS, 0 },
	{ "value: counter ", counter_word, PAGESNAP_COUNTS, 0 },
	{ "value: status ", pagesnap_status_name, PAGESNAP_END_ERROR + 1, 0 },
	{ "value: cut ", pagesnap_cut_name, PAGESNAP_CUT_EXECED + 1, 0 },
	{ "bit: feature ", pagesnap_feature_name, 64, 0 },
	{ "bit: rec ", rec_flag_word, 16, 0 },
	{ "bit: prot ", prot_word, 32, 0 },
	{ "bit: page ", flag_word, 64, 0 },
};

/* Print word @nth of all, if there are as many.  Return: how many there are below. */
static u32 word_line(struct pagesnap_text *t, u32 nth)
{
	const struct words *w;
	u32 i, seen = 0;

	for (w = words; w < words + ARRAY_SIZE(words); w++) {
		for (i = 0; i < w->numbers; i++) {
			const char *word = w->word(i);

			if (*word == '?')
				continue;
			if (seen++ < nth)
				continue;
			pagesnap_text_key_str(t, w->what, word);
			pagesnap_text_key(t, " ", i << w->shift);
			return nth;
		}
	}
	return seen;
}

/**
 * pagesnap_format_lines() - how many lines the file has
 *
 * Return: lines.
 */
u32 pagesnap_format_lines(void)
{
	return NR_HEAD + ARRAY_SIZE(constants) + pagesnap_nr_layouts + word_line(NULL, U32_MAX);
}

/**
 * pagesnap_format_line() - one line of the file
 * @t: empty line
 * @nth: which, from 0
 */
void pagesnap_format_line(struct pagesnap_text *t, u32 nth)
{
	if (nth < NR_HEAD) {
		head_line(t, nth);
		return;
	}
	nth -= NR_HEAD;
	if (nth < ARRAY_SIZE(constants)) {
		constant_line(t, &constants[nth]);
		return;
	}
	nth -= ARRAY_SIZE(constants);
	if (nth < pagesnap_nr_layouts)
		layout_line(t, &pagesnap_layouts[nth]);
	else
		word_line(t, nth - pagesnap_nr_layouts);
}
