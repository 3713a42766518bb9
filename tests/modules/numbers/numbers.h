/* SPDX-License-Identifier: GPL-2.0 */
/* What objects/mm/numbers answers with format=binary. */
#ifndef PAGESNAP_TESTS_NUMBERS_H
#define PAGESNAP_TESTS_NUMBERS_H

#include <linux/types.h>

#include "../../../include/uapi/linux/pagesnap.h"

/* The first of the record types that belong to tests. */
#define NUMBERS_REC_NUMBER	0xff00
#define NUMBERS_REC_TICK	0xff01
#define NUMBERS_REC_MISSED	0xff02
#define NUMBERS_REC_EVENT	0xff03
#define NUMBERS_REC_PRODUCED	0xff04

/**
 * struct numbers_number - a number
 * @rec: record head
 * @q: query
 * @reserved: zero
 * @value: the number
 */
struct numbers_number {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 value;
};

/**
 * struct numbers_tick - a number that was due at a time
 * @rec: record head
 * @q: query
 * @reserved: zero
 * @value: the number
 * @late_ns: since it was due
 * @missed: numbers before it that were due and that nobody took
 */
struct numbers_tick {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 value;
	__u64 late_ns;
	__u64 missed;
};

/**
 * struct numbers_missed - how many ticks nobody took, before the end
 * @rec: record head
 * @q: query
 * @reserved: zero
 * @numbers: how many
 */
struct numbers_missed {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 reserved;
	__u64 numbers;
};

/**
 * struct numbers_event - a number that was counted somewhere else
 * @rec: record head
 * @q: query
 * @cpu: where
 * @value: the number; each CPU counts from 0
 * @time_ns: when, CLOCK_MONOTONIC
 */
struct numbers_event {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 cpu;
	__u64 value;
	__u64 time_ns;
};

/**
 * struct numbers_produced - how many events of a CPU there were, before the end
 * @rec: record head
 * @q: query
 * @cpu: where
 * @events: how many, with those that were lost
 */
struct numbers_produced {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 cpu;
	__u64 events;
};

#endif /* PAGESNAP_TESTS_NUMBERS_H */
