// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where du looks
 */
#include <argz.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_codes.h"
#include "base/mounts.h"
#include "base/say.h"
#include "base/system_path.h"
#include "lib/pagesnap.h"
#include "mnt_ns.h"
#include "places.h"

struct words {
	char *argz;
	size_t len;
};

static int add(struct words *w, const char *word)
{
	return argz_add(&w->argz, &w->len, word) ? -ENOMEM : 0;
}

/* The words as a table, which points into them.  NULL if there is no memory. */
static char **table_of(const struct words *w, size_t *nr)
{
	char **table;

	*nr = argz_count(w->argz, w->len);
	table = calloc(*nr + 1, sizeof(char *));
	if (table)
		argz_extract(w->argz, w->len, table);
	return table;
}

/* Takes the words in any case. */
static struct places *make_places(struct words *subjects, struct words *roots, int err)
{
	struct places *p = err ? NULL : calloc(1, sizeof(*p));

	if (!err && !p)
		err = -ENOMEM;
	if (err) {
		free(subjects->argz);
		free(roots->argz);
		errno = -err;
		return NULL;
	}
	p->words[0] = subjects->argz;
	p->words[1] = roots->argz;
	p->subjects = table_of(subjects, &p->nr);
	p->roots.list = table_of(roots, &p->roots.nr);
	if (p->subjects && p->roots.list)
		return p;
	places_free(p);
	errno = ENOMEM;
	return NULL;
}

/**
 * places_free() - forget where to look
 * @p: places, may be NULL
 */
void places_free(struct places *p)
{
	if (!p)
		return;
	free(p->subjects);
	free(p->roots.list);
	free(p->words[0]);
	free(p->words[1]);
	free(p);
}

/* "" is the root. */
static size_t length_of(const char *path)
{
	return strcmp(path, "/") ? strlen(path) : 0;
}

/* Paths -------------------------------------------------------------------- */

/*
 * Is there something to find in it?  The pages of an overlay are those of its
 * layers, and what autofs would mount is not there yet.
 */
static bool has_files(const struct mount *m)
{
	return strcmp(m->fstype, "overlay") != 0 && strcmp(m->fstype, "autofs") != 0;
}

static int add_mounts(struct words *subjects, const struct mounts *mounts, const char *root)
{
	size_t len = length_of(root), i;
	int err = 0;

	for (i = 0; i < mounts->nr && !err; i++) {
		const struct mount *m = &mounts->list[i];

		if (m->point_len > len && mounts_above(root, len, m->point, m->point_len) &&
		    has_files(m) && mounts_of(mounts, m->point, m->point_len) == m)
			err = add(subjects, m->point);
	}
	return err;
}

static bool same_sb(const struct mount *a, const struct mount *b)
{
	return !a || !b || (a->major == b->major && a->minor == b->minor);
}

/* Sets @p->twice; a subject whose superblock is unknown may be on any. */
static int find_twice(struct places *p, const struct mounts *mounts)
{
	const struct mount **found = calloc(p->nr + 1, sizeof(void *));
	size_t i, j;

	if (!found)
		return -ENOMEM;
	for (i = 0; i < p->nr && !p->twice; i++) {
		found[i] = mounts_of(mounts, p->subjects[i], length_of(p->subjects[i]));
		for (j = 0; j < i && !p->twice; j++)
			p->twice = same_sb(found[i], found[j]);
	}
	free(found);
	return 0;
}

/* What can't be found is asked as it was named, so that the answer says why. */
static int add_path(struct words *subjects, struct words *roots, const struct mounts *mounts,
		    const char *path, bool one_fs)
{
	/* one that is relative will be refused */
	bool known = *path == '/' || !mnt_ns_joined();
	char *root = known ? realpath(path, NULL) : NULL;
	int err;

	if (!known)
		return add(subjects, path);
	if (!root)
		return errno == ENOMEM ? -errno : add(subjects, path);
	err = add(subjects, root) ?: add(roots, root);
	if (!err && !one_fs)
		err = add_mounts(subjects, mounts, root);
	free(root);
	return err;
}

/**
 * places_below() - look below paths
 * @paths: files and folders
 * @nr: how many
 * @one_fs: not in what is mounted below them
 *
 * Return: places; NULL and errno if the mounts can't be read or there is no memory.
 */
struct places *places_below(char *const *paths, size_t nr, bool one_fs)
{
	struct words subjects = { .len = 0 }, roots = { .len = 0 };
	struct mounts *mounts = mounts_read();
	struct places *p;
	int err = 0;
	size_t i;

	if (!mounts)
		return NULL;
	for (i = 0; i < nr && !err; i++)
		err = add_path(&subjects, &roots, mounts, paths[i], one_fs);
	p = make_places(&subjects, &roots, err);
	if (p && find_twice(p, mounts)) {
		places_free(p);
		p = NULL;
		errno = ENOMEM;
	}
	mounts_free(mounts);
	return p;
}

/* All filesystems ---------------------------------------------------------- */

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_ERROR && r->u->error.err == EOPNOTSUPP)
		*(bool *)ctx = true;
	return 0;
}

/*
 * Does this kernel refuse to list the superblocks of @type?  There is none on
 * device 0:0, so nothing is walked to find out.  What fails otherwise will fail
 * again, and be reported, when it is asked.  1, 0 or -ENOMEM.
 */
static int is_hidden(const char *type)
{
	struct pagesnap_params ask = { .fstype = type, .has_dev = true, .group = PAGESNAP_GROUP_TOTAL };
	struct pagesnap_session *s;
	bool hidden = false;
	int err = pagesnap_open(&s, PAGESNAP_SB, mnt_ns_index_dir());

	if (!err)
		err = pagesnap_queue(s, &ask);
	if (!err)
		do
			err = pagesnap_read(s, on_record, &hidden);
		while (err > 0);
	pagesnap_close(s);
	return err == -ENOMEM ? err : hidden;
}

/* Did an earlier mount that can be seen show the superblock of number @nth? */
static bool shown_before(const struct mounts *mounts, size_t nth)
{
	size_t i;

	for (i = 0; i < nth; i++) {
		const struct mount *m = &mounts->list[i];

		if (same_sb(m, &mounts->list[nth]) &&
		    mounts_of(mounts, m->point, m->point_len) == m)
			return true;
	}
	return false;
}

static int add_type(struct words *subjects, const char *type)
{
	char subject[64];

	snprintf(subject, sizeof(subject), "type:%s", type);
	return add(subjects, subject);
}

/* Is its type among the subjects?  That of fuse.sshfs is fuse. */
static bool has_type(const struct words *subjects, const struct mount *m)
{
	const char *subject = NULL;
	size_t len = strcspn(m->fstype, ".");

	while ((subject = argz_next(subjects->argz, subjects->len, subject)))
		if (!strncmp(subject + 5, m->fstype, len) && !subject[5 + len])
			return true;
	return false;
}

/*
 * One path for each superblock that is mounted where we see it, and whose type
 * can't be asked: a type is hidden, or it has no line, as the rootfs of an
 * initramfs.
 */
static int add_mounted(struct words *subjects, const struct mounts *mounts)
{
	struct words types = *subjects, points = { .len = 0 };
	size_t i;
	int err = 0;

	for (i = 0; i < mounts->nr && !err; i++) {
		const struct mount *m = &mounts->list[i];

		if (has_files(m) && !has_type(&types, m) && !shown_before(mounts, i) &&
		    mounts_of(mounts, m->point, m->point_len) == m)
			err = add(&points, m->point_len ? m->point : "/");
	}
	if (!err && argz_append(&subjects->argz, &subjects->len, points.argz, points.len))
		err = -ENOMEM;
	free(points.argz);
	return err;
}

/* @line: "nodev\tNAME\n" or "\tNAME\n". */
static int add_line(struct words *subjects, char *line, bool ask)
{
	char *type = strchr(line, '\t');
	int hidden;

	if (!type++)
		return 0;
	type[strcspn(type, "\n")] = '\0';
	/* not every kernel has a line for it */
	if (!strcmp(type, "bdev"))
		return 0;
	/* no other type has been hidden by any kernel */
	hidden = ask && !strcmp(type, "btrfs") ? is_hidden(type) : 0;
	if (hidden < 0)
		return hidden;
	return hidden ? 0 : add_type(subjects, type);
}

/* The lines of /proc/filesystems, all of them, and block devices. */
static int add_types(struct words *subjects, bool ask)
{
	FILE *f = fopen(system_path("PAGESNAP_FILESYSTEMS", "/proc/filesystems"), "re");
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!f)
		return -errno;
	while (!err && getline(&line, &size, f) > 0)
		err = add_line(subjects, line, ask);
	if (!err && !feof(f))
		err = errno ? -errno : -EIO;
	free(line);
	fclose(f);
	return err ?: add_type(subjects, "bdev");
}

/**
 * places_everywhere() - look in every filesystem
 * @ask: ask the module whether it can
 *
 * Those that are mounted nowhere, or elsewhere, too.
 *
 * Return: places; NULL and errno if the lists of the kernel can't be read or
 * there is no memory.
 */
struct places *places_everywhere(bool ask)
{
	struct words subjects = { .len = 0 }, roots = { .len = 0 };
	struct mounts *mounts = mounts_read();
	int err;

	if (!mounts)
		return NULL;
	err = add_types(&subjects, ask) ?: add_mounted(&subjects, mounts);
	mounts_free(mounts);
	return make_places(&subjects, &roots, err);
}

/**
 * places_say_missing() - say why there are no places
 * @below: it was looked for folders; else for filesystems
 *
 * Context: errno is that of places_below() or places_everywhere().
 * Return: an exit code.
 */
int places_say_missing(bool below)
{
	say_error("the kernel's lists of %s can't be read: %s",
		  below ? "mounts" : "mounts and filesystems", strerror(errno));
	return EXIT_FAILED;
}
