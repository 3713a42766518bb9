/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_FILES_H
#define PAGESNAP_ACCESSES_FILES_H

#include "../targets/mapping.h"
#include "batch.h"
#include "tally.h"

struct pagesnap_files;
struct vm_area_struct;

/**
 * struct pagesnap_watched_file - a file that an answer with by=file has met
 * @node: among all, in the order in which they were met
 * @same: among those with the same hash
 * @id: file
 * @state: PAGESNAP_STATE_* when it was met
 * @seen: a page of it was seen in this round
 * @tally: what looks have found
 * @name_len: bytes of its name
 * @name: its path as the reader saw it when it was met
 */
struct pagesnap_watched_file {
	struct list_head node;
	struct hlist_node same;
	struct pagesnap_mapping_id id;
	u32 state;
	bool seen;
	struct pagesnap_tally tally;
	u32 name_len;
	char name[];
};

struct pagesnap_files *pagesnap_files_create(u32 unit, struct pagesnap_stock *stock);
void pagesnap_files_destroy(struct pagesnap_files *fs);
bool pagesnap_files_enter(struct pagesnap_files *fs, const struct vm_area_struct *vma, bool fresh);
void pagesnap_files_settle(struct pagesnap_files *fs, struct pagesnap_batch *b,
			   struct pagesnap_tally *all);
struct pagesnap_watched_file *pagesnap_files_next(struct pagesnap_files *fs,
						  struct pagesnap_watched_file *f,
						  const struct pagesnap_tally *all);
void pagesnap_files_told(struct pagesnap_files *fs, bool keep);

#endif /* PAGESNAP_ACCESSES_FILES_H */
