// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: error_log
 *
 * The last bad lines, oldest first, each with a caret under its fault, as
 * tracefs' own error_log shows them.  A ring of fixed size under one mutex;
 * nothing is done under the mutex but copying text.
 */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/timekeeping.h>

#include "errlog.h"

#define ENTRIES		32
/* Bytes of a bad line that are kept, around its fault. */
#define KEPT		160

struct entry {
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
	char text[KEPT];
};

static DEFINE_MUTEX(errlog_lock);
static struct entry ring[ENTRIES];
static u32 nr_added;

/**
 * pagesnap_errlog_add() - remember a bad line
 * @at: where it came from
 * @text: line
 * @len: its bytes
 * @f: what is wrong with it
 *
 * Context: process context, may sleep.
 */
void pagesnap_errlog_add(const struct pagesnap_where *at, const char *text, u32 len,
			 const struct pagesnap_fault *f)
{
	u32 from = f->col > KEPT / 2 && len > KEPT ? f->col - KEPT / 2 : 0;
	struct entry *e;

	mutex_lock(&errlog_lock);
	e = &ring[nr_added++ % ENTRIES];
	e->ns = ktime_get_boottime_ns();
	e->session = at->session;
	e->file = at->file;
	e->line = at->line;
	e->msg = f->msg;
	e->err = -f->err;
	e->pid = task_tgid_nr(current);
	get_task_comm(e->comm, current);
	from = min(from, len);
	e->len = min_t(u32, len - from, KEPT);
	e->col = f->col - min(f->col, from);
	e->cut = from || e->len < len - from;
	memcpy(e->text, text + from, e->len);
	mutex_unlock(&errlog_lock);
}

/* The command is alone on its line: its blanks and quotes need no escape. */
static bool stands_as_typed(char c)
{
	return c == ' ' || c == '"' || c == '\\';
}

static void show_entry(struct pagesnap_emit *emit, const struct entry *e)
{
	static const char lead[] = "  Command: ";
	u64 us = e->ns / NSEC_PER_USEC, sec = us / USEC_PER_SEC;
	struct pagesnap_text *t = pagesnap_emit_line(emit);
	u32 i, pad;

	pagesnap_text_char(t, '[');
	pagesnap_text_dec(t, sec);
	pagesnap_text_char(t, '.');
	for (i = USEC_PER_SEC / 10; i; i /= 10)
		pagesnap_text_char(t, '0' + us / i % 10);
	pagesnap_text_str(t, "] pagesnap: ");
	pagesnap_text_str(t, e->file);
	pagesnap_text_str(t, ": error: ");
	pagesnap_text_str(t, e->msg);
	pagesnap_text_key(t, "  errno=", e->err);
	pagesnap_text_key(t, " line=", e->line);
	pagesnap_text_key(t, " session=", e->session);
	pagesnap_text_key(t, " pid=", e->pid);
	pagesnap_text_key_escaped(t, " comm=", e->comm, strnlen(e->comm, sizeof(e->comm)));
	pagesnap_emit_commit(emit);

	t = pagesnap_emit_line(emit);
	pagesnap_text_str(t, lead);
	for (i = 0; i < e->len; i++) {
		if (stands_as_typed(e->text[i]))
			pagesnap_text_char(t, e->text[i]);
		else
			pagesnap_text_escaped(t, &e->text[i], 1);
	}
	if (e->cut)
		pagesnap_text_str(t, " ...");
	pagesnap_emit_commit(emit);

	t = pagesnap_emit_line(emit);
	pad = sizeof(lead) - 1;
	for (i = 0; i < e->col && i < e->len; i++)
		pad += stands_as_typed(e->text[i]) ? 1 : pagesnap_escaped_len(&e->text[i], 1);
	while (pad--)
		pagesnap_text_char(t, ' ');
	pagesnap_text_char(t, '^');
	pagesnap_emit_commit(emit);
}

/**
 * pagesnap_errlog_show() - print one entry
 * @emit: emitter with room
 * @nth: which one, 0 is the oldest
 *
 * Return: false if there is no such entry.
 */
bool pagesnap_errlog_show(struct pagesnap_emit *emit, u32 nth)
{
	u32 have, first;

	mutex_lock(&errlog_lock);
	have = min_t(u32, nr_added, ENTRIES);
	first = nr_added - have;
	if (nth < have)
		show_entry(emit, &ring[(first + nth) % ENTRIES]);
	mutex_unlock(&errlog_lock);
	return nth < have;
}
