// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what the records of a look add up to
 *
 * Files are the rows of their own answers, or are added up as du does it; processes are the sums
 * of their mappings, classes the combinations of flags of all frames.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/safe.h"
#include "commands/memory/census.h"
#include "kinds/kind.h"
#include "kinds/pages_get.h"
#include "kinds/skipped.h"
#include "look.h"
#include "render/pages/group_name.h"
#include "render/pages/seen.h"
#include "render/pages/tally.h"

#define NAME_MAX_BYTES (PAGESNAP_MORE_MAX + 64)

static const char *const words[] = {
	[TOP_BY_FILE] = "file", [TOP_BY_DIR] = "dir", [TOP_BY_FS] = "fs", [TOP_BY_TYPE] = "type",
	[TOP_BY_CGROUP] = "cgroup", [TOP_BY_PROCESS] = "process", [TOP_BY_CLASS] = "class",
};

/**
 * top_by_word() - what a row is of, as a word
 * @by: it
 *
 * Return: word.
 */
const char *top_by_word(enum top_by by)
{
	return words[by];
}

/**
 * top_by_of_word() - what a word says that rows are of
 * @word: word
 *
 * Return: that, TOP_BYS if it is none.
 */
enum top_by top_by_of_word(const char *word)
{
	enum top_by by;

	for (by = 0; by < TOP_BYS && strcmp(words[by], word); by++)
		;
	return by;
}

/* One look ----------------------------------------------------------------------------- */

/* Mounts and cgroups come and go: their names are read anew. */
static int begin_row(struct top_look *l)
{
	if (l->row && l->saved)
		return 0;
	row_free(l->row);
	l->row = row_new(&kind_pages);
	if (!l->row)
		return -ENOMEM;
	/* words in brackets where there is no name */
	l->row->for_people = true;
	return 0;
}

static int begin(struct top_look *l)
{
	static const enum tally_by tallies[TOP_BYS] = {
		[TOP_BY_DIR] = TALLY_BY_DIR, [TOP_BY_FS] = TALLY_BY_FS,
		[TOP_BY_TYPE] = TALLY_BY_TYPE, [TOP_BY_CGROUP] = TALLY_BY_CGROUP,
	};

	l->view.by = tallies[l->by];
	l->tally = l->view.by ? tally_new(&l->view) : NULL;
	memset(l->census, 0, sizeof(*l->census));
	l->answers = l->failing = l->time_ns = 0;
	l->process = NULL;
	return l->view.by && !l->tally ? -ENOMEM : begin_row(l);
}

static void forget(struct top_look *l)
{
	struct seen seen = { .root = l->files };

	tally_free(l->tally);
	l->tally = NULL;
	seen_free(&seen);
	l->files = NULL;
}

/**
 * top_look_init() - begin to look
 * @l: gets it
 * @by: what a row is of
 * @view: how files are added up; @by of it is set here
 * @saved: of a saved run: a look ends where the first query comes again
 *
 * Return: 0 or -ENOMEM; top_look_free() is owed in any case.
 */
int top_look_init(struct top_look *l, enum top_by by, const struct pages_view *view, bool saved)
{
	*l = (struct top_look){ .by = by, .view = *view, .saved = saved, .page_shift = 12 };
	l->census = malloc(sizeof(*l->census));
	return l->census ? begin(l) : -ENOMEM;
}

/**
 * top_look_free() - forget all
 * @l: looks
 */
void top_look_free(struct top_look *l)
{
	forget(l);
	row_free(l->row);
	free(l->census);
	free(l->first);
	top_rows_free(&l->rows);
	memset(l, 0, sizeof(*l));
}

/* Rows ------------------------------------------------------------------------------------ */

/* What is no number adds nothing to one that is: pages of an answer can be swapped or evicted. */
static uint64_t either(uint64_t a, uint64_t b)
{
	if (a == PAGESNAP_NONE)
		return b;
	if (b == PAGESNAP_NONE)
		return a;
	return a == PAGESNAP_UNKNOWN || b == PAGESNAP_UNKNOWN ? PAGESNAP_UNKNOWN : a + b;
}

static struct top_sums sums_of(const struct pagesnap_sums *sums)
{
	return (struct top_sums){ .pages = {
		[TOP_SIZE] = sums->pages, [TOP_DIRTY] = sums->dirty, [TOP_MAPPED] = sums->mapped,
		[TOP_EVICTED] = either(sums->evicted, sums->swapped),
	} };
}

static int add(struct top_look *l, const void *key, size_t key_len, const char *name, size_t len,
	       const struct top_sums *sums)
{
	struct top_row *row = top_rows_find(&l->rows, key, key_len);

	if (!row || top_row_name(row, name, len))
		return -ENOMEM;
	top_row_add(row, sums);
	return 0;
}

/* A renamed file is the same one; one that was made where another was removed is not. */
static int take_file(struct top_look *l, const struct pagesnap_record *r)
{
	const struct file_id id = file_id_of(&r->u->file);
	const uint64_t key[] = { id.dev, id.subvol, id.ino, r->u->file.gen };
	const struct top_sums sums = sums_of(pagesnap_record_sums(r));
	bool deleted = r->u->file.state == PAGESNAP_STATE_DELETED;
	struct value v = { .type = VALUE_NONE };
	char name[NAME_MAX_BYTES];
	int len;

	get_file(l->row, &v);
	if (v.type != VALUE_NAME && v.type != VALUE_WORD)
		len = snprintf(name, sizeof(name), "?");
	else
		len = snprintf(name, sizeof(name), "%.*s%s", (int)v.len, v.text,
			       deleted && v.type == VALUE_NAME ? " [deleted]" : "");
	if (len >= (int)sizeof(name))
		len = sizeof(name) - 1;
	return add(l, key, sizeof(key), name, len, &sums);
}

static int take_process(struct top_look *l, const struct pagesnap_task *task)
{
	const int comm_len = strnlen(task->comm, sizeof(task->comm));
	char name[64];
	int len = snprintf(name, sizeof(name), "%.*s %u", comm_len, task->comm, task->pid);

	l->process = top_rows_find(&l->rows, name, len);
	return l->process ? top_row_name(l->process, name, len) : -ENOMEM;
}

/* 1 if it has come before in this look. */
static int comes_again(struct top_look *l, const struct pagesnap_record *r)
{
	struct seen seen = { .root = l->files };
	int again = l->view.once ? seen_before(&seen, &r->u->file) : 0;

	l->files = seen.root;
	return again;
}

static int take_object(struct top_look *l, const struct pagesnap_record *r)
{
	struct top_sums sums;
	int again;

	if (!pagesnap_record_sums(r))
		return 0;
	if (r->u->rec.type == PAGESNAP_REC_VMA && l->process && l->by == TOP_BY_PROCESS) {
		sums = sums_of(pagesnap_record_sums(r));
		top_row_add(l->process, &sums);
	}
	if (r->u->rec.type != PAGESNAP_REC_FILE || !top_by_files(l->by))
		return 0;
	again = comes_again(l, r);
	if (again)
		return again < 0 ? again : 0;
	return l->tally ? tally_take(l->tally, l->row) : take_file(l, r);
}

/* Groups of files ------------------------------------------------------------------- */

static int take_groups(struct top_look *l)
{
	char name[NAME_MAX_BYTES];
	const struct tally_group *const *groups;
	size_t nr, i, len;
	int err = 0;

	groups = tally_groups(l->tally, &nr);
	for (i = 0; i < nr && !err; i++) {
		const struct top_sums sums = sums_of(&groups[i]->sums);

		l->row->scratch_len = 0;
		len = tally_group_name(groups[i], l->row, name, sizeof(name));
		err = add(l, groups[i]->key, strlen(groups[i]->key), name, len, &sums);
	}
	return err;
}

/* Classes --------------------------------------------------------------------------- */

static int add_class(struct top_look *l, const char *name, const struct top_sums *sums)
{
	return add(l, name, strlen(name), name, strlen(name), sums);
}

static int take_classes(struct top_look *l)
{
	struct top_sums sums = { .pages = { [TOP_EVICTED] = PAGESNAP_NONE } };
	uint64_t reserved = 0;
	unsigned int i;
	int err = 0;

	for (i = 0; i < PAGESNAP_KINDS && !err; i++) {
		const struct census_kind *k = &l->census->kinds[i];

		sums.pages[TOP_SIZE] = k->pages;
		sums.pages[TOP_DIRTY] = k->dirty;
		sums.pages[TOP_MAPPED] = k->mapped;
		reserved += k->reserved;
		if (k->pages)
			err = add_class(l, census_class(i), &sums);
	}
	sums.pages[TOP_DIRTY] = sums.pages[TOP_MAPPED] = 0;
	sums.pages[TOP_SIZE] = reserved;
	err = err ?: add_class(l, "reserved", &sums);
	/* as memory has them */
	sums.pages[TOP_SIZE] = l->census->uncounted;
	err = err ?: add_class(l, census_class(PAGESNAP_KIND_KERNEL), &sums);
	sums.pages[TOP_SIZE] = l->census->torn;
	return err ?: add_class(l, "moved", &sums);
}

/* Looks ----------------------------------------------------------------------------- */

/**
 * top_look_drop() - forget what came of a look that did not get to its end
 * @l: looks
 */
void top_look_drop(struct top_look *l)
{
	forget(l);
	top_rows_drop(&l->rows);
	if (begin(l))
		snprintf(l->said, sizeof(l->said), "%s", strerror(ENOMEM));
}

/**
 * top_look_end() - a look has got to its end
 * @l: looks
 *
 * Return: 0, -ENODATA if nothing was answered, or -ENOMEM.
 */
int top_look_end(struct top_look *l)
{
	bool answered = l->answers;
	int err = 0;

	l->failed = l->failing;
	if (answered && l->tally)
		err = take_groups(l);
	if (answered && !err && l->by == TOP_BY_CLASS)
		err = take_classes(l);
	if (!answered || err) {
		top_look_drop(l);
		return err ?: -ENODATA;
	}
	top_rows_turn(&l->rows);
	l->page_shift = l->row->page_shift;
	l->ended_ns = l->time_ns;
	forget(l);
	return begin(l);
}

static void take_error(struct top_look *l, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_message(r, &len);

	l->failing++;
	if (len)
		safe_text(text, len, "\"\\", l->said, sizeof(l->said));
	else
		snprintf(l->said, sizeof(l->said), "%s", strerror(r->u->error.err));
}

/* As audit: processes and inodes that come and go are met on each machine in use. */
static void take_end(struct top_look *l, const struct pagesnap_end *end)
{
	char skipped[SKIPPED_MAX];

	l->process = NULL;
	l->answers += end->status != PAGESNAP_END_ERROR;
	if (end->status != PAGESNAP_END_PARTIAL ||
	    !(truncated_text(end) || end->skipped[PAGESNAP_WHY_BUSY]))
		return;
	l->failing++;
	snprintf(l->said, sizeof(l->said), "%s", truncated_text(end) ?:
		 skipped_text(&kind_pages, end, skipped, sizeof(skipped)));
}

/* Where the first query of a saved run comes again somebody has looked again. */
static int take_query(struct top_look *l, const struct pagesnap_record *r)
{
	const uint64_t time_ns = r->u->query.time_ns;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);
	int err = 0, next = 0;

	if (!l->first) {
		l->first = strndup(text, len);
		err = l->first ? 0 : -ENOMEM;
	} else if (l->saved && strlen(l->first) == len && !memcmp(l->first, text, len) &&
		   (l->answers || l->failing)) {
		err = top_look_end(l);
		next = err ? 0 : TOP_LOOK_NEXT;
		err = err == -ENODATA ? 0 : err;
	}
	if (!l->time_ns)
		l->time_ns = time_ns;
	return err ? err : next;
}

static int take_header(struct top_look *l, const struct pagesnap_header *h)
{
	if (!*h->collection || !strcmp(h->collection, "pages"))
		return 0;
	l->wrong = true;
	snprintf(l->said, sizeof(l->said), "answers of objects/mm/");
	safe_text(h->collection, strnlen(h->collection, sizeof(h->collection)), "",
		  l->said + strlen(l->said), sizeof(l->said) - strlen(l->said));
	return -EPROTONOSUPPORT;
}

/**
 * top_look_take() - take a record of an answer
 * @look: looks
 * @r: record
 *
 * Return: 0, TOP_LOOK_NEXT if a look has ended before it, or a negative errno.
 */
int top_look_take(void *look, const struct pagesnap_record *r)
{
	struct top_look *l = look;
	int next = 0;

	if (r->u->rec.type == PAGESNAP_REC_HEADER && take_header(l, &r->u->header))
		return -EPROTONOSUPPORT;
	if (r->u->rec.type == PAGESNAP_REC_QUERY)
		next = take_query(l, r);
	if (next < 0 || row_take(l->row, r) == -ENOMEM)
		return next < 0 ? next : -ENOMEM;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_ERROR:
		take_error(l, r);
		return 0;
	case PAGESNAP_REC_TASK:
		return l->by == TOP_BY_PROCESS ? take_process(l, &r->u->task) : 0;
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
		return take_object(l, r);
	case PAGESNAP_REC_END:
		take_end(l, &r->u->end);
		break;
	}
	return next ?: l->by == TOP_BY_CLASS ? census_take(l->census, r) : 0;
}
