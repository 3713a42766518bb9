/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Page cache of inodes that are on no superblock's list.
 */
#ifndef KINDS_OFFLIST_H
#define KINDS_OFFLIST_H

#include <stddef.h>

/*
 * What inodes on filesystems of type @type are for people, "aio rings"; @type
 * itself if that isn't known.  Up to @size bytes go to @text; returns it.
 */
const char *offlist_words(const char *type, size_t len, char *text, size_t size);

#endif /* KINDS_OFFLIST_H */
