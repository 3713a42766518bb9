// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: files of a stream
 *
 * A file with sums is a row at once.  Of another, what its runs say is added up until the next
 * file: of that, what a run does not tell is unknown.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gather_file.h"
#include "kinds/pages_get.h"

/* The page counts in pages of this size, whatever those of a machine are. */
#define UNIT_SHIFT 12

static uint64_t in_units(const struct gather_stream *s, uint64_t pages)
{
	if (pages >= PAGESNAP_NONE)
		return pages;
	return s->page_shift < UNIT_SHIFT ? pages >> (UNIT_SHIFT - s->page_shift) :
	       pages << (s->page_shift - UNIT_SHIFT);
}

/* Filesystems and memory cgroups ------------------------------------------------------- */

static void put_value(struct list *to, const struct value *v)
{
	if (v->type == VALUE_NAME || v->type == VALUE_WORD)
		list_text(to, v->text, v->len);
	else
		list_word(to, "?");
}

/* The number of the superblock that files belong to; -ENOMEM. */
static int64_t find_fs(struct gather *g, const struct pagesnap_file *file)
{
	struct gather_stream *s = &g->stream;
	struct value type = { .type = VALUE_NONE }, mount = { .type = VALUE_NONE };
	const uint32_t key[] = { s->machine->nr, file->dev_major, file->dev_minor };
	char dev[32];
	bool fresh;
	int64_t nr;

	nr = index_find(&g->filesystems, key, sizeof(key), &fresh);
	if (nr < 0 || !fresh)
		return nr;
	get_fstype(s->row, &type);
	get_mount(s->row, &mount);
	list_array(&g->fs_list);
	list_number(&g->fs_list, s->machine->nr);
	snprintf(dev, sizeof(dev), "%u:%u", file->dev_major, file->dev_minor);
	list_word(&g->fs_list, dev);
	put_value(&g->fs_list, &type);
	put_value(&g->fs_list, &mount);
	list_array_end(&g->fs_list);
	return nr;
}

/* The number of a memory cgroup; -ENOMEM. */
static int64_t find_cgroup(struct gather *g, uint64_t ino)
{
	const uint64_t key[] = { g->stream.machine->nr, ino };
	bool fresh;
	int64_t nr = index_find(&g->cgroups, key, sizeof(key), &fresh);

	if (nr >= 0 && fresh)
		value_buf_put(&g->cgroup_inos, (const char *)&ino, sizeof(ino));
	return g->cgroup_inos.failed ? -ENOMEM : nr;
}

/* Inodes become numbers. */
static int number_cgroups(struct gather *g, struct pagesnap_subtotal *cgroups, size_t nr)
{
	int64_t number;
	size_t i;

	for (i = 0; i < nr; i++) {
		number = find_cgroup(g, cgroups[i].key);
		if (number < 0)
			return number;
		cgroups[i].key = number;
		cgroups[i].pages = in_units(&g->stream, cgroups[i].pages);
	}
	return 0;
}

/* Rows --------------------------------------------------------------------------------- */

static uint64_t large_of(const struct pagesnap_sums *sums)
{
	uint64_t large = 0;
	unsigned int i;

	for (i = 1; i < PAGESNAP_ORDERS; i++) {
		if (sums->orders[i] == PAGESNAP_UNKNOWN)
			return PAGESNAP_UNKNOWN;
		large += sums->orders[i];
	}
	return large;
}

static void set_numbers(const struct gather_stream *s, const struct pagesnap_file *file,
			const struct pagesnap_sums *sums, uint64_t droppable,
			uint64_t to[FILES_COLUMNS])
{
	const uint64_t numbers[FILES_COLUMNS] = {
		[FILES_STREAM] = s->nr, [FILES_INO] = file->ino, [FILES_GEN] = file->gen,
		[FILES_STATE] = file->state, [FILES_MODE] = file->mode >> 12,
		[FILES_NLINK] = file->nlink, [FILES_SIZE] = file->size,
		[FILES_PAGES] = sums->pages, [FILES_DIRTY] = sums->dirty,
		[FILES_WRITEBACK] = sums->writeback, [FILES_MAPPED] = sums->mapped,
		[FILES_ACTIVE] = sums->active, [FILES_REFERENCED] = sums->referenced,
		[FILES_UNEVICTABLE] = sums->unevictable, [FILES_DROPPABLE] = droppable,
		[FILES_EVICTED] = sums->evicted, [FILES_LARGE] = large_of(sums),
	};
	unsigned int i;

	for (i = 0; i < FILES_COLUMNS; i++)
		to[i] = i < FILES_PAGES ? numbers[i] : in_units(s, numbers[i]);
}

static int put_file(struct gather *g, const struct pagesnap_file *file,
		    const struct pagesnap_sums *sums, uint64_t droppable, struct files_row *row,
		    struct pagesnap_subtotal *cgroups)
{
	int err = number_cgroups(g, cgroups, row->nr_cgroups);

	if (err)
		return err;
	row->cgroups = cgroups;
	set_numbers(&g->stream, file, sums, droppable, row->numbers);
	row->numbers[FILES_FS] = g->stream.fs;
	return files_add(&g->files, row);
}

static void set_name_of(struct gather *g, struct files_row *row)
{
	struct value v = { .type = VALUE_NONE };

	get_file(g->stream.row, &v);
	row->name = v.type == VALUE_NAME || v.type == VALUE_WORD ? v.text : "?";
	row->len = v.type == VALUE_NAME || v.type == VALUE_WORD ? v.len : 1;
}

static int put_with_sums(struct gather *g, const struct pagesnap_record *r,
			 const struct pagesnap_sums *sums)
{
	const struct pagesnap_file *file = &r->u->file;
	struct pagesnap_subtotal cgroups[PAGESNAP_SUBTOTALS_MAX + 1];
	const uint64_t droppable = pages_row(g->stream.row)->droppable;
	struct files_row row = { .nr_cgroups = pagesnap_record_cgroups(r) };
	size_t i;

	if (row.nr_cgroups > PAGESNAP_SUBTOTALS_MAX + 1)
		row.nr_cgroups = PAGESNAP_SUBTOTALS_MAX + 1;
	for (i = 0; i < row.nr_cgroups; i++)
		cgroups[i] = pagesnap_record_cgroup(r, i);
	if (!row.nr_cgroups && sums->pages) {
		row.nr_cgroups = 1;
		cgroups[0] = (struct pagesnap_subtotal){ PAGESNAP_UNKNOWN, sums->pages };
	}
	set_name_of(g, &row);
	return put_file(g, file, sums, droppable, &row, cgroups);
}

/* Runs --------------------------------------------------------------------------------- */

static int begin_runs(struct gather *g, const struct pagesnap_record *r)
{
	struct gather_file *f = &g->file;
	struct files_row row = { .len = 0 };

	set_name_of(g, &row);
	f->name.len = 0;
	value_buf_put(&f->name, row.name, row.len);
	f->file = r->u->file;
	pages_summary_free(&f->runs);
	memset(&f->runs, 0, sizeof(f->runs));
	f->nr_cgroups = 0;
	f->open = true;
	return f->name.failed ? -ENOMEM : 0;
}

/* Flags that are not in the mask of the query are not told by runs. */
static void hide_unasked(struct pagesnap_sums *sums, uint64_t mask)
{
	const struct {
		unsigned int bit;
		__u64 *count;
	} counts[] = {
		{ KPF_DIRTY, &sums->dirty }, { KPF_WRITEBACK, &sums->writeback },
		{ KPF_ACTIVE, &sums->active }, { KPF_REFERENCED, &sums->referenced },
		{ KPF_UNEVICTABLE, &sums->unevictable },
	};
	size_t i;

	for (i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (!(mask >> counts[i].bit & 1))
			*counts[i].count = PAGESNAP_UNKNOWN;
}

static void add_cgroup(struct gather_file *f, uint64_t ino, uint64_t pages)
{
	size_t i;

	for (i = 0; i < f->nr_cgroups && f->cgroups[i].key != ino; i++)
		;
	/* the last place is of all that have none */
	if (i == PAGESNAP_SUBTOTALS_MAX - 1 && (i == f->nr_cgroups || f->cgroups[i].key != ino))
		ino = PAGESNAP_OTHER;
	if (i == f->nr_cgroups)
		f->cgroups[f->nr_cgroups++] = (struct pagesnap_subtotal){ ino, 0 };
	f->cgroups[i].pages += pages;
}

/**
 * gather_file_run() - take a run or a gap
 * @g: gets it
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int gather_file_run(struct gather *g, const struct pagesnap_record *r)
{
	struct gather_file *f = &g->file;
	unsigned int type = r->u->rec.type;

	if (!f->open)
		return 0;
	if (type == PAGESNAP_REC_RUN || type == PAGESNAP_REC_PAGE)
		add_cgroup(f, r->u->run.cgroup, r->u->run.nr);
	return pages_summary_take(&f->runs, r);
}

/**
 * gather_file_flush() - no more runs come of a file
 * @g: has them
 *
 * Return: 0 or -ENOMEM.
 */
int gather_file_flush(struct gather *g)
{
	struct gather_file *f = &g->file;
	struct files_row row = { .name = f->name.s, .len = f->name.len,
				 .nr_cgroups = f->nr_cgroups };

	if (!f->open)
		return 0;
	f->open = false;
	hide_unasked(&f->runs.sums, g->stream.mask);
	return put_file(g, &f->file, &f->runs.sums, PAGESNAP_UNKNOWN, &row, f->cgroups);
}

/**
 * gather_file_free() - forget a file
 * @f: file
 */
void gather_file_free(struct gather_file *f)
{
	pages_summary_free(&f->runs);
	value_buf_free(&f->name);
}

/* Files -------------------------------------------------------------------------------- */

/**
 * gather_file_take() - take a file
 * @g: gets it
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int gather_file_take(struct gather *g, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	struct gather_stream *s = &g->stream;
	int err = gather_file_flush(g), again;
	int64_t fs;

	if (err)
		return err;
	again = seen_before(&s->machine->seen, &r->u->file);
	if (again) {
		g->repeated += again > 0;
		return again < 0 ? again : 0;
	}
	fs = find_fs(g, &r->u->file);
	if (fs < 0)
		return fs;
	s->fs = fs;
	return sums ? put_with_sums(g, r, sums) : begin_runs(g, r);
}
