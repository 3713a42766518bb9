// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the largest files, by filesystem
 *
 * Files that are too small to matter are left out by the module, so what comes is little,
 * however many files are cached.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "ask/asking.h"
#include "base/say.h"
#include "files.h"
#include "kinds/kind.h"

/* A query of one filesystem: @row has what its records belong to. */
struct walk {
	struct files *files;
	struct row *row;
	column_get *name;
	char fstype[32];
};

static struct parts *parts_of(struct walk *w)
{
	if (!strcmp(w->fstype, "tmpfs") || !strcmp(w->fstype, "devtmpfs"))
		return &w->files->shared;
	return strcmp(w->fstype, "hugetlbfs") ? &w->files->cached : &w->files->huge;
}

/* Of a file that was deleted people want to know it: its memory comes back when it is closed. */
static void add(struct parts *to, uint64_t pages, const struct value *v, bool deleted)
{
	char name[PATH_MAX + sizeof(" [deleted]")];
	int len = v->len < PATH_MAX ? v->len : PATH_MAX;

	if (v->type != VALUE_NAME && v->type != VALUE_WORD) {
		parts_add(to, pages, "?", 1);
		return;
	}
	len = snprintf(name, sizeof(name), "%.*s%s", len, v->text, deleted ? " [deleted]" : "");
	parts_add(to, pages, name, len);
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	struct value v = { .type = VALUE_NONE };
	struct walk *w = ctx;

	if (row_take(w->row, r) == -ENOMEM)
		return -ENOMEM;
	if (r->u->rec.type == PAGESNAP_REC_SB)
		memccpy(w->fstype, r->u->sb.fstype, '\0', sizeof(w->fstype) - 1);
	if (r->u->rec.type != PAGESNAP_REC_FILE || !sums)
		return 0;
	if (parts_keep(parts_of(w), sums->pages))
		w->name(w->row, &v);
	add(parts_of(w), sums->pages, &v, r->u->file.state == PAGESNAP_STATE_DELETED);
	return 0;
}

static int walk(struct walk *w, const char *subject, uint64_t least)
{
	struct asking asking = { .subject = subject, .take = take, .ctx = w };
	bool path = *subject == '/';
	const struct pagesnap_params query = {
		.group = PAGESNAP_GROUP_OBJECT, .min_pages = least,
		.path = path ? subject : NULL,
		.fstype = path ? NULL : subject + strlen("type:"),
	};
	int err;

	row_begin(w->row, 1);
	err = asking_run(&asking, PAGESNAP_SB, &query);
	w->files->failed |= asking.failed || asking.partial;
	return err;
}

/**
 * files_find() - find the largest files
 * @f: all zero
 * @places: every filesystem
 * @least: pages of the smallest that matters
 *
 * Return: 0, -EINTR after a signal, another negative errno after a message.
 */
int files_find(struct files *f, const struct places *places, uint64_t least)
{
	struct column_at at = { .table = 0 };
	struct walk w = { .files = f, .row = row_new(&kind_pages) };
	size_t i;
	int err = 0;

	if (!w.row) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	w.name = column_find(&kind_pages, "FILE", strlen("FILE"), &at)->get;
	/* words in brackets where there is no name */
	w.row->for_people = true;
	for (i = 0; i < places->nr && !err; i++)
		err = walk(&w, places->subjects[i], least);
	row_free(w.row);
	return err;
}
