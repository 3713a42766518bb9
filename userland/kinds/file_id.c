// SPDX-License-Identifier: GPL-2.0
/*
 * The file of a row.
 */
#include "column_get.h"
#include "file_id.h"

/**
 * file_id_of() - which file is it?
 * @row: row
 *
 * Return: the file that it is of or belongs to, all 0 if that is none.
 */
struct file_id file_id_of(const struct row *row)
{
	const struct pagesnap_file *file = &row->object.any.file;

	if (!part_is(&row->object, PAGESNAP_REC_FILE))
		return (struct file_id){ };
	return (struct file_id){
		.dev = (uint64_t)file->dev_major << 32 | file->dev_minor,
		.subvol = file->subvol, .ino = file->ino,
	};
}
