/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of audit.
 */
#ifndef KINDS_AUDIT_LINE_H
#define KINDS_AUDIT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct audit_line - a counter of the kernel beside what was found
 * @counter: what is counted
 * @len: its bytes
 * @part: it is a part of the line above that is none
 * @kernel: pages that the kernel counts; PAGESNAP_NONE: it doesn't, _UNKNOWN:
 *	this one doesn't
 * @found: pages that were found
 * @has_diff: there is something to compare with
 * @diff: how many more were found than the kernel counts; of a filesystem, more
 *	by file than by frame
 * @moved: by how much the counter moved meanwhile, or PAGESNAP_NONE
 * @why: remark, "" for none
 */
struct audit_line {
	const char *counter;
	size_t len;
	bool part;
	uint64_t kernel;
	uint64_t found;
	bool has_diff;
	int64_t diff;
	uint64_t moved;
	const char *why;
};

#endif /* KINDS_AUDIT_LINE_H */
