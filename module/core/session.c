// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sessions
 *
 * Every open descriptor is a session of its own: sessions share the standing
 * set of their file and nothing else.  A session that reads owns its queue of
 * lines, its buffers and its walk.  reader.c and writer.c hold the two halves.
 */
#include <linux/poll.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "change.h"
#include "enqueue.h"

static atomic64_t next_id = ATOMIC64_INIT(0);

/* The copy of the standing set that a plain reader answers. */
static int take_set(struct pagesnap_session *s)
{
	struct pagesnap_set *set = &s->file->set;
	int err;

	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	err = pagesnap_lines_copy(&s->queue, &set->lines);
	s->set_pid = set->pid;
	s->set_ns = set->set_ns;
	memcpy(s->set_comm, set->comm, sizeof(s->set_comm));
	mutex_unlock(&set->lock);
	return err;
}

/**
 * pagesnap_session_open() - begin a session
 * @node: control file
 * @file: open file; its flags distinguish private sessions, writers and readers
 *
 * Return: the session or an ERR_PTR.
 */
struct pagesnap_session *pagesnap_session_open(struct pagesnap_file_node *node, struct file *file)
{
	struct pagesnap_session *s = kzalloc(sizeof(*s), GFP_KERNEL_ACCOUNT);
	int err = 0;

	if (!s)
		return ERR_PTR(-ENOMEM);
	s->file = node;
	s->id = atomic64_inc_return(&next_id);
	s->may_write = file->f_mode & FMODE_WRITE;
	s->may_read = file->f_mode & FMODE_READ;
	s->next_q = 1;
	s->header_due = true;
	mutex_init(&s->write_lock);
	mutex_init(&s->read_lock);
	init_waitqueue_head(&s->room);
	pagesnap_wake_init(&s->wake, &s->room);
	pagesnap_lines_init(&s->queue);

	if (node->index && !s->may_read && (file->f_flags & O_TRUNC))
		err = pagesnap_set_clear(&node->set);
	if (node->index && !s->may_write)
		err = take_set(s);
	if (err) {
		kfree(s);
		return ERR_PTR(err);
	}
	if (node->index)
		pagesnap_stats_opened(node->stats);
	return s;
}

/**
 * pagesnap_session_close() - end a session
 * @s: session, with no reader or writer left
 */
void pagesnap_session_close(struct pagesnap_session *s)
{
	if (s->may_write)
		pagesnap_enqueue_rest(s, false);
	if (s->walk) {
		s->file->index->finish(s->walk);
		s->file->index->free(s->walk);
	}
	pagesnap_wake_stop(&s->wake);
	pagesnap_line_free(s->line);
	pagesnap_options_put(s->options);
	pagesnap_lines_clear(&s->queue);
	pagesnap_change_drop(s);
	pagesnap_input_destroy(&s->input);
	pagesnap_emit_destroy(&s->emit);
	if (s->file->index)
		pagesnap_stats_closed(s->file->stats);
	kfree(s);
}

/* Is there output that was not read? */
static bool has_output(struct pagesnap_session *s)
{
	return READ_ONCE(s->emit.len) != READ_ONCE(s->emit.pos);
}

/* Has a plain reader read all that it will ever get? */
static bool is_over(struct pagesnap_session *s)
{
	return !s->may_write && READ_ONCE(s->shown) && !READ_ONCE(s->line) &&
	       pagesnap_lines_empty(&s->queue) && !has_output(s);
}

/**
 * pagesnap_session_is_readable() - is a read() worth while?
 * @s: session
 *
 * Return: true if it would find output, the end, or a step to take; a step may
 * still come to nothing.  False while the step that came last has nothing yet.
 */
bool pagesnap_session_is_readable(struct pagesnap_session *s)
{
	if (has_output(s))
		return true;
	if (READ_ONCE(s->waiting))
		return READ_ONCE(s->wake.due);
	/* Like a regular file; at its end too, or a poller would never see it. */
	if (!s->may_write)
		return true;
	return s->may_read && (READ_ONCE(s->line) || !pagesnap_lines_empty(&s->queue));
}

/**
 * pagesnap_session_poll() - what a session is ready for
 * @file: open file
 * @wait: poll table
 *
 * Return: EPOLLIN while a query has output that was not read, but not while it
 * waits for something, and otherwise always for a plain reader; EPOLLHUP when a
 * plain reader has read all; EPOLLOUT while the queue has room.
 */
__poll_t pagesnap_session_poll(struct file *file, struct poll_table_struct *wait)
{
	struct pagesnap_session *s = file->private_data;
	__poll_t mask = 0;

	poll_wait(file, &s->room, wait);
	if (pagesnap_session_is_readable(s))
		mask |= EPOLLIN | EPOLLRDNORM;
	if (is_over(s))
		mask |= EPOLLHUP;
	if (s->may_write && pagesnap_lines_have_room(&s->queue, PAGESNAP_LINE_MAX))
		mask |= EPOLLOUT | EPOLLWRNORM;
	return mask;
}
