// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rows made where they were read
 *
 * To make a row takes several times as long as to find it, so workers make
 * theirs, and the main thread only puts them in order.  Each worker has an output
 * with all that belongs to one: the record before, mounts, cells of the last line.
 * Nothing is shared, and no lock is needed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/kind.h"
#include "lib/collection.h"
#include "printer.h"

/**
 * struct kept_header - what the records behind it are printed with
 * @header: the last one of a session
 * @set: there is one
 */
struct kept_header {
	struct pagesnap_header header;
	bool set;
};

/**
 * struct printer - an output of a worker
 * @options: how rows are to look, once that is known
 * @out: makes them; NULL before the first
 * @to: where they go to: @text
 * @passed: the index file whose header @out was given last; PAGESNAP_ALL_INDEXES_MAX if none
 * @text: rows
 * @len: bytes of them
 * @room: bytes that there is memory for
 * @at: what they were made of
 * @headers: of the session of each index file
 */
struct printer {
	const struct out_options *options;
	struct out *out;
	FILE *to;
	enum pagesnap_index_file passed;
	char *text;
	size_t len;
	size_t room;
	struct progress at;
	struct kept_header headers[];
};

/**
 * printer_can() - can workers make the rows?
 * @settings: what is wanted
 *
 * Not where all rows have to be in one place: to be sorted, summed up, made as wide
 * as the widest, or printed once though two answers have them.  And what is saved is
 * what came.
 *
 * Return: true if so.
 */
bool printer_can(const struct settings *settings)
{
	const struct out_options *o = settings->out;

	return !settings->saved && o->format != OUT_TABLE && o->format != OUT_TEXT &&
	       !out_joins_answers(o);
}

/* Is @name in the list of @len bytes at @list? */
static bool lists(const char *list, size_t len, const char *name)
{
	return len == strlen(name) && !strncasecmp(list, name, len);
}

/**
 * printer_can_cut() - can workers make rows of a range of frames?
 * @options: what is wanted
 *
 * Not if some column is about the span around it, or about the whole answer.
 *
 * Return: true if so.
 */
bool printer_can_cut(const struct out_options *options)
{
	static const char *const of_all[] = { "START", "END", "SIZE", "TIME" };
	const char *list = options->columns ? options->columns : "";
	size_t i, len;

	if (options->all_columns)
		return false;
	for (list += *list == '+'; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		for (i = 0; i < sizeof(of_all) / sizeof(of_all[0]); i++)
			if (lists(list, len, of_all[i]))
				return false;
	}
	return true;
}

/**
 * printer_new() - a printer
 * @options: what is wanted
 *
 * Return: printer, NULL if there is no memory.
 */
struct printer *printer_new(const struct out_options *options)
{
	size_t headers = pagesnap_nr_indexes() * sizeof(struct kept_header);
	struct printer *p = calloc(1, sizeof(*p) + headers);

	if (!p)
		return NULL;
	p->options = options;
	p->passed = PAGESNAP_ALL_INDEXES_MAX;
	return p;
}

/**
 * printer_free() - free a printer
 * @p: printer, may be NULL
 */
void printer_free(struct printer *p)
{
	if (!p)
		return;
	out_free(p->out);
	if (p->to)
		fclose(p->to);
	free(p->text);
	free(p);
}

static ssize_t keep_text(void *cookie, const char *buf, size_t len)
{
	struct printer *p = cookie;
	char *longer;

	if (len > p->room - p->len) {
		longer = realloc(p->text, p->len + len);
		if (!longer)
			return 0;
		p->text = longer;
		p->room = p->len + len;
	}
	memcpy(p->text + p->len, buf, len);
	p->len += len;
	return len;
}

/* Rows alone: what stands around them is printed once, in the main thread. */
static int make_out(struct printer *p)
{
	static const cookie_io_functions_t functions = { .write = keep_text };
	struct out_options options = *p->options;
	char why[256];

	if (!p->to)
		p->to = fopencookie(p, "w", functions);
	if (!p->to)
		return -ENOMEM;
	setvbuf(p->to, NULL, _IONBF, 0);
	options.to = p->to;
	options.no_headings = true;
	if (options.format == OUT_JSON)
		options.format = OUT_JSONL;
	p->out = out_new(&options, why, sizeof(why));
	return p->out ? 0 : -ENOMEM;
}

/**
 * printer_header() - a session began
 * @p: printer
 * @which: its index file
 * @u: its header
 */
void printer_header(struct printer *p, enum pagesnap_index_file which, const union pagesnap_any *u)
{
	p->headers[which] = (struct kept_header){ u->header, true };
	p->passed = PAGESNAP_ALL_INDEXES_MAX;
}

/* Sessions of a worker take turns. */
static int emit_header(struct printer *p, enum pagesnap_index_file which)
{
	struct pagesnap_record r = { .bytes = "", .size = sizeof(struct pagesnap_header) };
	union pagesnap_any u;

	if (p->passed == which || !p->headers[which].set)
		return 0;
	p->passed = which;
	u.header = p->headers[which].header;
	r.u = &u;
	return out_record(p->out, 0, "", &r);
}

/**
 * printer_record() - take a record
 * @p: printer
 * @which: index file of the session
 * @query: what it belongs to
 * @r: record
 *
 * Return: 0 or a negative errno.
 */
int printer_record(struct printer *p, enum pagesnap_index_file which, const struct query *query,
		   const struct pagesnap_record *r)
{
	struct pagesnap_record copy = *r;
	union pagesnap_any u;
	int err = p->out ? 0 : make_out(p);

	err = err ?: emit_header(p, which);
	if (err)
		return err;
	if (r->u->rec.type == PAGESNAP_REC_QUERY) {
		u = *r->u;
		copy.u = &u;
		query_renumber(query, false, &u);
	} else {
		/* the query itself is counted where its record is taken */
		progress_count(&p->at, kind_amount(p->options->kind, r));
	}
	return out_record(p->out, query->number, query->line, &copy);
}

/**
 * printer_is_full() - is there more than the output's own buffer holds?
 * @p: printer
 *
 * Return: true if so.
 */
bool printer_is_full(const struct printer *p)
{
	return p->len;
}

/**
 * printer_take() - take the rows
 * @p: printer
 * @len: bytes of them, or a negative errno
 * @at: what they were made of
 *
 * Return: rows.
 */
const char *printer_take(struct printer *p, ssize_t *len, struct progress *at)
{
	int err = p->out ? out_flush(p->out) : 0;

	*at = p->at;
	p->at = (struct progress){ 0 };
	*len = err ? err : (ssize_t)p->len;
	p->len = 0;
	return p->text;
}
