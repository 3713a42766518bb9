/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ERRLOG_H
#define PAGESNAP_CORE_ERRLOG_H

#include <linux/mutex.h>
#include <linux/sched.h>

#include "emit.h"
#include "query.h"

/* Bad lines that are remembered. */
#define PAGESNAP_ERRLOG_ENTRIES	32
/* Bytes of a bad line that are remembered, around its fault. */
#define PAGESNAP_ERRLOG_TEXT	160

/**
 * struct pagesnap_where - where a bad line came from
 * @file: name of the index file
 * @session: number of the open descriptor
 * @line: line in that session, or in the standing set
 */
struct pagesnap_where {
	const char *file;
	u64 session;
	u32 line;
};

/**
 * struct pagesnap_errlog_entry - a bad line
 * @ns: when, CLOCK_BOOTTIME
 * @session: number of the open descriptor
 * @file: name of the index file
 * @msg: what is wrong
 * @line: line in that session, or in the standing set
 * @err: errno
 * @pid: who wrote it, or read the answer, in the initial PID namespace
 * @comm: that process' command name
 * @col: byte of @text where the fault is
 * @len: bytes of @text
 * @cut: @text is not the whole line
 * @text: the line, around its fault
 */
struct pagesnap_errlog_entry {
	u64 ns;
	u64 session;
	const char *file;
	const char *msg;
	u32 line;
	int err;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	u32 col;
	u32 len;
	bool cut;
	char text[PAGESNAP_ERRLOG_TEXT];
};

/**
 * struct pagesnap_errlog - the last bad lines of a collection
 * @lock: protects the rest
 * @nr_added: lines added so far
 * @ring: the last of them
 */
struct pagesnap_errlog {
	struct mutex lock;
	u32 nr_added;
	struct pagesnap_errlog_entry ring[PAGESNAP_ERRLOG_ENTRIES];
};

void pagesnap_errlog_init(struct pagesnap_errlog *log);
void pagesnap_errlog_add(struct pagesnap_errlog *log, const struct pagesnap_where *at,
			 const char *text, u32 len, const struct pagesnap_diag *d);
bool pagesnap_errlog_show(struct pagesnap_errlog *log, struct pagesnap_emit *e, u32 nth);

#endif /* PAGESNAP_CORE_ERRLOG_H */
