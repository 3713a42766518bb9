// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: queries from arguments
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
#include "kinds/kind.h"
#include "mnt_ns.h"
#include "subjects.h"

/* Room for the longest query, its word, and what the library adds. */
#define LINE_ROOM PAGESNAP_LINE_MAX
#define WORD_ROOM 32

struct subject_source {
	struct source source;
	struct subjects subjects;
	const struct pagesnap_params *ask;
	const struct ranges *ranges;
	size_t at;
	size_t range;
};

/**
 * subjects_line() - write the line of a query
 * @query: gets "file " and the line for the index file; or why it can't be asked
 * @ask: what is asked
 *
 * Return: 0 or a negative errno.
 */
int subjects_line(struct query *query, const struct pagesnap_params *ask)
{
	size_t offset = strlen(query_word(query->which)) + 1;
	ssize_t n;

	query->line = malloc(LINE_ROOM + WORD_ROOM);
	if (!query->line)
		return -ENOMEM;
	query->offset = offset;
	sprintf(query->line, "%s ", query_word(query->which));
	n = pagesnap_params_line(query->which, ask, query->line + offset, LINE_ROOM - WORD_ROOM);
	if (n == -ERANGE) {
		query->err = ENAMETOOLONG;
		query->refusal = "path is too long";
		n = 0;
	}
	if (n < 0)
		return n;
	query->line[offset + n] = '\0';
	query->len = offset + n;
	return 0;
}

static void ask_range(const struct subject_source *s, struct pagesnap_params *ask,
		      struct query *query)
{
	const struct range *range = &s->ranges->list[s->range];

	ask->has_range = true;
	ask->start = range->start;
	ask->end = range->end;
	if (!s->subjects.names && range->text)
		query->origin = range->text;
}

/* The line of a query that can't be asked.  Behind it is the reason, which stays as long. */
static int refused_line(struct query *query)
{
	const char *word = query_word(query->which), *refusal = query->refusal;

	if (asprintf(&query->line, "%s %s%c%s", word, query->origin, '\0', refusal) < 0) {
		query->line = NULL;
		return -ENOMEM;
	}
	query->refusal = query->line + strlen(query->line) + 1;
	return 0;
}

static int subjects_next(struct source *source, struct query *query)
{
	struct subject_source *s = (struct subject_source *)source;
	const struct subjects *of = &s->subjects;
	struct pagesnap_params ask = *s->ask;
	int err;

	if (s->at == of->nr)
		return 0;
	memset(query, 0, sizeof(*query));
	query->which = of->which_of ? of->which_of(of->names[s->at]) : of->which;
	query->large = !kind_index(of->which)->is_small || of->large;
	query->origin = of->names ? of->names[s->at] : query_word(of->which);
	if (s->ranges->nr)
		ask_range(s, &ask, query);
	if (of->names)
		query->err = of->fill(&ask, of->names[s->at], &query->refusal);
	if (query->err)
		err = refused_line(query);
	else
		err = subjects_line(query, &ask);
	free((char *)ask.path);
	free((char *)ask.target);
	if (query->line)
		query->len = strlen(query->line);
	if (++s->range >= s->ranges->nr) {
		s->range = 0;
		s->at++;
	}
	if (!err)
		return 1;
	say_error("%s: %s", say_safe(query->origin), strerror(-err));
	query_free(query);
	return err;
}

static bool subjects_ready(struct source *source)
{
	return true;
}

static void subjects_close(struct source *source)
{
	free(source);
}

/**
 * subjects_open() - ask about what is named on the command line
 * @out: the source of these queries
 * @ask: what to ask of each
 * @ranges: and of which ranges
 * @subjects: of what; it is copied, but its names are not
 *
 * Return: 0 or -ENOMEM.
 */
int subjects_open(struct source **out, const struct pagesnap_params *ask,
		  const struct ranges *ranges, const struct subjects *subjects)
{
	struct subject_source *s = calloc(1, sizeof(*s));

	if (!s) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	s->source = (struct source){ subjects_next, subjects_ready, subjects_close };
	s->subjects = *subjects;
	s->ask = ask;
	s->ranges = ranges;
	*out = &s->source;
	return 0;
}

/**
 * subjects_fs() - a filesystem as the subject of a query
 * @ask: the query
 * @subject: type:NAME, or a path as for subjects_path()
 * @why: why it can't be asked
 *
 * A path that begins with "type:" can be written with "./" in front.
 *
 * Return: 0 or a positive errno.
 */
int subjects_fs(struct pagesnap_params *ask, const char *subject, const char **why)
{
	static const char prefix[] = "type:";

	if (strncmp(subject, prefix, strlen(prefix)) == 0) {
		*why = "not a type of filesystem";
		ask->fstype = subject + strlen(prefix);
		return ask->fstype[strcspn(ask->fstype, " \t\n")] || !*ask->fstype ? EINVAL : 0;
	}
	*why = "--dev is for type:NAME";
	if (ask->has_dev)
		return EINVAL;
	return subjects_path(ask, subject, why);
}

/**
 * subjects_path() - a path as the subject of a query
 * @ask: the query
 * @subject: path, relative to the working folder or absolute; absolute, if it is in
 *	another mount namespace
 * @why: why it can't be asked
 *
 * Symbolic links and ".." are left to the kernel.
 *
 * Return: 0 or a positive errno.
 */
int subjects_path(struct pagesnap_params *ask, const char *subject, const char **why)
{
	char *path = NULL, *dir;
	int n;

	*why = "no such file or directory";
	if (!*subject)
		return ENOENT;
	if (*subject == '/') {
		path = strdup(subject);
	} else if (mnt_ns_joined()) {
		*why = "with --mnt-ns a path is absolute";
		return EINVAL;
	} else {
		dir = getcwd(NULL, 0);
		*why = "the working directory has no path";
		if (!dir || *dir != '/') {
			free(dir);
			return ENOENT;
		}
		n = asprintf(&path, "%s/%s", strcmp(dir, "/") ? dir : "", subject);
		free(dir);
		if (n < 0)
			path = NULL;
	}
	*why = "no memory";
	ask->path = path;
	return path ? 0 : ENOMEM;
}
