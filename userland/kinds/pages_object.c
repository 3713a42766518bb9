// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of superblocks, files, tasks, VMAs and spans.
 */

#include <errno.h>
#include <sys/stat.h>

#include "pages_get.h"
#include "offlist.h"
#include "tally_group.h"

static const struct pagesnap_file *file_of(const struct row *row)
{
	const struct record_copy *object = &pages_row(row)->object;

	return part_is(object, PAGESNAP_REC_FILE) ? &object->any.file : NULL;
}

static const struct pagesnap_vma *vma_of(const struct row *row)
{
	const struct record_copy *object = &pages_row(row)->object;

	return part_is(object, PAGESNAP_REC_VMA) ? &object->any.vma : NULL;
}

static const struct pagesnap_span *span_of(const struct row *row)
{
	const struct record_copy *object = &pages_row(row)->object;

	return part_is(object, PAGESNAP_REC_SPAN) ? &object->any.span : NULL;
}

static const struct pagesnap_sb *sb_of(const struct row *row)
{
	const struct record_copy *outer = &pages_row(row)->outer;

	return part_is(outer, PAGESNAP_REC_SB) ? &outer->any.sb : NULL;
}

static const struct pagesnap_task *task_of(const struct row *row)
{
	const struct record_copy *outer = &pages_row(row)->outer;

	return part_is(outer, PAGESNAP_REC_TASK) ? &outer->any.task : NULL;
}

static bool has_file(const struct pagesnap_vma *vma)
{
	return vma->ino != PAGESNAP_NONE;
}

/* Frames of a file, and its name was asked for. */
static const struct pagesnap_run *named_run(const struct row *row)
{
	const unsigned int both = PAGESNAP_RF_NAME | PAGESNAP_RF_OWNER;
	const struct pagesnap_run *run = run_of(row);

	return run && (run->rec.flags & both) == both ? run : NULL;
}

static void set_run_name(struct row *row, struct value *v)
{
	const struct pagesnap_run *run = named_run(row);
	const char *name;
	size_t len;

	if (!run)
		return;
	name = pagesnap_record_name(row->item, &len);
	if (len)
		set_name(v, name, len);
	else if (run->name_state != PAGESNAP_STATE_META)
		v->type = VALUE_UNKNOWN;
}

/* The name that was reported; if there is none, why. */
static void set_object_name(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);
	const char *name;
	size_t len;

	if (!file && !vma) {
		set_run_name(row, v);
		return;
	}
	name = pagesnap_record_name(&pages_row(row)->object.record, &len);
	if (len)
		set_name(v, name, len);
	else if (file ? file->state != PAGESNAP_STATE_META : has_file(vma))
		v->type = VALUE_UNKNOWN;
}

void get_name(struct row *row, struct value *v)
{
	set_object_name(row, v);
}

/* By a mount that shows it, or with a mark that its name is no path. */
static void set_below_root(struct row *row, uint32_t major, uint32_t minor, const char *mark,
			   struct value *v)
{
	size_t len;
	/* a mount may be longer than the folder that it shows */
	size_t size = v->len + 4096;
	char *path = row_scratch(row, size);

	if (!path)
		return;
	len = names_path(row->names, major, minor, v->text, v->len, path, size);
	if (!len) {
		memcpy(stpcpy(path, mark), v->text, v->len);
		len = strlen(mark) + v->len;
	}
	set_name(v, path, len);
}

/* For people, words say what it is that has no name. */
static void set_nameless(struct row *row, uint32_t state, const char *fstype, struct value *v)
{
	char *text;

	if (state == PAGESNAP_STATE_NONAME) {
		set_word(v, TALLY_NAMELESS);
	} else if (state == PAGESNAP_STATE_META) {
		text = row_scratch(row, 64);
		if (text)
			set_name(v, text, sprintf(text, "[%.*s%smetadata]", 32, fstype,
						  *fstype ? " " : ""));
	}
}

static void set_bdev(struct row *row, struct value *v)
{
	char *path = row_scratch(row, 4096);
	size_t len = path ? names_bdev(row->names, v->text, v->len, path, 4096) : 0;

	if (len)
		set_name(v, path, len);
}

/* No mount was asked for: names begin at the root of the superblock, if at all. */
static void set_mountless(struct row *row, uint32_t major, uint32_t minor, bool bdev,
			  struct value *v)
{
	if (v->len && *v->text == '/')
		set_below_root(row, major, minor, "[not mounted] ", v);
	else if (bdev)
		set_bdev(row, v);
}

/* Its name is a type of filesystem, so it has no path. */
static void set_offlist(struct row *row, struct value *v)
{
	char type[64], *text = row->for_people ? row_scratch(row, sizeof(type) + 2) : NULL;
	struct value name = *v;

	*v = (struct value){ .type = VALUE_NONE };
	if (text)
		set_name(v, text, sprintf(text, "[%s]", offlist_words(name.text, name.len, type,
								      sizeof(type))));
}

static void get_run_file(struct row *row, struct value *v)
{
	const struct pagesnap_run *run = named_run(row);
	const char *fstype;

	if (!run)
		return;
	if (v->type == VALUE_NAME && run->name_state == PAGESNAP_STATE_OFFLIST) {
		set_offlist(row, v);
	} else if (v->type == VALUE_NAME) {
		set_mountless(row, run->owner_major, run->owner_minor, true, v);
	} else if (row->for_people) {
		fstype = names_fstype(row->names, run->owner_major, run->owner_minor);
		set_nameless(row, run->name_state, fstype ?: "", v);
	}
}

void get_file(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_sb *sb = sb_of(row);

	set_object_name(row, v);
	if (!file)
		get_run_file(row, v);
	else if (v->type != VALUE_NAME && row->for_people)
		set_nameless(row, file->state, sb ? sb->fstype : "", v);
	else if (v->type == VALUE_NAME && file->state == PAGESNAP_STATE_OFFLIST)
		set_offlist(row, v);
	else if (v->type == VALUE_NAME && sb && !sb->asked_len)
		set_mountless(row, file->dev_major, file->dev_minor, S_ISBLK(file->mode), v);
	else if (v->type == VALUE_NAME && file->state == PAGESNAP_STATE_OUTSIDE)
		set_below_root(row, file->dev_major, file->dev_minor, "[outside] ", v);
}

/* Of a file the folder that it is in. */
void get_dir(struct row *row, struct value *v)
{
	const struct tally_group *group = pages_row(row)->group;
	const char *slash;

	if (group) {
		if (group->by == TALLY_BY_DIR)
			set_name(v, group->key, strlen(group->key));
		return;
	}
	get_file(row, v);
	slash = v->type == VALUE_NAME && *v->text == '/' ? memrchr(v->text, '/', v->len) : NULL;
	if (slash)
		v->len = slash == v->text ? 1 : slash - v->text;
	else if (v->type != VALUE_UNKNOWN)
		v->type = VALUE_NONE;
}

void get_files(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->group)
		set_number(v, p->group->files);
	else if (file_of(row) && !row->item)
		set_number(v, 1);
}

/* Of a row of a cgroup. */
static void set_cgroup_state(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);
	uint64_t ino = p->group->by == TALLY_BY_CGROUP ? p->group->cgroup : PAGESNAP_NONE;
	char path[4096];
	ssize_t len;

	if (ino == PAGESNAP_NONE || ino == PAGESNAP_OTHER)
		return;
	len = ino == PAGESNAP_UNKNOWN ? 0 : names_cgroup(row->names, ino, path, sizeof(path));
	if (len > 0)
		set_word(v, "live");
	else if (len == -ESTALE)
		set_word(v, "DEAD");
	else
		v->type = VALUE_UNKNOWN;
}

void get_state(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);
	const struct pagesnap_run *run = run_of(row);

	if (pages_row(row)->group)
		set_cgroup_state(row, v);
	else if (file)
		set_word(v, pagesnap_state_word(file->state));
	else if (vma && has_file(vma))
		set_word(v, pagesnap_state_word(vma->state));
	else if (run && (named_run(row) || pages_cache_of(row)))
		set_word(v, pagesnap_state_word(run->name_state));
}

const char *color_state(const struct value *v)
{
	if (v->type != VALUE_WORD || is_word(v, "live"))
		return NULL;
	return is_word(v, "deleted") ? "red" : "yellow";
}

void get_inode(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	if (file)
		set_number(v, file->ino);
	else if (vma)
		set_number(v, vma->ino);
}

/* ABI 1.0 had no subvolumes.  Its zero doesn't mean that there is none, where there may be one. */
static bool hides_subvol(const struct row *row)
{
	const struct pagesnap_sb *sb = sb_of(row);

	return row->header.set && !row->header.any.header.abi_minor &&
	       (!sb || !strcmp(sb->fstype, "btrfs"));
}

void get_subvol(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);

	if (file && file->subvol)
		set_number(v, file->subvol);
	else if (file && hides_subvol(row))
		v->type = VALUE_UNKNOWN;
}

void get_gen(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	/* any number may be a generation */
	if (file && file->ino == PAGESNAP_UNKNOWN) {
		v->type = VALUE_UNKNOWN;
	} else if (file || (vma && has_file(vma))) {
		v->type = VALUE_NUMBER;
		v->number = file ? file->gen : vma->gen;
	}
}

void get_dev(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);
	const struct pagesnap_sb *sb = sb_of(row);

	if (file)
		set_dev(row, v, file->dev_major, file->dev_minor);
	else if (vma)
		set_dev(row, v, vma->dev_major, vma->dev_minor);
	else if (sb)
		set_dev(row, v, sb->dev_major, sb->dev_minor);
}

void get_type(struct row *row, struct value *v)
{
	if (file_of(row))
		set_word(v, pagesnap_mode_word(file_of(row)->mode));
}

void get_nlink(struct row *row, struct value *v)
{
	if (file_of(row))
		set_number32(v, file_of(row)->nlink);
}

/* Bytes; "?" or "-". */
static void set_sized(struct value *v, uint64_t bytes)
{
	if (bytes >= PAGESNAP_NONE)
		set_number(v, bytes);
	else
		set_bytes(v, bytes);
}

void get_size(struct row *row, struct value *v)
{
	if (file_of(row))
		set_sized(v, file_of(row)->size);
	else if (vma_of(row))
		set_pages(row, v, vma_of(row)->end - vma_of(row)->start);
	else if (span_of(row))
		set_pages(row, v, span_of(row)->end - span_of(row)->start);
}

void get_cached(struct row *row, struct value *v)
{
	if (file_of(row))
		set_pages(row, v, file_of(row)->cached);
}

void get_cached_pages(struct row *row, struct value *v)
{
	if (file_of(row))
		set_number(v, file_of(row)->cached);
}

void get_fstype(struct row *row, struct value *v)
{
	if (sb_of(row))
		set_string(v, sb_of(row)->fstype, sizeof(sb_of(row)->fstype));
}

void get_sbid(struct row *row, struct value *v)
{
	if (sb_of(row))
		set_string(v, sb_of(row)->id, sizeof(sb_of(row)->id));
}

void get_mount(struct row *row, struct value *v)
{
	const char *name;
	size_t len;

	if (!sb_of(row))
		return;
	name = pagesnap_record_name(&pages_row(row)->outer.record, &len);
	if (len)
		set_name(v, name, len);
}

void get_asked(struct row *row, struct value *v)
{
	const char *name;
	size_t len;

	if (!sb_of(row))
		return;
	name = pagesnap_record_asked(&pages_row(row)->outer.record, &len);
	if (len)
		set_name(v, name, len);
}

void get_pid(struct row *row, struct value *v)
{
	if (task_of(row))
		set_number(v, task_of(row)->pid);
}

void get_command(struct row *row, struct value *v)
{
	const struct pagesnap_task *task = task_of(row);

	/* a command may be called "?" */
	if (task && *task->comm)
		set_name(v, task->comm, strnlen(task->comm, sizeof(task->comm)));
}

void get_vmas(struct row *row, struct value *v)
{
	if (task_of(row))
		set_number(v, task_of(row)->vmas);
}

/* A page as its number, or as the address where it begins. */
static void set_border(struct value *v, uint64_t page, unsigned int shift)
{
	if (page >= PAGESNAP_NONE)
		set_number(v, page);
	else
		set_hex(v, page << shift);
}

void get_start(struct row *row, struct value *v)
{
	if (vma_of(row))
		set_border(v, vma_of(row)->start, row->page_shift);
	else if (span_of(row))
		set_border(v, span_of(row)->start, 0);
}

void get_end(struct row *row, struct value *v)
{
	if (vma_of(row))
		set_border(v, vma_of(row)->end, row->page_shift);
	else if (span_of(row))
		set_border(v, span_of(row)->end, 0);
}

void get_start_page(struct row *row, struct value *v)
{
	if (vma_of(row))
		set_border(v, vma_of(row)->start, 0);
	else
		get_start(row, v);
}

void get_end_page(struct row *row, struct value *v)
{
	if (vma_of(row))
		set_border(v, vma_of(row)->end, 0);
	else
		get_end(row, v);
}

void get_prot(struct row *row, struct value *v)
{
	const struct pagesnap_vma *vma = vma_of(row);
	char *prot = vma && vma->start != PAGESNAP_NONE ? row_scratch(row, 4) : NULL;

	if (!prot)
		return;
	prot[0] = vma->prot & 1 ? 'r' : '-';
	prot[1] = vma->prot & 2 ? 'w' : '-';
	prot[2] = vma->prot & 4 ? 'x' : '-';
	prot[3] = vma->prot & 8 ? 's' : 'p';
	*v = (struct value){ VALUE_WORD, .text = prot, .len = 4 };
}

void get_pgoff(struct row *row, struct value *v)
{
	if (vma_of(row))
		set_border(v, vma_of(row)->pgoff, 0);
}
