// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: every record, field by field, as tracefs' own format
 * files describe events.  Pure.
 */
#include "../core/uapi.h"
#include "format.h"

struct field {
	const char *type;	/* NULL begins a record */
	const char *name;
	u32 number;		/* of a record */
	u32 offset;
	u32 size;
	bool is_signed;
};

#define RECORD(word, number, type) { NULL, word, number, 0, sizeof(struct type), false }
#define FIELD(type, ctype, member)					\
	{ ctype, #member, 0, offsetof(struct type, member),		\
	  sizeof(((struct type *)0)->member), false }

#define SUMS(type) \
	FIELD(type, "struct pagesnap_sums", sums)

static const struct field fields[] = {
	RECORD("header", PAGESNAP_REC_HEADER, pagesnap_header),
	FIELD(pagesnap_header, "char[]", magic),
	FIELD(pagesnap_header, "__u32", byte_order),
	FIELD(pagesnap_header, "__u16", abi_major),
	FIELD(pagesnap_header, "__u16", abi_minor),
	FIELD(pagesnap_header, "__u32", page_shift),
	FIELD(pagesnap_header, "__u32", set_pid),
	FIELD(pagesnap_header, "__u64", features),
	FIELD(pagesnap_header, "__u64", time_ns),
	FIELD(pagesnap_header, "__u64", age_ms),
	FIELD(pagesnap_header, "__u64", session),
	FIELD(pagesnap_header, "char[]", set_comm),
	FIELD(pagesnap_header, "char[]", file),
	FIELD(pagesnap_header, "char[]", kernel),
	FIELD(pagesnap_header, "char[]", boot),

	RECORD("query", PAGESNAP_REC_QUERY, pagesnap_query_rec),
	FIELD(pagesnap_query_rec, "__u32", q),
	FIELD(pagesnap_query_rec, "__u32", line),
	FIELD(pagesnap_query_rec, "__u32", group),
	FIELD(pagesnap_query_rec, "__u32", text_len),
	FIELD(pagesnap_query_rec, "__u64", mask),
	FIELD(pagesnap_query_rec, "__u64", time_ns),
	FIELD(pagesnap_query_rec, "char[]", tag),

	RECORD("sb", PAGESNAP_REC_SB, pagesnap_sb),
	FIELD(pagesnap_sb, "__u32", q),
	FIELD(pagesnap_sb, "__u32", dev_major),
	FIELD(pagesnap_sb, "__u32", dev_minor),
	FIELD(pagesnap_sb, "__u32", asked_len),
	FIELD(pagesnap_sb, "__u32", name_len),
	FIELD(pagesnap_sb, "char[]", fstype),
	FIELD(pagesnap_sb, "char[]", id),

	RECORD("file", PAGESNAP_REC_FILE, pagesnap_file),
	FIELD(pagesnap_file, "__u32", q),
	FIELD(pagesnap_file, "__u32", dev_major),
	FIELD(pagesnap_file, "__u32", dev_minor),
	FIELD(pagesnap_file, "__u32", gen),
	FIELD(pagesnap_file, "__u64", ino),
	FIELD(pagesnap_file, "__u64", size),
	FIELD(pagesnap_file, "__u64", cached),
	FIELD(pagesnap_file, "__u32", nlink),
	FIELD(pagesnap_file, "__u16", mode),
	FIELD(pagesnap_file, "__u16", state),
	FIELD(pagesnap_file, "__u32", name_len),
	SUMS(pagesnap_file),

	RECORD("task", PAGESNAP_REC_TASK, pagesnap_task),
	FIELD(pagesnap_task, "__u32", q),
	FIELD(pagesnap_task, "__u32", pid),
	FIELD(pagesnap_task, "__u64", vmas),
	FIELD(pagesnap_task, "char[]", comm),

	RECORD("vma", PAGESNAP_REC_VMA, pagesnap_vma),
	FIELD(pagesnap_vma, "__u32", q),
	FIELD(pagesnap_vma, "__u32", prot),
	FIELD(pagesnap_vma, "__u64", start),
	FIELD(pagesnap_vma, "__u64", end),
	FIELD(pagesnap_vma, "__u32", dev_major),
	FIELD(pagesnap_vma, "__u32", dev_minor),
	FIELD(pagesnap_vma, "__u64", ino),
	FIELD(pagesnap_vma, "__u64", pgoff),
	FIELD(pagesnap_vma, "__u32", gen),
	FIELD(pagesnap_vma, "__u32", state),
	FIELD(pagesnap_vma, "__u32", name_len),
	SUMS(pagesnap_vma),

	RECORD("span", PAGESNAP_REC_SPAN, pagesnap_span),
	FIELD(pagesnap_span, "__u32", q),
	FIELD(pagesnap_span, "__u32", node),
	FIELD(pagesnap_span, "__u64", start),
	FIELD(pagesnap_span, "__u64", end),
	SUMS(pagesnap_span),

	RECORD("page", PAGESNAP_REC_PAGE, pagesnap_run),
	RECORD("run", PAGESNAP_REC_RUN, pagesnap_run),
	FIELD(pagesnap_run, "__u32", q),
	FIELD(pagesnap_run, "__u8", kind),
	FIELD(pagesnap_run, "__u8", order),
	FIELD(pagesnap_run, "__u8", map_order),
	FIELD(pagesnap_run, "__u8", unit),
	FIELD(pagesnap_run, "__u64", index),
	FIELD(pagesnap_run, "__u64", nr),
	FIELD(pagesnap_run, "__u64", pfn),
	FIELD(pagesnap_run, "__u64", pfn_end),
	FIELD(pagesnap_run, "__u64", frames),
	FIELD(pagesnap_run, "__u64", flags),
	FIELD(pagesnap_run, "__u32", ref_min),
	FIELD(pagesnap_run, "__u32", ref_max),
	FIELD(pagesnap_run, "__u32", map_min),
	FIELD(pagesnap_run, "__u32", map_max),
	FIELD(pagesnap_run, "__u64", mapped),
	FIELD(pagesnap_run, "__u64", cgroup),
	FIELD(pagesnap_run, "__u64", cgroup_online),
	FIELD(pagesnap_run, "__u32", node),
	FIELD(pagesnap_run, "__u32", zone),
	FIELD(pagesnap_run, "__u32", owner_major),
	FIELD(pagesnap_run, "__u32", owner_minor),
	FIELD(pagesnap_run, "__u32", owner_gen),
	FIELD(pagesnap_run, "__u64", owner_ino),
	FIELD(pagesnap_run, "__u64", owner_index),
	FIELD(pagesnap_run, "char[]", zone_name),

	RECORD("gone", PAGESNAP_REC_GONE, pagesnap_gap),
	RECORD("swap", PAGESNAP_REC_SWAP, pagesnap_gap),
	RECORD("hole", PAGESNAP_REC_HOLE, pagesnap_gap),
	RECORD("special", PAGESNAP_REC_SPECIAL, pagesnap_gap),
	FIELD(pagesnap_gap, "__u32", q),
	FIELD(pagesnap_gap, "__u8", why),
	FIELD(pagesnap_gap, "__u8", order),
	FIELD(pagesnap_gap, "__u8", unit),
	FIELD(pagesnap_gap, "__u64", index),
	FIELD(pagesnap_gap, "__u64", nr),
	FIELD(pagesnap_gap, "__u64", swp_type),
	FIELD(pagesnap_gap, "__u64", swp_offset),
	FIELD(pagesnap_gap, "__u64", pfn),

	RECORD("total", PAGESNAP_REC_TOTAL, pagesnap_total),
	FIELD(pagesnap_total, "__u32", q),
	FIELD(pagesnap_total, "__u32", nr_combos),
	SUMS(pagesnap_total),
	FIELD(pagesnap_total, "__u64[]", objects_by_pages),

	RECORD("note", PAGESNAP_REC_NOTE, pagesnap_note),
	FIELD(pagesnap_note, "__u32", q),
	FIELD(pagesnap_note, "__u32", text_len),

	RECORD("error", PAGESNAP_REC_ERROR, pagesnap_error),
	FIELD(pagesnap_error, "__u32", q),
	FIELD(pagesnap_error, "__u32", line),
	FIELD(pagesnap_error, "__u32", err),
	FIELD(pagesnap_error, "__u32", col),
	FIELD(pagesnap_error, "__u32", msg_len),
	FIELD(pagesnap_error, "__u32", text_len),
	FIELD(pagesnap_error, "char[]", tag),

	RECORD("end", PAGESNAP_REC_END, pagesnap_end),
	FIELD(pagesnap_end, "__u32", q),
	FIELD(pagesnap_end, "__u16", status),
	FIELD(pagesnap_end, "__u16", cut),
	FIELD(pagesnap_end, "__u64", objects),
	FIELD(pagesnap_end, "__u64", records),
	FIELD(pagesnap_end, "__u64", pages),
	FIELD(pagesnap_end, "__u64", gone),
	FIELD(pagesnap_end, "__u64", swap),
	FIELD(pagesnap_end, "__u64", special),
	FIELD(pagesnap_end, "__u64", holes),
	FIELD(pagesnap_end, "__u64[]", skipped),
	FIELD(pagesnap_end, "__u64", rescans),
	FIELD(pagesnap_end, "__u64", us),
	FIELD(pagesnap_end, "char[]", tag),

	RECORD("bytes", PAGESNAP_REC_BYTES, pagesnap_bytes),
	FIELD(pagesnap_bytes, "__u32", q),
	FIELD(pagesnap_bytes, "__u32", nr),
};

/**
 * pagesnap_format_lines() - how many lines the file has
 *
 * Return: lines.
 */
u32 pagesnap_format_lines(void)
{
	return ARRAY_SIZE(fields) + 1;
}

/**
 * pagesnap_format_line() - one line of the file
 * @t: empty line
 * @nth: which, from 0
 */
void pagesnap_format_line(struct pagesnap_text *t, u32 nth)
{
	const struct field *f;

	if (!nth) {
		pagesnap_text_key(t, "abi: ", PAGESNAP_ABI_MAJOR);
		pagesnap_text_key(t, ".", PAGESNAP_ABI_MINOR);
		return;
	}
	f = &fields[nth - 1];
	if (!f->type) {
		pagesnap_text_key_str(t, "record: ", f->name);
		pagesnap_text_key(t, " type:", f->number);
		pagesnap_text_key(t, " size:", f->size);
		return;
	}
	pagesnap_text_key_str(t, "\tfield:", f->type);
	pagesnap_text_key_str(t, " ", f->name);
	pagesnap_text_key(t, ";\toffset:", f->offset);
	pagesnap_text_key(t, ";\tsize:", f->size);
	pagesnap_text_key(t, ";\tsigned:", f->is_signed);
	pagesnap_text_char(t, ';');
}
