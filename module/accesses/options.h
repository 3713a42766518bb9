/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_OPTIONS_H
#define PAGESNAP_ACCESSES_OPTIONS_H

#include "../core/query.h"
#include "../core/schedule.h"
#include "uapi.h"

/* What pages are remembered by. */
enum pagesnap_accesses_by {
	PAGESNAP_BY_VPN,	/* virtual page, of one process */
	PAGESNAP_BY_PFN,	/* page frame, whoever maps it */
	PAGESNAP_BY_FILE,	/* page of one file, whoever maps it */
};

/**
 * struct pagesnap_accesses_options - what a line asks for beside its process
 * @schedule: when samples are taken
 * @end: when no sample is due any more, of an answer with for= that began; ns
 * @page_shift: log2 of the bytes of a page
 * @unit: log2 of the pages of a unit
 * @aggregate: samples of a round
 * @flush: TLBs are flushed behind each look
 * @write: count what was dirtied; with PAGESNAP_BY_VPN
 * @skip: tables that were not used are passed over
 * @kernel: what the kernel accesses by its direct map is told, too; of pfn_index
 * @by: what pages are remembered by
 * @reads: what is read and written counts as accessed, too; of PAGESNAP_BY_FILE
 * @min_age: heat of this age, in samples, or older
 * @max_age: and of this one or younger; U32_MAX: of any
 */
struct pagesnap_accesses_options {
	struct pagesnap_schedule schedule;
	u64 end;
	u32 page_shift;
	u32 unit;
	u32 aggregate;
	bool flush;
	bool write;
	bool skip;
	bool reads;

	bool kernel;
	enum pagesnap_accesses_by by;
	u32 min_age;
	u32 max_age;
};

extern const struct pagesnap_option pagesnap_accesses_option_table[];
extern const struct pagesnap_option pagesnap_accesses_file_option_table[];
extern const struct pagesnap_option pagesnap_accesses_pfn_option_table[];

/* Of the lines of an index file, by what they are about. */
static inline const struct pagesnap_option *pagesnap_accesses_options_of(enum pagesnap_subject s)
{
	switch (s) {
	case PAGESNAP_SUBJECT_FILE:
		return pagesnap_accesses_file_option_table;
	case PAGESNAP_SUBJECT_NONE:
		return pagesnap_accesses_pfn_option_table;
	default:
		return pagesnap_accesses_option_table;
	}
}

void pagesnap_accesses_defaults(struct pagesnap_accesses_options *o, u32 page_shift);
int pagesnap_accesses_parse_change(struct pagesnap_accesses_options *o, const char *text, u32 len,
				   struct pagesnap_diag *d);
void pagesnap_accesses_change(struct pagesnap_accesses_options *o, const char *text, u32 len,
			      u64 now);
int pagesnap_accesses_check(const struct pagesnap_accesses_options *o, struct pagesnap_diag *d);
void pagesnap_accesses_begin(struct pagesnap_accesses_options *o, u64 now);
bool pagesnap_accesses_wants(const struct pagesnap_accesses_options *o,
			     const struct pagesnap_accesses_heat *r);
bool pagesnap_accesses_over(const struct pagesnap_accesses_options *o, u64 now);

#endif /* PAGESNAP_ACCESSES_OPTIONS_H */
