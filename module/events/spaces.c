// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which file is mapped where
 *
 * Faults name pages of a process, and a record before them says whose these are, from then on.  So
 * an answer keeps the last such record of each page of each process.  All of it is the session's
 * reader's, under its read_lock: nobody else looks into a tree between the two locks of one change.
 */
#include <linux/list.h>
#include <linux/maple_tree.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "spaces.h"

/* Entries of a tree that are looked at with its lock held. */
#define AT_ONCE 64

/**
 * struct space - what was told of the memory of a process
 * @mt: struct map of each page
 * @maps: all that are in @mt
 */
struct space {
	struct maple_tree mt;
	struct list_head maps;
};

/**
 * struct map - a VMA that faults are in
 * @node: in the maps of its space
 * @pieces: ranges that it still has: later ones may cover it, or cut it in two
 * @r: record
 */
struct map {
	struct list_head node;
	u32 pieces;
	struct pagesnap_faults_map r;
};

static struct space *space_of(struct xarray *spaces, struct known_room *room, u32 pid)
{
	struct space *s = xa_load(spaces, pid);

	if (s || !known_take(room))
		return s;
	s = kmalloc(sizeof(*s), PAGESNAP_FEW_TRIES);
	if (s) {
		mt_init(&s->mt);
		INIT_LIST_HEAD(&s->maps);
		if (!xa_err(xa_store(spaces, pid, s, PAGESNAP_FEW_TRIES)))
			return s;
	}
	kfree(s);
	known_give(room);
	return NULL;
}

static void free_maps(struct list_head *maps, struct known_room *room)
{
	struct map *map, *next;

	list_for_each_entry_safe(map, next, maps, node) {
		kfree(map);
		known_give(room);
		cond_resched();
	}
}

static void free_space(struct space *s, struct known_room *room)
{
	mtree_destroy(&s->mt);
	free_maps(&s->maps, room);
	kfree(s);
	known_give(room);
}

/* @map has no longer what of @mas lies from @start to @last. */
static void cut(struct map *map, const struct ma_state *mas, u64 start, u64 last,
		struct list_head *covered)
{
	if (mas->index >= start && mas->last <= last)
		map->pieces--;
	else if (mas->index < start && mas->last > last)
		map->pieces++;
	if (!map->pieces)
		list_move(&map->node, covered);
}

/* A new map will have these pages; those that have none left then go to @covered. */
static void cover(struct space *s, u64 start, u64 last, struct list_head *covered)
{
	MA_STATE(mas, &s->mt, start, start);
	struct map *map;
	u32 nr = 0;

	mas_lock(&mas);
	while ((map = mas_find(&mas, last))) {
		cut(map, &mas, start, last, covered);
		if (++nr % AT_ONCE)
			continue;
		mas_pause(&mas);
		mas_unlock(&mas);
		cond_resched();
		mas_lock(&mas);
	}
	mas_unlock(&mas);
}

static bool put_map(struct space *s, struct known_room *room, const struct pagesnap_faults_map *r)
{
	struct map *map;

	if (!known_take(room))
		return false;
	map = kmalloc(sizeof(*map), PAGESNAP_FEW_TRIES);
	if (!map) {
		known_give(room);
		return false;
	}
	map->r = *r;
	map->pieces = 1;
	list_add(&map->node, &s->maps);
	return !mtree_store_range(&s->mt, r->start, r->end - 1, map, PAGESNAP_FEW_TRIES);
}

/**
 * spaces_know() - what is mapped at a place from now on?
 * @spaces: of the answer
 * @room: of the answer
 * @r: record; what was known of its pages holds no more
 *
 * Without room, or memory, nothing is known of that process any more: a tree that still says what
 * was there before would be wrong.
 *
 * Context: process context, may sleep.
 */
void spaces_know(struct xarray *spaces, struct known_room *room,
		 const struct pagesnap_faults_map *r)
{
	struct space *s = r->start < r->end ? space_of(spaces, room, r->pid) : NULL;
	LIST_HEAD(covered);
	bool put;

	if (!s)
		return;
	cover(s, r->start, r->end - 1, &covered);
	/* the tree still has them, but nobody looks before it gets the new one, or goes */
	free_maps(&covered, room);
	put = put_map(s, room, r);
	if (!put)
		spaces_forget(spaces, room, r->pid);
}

/**
 * spaces_find() - what is mapped there?
 * @spaces: of the answer
 * @pid: process
 * @vpn: virtual page number
 *
 * Return: what was last told of that page, which stays until the next record; NULL if nothing was.
 */
const struct pagesnap_faults_map *spaces_find(struct xarray *spaces, u32 pid, u64 vpn)
{
	struct space *s = xa_load(spaces, pid);
	const struct map *map = s ? mtree_load(&s->mt, vpn) : NULL;

	return map ? &map->r : NULL;
}

/**
 * spaces_forget() - a process has other memory, or is gone
 * @spaces: of the answer
 * @room: of the answer
 * @pid: process
 *
 * Context: process context, may sleep.
 */
void spaces_forget(struct xarray *spaces, struct known_room *room, u32 pid)
{
	struct space *s = xa_erase(spaces, pid);

	if (s)
		free_space(s, room);
}

/**
 * spaces_end() - forget all
 * @spaces: of the answer
 * @room: of the answer
 *
 * Context: process context, may sleep.
 */
void spaces_end(struct xarray *spaces, struct known_room *room)
{
	struct space *s;
	unsigned long pid;

	xa_for_each(spaces, pid, s) {
		free_space(s, room);
		cond_resched();
	}
	xa_destroy(spaces);
}
