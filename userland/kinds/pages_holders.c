// SPDX-License-Identifier: GPL-2.0
/*
 * The column of who holds a file.
 */
#include <inttypes.h>

#include "pages_get.h"
#include "holders.h"

/* PIDs of a row; of more than that, how many more. */
#define PIDS_MAX 128
/* Digits of a PID and a comma; and " and so on". */
#define PIDS_ROOM (PIDS_MAX * 11 + 32)

struct file_key {
	uint32_t major;
	uint32_t minor;
	uint64_t ino;
};

static bool key_of(const struct row *row, struct file_key *key)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_file *file = &p->object.any.file;
	const struct pagesnap_vma *vma = &p->object.any.vma;

	if (part_is(&p->object, PAGESNAP_REC_FILE))
		*key = (struct file_key){ file->dev_major, file->dev_minor, file->ino };
	else if (part_is(&p->object, PAGESNAP_REC_VMA) && vma->ino != PAGESNAP_NONE)
		*key = (struct file_key){ vma->dev_major, vma->dev_minor, vma->ino };
	else
		return false;
	return true;
}

/* Those of btrfs have another device in stat() than in the kernel's superblock. */
static bool hides_device(struct row *row, const struct file_key *key)
{
	const struct pages_row *p = pages_row(row);
	const char *type = part_is(&p->outer, PAGESNAP_REC_SB) ? p->outer.any.sb.fstype :
			   names_fstype(row->names, key->major, key->minor);

	return type && !strncmp(type, "btrfs", sizeof(p->outer.any.sb.fstype));
}

static void set_pids(struct row *row, const struct holders *h, size_t first, size_t nr,
		     struct value *v)
{
	char *text = row_scratch(row, PIDS_ROOM);
	size_t i, len = 0;

	for (i = 0; text && i < nr && i < PIDS_MAX; i++)
		len += sprintf(text + len, "%s%" PRIu32, i ? "," : "", holders_pid(h, first + i));
	if (!text)
		return;
	if (nr > PIDS_MAX)
		len += sprintf(text + len, ",+%zu", nr - PIDS_MAX);
	if (holders_miss_some(h))
		len += sprintf(text + len, ",?");
	v->type = VALUE_WORD;
	v->text = text;
	v->len = len;
}

void get_holders(struct row *row, struct value *v)
{
	struct pages_row *p = pages_row(row);
	struct file_key key;
	size_t first, nr;

	if (p->group || !key_of(row, &key))
		return;
	v->type = VALUE_UNKNOWN;
	if (names_foreign(row->names))
		return;
	if (!p->holders_known)
		p->holders = holders_read();
	p->holders_known = true;
	if (!p->holders)
		return;
	nr = holders_of(p->holders, key.major, key.minor, key.ino, &first);
	if (nr)
		set_pids(row, p->holders, first, nr, v);
	else if (!holders_miss_some(p->holders) && !hides_device(row, &key))
		v->type = VALUE_NONE;
}
