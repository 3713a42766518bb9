/* SPDX-License-Identifier: GPL-2.0 */
/*
 * libpagesnap: asks the index files of pagesnap and decodes their answers.
 *
 * Functions return 0 or more, or a negative errno; errno itself is left
 * alone.  Nothing here prints, exits or keeps state outside the objects that
 * the caller owns; two threads may use two objects at the same time.
 */
#ifndef PAGESNAP_H
#define PAGESNAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/kernel-page-flags.h>
#include <linux/pagesnap.h>
#include <linux/pagesnap/accesses.h>
#include <linux/pagesnap/faults.h>
#include <linux/pagesnap/pages.h>
#include <linux/pagesnap/slab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library: of this header, and of the one that is linked. */
#define PAGESNAP_LIBRARY_VERSION "0.1"
const char *pagesnap_version(void);

/* Index files ----------------------------------------------------------- */

/* Those of objects/mm/pages come first, PAGESNAP_INDEXES of them. */
enum pagesnap_index_file {
	PAGESNAP_PFN,		/* pfn_index */
	PAGESNAP_FILE,		/* filename_index */
	PAGESNAP_SB,		/* sb_index */
	PAGESNAP_TASK,		/* task_index */
	PAGESNAP_INDEXES,
	PAGESNAP_ACCESSES_TASK = PAGESNAP_INDEXES,	/* task_index of objects/mm/accesses */
	PAGESNAP_ACCESSES_PFN,	/* pfn_index of objects/mm/accesses */
	PAGESNAP_ACCESSES_FILE,	/* filename_index of objects/mm/accesses */
	PAGESNAP_FAULTS_TASK,	/* task_index of objects/mm/faults */
	PAGESNAP_SLAB_EVENT,	/* event_index of objects/mm/slab, and the next three */
	PAGESNAP_SLAB_SITE,
	PAGESNAP_SLAB_CACHE,
	PAGESNAP_SLAB_OBJECT,
};

/* File name of an index: "pfn_index"; and its number in pages, -ENOENT if it is none. */
const char *pagesnap_index_name(enum pagesnap_index_file which);
int pagesnap_index_find(const char *name);
/*
 * The number of a file of any collection, as a header names both.  -ENOENT if the library
 * does not know the collection, or the collection no such file.
 */
int pagesnap_index_find_in(const char *collection, const char *name);

/* Queries ---------------------------------------------------------------- */

/**
 * struct pagesnap_params - what one query asks; all zero asks for everything
 * @path: of PAGESNAP_FILE and PAGESNAP_SB, absolute, any bytes
 * @pid: of PAGESNAP_TASK
 * @has_range: @start and @end are given
 * @start: first page
 * @end: page behind the last, UINT64_MAX for the end
 * @flags: KPF bits that a page must have
 * @no_flags: KPF bits that it must not have
 * @any_flags: KPF bits of which it must have one, 0 for no such demand
 * @has_mask: @mask is given
 * @mask: KPF bits that split runs, or that combinations are made of
 * @group: PAGESNAP_GROUP_*
 * @has_node: @node is given
 * @node: NUMA node
 * @cgroup: inode of a memory cgroup, 0 for any
 * @cgroup_below: cgroups below it count too
 * @has_order: @min_order and @max_order are given
 * @min_order: smallest folio
 * @max_order: largest folio
 * @min_pages: files with fewer cached pages are left out
 * @no_names: don't look up names
 * @limit: records at the most, 0 for no limit
 * @tag: word that is repeated in the answer, NULL for none
 * @to: PAGESNAP_TO_*: trace events are made of records, too, or instead
 * @fstype: of PAGESNAP_SB, in place of @path: all filesystems of this type
 * @has_dev: @dev_major and @dev_minor are given, with @fstype
 * @dev_major: only the filesystem on this device; of "bdev" only the device
 * @dev_minor: likewise
 * @frame_names: of PAGESNAP_PFN: look up the names of files that own frames; with
 *	PAGESNAP_GROUP_RUN or _PAGE
 * @part: only this shard, from 1, of @parts; not of PAGESNAP_TASK
 * @parts: how many shards, 0 for the whole
 * @target: of PAGESNAP_TASK, in place of @pid: "uid:N", "cgroup:/PATH" (any bytes, no quotes)
 *	or "cgroup:@INODE"; without a range
 * @children: of PAGESNAP_TASK: children of the processes that are named, too
 * @kinds: of PAGESNAP_PFN, with @group total: combinations of flags by kind, too, in bits from
 *	PAGESNAP_COMBO_KIND_SHIFT on
 * @slab: of files, with @group object: what the slab allocator has for them, of all that are in
 *	memory
 * @has_changed: @changed is given
 * @changed: of PAGESNAP_SB, with @group object: files that this session told of under this number
 *	or a higher one are told of again if they have changed, see struct pagesnap_same
 */
struct pagesnap_params {
	const char *path;
	pid_t pid;
	bool has_range;
	uint64_t start;
	uint64_t end;
	uint64_t flags;
	uint64_t no_flags;
	uint64_t any_flags;
	bool has_mask;
	uint64_t mask;
	uint32_t group;
	bool has_node;
	uint32_t node;
	uint64_t cgroup;
	bool cgroup_below;
	bool has_order;
	uint32_t min_order;
	uint32_t max_order;
	uint64_t min_pages;
	bool no_names;
	uint64_t limit;
	const char *tag;
	uint32_t to;
	const char *fstype;
	bool has_dev;
	uint32_t dev_major;
	uint32_t dev_minor;
	bool frame_names;
	uint32_t part;
	uint32_t parts;
	const char *target;
	bool children;
	bool slab;
	bool kinds;
	bool has_changed;
	uint64_t changed;
};

/*
 * The line that asks @params of @which, without newline and format=, terminated.
 * Returns its length, -ERANGE if @size is too small, -EINVAL if @params makes no
 * sense (no path, relative path, no PID, a tag or type with blanks).
 */
ssize_t pagesnap_params_line(enum pagesnap_index_file which, const struct pagesnap_params *params,
			     char *buf, size_t size);
/* @path as a word of a query: quoted, with escapes.  As above. */
ssize_t pagesnap_quote(const char *path, char *buf, size_t size);

/* Records ---------------------------------------------------------------- */

/* Every type of record; an unknown one only has rec. */
union pagesnap_any {
	struct pagesnap_rec rec;
	struct pagesnap_header header;
	struct pagesnap_query_rec query;
	struct pagesnap_sb sb;
	struct pagesnap_file file;
	struct pagesnap_task task;
	struct pagesnap_vma vma;
	struct pagesnap_span span;
	struct pagesnap_run run;
	struct pagesnap_gap gap;
	struct pagesnap_total total;
	struct pagesnap_same same;
	struct pagesnap_note note;
	struct pagesnap_error error;
	struct pagesnap_end end;
	struct pagesnap_cgroup cgroup;
	struct pagesnap_lost lost;
	struct pagesnap_accesses_sample sample;
	struct pagesnap_accesses_heat heat;
	struct pagesnap_accesses_wss wss;
	struct pagesnap_accesses_process process;
	struct pagesnap_accesses_span heat_span;
	struct pagesnap_accesses_file heat_file;
	struct pagesnap_faults_map map;
	struct pagesnap_faults_fault fault;
	struct pagesnap_faults_thread thread;
	struct pagesnap_faults_event event;
	struct pagesnap_faults_traced traced;
	struct pagesnap_faults_sweep sweep;
	struct pagesnap_faults_window window;
	struct pagesnap_slab_site slab_site;	/* and of a cache */
	struct pagesnap_slab_stack slab_stack;
	struct pagesnap_slab_alloc slab_alloc;	/* and of an object */
	struct pagesnap_slab_free slab_free;
	struct pagesnap_slab_sum slab_sum;
	struct pagesnap_slab_round slab_round;
};

/* Whose records a stream has, as its headers say. */
enum pagesnap_collection_id {
	PAGESNAP_COLLECTION_PAGES,
	PAGESNAP_COLLECTION_ACCESSES,
	PAGESNAP_COLLECTION_FAULTS,
	PAGESNAP_COLLECTION_SLAB,
	PAGESNAP_COLLECTION_OTHER,	/* one that this library does not know */
};

/**
 * struct pagesnap_record - a decoded record
 * @u: the record; fields that a shorter one lacks are zero.  Look at rec.type
 * @bytes: bytes that belong to it: @len of them, followed by a zero byte
 * @len: how many
 * @size: bytes of the record in the stream, without those of @bytes
 * @collection: whose stream it is in
 *
 * Valid during the call that passes it.  The decoder has checked that the
 * lengths in the record add up to @len and that its strings end.  @bytes is
 * aligned to 8.
 */
struct pagesnap_record {
	const union pagesnap_any *u;
	const char *bytes;
	size_t len;
	size_t size;
	enum pagesnap_collection_id collection;
};

/* Parts of the bytes; each sets @len and returns its first byte, not terminated. */
const char *pagesnap_record_name(const struct pagesnap_record *r, size_t *len);	/* sb, file, vma */
const char *pagesnap_record_asked(const struct pagesnap_record *r, size_t *len);	/* sb */
const char *pagesnap_record_query(const struct pagesnap_record *r, size_t *len);	/* query, error */
const char *pagesnap_record_message(const struct pagesnap_record *r, size_t *len);	/* error, note */
/* Combination @nth of a total. */
struct pagesnap_combo pagesnap_record_combo(const struct pagesnap_record *r, uint32_t nth);
/* Pages by node and by memory cgroup, of a record with sums: how many, and each. */
uint32_t pagesnap_record_nodes(const struct pagesnap_record *r);
struct pagesnap_subtotal pagesnap_record_node(const struct pagesnap_record *r, uint32_t nth);
uint32_t pagesnap_record_cgroups(const struct pagesnap_record *r);
struct pagesnap_subtotal pagesnap_record_cgroup(const struct pagesnap_record *r, uint32_t nth);
/* Sums of a file, VMA or span with PAGESNAP_RF_SUMS, or of a total; or NULL. */
const struct pagesnap_sums *pagesnap_record_sums(const struct pagesnap_record *r);
/* The record as the index files print it, without newline, terminated.  Length or -ERANGE. */
ssize_t pagesnap_record_text(const struct pagesnap_record *r, char *buf, size_t size);
/* Bytes that are always enough for pagesnap_record_text(). */
#define PAGESNAP_RECORD_TEXT_MAX (4 * PAGESNAP_MORE_MAX + 8192)

/*
 * Takes a record; anything but 0 stops the decoder, and is what the function
 * that called it returns.
 */
typedef int pagesnap_record_fn(void *ctx, const struct pagesnap_record *r);

/* Words ------------------------------------------------------------------ */

const char *pagesnap_kind_word(uint32_t kind);		/* "file", or "?" */
const char *pagesnap_state_word(uint32_t state);	/* "live" */
const char *pagesnap_reason_word(uint32_t why);		/* "evicted" */
const char *pagesnap_counter_word(uint32_t nth);	/* "gone" */
const char *pagesnap_status_word(uint32_t status);	/* "complete" */
const char *pagesnap_cut_word(uint32_t cut);		/* "limit" */
const char *pagesnap_group_word(uint32_t group);	/* "run" */
const char *pagesnap_record_word(uint32_t type);	/* "file" */
const char *pagesnap_mode_word(uint32_t mode);		/* "reg" */
const char *pagesnap_unit_word(uint32_t unit);		/* "vpn" */
const char *pagesnap_feature_word(uint32_t bit);	/* "thp" */
/* Name of flag @bit, NULL if it has none. */
const char *pagesnap_flag_name(unsigned int bit);
/* Names of @flags, comma between; "-" for none.  Length or -ERANGE. */
ssize_t pagesnap_flags_text(uint64_t flags, char *buf, size_t size);
/*
 * Reads "dirty,-mmap": bits named, and bits after "-".  On -EINVAL @at is the
 * byte of @text where the fault is, and @message says what it is; both may be
 * NULL.
 */
int pagesnap_flags_read(const char *text, uint64_t *set, uint64_t *clear, size_t *at,
			const char **message);
/* A name as records print it: \ooo for what could fool a terminal.  Length or -ERANGE. */
ssize_t pagesnap_escape(const char *name, size_t len, char *buf, size_t size);

/* Decoder ---------------------------------------------------------------- */

struct pagesnap_decoder;

/* Calls @fn with @ctx for every record.  NULL if there is no memory. */
struct pagesnap_decoder *pagesnap_decoder_new(pagesnap_record_fn *fn, void *ctx);
void pagesnap_decoder_free(struct pagesnap_decoder *d);
/*
 * Decodes the next @len bytes of a stream, cut anywhere.  Returns 0, what the
 * function returned if it stopped (the decoder keeps the rest of the bytes, and
 * the next call, which may bring none, goes on with them), or
 *	-EPROTO	this is no stream of pagesnap, or it is damaged
 *	-EPROTONOSUPPORT	another ABI major, or byte order
 *	-ENOMEM
 * After a negative errno the decoder takes nothing more.
 */
int pagesnap_decoder_push(struct pagesnap_decoder *d, const void *buf, size_t len);
/*
 * The stream has ended.  0, or -ENODATA if that was inside a record or an
 * answer, or before the header; goes on with what a stop left over, as above.
 */
int pagesnap_decoder_finish(struct pagesnap_decoder *d);
/* What the last error was, a sentence; "" if there was none. */
const char *pagesnap_decoder_message(const struct pagesnap_decoder *d);

/* Sessions --------------------------------------------------------------- */

struct pagesnap_session;

/*
 * Opens an index file for a private session.  @dir is the folder of the index
 * files, or of those of another collection, which lie beside it; NULL to find it:
 * $PAGESNAP_DIR, then where tracefs is mounted.
 * *@out is set in any case but -ENOMEM, so that pagesnap_message() can say
 * what to do next; pagesnap_close() is owed.
 */
int pagesnap_open(struct pagesnap_session **out, enum pagesnap_index_file which, const char *dir);
void pagesnap_close(struct pagesnap_session *s);
/* What went wrong last and what to do about it, one or more lines; "" if nothing did. */
const char *pagesnap_message(const struct pagesnap_session *s);
/* The descriptor, for poll(): readable when pagesnap_read() would find something. */
int pagesnap_fd(const struct pagesnap_session *s);

/*
 * Queues a query, to be answered in its turn.  A line has no newline; blank
 * lines and comments are -EINVAL, those that are longer than PAGESNAP_LINE_MAX
 * with the format=binary that is put behind them -E2BIG.  Its fault, if it has
 * one, comes as an error record.  After a negative errno it is not queued.
 */
int pagesnap_queue(struct pagesnap_session *s, const struct pagesnap_params *params);
int pagesnap_queue_line(struct pagesnap_session *s, const char *line, size_t len);
/*
 * Queues a query as a structure, which costs the kernel less than a line.  Of @ask flags, start,
 * end, pid and col count; @path are @len bytes, none where the file takes no path; of
 * PAGESNAP_TASK, without a PID, a target.  @options are those of a line, as text, and best the
 * same from query to query.  -EOPNOTSUPP if the module doesn't take it, or if nothing was read
 * yet that says so: then pagesnap_queue_line() does.  The answer has no text of the query.  If
 * flags have PAGESNAP_ASK_BRIEF it may have no record of the query either: its first record has
 * PAGESNAP_RF_BEGINS then.
 */
int pagesnap_queue_ask(struct pagesnap_session *s, const struct pagesnap_ask *ask, const char *path,
		       size_t len, const char *options);
/* Queries that were queued and are not answered to the end. */
size_t pagesnap_waiting(const struct pagesnap_session *s);

/*
 * Reads once and passes the records on.  Returns 1 if queries are still
 * waiting, 0 if all are answered, what @fn returned if it stopped (the rest of
 * what was read comes with the next call), or a negative errno: -EINTR if a
 * signal arrived before any record, -EAGAIN if the descriptor doesn't block and
 * none was there in 100 ms, -EPROTO and -EPROTONOSUPPORT as the decoder, others
 * from read() and write().  @fn may be NULL, for who decodes the bytes of
 * pagesnap_on_bytes(): then only the ends of answers are looked for.
 */
int pagesnap_read(struct pagesnap_session *s, pagesnap_record_fn *fn, void *ctx);
/* Calls @fn with all bytes that are read, before they are decoded: what a stream is saved from. */
typedef void pagesnap_bytes_fn(void *ctx, const void *buf, size_t len);
void pagesnap_on_bytes(struct pagesnap_session *s, pagesnap_bytes_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif /* PAGESNAP_H */
