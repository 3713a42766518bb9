// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the files that processes map, met while these are looked at, each with a heatmap
 *
 * What pins what: nothing pins a file.  A VMA pins its own under mmap_lock, where it is compared
 * with those that are known, by device, number and generation.
 *
 * Under that lock nothing is allocated: who looks at a process must not keep it waiting for
 * memory.  So a step that meets a new file ends there, with its name, and goes on at the same
 * place when the file is known.  If it can't be, for want of memory or as there are
 * PAGESNAP_ACCESSES_FILES_MAX, its pages are looked at all the same, and are counted as lost.
 * So are those of any other that is there by then: a process may map a new one before each step,
 * which must not keep the look where it is.
 *
 * An unprivileged user chooses how many there are: each costs a bounded amount of memory, charged
 * to the reader, and goes when a round has seen none of its pages.
 */
#include <linux/hash.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "files.h"

#define BUCKET_BITS 10

/**
 * struct pagesnap_files - the files that an answer has met
 * @all: in the order in which they were met
 * @buckets: by the hash of all that they are known by
 * @nr: how many
 * @unit: log2 of the pages of a unit
 * @stock: where rows of their heatmaps come from
 * @under_way: the file of what the step under way sees; NULL: none, or @refused
 * @met: a file that isn't known was met
 * @newcomer: it
 * @state: its state
 * @name: its name, in @path
 * @name_len: bytes of that
 * @has_refused: there was no memory for a file that was met
 * @refused: it
 * @goes_on: as for that of the step before, so this one waits for none
 * @path: room for a name
 *
 * Context: owned by the session's reader.
 */
struct pagesnap_files {
	struct list_head all;
	struct hlist_head buckets[1 << BUCKET_BITS];
	u32 nr;
	u32 unit;
	struct pagesnap_stock *stock;
	struct pagesnap_watched_file *under_way;
	bool met;
	struct pagesnap_mapping_id newcomer;
	u32 state;
	const char *name;
	u32 name_len;
	bool has_refused;
	struct pagesnap_mapping_id refused;
	bool goes_on;
	char path[PATH_MAX];
};

/**
 * pagesnap_files_create() - none is known
 * @unit: log2 of the pages of a unit
 * @stock: where rows of heatmaps come from
 *
 * Context: may sleep.
 * Return: files, for pagesnap_files_destroy(); NULL if there is no memory.
 */
struct pagesnap_files *pagesnap_files_create(u32 unit, struct pagesnap_stock *stock)
{
	struct pagesnap_files *fs = kvzalloc(sizeof(*fs), GFP_KERNEL_ACCOUNT);

	if (!fs)
		return NULL;
	INIT_LIST_HEAD(&fs->all);
	fs->unit = unit;
	fs->stock = stock;
	return fs;
}

static void forget(struct pagesnap_files *fs, struct pagesnap_watched_file *f)
{
	list_del(&f->node);
	hlist_del(&f->same);
	fs->nr--;
	pagesnap_heatmap_destroy(&f->tally.map);
	kfree(f);
}

/**
 * pagesnap_files_destroy() - forget all
 * @fs: files, or NULL
 *
 * Context: may sleep; before the stock goes.
 */
void pagesnap_files_destroy(struct pagesnap_files *fs)
{
	struct pagesnap_watched_file *f;

	if (!fs)
		return;
	while ((f = list_first_entry_or_null(&fs->all, struct pagesnap_watched_file, node)))
		forget(fs, f);
	kvfree(fs);
}

static struct hlist_head *bucket_of(struct pagesnap_files *fs, const struct pagesnap_mapping_id *id)
{
	/* a user may have files with one number in many superblocks, or snapshots */
	u64 all = id->ino ^ ((u64)id->dev << 32 | id->gen) ^ hash_64(id->subvol, 64);

	return &fs->buckets[hash_64(all, BUCKET_BITS)];
}

static struct pagesnap_watched_file *find(struct pagesnap_files *fs,
					  const struct pagesnap_mapping_id *id)
{
	struct pagesnap_watched_file *f;

	hlist_for_each_entry(f, bucket_of(fs, id), same)
		if (pagesnap_mapping_is(&f->id, id))
			return f;
	return NULL;
}

/* Context: mmap_lock. */
static void meet(struct pagesnap_files *fs, const struct pagesnap_mapping_id *id,
		 const struct vm_area_struct *vma)
{
	fs->met = true;
	fs->newcomer = *id;
	fs->name = pagesnap_mapping_name(vma, fs->path, &fs->name_len, &fs->state);
}

/* Is a file that isn't known to stay so? */
static bool is_refused(const struct pagesnap_files *fs, const struct pagesnap_mapping_id *id)
{
	return fs->nr == PAGESNAP_ACCESSES_FILES_MAX || fs->goes_on ||
	       (fs->has_refused && pagesnap_mapping_is(&fs->refused, id));
}

/**
 * pagesnap_files_enter() - what is seen from now on is of the file that a VMA maps
 * @fs: files
 * @vma: VMA that maps one
 * @fresh: this step has seen nothing so far
 *
 * Context: mmap_lock.
 * Return: false if the step must end first, to be settled.
 */
bool pagesnap_files_enter(struct pagesnap_files *fs, const struct vm_area_struct *vma, bool fresh)
{
	struct pagesnap_watched_file *f;
	struct pagesnap_mapping_id id;

	pagesnap_mapping_identify(&id, vma->vm_file->f_mapping->host);
	f = find(fs, &id);
	if (!fresh && f != fs->under_way)
		return false;
	if (!f && !is_refused(fs, &id)) {
		meet(fs, &id, vma);
		return false;
	}
	fs->under_way = f;
	return true;
}

/* Return: false if it can't be known. */
static bool add(struct pagesnap_files *fs)
{
	struct pagesnap_watched_file *f = kzalloc(struct_size(f, name, fs->name_len),
						  PAGESNAP_FEW_TRIES);

	if (!f)
		return false;
	f->id = fs->newcomer;
	f->state = fs->state;
	f->name_len = fs->name_len;
	memcpy(f->name, fs->name, fs->name_len);
	pagesnap_heatmap_init(&f->tally.map, fs->unit, fs->stock);
	list_add_tail(&f->node, &fs->all);
	hlist_add_head(&f->same, bucket_of(fs, &f->id));
	fs->nr++;
	return true;
}

/* A look is one at all files. */
static void sync_with(struct pagesnap_watched_file *f, const struct pagesnap_tally *all)
{
	struct pagesnap_tally *t = &f->tally;

	t->look = all->look;
	t->first = all->first;
	t->nr = all->nr;
	t->whole = all->whole;
	t->cut = all->cut;
}

/**
 * pagesnap_files_settle() - remember what a step has seen, and the new file that it has met
 * @fs: files
 * @b: what it has seen, which is empty then
 * @all: of the looks, counts what is lost
 *
 * Context: may sleep, reschedules.
 */
void pagesnap_files_settle(struct pagesnap_files *fs, struct pagesnap_batch *b,
			   struct pagesnap_tally *all)
{
	struct pagesnap_watched_file *f = fs->under_way;

	if (f) {
		sync_with(f, all);
		f->seen |= b->nr;
		f->tally.map.lost = 0;
		pagesnap_batch_settle(b, &f->tally);
		all->map.lost += f->tally.map.lost;
	} else {
		all->map.lost += b->pages;
		pagesnap_batch_clear(b);
	}
	fs->under_way = NULL;
	fs->goes_on = false;
	if (!fs->met)
		return;
	fs->met = false;
	fs->has_refused = !add(fs);
	fs->goes_on = fs->has_refused;
	fs->refused = fs->newcomer;
}

/**
 * pagesnap_files_next() - a file of which there is something to be told
 * @fs: files
 * @f: the one before, NULL for the first
 * @all: of the looks
 *
 * Return: file, whose tally is that of the newest look; NULL if there is none any more.
 */
struct pagesnap_watched_file *pagesnap_files_next(struct pagesnap_files *fs,
						  struct pagesnap_watched_file *f,
						  const struct pagesnap_tally *all)
{
	struct pagesnap_watched_file *next =
		f ? list_next_entry(f, node) :
		    list_first_entry(&fs->all, struct pagesnap_watched_file, node);

	while (!list_entry_is_head(next, &fs->all, node) && !next->seen)
		next = list_next_entry(next, node);
	if (list_entry_is_head(next, &fs->all, node))
		return NULL;
	sync_with(next, all);
	return next;
}

/**
 * pagesnap_files_told() - a round was told of: forget those of which it has seen no page
 * @fs: files
 * @keep: none of them, as a look was given up
 *
 * Context: may sleep.
 */
void pagesnap_files_told(struct pagesnap_files *fs, bool keep)
{
	struct pagesnap_watched_file *next =
		list_first_entry(&fs->all, struct pagesnap_watched_file, node);

	while (!list_entry_is_head(next, &fs->all, node)) {
		struct pagesnap_watched_file *f = next;

		next = list_next_entry(f, node);
		if (!f->seen && !keep)
			forget(fs, f);
		else
			f->seen = false;
	}
}
