// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the records of one moment
 *
 * Files are found again by device, subvolume, inode and generation.  In groups each part of a file
 * that is in one is found again, so pages that were charged to another cgroup have left one and
 * entered the other.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "kinds/pages_get.h"
#include "kinds/skipped.h"
#include "render/pages/group_name.h"
#include "render/pages/tally.h"
#include "take.h"

#define BIT(n) (1ULL << (n))
#define SUFFIX " format=binary"
#define NAME_ROOM (PAGESNAP_MORE_MAX + 64)
#define DELETED " [deleted]"

/* Pages of an answer can be swapped or evicted: what is no number adds nothing to one. */
static uint64_t either(uint64_t a, uint64_t b)
{
	if (a == PAGESNAP_NONE)
		return b;
	if (b == PAGESNAP_NONE)
		return a;
	return a == PAGESNAP_UNKNOWN || b == PAGESNAP_UNKNOWN ? PAGESNAP_UNKNOWN : a + b;
}

static void set_sums(struct diff_state *s, const struct pagesnap_sums *sums)
{
	s->pages = sums->pages;
	s->dirty = sums->dirty;
	s->evicted = either(sums->evicted, sums->swapped);
}

static int name_file(struct diff_taking *t, struct diff_file *file)
{
	const struct pagesnap_file *f = pages_row_file(t->row);
	struct diff_state *s = &file->at[t->moment];
	struct value v = { .type = VALUE_NONE };
	char name[NAME_ROOM];
	int len;

	t->row->scratch_len = 0;
	get_file(t->row, &v);
	if (v.type != VALUE_NAME && v.type != VALUE_WORD)
		return diff_file_name(file, t->moment, "?", 1);
	s->deleted = f->state == PAGESNAP_STATE_DELETED;
	s->named = v.type == VALUE_NAME && v.len && *v.text == '/';
	len = snprintf(name, sizeof(name), "%.*s%s", (int)v.len, v.text,
		       s->deleted && v.type == VALUE_NAME ? DELETED : "");
	return diff_file_name(file, t->moment, name, len < NAME_ROOM ? len : NAME_ROOM - 1);
}

/* The part of a file that is in a group, 0: all of it; *@file is NULL if that has come before. */
static int find(struct diff_taking *t, uint64_t group, struct diff_file **file)
{
	const struct pagesnap_file *f = pages_row_file(t->row);
	const struct file_id id = file_id_of(f);
	const struct diff_key key = {
		.dev = id.dev, .subvol = id.subvol, .ino = id.ino, .gen = f->gen, .group = group,
	};
	struct diff_state *s;

	*file = diff_files_find(&t->m->files, &key);
	if (!*file)
		return -ENOMEM;
	s = &(*file)->at[t->moment];
	if (s->there) {
		t->look->again++;
		*file = NULL;
		return 0;
	}
	s->there = true;
	s->query = t->query;
	s->size = f->size;
	return 0;
}

static int take_group(struct diff_taking *t, const struct tally_group *g, bool runs)
{
	char name[NAME_ROOM];
	struct diff_name *group;
	struct diff_file *file;
	size_t len;
	int err;

	t->row->scratch_len = 0;
	len = tally_group_name(g, t->row, name, sizeof(name));
	group = diff_names_find(&t->m->groups, g->key, name, len);
	err = group ? find(t, group->number, &file) : -ENOMEM;
	if (err || !file)
		return err;
	if (runs)
		t->file = file;
	else
		set_sums(&file->at[t->moment], &g->sums);
	return 0;
}

/* Groups are those of du: one file is added up there, and asked for its groups. */
static int take_groups(struct diff_taking *t, bool runs)
{
	struct tally *tally = tally_new(&t->m->view);
	const struct tally_group *const *groups;
	size_t nr = 0, i;
	int err = tally ? tally_take(tally, t->row) : -ENOMEM;

	groups = err ? NULL : tally_groups(tally, &nr);
	for (i = 0; i < nr && !err; i++)
		err = take_group(t, groups[i], runs);
	tally_free(tally);
	return err;
}

/* Of a file whose pages come one by one it is not known yet how many there are. */
static int take_groups_of_runs(struct diff_taking *t)
{
	static const struct pagesnap_sums some = { .pages = 1 };
	struct pages_row *p = pages_row(t->row);
	int err;

	p->sums = &some;
	err = take_groups(t, true);
	p->sums = NULL;
	return err;
}

static int take_whole_file(struct diff_taking *t, const struct pagesnap_sums *sums)
{
	struct diff_file *file;
	int err = find(t, 0, &file);

	if (err || !file)
		return err;
	if (sums)
		set_sums(&file->at[t->moment], sums);
	else
		t->file = file;
	return name_file(t, file);
}

static int take_file(struct diff_taking *t, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	int err;

	t->file = NULL;
	t->look->files++;
	if (t->m->by == DIFF_BY_CLASS)
		return 0;
	if (t->m->by == DIFF_BY_FILE)
		err = take_whole_file(t, sums);
	else if (sums)
		err = take_groups(t, false);
	else
		err = take_groups_of_runs(t);
	if (!sums && t->file)
		t->file->at[t->moment].has_spans = true;
	return err;
}

static int add_span(struct diff_taking *t, uint64_t start, uint64_t nr, enum diff_page what)
{
	struct diff_state *s = &t->file->at[t->moment];

	s->pages += what == DIFF_CLEAN || what == DIFF_DIRTY ? nr : 0;
	s->dirty += what == DIFF_DIRTY ? nr : 0;
	s->evicted += what == DIFF_GONE ? nr : 0;
	return diff_spans_add(&s->spans, start, nr, what);
}

static void take_frames(struct diff_taking *t, const struct pagesnap_run *run)
{
	struct census_kind *k = &t->look->census.kinds[run->kind < PAGESNAP_KINDS ? run->kind :
						       PAGESNAP_KIND_KERNEL];

	t->look->frames++;
	if (run->flags & BIT(PAGESNAP_KPF_RESERVED)) {
		k->reserved += run->nr;
		return;
	}
	k->pages += run->nr;
	k->dirty += run->flags & BIT(KPF_DIRTY) ? run->nr : 0;
}

static int take_run(struct diff_taking *t, const struct pagesnap_run *run)
{
	if (run->unit == PAGESNAP_UNIT_PFN)
		take_frames(t, run);
	if (run->unit != PAGESNAP_UNIT_INDEX)
		return 0;
	t->look->runs++;
	return t->file ? add_span(t, run->index, run->nr, run->flags & BIT(KPF_DIRTY) ?
				  DIFF_DIRTY : DIFF_CLEAN) : 0;
}

static int take_gap(struct diff_taking *t, const struct pagesnap_gap *gap)
{
	if (gap->unit != PAGESNAP_UNIT_INDEX || !t->file)
		return 0;
	return add_span(t, gap->index, gap->nr, DIFF_GONE);
}

/* Answers -------------------------------------------------------------------------------- */

static int refuse(struct diff_taking *t, const char *what)
{
	say_error("%s: %s", say_safe(t->look->origin), what);
	t->refused = true;
	return -EPROTONOSUPPORT;
}

static int take_header(struct diff_taking *t, const struct pagesnap_header *h)
{
	struct diff_look *look = t->look;
	char what[96] = "answers of objects/mm/";

	if (*h->collection && strcmp(h->collection, "pages")) {
		snprintf(what + strlen(what), sizeof(what) - strlen(what), "%s, not of pages",
			 say_safe_bytes(h->collection, strnlen(h->collection, sizeof(h->collection))));
		return refuse(t, what);
	}
	if (*look->boot && memcmp(look->boot, h->boot, sizeof(look->boot)))
		return refuse(t, "answers of two boots or machines: it is more than one moment");
	memcpy(look->boot, h->boot, sizeof(look->boot));
	look->page_shift = h->page_shift;
	return 0;
}

static int take_query(struct diff_taking *t, const struct pagesnap_record *r)
{
	const struct pagesnap_header *h = &t->row->header.any.header;
	const unsigned char bit = 1 << t->moment;
	char key[NAME_ROOM];
	struct diff_name *query;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	if (len >= strlen(SUFFIX) && !memcmp(text + len - strlen(SUFFIX), SUFFIX, strlen(SUFFIX)))
		len -= strlen(SUFFIX);
	snprintf(key, sizeof(key), "%.*s: %.*s", (int)sizeof(h->file), h->file, (int)len, text);
	query = diff_names_find(&t->m->queries, key, key, strlen(key));
	if (!query)
		return -ENOMEM;
	if (query->asked & bit)
		return refuse(t, "the same query comes again: it is more than one moment");
	query->asked |= bit;
	t->look->subjects += strncmp(h->file, pagesnap_index_name(PAGESNAP_PFN),
				     sizeof(h->file)) != 0;
	t->query = query->number;
	t->file = NULL;
	if (!t->look->time_ns)
		t->look->time_ns = r->u->query.time_ns;
	return 0;
}

/*
 * Does an answer lack something that was there?  Inodes that are being freed or set up have no
 * pages, and those of DAX never have.  Frames that moved have a row.
 */
static bool lacks(const struct diff_taking *t, const struct pagesnap_end *end)
{
	static const unsigned int harmless[] = {
		PAGESNAP_WHY_FREEING, PAGESNAP_WHY_NEW, PAGESNAP_WHY_DAX,
	};
	uint64_t skipped = 0;
	size_t i;

	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		skipped += end->skipped[i];
	for (i = 0; i < sizeof(harmless) / sizeof(*harmless); i++)
		skipped -= end->skipped[harmless[i]];
	if (t->m->by == DIFF_BY_CLASS)
		skipped -= end->skipped[PAGESNAP_WHY_TORN];
	return end->status == PAGESNAP_END_ERROR || end->cut ||
	       (end->status == PAGESNAP_END_PARTIAL && skipped);
}

static int take_end(struct diff_taking *t, const struct pagesnap_end *end)
{
	char skipped[SKIPPED_MAX];

	if (end->status != PAGESNAP_END_ERROR)
		t->look->answers++;
	t->look->census.torn += end->skipped[PAGESNAP_WHY_TORN];
	if (!t->query || end->status == PAGESNAP_END_ERROR)
		return 0;
	if (!lacks(t, end)) {
		t->m->queries.list[t->query - 1]->answered |= 1 << t->moment;
	} else {
		t->look->partial = true;
		say_error("%s: %s", say_safe(t->look->origin), truncated_text(end) ?:
			  skipped_text(&kind_pages, end, skipped, sizeof(skipped)));
	}
	t->query = 0;
	t->file = NULL;
	return 0;
}

static int take_error(struct diff_taking *t, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_message(r, &len);

	t->look->partial = true;
	say_error("%s: %s", say_safe(t->look->origin),
		  len ? say_safe_bytes(text, len) : strerror(r->u->error.err));
	return 0;
}

/* Combinations of flags have kinds only where these were asked for. */
static bool is_census(const struct diff_taking *t)
{
	const struct diff_name *q = t->query ? t->m->queries.list[t->query - 1] : NULL;

	return q && memmem(q->name, q->name_len, " kinds=1", 8);
}

static int take_total(struct diff_taking *t, const struct pagesnap_record *r)
{
	if (r->u->rec.type != PAGESNAP_REC_TOTAL || !is_census(t))
		return 0;
	t->look->frames++;
	return census_take(&t->look->census, r);
}

static int take_item(struct diff_taking *t, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		return take_file(t, r);
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		return take_run(t, &r->u->run);
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
		return take_gap(t, &r->u->gap);
	case PAGESNAP_REC_TASK:
		t->look->others++;
		return 0;
	default:
		return take_total(t, r);
	}
}

/**
 * diff_take() - take a record of a moment
 * @taking: struct diff_taking
 * @r: record
 *
 * Return: 0 or a negative errno, -EPROTONOSUPPORT after a message.
 */
int diff_take(void *taking, const struct pagesnap_record *r)
{
	struct diff_taking *t = taking;

	if (r->u->rec.type == PAGESNAP_REC_HEADER && take_header(t, &r->u->header))
		return -EPROTONOSUPPORT;
	if (r->u->rec.type == PAGESNAP_REC_CGROUP)
		return names_save_cgroup(t->row->names, r->u->cgroup.ino, r->u->cgroup.path);
	if (row_take(t->row, r) == -ENOMEM)
		return -ENOMEM;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		return 0;
	case PAGESNAP_REC_QUERY:
		return take_query(t, r);
	case PAGESNAP_REC_ERROR:
		return take_error(t, r);
	case PAGESNAP_REC_END:
		return take_end(t, &r->u->end);
	default:
		return take_item(t, r);
	}
}
