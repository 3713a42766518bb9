// SPDX-License-Identifier: GPL-2.0
/*
 * What a query of accesses asks.
 */
#include "accesses_asked.h"

static bool parse(const char *text, size_t len, enum pagesnap_subject subject,
		  struct pagesnap_query *q, struct pagesnap_accesses_options *options)
{
	const struct pagesnap_grammar grammar = {
		.subject = subject, .page_shift = 12, .targets = subject == PAGESNAP_SUBJECT_TASK,
		.options = pagesnap_accesses_options_of(subject),
	};
	struct pagesnap_diag d;

	pagesnap_accesses_defaults(options, grammar.page_shift);
	return !pagesnap_query_parse(&grammar, text, len, q, options, &d);
}

/* Which index file was asked isn't said: only a path begins as one, and a PID or target is tried. */
static bool is_path(const char *text, size_t len)
{
	return len && (*text == '/' || *text == '"');
}

/**
 * accesses_asked() - read a query of accesses
 * @r: its record
 * @options: filled
 *
 * Return: false if it is none that the module would take.
 */
bool accesses_asked(const struct pagesnap_record *r, struct pagesnap_accesses_options *options)
{
	struct pagesnap_query q;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	if (is_path(text, len))
		return parse(text, len, PAGESNAP_SUBJECT_FILE, &q, options);
	return len && (parse(text, len, PAGESNAP_SUBJECT_TASK, &q, options) ||
		       parse(text, len, PAGESNAP_SUBJECT_NONE, &q, options));
}

/**
 * accesses_asked_path() - of which file does a query of accesses ask?
 * @r: its record
 * @buf: gets the path, terminated
 * @size: bytes of @buf
 *
 * Return: bytes of the path, 0 if it asks of no file.
 */
size_t accesses_asked_path(const struct pagesnap_record *r, char *buf, size_t size)
{
	struct pagesnap_accesses_options options;
	struct pagesnap_query q;
	struct pagesnap_diag d;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);
	int got = 0;

	if (is_path(text, len) && parse(text, len, PAGESNAP_SUBJECT_FILE, &q, &options))
		got = pagesnap_query_path(&q, text, buf, size, &d);
	if (got > 0)
		return got;
	*buf = '\0';
	return 0;
}
