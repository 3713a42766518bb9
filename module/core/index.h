/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_INDEX_H
#define PAGESNAP_CORE_INDEX_H

#include <linux/fs.h>
#include <linux/refcount.h>

#include "emit.h"
#include "query.h"
#include "wake.h"

struct pagesnap_session;

/**
 * struct pagesnap_bound - what a line's PID or uid meant when it was written
 * @pid: in the initial PID namespace, 0 if the line names none
 * @uid: in the initial user namespace, if the line names one; ~0 if it has no meaning there
 * @start_ns: start time of process @pid, so that a reused PID is noticed
 *
 * Numbers only: a waiting line pins nothing.
 */
struct pagesnap_bound {
	pid_t pid;
	u32 uid;
	u64 start_ns;
};

/**
 * struct pagesnap_options - options of the structures behind them
 * @users: lines that have them, and the session while they are its last
 * @id: number in the session, from 1
 * @charged: its bytes are counted with a line
 * @to: PAGESNAP_TO_*, where records of these lines go
 * @d: what is wrong with them, if something is
 * @len: bytes of @text
 * @text: options, as in a line of text
 */
struct pagesnap_options {
	refcount_t users;
	u32 id;
	bool charged;
	u32 to;
	struct pagesnap_diag d;
	u32 len;
	char text[];
};

/**
 * struct pagesnap_request - one line on its way through a walk
 * @q: number of the query
 * @line: number of its line
 * @text: the line, or a struct pagesnap_ask
 * @len: its bytes
 * @options: of the structure; NULL: it is a line of text
 * @bound: its PID or uid
 * @last: no line waits behind it
 * @sound: a structure of which index->ask() found that it is right
 * @wake: what wakes the session after PAGESNAP_STEP_WAIT
 * @session: whose line it is: core's own, and what pagesnap_ring_create() wants
 */
struct pagesnap_request {
	u32 q;
	u32 line;
	const char *text;
	u32 len;
	const struct pagesnap_options *options;
	struct pagesnap_bound bound;
	bool last;
	bool sound;
	struct pagesnap_wake *wake;
	struct pagesnap_session *session;
};

/* There is more. */
#define PAGESNAP_STEP_MORE	1
/* The same, and what was done was to find the place again after a lease was lost. */
#define PAGESNAP_STEP_RETURNED	2
/* There is nothing yet: the walk has arranged for a call of pagesnap_wake(), or set a time. */
#define PAGESNAP_STEP_WAIT	3

/**
 * struct pagesnap_index_ops - one index file of a collection
 * @name: file name
 * @usage: an example query, printed to those who read the file when no query is set
 * @check: is the line's syntax good, and what PID or uid does it mean?  Called by
 *	the writer, once for each line
 * @try: do the names in a line exist?  If @d already has an error, was a quote
 *	forgotten?  Called by the writer of the first line of a set
 * @options: are these options of structures good?  NULL: the file takes lines of text only.
 *	Called by the writer
 * @ask: is this structure good, and what PID or uid does it mean?  Called by the writer, once for
 *	each whose options are good
 * @is_change: is this line no query, but good options that change an answer under way?  NULL: there
 *	are none.  Called by the writer
 * @alloc: allocate memory for one walk at a time
 * @free: free it; the walk is finished
 * @begin: start the answer to a line.  On an error @d is filled and the walk
 *	counts as finished
 * @step: a bounded amount of work; only called with room in the emitter.
 *	Returns PAGESNAP_STEP_MORE, _RETURNED or _WAIT, 0 when the answer is complete with
 *	its end record, a negative errno if a signal arrived.  What it waits for must not get
 *	lost when it is called again, or late
 * @change: change the answer by such lines, side by side, of which the last word counts; NULL
 *	without @is_change
 * @pause: the reader may be away for long: keep nothing but a lease
 * @finish: drop everything, and stop whatever could call pagesnap_wake(); harmless when
 *	repeated
 *
 * Context: all but @check, @try, @options, @ask and @is_change run under the session's read_lock.
 */
struct pagesnap_index_ops {
	const char *name;
	const char *usage;
	int (*check)(const struct pagesnap_index_ops *index, const char *text, u32 len,
		     struct pagesnap_bound *bound, struct pagesnap_query *q,
		     struct pagesnap_diag *d);
	int (*try)(const struct pagesnap_index_ops *index, const char *text, u32 len,
		   const struct pagesnap_query *q, struct pagesnap_diag *d);
	int (*options)(const struct pagesnap_index_ops *index, const char *text, u32 len,
		       struct pagesnap_query *q, struct pagesnap_diag *d);
	int (*ask)(const struct pagesnap_index_ops *index, const char *ask, u32 len,
		   struct pagesnap_bound *bound, struct pagesnap_diag *d);
	bool (*is_change)(const struct pagesnap_index_ops *index, const char *text, u32 len);
	void *(*alloc)(void);
	void (*free)(void *walk);
	int (*begin)(void *walk, const struct pagesnap_index_ops *index,
		     const struct pagesnap_request *request, struct pagesnap_emit *e,
		     struct pagesnap_diag *d);
	int (*step)(void *walk, struct pagesnap_emit *e);
	void (*change)(void *walk, const char *text, u32 len);
	void (*pause)(void *walk);
	void (*finish)(void *walk);
};

#endif /* PAGESNAP_CORE_INDEX_H */
