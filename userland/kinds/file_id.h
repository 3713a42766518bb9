/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which file a row is of, to put equal ones in an order that doesn't depend on
 * which came first.
 */
#ifndef KINDS_FILE_ID_H
#define KINDS_FILE_ID_H

#include <stdint.h>

#include "lib/pagesnap.h"

/**
 * struct file_id - a file, all 0 for what is none
 * @dev: its device
 * @subvol: subvolume in which @ino is unique
 * @ino: its inode number
 */
struct file_id {
	uint64_t dev;
	uint64_t subvol;
	uint64_t ino;
};

struct file_id file_id_of(const struct pagesnap_file *file);

/**
 * file_id_compare() - which comes first?
 * @a: file
 * @b: file
 *
 * Return: below 0 if it is @a, above if @b, 0 if they are the same.
 */
static inline int file_id_compare(const struct file_id *a, const struct file_id *b)
{
	if (a->dev != b->dev)
		return a->dev < b->dev ? -1 : 1;
	if (a->subvol != b->subvol)
		return a->subvol < b->subvol ? -1 : 1;
	return (a->ino > b->ino) - (a->ino < b->ino);
}

#endif /* KINDS_FILE_ID_H */
