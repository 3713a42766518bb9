/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which processes hold a file open or map it.
 */
#ifndef KINDS_HOLDERS_H
#define KINDS_HOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct holders;

/* Looks at all processes, once.  NULL if /proc can't be read or there is no memory. */
struct holders *holders_read(void);
void holders_free(struct holders *h);
/* Some process could not be looked at. */
bool holders_miss_some(const struct holders *h);
/* PIDs that hold a file, ascending: the first, and how many. */
size_t holders_of(const struct holders *h, uint32_t major, uint32_t minor, uint64_t ino,
		  size_t *first);
uint32_t holders_pid(const struct holders *h, size_t nth);

#endif /* KINDS_HOLDERS_H */
