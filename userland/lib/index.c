// SPDX-License-Identifier: GPL-2.0
/*
 * The index files: their names, and the folder that they are in.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "collection.h"
#include "internal.h"

#define TRACEFS_TYPE	0x74726163	/* linux/magic.h has it, older ones don't */

/* Where distributions mount tracefs, and where it was before 4.1. */
static const char * const places[] = {
	"/sys/kernel/tracing",
	"/sys/kernel/debug/tracing",
};

const char *pagesnap_version(void)
{
	return PAGESNAP_LIBRARY_VERSION;
}

const char *pagesnap_index_name(enum pagesnap_index_file which)
{
	unsigned int nth;
	const struct collection *c = pagesnap_collection_of_index(which, &nth);

	return c ? c->indexes[nth] : "?";
}

int pagesnap_index_find_in(const char *collection, const char *name)
{
	const struct collection *wanted = pagesnap_collection_find(collection);
	const struct collection *c;
	unsigned int which, nth;

	for (which = 0; (c = pagesnap_collection_of_index(which, &nth)); which++)
		if (c == wanted && !strcmp(name, c->indexes[nth]))
			return which;
	return -ENOENT;
}

int pagesnap_index_find(const char *name)
{
	return pagesnap_index_find_in(pagesnap_collection_pages.name, name);
}

/* \ooo of /proc/self/mountinfo, in place. */
static void unescape(char *s)
{
	char *to = s;

	while (*s) {
		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' && s[2] <= '7' &&
		    s[3] >= '0' && s[3] <= '7') {
			*to++ = (s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0');
			s += 4;
		} else {
			*to++ = *s++;
		}
	}
	*to = '\0';
}

/**
 * pagesnap_next_tracefs() - the next mount of the whole of tracefs
 * @mountinfo: /proc/self/mountinfo, read on from where it is
 * @buf: gets where it is mounted
 * @size: bytes of @buf; what doesn't fit is passed over
 *
 * Return: false at the end.
 */
bool pagesnap_next_tracefs(FILE *mountinfo, char *buf, size_t size)
{
	char *line = NULL, *at = NULL, *root = NULL, *type;
	size_t cap = 0;
	bool found = false;

	while (!found && getline(&line, &cap, mountinfo) > 0) {
		free(at);
		free(root);
		at = root = NULL;
		if (sscanf(line, "%*s %*s %*s %ms %ms", &root, &at) != 2)
			continue;
		type = strstr(line, " - ");
		if (!type || strncmp(type + 3, "tracefs ", 8) || strcmp(root, "/"))
			continue;
		unescape(at);
		found = strlen(at) < size;
		if (found)
			strcpy(buf, at);
	}
	free(at);
	free(root);
	free(line);
	return found;
}

/**
 * pagesnap_has_tracefs() - is tracefs mounted anywhere that we see?
 *
 * Return: true if it is.
 */
bool pagesnap_has_tracefs(void)
{
	FILE *mounts;
	char at[4096];
	struct statfs fs;
	bool found = false;
	size_t i;

	/* statfs() also mounts it below debugfs, where that is automatic */
	for (i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (!statfs(places[i], &fs) && fs.f_type == TRACEFS_TYPE)
			return true;
	mounts = fopen("/proc/self/mountinfo", "re");
	if (mounts) {
		found = pagesnap_next_tracefs(mounts, at, sizeof(at));
		fclose(mounts);
	}
	return found;
}

/* Is the folder below @tracefs?  0 and @buf, or a negative errno. */
static int try_place(const char *tracefs, const char *folder, char *buf, size_t size)
{
	struct stat st;
	int n = snprintf(buf, size, "%s/%s", tracefs, folder);

	if (n < 0 || (size_t)n >= size)
		return -ENAMETOOLONG;
	return stat(buf, &st) ? -errno : 0;
}

static int try_mounts(const char *folder, char *buf, size_t size)
{
	FILE *mounts = fopen("/proc/self/mountinfo", "re");
	char at[4096];
	int err = -ENOENT;

	if (!mounts)
		return -ENOENT;
	while (err && pagesnap_next_tracefs(mounts, at, sizeof(at)))
		err = try_place(at, folder, buf, size);
	fclose(mounts);
	return err;
}

/* Is what @path ends with, @len bytes, the folder of a collection that is known? */
static bool is_of_collection(const char *path, size_t len)
{
	const struct collection *const *c;

	for (c = pagesnap_collections; *c; c++)
		if (strlen((*c)->name) == len && !memcmp((*c)->name, path, len))
			return true;
	return false;
}

static int copy_dir(const char *dir, char *buf, size_t size)
{
	if (strlen(dir) >= size)
		return -ENAMETOOLONG;
	strcpy(buf, dir);
	return 1;
}

/*
 * A folder that was given is mostly that of one collection.  The others are beside it, so
 * what is of another one leads to the one that is asked.
 */
static int use_dir(const char *dir, const char *folder, char *buf, size_t size)
{
	const char *name = strrchr(folder, '/') + 1;
	size_t len = strlen(dir), at;

	while (len > 1 && dir[len - 1] == '/')
		len--;
	for (at = len; at && dir[at - 1] != '/'; at--)
		;
	if (!is_of_collection(dir + at, len - at))
		return copy_dir(dir, buf, size);
	if (at + strlen(name) >= size)
		return -ENAMETOOLONG;
	sprintf(buf, "%.*s%s", (int)at, dir, name);
	return 1;
}

/**
 * pagesnap_find_dir() - the folder of the index files
 * @dir: the one to use, or that of another collection beside it; NULL to find it
 * @folder: of their collection, below a mount of tracefs
 * @buf: gets it
 * @size: bytes of @buf
 *
 * Return: 1 if it was given (by @dir or $PAGESNAP_DIR), 0 if it was found,
 * -EACCES if there may be one that we can't reach, -ENOENT, -ENAMETOOLONG.
 */
int pagesnap_find_dir(const char *dir, const char *folder, char *buf, size_t size)
{
	int err = -ENOENT, saved = errno;
	bool denied = false;
	size_t i;

	if (!dir)
		dir = secure_getenv("PAGESNAP_DIR");
	if (dir && *dir)
		return use_dir(dir, folder, buf, size);
	for (i = 0; err && i < sizeof(places) / sizeof(*places); i++) {
		err = try_place(places[i], folder, buf, size);
		denied = denied || err == -EACCES;
	}
	if (err)
		err = try_mounts(folder, buf, size);
	errno = saved;
	if (!err)
		return 0;
	return denied || err == -EACCES ? -EACCES : -ENOENT;
}
