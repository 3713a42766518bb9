// SPDX-License-Identifier: GPL-2.0
/*
 * Sums by key, now and at the last look.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "rows.h"

#define ROOM_FIRST 64

static int compare_keys(const void *a, const void *b)
{
	const struct top_row *x = a, *y = b;
	size_t len = x->key_len < y->key_len ? x->key_len : y->key_len;
	int order = memcmp(x->key, y->key, len);

	return order ?: (x->key_len > y->key_len) - (x->key_len < y->key_len);
}

static void free_row(struct top_row *row)
{
	free(row->key);
	free(row->name);
	free(row);
}

static struct top_row *new_row(const void *key, size_t key_len)
{
	struct top_row *row = calloc(1, sizeof(*row));

	if (!row)
		return NULL;
	row->key = malloc(key_len + 1);
	row->key_len = key_len;
	if (!row->key) {
		free_row(row);
		return NULL;
	}
	memcpy(row->key, key, key_len);
	return row;
}

static int make_room(struct top_rows *rows)
{
	size_t room = rows->room ? 2 * rows->room : ROOM_FIRST;
	struct top_row **list;

	if (rows->nr < rows->room)
		return 0;
	list = reallocarray(rows->list, room, sizeof(void *));
	if (!list)
		return -ENOMEM;
	rows->list = list;
	rows->room = room;
	return 0;
}

/**
 * top_rows_find() - find the row of a key, or make it
 * @rows: rows
 * @key: any bytes
 * @key_len: how many
 *
 * Return: row, NULL if there is no memory.
 */
struct top_row *top_rows_find(struct top_rows *rows, const void *key, size_t key_len)
{
	const struct top_row wanted = { .key = (char *)key, .key_len = key_len };
	struct top_row **found = tfind(&wanted, &rows->root, compare_keys), *row;

	if (found)
		return *found;
	row = make_room(rows) ? NULL : new_row(key, key_len);
	if (!row || !tsearch(row, &rows->root, compare_keys)) {
		if (row)
			free_row(row);
		return NULL;
	}
	rows->list[rows->nr++] = row;
	return row;
}

/**
 * top_row_name() - set the name that people know something by
 * @row: of it
 * @name: any bytes
 * @len: how many
 *
 * Return: 0 or -ENOMEM.
 */
int top_row_name(struct top_row *row, const char *name, size_t len)
{
	char *copy;

	if (row->name && row->name_len == len && !memcmp(row->name, name, len))
		return 0;
	copy = malloc(len + 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, name, len);
	copy[len] = '\0';
	free(row->name);
	row->name = copy;
	row->name_len = len;
	return 0;
}

/* What is unknown of a part is unknown of the sum; what makes no sense of a part adds nothing. */
static uint64_t add(uint64_t sum, uint64_t pages)
{
	if (sum == PAGESNAP_UNKNOWN || pages == PAGESNAP_NONE)
		return sum ?: pages;
	if (sum == PAGESNAP_NONE || pages == PAGESNAP_UNKNOWN)
		return pages;
	return sum + pages;
}

static void add_sums(struct top_sums *to, const struct top_sums *sums)
{
	int i;

	for (i = 0; i < TOP_SUMS; i++)
		to->pages[i] = add(to->pages[i], sums->pages[i]);
}

/**
 * top_row_add() - add to a row in the look that is under way
 * @row: row
 * @sums: pages
 */
void top_row_add(struct top_row *row, const struct top_sums *sums)
{
	add_sums(&row->next, sums);
}

static bool is_empty(const struct top_sums *sums)
{
	int i;

	for (i = 0; i < TOP_SUMS; i++)
		if (sums->pages[i] && sums->pages[i] != PAGESNAP_NONE)
			return false;
	return true;
}

/**
 * top_row_is_seen() - is there something to see of a row?
 * @row: row
 *
 * Return: false if it is of a look under way alone.
 */
bool top_row_is_seen(const struct top_row *row)
{
	return !is_empty(&row->now) || !is_empty(&row->before);
}

static void turn(struct top_row *row, bool first)
{
	row->before = first ? row->next : row->now;
	row->now = row->next;
	memset(&row->next, 0, sizeof(row->next));
}

/* Forgets rows of which there is nothing to see. */
static void forget_empty(struct top_rows *rows)
{
	size_t i, kept = 0;

	for (i = 0; i < rows->nr; i++) {
		struct top_row *row = rows->list[i];

		if (top_row_is_seen(row)) {
			rows->list[kept++] = row;
		} else {
			tdelete(row, &rows->root, compare_keys);
			free_row(row);
		}
	}
	rows->nr = rows->seen = kept;
}

/**
 * top_rows_turn() - a look has ended
 * @rows: what it found is now from now on, and what was now is before
 *
 * At the first look nothing has changed yet.
 */
void top_rows_turn(struct top_rows *rows)
{
	size_t i;

	for (i = 0; i < rows->nr; i++) {
		add_sums(&rows->total.next, &rows->list[i]->next);
		turn(rows->list[i], !rows->looks);
	}
	turn(&rows->total, !rows->looks);
	forget_empty(rows);
	rows->looks++;
}

/**
 * top_rows_drop() - a look has failed
 * @rows: they are as before it
 */
void top_rows_drop(struct top_rows *rows)
{
	size_t i;

	for (i = 0; i < rows->nr; i++)
		memset(&rows->list[i]->next, 0, sizeof(rows->list[i]->next));
	forget_empty(rows);
}

static void keep_node(void *node)
{
}

/**
 * top_rows_free() - forget all
 * @rows: all zero afterwards
 */
void top_rows_free(struct top_rows *rows)
{
	tdestroy(rows->root, keep_node);
	while (rows->nr)
		free_row(rows->list[--rows->nr]);
	free(rows->list);
	memset(rows, 0, sizeof(*rows));
}

/**
 * top_row_change() - what has changed since the look before
 * @row: row
 * @sum: which of its sums
 * @change: gets the difference in pages
 *
 * Return: false if it can't be known.
 */
bool top_row_change(const struct top_row *row, enum top_sum sum, int64_t *change)
{
	uint64_t now = row->now.pages[sum], before = row->before.pages[sum];

	*change = 0;
	if (now == PAGESNAP_UNKNOWN || before == PAGESNAP_UNKNOWN)
		return false;
	if (now == PAGESNAP_NONE && before == PAGESNAP_NONE)
		return false;
	now = now == PAGESNAP_NONE ? 0 : now;
	before = before == PAGESNAP_NONE ? 0 : before;
	*change = now - before;
	return true;
}
