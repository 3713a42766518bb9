// SPDX-License-Identifier: GPL-2.0
/*
 * Queries about processes that nobody has named.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/subjects.h"
#include "base/say.h"
#include "children.h"

/* Digits of a PID. */
#define NAME_MAX_LEN 12

/**
 * struct children_source - the source
 * @source: head
 * @ask: how to ask
 * @pids: whom; answers to the queries change it, so it is copied
 * @names: of them, as messages say them; NULL before the first query
 * @nr: how many
 * @at: those that were asked for
 */
struct children_source {
	struct source source;
	const struct pagesnap_params *ask;
	const struct wss_pids *pids;
	char (*names)[NAME_MAX_LEN];
	size_t nr;
	size_t at;
};

static int copy_names(struct children_source *s)
{
	size_t i;

	s->names = calloc(s->pids->nr + 1, sizeof(*s->names));
	if (!s->names) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	s->nr = s->pids->nr;
	for (i = 0; i < s->nr; i++)
		snprintf(s->names[i], sizeof(s->names[i]), "%" PRIu32, s->pids->list[i]);
	return 0;
}

static int children_next(struct source *source, struct query *query)
{
	struct children_source *s = (struct children_source *)source;
	struct pagesnap_params ask = *s->ask;
	int err = s->names ? 0 : copy_names(s);

	if (err || s->at == s->nr)
		return err;
	ask.pid = strtoul(s->names[s->at], NULL, 10);
	*query = (struct query){ .which = PAGESNAP_TASK, .origin = s->names[s->at++] };
	err = subjects_line(query, &ask);
	if (err)
		say_error("%s", strerror(-err));
	return err ?: 1;
}

static bool children_ready(struct source *source)
{
	return true;
}

static void children_close(struct source *source)
{
	struct children_source *s = (struct children_source *)source;

	free(s->names);
	free(s);
}

/**
 * children_open() - ask for mappings of processes that answers tell of
 * @out: the source of these queries
 * @ask: how to ask of each
 * @pids: processes, when the first query is wanted
 *
 * Return: 0, or -ENOMEM after a message.
 */
int children_open(struct source **out, const struct pagesnap_params *ask,
		  const struct wss_pids *pids)
{
	struct children_source *s = calloc(1, sizeof(*s));

	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	s->source = (struct source){ children_next, children_ready, children_close };
	s->ask = ask;
	s->pids = pids;
	*out = &s->source;
	return 0;
}
