/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Getters of columns: each sets a value that is VALUE_NONE before.
 */
#ifndef KINDS_COLUMN_GET_H
#define KINDS_COLUMN_GET_H

#include <stdio.h>
#include <string.h>

#include "columns.h"

void get_record(struct row *row, struct value *v);
void get_q(struct row *row, struct value *v);
void get_line(struct row *row, struct value *v);
void get_tag(struct row *row, struct value *v);
void get_group(struct row *row, struct value *v);
void get_mask(struct row *row, struct value *v);
void get_time(struct row *row, struct value *v);
void get_query(struct row *row, struct value *v);
void get_file(struct row *row, struct value *v);
void get_dir(struct row *row, struct value *v);
void get_name(struct row *row, struct value *v);
void get_state(struct row *row, struct value *v);
void get_inode(struct row *row, struct value *v);
void get_subvol(struct row *row, struct value *v);
void get_gen(struct row *row, struct value *v);
void get_dev(struct row *row, struct value *v);
void get_type(struct row *row, struct value *v);
void get_nlink(struct row *row, struct value *v);
void get_size(struct row *row, struct value *v);
void get_cached(struct row *row, struct value *v);
void get_cached_pages(struct row *row, struct value *v);
void get_fstype(struct row *row, struct value *v);
void get_sbid(struct row *row, struct value *v);
void get_mount(struct row *row, struct value *v);
void get_asked(struct row *row, struct value *v);
void get_holders(struct row *row, struct value *v);
void get_percent(struct row *row, struct value *v);
void get_bar(struct row *row, struct value *v);
void get_pid(struct row *row, struct value *v);
void get_command(struct row *row, struct value *v);
void get_vmas(struct row *row, struct value *v);
void get_start(struct row *row, struct value *v);
void get_end(struct row *row, struct value *v);
void get_start_page(struct row *row, struct value *v);
void get_end_page(struct row *row, struct value *v);
void get_prot(struct row *row, struct value *v);
void get_pgoff(struct row *row, struct value *v);
void get_files(struct row *row, struct value *v);
void get_res(struct row *row, struct value *v);
void get_pages(struct row *row, struct value *v);
void get_mb(struct row *row, struct value *v);
void get_dirty(struct row *row, struct value *v);
void get_dirty_pages(struct row *row, struct value *v);
void get_clean(struct row *row, struct value *v);
void get_clean_pages(struct row *row, struct value *v);
void get_droppable(struct row *row, struct value *v);
void get_droppable_pages(struct row *row, struct value *v);
void get_pss(struct row *row, struct value *v);
void get_writeback(struct row *row, struct value *v);
void get_writeback_pages(struct row *row, struct value *v);
void get_mapped(struct row *row, struct value *v);
void get_mapped_pages(struct row *row, struct value *v);
void get_active(struct row *row, struct value *v);
void get_active_pages(struct row *row, struct value *v);
void get_referenced(struct row *row, struct value *v);
void get_referenced_pages(struct row *row, struct value *v);
void get_unevictable(struct row *row, struct value *v);
void get_unevictable_pages(struct row *row, struct value *v);
void get_evicted(struct row *row, struct value *v);
void get_evicted_pages(struct row *row, struct value *v);
void get_recent(struct row *row, struct value *v);
void get_recent_pages(struct row *row, struct value *v);
void get_swapped(struct row *row, struct value *v);
void get_swapped_pages(struct row *row, struct value *v);
void get_special(struct row *row, struct value *v);
void get_special_pages(struct row *row, struct value *v);
void get_holes(struct row *row, struct value *v);
void get_holes_pages(struct row *row, struct value *v);
void get_orders(struct row *row, struct value *v);
void get_nodes(struct row *row, struct value *v);
void get_cgroups(struct row *row, struct value *v);
void get_unit(struct row *row, struct value *v);
void get_index(struct row *row, struct value *v);
void get_vpn(struct row *row, struct value *v);
void get_addr(struct row *row, struct value *v);
void get_nr(struct row *row, struct value *v);
void get_pfn(struct row *row, struct value *v);
void get_frames(struct row *row, struct value *v);
void get_kind(struct row *row, struct value *v);
void get_order(struct row *row, struct value *v);
void get_map_order(struct row *row, struct value *v);
void get_ref(struct row *row, struct value *v);
void get_ref_min(struct row *row, struct value *v);
void get_ref_max(struct row *row, struct value *v);
void get_map(struct row *row, struct value *v);
void get_map_min(struct row *row, struct value *v);
void get_map_max(struct row *row, struct value *v);
void get_node(struct row *row, struct value *v);
void get_zone(struct row *row, struct value *v);
void get_cgroup(struct row *row, struct value *v);
void get_cgroup_path(struct row *row, struct value *v);
void get_with(struct row *row, struct value *v);
void get_with_path(struct row *row, struct value *v);
void get_sharers(struct row *row, struct value *v);
void get_largest(struct row *row, struct value *v);
void get_largest_pages(struct row *row, struct value *v);
void get_shared(struct row *row, struct value *v);
void get_shared_pages(struct row *row, struct value *v);
void get_cgroup_online(struct row *row, struct value *v);
void get_owner(struct row *row, struct value *v);
void get_owner_inode(struct row *row, struct value *v);
void get_owner_gen(struct row *row, struct value *v);
void get_owner_index(struct row *row, struct value *v);
void get_where(struct row *row, struct value *v);
void get_flags(struct row *row, struct value *v);
void get_kpf(struct row *row, struct value *v);
void get_symbolic(struct row *row, struct value *v);
void get_long(struct row *row, struct value *v);
void get_why(struct row *row, struct value *v);
void get_swap_type(struct row *row, struct value *v);
void get_swap_offset(struct row *row, struct value *v);
void get_counter(struct row *row, struct value *v);
void get_kernel(struct row *row, struct value *v);
void get_walked(struct row *row, struct value *v);
void get_diff(struct row *row, struct value *v);
void get_moved(struct row *row, struct value *v);
void get_check(struct row *row, struct value *v);
void get_result(struct row *row, struct value *v);
void get_found(struct row *row, struct value *v);
void get_next(struct row *row, struct value *v);
void get_combos(struct row *row, struct value *v);
void get_objects_by_pages(struct row *row, struct value *v);
void get_abi(struct row *row, struct value *v);
void get_index_file(struct row *row, struct value *v);
void get_page_size(struct row *row, struct value *v);
void get_release(struct row *row, struct value *v);
void get_boot(struct row *row, struct value *v);
void get_features(struct row *row, struct value *v);
void get_session(struct row *row, struct value *v);
void get_started(struct row *row, struct value *v);
void get_set_by(struct row *row, struct value *v);
void get_age(struct row *row, struct value *v);

const char *color_record(const struct value *v);
const char *color_state(const struct value *v);
const char *color_result(const struct value *v);

/* Inode of a memory cgroup, "?", "-" or all others. */
void set_cgroup(struct value *v, uint64_t ino);
/* Path of the memory cgroup @ino; "?" if it can't be told. */
void set_cgroup_path(struct row *row, uint64_t ino, struct value *v);

/* A number, "?" or "-". */
static inline void set_number(struct value *v, uint64_t number)
{
	v->type = number == PAGESNAP_UNKNOWN ? VALUE_UNKNOWN :
		  number == PAGESNAP_NONE ? VALUE_NONE : VALUE_NUMBER;
	v->number = number;
}

static inline void set_number32(struct value *v, uint32_t number)
{
	set_number(v, number == PAGESNAP_UNKNOWN32 ? PAGESNAP_UNKNOWN :
		   number == PAGESNAP_NONE32 ? PAGESNAP_NONE : number);
}

static inline void set_hex(struct value *v, uint64_t number)
{
	v->type = VALUE_HEX;
	v->number = number;
}

static inline void set_bytes(struct value *v, uint64_t number)
{
	v->type = VALUE_BYTES;
	v->number = number;
}

/* Pages in bytes, as much as fits; "?" or "-". */
static inline void set_pages(struct row *row, struct value *v, uint64_t pages)
{
	if (pages >= PAGESNAP_NONE)
		set_number(v, pages);
	else
		set_bytes(v, pages > UINT64_MAX >> row->page_shift ? UINT64_MAX :
			  pages << row->page_shift);
}

/* A word of ours; "?" stands for what it says. */
static inline void set_word(struct value *v, const char *word)
{
	v->type = word[0] == '?' && !word[1] ? VALUE_UNKNOWN : VALUE_WORD;
	v->text = word;
	v->len = strlen(word);
}

static inline void set_name(struct value *v, const char *name, size_t len)
{
	v->type = VALUE_NAME;
	v->text = name;
	v->len = len;
}

/* A string of a record, "-" if it is empty. */
static inline void set_string(struct value *v, const char *s, size_t size)
{
	size_t len = strnlen(s, size);

	if (len == 1 && *s == '?')
		v->type = VALUE_UNKNOWN;
	else if (len)
		set_name(v, s, len);
}

/* What printf() makes of it, in scratch memory. */
#define set_printed(row, v, ...) do {					\
	char *printed_ = row_scratch(row, 64);				\
									\
	if (printed_) {							\
		snprintf(printed_, 64, __VA_ARGS__);			\
		set_word(v, printed_);					\
	}								\
} while (0)

static inline void set_dev(struct row *row, struct value *v, uint32_t major, uint32_t minor)
{
	char *dev = major >= PAGESNAP_NONE32 ? NULL : row_scratch(row, 48);
	size_t len;

	if (major == PAGESNAP_UNKNOWN32)
		v->type = VALUE_UNKNOWN;
	if (!dev)
		return;
	len = value_decimal(major, dev);
	dev[len++] = ':';
	len += value_decimal(minor, dev + len);
	v->type = VALUE_WORD;
	v->text = dev;
	v->len = len;
}

static inline bool part_is(const struct kept *part, unsigned int type)
{
	return part->set && part->any.rec.type == type;
}

/* Run or page of a row, NULL if it is something else. */
static inline const struct pagesnap_run *run_of(const struct row *row)
{
	if (!row->item || (row->item->u->rec.type != PAGESNAP_REC_RUN &&
			   row->item->u->rec.type != PAGESNAP_REC_PAGE))
		return NULL;
	return &row->item->u->run;
}

static inline bool is_word(const struct value *v, const char *word)
{
	return v->type == VALUE_WORD && v->len == strlen(word) && !memcmp(v->text, word, v->len);
}

#endif /* KINDS_COLUMN_GET_H */
