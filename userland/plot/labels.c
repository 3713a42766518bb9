// SPDX-License-Identifier: GPL-2.0
/*
 * Which labels have room.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "labels.h"

/**
 * labels_init() - begin without any
 * @l: room for labels
 * @height: pixels that they stand beside
 *
 * Return: 0 or -ENOMEM; else labels_free() is owed.
 */
int labels_init(struct labels *l, double height)
{
	l->size = height + LABELS_HEIGHT;
	l->taken = calloc(1, l->size);
	return l->taken ? 0 : -ENOMEM;
}

/**
 * labels_take() - take the room of a label
 * @l: room for labels
 * @at: pixels from the top
 *
 * Return: is it free, and taken now?
 */
bool labels_take(struct labels *l, double at)
{
	size_t first = at > 0 ? at : 0;

	if (first + LABELS_HEIGHT > l->size || memchr(l->taken + first, 1, LABELS_HEIGHT))
		return false;
	memset(l->taken + first, 1, LABELS_HEIGHT);
	return true;
}

/**
 * labels_free() - forget labels
 * @l: room for them
 */
void labels_free(struct labels *l)
{
	free(l->taken);
}
