/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What options say in words: ranges of pages and conditions on flags, as the
 * query language writes them and as page-types does.
 *
 * The functions return 0, or -EINVAL with a sentence in *@why.
 */
#ifndef SPECS_H
#define SPECS_H

#include <stdbool.h>
#include <stdint.h>

#include "ask/ranges.h"

/* Room for a sentence with what the user wrote in it. */
#define SPEC_WHY_MAX 256

/**
 * struct flag_filter - which flags a page must have; all zero lets all pass
 * @all: all of these
 * @none: none of these
 * @any: at least one of these, 0 for no such demand
 */
struct flag_filter {
	uint64_t all;
	uint64_t none;
	uint64_t any;
};

/* Decimal or 0x hex.  Leading zeros are refused: page-types takes them for octal. */
int spec_number(const char *text, uint64_t *value, const char **why);
/* N  N+M  N,M  N,  N-  ,M  and "N M"; half open. */
int spec_range(const char *text, struct range *range, const char **why);
/*
 * The same for frames; and pfn:HEX, as the kernel prints frames, and phys:HEX, an
 * address: each alone, or a range.  @phys: also without a prefix it is one.
 */
int spec_frames(const char *text, bool phys, struct range *range, char why[SPEC_WHY_MAX]);
/* Digits alone, which a kernel would mean as hexadecimal, and not as spec_frames() does? */
bool spec_is_either(const char *text);
/* The same for virtual pages; and addr:FROM-TO, addresses as /proc/PID/maps prints them. */
int spec_virtual(const char *text, struct range *range, char why[SPEC_WHY_MAX]);
/* The same in bytes, with K, M, G and T: the pages of 2^@shift bytes that these touch. */
int spec_byte_range(const char *text, unsigned int shift, struct range *range, const char **why);
/* "dirty,-mmap", and what in page-types' form can't mean anything else. */
int spec_flags(const char *text, bool raw, struct flag_filter *filter, const char **why);
/*
 * page-types' bits-spec: "a,b" is one of them, "a,b=a" and "a,~b" say which of
 * those that are named a page has, "=a,b" is exactly these; of all flags if
 * @raw, else of the well-known ones.
 */
int spec_bits(const char *text, bool raw, struct flag_filter *filter, const char **why);
/* Adds @more to the demands of @filter. */
int spec_filter_add(struct flag_filter *filter, const struct flag_filter *more, const char **why);
/* mask=: "dirty,lru" these, "-dirty" all but these, a number bit by bit. */
int spec_mask(const char *text, uint64_t *mask, const char **why);

#endif /* SPECS_H */
