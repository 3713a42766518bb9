/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stands in front of each moment in a file of a recording.  Pure: no input, no output.
 */
#ifndef RECORDING_HEAD_H
#define RECORDING_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#define HEAD_MAGIC "PSMOMENT"
#define HEAD_BYTE_ORDER 0x01020304
#define HEAD_VERSION 1

/* Flags of a moment. */
#define HEAD_DELTA	1	/* it says what differs from the one before it in its file */
#define HEAD_PARTIAL	2	/* not all was answered */

/**
 * struct head - a moment; in the byte order of the machine that wrote it, without padding
 * @magic: HEAD_MAGIC, not terminated
 * @byte_order: HEAD_BYTE_ORDER
 * @version: HEAD_VERSION
 * @number: of the moment, from 1 on in the whole recording
 * @time_ns: CLOCK_REALTIME when the look began
 * @took_ns: until it had ended
 * @life_ns: time that was recorded up to then, since the recording began: what clocks are set to,
 *	and for how long nobody recorded, does not count
 * @every_ns: from one moment to the next, as was wanted
 * @missed: moments that were due since the one before it, and that there are not
 * @seed: of marks
 * @flags: HEAD_*
 * @records: of the moment
 * @bytes: of these
 * @sum: marks_sum() of them
 * @steps: bytes of the delta
 * @packed: the same, compressed by zstd: so many follow
 * @packed_sum: XXH3 of these
 * @boot: boot id, terminated
 * @check: XXH3 of all that stands before it
 */
struct head {
	char magic[8];
	uint32_t byte_order;
	uint32_t version;
	uint64_t number;
	uint64_t time_ns;
	uint64_t took_ns;
	uint64_t life_ns;
	uint64_t every_ns;
	uint64_t missed;
	uint64_t seed;
	uint64_t flags;
	uint64_t records;
	uint64_t bytes;
	uint64_t sum;
	uint64_t steps;
	uint64_t packed;
	uint64_t packed_sum;
	char boot[40];
	uint64_t check;
};

/* Fills in what is the same in all, and @check, last. */
void head_seal(struct head *h);
/* Is it one, and whole? */
bool head_is_good(const struct head *h);

#endif /* RECORDING_HEAD_H */
