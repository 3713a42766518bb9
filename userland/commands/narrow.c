// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a part of a moment
 *
 * Whoever recorded asked for filesystems of a type, or for folders, so an answer has more than what
 * is named later.  Files of it are left out here, and answers of which none is left; each end says
 * how many there are now.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mounts.h"
#include "base/say.h"
#include "kinds/names.h"
#include "lib/pagesnap.h"
#include "narrow.h"

/**
 * struct cut - a stream that is narrowed
 * @n: to what
 * @names: of mounts
 * @decoder: of the stream
 * @bytes: of the stream
 * @begin: where in it the record begins that is decoded
 * @end: where what was decoded ends
 * @to: gets what is wanted; NULL while filesystems are looked for
 * @answer: where in @to the answer began
 * @cgroups: names of cgroups in this answer, which belong to none
 * @cgroups_len: bytes of them
 * @whole: something in this answer is wanted in any case
 * @named: of FILESYSTEMS, one of this answer is
 * @wanted: the last object was
 * @files: of this answer
 * @records: likewise
 * @counters: likewise
 */
struct cut {
	struct narrow *n;
	struct names *names;
	struct pagesnap_decoder *decoder;
	const char *bytes;
	size_t begin;
	size_t end;
	FILE *to;
	off_t answer;
	char *cgroups;
	size_t cgroups_len;
	bool whole;
	bool named;
	bool wanted;
	uint64_t files;
	uint64_t records;
	uint64_t counters[PAGESNAP_COUNTERS_MAX];
};

/* Paths -------------------------------------------------------------------- */

static int read_path(struct narrow_path *p, const char *path)
{
	size_t len = strlen(path);
	char *real = realpath(path, NULL);

	while (len && path[len - 1] == '/')
		len--;
	if (*path == '/') {
		p->path = strndup(path, len);
	} else if (real) {
		p->path = strdup(real);
	} else {
		say_error("%s: a path in a recording begins with /", say_safe(path));
		return -EINVAL;
	}
	if (real && !strcmp(real, "/"))
		*real = '\0';
	if (real && p->path && !strcmp(real, p->path)) {
		free(real);
		real = NULL;
	}
	p->real = real;
	if (p->path)
		return 0;
	say_error("%s", strerror(ENOMEM));
	return -ENOMEM;
}

/**
 * narrow_open() - read what was named
 * @n: gets it
 * @by: what paths name
 * @paths: as they were named
 * @nr: how many
 *
 * Return: 0 or a negative errno, after a message.
 */
int narrow_open(struct narrow *n, enum command_narrows by, char *const *paths, size_t nr)
{
	size_t i;
	int err = 0;

	*n = (struct narrow){ .by = by, .list = calloc(nr, sizeof(*n->list)) };
	if (!n->list) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	for (i = 0; i < nr && !err; i++) {
		struct narrow_path *p = n->list + n->nr++;

		p->mount = -1;
		if (by == NARROWS_FILESYSTEMS && !strncmp(paths[i], "type:", 5))
			p->type = paths[i] + 5;
		else
			err = read_path(p, paths[i]);
	}
	return err;
}

/**
 * narrow_free() - give the memory back
 * @n: what was named
 */
void narrow_free(struct narrow *n)
{
	while (n->nr) {
		free(n->list[--n->nr].path);
		free(n->list[n->nr].real);
	}
	free(n->list);
	n->list = NULL;
}

/**
 * narrow_path_of() - what a path is called in the moment
 * @n: what was named
 * @nth: which of it
 *
 * Return: path.
 */
const char *narrow_path_of(const struct narrow *n, size_t nth)
{
	const struct narrow_path *p = n->list + nth;
	const char *path = p->led ? p->real : p->path;

	return *path ? path : "/";
}

/* Filesystems -------------------------------------------------------------- */

/* The one with the longest mount point above a path is the one that this was on. */
static void find_mount(struct narrow_path *p, const struct pagesnap_sb *sb, const char *point,
		       size_t len)
{
	const char *const paths[] = { p->path, p->real };
	size_t i;

	if (len && point[len - 1] == '/')
		len--;
	for (i = 0; i < 2; i++) {
		if (!paths[i] || (long)len <= p->mount ||
		    !mounts_above(point, len, paths[i], strlen(paths[i])))
			continue;
		p->mount = len;
		p->led = i;
		p->major = sb->dev_major;
		p->minor = sb->dev_minor;
	}
}

static void find_mounts(struct cut *c, const struct pagesnap_record *r)
{
	size_t len, i;
	const char *point = pagesnap_record_name(r, &len);

	for (i = 0; len && i < c->n->nr; i++)
		if (!c->n->list[i].type)
			find_mount(c->n->list + i, &r->u->sb, point, len);
}

static bool wants_sb(struct cut *c, const struct pagesnap_sb *sb)
{
	bool wants = false;
	size_t i;

	for (i = 0; i < c->n->nr; i++) {
		struct narrow_path *p = c->n->list + i;

		if (p->type ? strcmp(p->type, sb->fstype)
			    : p->mount < 0 || p->major != sb->dev_major ||
				      p->minor != sb->dev_minor)
			continue;
		p->found = wants = true;
	}
	return wants;
}

/* Files -------------------------------------------------------------------- */

static bool is_below(struct narrow_path *p, const char *name, size_t len)
{
	bool is = mounts_above(p->path, strlen(p->path), name, len);

	if (!is && p->real && mounts_above(p->real, strlen(p->real), name, len))
		is = p->led = true;
	p->found |= is;
	return is;
}

/* Below a root that is mounted nowhere the name is no path, unless another mount shows it. */
static bool wants_file(struct cut *c, const struct pagesnap_record *r)
{
	size_t len, i;
	const char *name = pagesnap_record_name(r, &len);
	char path[4096];
	bool wants = false;

	if (r->u->file.state == PAGESNAP_STATE_OUTSIDE) {
		len = names_path(c->names, r->u->file.dev_major, r->u->file.dev_minor, name, len,
				 path, sizeof(path));
		name = path;
	} else if (r->u->file.state != PAGESNAP_STATE_LIVE &&
		   r->u->file.state != PAGESNAP_STATE_DELETED) {
		return false;
	}
	for (i = 0; len && i < c->n->nr; i++)
		wants |= is_below(c->n->list + i, name, len);
	return wants;
}

static void count_file(struct cut *c, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	c->files++;
	if (!sums)
		return;
	c->counters[PAGESNAP_COUNT_PAGES] += sums->pages;
	c->counters[PAGESNAP_COUNT_GONE] += sums->evicted;
	c->counters[PAGESNAP_COUNT_SWAP] += sums->swapped;
	c->counters[PAGESNAP_COUNT_SPECIAL] += sums->special;
	c->counters[PAGESNAP_COUNT_HOLES] += sums->holes;
}

/* Answers ------------------------------------------------------------------ */

/* What was decoded, as it stands in the stream. */
static int keep(struct cut *c)
{
	return fwrite(c->bytes + c->begin, 1, c->end - c->begin, c->to) == c->end - c->begin ? 0
											     : -EIO;
}

static int keep_cgroup(struct cut *c)
{
	size_t len = c->end - c->begin;
	char *more = realloc(c->cgroups, c->cgroups_len + len);

	if (!more)
		return -ENOMEM;
	memcpy(more + c->cgroups_len, c->bytes + c->begin, len);
	c->cgroups = more;
	c->cgroups_len += len;
	return keep(c);
}

static int begin_answer(struct cut *c)
{
	c->answer = ftello(c->to);
	c->cgroups_len = 0;
	c->whole = c->named = c->wanted = false;
	c->files = c->records = 0;
	memset(c->counters, 0, sizeof(c->counters));
	return keep(c);
}

static int drop_answer(struct cut *c)
{
	if (fflush(c->to) || ftruncate(fileno(c->to), c->answer) ||
	    fseeko(c->to, c->answer, SEEK_SET))
		return -errno;
	return !c->cgroups_len || fwrite(c->cgroups, c->cgroups_len, 1, c->to) == 1 ? 0 : -EIO;
}

static int end_answer(struct cut *c, const struct pagesnap_end *end)
{
	struct pagesnap_end now = *end;
	size_t len = c->end - c->begin;

	if (!c->files && !c->whole && !c->named)
		return drop_answer(c);
	/* an error has no objects, and an older record may be shorter */
	if (c->whole || len > sizeof(now))
		return keep(c);
	now.objects = c->files;
	now.records = c->records;
	memcpy(now.counters, c->counters, sizeof(now.counters));
	return fwrite(&now, 1, len, c->to) == len ? 0 : -EIO;
}

/* What is no object belongs to the one before it. */
static int keep_wanted(struct cut *c, const struct pagesnap_record *r)
{
	unsigned int type = r->u->rec.type;

	if (type == PAGESNAP_REC_SB && c->n->by == NARROWS_FILESYSTEMS)
		c->named |= c->wanted = wants_sb(c, &r->u->sb);
	else if (type == PAGESNAP_REC_SB)
		return keep(c);
	else if (type == PAGESNAP_REC_FILE && c->n->by == NARROWS_FILES)
		c->wanted = wants_file(c, r);
	if (!c->wanted)
		return 0;
	if (type == PAGESNAP_REC_FILE)
		count_file(c, r);
	c->records += type != PAGESNAP_REC_SB;
	return keep(c);
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct cut *c = ctx;

	if (!c->to) {
		if (r->u->rec.type == PAGESNAP_REC_SB)
			find_mounts(c, r);
		return 0;
	}
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		names_boot(c->names, r->u->header.boot);
		return keep(c);
	case PAGESNAP_REC_QUERY:
		return begin_answer(c);
	case PAGESNAP_REC_ERROR:
		c->whole = true;
		return keep(c);
	case PAGESNAP_REC_CGROUP:
		return keep_cgroup(c);
	case PAGESNAP_REC_END:
		return end_answer(c, &r->u->end);
	default:
		return keep_wanted(c, r);
	}
}

/* Streams ------------------------------------------------------------------ */

static int take_called(void *ctx, const struct pagesnap_record *r)
{
	struct cut *c = ctx;
	int err = take(c, r);

	c->begin = c->end;
	return err;
}

/* Record by record, so that it is known where each is in the stream. */
static int read_all(struct cut *c, size_t len)
{
	struct pagesnap_rec rec;
	int err = 0;

	c->begin = c->end = 0;
	c->decoder = pagesnap_decoder_new(take_called, c);
	if (!c->decoder)
		return -ENOMEM;
	while (!err && len - c->end >= sizeof(rec)) {
		size_t at = c->end;

		memcpy(&rec, c->bytes + at, sizeof(rec));
		if (rec.len < sizeof(rec) || rec.len > len - at)
			err = -EPROTO;
		c->end = at + rec.len;
		err = err ?: pagesnap_decoder_push(c->decoder, c->bytes + at, rec.len);
	}
	pagesnap_decoder_free(c->decoder);
	return err;
}

static int read_stream(struct cut *c, size_t len, FILE *to)
{
	int err = c->n->by == NARROWS_FILESYSTEMS ? read_all(c, len) : 0;

	c->to = to;
	err = err ?: read_all(c, len);
	free(c->cgroups);
	return err;
}

/* What is not there at all is no reason to show nothing. */
static int say_missing(const struct narrow *n, const char *name)
{
	size_t i, found = 0;

	for (i = 0; i < n->nr; i++) {
		const struct narrow_path *p = n->list + i;

		found += p->found;
		if (p->found)
			continue;
		say_error("%s has nothing of %s%s", name, p->type ? "type:" : "",
			  say_safe(p->type ?: narrow_path_of(n, i)));
	}
	return found ? 0 : -ENODATA;
}

static int map_and_read(struct cut *c, int fd, FILE *to)
{
	struct stat st;
	void *map;
	int err;

	if (fstat(fd, &st))
		return -errno;
	map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	c->bytes = map;
	err = read_stream(c, st.st_size, to);
	munmap(map, st.st_size);
	return err;
}

/* Its own @fd stays open. */
static int write_part(struct narrow *n, int fd, int out)
{
	struct cut c = { .n = n, .names = names_new() };
	int copy = fcntl(out, F_DUPFD_CLOEXEC, 0);
	FILE *to = copy < 0 ? NULL : fdopen(copy, "w");
	int err = c.names && to ? map_and_read(&c, fd, to) : -ENOMEM;

	if (to && fclose(to) && !err)
		err = -errno;
	else if (!to && copy >= 0)
		close(copy);
	names_free(c.names);
	if (!err && lseek(out, 0, SEEK_SET) < 0)
		err = -errno;
	return err;
}

/**
 * narrow_stream() - leave out what was not named
 * @n: what was
 * @fd: reads a saved stream, from memory
 * @name: of the moment, for messages
 *
 * Return: a descriptor, or a negative errno after a message.
 */
int narrow_stream(struct narrow *n, int fd, const char *name)
{
	int out = memfd_create("part", MFD_CLOEXEC);
	int err = out < 0 ? -errno : write_part(n, fd, out);

	if (err)
		say_error("%s: %s", name, strerror(-err));
	else
		err = say_missing(n, name);
	if (err && out >= 0)
		close(out);
	return err ?: out;
}
