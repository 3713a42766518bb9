// SPDX-License-Identifier: GPL-2.0
/*
 * What a row of pages is of: its file, superblock and memory cgroups.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pages_get.h"

/**
 * pages_row_is_shared() - is a file charged to several cgroups?
 * @row: row of an object
 *
 * Return: true if so, or if the module does not report it, as that of ABI 1.0;
 * pages that are charged to none don't count.
 */
bool pages_row_is_shared(const struct row *row)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_record *r = &p->object.record;
	uint32_t nr, i, charged = 0;

	if (row->item || !p->object.set)
		return false;
	nr = pagesnap_record_cgroups(r);
	if (!nr)
		return p->sums && p->sums->pages;
	for (i = 0; i < nr && charged < 2; i++)
		charged += pagesnap_record_cgroup(r, i).key != PAGESNAP_NONE;
	return charged > 1;
}

/**
 * pages_row_file() - which file is it of?
 * @row: row
 *
 * Return: record of the file, NULL if it is of none.
 */
const struct pagesnap_file *pages_row_file(const struct row *row)
{
	const struct record_copy *object = &pages_row(row)->object;

	return part_is(object, PAGESNAP_REC_FILE) ? &object->any.file : NULL;
}

static void device_of(const struct row *row, uint32_t *major, uint32_t *minor)
{
	const struct record_copy *object = &pages_row(row)->object;

	*major = *minor = PAGESNAP_NONE32;
	if (part_is(object, PAGESNAP_REC_FILE)) {
		*major = object->any.file.dev_major;
		*minor = object->any.file.dev_minor;
	} else if (part_is(object, PAGESNAP_REC_VMA)) {
		*major = object->any.vma.dev_major;
		*minor = object->any.vma.dev_minor;
	}
}

/**
 * pages_row_sb() - which superblock is it of?
 * @row: row
 * @sb: filled; of a file that was named there is no record of its superblock
 */
void pages_row_sb(const struct row *row, struct pagesnap_sb *sb)
{
	const struct pages_row *p = pages_row(row);
	uint32_t major, minor;

	if (part_is(&p->outer, PAGESNAP_REC_SB)) {
		*sb = p->outer.any.sb;
		return;
	}
	device_of(row, &major, &minor);
	*sb = (struct pagesnap_sb){ .dev_major = major, .dev_minor = minor, .id = "?" };
	if (major != PAGESNAP_NONE32)
		snprintf(sb->fstype, sizeof(sb->fstype), "%s",
			 names_fstype(row->names, major, minor) ?: "?");
}

/**
 * pages_row_mount() - where is its superblock mounted?
 * @row: row
 * @len: bytes of the path, 0 if the module doesn't report it
 *
 * Return: path.
 */
const char *pages_row_mount(const struct row *row, size_t *len)
{
	const struct record_copy *outer = &pages_row(row)->outer;

	*len = 0;
	return part_is(outer, PAGESNAP_REC_SB) ? pagesnap_record_name(&outer->record, len) : "";
}

/**
 * pages_row_take_sb() - have a row be of a superblock
 * @row: row
 * @sb: superblock
 * @mount: where it is mounted
 *
 * Return: ROW_SKIP or -ENOMEM.
 */
int pages_row_take_sb(struct row *row, const struct pagesnap_sb *sb, const char *mount)
{
	union pagesnap_any u = { .sb = *sb };
	const struct pagesnap_record r = { .u = &u, .bytes = mount, .len = strlen(mount) };

	u.rec.type = PAGESNAP_REC_SB;
	u.sb.asked_len = 0;
	u.sb.name_len = r.len;
	return row_take(row, &r);
}
