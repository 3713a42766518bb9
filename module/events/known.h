/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_KNOWN_H
#define PAGESNAP_EVENTS_KNOWN_H

#include "../core/tracing.h"
#include "uapi.h"

/**
 * struct known_owner - the file that pages are of
 * @dev_major: its device, PAGESNAP_NONE32 if there is none, PAGESNAP_UNKNOWN32 if it isn't known
 * @dev_minor: of that
 * @ino: its inode, PAGESNAP_NONE or PAGESNAP_UNKNOWN
 * @gen: its generation
 * @state: PAGESNAP_STATE_* of it, PAGESNAP_NONE32 or PAGESNAP_UNKNOWN32
 * @index: page in it
 * @shared: of a fault: in a shared mapping of it
 */
struct known_owner {
	u32 dev_major;
	u32 dev_minor;
	u64 ino;
	u32 gen;
	u32 state;
	u64 index;
	bool shared;
};

void known_record(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
		  const struct pagesnap_bytes_ref *parts, u32 nr_parts);
struct known_owner known_owner_of_run(const struct pagesnap_traced *t,
				      const struct pagesnap_run *r);
struct known_owner known_owner_of_gap(const struct pagesnap_traced *t,
				      const struct pagesnap_gap *r);
struct known_owner known_owner_of_fault(const struct pagesnap_traced *t,
					const struct pagesnap_faults_fault *r, s64 *pid);
struct known_owner known_owner_of_heat(const struct pagesnap_traced *t);
s64 known_pid(const struct pagesnap_traced *t);
const char *known_name(const struct pagesnap_traced *t, const struct pagesnap_slab_sum *r);
void known_end(struct pagesnap_traced *t);

#endif /* PAGESNAP_EVENTS_KNOWN_H */
