// SPDX-License-Identifier: GPL-2.0
/*
 * Standing sets: what a writer leaves for readers who come later.
 */
#include <linux/ktime.h>

#include "set.h"

/**
 * pagesnap_set_init() - make an empty standing set
 * @set: set
 */
void pagesnap_set_init(struct pagesnap_set *set)
{
	mutex_init(&set->lock);
	pagesnap_lines_init(&set->lines);
	set->next_q = 1;
}

/**
 * pagesnap_set_clear() - empty a standing set
 * @set: set
 *
 * Return: 0, or -EINTR on a fatal signal.
 */
int pagesnap_set_clear(struct pagesnap_set *set)
{
	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	pagesnap_lines_clear(&set->lines);
	set->nr_lines = 0;
	set->next_q = 1;
	mutex_unlock(&set->lock);
	return 0;
}

static void sign_set(struct pagesnap_set *set)
{
	set->pid = task_tgid_nr(current);
	get_task_comm(set->comm, current);
	set->set_ns = ktime_get_boottime_ns();
}

/**
 * pagesnap_set_look() - what would the next line be?
 * @set: set
 * @empty: it would be the first query
 * @line_nr: number of the line
 *
 * Return: 0, or -EINTR on a fatal signal.
 */
int pagesnap_set_look(struct pagesnap_set *set, bool *empty, u32 *line_nr)
{
	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	*empty = pagesnap_lines_empty(&set->lines);
	*line_nr = set->nr_lines + 1;
	mutex_unlock(&set->lock);
	return 0;
}

/**
 * pagesnap_set_append() - add a query
 * @set: set
 * @line: query, the set's if this succeeds
 *
 * Return: 0, -ENOSPC if the set is full, -EINTR on a fatal signal.
 */
int pagesnap_set_append(struct pagesnap_set *set, struct pagesnap_line *line)
{
	int err = -ENOSPC;

	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	if (pagesnap_lines_have_room(&set->lines, line->len)) {
		line->line = ++set->nr_lines;
		line->q = set->next_q++;
		pagesnap_lines_add(&set->lines, line);
		sign_set(set);
		err = 0;
	}
	mutex_unlock(&set->lock);
	return err;
}

/**
 * pagesnap_set_skip() - count a line without a query
 * @set: set
 *
 * Return: 0, or -EINTR on a fatal signal.
 */
int pagesnap_set_skip(struct pagesnap_set *set)
{
	if (mutex_lock_killable(&set->lock))
		return -EINTR;
	set->nr_lines++;
	mutex_unlock(&set->lock);
	return 0;
}
