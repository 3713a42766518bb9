// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: files in a page
 *
 * Rows are kept until there are PART_ROWS of them, then they are written, column by column: so
 * memory does not grow with their number, but with that of folders.  A column in which
 * all numbers are the same is one number.
 */
#include <errno.h>
#include <string.h>

#include "block.h"
#include "files.h"

#define PART_ROWS 16384
/* The folder of all, and that of what has no path, such as metadata. */
#define ROOT 0
#define NO_PATH 1

static const char *const column_names[FILES_COLUMNS] = {
	[FILES_STREAM] = "stream", [FILES_FS] = "fs", [FILES_FOLDER] = "folder",
	[FILES_INO] = "ino", [FILES_GEN] = "gen", [FILES_STATE] = "state", [FILES_MODE] = "mode",
	[FILES_NLINK] = "nlink", [FILES_SIZE] = "size", [FILES_PAGES] = "pages",
	[FILES_DIRTY] = "dirty", [FILES_WRITEBACK] = "writeback", [FILES_MAPPED] = "mapped",
	[FILES_ACTIVE] = "active", [FILES_REFERENCED] = "referenced",
	[FILES_UNEVICTABLE] = "unevictable", [FILES_DROPPABLE] = "droppable",
	[FILES_EVICTED] = "evicted", [FILES_LARGE] = "large",
};

/**
 * files_column_name() - what a column is called
 * @column: which
 *
 * Return: word.
 */
const char *files_column_name(enum files_column column)
{
	return column_names[column];
}

/* Folders ------------------------------------------------------------------------------ */

/* The folder @name in folder @above; -ENOMEM. */
static int64_t child(struct files *f, uint64_t above, const char *name, size_t len)
{
	char key[sizeof(above) + PAGESNAP_MORE_MAX];
	bool fresh;
	int64_t nr;

	if (len > PAGESNAP_MORE_MAX)
		len = PAGESNAP_MORE_MAX;
	memcpy(key, &above, sizeof(above));
	memcpy(key + sizeof(above), name, len);
	nr = index_find(&f->folders, key, sizeof(above) + len, &fresh);
	if (nr < 0 || !fresh)
		return nr;
	block_put_number(&f->folder_names, above);
	value_buf_put(&f->folder_names, name, len);
	value_buf_char(&f->folder_names, '\0');
	return f->folder_names.failed ? -ENOMEM : nr;
}

/* Both are in no other, and have no name. */
static int make_roots(struct files *f)
{
	int64_t nr = f->folders.nr > NO_PATH ? 0 : child(f, ROOT, "", 0);

	if (nr >= 0)
		nr = f->folders.nr > NO_PATH ? 0 : child(f, NO_PATH, "", 0);
	return nr < 0 ? nr : 0;
}

/* -ENOMEM, or the number of the folder of a path, with which that begins. */
static int64_t folder_of(struct files *f, const char *path, size_t len)
{
	const char *at = path + 1, *end = path + len, *slash;
	int64_t nr = ROOT;

	if (f->last.len == len && !memcmp(f->last.s, path, len))
		return f->last_nr;
	for (; at < end && nr >= 0; at = slash + 1) {
		slash = memchr(at, '/', end - at) ?: end;
		nr = child(f, nr, at, slash - at);
	}
	f->last.len = 0;
	value_buf_put(&f->last, path, len);
	f->last_nr = nr;
	return f->last.failed ? -ENOMEM : nr;
}

static int64_t split(struct files *f, struct files_row *row, const char **base)
{
	const char *slash;
	int err = make_roots(f);

	*base = row->name;
	if (err)
		return err;
	if (!row->len || *row->name != '/')
		return NO_PATH;
	slash = memrchr(row->name, '/', row->len);
	*base = slash + 1;
	return slash == row->name ? ROOT : folder_of(f, row->name, slash - row->name);
}

/* Rows --------------------------------------------------------------------------------- */

static void put_cgroups(struct files_part *p, const struct files_row *row)
{
	size_t i;

	if (row->nr_cgroups == 1 && row->cgroups->pages == row->numbers[FILES_PAGES]) {
		block_put_number(&p->cgroups, 1);
		block_put_number(&p->cgroups, row->cgroups->key);
		return;
	}
	block_put_number(&p->cgroups, row->nr_cgroups ? row->nr_cgroups + 1 : 0);
	for (i = 0; i < row->nr_cgroups; i++) {
		block_put_number(&p->cgroups, row->cgroups[i].key);
		block_put_number(&p->cgroups, row->cgroups[i].pages);
	}
}

/* Neighbours often begin alike. */
static void put_name(struct files_part *p, const char *name, size_t len)
{
	size_t same = 0;

	while (same < len && same < p->last.len && name[same] == p->last.s[same])
		same++;
	block_put_number(&p->names, same);
	value_buf_put(&p->names, name + same, len - same);
	value_buf_char(&p->names, '\0');
	p->last.len = 0;
	value_buf_put(&p->last, name, len);
}

static bool has_failed(const struct files_part *p)
{
	bool failed = p->cgroups.failed || p->names.failed || p->last.failed;
	unsigned int i;

	for (i = 0; i < FILES_COLUMNS; i++)
		failed |= p->numbers[i].failed;
	return failed;
}

static void put_column(struct block *b, const struct value_buf *bytes)
{
	block_number(b, bytes->len);
	block_put(b, bytes->s, bytes->len);
}

static void empty(struct files_part *p)
{
	unsigned int i;

	for (i = 0; i < FILES_COLUMNS; i++) {
		p->numbers[i].len = 0;
		p->differs[i] = false;
	}
	p->cgroups.len = p->names.len = p->last.len = 0;
	p->nr = 0;
}

static void write_part(struct files *f)
{
	struct files_part *p = &f->part;
	struct block b;
	unsigned int i;

	if (!p->nr)
		return;
	block_begin(&b, f->to, "files");
	block_number(&b, p->nr);
	for (i = 0; i < FILES_COLUMNS; i++) {
		if (!p->differs[i]) {
			p->numbers[i].len = 0;
			block_put_number(&p->numbers[i], p->first[i]);
		}
		put_column(&b, &p->numbers[i]);
	}
	put_column(&b, &p->cgroups);
	put_column(&b, &p->names);
	block_end(&b);
	empty(p);
}

/* PAGESNAP_NONE is 0, PAGESNAP_UNKNOWN 1, and 0 is 2. */
static void put_number(struct files_part *p, unsigned int column, uint64_t number)
{
	number += 2;
	if (!p->nr)
		p->first[column] = number;
	p->differs[column] |= number != p->first[column];
	block_put_number(&p->numbers[column], number);
}

/**
 * files_add() - add a file
 * @f: files
 * @row: it; gets its folder
 *
 * Return: 0 or -ENOMEM.
 */
int files_add(struct files *f, struct files_row *row)
{
	struct files_part *p = &f->part;
	const char *base;
	int64_t folder = split(f, row, &base);
	unsigned int i;

	if (folder < 0)
		return folder;
	row->numbers[FILES_FOLDER] = folder;
	for (i = 0; i < FILES_COLUMNS; i++)
		put_number(p, i, row->numbers[i]);
	put_cgroups(p, row);
	put_name(p, base, row->name + row->len - base);
	p->nr++;
	f->nr++;
	if (has_failed(p))
		return -ENOMEM;
	if (p->nr == PART_ROWS)
		write_part(f);
	return 0;
}

/**
 * files_finish() - no more files come
 * @f: files
 *
 * Return: 0 or -ENOMEM.
 */
int files_finish(struct files *f)
{
	struct block b;
	int err = make_roots(f);

	if (err)
		return err;
	write_part(f);
	block_begin(&b, f->to, "folders");
	block_number(&b, f->folders.nr);
	block_put(&b, f->folder_names.s, f->folder_names.len);
	block_end(&b);
	return 0;
}

/**
 * files_free() - forget all
 * @f: files
 */
void files_free(struct files *f)
{
	unsigned int i;

	for (i = 0; i < FILES_COLUMNS; i++)
		value_buf_free(&f->part.numbers[i]);
	value_buf_free(&f->part.cgroups);
	value_buf_free(&f->part.names);
	value_buf_free(&f->part.last);
	value_buf_free(&f->folder_names);
	value_buf_free(&f->last);
	index_free(&f->folders);
}
