/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_TRACING_H
#define PAGESNAP_CORE_TRACING_H

#include <linux/module.h>

#include "binary.h"
#include "query.h"
#include "records.h"

struct pagesnap_traced;

/**
 * struct pagesnap_tracing_ops - what makes trace events of records
 * @number: PAGESNAP_TRACING_ABI
 * @traced: size of struct pagesnap_traced
 * @owner: module that brings it, THIS_MODULE
 * @tell: make an event of a record.  Process context, may sleep, no lock but the session's
 *	read_lock is held
 * @end: free what @tell keeps in @state of the answer; process context, may sleep
 *
 * Kernels without CONFIG_MODVERSIONS load a module that was compiled with other headers: @number
 * and @traced notice that, and keep their places.
 */
struct pagesnap_tracing_ops {
	u32 number;
	u32 traced;
	struct module *owner;
	void (*tell)(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
		     const struct pagesnap_bytes_ref *parts, u32 nr_parts);
	void (*end)(struct pagesnap_traced *t);
};

/* Grows whenever something that tell() is given changes its meaning. */
#define PAGESNAP_TRACING_ABI 1

/* Bytes of a name in an event, a zero byte at its end included. */
#define PAGESNAP_TRACED_NAME_MAX 1024

/**
 * struct pagesnap_traced - an answer whose records become trace events
 * @ops: who makes them; its module stays for that
 * @alone: the reader gets none of them
 * @session: number of the session, as its header says
 * @seq: records so far, that under way included
 * @off: of these, those whose event nobody had enabled
 * @words: of the collection
 * @state: what @ops keeps of the answer, NULL at first
 * @tag: word of tag=, once the answer has begun
 * @name: scratch, for a name as text shows it
 */
struct pagesnap_traced {
	const struct pagesnap_tracing_ops *ops;
	bool alone;
	u64 session;
	u64 seq;
	u64 off;
	const struct pagesnap_words *words;
	void *state;
	char tag[PAGESNAP_TAG_MAX + 1];
	char name[PAGESNAP_TRACED_NAME_MAX];
};

int pagesnap_tracing_register(const struct pagesnap_tracing_ops *ops);
void pagesnap_tracing_unregister(const struct pagesnap_tracing_ops *ops);
int pagesnap_tracing_begin(struct pagesnap_traced **traced, u32 to, u64 session,
			   const struct pagesnap_words *words, struct pagesnap_diag *d);
void pagesnap_tracing_tag(struct pagesnap_traced *t, const char *tag);
void pagesnap_tracing_end(struct pagesnap_traced **traced);
bool pagesnap_tracing_tell(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
			   const struct pagesnap_bytes_ref *parts, u32 nr_parts);

#endif /* PAGESNAP_CORE_TRACING_H */
