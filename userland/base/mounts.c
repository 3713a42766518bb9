// SPDX-License-Identifier: GPL-2.0
/*
 * The mounts of the caller's namespace, as mountinfo lists them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mount_index.h"
#include "mounts.h"
#include "system_path.h"

/* Resolves \ooo in place; "/" becomes "", so that "/" can be put behind any path. */
static size_t unescape(char *s)
{
	char *to = s, *from = s;

	while (*from) {
		if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' &&
		    from[2] <= '7' && from[3] >= '0' && from[3] <= '7') {
			*to++ = (from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0');
			from += 4;
		} else {
			*to++ = *from++;
		}
	}
	if (to == s + 1 && *s == '/')
		to = s;
	*to = '\0';
	return to - s;
}

static void free_mount(struct mount *one)
{
	free(one->root);
	free(one->point);
	free(one->fstype);
}

/* Behind the fields of the mount, of which there may be more or fewer, and " - ". */
static char *fstype_of(const char *line)
{
	const char *type = strstr(line, " - ");

	return type ? strndup(type + 3, strcspn(type + 3, " \n")) : strdup("");
}

static bool add_mount(struct mounts *m, const char *line)
{
	struct mount one = { .root = NULL };
	struct mount *list;

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	if (sscanf(line, "%u %u %u:%u %ms %ms", &one.id, &one.parent, &one.major, &one.minor,
		   &one.root, &one.point) != 6) {
		free(one.root);
		return true;
	}
	one.root_len = unescape(one.root);
	one.point_len = unescape(one.point);
	one.fstype = fstype_of(line);
	list = reallocarray(m->list, m->nr + 1, sizeof(*list));
	if (list)
		m->list = list;
	if (!list || !one.fstype) {
		free_mount(&one);
		return false;
	}
	m->list[m->nr++] = one;
	return true;
}

/**
 * mounts_free() - forget the mounts
 * @m: mounts, may be NULL
 */
void mounts_free(struct mounts *m)
{
	if (!m)
		return;
	while (m->nr)
		free_mount(&m->list[--m->nr]);
	mount_index_free(m);
	free(m->list);
	free(m);
}

static const struct mount *root_mount(const struct mounts *m)
{
	size_t i, j;

	for (i = 0; i < m->nr; i++) {
		const struct mount *one = &m->list[i];

		if (one->point_len)
			continue;
		for (j = 0; j < m->nr && (i == j || m->list[j].id != one->parent); j++)
			;
		if (j == m->nr)
			return one;
	}
	return NULL;
}

/**
 * mounts_read() - read the mounts of the caller
 *
 * All or none: what is mounted over a path would be missing.
 *
 * Return: them; NULL and errno if they can't be read to the end, or there is no
 * memory.
 */
struct mounts *mounts_read(void)
{
	FILE *f = fopen(system_path("PAGESNAP_MOUNTINFO", "/proc/self/mountinfo"), "re");
	struct mounts *m = f ? calloc(1, sizeof(*m)) : NULL;
	bool whole = m;
	char *line = NULL;
	size_t size = 0;

	if (!f)
		return NULL;
	while (whole && getline(&line, &size, f) > 0)
		whole = add_mount(m, line);
	whole = whole && feof(f);
	free(line);
	fclose(f);
	whole = whole && mount_index_make(m);
	if (whole) {
		m->root = root_mount(m);
		return m;
	}
	mounts_free(m);
	errno = ENOMEM;
	return NULL;
}

/**
 * mounts_above() - is a path a folder, or below it?
 * @dir: the folder, "" being the root
 * @dir_len: its length
 * @path: path
 * @len: its length
 *
 * Return: whether it is.
 */
bool mounts_above(const char *dir, size_t dir_len, const char *path, size_t len)
{
	return dir_len <= len && !memcmp(dir, path, dir_len) &&
	       (dir_len == len || path[dir_len] == '/');
}

/**
 * mounts_of() - the mount that a path leads to
 * @m: mounts
 * @path: path without symbolic links, "" being the root
 * @len: its length
 *
 * Other mounts may hide the one that a path was made with.
 *
 * Return: mount, NULL if the root is none of them.
 */
const struct mount *mounts_of(const struct mounts *m, const char *path, size_t len)
{
	const struct mount *one = m->root, *next = one;
	size_t steps;

	for (steps = 0; next && steps <= m->nr; steps++) {
		one = next;
		next = mount_index_on(m, one, path, len);
	}
	return one;
}
