/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_QUERY_H
#define PAGESNAP_CORE_QUERY_H

#include "values.h"

/* What a line of an index file is about. */
enum pagesnap_subject {
	PAGESNAP_SUBJECT_NONE,	/* only a range */
	PAGESNAP_SUBJECT_FILE,	/* PATH and a range */
	PAGESNAP_SUBJECT_SB,	/* PATH, or type:NAME */
	PAGESNAP_SUBJECT_TASK,	/* PID and a range, or several processes */
};

/* Which processes a line of PAGESNAP_SUBJECT_TASK is about. */
enum pagesnap_target_kind {
	PAGESNAP_TARGET_PID,
	PAGESNAP_TARGET_UID,		/* uid:N */
	PAGESNAP_TARGET_CGROUP_PATH,	/* cgroup:PATH */
	PAGESNAP_TARGET_CGROUP_ID,	/* cgroup:@INODE */
};

/**
 * struct pagesnap_slice - part of a line
 * @off: first byte
 * @len: bytes
 */
struct pagesnap_slice {
	u32 off;
	u32 len;
};

/**
 * struct pagesnap_query - a parsed line
 * @subject: what it is about
 * @target: which processes
 * @path: path as written, without the quotes; of a cgroup as well
 * @quoted: @path was in double quotes and may have escapes
 * @type: NAME of type:NAME
 * @has_type: the line asks for a type instead of a path
 * @has_dev: dev= was given
 * @dev_major: of dev=
 * @dev_minor: of dev=
 * @pid: PID as written
 * @uid: uid as written
 * @cgroup: inode of the cgroup
 * @target_col: where the PID, the uid or the cgroup stands
 * @has_range: a range or addr= was given
 * @start: first page
 * @end: page after the last; U64_MAX without one
 * @limit: at most so many records; U64_MAX without limit=
 * @group: how much one record covers; 0 unless an option of the collection sets it
 * @binary: format=binary
 * @to: PAGESNAP_TO_*
 * @children: of the processes that are named, their children count, too
 * @brief: with PAGESNAP_ASK_BRIEF, of a structure alone
 * @tag: word of tag=
 */
struct pagesnap_query {
	enum pagesnap_subject subject;
	enum pagesnap_target_kind target;
	struct pagesnap_slice path;
	bool quoted;
	struct pagesnap_slice type;
	bool has_type;
	bool has_dev;
	u32 dev_major;
	u32 dev_minor;
	u32 pid;
	u32 uid;
	u64 cgroup;
	u32 target_col;
	bool has_range;
	u64 start;
	u64 end;
	u64 limit;
	u32 group;
	bool binary;
	u32 to;
	bool children;
	bool brief;
	char tag[PAGESNAP_TAG_MAX + 1];
};

/**
 * struct pagesnap_option - a key=value that a collection adds
 * @key: key, without "="
 * @parse: read the value into @to, or into @q.  Returns 0, or fills @d, with a column
 *	that counts from the value, and returns its err
 * @at: where @to is in the options of the collection, bytes; 0: it is all of them
 */
struct pagesnap_option {
	const char *key;
	int (*parse)(void *to, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d);
	u32 at;
};

/**
 * struct pagesnap_grammar - what lines of one index file may say
 * @subject: what they are about
 * @targets: in place of a PID they may name several processes, as enum pagesnap_target_kind says
 * @page_shift: log2 of the page size, for addr=
 * @options: options of the collection, ends with a NULL key
 */
struct pagesnap_grammar {
	enum pagesnap_subject subject;
	bool targets;
	u32 page_shift;
	const struct pagesnap_option *options;
};

int pagesnap_query_parse(const struct pagesnap_grammar *g, const char *line, u32 len,
			 struct pagesnap_query *q, void *sel, struct pagesnap_diag *d);
int pagesnap_query_options(const struct pagesnap_grammar *g, const char *line, u32 len,
			   struct pagesnap_query *q, void *sel, struct pagesnap_diag *d);
int pagesnap_query_target(struct pagesnap_query *q, const char *text, u32 off, u32 len,
			  struct pagesnap_diag *d);
bool pagesnap_query_wants_binary(const char *line, u32 len);
bool pagesnap_query_is_blank(const char *line, u32 len);
int pagesnap_query_path(const struct pagesnap_query *q, const char *line, char *buf, u32 cap,
			struct pagesnap_diag *d);

#endif /* PAGESNAP_CORE_QUERY_H */
