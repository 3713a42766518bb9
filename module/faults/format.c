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
	RECORD("map", PAGESNAP_REC_FAULT_MAP, pagesnap_faults_map),
	FIELD(pagesnap_faults_map, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_map, "__u32", q),
	FIELD(pagesnap_faults_map, "__u32", pid),
	FIELD(pagesnap_faults_map, "__u64", start),
	FIELD(pagesnap_faults_map, "__u64", end),
	FIELD(pagesnap_faults_map, "__u64", pgoff),
	FIELD(pagesnap_faults_map, "__u64", ino),
	FIELD(pagesnap_faults_map, "__u32", dev_major),
	FIELD(pagesnap_faults_map, "__u32", dev_minor),
	FIELD(pagesnap_faults_map, "__u32", gen),
	FIELD(pagesnap_faults_map, "__u32", prot),
	FIELD(pagesnap_faults_map, "__u32", kind),
	FIELD(pagesnap_faults_map, "__u32", state),
	FIELD(pagesnap_faults_map, "__u32", name_len),
	RECORD("fault", PAGESNAP_REC_FAULT, pagesnap_faults_fault),
	FIELD(pagesnap_faults_fault, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_fault, "__u32", q),
	FIELD(pagesnap_faults_fault, "__u32", tid),
	FIELD(pagesnap_faults_fault, "__u64", time_ns),
	FIELD(pagesnap_faults_fault, "__u64", page),
	RECORD("thread", PAGESNAP_REC_THREAD, pagesnap_faults_thread),
	FIELD(pagesnap_faults_thread, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_thread, "__u32", q),
	FIELD(pagesnap_faults_thread, "__u32", tid),
	FIELD(pagesnap_faults_thread, "__u32", pid),
	FIELD(pagesnap_faults_thread, "char[]", comm),
	RECORD("fork", PAGESNAP_REC_FORK, pagesnap_faults_event),
	FIELD(pagesnap_faults_event, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_event, "__u32", q),
	FIELD(pagesnap_faults_event, "__u32", pid),
	FIELD(pagesnap_faults_event, "__u32", parent),
	FIELD(pagesnap_faults_event, "__u64", time_ns),
	FIELD(pagesnap_faults_event, "char[]", comm),
	RECORD("exec", PAGESNAP_REC_EXEC, pagesnap_faults_event),
	FIELD(pagesnap_faults_event, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_event, "__u32", q),
	FIELD(pagesnap_faults_event, "__u32", pid),
	FIELD(pagesnap_faults_event, "__u32", parent),
	FIELD(pagesnap_faults_event, "__u64", time_ns),
	FIELD(pagesnap_faults_event, "char[]", comm),
	RECORD("exit", PAGESNAP_REC_EXIT, pagesnap_faults_event),
	FIELD(pagesnap_faults_event, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_event, "__u32", q),
	FIELD(pagesnap_faults_event, "__u32", pid),
	FIELD(pagesnap_faults_event, "__u32", parent),
	FIELD(pagesnap_faults_event, "__u64", time_ns),
	FIELD(pagesnap_faults_event, "char[]", comm),
	RECORD("process", PAGESNAP_REC_TRACED, pagesnap_faults_traced),
	FIELD(pagesnap_faults_traced, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_traced, "__u32", q),
	FIELD(pagesnap_faults_traced, "__u32", pid),
	FIELD(pagesnap_faults_traced, "__u64", n),
	FIELD(pagesnap_faults_traced, "__u32", what),
	FIELD(pagesnap_faults_traced, "char[]", comm),
	RECORD("sweep", PAGESNAP_REC_SWEEP, pagesnap_faults_sweep),
	FIELD(pagesnap_faults_sweep, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_sweep, "__u32", q),
	FIELD(pagesnap_faults_sweep, "__u32", processes),
	FIELD(pagesnap_faults_sweep, "__u64", n),
	FIELD(pagesnap_faults_sweep, "__u64", time_ns),
	FIELD(pagesnap_faults_sweep, "__u64", real_ns),
	FIELD(pagesnap_faults_sweep, "__u64", took_ns),
	FIELD(pagesnap_faults_sweep, "__u64", late_ns),
	FIELD(pagesnap_faults_sweep, "__u64", missed),
	FIELD(pagesnap_faults_sweep, "__u64", entries),
	FIELD(pagesnap_faults_sweep, "__u64", guarded),
	FIELD(pagesnap_faults_sweep, "__u64", still),
	FIELD(pagesnap_faults_sweep, "__u32", lacking),
	RECORD("window", PAGESNAP_REC_WINDOW, pagesnap_faults_window),
	FIELD(pagesnap_faults_window, "struct pagesnap_rec", rec),
	FIELD(pagesnap_faults_window, "__u32", q),
	FIELD(pagesnap_faults_window, "__u32", pid),
	FIELD(pagesnap_faults_window, "__u64", time_ns),
	FIELD(pagesnap_faults_window, "__u32", window),
	{ }
};

static const char *counter_word(u32 nth)
{
	return pagesnap_faults_words.counters[nth];
}

static const struct pagesnap_format_words words[] = {
	{ "value: was ", pagesnap_faults_was, PAGESNAP_FAULT_WASES, 0 },
	{ "value: kind ", pagesnap_faults_map, PAGESNAP_MAPS, 0 },
	{ "value: what ", pagesnap_faults_traced, PAGESNAP_TRACED_WHATS, 0 },
	{ "value: why ", pagesnap_faults_why, PAGESNAP_FAULTS_WHYS, 0 },
	{ "value: counter ", counter_word, PAGESNAP_FAULTS_COUNTS, 0 },
	{ }
};

const struct pagesnap_format pagesnap_faults_format = {
	.layouts = layouts,
	.words = words,
};
