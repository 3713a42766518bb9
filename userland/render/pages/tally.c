// SPDX-License-Identifier: GPL-2.0
/*
 * Sums of files.  Memory grows with the groups, not with the files.
 */
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mounts.h"
#include "kinds/kind.h"
#include "kinds/pages_get.h"
#include "kinds/sums.h"
#include "tally.h"

/* Room for a path, and for the mark of one that is none. */
#define KEY_MAX (PAGESNAP_MORE_MAX + 64)

/**
 * struct tally - groups so far
 * @view: of the caller
 * @root: of a tree of groups by key
 * @groups: all of them, in the order in which they came
 * @nr: how many
 * @total: of all files
 * @huge: pages of these that are hugetlbfs's
 * @key: of the group that is looked for
 */
struct tally {
	const struct pages_view *view;
	void *root;
	struct tally_group **groups;
	size_t nr;
	struct tally_group total;
	uint64_t huge;
	char key[KEY_MAX];
};

/**
 * tally_new() - begin to add up
 * @view: by what; must stay
 *
 * Return: tally, NULL if there is no memory.
 */
struct tally *tally_new(const struct pages_view *view)
{
	static char total[] = "total";
	struct tally *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->view = view;
	t->total.by = view->by;
	t->total.cgroup = t->total.with = t->total.recent = PAGESNAP_NONE;
	t->total.key = total;
	return t;
}

static void free_group(struct tally_group *group)
{
	free(group->key);
	free(group->mount);
	free(group->largest);
	free(group);
}

static void keep_node(void *node)
{
}

/**
 * tally_free() - drop all groups
 * @t: tally, may be NULL
 */
void tally_free(struct tally *t)
{
	if (!t)
		return;
	tdestroy(t->root, keep_node);
	while (t->nr)
		free_group(t->groups[--t->nr]);
	free(t->groups);
	free(t);
}

/* Groups ------------------------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
	const struct tally_group *x = a, *y = b;

	return strcmp(x->key, y->key);
}

static struct tally_group *add_group(struct tally *t)
{
	struct tally_group **groups = reallocarray(t->groups, t->nr + 1, sizeof(void *));
	struct tally_group *group = calloc(1, sizeof(*group));

	if (groups)
		t->groups = groups;
	if (group) {
		group->by = t->view->by;
		group->cgroup = group->with = group->recent = PAGESNAP_NONE;
		group->key = strdup(t->key);
	}
	if (!groups || !group || !group->key || !tsearch(group, &t->root, compare_keys)) {
		if (group)
			free_group(group);
		return NULL;
	}
	t->groups[t->nr++] = group;
	return group;
}

/* The group of t->key; @fresh: it is new.  NULL if there is no memory. */
static struct tally_group *group_of(struct tally *t, bool *fresh)
{
	const struct tally_group wanted = { .key = t->key };
	struct tally_group **found = tfind(&wanted, &t->root, compare_keys);

	*fresh = !found;
	return found ? *found : add_group(t);
}

/* Adds all of a file. */
static void add_file(struct tally_group *group, const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	group->files++;
	sums_add(&group->sums, p->sums);
	sums_count(&group->droppable, p->droppable);
	pages_slab_add_file(&group->slab, pages_row_file(row));
	if (p->recent == PAGESNAP_NONE || group->recent == PAGESNAP_UNKNOWN)
		return;
	if (group->recent == PAGESNAP_NONE)
		group->recent = 0;
	group->recent = p->recent == PAGESNAP_UNKNOWN ? PAGESNAP_UNKNOWN :
			group->recent + p->recent;
}

/* Folders ------------------------------------------------------------------ */

/* Bytes of the longest of the folders that were named that @path is in; 0 without any. */
static size_t root_of(const struct tally *t, const char *path, size_t len)
{
	const struct roots *roots = t->view->roots;
	size_t best = 0, i, root;

	for (i = 0; roots && i < roots->nr; i++) {
		root = strcmp(roots->list[i], "/") ? strlen(roots->list[i]) : 0;
		if (root > best && mounts_above(roots->list[i], root, path, len))
			best = root;
	}
	return best;
}

/* Bytes of @path down to the folder that counts for it; a file that was named is its own. */
static size_t cut(const struct tally *t, const char *path, size_t len)
{
	size_t at = root_of(t, path, len), depth;
	const char *slash;

	for (depth = 0; depth < t->view->depth && at < len; depth++) {
		slash = memchr(path + at + 1, '/', len - at - 1);
		if (!slash)
			break;
		at = slash - path;
	}
	return at;
}

/* Where there is no path that a person could follow. */
static const char *no_folder(const struct pagesnap_file *file, const struct value *name)
{
	static const char *const marks[] = { "[not mounted] ", "[outside] " };
	static const char *const words[] = { "[not mounted]", "[outside]" };
	size_t i;

	if (S_ISBLK(file->mode))
		return "[block devices]";
	if (name->type == VALUE_NAME) {
		for (i = 0; i < 2; i++)
			if (name->len > strlen(marks[i]) &&
			    !memcmp(name->text, marks[i], strlen(marks[i])))
				return words[i];
		return "[no directory]";
	}
	if (file->state == PAGESNAP_STATE_META)
		return "[metadata]";
	return file->state == PAGESNAP_STATE_DELETED ? "[deleted]" : TALLY_NAMELESS;
}

static void set_folder(struct tally *t, struct row *row)
{
	const struct pagesnap_file *file = pages_row_file(row);
	struct value v = { .type = VALUE_NONE };
	bool for_people = row->for_people;
	size_t len;

	if (!file) {
		strcpy(t->key, "[no file]");
		return;
	}
	row->for_people = false;
	get_file(row, &v);
	row->for_people = for_people;
	if (v.type != VALUE_NAME || !v.len || *v.text != '/' || S_ISBLK(file->mode)) {
		strcpy(t->key, no_folder(file, &v));
		return;
	}
	len = cut(t, v.text, v.len);
	memcpy(t->key, len ? v.text : "/", len ?: 1);
	t->key[len ?: 1] = '\0';
}

/* Filesystems -------------------------------------------------------------- */

static int describe_fs(struct tally_group *group, struct row *row, const struct pagesnap_sb *sb)
{
	size_t len;
	const char *name = pages_row_mount(row, &len);
	char *path;

	group->sb = *sb;
	path = len ? NULL : row_scratch(row, 4096);
	if (path) {
		len = names_path(row->names, sb->dev_major, sb->dev_minor, "/", 1, path, 4096);
		name = path;
	}
	group->mount = strndup(name, len);
	return group->mount ? 0 : -ENOMEM;
}

static int take_sb(struct tally *t, struct row *row)
{
	struct tally_group *group;
	struct pagesnap_sb sb;
	bool fresh;

	pages_row_sb(row, &sb);
	if (t->view->by == TALLY_BY_TYPE)
		snprintf(t->key, sizeof(t->key), "%.*s", (int)sizeof(sb.fstype), sb.fstype);
	else
		snprintf(t->key, sizeof(t->key), "%" PRIu32 ":%" PRIu32, sb.dev_major,
			 sb.dev_minor);
	group = group_of(t, &fresh);
	if (!group)
		return -ENOMEM;
	if (fresh && t->view->by == TALLY_BY_TYPE) {
		sb.dev_major = sb.dev_minor = PAGESNAP_NONE32;
		memset(sb.id, 0, sizeof(sb.id));
		group->sb = sb;
	} else if (fresh && describe_fs(group, row, &sb)) {
		return -ENOMEM;
	}
	add_file(group, row);
	return 0;
}

/* Cgroups ------------------------------------------------------------------ */

/* Of equal files the same one is the largest in whatever order they come; as rows are sorted. */
static bool is_largest(const struct tally_group *group, uint64_t pages, const struct file_id *id)
{
	if (pages != group->largest_pages)
		return pages > group->largest_pages;
	return pages && file_id_compare(id, &group->largest_id) < 0;
}

static int set_largest(struct tally_group *group, struct row *row, uint64_t pages)
{
	const struct file_id id = row->kind->file(row);
	struct value v = { .type = VALUE_NONE };
	char *name;

	if (!is_largest(group, pages, &id))
		return 0;
	row->scratch_len = 0;
	get_file(row, &v);
	name = v.type == VALUE_NAME || v.type == VALUE_WORD ? strndup(v.text, v.len) : strdup("");
	if (!name)
		return -ENOMEM;
	free(group->largest);
	group->largest = name;
	group->largest_pages = pages;
	group->largest_id = id;
	return 0;
}

/* The group of a cgroup; NULL if there is no memory. */
static struct tally_group *cgroup_group(struct tally *t, uint64_t cgroup)
{
	struct tally_group *group;
	bool fresh;

	snprintf(t->key, sizeof(t->key), "%" PRIu64, cgroup);
	group = group_of(t, &fresh);
	if (!group || !fresh)
		return group;
	group->cgroup = cgroup;
	group->sums.evicted = group->sums.swapped = PAGESNAP_NONE;
	group->sums.special = group->sums.holes = PAGESNAP_NONE;
	return group;
}

static int take_subtotal(struct tally *t, struct row *row, struct pagesnap_subtotal subtotal,
			 bool shared)
{
	const struct pages_row *p = pages_row(row);
	struct tally_group *group = cgroup_group(t, subtotal.key);

	if (!group)
		return -ENOMEM;
	group->files++;
	if (subtotal.key != PAGESNAP_NONE && shared)
		group->shared += subtotal.pages;
	sums_add_part(&group->sums, p->sums, subtotal.pages);
	sums_count_part(&group->droppable, p->droppable, p->sums->pages, subtotal.pages);
	return set_largest(group, row, subtotal.pages);
}

/* A module of ABI 1.0 reports no subtotals. */
static int take_subtotals(struct tally *t, struct row *row)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_record *r = &p->object.record;
	uint32_t nr = pagesnap_record_cgroups(r), i;
	bool shared = pages_row_is_shared(row);
	int status = 0;

	if (!nr && p->sums->pages)
		return take_subtotal(t, row, (struct pagesnap_subtotal){
				     PAGESNAP_UNKNOWN, p->sums->pages }, shared);
	for (i = 0; i < nr && !status; i++)
		status = take_subtotal(t, row, pagesnap_record_cgroup(r, i), shared);
	return status;
}

/* What the slab allocator has for a file may be charged to others than its pages. */
static int take_slab(struct tally *t, const struct row *row)
{
	const struct pagesnap_objects *objects;
	struct tally_group *group;
	unsigned int kind;

	for (kind = 0; kind < PAGES_SLAB_KINDS; kind++) {
		objects = pages_slab_of(pages_row_file(row), kind);
		if (!objects || !objects->nr)
			continue;
		group = cgroup_group(t, objects->cgroup);
		if (!group)
			return -ENOMEM;
		pages_slab_add(&group->slab, kind, objects);
	}
	return 0;
}

static int take_pair(struct tally *t, const struct row *row, struct pagesnap_subtotal a, uint64_t b)
{
	const struct pages_row *p = pages_row(row);
	struct tally_group *group;
	bool fresh;

	if (a.key == PAGESNAP_NONE || b == PAGESNAP_NONE)
		return 0;
	snprintf(t->key, sizeof(t->key), "%llu %llu", (unsigned long long)a.key,
		 (unsigned long long)b);
	group = group_of(t, &fresh);
	if (!group)
		return -ENOMEM;
	group->cgroup = a.key;
	group->with = b;
	group->files++;
	sums_add_part(&group->sums, p->sums, a.pages);
	sums_count_part(&group->droppable, p->droppable, p->sums->pages, a.pages);
	return 0;
}

/* Pages of one in files of which the other has pages, each with each. */
static int take_pairs(struct tally *t, const struct row *row)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_record *r = &p->object.record;
	uint32_t nr = pagesnap_record_cgroups(r), i, j;
	int status = 0;

	if (!nr)
		return take_pair(t, row, (struct pagesnap_subtotal){
				 PAGESNAP_UNKNOWN, p->sums->pages }, PAGESNAP_UNKNOWN);
	for (i = 0; i < nr; i++)
		for (j = 0; j < nr && !status; j++)
			if (i != j)
				status = take_pair(t, row, pagesnap_record_cgroup(r, i),
						   pagesnap_record_cgroup(r, j).key);
	return status;
}

static bool is_dead(const struct tally_group *group, struct names *names)
{
	char path[4096];

	return group->cgroup < PAGESNAP_OTHER &&
	       names_cgroup(names, group->cgroup, path, sizeof(path)) == -ESTALE;
}

/**
 * tally_keep_dead() - drop what is not charged to a cgroup that is gone
 * @t: tally by cgroup; no row is added after
 * @names: of the machine
 */
void tally_keep_dead(struct tally *t, struct names *names)
{
	size_t i, kept = 0;

	t->total.files = t->total.droppable = 0;
	memset(&t->total.sums, 0, sizeof(t->total.sums));
	memset(&t->total.slab, 0, sizeof(t->total.slab));
	for (i = 0; i < t->nr; i++) {
		struct tally_group *group = t->groups[i];

		if (!is_dead(group, names)) {
			tdelete(group, &t->root, compare_keys);
			free_group(group);
			continue;
		}
		t->groups[kept++] = group;
		t->total.files += group->files;
		sums_add(&t->total.sums, &group->sums);
		pages_slab_add_all(&t->total.slab, &group->slab);
		sums_count(&t->total.droppable, group->droppable);
	}
	t->nr = kept;
}

/* Rows --------------------------------------------------------------------- */

static int take_folder(struct tally *t, struct row *row)
{
	struct tally_group *group;
	bool fresh;

	set_folder(t, row);
	group = group_of(t, &fresh);
	if (!group)
		return -ENOMEM;
	add_file(group, row);
	return 0;
}

/**
 * tally_take() - add the pages of an object
 * @t: tally
 * @row: row of an object with sums
 *
 * Return: 0 or -ENOMEM.
 */
int tally_take(struct tally *t, struct row *row)
{
	const struct pages_row *p = pages_row(row);
	struct pagesnap_sb sb;

	if (t->view->by == TALLY_BY_PAIR && !pages_row_is_shared(row))
		return 0;
	/* one that was named, and is reported for that alone */
	if (sums_empty(p->sums) && !pages_slab_of(pages_row_file(row), PAGES_SLAB_INODE))
		return 0;
	add_file(&t->total, row);
	pages_row_sb(row, &sb);
	t->huge += strcmp(sb.fstype, "hugetlbfs") ? 0 : p->sums->pages;
	switch (t->view->by) {
	case TALLY_BY_DIR:
		return take_folder(t, row);
	case TALLY_BY_CGROUP:
		return take_subtotals(t, row) ?: take_slab(t, row);
	case TALLY_BY_PAIR:
		return take_pairs(t, row);
	default:
		return take_sb(t, row);
	}
}

/**
 * tally_huge() - what the kernel does not count as page cache
 * @t: tally
 *
 * Return: pages of files of hugetlbfs.
 */
uint64_t tally_huge(const struct tally *t)
{
	return t->huge;
}

static int most_pages_first(const void *a, const void *b)
{
	const struct tally_group *x = *(struct tally_group *const *)a;
	const struct tally_group *y = *(struct tally_group *const *)b;

	if (x->sums.pages != y->sums.pages)
		return x->sums.pages < y->sums.pages ? 1 : -1;
	return strcmp(x->key, y->key);
}

/**
 * tally_groups() - what was added up
 * @t: tally
 * @nr: how many
 *
 * Return: groups, most pages first.
 */
const struct tally_group *const *tally_groups(struct tally *t, size_t *nr)
{
	if (t->nr)
		qsort(t->groups, t->nr, sizeof(void *), most_pages_first);
	*nr = t->nr;
	return (const struct tally_group *const *)t->groups;
}

/**
 * tally_total() - all that was added up
 * @t: tally
 *
 * Return: a group of everything.
 */
const struct tally_group *tally_total(const struct tally *t)
{
	return &t->total;
}

/**
 * tally_row() - make a row of a group
 * @group: group
 * @row: row, of no query
 *
 * Return: 0 or -ENOMEM.
 */
int tally_row(const struct tally_group *group, struct row *row)
{
	struct pages_row *p = pages_row(row);
	int status = 0;

	row_begin(row, 0);
	row->query = NULL;
	if (*group->sb.fstype)
		status = pages_row_take_sb(row, &group->sb, group->mount ?: "");
	row->scratch_len = 0;
	p->group = group;
	p->sums = &group->sums;
	p->droppable = group->droppable;
	return status < 0 ? status : 0;
}
