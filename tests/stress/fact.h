/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A record, whether it came as a line of text or as a structure.
 */
#ifndef TESTS_STRESS_FACT_H
#define TESTS_STRESS_FACT_H

#include <pagesnap.h>

#include "pagesnap-read.h"

#define KIND_UNSAID	(~0U)

/* A run, page or gap; what a text line leaves out is what fact_line() says. */
struct fact_item {
	struct ps_item i;
	uint32_t kind;			/* KIND_UNSAID in text about files */
	uint64_t pfn_end;		/* 0 in text */
	bool owned;
	unsigned int dev_major, dev_minor;
	uint64_t gen;
	bool cached;			/* memory of a slab cache */
	uint64_t cache;			/* its number, 0 in text and where it isn't known */
	uint32_t why;
};

/* sb, file, task, vma or span. */
struct fact_object {
	unsigned int dev_major, dev_minor;
	uint64_t ino, gen;
	uint64_t start, end;		/* of a vma or span */
	uint64_t node;
	uint64_t pid;
	bool shared;			/* a vma with prot=...s */
	bool summed;
	struct ps_sums sums;
};

struct fact_total {
	struct ps_sums sums;
	uint64_t objects;		/* in objects_by_pages= */
	uint32_t nr_combos;
	const struct pagesnap_combo *combos;
};

struct fact_end {
	uint32_t status, cut;
	uint64_t objects, records, pages, gone, swap, special, holes;
	uint64_t skipped, torn, dax;
	uint64_t rescans;
};

struct fact {
	uint32_t type;			/* PAGESNAP_REC_* */
	uint64_t q;
	uint64_t line;
	uint64_t group, mask;		/* of a query */
	int err;			/* of an error */
	const char *text;		/* of a query or error, NULL if there is none */
	size_t text_len;
	char tag[32];
	union {
		struct fact_item item;
		struct fact_object object;
		struct fact_total total;
		struct fact_end end;
	};
};

/* Return: false if it is nothing to check: a header or note. */
bool fact_line(const struct ps_rec *rec, struct fact *f);
bool fact_record(const struct pagesnap_record *r, struct fact *f);

bool fact_is_pages(const struct fact *f);
bool fact_is_item(const struct fact *f);

#endif /* TESTS_STRESS_FACT_H */
