// SPDX-License-Identifier: GPL-2.0
/*
 * What distinguishes files.
 */
#include "file_id.h"

/**
 * file_id_of() - which file is it?
 * @file: its record
 *
 * Return: what distinguishes it from others.
 */
struct file_id file_id_of(const struct pagesnap_file *file)
{
	return (struct file_id){
		.dev = (uint64_t)file->dev_major << 32 | file->dev_minor,
		.subvol = file->subvol, .ino = file->ino,
	};
}
