// SPDX-License-Identifier: GPL-2.0
/*
 * Values that are cgroups.
 */
#include <errno.h>
#include <inttypes.h>

#include "cgroup_value.h"
#include "column_get.h"

/**
 * set_cgroup() - set the inode of a cgroup
 * @v: value
 * @ino: inode, or PAGESNAP_NONE, _UNKNOWN, _OTHER
 */
void set_cgroup(struct value *v, uint64_t ino)
{
	if (ino == PAGESNAP_OTHER)
		set_word(v, value_key_word(VALUE_KEY_OTHER));
	else
		set_number(v, ino);
}

/**
 * set_cgroup_path() - set the path of a cgroup
 * @row: row, which knows the names
 * @ino: inode, or PAGESNAP_NONE, _UNKNOWN, _OTHER
 * @v: value
 *
 * People want to know which it is, even if it is gone.
 */
void set_cgroup_path(struct row *row, uint64_t ino, struct value *v)
{
	ssize_t len = -ENOMEM;
	char *path;

	if (ino == PAGESNAP_OTHER || ino == PAGESNAP_NONE)
		return;
	path = row_scratch(row, 4096);
	if (path && ino != PAGESNAP_UNKNOWN)
		len = names_cgroup(row->names, ino, path, 4096);
	if (len == -ESTALE && row->for_people)
		len = sprintf(path, "(ino %" PRIu64 ")", ino);
	if (len > 0)
		set_name(v, path, len);
	else
		v->type = VALUE_UNKNOWN;
}
