// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of fleet.  Engines know null alone: what is unknown is none there, as is what does not
 * apply.
 */
#include <sys/stat.h>

#include "column_table.h"
#include "fleet_line.h"
#include "kind.h"
#include "line_row.h"

static const struct fleet_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void known_number(struct value *v, uint64_t number)
{
	if (number < PAGESNAP_NONE)
		set_number(v, number);
}

static void known_number32(struct value *v, uint32_t number)
{
	if (number < PAGESNAP_NONE32)
		set_number(v, number);
}

static void known_word(struct value *v, const char *word)
{
	if (word && *word != '?')
		set_word(v, word);
}

static void known_text(struct value *v, const struct fleet_text *text)
{
	if (text->s)
		set_name(v, text->s, text->len);
}

/* A string of a record. */
static void known_string(struct value *v, const char *s, size_t size)
{
	set_string(v, s, size);
	if (v->type == VALUE_UNKNOWN)
		v->type = VALUE_NONE;
}

/* In bytes, by the pages of the machine that it is of. */
static void known_pages(const struct fleet_line *line, struct value *v, uint64_t pages)
{
	const unsigned int shift = line->header ? line->header->page_shift : 64;

	if (line->object && pages < PAGESNAP_NONE && shift < 64 && pages <= UINT64_MAX >> shift)
		set_bytes(v, pages << shift);
}

#define GET_TEXT(name)							\
static void get_##name(struct row *row, struct value *v)		\
{									\
	known_text(v, &line_of(row)->name);				\
}

#define GET_WORD(name)							\
static void get_##name(struct row *row, struct value *v)		\
{									\
	known_word(v, line_of(row)->name);				\
}

#define GET_NUMBER(name)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	known_number(v, line_of(row)->name);				\
}

#define GET_SUM(name)							\
static void get_##name(struct row *row, struct value *v)		\
{									\
	known_pages(line_of(row), v, line_of(row)->sums.name);		\
}

#define GET_STRING(name)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	const struct pagesnap_header *h = line_of(row)->header;		\
									\
	if (h)								\
		known_string(v, h->name, sizeof(h->name));		\
}

GET_WORD(record)
GET_TEXT(machine)
GET_TEXT(source)
GET_STRING(boot)
GET_STRING(kernel)
GET_STRING(file)
GET_NUMBER(look)
GET_NUMBER(time)
GET_NUMBER(answer)
GET_WORD(status)
GET_WORD(stream_status)
GET_TEXT(mount)
GET_WORD(root)
GET_TEXT(name)
GET_NUMBER(cgroup)
GET_TEXT(cgroup_path)
GET_WORD(cgroup_state)
GET_SUM(pages)
GET_SUM(dirty)
GET_SUM(writeback)
GET_SUM(mapped)
GET_SUM(active)
GET_SUM(referenced)
GET_SUM(unevictable)
GET_SUM(evicted)
GET_SUM(swapped)
GET_SUM(special)
GET_NUMBER(pss)
GET_TEXT(query)
GET_TEXT(reason)
GET_NUMBER(skipped)
GET_NUMBER(left)

static void get_schema(struct row *row, struct value *v)
{
	set_number(v, FLEET_SCHEMA);
}

/* Before it had a name there was one. */
static void get_collection(struct row *row, struct value *v)
{
	const struct pagesnap_header *h = line_of(row)->header;

	if (h && !*h->collection)
		set_word(v, "pages");
	else if (h)
		known_string(v, h->collection, sizeof(h->collection));
}

static void get_droppable(struct row *row, struct value *v)
{
	known_pages(line_of(row), v, line_of(row)->droppable);
}

/* What it is of --------------------------------------------------------------- */

static const struct pagesnap_file *file_of(const struct row *row)
{
	const union pagesnap_any *object = line_of(row)->object;

	return object && object->rec.type == PAGESNAP_REC_FILE ? &object->file : NULL;
}

static const struct pagesnap_vma *vma_of(const struct row *row)
{
	const union pagesnap_any *object = line_of(row)->object;

	return object && object->rec.type == PAGESNAP_REC_VMA ? &object->vma : NULL;
}

static void get_fstype(struct row *row, struct value *v)
{
	const struct pagesnap_sb *sb = line_of(row)->sb;

	if (sb)
		known_string(v, sb->fstype, sizeof(sb->fstype));
}

static void get_dev(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	if (file)
		set_dev(row, v, file->dev_major, file->dev_minor);
	else if (vma)
		set_dev(row, v, vma->dev_major, vma->dev_minor);
	if (v->type == VALUE_UNKNOWN)
		v->type = VALUE_NONE;
}

static void get_inode(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	if (file || vma)
		known_number(v, file ? file->ino : vma->ino);
}

/* Any number may be a generation. */
static void get_gen(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	if (file ? file->ino < PAGESNAP_NONE : vma && vma->ino < PAGESNAP_NONE)
		set_number(v, file ? file->gen : vma->gen);
}

static void get_subvol(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);

	if (file && file->subvol)
		known_number(v, file->subvol);
}

static void get_type(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);

	if (file)
		known_word(v, pagesnap_mode_word(file->mode));
}

static void get_nlink(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);

	if (file)
		known_number32(v, file->nlink);
}

static void get_state(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);
	const struct pagesnap_vma *vma = vma_of(row);

	if (file)
		known_word(v, pagesnap_state_word(file->state));
	else if (vma && vma->ino < PAGESNAP_NONE)
		known_word(v, pagesnap_state_word(vma->state));
}

static void get_size(struct row *row, struct value *v)
{
	const struct pagesnap_file *file = file_of(row);

	if (file)
		known_number(v, file->size);
}

static void get_pid(struct row *row, struct value *v)
{
	const struct pagesnap_task *task = line_of(row)->task;

	if (task)
		known_number32(v, task->pid);
}

static void get_comm(struct row *row, struct value *v)
{
	const struct pagesnap_task *task = line_of(row)->task;

	if (task)
		known_string(v, task->comm, sizeof(task->comm));
}

static const struct column of_fleet[] = {
	{ "SCHEMA", N, R, { }, get_schema, NULL, "version of what these columns mean", ANY },
	{ "RECORD", S, 0, { }, get_record, NULL, "what a row is: file, vma, span, total, end, stream",
	  ANY },
	{ "MACHINE", S, 0, { }, get_machine, NULL, "whose stream it is, as --machine says", ANY },
	{ "BOOT", S, 0, { }, get_boot, NULL, "boot id of the machine", ANY },
	{ "RELEASE", S, 0, { }, get_kernel, NULL, "release of its kernel", ANY },
	{ "SOURCE", S, T, { }, get_source, NULL, "file that the stream is in", ANY },
	{ "LOOK", N, R, { }, get_look, NULL, "number of the look at the machine in the stream", ANY },
	{ "TIME", N, R, { }, get_time, NULL, "when the look began, ns since 1970", ANY },
	{ "ANSWER", N, R, { }, get_answer, NULL, "number of the answer in the stream", ANY },
	{ "STATUS", S, 0, { }, get_status, NULL, "of the answer: complete, partial, error or cut", ANY },
	{ "STREAM_STATUS", S, 0, { }, get_stream_status, NULL,
	  "of the stream: complete, partial, cut, damaged or refused", ANY },
	{ "COLLECTION", S, 0, { }, get_collection, NULL, "collection that was asked", ANY },
	{ "INDEX_FILE", S, 0, { }, get_file, NULL, "index file of that", ANY },
	{ "FSTYPE", S, 0, { }, get_fstype, NULL, "type of the filesystem", ANY },
	{ "DEV", S, 0, { }, get_dev, NULL, "device of the file", ANY },
	{ "MOUNT", S, T, { }, get_mount, NULL, "where the filesystem is mounted", ANY },
	{ "INODE", N, R, { }, get_inode, NULL, "inode number", ANY },
	{ "GEN", N, R, { }, get_gen, NULL, "generation of the inode", ANY },
	{ "SUBVOL", N, R, { }, get_subvol, NULL, "subvolume of btrfs", ANY },
	{ "TYPE", S, 0, { }, get_type, NULL, "type of the file", ANY },
	{ "STATE", S, 0, { }, get_state, NULL, "live, deleted, noname, outside, meta, offlist", ANY },
	{ "ROOT", S, 0, { }, get_root, NULL, "what NAME begins at: machine or filesystem", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "name as the kernel reported it", ANY },
	{ "NLINK", N, R, { }, get_nlink, NULL, "links", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "size of the file, bytes", ANY },
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_comm, NULL, "name of the process", ANY },
	{ "CGROUP", N, R, { }, get_cgroup, NULL, "inode of the memory cgroup charged", ANY },
	{ "CGROUP_PATH", S, T, { }, get_cgroup_path, NULL, "path of that cgroup", ANY },
	{ "CGROUP_STATE", S, 0, { }, get_cgroup_state, NULL,
	  "live, removed, unknown, none, others or undivided", ANY },
	{ "RES", N, R, { }, get_pages, NULL, "in memory, bytes; and so the next nine", ANY },
	{ "DIRTY", N, R, { }, get_dirty, NULL, "of these, dirty", ANY },
	{ "WRITEBACK", N, R, { }, get_writeback, NULL, "under writeback", ANY },
	{ "MAPPED", N, R, { }, get_mapped, NULL, "mapped by some page table", ANY },
	{ "ACTIVE", N, R, { }, get_active, NULL, "on an active list", ANY },
	{ "REFERENCED", N, R, { }, get_referenced, NULL, "with the referenced flag", ANY },
	{ "UNEVICTABLE", N, R, { }, get_unevictable, NULL, "unevictable", ANY },
	{ "DROPPABLE", N, R, { }, get_droppable, NULL, "clean, unmapped and evictable", ANY },
	{ "EVICTED", N, R, { }, get_evicted, NULL, "not there any more: reclaimed", ANY },
	{ "SWAPPED", N, R, { }, get_swapped, NULL, "swapped out", ANY },
	{ "SPECIAL", N, R, { }, get_special, NULL, "other entries without a page", ANY },
	{ "PSS", N, R, { }, get_pss, NULL, "of a mapping: shared out to those that map it", ANY },
	{ "QUERY", S, T, { }, get_query, NULL, "what was asked, in a row of an end", ANY },
	{ "REASON", S, T, { }, get_reason, NULL, "why something is missing there", ANY },
	{ "SKIPPED", N, R, { }, get_skipped, NULL, "inodes, pages, processes that were passed over", ANY },
	{ "LEFT", N, R, { }, get_left, NULL, "records that have no row here", ANY },
};

static COLUMN_TABLE(fleet_columns, &kind_fleet, of_fleet);
static const struct column_table *const tables[] = { &fleet_columns, NULL };

#define COLUMNS "SCHEMA,RECORD,MACHINE,BOOT,RELEASE,SOURCE,LOOK,TIME,ANSWER,STATUS,STREAM_STATUS," \
	"COLLECTION,INDEX_FILE,FSTYPE,DEV,MOUNT,INODE,GEN,SUBVOL,TYPE,STATE,ROOT,NAME,NLINK,SIZE,PID," \
	"COMMAND,CGROUP,CGROUP_PATH,CGROUP_STATE,RES,DIRTY,WRITEBACK,MAPPED,ACTIVE,REFERENCED," \
	"UNEVICTABLE,DROPPABLE,EVICTED,SWAPPED,SPECIAL,PSS,QUERY,REASON,SKIPPED,LEFT"

const struct kind kind_fleet = {
	.name = "fleet",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
