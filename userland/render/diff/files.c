// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: files at two moments
 *
 * Memory grows with the files of both moments: about 250 bytes and the name for each; a file that
 * is at both has one entry, and its name once.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

#define ROOM_FIRST 64

static int compare_keys(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct diff_key));
}

static int make_room(struct diff_files *files)
{
	size_t room = files->room ? 2 * files->room : ROOM_FIRST;
	struct diff_file **list;

	if (files->nr < files->room)
		return 0;
	list = reallocarray(files->list, room, sizeof(void *));
	if (!list)
		return -ENOMEM;
	files->list = list;
	files->room = room;
	return 0;
}

/**
 * diff_files_find() - find a file, or add it
 * @files: all
 * @key: which
 *
 * Return: file, NULL if there is no memory.
 */
struct diff_file *diff_files_find(struct diff_files *files, const struct diff_key *key)
{
	struct diff_file **found = tfind(key, &files->root, compare_keys), *file;

	if (found)
		return *found;
	file = make_room(files) ? NULL : calloc(1, sizeof(*file));
	if (!file)
		return NULL;
	file->key = *key;
	if (!tsearch(file, &files->root, compare_keys)) {
		free(file);
		return NULL;
	}
	files->list[files->nr++] = file;
	return file;
}

/**
 * diff_file_name() - set what a file is called at a moment
 * @file: file
 * @moment: when; the first one before the second
 * @name: any bytes
 * @len: how many
 *
 * Return: 0 or -ENOMEM.
 */
int diff_file_name(struct diff_file *file, enum diff_moment moment, const char *name, size_t len)
{
	struct diff_state *s = &file->at[moment];
	const struct diff_state *first = &file->at[DIFF_FIRST];

	s->name_len = len;
	if (moment == DIFF_SECOND && first->name && first->name_len == len &&
	    !memcmp(first->name, name, len))
		return 0;
	s->name = malloc(len + 1);
	if (!s->name)
		return -ENOMEM;
	memcpy(s->name, name, len);
	s->name[len] = '\0';
	return 0;
}

/**
 * diff_file_named() - what a file is called at a moment
 * @file: file
 * @moment: when
 * @len: gets bytes of the name
 *
 * Return: name, NULL if it is not there.
 */
const char *diff_file_named(const struct diff_file *file, enum diff_moment moment, size_t *len)
{
	const struct diff_state *s = &file->at[moment];

	*len = s->name_len;
	if (!s->there)
		return NULL;
	return s->name ?: file->at[DIFF_FIRST].name;
}

/**
 * diff_file_renamed() - has a file another name now?
 * @file: file
 *
 * Return: false if one of the names is not known.
 */
bool diff_file_renamed(const struct diff_file *file)
{
	const struct diff_state *a = &file->at[DIFF_FIRST], *b = &file->at[DIFF_SECOND];

	return a->there && b->there && a->named && b->named && !b->deleted && !a->deleted && b->name;
}

/* Replaced files ------------------------------------------------------------------------- */

static bool only_at(const struct diff_file *file, enum diff_moment moment)
{
	const struct diff_state *s = &file->at[moment], *other = &file->at[!moment];

	return s->there && s->named && !s->deleted && (!other->there || other->deleted);
}

/* A file by its name at the moment at which it is there alone. */
static int compare_names(const void *a, const void *b)
{
	const struct diff_file *x = a, *y = b;
	const struct diff_state *s = &x->at[!only_at(x, DIFF_FIRST)];
	const struct diff_state *t = &y->at[!only_at(y, DIFF_FIRST)];
	size_t len = s->name_len < t->name_len ? s->name_len : t->name_len;
	int order = memcmp(s->name, t->name, len);

	return order ?: (s->name_len > t->name_len) - (s->name_len < t->name_len);
}

static void keep_node(void *node)
{
}

static int find_new(struct diff_files *files, void *gone)
{
	struct diff_file **found;
	size_t i;

	for (i = 0; i < files->nr; i++) {
		struct diff_file *file = files->list[i];

		if (!only_at(file, DIFF_SECOND) || !file->at[DIFF_SECOND].name)
			continue;
		found = tfind(file, &gone, compare_names);
		if (found)
			file->replaced = (*found)->replaced = true;
	}
	return 0;
}

/**
 * diff_files_match() - find files that have taken the name of another
 * @files: all, of both moments
 *
 * Return: 0 or -ENOMEM.
 */
int diff_files_match(struct diff_files *files)
{
	void *gone = NULL;
	size_t i;
	int err = 0;

	for (i = 0; i < files->nr && !err; i++)
		if (only_at(files->list[i], DIFF_FIRST) &&
		    !tsearch(files->list[i], &gone, compare_names))
			err = -ENOMEM;
	err = err ?: find_new(files, gone);
	tdestroy(gone, keep_node);
	return err;
}

static void free_file(struct diff_file *file)
{
	int moment;

	for (moment = 0; moment < DIFF_MOMENTS; moment++) {
		free(file->at[moment].name);
		diff_spans_free(&file->at[moment].spans);
	}
	free(file);
}

/**
 * diff_files_free() - forget all
 * @files: all zero afterwards
 */
void diff_files_free(struct diff_files *files)
{
	tdestroy(files->root, keep_node);
	while (files->nr)
		free_file(files->list[--files->nr]);
	free(files->list);
	memset(files, 0, sizeof(*files));
}
