/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ERRLOG_H
#define PAGESNAP_CORE_ERRLOG_H

#include "emit.h"
#include "query.h"

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

void pagesnap_errlog_add(const struct pagesnap_where *at, const char *text, u32 len,
			 const struct pagesnap_fault *f);
bool pagesnap_errlog_show(struct pagesnap_emit *e, u32 nth);

#endif /* PAGESNAP_CORE_ERRLOG_H */
