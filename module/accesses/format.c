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
	return pagesnap_accesses_words.counters[nth];
}

static const struct {
	const char *what;
	const char *(*word)(u32 number);
	u32 numbers;
} words[] = {
	{ "value: kind ", pagesnap_accesses_kind, PAGESNAP_KINDS },
	{ "value: what ", pagesnap_accesses_what, PAGESNAP_PROCESS_WHATS },
	{ "value: why ", pagesnap_accesses_why, PAGESNAP_ACCESSES_WHYS },
	{ "value: counter ", counter_word, PAGESNAP_ACCESSES_COUNTS },
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
 * pagesnap_accesses_format_lines() - how many lines the file has
 *
 * Return: lines.
 */
u32 pagesnap_accesses_format_lines(void)
{
	return 1 + ARRAY_SIZE(entries) + word_line(NULL, U32_MAX);
}

/**
 * pagesnap_accesses_format_line() - one line of the file
 * @t: empty line
 * @nth: which, from 0
 */
void pagesnap_accesses_format_line(struct pagesnap_text *t, u32 nth)
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
