// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: this collection's records, field by field, and their words.  Those that
 * all collections share stand in that of objects/mm/pages.  Pure.
 */
#include "format.h"
#include "records.h"

#define RECORD PAGESNAP_LAYOUT_REC
#define FIELD(type, ctype, member) PAGESNAP_LAYOUT_MEMBER(type, ctype, member, NULL)

static const struct pagesnap_layout layouts[] = {
	RECORD("sample", PAGESNAP_REC_SAMPLE, pagesnap_accesses_sample),
	FIELD(pagesnap_accesses_sample, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_sample, "__u32", q),
	FIELD(pagesnap_accesses_sample, "__u32", processes),
	FIELD(pagesnap_accesses_sample, "__u64", n),
	FIELD(pagesnap_accesses_sample, "__u64", time_ns),
	FIELD(pagesnap_accesses_sample, "__u64", late_ns),
	FIELD(pagesnap_accesses_sample, "__u64", took_ns),
	FIELD(pagesnap_accesses_sample, "__u64", missed),
	FIELD(pagesnap_accesses_sample, "__u64", entries),
	FIELD(pagesnap_accesses_sample, "__u64", pages),
	FIELD(pagesnap_accesses_sample, "__u64", accessed),
	FIELD(pagesnap_accesses_sample, "__u64", dirtied),
	FIELD(pagesnap_accesses_sample, "__u64", lost),
	FIELD(pagesnap_accesses_sample, "__u32", lacking),
	FIELD(pagesnap_accesses_sample, "__u32", passed),
	RECORD("heat", PAGESNAP_REC_HEAT, pagesnap_accesses_heat),
	FIELD(pagesnap_accesses_heat, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_heat, "__u32", q),
	FIELD(pagesnap_accesses_heat, "__u32", node),
	FIELD(pagesnap_accesses_heat, "__u64", index),
	FIELD(pagesnap_accesses_heat, "__u64", nr),
	FIELD(pagesnap_accesses_heat, "__u32", accessed),
	FIELD(pagesnap_accesses_heat, "__u32", of),
	FIELD(pagesnap_accesses_heat, "__u32", dirtied),
	FIELD(pagesnap_accesses_heat, "__u16", kind),
	FIELD(pagesnap_accesses_heat, "__u16", order),
	FIELD(pagesnap_accesses_heat, "__u32", age),
	RECORD("span", PAGESNAP_REC_HEAT_SPAN, pagesnap_accesses_span),
	FIELD(pagesnap_accesses_span, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_span, "__u32", q),
	FIELD(pagesnap_accesses_span, "__u64", start),
	FIELD(pagesnap_accesses_span, "__u64", end),
	RECORD("file", PAGESNAP_REC_HEAT_FILE, pagesnap_accesses_file),
	FIELD(pagesnap_accesses_file, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_file, "__u32", q),
	FIELD(pagesnap_accesses_file, "__u32", dev_major),
	FIELD(pagesnap_accesses_file, "__u32", dev_minor),
	FIELD(pagesnap_accesses_file, "__u32", gen),
	FIELD(pagesnap_accesses_file, "__u64", ino),
	FIELD(pagesnap_accesses_file, "__u64", subvol),
	FIELD(pagesnap_accesses_file, "__u32", state),
	FIELD(pagesnap_accesses_file, "__u32", name_len),
	RECORD("wss", PAGESNAP_REC_WSS, pagesnap_accesses_wss),
	FIELD(pagesnap_accesses_wss, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_wss, "__u32", q),
	FIELD(pagesnap_accesses_wss, "__u32", pid),
	FIELD(pagesnap_accesses_wss, "__u64", n),
	FIELD(pagesnap_accesses_wss, "__u64", of),
	FIELD(pagesnap_accesses_wss, "__u64", pages),
	FIELD(pagesnap_accesses_wss, "__u64", never),
	FIELD(pagesnap_accesses_wss, "__u64[]", accessed),
	RECORD("process", PAGESNAP_REC_PROCESS, pagesnap_accesses_process),
	FIELD(pagesnap_accesses_process, "struct pagesnap_rec", rec),
	FIELD(pagesnap_accesses_process, "__u32", q),
	FIELD(pagesnap_accesses_process, "__u32", pid),
	FIELD(pagesnap_accesses_process, "__u64", n),
	FIELD(pagesnap_accesses_process, "__u32", what),
	FIELD(pagesnap_accesses_process, "char[]", comm),
	{ }
};

static const char *counter_word(u32 nth)
{
	return pagesnap_accesses_words.counters[nth];
}

static const struct pagesnap_format_words words[] = {
	{ "value: kind ", pagesnap_accesses_kind, PAGESNAP_KINDS, 0 },
	{ "value: what ", pagesnap_accesses_what, PAGESNAP_PROCESS_WHATS, 0 },
	{ "value: why ", pagesnap_accesses_why, PAGESNAP_ACCESSES_WHYS, 0 },
	{ "value: counter ", counter_word, PAGESNAP_ACCESSES_COUNTS, 0 },
	{ }
};

const struct pagesnap_format pagesnap_accesses_format = {
	.layouts = layouts,
	.words = words,
};
