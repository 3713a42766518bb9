// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: this collection's records, field by field, and their words.  Those that
 * all collections share stand in that of objects/mm/pages.  Pure.
 */
#include "format.h"
#include "records.h"

/**
 * struct entry - a record, or a field of the record before it
 * @type: C type of a field; NULL: a record
 * @name: name
 * @number: type of a record, offset of a field
 * @size: in bytes
 */
struct entry {
	const char *type;
	const char *name;
	u32 number;
	u32 size;
};

#define RECORD(name, number, type) { NULL, name, number, sizeof(struct type) }
#define FIELD(type, ctype, member) \
	{ ctype, #member, offsetof(struct type, member), sizeof(((struct type *)0)->member) }

static const struct entry entries[] = {
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
};

static void entry_line(struct pagesnap_text *t, const struct entry *e)
{
	if (!e->type) {
		pagesnap_text_key_str(t, "record: ", e->name);
		pagesnap_text_key(t, " type:", e->number);
		pagesnap_text_key(t, " size:", e->size);
		return;
	}
	pagesnap_text_key_str(t, "\tfield:", e->type);
	pagesnap_text_key_str(t, " ", e->name);
	pagesnap_text_key(t, ";\toffset:", e->number);
	pagesnap_text_key(t, ";\tsize:", e->size);
	pagesnap_text_str(t, ";\tsigned:0;");
}

static const char *counter_word(u32 nth)
{
	return pagesnap_faults_words.counters[nth];
}

static const struct {
	const char *what;
	const char *(*word)(u32 number);
	u32 numbers;
} words[] = {
	{ "value: was ", pagesnap_faults_was, PAGESNAP_FAULT_WASES },
	{ "value: kind ", pagesnap_faults_map, PAGESNAP_MAPS },
	{ "value: what ", pagesnap_faults_traced, PAGESNAP_TRACED_WHATS },
	{ "value: why ", pagesnap_faults_why, PAGESNAP_FAULTS_WHYS },
	{ "value: counter ", counter_word, PAGESNAP_FAULTS_COUNTS },
};

/* Print word @nth of all, if there are as many.  Return: how many there are below. */
static u32 word_line(struct pagesnap_text *t, u32 nth)
{
	u32 i, number, seen = 0;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		for (number = 0; number < words[i].numbers; number++) {
			const char *word = words[i].word(number);

			if (*word == '?' || seen++ < nth)
				continue;
			pagesnap_text_key_str(t, words[i].what, word);
			pagesnap_text_key(t, " ", number);
			return nth;
		}
	}
	return seen;
}

/**
 * pagesnap_faults_format_lines() - how many lines the file has
 *
 * Return: lines.
 */
u32 pagesnap_faults_format_lines(void)
{
	return 1 + ARRAY_SIZE(entries) + word_line(NULL, U32_MAX);
}

/**
 * pagesnap_faults_format_line() - one line of the file
 * @t: empty line
 * @nth: which, from 0
 */
void pagesnap_faults_format_line(struct pagesnap_text *t, u32 nth)
{
	if (!nth) {
		pagesnap_text_key(t, "abi: ", PAGESNAP_ABI_MAJOR);
		pagesnap_text_key(t, ".", PAGESNAP_ABI_MINOR);
	} else if (nth <= ARRAY_SIZE(entries)) {
		entry_line(t, &entries[nth - 1]);
	} else {
		word_line(t, nth - 1 - ARRAY_SIZE(entries));
	}
}
