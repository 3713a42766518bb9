/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_OPTIONS_H
#define PAGESNAP_FAULTS_OPTIONS_H

#include "../core/query.h"
#include "../core/schedule.h"
#include "uapi.h"

/**
 * struct pagesnap_faults_options - what a line asks for beside its processes
 * @schedule: when entries are protected
 * @window: a page is protected again when that many others have faulted; 0: by the next sweep
 * @kinds: of VMAs, bit PAGESNAP_MAP_* each
 * @buffer: bytes of the buffer of each CPU
 * @cpu: the only CPU whose faults are told of, -1: all
 */
struct pagesnap_faults_options {
	struct pagesnap_schedule schedule;
	u32 window;
	u32 kinds;
	u64 buffer;
	int cpu;
};

extern const struct pagesnap_option pagesnap_faults_option_table[];

void pagesnap_faults_defaults(struct pagesnap_faults_options *o);
int pagesnap_faults_check(const struct pagesnap_faults_options *o, struct pagesnap_diag *d);

#endif /* PAGESNAP_FAULTS_OPTIONS_H */
