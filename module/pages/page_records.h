/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_PAGE_RECORDS_H
#define PAGESNAP_PAGES_PAGE_RECORDS_H

#include "../core/records.h"
#include "select.h"

/**
 * union pagesnap_object - what pages belong to
 * @rec: says which it is
 * @sb: a superblock
 * @file: an inode
 * @task: a task
 * @vma: a VMA
 * @span: frames of one node
 */
union pagesnap_object {
	struct pagesnap_rec rec;
	struct pagesnap_sb sb;
	struct pagesnap_file file;
	struct pagesnap_task task;
	struct pagesnap_vma vma;
	struct pagesnap_span span;
};

u32 pagesnap_object_bytes(const union pagesnap_object *o);
void pagesnap_text_object(struct pagesnap_text *t, const union pagesnap_object *o,
			  const char *bytes, const void *nodes, const void *cgroups);

/*
 * The line of a run has three parts that many others have as well.  Between them stand
 * place and owner.
 */
void pagesnap_text_run_head(struct pagesnap_text *t, const struct pagesnap_run *r);
void pagesnap_text_run_facts(struct pagesnap_text *t, const struct pagesnap_run *r);
void pagesnap_text_run_flags(struct pagesnap_text *t, const struct pagesnap_run *r);
void pagesnap_text_run(struct pagesnap_text *t, const struct pagesnap_run *r, const char *name);
void pagesnap_text_gap(struct pagesnap_text *t, const struct pagesnap_gap *g);
void pagesnap_text_same(struct pagesnap_text *t, const struct pagesnap_same *same);
void pagesnap_text_total(struct pagesnap_text *t, const struct pagesnap_total *total,
			 const struct pagesnap_combo *combos, const void *nodes,
			 const void *cgroups);
const char *pagesnap_type_name(u32 type);
const char *pagesnap_mode_name(u32 mode);
const char *pagesnap_unit_name(u32 unit);
const char *pagesnap_group_name(u32 group);
const char *pagesnap_why_name(u32 why);

/* Those of the collection. */
extern const struct pagesnap_words pagesnap_pages_words;

#endif /* PAGESNAP_PAGES_PAGE_RECORDS_H */
