// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: few series, however many groups there are
 *
 * A label is a name of somebody else's: a cgroup's, or where something is mounted.  Those are
 * paths, so nobody can have one that is a word of ours.  That two groups have one label is not
 * to be expected, but would make Prometheus refuse all of the answer: they become one.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "kinds/row.h"
#include "kinds/sums.h"
#include "render/metrics/label.h"
#include "render/pages/tally.h"

#define ID_MAX 32

static const char *const words[EXPORT_WORDS] = {
	[EXPORT_OTHER] = "other", [EXPORT_NO_CGROUP] = "none",
	[EXPORT_NOT_KNOWN] = "unknown", [EXPORT_REMOVED] = "removed",
};

/**
 * export_groups_free() - drop them
 * @g: groups
 */
void export_groups_free(struct export_groups *g)
{
	while (g->nr)
		free(g->list[--g->nr].labels);
	free(g->list);
	*g = (struct export_groups){ .list = NULL };
}

/* Sums ----------------------------------------------------------------------------- */

static void add(struct export_group *to, const struct tally_group *from)
{
	const struct pagesnap_sums *sums = &from->sums;
	const uint64_t pages[EXPORT_SUMS] = {
		[EXPORT_RESIDENT] = sums->pages, [EXPORT_DIRTY] = sums->dirty,
		[EXPORT_WRITEBACK] = sums->writeback, [EXPORT_MAPPED] = sums->mapped,
		[EXPORT_UNEVICTABLE] = sums->unevictable, [EXPORT_DROPPABLE] = from->droppable,
		[EXPORT_EVICTED] = sums->evicted, [EXPORT_SWAPPED] = sums->swapped,
	};
	unsigned int i;

	for (i = 0; i < EXPORT_SUMS; i++) {
		__u64 sum = to->pages[i];

		sums_count(&sum, pages[i]);
		to->pages[i] = sum;
	}
}

/* Labels ---------------------------------------------------------------------------- */

static void put(struct value_buf *b, const char *text)
{
	value_buf_put(b, text, strlen(text));
}

static void put_label(struct value_buf *b, const char *key, const char *name, size_t len,
		      const char *id)
{
	put(b, b->len ? "," : "{");
	put(b, key);
	put(b, "=\"");
	metrics_label(b, name, len, id);
	put(b, "\"");
}

static char *finish(struct value_buf *b)
{
	put(b, "}");
	value_buf_char(b, '\0');
	if (!b->failed)
		return b->s;
	value_buf_free(b);
	return NULL;
}

static char *word_labels(enum tally_by by, enum export_word word)
{
	struct value_buf b = { .s = NULL };

	if (by == TALLY_BY_FS) {
		put_label(&b, "device", words[word], strlen(words[word]), "");
		put_label(&b, "fstype", "", 0, "");
		put_label(&b, "mountpoint", "", 0, "");
	} else {
		put_label(&b, by == TALLY_BY_TYPE ? "fstype" : "cgroup", words[word],
			  strlen(words[word]), "");
	}
	return finish(&b);
}

static char *fs_labels(const struct tally_group *group)
{
	const char *mount = group->mount ?: "";
	struct value_buf b = { .s = NULL };

	put_label(&b, "device", group->key, strlen(group->key), "");
	put_label(&b, "fstype", group->sb.fstype,
		  strnlen(group->sb.fstype, sizeof(group->sb.fstype)), group->key);
	put_label(&b, "mountpoint", mount, strlen(mount), group->key);
	return finish(&b);
}

static char *type_labels(const struct tally_group *group)
{
	struct value_buf b = { .s = NULL };

	put_label(&b, "fstype", group->key, strlen(group->key), group->key);
	return finish(&b);
}

/* @path has @len bytes; below 0: its name can't be known. */
static char *cgroup_labels(uint64_t cgroup, const char *path, ssize_t len)
{
	struct value_buf b = { .s = NULL };
	char id[ID_MAX], at[ID_MAX + 1];

	snprintf(id, sizeof(id), "%" PRIu64, cgroup);
	snprintf(at, sizeof(at), "@%s", id);
	if (len < 0)
		put_label(&b, "cgroup", at, strlen(at), id);
	else
		put_label(&b, "cgroup", path, len, id);
	return finish(&b);
}

/* Groups ------------------------------------------------------------------------------ */

/* The group of these labels, which it takes; NULL if there is no memory. */
static struct export_group *find(struct export_groups *g, char *labels)
{
	size_t i;

	for (i = 0; labels && i < g->nr; i++) {
		if (!g->list[i].labels || strcmp(g->list[i].labels, labels))
			continue;
		free(labels);
		return &g->list[i];
	}
	if (labels)
		g->list[g->nr++].labels = labels;
	return labels ? &g->list[g->nr - 1] : NULL;
}

static int begin(struct export_groups *g, size_t top)
{
	enum export_word word;

	g->list = calloc(EXPORT_WORDS + top, sizeof(*g->list));
	if (!g->list)
		return -ENOMEM;
	for (word = 0; word < EXPORT_WORDS; word++)
		if (!find(g, word_labels(g->by, word)))
			return -ENOMEM;
	return 0;
}

/* The word that is the name of a cgroup, EXPORT_WORDS if it has another; @len as of names_cgroup() */
static enum export_word word_of(struct row *row, uint64_t cgroup, char *path, size_t size,
				ssize_t *len)
{
	if (cgroup == PAGESNAP_OTHER)
		return EXPORT_OTHER;
	if (cgroup == PAGESNAP_NONE)
		return EXPORT_NO_CGROUP;
	if (cgroup == PAGESNAP_UNKNOWN)
		return EXPORT_NOT_KNOWN;
	*len = names_cgroup(row->names, cgroup, path, size);
	return *len == -ESTALE ? EXPORT_REMOVED : EXPORT_WORDS;
}

/* All but words have a series of their own while there is @room. */
static int take(struct export_groups *g, const struct tally_group *group, struct row *row,
		size_t room)
{
	enum export_word word = EXPORT_WORDS;
	struct export_group *to;
	char path[PATH_MAX];
	ssize_t len = -ENOENT;

	if (g->by == TALLY_BY_CGROUP)
		word = word_of(row, group->cgroup, path, sizeof(path), &len);
	g->found += word == EXPORT_WORDS;
	if (word == EXPORT_WORDS && g->nr == EXPORT_WORDS + room)
		word = EXPORT_OTHER;
	if (word < EXPORT_WORDS)
		to = &g->list[word];
	else if (g->by == TALLY_BY_CGROUP)
		to = find(g, cgroup_labels(group->cgroup, path, len));
	else
		to = find(g, g->by == TALLY_BY_FS ? fs_labels(group) : type_labels(group));
	if (!to)
		return -ENOMEM;
	add(to, group);
	return 0;
}

/**
 * export_groups_make() - make the groups that have series of their own
 * @g: gets them
 * @by: what they are of
 * @tally: all groups
 * @row: has the names
 * @top: how many, besides words
 *
 * Return: 0 or -ENOMEM; export_groups_free() is owed in any case.
 */
int export_groups_make(struct export_groups *g, enum tally_by by, struct tally *tally,
		       struct row *row, size_t top)
{
	const struct tally_group *const *groups;
	size_t nr, i;
	int err;

	*g = (struct export_groups){ .by = by };
	groups = tally_groups(tally, &nr);
	err = begin(g, top < nr ? top : nr);
	for (i = 0; i < nr && !err; i++)
		err = take(g, groups[i], row, top);
	return err;
}
