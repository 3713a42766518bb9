/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Getters of the columns of pages: each sets a value that is VALUE_NONE before.
 */
#ifndef KINDS_PAGES_GET_H
#define KINDS_PAGES_GET_H

#include "column_get.h"
#include "pages_row.h"

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
void get_cache(struct row *row, struct value *v);
void get_slab(struct row *row, struct value *v);
void get_inodes(struct row *row, struct value *v);
void get_inodes_slab(struct row *row, struct value *v);
void get_dentries(struct row *row, struct value *v);
void get_dentries_slab(struct row *row, struct value *v);
void get_xa_nodes(struct row *row, struct value *v);
void get_xa_nodes_slab(struct row *row, struct value *v);
const struct pagesnap_run *pages_cache_of(const struct row *row);
void get_flags(struct row *row, struct value *v);
void get_kpf(struct row *row, struct value *v);
void get_symbolic(struct row *row, struct value *v);
void get_long(struct row *row, struct value *v);
void get_why(struct row *row, struct value *v);
void get_swap_type(struct row *row, struct value *v);
void get_swap_offset(struct row *row, struct value *v);
void get_combos(struct row *row, struct value *v);
void get_objects_by_pages(struct row *row, struct value *v);

const char *color_state(const struct value *v);

/* Run or page of a row, NULL if it is something else. */
static inline const struct pagesnap_run *run_of(const struct row *row)
{
	if (!row->item || (row->item->u->rec.type != PAGESNAP_REC_RUN &&
			   row->item->u->rec.type != PAGESNAP_REC_PAGE))
		return NULL;
	return &row->item->u->run;
}

#endif /* KINDS_PAGES_GET_H */
