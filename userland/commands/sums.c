// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what du and cgroup ask
 */
#include "ask/subjects.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "sums.h"

/* Saved answers don't say which of their paths were named, and which are mounts below. */
static bool any_within(const struct roots *roots)
{
	size_t i;

	for (i = 1; i < roots->nr; i++)
		if (roots_above(roots, i, roots->list[i]))
			return true;
	return false;
}

/**
 * sums_open() - ask about places
 * @out: source of queries
 * @options: takes over @p
 * @p: places; NULL and errno if there are none
 * @below: they are folders; else filesystems
 *
 * Return: an exit code, after a message if that is not 0.
 */
int sums_open(struct source **out, struct options *options, struct places *p, bool below)
{
	struct subjects subjects = {
		.which = below ? PAGESNAP_FILE : PAGESNAP_SB,
		.fill = below ? subjects_path : subjects_fs,
		.large = true,
	};

	if (!p)
		return places_say_missing(below);
	options->places = p;
	options->out.roots = &p->roots;
	if (options->save && any_within(&p->roots))
		say("# --save: one of these directories is in another: --read will not tell it apart");
	options->out.once = p->twice;
	subjects.names = p->subjects;
	subjects.nr = p->nr;
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ? EXIT_FAILED : EXIT_OK;
}
