/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of what a recording has.
 */
#ifndef KINDS_RECORDED_LINE_H
#define KINDS_RECORDED_LINE_H

#include <stdint.h>

/**
 * struct recorded_line - a moment; numbers may be PAGESNAP_NONE or PAGESNAP_UNKNOWN
 * @moment: its number
 * @when: when it was, for people; NULL if that is unknown
 * @time: likewise, seconds since 1970
 * @state: is it there?
 * @kind: how it is kept; "?"
 * @gap_ms: since the one before it, if that is longer than was wanted
 * @missed: moments that were due since that one, and that there are not
 * @size: bytes that it takes
 * @bytes: that it stands for
 * @records: how many these are
 * @took_ms: how long the look took
 * @every_ms: what was wanted from one to the next
 * @boot: boot id; "" if it is unknown
 * @file: where it is
 */
struct recorded_line {
	uint64_t moment;
	const char *when;
	uint64_t time;
	const char *state;
	const char *kind;
	uint64_t gap_ms;
	uint64_t missed;
	uint64_t size;
	uint64_t bytes;
	uint64_t records;
	uint64_t took_ms;
	uint64_t every_ms;
	const char *boot;
	const char *file;
};

#endif /* KINDS_RECORDED_LINE_H */
