/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_SESSION_H
#define PAGESNAP_CORE_SESSION_H

#include <linux/mutex.h>
#include <linux/wait.h>

#include "errlog.h"
#include "index.h"
#include "lines.h"
#include "registry.h"
#include "set.h"
#include "stats.h"

/**
 * struct pagesnap_file_node - a control file
 * @name: its name
 * @index: what it walks, NULL for format, stats and error_log
 * @show: prints a read-only file, as much as there is room for.  Gets the place where it goes
 *	on, 0 at first, and moves it; returns true if there is more
 * @collection: whose file it is
 * @log: where bad lines of it are remembered
 * @stats: where what it does is counted
 * @set: standing set of an index file
 */
struct pagesnap_file_node {
	const char *name;
	const struct pagesnap_index_ops *index;
	bool (*show)(struct pagesnap_file_node *node, struct pagesnap_emit *e, u64 *place);
	const struct pagesnap_collection *collection;
	struct pagesnap_errlog *log;
	struct pagesnap_stats *stats;
	struct pagesnap_set set;
};

/**
 * struct pagesnap_session - an open control file
 * @file: which one
 * @id: number since the module was loaded
 * @may_write: opened for writing
 * @may_read: opened for reading
 * @write_lock: one writer at a time; protects @input, all up to
 *	@write_err.  Never held together with @read_lock
 * @input: line without a newline, or structure without its end
 * @options: of structures; NULL before the first
 * @nr_options: how many there were
 * @lost: a structure of impossible length came: what follows it can't be found
 * @next_q: number of the next query of a private session
 * @nr_lines: lines of a private session so far
 * @write_err: what every later write to a set fails with
 * @queue: lines to be answered
 * @change: what is to change the answer under way; NULL: nothing.  Handed over by xchg()
 * @room: where pollers wait, and readers whose line has nothing yet
 * @waiting: the last step had nothing yet; written under @read_lock
 * @wake: wakes @room when another step is worth while
 * @read_lock: one reader at a time; protects all below
 * @emit: records on their way
 * @walk: state of the collection's walk, NULL before the first query
 * @line: line that is being answered
 * @header_due: the next record needs a header before it
 * @shown: the read-only file was already printed, or a plain reader's usage
 * @place: where the read-only file goes on
 * @set_pid: who wrote the standing set that is being answered
 * @set_comm: that process' command name
 * @set_ns: when
 */
struct pagesnap_session {
	struct pagesnap_file_node *file;
	u64 id;
	bool may_write;
	bool may_read;

	struct mutex write_lock;
	struct pagesnap_input input;
	struct pagesnap_options *options;
	u32 nr_options;
	bool lost;
	u32 next_q;
	u32 nr_lines;
	int write_err;

	struct pagesnap_lines queue;
	char *change;
	wait_queue_head_t room;
	bool waiting;
	struct pagesnap_wake wake;

	struct mutex read_lock;
	struct pagesnap_emit emit;
	void *walk;
	struct pagesnap_line *line;
	bool header_due;
	bool shown;
	u64 place;
	pid_t set_pid;
	char set_comm[TASK_COMM_LEN];
	u64 set_ns;
};

/* Does it edit the standing set? */
static inline bool pagesnap_session_is_setter(const struct pagesnap_session *s)
{
	return !s->may_read;
}

/**
 * pagesnap_session_lock() - take one of a session's mutexes
 * @lock: read_lock or write_lock
 * @nonblock: don't wait
 *
 * Return: 0, -EAGAIN if @nonblock and it is taken, -EINTR on a fatal signal.
 */
static inline int pagesnap_session_lock(struct mutex *lock, bool nonblock)
{
	if (nonblock)
		return mutex_trylock(lock) ? 0 : -EAGAIN;
	return mutex_lock_killable(lock);
}

struct pagesnap_session *pagesnap_session_open(struct pagesnap_file_node *node, struct file *file);
void pagesnap_session_close(struct pagesnap_session *s);
bool pagesnap_session_is_readable(struct pagesnap_session *s);
__poll_t pagesnap_session_poll(struct file *file, struct poll_table_struct *wait);
ssize_t pagesnap_session_read(struct kiocb *iocb, struct iov_iter *to);
ssize_t pagesnap_session_write(struct kiocb *iocb, struct iov_iter *from);

#endif /* PAGESNAP_CORE_SESSION_H */
