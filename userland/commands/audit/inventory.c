// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: pages, as the kernel counts them
 *
 * What its counters count was read in mm/filemap.c (NR_FILE_PAGES, NR_SHMEM),
 * mm/swap_state.c (NR_SWAPCACHE), mm/page-writeback.c (NR_FILE_DIRTY,
 * NR_WRITEBACK) and mm/rmap.c (NR_FILE_MAPPED).
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "inventory.h"

/* Parts -------------------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
	const struct inventory_part *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static struct inventory_part *add(struct inventory_parts *p, uint64_t key)
{
	struct inventory_part **list = reallocarray(p->list, p->nr + 1, sizeof(void *));
	struct inventory_part *part = list ? calloc(1, sizeof(*part)) : NULL;

	if (list)
		p->list = list;
	if (!part)
		return NULL;
	part->key = key;
	if (!tsearch(part, &p->root, by_key)) {
		free(part);
		return NULL;
	}
	p->list[p->nr++] = part;
	return part;
}

/**
 * inventory_find() - look a part up
 * @p: parts of one sort
 * @key: of the part
 *
 * Return: the part, NULL if nothing was found there.
 */
struct inventory_part *inventory_find(const struct inventory_parts *p, uint64_t key)
{
	const struct inventory_part wanted = { .key = key };
	struct inventory_part **found = tfind(&wanted, &p->root, by_key);

	return found ? *found : NULL;
}

/* Frames come in rows of one part. */
static struct inventory_part *part_of(struct inventory_parts *p, uint64_t key)
{
	if (p->last && p->last->key == key)
		return p->last;
	p->last = inventory_find(p, key) ?: add(p, key);
	return p->last;
}

static void keep_node(void *node)
{
}

static void clear(struct inventory_parts *p)
{
	if (p->root)
		tdestroy(p->root, keep_node);
	while (p->nr)
		free(p->list[--p->nr]);
	free(p->list);
}

/**
 * inventory_clear() - forget all
 * @w: what was found
 */
void inventory_clear(struct inventory *w)
{
	clear(&w->nodes);
	clear(&w->cgroups);
	clear(&w->devices);
	memset(w, 0, sizeof(*w));
}

/* Files -------------------------------------------------------------------- */

/**
 * inventory_file() - take a file
 * @w: what was found
 * @fstype: type of its filesystem
 * @file: with sums
 *
 * Return: 0 or -ENOMEM.
 */
int inventory_file(struct inventory *w, const char *fstype, const struct pagesnap_file *file)
{
	struct inventory_part *part = part_of(&w->devices,
					   inventory_device(file->dev_major, file->dev_minor));

	if (!part)
		return -ENOMEM;
	part->listed = true;
	part->inodes++;
	part->pages += file->sums.pages;
	memccpy(part->fstype, fstype, '\0', sizeof(part->fstype) - 1);
	return 0;
}

/* Frames ------------------------------------------------------------------- */

/*
 * Pages that are written to no disk may be marked dirty, but are not counted
 * (mapping_can_writeback() in linux/backing-dev.h).
 */
static bool is_written_back(const struct inventory_part *device)
{
	static const char *const types[] = { "tmpfs", "ramfs", "rootfs", "devtmpfs" };
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(types[i], device->fstype))
			return false;
	return device->listed;
}

static bool has(const struct pagesnap_run *run, unsigned int bit)
{
	return run->flags & 1ULL << bit;
}

/*
 * What is counted is what a file still has: shmem and hugetlbfs keep pages that
 * have failed, and others those that can't be taken from them.
 */
static uint32_t kind_of(const struct pagesnap_run *run)
{
	if (run->kind != PAGESNAP_KIND_HWPOISON || !(run->rec.flags & PAGESNAP_RF_OWNER) ||
	    has(run, KPF_HUGE))
		return run->kind;
	return has(run, KPF_SWAPBACKED) ? PAGESNAP_KIND_SHMEM : PAGESNAP_KIND_FILE;
}

/* @device: of the file that owns the frames, or NULL. */
static void count(const struct pagesnap_run *run, const struct inventory_part *device,
		  uint64_t books[BOOKS])
{
	uint32_t kind = kind_of(run);
	bool file = kind == PAGESNAP_KIND_FILE, shmem = kind == PAGESNAP_KIND_SHMEM;
	bool swapcache = has(run, KPF_SWAPCACHE);

	books[BOOK_FILE] = file || shmem || swapcache ? run->nr : 0;
	books[BOOK_SHMEM] = shmem ? run->nr : 0;
	books[BOOK_BLOCK] = device && !strcmp(device->fstype, "bdev") ? run->nr : 0;
	books[BOOK_SWAPCACHE] = swapcache ? run->nr : 0;
	books[BOOK_DIRTY] = file && has(run, KPF_DIRTY) && device && is_written_back(device) ?
			    run->nr : 0;
	books[BOOK_WRITEBACK] = has(run, KPF_WRITEBACK) ? run->nr : 0;
	books[BOOK_MAPPED] = has(run, KPF_ANON) || has(run, KPF_HUGE) ? 0 : run->mapped;
}

static int add_books(struct inventory_part *part, const uint64_t books[BOOKS])
{
	int i;

	if (!part)
		return -ENOMEM;
	for (i = 0; i < BOOKS; i++)
		part->books[i] += books[i];
	return 0;
}

/**
 * inventory_run() - take frames
 * @w: what was found; files were taken before, or it isn't known what is written back
 * @run: of PAGESNAP_PFN, equal in KPF_DIRTY, KPF_WRITEBACK, KPF_SWAPCACHE and
 *	KPF_SWAPBACKED
 *
 * Return: 0 or -ENOMEM.
 */
int inventory_run(struct inventory *w, const struct pagesnap_run *run)
{
	bool owned = run->rec.flags & PAGESNAP_RF_OWNER;
	struct inventory_part *device = NULL;
	uint64_t books[BOOKS];
	int i, err;

	if (owned) {
		device = part_of(&w->devices, inventory_device(run->owner_major, run->owner_minor));
		if (!device)
			return -ENOMEM;
		device->pfn = run->pfn;
	}
	count(run, device, books);
	if (!owned && (run->kind == PAGESNAP_KIND_FILE || run->kind == PAGESNAP_KIND_SHMEM))
		w->torn += run->nr;
	for (i = 0; i < BOOKS; i++)
		w->books[i] += books[i];
	err = add_books(part_of(&w->nodes, run->node), books);
	if (!err && device)
		err = add_books(device, books);
	if (!err && run->cgroup_online < PAGESNAP_OTHER)
		err = add_books(part_of(&w->cgroups, run->cgroup_online), books);
	return err;
}
