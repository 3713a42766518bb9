/* SPDX-License-Identifier: GPL-2.0 */
/* What servers of filesystems in user space have in common. */
#ifndef TESTS_FUSE_H
#define TESTS_FUSE_H

#include <linux/fuse.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Mount @source, of @type, at @dir. Return: where its requests come from, -1 if there is no fuse. */
int fuse_mount(const char *source, const char *dir, const char *type);

/* Return: false if the kernel doesn't want the answer any more. */
bool fuse_answer(int fd, const struct fuse_in_header *to, int err, const void *data, size_t len);

/* The answer to FUSE_INIT. */
bool fuse_answer_init(int fd, const struct fuse_in_header *to);

#endif /* TESTS_FUSE_H */
