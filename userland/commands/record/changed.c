// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the moment before stand for files that are the same, with the number of the query
 * that they were an answer to.  So a query gets those of the same query in the same place; one
 * that has moved, as another type of filesystem came before it, is told all.
 */
#include <argz.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "changed.h"
#include "lib/pagesnap.h"
#include "recording/writer.h"

/* That there is no such superblock, which the module says if it understands the rest, is none. */
static int see_refusal(void *ctx, const struct pagesnap_record *r)
{
	*(bool *)ctx |= r->u->rec.type == PAGESNAP_REC_ERROR && r->u->error.err == EINVAL;
	return 0;
}

/**
 * changed_is_known() - can the module tell only what has changed?
 *
 * There is no superblock on device 0:0, so nothing is walked to find out.
 *
 * Return: true if so.
 */
bool changed_is_known(void)
{
	static const struct pagesnap_params ask = {
		.fstype = "tmpfs", .has_dev = true, .group = PAGESNAP_GROUP_OBJECT, .has_changed = true,
	};
	struct pagesnap_session *s;
	bool refused = false;
	int err = pagesnap_open(&s, PAGESNAP_SB, NULL);

	if (!err)
		err = pagesnap_queue(s, &ask);
	if (!err)
		do
			err = pagesnap_read(s, see_refusal, &refused);
		while (err > 0 || err == -EINTR);
	pagesnap_close(s);
	return !err && !refused;
}

/**
 * changed_begin() - a moment comes
 * @c: queries
 */
void changed_begin(struct changed *c)
{
	free(c->before);
	c->before = c->now;
	c->before_len = c->now_len;
	c->next = argz_next(c->before, c->before_len, NULL);
	c->now = NULL;
	c->now_len = 0;
}

/**
 * changed_line() - ask what has changed
 * @c: queries
 * @w: recording, in a moment
 * @line: next query of the moment
 *
 * Return: the line that asks so; NULL if there is no memory.
 */
char *changed_line(struct changed *c, const struct writer *w, const char *line)
{
	bool again = c->next && !strcmp(c->next, line);
	char *out;

	if (c->next)
		c->next = argz_next(c->before, c->before_len, c->next);
	if (argz_add(&c->now, &c->now_len, line) ||
	    asprintf(&out, "%s changed=%" PRIu64, line, writer_changed(w, !again)) < 0)
		return NULL;
	return out;
}

/**
 * changed_forget() - the session has ended
 * @c: queries, none from now on
 */
void changed_forget(struct changed *c)
{
	free(c->before);
	free(c->now);
	*c = (struct changed){ .before = NULL };
}
