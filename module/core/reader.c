// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: read(): query lines into answers
 *
 * read() pulls: nothing is walked that nobody reads.  A turn fills the
 * session buffer until it is full, until 100 ms have passed and it holds
 * something, until no query waits, or until the query that is being answered waits for
 * something itself (wake.c); then the walk is paused, which leaves a lease at most,
 * and only then are bytes copied to the reader, or does it sleep.  Bytes that are copied
 * before can't fault (emit.c).
 */
#include <linux/jiffies.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>
#include <linux/utsname.h>

#include "answer.h"
#include "ask.h"
#include "boot_id.h"
#include "change.h"
#include "enqueue.h"

static void emit_header(struct pagesnap_session *s)
{
	struct pagesnap_header h = {
		.time_ns = ktime_get_real_ns(),
		.session = s->id,
		.features = s->file->collection->features,
	};

	if (!s->may_write) {
		h.set_pid = s->set_pid;
		h.age_ms = (ktime_get_boottime_ns() - s->set_ns) / NSEC_PER_MSEC;
		memcpy(h.set_comm, s->set_comm, sizeof(h.set_comm));
	}
	strscpy(h.collection, s->file->collection->name, sizeof(h.collection));
	strscpy(h.file, s->file->name, sizeof(h.file));
	strscpy(h.kernel, init_utsname()->release, sizeof(h.kernel));
	strscpy(h.boot, pagesnap_boot_id(), sizeof(h.boot));
	pagesnap_answer_header(&s->emit, &h);
}

/* Its first line says what it is made of. */
static void begin_stream(struct pagesnap_session *s, bool binary)
{
	s->emit.binary = binary;
	s->emit.words = s->file->collection->words;
	emit_header(s);
	s->header_due = false;
}

/* Nobody set a query, or it was refused: say how to, and where it stands why. */
static void emit_usage(struct pagesnap_session *s)
{
	const char *name = s->file->name, *usage = s->file->index->usage;
	static const char *const parts[2][3] = {
		{ "# no query set. Try:  echo ", " > ", "; cat " },
		{ "# with sudo:          echo ", " | sudo tee ", "; sudo cat " },
	};
	struct pagesnap_text *t;
	u32 i;

	for (i = 0; i < 2; i++) {
		t = pagesnap_emit_line(&s->emit);
		pagesnap_text_str(t, parts[i][0]);
		pagesnap_text_str(t, usage);
		pagesnap_text_str(t, parts[i][1]);
		pagesnap_text_str(t, name);
		pagesnap_text_str(t, parts[i][2]);
		pagesnap_text_str(t, name);
		pagesnap_emit_commit(&s->emit);
	}
	t = pagesnap_emit_line(&s->emit);
	pagesnap_text_str(t, "# if it was refused:  cat error_log says why");
	pagesnap_emit_commit(&s->emit);
}

static void emit_error(struct pagesnap_session *s, const struct pagesnap_line *line,
		       const struct pagesnap_diag *d)
{
	const struct pagesnap_bytes_ref text = pagesnap_enqueue_text(line);
	struct pagesnap_error r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_ERROR },
		.q = line->q,
		.line = line->line,
		.err = -d->err,
		.col = d->col + 1,
		.msg_len = strlen(d->msg),
		.text_len = min_t(u32, text.len, PAGESNAP_ECHO_MAX),
	};
	struct pagesnap_end end;

	pagesnap_tracing_tag(s->emit.traced, d->tag);
	memcpy(r.tag, d->tag, sizeof(r.tag));
	pagesnap_answer_init_end(&end, line->q, d->tag, PAGESNAP_END_ERROR);
	if (line->options && !line->options->d.err)
		r.col = pagesnap_ask_col(line->text, line->len);
	pagesnap_answer_error(&s->emit, &r, d->msg, text.bytes);
	pagesnap_answer_end(&s->emit, &end);
}

static void end_of_line(struct pagesnap_session *s)
{
	struct pagesnap_line *line = s->line;

	pagesnap_tracing_end(&s->emit.traced);
	WRITE_ONCE(s->line, NULL);
	pagesnap_line_free(line);
}

/* What is wrong with a line whatever its collection says. */
static int refuse(struct pagesnap_session *s, const struct pagesnap_line *line,
		  struct pagesnap_diag *d)
{
	if (line->binary != s->emit.binary)
		pagesnap_diag(d, -EINVAL, 0, "format= differs from that of the first line");
	else if (!pagesnap_tracing_begin(&s->emit.traced, line->to, s->id, s->emit.words, d) &&
		 !(line->options && pagesnap_enqueue_ask_diag(s, line, d)))
		return 0;
	pagesnap_enqueue_tag(s, line, d->tag);
	return d->err;
}

static void begin_line(struct pagesnap_session *s)
{
	const struct pagesnap_index_ops *index = s->file->index;
	struct pagesnap_diag d = {};
	struct pagesnap_line *line;
	struct pagesnap_request request;

	line = pagesnap_lines_pop(&s->queue);
	if (wq_has_sleeper(&s->room))
		wake_up_interruptible_poll(&s->room, EPOLLOUT | EPOLLWRNORM);
	request = (struct pagesnap_request) {
		line->q, line->line, line->text, line->len, line->options, line->bound,
		pagesnap_lines_empty(&s->queue), line->options && !line->logged, &s->wake, s,
	};
	WRITE_ONCE(s->line, line);
	if (s->header_due)
		begin_stream(s, line->binary);
	if (!refuse(s, line, &d) && !index->begin(s->walk, index, &request, &s->emit, &d))
		return;
	emit_error(s, line, &d);
	if (!line->logged)
		pagesnap_enqueue_log(s, line, &d);
	end_of_line(s);
}

static int get_buffers(struct pagesnap_session *s)
{
	int err;

	if (!s->emit.seq) {
		err = pagesnap_emit_init(&s->emit);
		if (err) {
			pagesnap_emit_destroy(&s->emit);
			memset(&s->emit, 0, sizeof(s->emit));
			return err;
		}
	}
	if (s->file->index && !s->walk)
		s->walk = s->file->index->alloc();
	return s->file->index && !s->walk ? -ENOMEM : 0;
}

/* A bounded amount of work. Return: as a step; PAGESNAP_STEP_MORE for the next line. */
static int advance(struct pagesnap_session *s)
{
	const struct pagesnap_index_ops *index = s->file->index;
	int more;

	if (!index) {
		if (!s->shown && s->file->show(s->file, &s->emit, &s->place))
			return PAGESNAP_STEP_MORE;
		s->shown = true;
		return 0;
	}
	if (!s->line) {
		if (pagesnap_lines_empty(&s->queue))
			return 0;
		begin_line(s);
		return 1;
	}
	pagesnap_wake_clear(&s->wake);
	pagesnap_change_apply(s);
	more = index->step(s->walk, &s->emit);
	if (more)
		return more;
	end_of_line(s);
	return 1;
}

/* Fill the buffer. Return: 0, or why there is nothing in it. */
static int fill(struct pagesnap_session *s, bool nonblock)
{
	unsigned long enough = jiffies + HZ / 10;
	int more = 1;

	while (more > 0 && pagesnap_emit_has_room(&s->emit) && !pagesnap_emit_is_full(&s->emit)) {
		if (time_after_eq(jiffies, enough) &&
		    (nonblock || !pagesnap_emit_is_empty(&s->emit)))
			break;
		if (signal_pending(current)) {
			more = -ERESTARTSYS;
			break;
		}
		more = advance(s);
		/* Or a reader that comes back late would never get on. */
		if (more == PAGESNAP_STEP_RETURNED)
			enough = jiffies + HZ / 10;
		if (more == PAGESNAP_STEP_WAIT)
			break;
		cond_resched();
	}
	/* A signal changes nothing of what is waited for. */
	if (more >= 0)
		WRITE_ONCE(s->waiting, more == PAGESNAP_STEP_WAIT);
	if (s->walk)
		s->file->index->pause(s->walk);
	if (!pagesnap_emit_is_empty(&s->emit))
		return 0;
	return more > 0 ? -EAGAIN : more;
}

/* A plain reader of an empty set gets the usage, once. */
static void maybe_usage(struct pagesnap_session *s)
{
	if (!s->file->index || s->may_write || s->shown)
		return;
	s->shown = true;
	if (pagesnap_lines_empty(&s->queue))
		emit_usage(s);
}

static ssize_t read_locked(struct pagesnap_session *s, struct iov_iter *to, bool nonblock)
{
	int err = get_buffers(s);
	ssize_t n;

	if (err)
		return err;
	maybe_usage(s);
	pagesnap_emit_begin(&s->emit, to);
	if (!pagesnap_emit_waits(&s->emit))
		err = fill(s, nonblock);
	if (!err && pagesnap_emit_is_empty(&s->emit))
		s->header_due = true;
	n = pagesnap_emit_copy(&s->emit, to);
	if (err)
		return err;
	if (n && s->file->index)
		pagesnap_stats_count(s->file->stats, &s->emit.counts);
	return n;
}

/* Is there something, or does nobody wait for anything any more? */
static bool is_due(struct pagesnap_session *s)
{
	return pagesnap_session_is_readable(s) || !READ_ONCE(s->waiting);
}

/*
 * Sleep until a read is worth while.  Not for splice(2), whose bytes don't go to user
 * space: it has the pipe locked meanwhile, and who else wants that pipe can't be killed.
 *
 * Return: 0, -EAGAIN if the caller must not sleep, -ERESTARTSYS on a signal.
 */
static int sleep_until_due(struct pagesnap_session *s, const struct iov_iter *to, bool nonblock)
{
	if (nonblock || !user_backed_iter(to))
		return -EAGAIN;
	return wait_event_interruptible(s->room, is_due(s));
}

/* Others who sleep or poll may have found another one reading, who left something. */
static void pass_on(struct pagesnap_session *s)
{
	if (wq_has_sleeper(&s->room) && is_due(s))
		wake_up_interruptible_poll(&s->room, EPOLLIN | EPOLLRDNORM);
}

/**
 * pagesnap_session_read() - answer queries
 * @iocb: the read
 * @to: where records go
 *
 * Return: bytes; 0 if no query waits; -EAGAIN on a non-blocking descriptor
 * that has nothing after 100 ms, or nothing yet, or while another task reads;
 * -ERESTARTSYS if a signal came before the first byte.
 */
ssize_t pagesnap_session_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct pagesnap_session *s = iocb->ki_filp->private_data;
	bool nonblock = (iocb->ki_filp->f_flags & O_NONBLOCK) || (iocb->ki_flags & IOCB_NOWAIT);
	bool waited, waits;
	ssize_t ret;

	if (!iov_iter_count(to))
		return 0;
	if (s->may_write) {
		ret = pagesnap_enqueue_rest(s, nonblock);
		if (ret && ret != -ENOSPC)
			return ret;
	}
	do {
		ret = pagesnap_session_lock(&s->read_lock, nonblock);
		if (ret)
			return ret;
		waited = s->waiting;
		ret = read_locked(s, to, nonblock);
		waits = s->waiting;
		mutex_unlock(&s->read_lock);
		if (waited)
			pass_on(s);
		if (ret != -EAGAIN || !waits)
			break;
		ret = sleep_until_due(s, to, nonblock);
	} while (!ret);
	return ret;
}
