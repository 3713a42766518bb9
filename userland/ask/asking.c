// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one query, in a session of its own
 */
#include <errno.h>
#include <string.h>

#include "asking.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "kinds/kind.h"
#include "kinds/skipped.h"

/* Inodes that come and go are met on each machine in use. */
static bool sees_less(const struct pagesnap_end *end)
{
	return truncated_text(end) || end->skipped[PAGESNAP_WHY_BUSY];
}

static void say_end(struct asking *a, const struct pagesnap_record *r)
{
	const struct pagesnap_end *end = &r->u->end;
	char skipped[SKIPPED_MAX];

	if (r->u->rec.type != PAGESNAP_REC_END || end->status != PAGESNAP_END_PARTIAL)
		return;
	if (*skipped_text(&kind_pages, end, skipped, sizeof(skipped)))
		say_error("%s: %s", say_safe(a->subject), skipped);
	if (truncated_text(end))
		say_error("%s: %s", say_safe(a->subject), truncated_text(end));
	a->partial |= sees_less(end);
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct asking *a = ctx;
	const char *message;
	size_t len;

	if (r->u->rec.type == PAGESNAP_REC_ERROR) {
		message = pagesnap_record_message(r, &len);
		say_error("%s: %s", say_safe(a->subject), say_safe_bytes(message, len));
		a->failed = true;
		return 0;
	}
	say_end(a, r);
	return a->take(a->ctx, r);
}

/* What pagesnap_read() says, or -EINTR. */
static int read_on(struct asking *a, struct pagesnap_session *s)
{
	int status = pagesnap_read(s, on_record, a);

	if (interrupt_seen())
		return -EINTR;
	/* any other signal */
	return status == -EINTR ? 1 : status;
}

/**
 * asking_run() - ask a query and read its answer
 * @a: what takes it; says what goes wrong
 * @which: index file of pages
 * @query: query
 *
 * Context: interrupt_catch() was called.
 * Return: 0, -EINTR after a signal, another negative errno after a message, or what @a->tick()
 * returned.
 */
int asking_run(struct asking *a, enum pagesnap_index_file which,
	       const struct pagesnap_params *query)
{
	struct progress at = { .amounts = kind_pages.amounts };
	struct pagesnap_session *s = NULL;
	int status = pagesnap_open(&s, which, NULL) ?: pagesnap_queue(s, query), err = 0;

	if (!status)
		status = 1;
	while (status > 0 && !err) {
		status = read_on(a, s);
		err = a->tick ? a->tick(a->ctx) : 0;
		progress_tick(&at);
	}
	if (status < 0 && status != -EINTR)
		say_lines(s && *pagesnap_message(s) ? pagesnap_message(s) : strerror(-status));
	pagesnap_close(s);
	return status < 0 ? status : err;
}
