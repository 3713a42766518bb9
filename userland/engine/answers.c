// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what becomes of records
 *
 * Live answers and saved ones take the same way through here, so that they
 * print and exit alike.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "ask/asked.h"
#include "base/exit_codes.h"
#include "base/safe.h"
#include "base/say.h"
#include "base/units.h"
#include "kinds/skipped.h"
#include "nothing.h"

/* "batch.txt:3" or "/home/foo": what a message is about. */
static const char *place(const struct query *query)
{
	static char buf[64 + 4 * 4096];

	if (query->saved)
		snprintf(buf, sizeof(buf), "%s: query %" PRIu32, say_safe(query->origin),
			 query->number);
	else if (query->line_number)
		snprintf(buf, sizeof(buf), "%s:%" PRIu64, say_safe(query->origin),
			 query->line_number);
	else
		snprintf(buf, sizeof(buf), "%s", say_safe(query->origin));
	return buf;
}

/* Messages ---------------------------------------------------------------- */

/* The line, and a caret; but not a line that was made of arguments. */
static void show_column(const struct query *query, uint32_t col)
{
	char line[SAFE_CARET_MAX], caret[SAFE_CARET_MAX];

	if (!query->line || !col || !(query->line_number || query->saved))
		return;
	safe_caret(query->line, query->len, query->offset + col - 1, line, caret);
	say("  %s", line);
	say("  %s", caret);
}

/*
 * Where a line was made of arguments, the option that byte @col, from 1, came of; behind
 * what it is named after.  "" if that is no option.
 */
static const char *option_at(const struct query *query, uint32_t col)
{
	static char option[64];
	const char *text, *equals;
	size_t begin, len;

	*option = '\0';
	if (!query->line || query->line_number || query->saved || !col ||
	    query->offset + col > query->len)
		return option;
	text = query->line + query->offset;
	for (begin = col - 1; begin && text[begin - 1] != ' '; begin--)
		;
	len = strcspn(text + begin, " ");
	equals = memchr(text + begin, '=', len);
	/* quoted names may have one too */
	if (!begin || !equals || memchr(text + begin, '"', len))
		return option;
	len = equals - text - begin;
	if (len == strlen("any") && !memcmp(text + begin, "any", len))
		snprintf(option, sizeof(option), ": --bits");
	else if (!strncmp(text + begin, "names=0", strlen("names=0")))
		snprintf(option, sizeof(option), ": --no-names");
	else
		snprintf(option, sizeof(option), ": --%.*s", (int)len, text + begin);
	return option;
}

/**
 * answers_say_refusal() - say why a query can't be asked
 * @query: which is refused
 */
void answers_say_refusal(const struct query *query)
{
	say_error("%s: %s", place(query), query->refusal);
	show_column(query, query->col);
}

static void say_failure(struct answers *answers, const struct query *query,
			const struct pagesnap_record *r)
{
	const struct pagesnap_error *error = &r->u->error;
	char shown[1024];
	size_t len;
	const char *message = pagesnap_record_message(r, &len);

	/* a message may name escapes */
	safe_text(message, len, "\"\\", shown, sizeof(shown));
	if (!len)
		snprintf(shown, sizeof(shown), "%s", strerror(error->err));
	if (query->again && !repeats_is_new(&answers->repeats, shown, place(query)))
		return;
	if (!repeats_may_say(&answers->repeats, shown, place(query)))
		return;
	say_error("%s%s: %s", place(query), option_at(query, error->col), shown);
	show_column(query, error->col);
}

static void say_note(const struct query *query, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_message(r, &len);

	say("# %s: %s", place(query), say_safe_bytes(text, len));
}

/* An answer that shows more than was named says so to people. */
static void say_context(const struct query *query, const struct pagesnap_record *r)
{
	const struct kind *kind = kind_of_record(r);
	char *text = kind && kind->context ? kind->context(query->which, r) : NULL;

	if (text)
		say("%s", text);
	free(text);
}

/* The end of a brief answer of which nothing is missing. */
static bool is_brief(const struct pagesnap_record *r)
{
	return r->size <= offsetof(struct pagesnap_end, skipped) &&
	       r->u->end.status == PAGESNAP_END_COMPLETE;
}

/* An answer that is there lacks something, or was to pass something over. */
static void say_missing(const struct answers *answers, const struct query *query,
			const struct pagesnap_end *end)
{
	const struct kind *kind = kind_of_index(query->which);
	const char *truncated = truncated_text(end);
	char skipped[SKIPPED_MAX], lack[KIND_SAYS_MAX] = "";

	skipped_text(kind ? kind : answers->settings->out->kind, end, skipped, sizeof(skipped));
	/* then it was to be passed over */
	if (*skipped && end->status == PAGESNAP_END_COMPLETE)
		say("# %s: %s", place(query), skipped);
	else if (*skipped)
		say_error("%s: %s", place(query), skipped);
	if (kind && kind->lack)
		kind->lack(end, lack, sizeof(lack));
	if (*lack)
		say_error("%s: %s", place(query), lack);
	if (truncated)
		say_error("%s: %s", place(query), truncated);
	if (end->status != PAGESNAP_END_COMPLETE && !*skipped && !*lack && !truncated &&
	    !answers->noted)
		say_error("%s: something is missing, and the stream does not say what", place(query));
}

/* Of a target, for people: an answer has come, or @failed. */
static void count_target(struct answers *answers, const struct query *query, bool failed)
{
	struct repeats *r = &answers->repeats;

	answers->at.queries++;
	answers->failed += failed;
	answers->twice = answers->twice || query->again;
	if (!query->again || repeats_is_new(r, "was asked", place(query)))
		answers->targets++;
	if (failed && (!query->again || repeats_is_new(r, "was not answered", place(query))))
		answers->lost++;
}

/* @absent: what was named isn't there, which was said. */
static void take_end(struct answers *answers, const struct query *query,
		     const struct pagesnap_record *r, bool absent)
{
	const struct pagesnap_end *end = &r->u->end;

	count_target(answers, query, absent || end->status == PAGESNAP_END_ERROR);
	if (absent)
		return;
	if (end->status == PAGESNAP_END_ERROR) {
		if (!answers->explained)
			say_error("%s: not answered, and the stream does not say why", place(query));
		return;
	}
	answers->answered++;
	if (end->status != PAGESNAP_END_COMPLETE)
		answers->partial++;
	if (!is_brief(r))
		say_missing(answers, query, end);
}

/*
 * Who was sampled may exit before its mappings are asked for: that is no failure, but happens to
 * children of a shell all the time.
 */
static bool is_gone(const struct answers *answers, const struct query *query,
		    const struct pagesnap_record *r)
{
	union kind_select sel;
	struct pagesnap_query q;

	return r->u->error.err == ESRCH && query->which == PAGESNAP_TASK && answers->out &&
	       asked_parse(query, &q, &sel) && q.target == PAGESNAP_TARGET_PID &&
	       out_outlived(answers->out, q.pid);
}

static void say_gone(const struct answers *answers)
{
	char nr[UNITS_MAX];

	if (answers->gone)
		say("# %s process%s exited before %s mappings were asked for: these are unknown",
		    units_grouped(answers->gone, nr), answers->gone == 1 ? "" : "es",
		    answers->gone == 1 ? "its" : "their");
}

/* Records ----------------------------------------------------------------- */

/*
 * Says once that printing has failed, if @err is an error.  Not inline: rows, which most
 * records are, need no registers for what may go wrong.
 */
__attribute__((noinline))
static int printed(struct answers *answers, int err)
{
	if (err && !answers->err) {
		say_error("write error: %s", strerror(-err));
		answers->err = err;
	}
	return err;
}

/*
 * A sorted table prints no row before the last one has come, and of pages there may be
 * millions.  A table that is sorted without being asked to takes them as they come.
 */
static int check_sort(const struct answers *answers, uint32_t group)
{
	const struct settings *s = answers->settings;
	const struct out_options *o = s->out;

	int err = answers->check_group(answers->ctx, group);

	if (err)
		return err;
	if (!(s->has_top || o->sort_column) || group == PAGESNAP_GROUP_OBJECT || o->summary)
		return 0;
	say_error("--%s is for %s, but these answers are of group=%s",
		  o->sort_column ? "sort" : "top", o->kind->objects, pagesnap_group_word(group));
	return -EINVAL;
}

/*
 * Does nothing depend on the columns yet?  A query that failed has no group: if it is
 * the first, another one decides the columns.
 */
static bool can_wait(const struct answers *answers, const struct pagesnap_record *r)
{
	const struct out_options *o = answers->settings->out;
	unsigned int type = r->u->rec.type;

	return !answers->out && !o->summary && o->format != OUT_TEXT &&
	       (type == PAGESNAP_REC_ERROR || type == PAGESNAP_REC_NOTE || type == PAGESNAP_REC_END);
}

/* Rows are in groups of @group, as those of the first answer that there is. */
static int begin_out(struct answers *answers, uint32_t group)
{
	const struct pagesnap_record header = {
		.u = &answers->header, .bytes = "", .size = sizeof(answers->header.header),
	};
	char why[256] = "";

	answers->set_group(answers->ctx, group);
	answers->out = out_new(answers->settings->out, why, sizeof(why));
	if (!answers->out) {
		say_error("%s", *why ? why : strerror(ENOMEM));
		answers->err = -EINVAL;
		return answers->err;
	}
	if (!answers->context && !answers->settings->silent)
		answers->rows = answers->settings->out->kind;
	if (answers->has_header && printed(answers, out_record(answers->out, 0, "", &header)))
		return answers->err;
	return printed(answers, pending_print(&answers->names, answers->out)) ?:
	       printed(answers, pending_print(&answers->pending, answers->out));
}

static int make_out(struct answers *answers, uint32_t group)
{
	return answers->out || answers->err ? answers->err : begin_out(answers, group);
}

/**
 * answers_begin() - an answer has rows in groups of
 * @answers: where it belongs; those of the first say how all look
 * @group: PAGESNAP_GROUP_*
 *
 * Return: 0 or a negative errno.
 */
int answers_begin(struct answers *answers, uint32_t group)
{
	answers->group = group;
	if (!answers->err)
		answers->err = check_sort(answers, group);
	return make_out(answers, group);
}

/* How rows look may be in the query of who saved them. */
static void learn_look(const struct answers *answers, const struct query *query)
{
	const struct kind *kind = kind_of_index(query->which);
	union kind_select sel;
	struct pagesnap_query q;

	if (query->saved && kind && kind->learn && asked_parse(query, &q, &sel))
		kind->learn(answers->settings->ask, query->which, &sel);
}

/* The group of the first answer is known; those behind it are looked at as they begin. */
static int make_out_for(struct answers *answers, const struct query *query,
			const struct pagesnap_record *r)
{
	if (answers->out && r->u->rec.type != PAGESNAP_REC_QUERY)
		return answers->err;
	if (can_wait(answers, r))
		return 0;
	if (r->u->rec.type != PAGESNAP_REC_QUERY)
		return make_out(answers, answers->settings->ask->group);
	if (!answers->out)
		learn_look(answers, query);
	return answers_begin(answers, r->u->query.group);
}

static const char *text_of(const struct query *query)
{
	return query->line ? query->line : "";
}

static int print(struct answers *answers, const struct query *query,
		 const struct pagesnap_record *r)
{
	if (answers->settings->silent) {
		out_announce(answers->settings->out, r);
		return 0;
	}
	if (answers->out)
		return printed(answers, out_record(answers->out, query->number, text_of(query), r));
	/* other formats don't show failures */
	if (answers->settings->out->format != OUT_JSON)
		return 0;
	return printed(answers, pending_add(&answers->pending, query->number, text_of(query), r));
}

/* With numbers of this run, not of the session that answered. */
static int print_renumbered(struct answers *answers, const struct query *query,
			    const struct pagesnap_record *r)
{
	struct pagesnap_record copy = *r;
	union pagesnap_any u;

	/* all of it would be many times as much */
	if (r->u->rec.type == PAGESNAP_REC_QUERY)
		u.query = r->u->query;
	else
		u.error = r->u->error;
	copy.u = &u;
	query_renumber(query, answers->settings->out->format == OUT_TEXT, &u);
	return print(answers, query, &copy);
}

/* A row of zeros. */
static int print_nothing(struct answers *answers, const struct query *query,
			 const struct kind_nothing *n)
{
	const struct pagesnap_record r = {
		.u = &n->object, .bytes = n->name, .len = n->name_len, .size = n->object.rec.len,
	};

	/* text is what the index files print */
	if (answers->settings->out->format == OUT_TEXT)
		return 0;
	return print(answers, query, &r);
}

static int print_remark(struct answers *answers, const struct query *query, const char *text)
{
	union pagesnap_any u = { .note = {
		.rec = { .len = sizeof(u.note), .type = PAGESNAP_REC_NOTE },
		.text_len = strlen(text),
	} };
	const struct pagesnap_record r = {
		.u = &u, .bytes = text, .len = u.note.text_len, .size = sizeof(u.note),
	};

	/* a document says so beside the rows */
	return answers->settings->out->format == OUT_JSON ? print(answers, query, &r) : 0;
}

/* The answer that ends may have nothing in it.  *@absent: what was named isn't there. */
static int take_nothing(struct answers *answers, const struct query *query,
			const struct pagesnap_end *end, bool *absent)
{
	static struct kind_nothing n;
	int err = 0;

	if (!nothing_report(&n, answers, query, end))
		return 0;
	*absent = n.failed;
	if (n.has_row)
		err = print_nothing(answers, query, &n);
	if (err || !*n.says)
		return err;
	if (n.failed)
		say_error("%s: %s", place(query), n.says);
	else
		say("# %s: %s", place(query), n.says);
	return print_remark(answers, query, n.says);
}

/* The error of a process that has gone; text is what the index files print. */
static int take_gone(struct answers *answers, const struct query *query,
		     const struct pagesnap_record *r)
{
	answers->goes = true;
	answers->gone++;
	if (answers->settings->out->format == OUT_TEXT)
		return print_renumbered(answers, query, r);
	return print_remark(answers, query, "the process exited before its mappings were asked for");
}

static int take_end_of_gone(struct answers *answers, const struct query *query,
			    const struct pagesnap_record *r)
{
	answers->goes = false;
	answers->at.queries++;
	return answers->settings->out->format == OUT_TEXT ? print(answers, query, r) : 0;
}

static int take_failure(struct answers *answers, const struct query *query,
			const struct pagesnap_record *r)
{
	if (is_gone(answers, query, r))
		return take_gone(answers, query, r);
	say_failure(answers, query, r);
	answers->explained = true;
	return print_renumbered(answers, query, r);
}

static int take_whole_end(struct answers *answers, const struct query *query,
			  const struct pagesnap_record *r)
{
	bool absent = false;
	int err = answers->err ?: take_nothing(answers, query, &r->u->end, &absent);

	take_end(answers, query, r, absent);
	answers->explained = answers->noted = false;
	if (answers->out && out_skips_ends(answers->out))
		return err;
	return err ?: print(answers, query, r);
}

/* 0, or a negative errno and maybe a sentence in @why. */
static int try_columns(const struct out_options *options, const struct kind *kind, char *why,
		       size_t size)
{
	struct out_options copy = *options;

	copy.kind = kind;
	return out_check_columns(&copy, why, size);
}

/**
 * answers_check_columns() - find mistakes in names of columns before anything is asked
 * @options: with the names
 * @any_kind: rows may be of another kind than there
 *
 * Return: 0, or after a message -EINVAL or -ENOMEM.
 */
int answers_check_columns(const struct out_options *options, bool any_kind)
{
	const struct kind *const *kind;
	char why[256] = "", unused[256];
	int err = try_columns(options, options->kind, why, sizeof(why));

	for (kind = kinds; any_kind && err == -EINVAL && *kind; kind++)
		if ((*kind)->of && !try_columns(options, *kind, unused, sizeof(unused)))
			return 0;
	if (err)
		say_error("%s", *why ? why : strerror(-err));
	return err;
}

/**
 * answers_take_kind() - have rows look as those of a collection
 * @answers: that are of it
 * @name: as a header has it
 *
 * The first rows decide: the columns of others are no longer of use then.
 *
 * Return: false if such rows can't be shown, or this program knows none.
 */
bool answers_take_kind(struct answers *answers, const char *name)
{
	const struct collection *of = pagesnap_collection_find(name);
	const struct kind *kind = of ? kind_find(of->name) : NULL;

	if (!kind || kind == answers->settings->out->kind)
		return kind;
	if (answers->out || !answers->set_kind || !answers->set_kind(answers->ctx, kind))
		return false;
	answers->at.amounts = kind->amounts;
	return true;
}

/**
 * answers_header() - take the header of a stream
 * @answers: where it belongs
 * @r: the record
 *
 * Return: 0 or a negative errno.
 */
int answers_header(struct answers *answers, const struct pagesnap_record *r)
{
	if (answers->out)
		return printed(answers, out_record(answers->out, 0, "", r));
	/* what can't be shown is passed over, or nobody asks for it */
	(void)answers_take_kind(answers, r->u->header.collection);
	answers->header = *r->u;
	answers->has_header = true;
	return 0;
}

/**
 * answers_cgroup() - take the name of a memory cgroup
 * @answers: where it belongs
 * @r: the record
 *
 * Return: 0 or a negative errno.
 */
int answers_cgroup(struct answers *answers, const struct pagesnap_record *r)
{
	if (answers->out)
		return printed(answers, out_record(answers->out, 0, "", r));
	return printed(answers, pending_add(&answers->names, 0, "", r));
}

/**
 * answers_record() - take a record of an answer
 * @answers: where it belongs
 * @query: what was asked
 * @r: the record
 *
 * Return: 0 or a negative errno.
 */
int answers_record(struct answers *answers, const struct query *query,
		   const struct pagesnap_record *r)
{
	if (make_out_for(answers, query, r))
		return answers->err;
	progress_count(&answers->at, kind_amount(answers->settings->out->kind, r));
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		return print_renumbered(answers, query, r);
	case PAGESNAP_REC_ERROR:
		return take_failure(answers, query, r);
	case PAGESNAP_REC_NOTE:
		say_note(query, r);
		answers->noted = true;
		break;
	case PAGESNAP_REC_END:
		return answers->goes ? take_end_of_gone(answers, query, r) :
		       take_whole_end(answers, query, r);
	default:
		if (answers->context)
			say_context(query, r);
		break;
	}
	return print(answers, query, r);
}

/**
 * answers_row() - take a record that is a row and no more
 * @answers: where it belongs
 * @query: what was asked
 * @r: record, which answers_is_row() is true of
 *
 * Return: 0 or a negative errno.
 */
int answers_row(struct answers *answers, const struct query *query, const struct pagesnap_record *r)
{
	int err;

	progress_count(&answers->at, kind_flat_amount(answers->rows, r));
	err = out_record(answers->out, query->number, text_of(query), r);
	return err ? printed(answers, err) : 0;
}

/**
 * answers_alike() - take records that are rows and no more
 * @answers: where they belong
 * @query: what was asked
 * @r: the first one, which answers_is_row() is true of; led over the others
 * @nr: how many, of the same head and query
 *
 * Return: 1, 0 to have them one by one, or a negative errno.
 */
int answers_alike(struct answers *answers, const struct query *query, struct pagesnap_record *r,
		  size_t nr)
{
	uint64_t amount = 0;
	int ret = out_alike(answers->out, query->number, text_of(query), r, nr, &amount);

	if (ret < 0)
		return printed(answers, ret);
	if (ret) {
		answers->at.records += nr;
		answers->at.amount += amount;
	}
	return ret;
}

/**
 * answers_unknown() - take a record of a type that only a newer module knows
 * @answers: where it belongs
 * @r: the record
 *
 * It makes no row, but text has a line for each record; that there were such is said once,
 * at the end.
 *
 * Return: 0 or a negative errno.
 */
int answers_unknown(struct answers *answers, const struct pagesnap_record *r)
{
	int err;

	answers->unknown++;
	if (answers->settings->out->format != OUT_TEXT)
		return 0;
	err = make_out(answers, answers->settings->ask->group);
	return err ?: printed(answers, out_record(answers->out, 0, "", r));
}

/**
 * answers_rows() - take rows that are made
 * @answers: where they belong; it has the record of their query already
 * @rows: whole ones
 * @len: bytes there
 * @at: what they were made of
 *
 * Return: 0 or a negative errno.
 */
int answers_rows(struct answers *answers, const char *rows, size_t len, const struct progress *at)
{
	answers->at.records += at->records;
	answers->at.amount += at->amount;
	return printed(answers, out_rows(answers->out, rows, len));
}

/**
 * answers_flush() - print what was kept back for speed
 * @answers: all so far
 *
 * Return: 0 or a negative errno.
 */
int answers_flush(struct answers *answers)
{
	int err = answers->out ? out_flush(answers->out) : 0;

	if (!err && fflush(answers->settings->out->to))
		err = -errno;
	return printed(answers, err);
}

/* Where rows may be missing that a newer program would show. */
static void say_unknown(const struct answers *answers)
{
	if (answers->unknown)
		say_error("%" PRIu64 " record%s of unknown type %s passed over: a newer pagesnap may read %s",
			  answers->unknown, answers->unknown == 1 ? "" : "s",
			  answers->unknown == 1 ? "was" : "were",
			  answers->unknown == 1 ? "it" : "them");
}

/**
 * answers_finish() - print what was kept to the end
 * @answers: all
 * @ending: are some missing?
 *
 * Return: 0 or a negative errno.
 */
int answers_finish(struct answers *answers, enum out_ending ending)
{
	int err = answers->settings->silent ? 0 : make_out(answers, answers->settings->ask->group);
	char remark[256];

	repeats_finish(&answers->repeats);
	say_gone(answers);
	say_unknown(answers);
	if (err || answers->settings->silent)
		return err;
	if (!answers->answered && !answers->at.records)
		out_without_total(answers->out);
	err = out_finish(answers->out, ending);
	if (!err && fflush(answers->settings->out->to))
		err = -errno;
	out_remark(answers->out, remark, sizeof(remark));
	if (!err && *remark)
		say("# %s", remark);
	return printed(answers, err);
}

/**
 * answers_exit_code() - how well it went
 * @answers: all of them
 *
 * Return: an exit code.
 */
int answers_exit_code(const struct answers *answers)
{
	if (answers->failed && !answers->answered)
		return EXIT_FAILED;
	return answers->failed || answers->partial ? EXIT_PARTIAL : EXIT_OK;
}
