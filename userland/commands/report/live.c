// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "ask/asking.h"
#include "ask/places.h"
#include "base/say.h"
#include "live.h"

static int ask(struct gather *g, enum pagesnap_index_file which, const char *subject,
	       const struct pagesnap_params *query, bool *partial)
{
	struct asking asking = { .subject = subject, .take = gather_take, .ctx = g };
	int err = asking_run(&asking, which, query);

	*partial |= asking.failed || asking.partial;
	if (asking.failed)
		remarks_add(&g->remarks, g->stream.name, "%s: could not be asked", subject);
	return err;
}

static int ask_files(struct gather *g, bool *partial)
{
	struct places *places = places_everywhere(true);
	size_t i;
	int err = 0;

	if (!places) {
		places_say_missing(false);
		return -EIO;
	}
	for (i = 0; i < places->nr && !err; i++) {
		const char *subject = places->subjects[i];
		bool path = *subject == '/';
		const struct pagesnap_params query = {
			.group = PAGESNAP_GROUP_OBJECT, .path = path ? subject : NULL,
			.fstype = path ? NULL : subject + strlen("type:"),
		};

		err = ask(g, PAGESNAP_SB, subject, &query, partial);
	}
	places_free(places);
	return err;
}

/* All processes: those of the root cgroup, and below it. */
static int ask_processes(struct gather *g, bool *partial)
{
	const struct pagesnap_params query = {
		.group = PAGESNAP_GROUP_OBJECT, .target = "cgroup:/", .no_names = true,
	};

	return ask(g, PAGESNAP_TASK, "processes", &query, partial);
}

/**
 * live_ask() - ask for all files and processes
 * @g: gets the answers
 * @partial: not all was answered
 *
 * Return: 0 or a negative errno.
 */
int live_ask(struct gather *g, bool *partial)
{
	int err = gather_begin(g, LIVE_NAME);

	if (err) {
		say_error("%s", strerror(-err));
		return err;
	}
	err = ask_files(g, partial) ?: ask_processes(g, partial);
	if (err)
		return err;
	err = gather_end(g, *partial ? "partial" : "complete");
	if (err)
		say_error("%s", strerror(-err));
	return err;
}
