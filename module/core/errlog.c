// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: error_log
 *
 * The last bad lines, oldest first, each with a caret under its fault, as
 * tracefs' own error_log shows them.  A ring of fixed size under one mutex,
 * one for each collection; nothing is done under the mutex but copying text.
 */
#include <linux/ktime.h>

#include "errlog.h"

/**
 * pagesnap_errlog_init() - make an empty log
 * @log: zeroed
 */
void pagesnap_errlog_init(struct pagesnap_errlog *log)
{
	mutex_init(&log->lock);
}

/**
 * pagesnap_errlog_add() - remember a bad line
 * @log: log
 * @at: where it came from
 * @text: line
 * @len: its bytes
 * @d: what is wrong with it
 *
 * Context: process context, may sleep.
 */
void pagesnap_errlog_add(struct pagesnap_errlog *log, const struct pagesnap_where *at,
			 const char *text, u32 len, const struct pagesnap_diag *d)
{
	const u32 kept = PAGESNAP_ERRLOG_TEXT;
	u32 from = d->col > kept / 2 && len > kept ? d->col - kept / 2 : 0;
	struct pagesnap_errlog_entry *e;

	mutex_lock(&log->lock);
	e = &log->ring[log->nr_added++ % PAGESNAP_ERRLOG_ENTRIES];
	e->ns = ktime_get_boottime_ns();
	e->session = at->session;
	e->file = at->file;
	e->line = at->line;
	e->msg = d->msg;
	e->err = -d->err;
	e->pid = task_tgid_nr(current);
	get_task_comm(e->comm, current);
	from = min(from, len);
	e->len = min(len - from, kept);
	e->col = d->col - min(d->col, from);
	e->cut = from || e->len < len - from;
	memcpy(e->text, text + from, e->len);
	mutex_unlock(&log->lock);
}

/* The command is alone on its line: its blanks and quotes need no escape. */
static bool stands_as_typed(char c)
{
	return c == ' ' || c == '"' || c == '\\';
}

static void show_entry(struct pagesnap_emit *emit, const struct pagesnap_errlog_entry *e)
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
 * @log: log
 * @emit: emitter with room
 * @nth: which one, 0 is the oldest
 *
 * Return: false if there is no such entry.
 */
bool pagesnap_errlog_show(struct pagesnap_errlog *log, struct pagesnap_emit *emit, u32 nth)
{
	u32 have, first;

	mutex_lock(&log->lock);
	have = min_t(u32, log->nr_added, PAGESNAP_ERRLOG_ENTRIES);
	first = log->nr_added - have;
	if (nth < have)
		show_entry(emit, &log->ring[(first + nth) % PAGESNAP_ERRLOG_ENTRIES]);
	mutex_unlock(&log->lock);
	return nth < have;
}
