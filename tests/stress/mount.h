/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filesystems that come and go, for churn-disks.c and churn-mounts.c.
 */
#ifndef TESTS_STRESS_MOUNT_H
#define TESTS_STRESS_MOUNT_H

#include <stdbool.h>
#include <stddef.h>

/* MOUNTS "/@name", made if it is not there. */
void mount_point(char *path, size_t size, const char *name);
/* Some files with pages in @dir. */
void mount_fill(const char *dir);
/* A loop device for the file @image; its name goes to @device. */
bool mount_loop(const char *image, char *device, size_t size);
/*
 * A session holds no mount but for the moment it looks up its path, so this
 * works within seconds, whoever walks it; else it is wrong.  @detach: lazily.
 * Return: it did.
 */
bool mount_leave(const char *dir, bool detach);
/*
 * At the end, of what no session uses any more; a process that was killed may
 * still be dying, which is given three times as long.
 */
bool mount_gone(const char *dir);
/* Again and again until it is done. Return: false if it isn't in MOUNT_PATIENCE ms. */
#define MOUNT_PATIENCE 10000
bool mount_wait(bool (*what)(const char *arg), const char *arg);

/* churn-fuse.c: a server with files in @dir, until it is unmounted. Return: its PID or -1. */
int fuse_serve(const char *dir);

#endif /* TESTS_STRESS_MOUNT_H */
