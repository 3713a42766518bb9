// SPDX-License-Identifier: GPL-2.0
/*
 * Two tables of chains: what is in a chain may be another's, so it is compared; and it is in the
 * order of the list.
 */
#include <stdlib.h>
#include <string.h>

#include "mount_index.h"

/* FNV-1a, 64 bits. */
#define HASH_BEGIN 0xcbf29ce484222325
#define HASH_BY 0x100000001b3

static uint64_t hash_byte(uint64_t hash, unsigned char c)
{
	return (hash ^ c) * HASH_BY;
}

/* All of its bits decide. */
static size_t chain_of(const struct mounts *m, uint64_t hash)
{
	return (hash ^ hash >> 32) & (m->chains - 1);
}

static size_t chain_of_sb(const struct mounts *m, unsigned int major, unsigned int minor)
{
	return chain_of(m, ((uint64_t)major << 32 | minor) * HASH_BY);
}

/* What is hashed before the path. */
static uint64_t hash_parent(unsigned int id)
{
	return (HASH_BEGIN ^ id) * HASH_BY;
}

static size_t chain_of_place(const struct mounts *m, const struct mount *one)
{
	uint64_t hash = hash_parent(one->parent);
	size_t i;

	for (i = 0; i < one->point_len; i++)
		hash = hash_byte(hash, one->point[i]);
	return chain_of(m, hash);
}

static void add(const struct mount **chain, const struct mount **next, const struct mount *one)
{
	*next = *chain;
	*chain = one;
}

/**
 * mount_index_make() - index mounts
 * @m: mounts that have no index
 *
 * Return: false if there is no memory.
 */
bool mount_index_make(struct mounts *m)
{
	size_t i;

	for (m->chains = 16; m->chains < 2 * m->nr; m->chains *= 2)
		;
	m->by_sb = calloc(m->chains, sizeof(struct mount *));
	m->by_place = calloc(m->chains, sizeof(struct mount *));
	if (!m->by_sb || !m->by_place)
		return false;
	for (i = m->nr; i--;) {
		struct mount *one = &m->list[i];

		add(&m->by_sb[chain_of_sb(m, one->major, one->minor)], &one->next_of_sb, one);
		add(&m->by_place[chain_of_place(m, one)], &one->next_of_place, one);
	}
	return true;
}

/**
 * mount_index_free() - free an index
 * @m: mounts, whether they have one or not
 */
void mount_index_free(struct mounts *m)
{
	free(m->by_sb);
	free(m->by_place);
}

static const struct mount *shows(const struct mount *one, unsigned int major, unsigned int minor)
{
	while (one && (one->major != major || one->minor != minor))
		one = one->next_of_sb;
	return one;
}

/**
 * mounts_first_of_sb() - find a mount of a superblock
 * @m: mounts
 * @major: of the superblock
 * @minor: of the superblock
 *
 * Return: the first one in the list, NULL if there is none.
 */
const struct mount *mounts_first_of_sb(const struct mounts *m, unsigned int major,
				       unsigned int minor)
{
	return shows(m->by_sb[chain_of_sb(m, major, minor)], major, minor);
}

/**
 * mounts_next_of_sb() - find one more
 * @one: mount
 *
 * Return: the next one of its superblock, NULL if it is the last.
 */
const struct mount *mounts_next_of_sb(const struct mount *one)
{
	return shows(one->next_of_sb, one->major, one->minor);
}

static const struct mount *at_place(const struct mounts *m, uint64_t hash,
				    const struct mount *parent, const char *path, size_t len)
{
	const struct mount *one = m->by_place[chain_of(m, hash)];

	while (one && (one == parent || one->parent != parent->id || one->point_len != len ||
		       memcmp(one->point, path, len) != 0))
		one = one->next_of_place;
	return one;
}

/**
 * mount_index_on() - the mount that a walk comes to
 * @m: mounts
 * @parent: mount on which the walk is
 * @path: where it goes
 * @len: its length
 *
 * Return: the first mount on @parent on the way, NULL if there is none.
 */
const struct mount *mount_index_on(const struct mounts *m, const struct mount *parent,
				   const char *path, size_t len)
{
	uint64_t hash = hash_parent(parent->id);
	const struct mount *found = NULL;
	size_t at;

	for (at = 0; !found; at++) {
		if (at == len || path[at] == '/')
			found = at_place(m, hash, parent, path, at);
		if (at == len)
			break;
		hash = hash_byte(hash, path[at]);
	}
	return found;
}
