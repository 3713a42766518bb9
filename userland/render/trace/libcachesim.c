// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the future of a trace in bounded memory
 *
 * Which request for a page is the next one is known at the end only.  So requests wait in a
 * file without a name, which is then read backwards, block by block, and written back with that.
 * What is kept in memory is a number for each page, not for each reference.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libcachesim.h"

/* Requests of a block. */
#define BLOCK 8192
#define NS_PER_SECOND 1000000000ULL

/* A request, as it is in the file. */
struct request {
	uint32_t time;
	uint64_t object;
	uint32_t size;
	int64_t next;
} __attribute__((packed));

static int error_of(FILE *f)
{
	int err = errno;

	return ferror(f) ? (err ? -err : -EIO) : 0;
}

/**
 * libcachesim_begin() - begin with a trace
 * @l: gets it
 * @page_shift: log2 of the bytes of a page
 *
 * Return: 0 or -errno; libcachesim_free() is owed in any case.
 */
int libcachesim_begin(struct libcachesim *l, unsigned int page_shift)
{
	*l = (struct libcachesim){ .spill = tmpfile(), .page_shift = page_shift };
	return l->spill ? 0 : -errno;
}

static struct trace_key key_of(const struct trace_reference *ref)
{
	if (ref->map && ref->map->file)
		return (struct trace_key){ 2 * ref->map->file, ref->file_page };
	return (struct trace_key){ 2 * ref->space + 1, ref->vpn };
}

/**
 * libcachesim_add() - add a reference
 * @l: trace
 * @ref: reference, behind those that were added
 *
 * Return: 0 or -errno.
 */
int libcachesim_add(struct libcachesim *l, const struct trace_reference *ref)
{
	const struct trace_key key = key_of(ref);
	const struct trace_entry *entry = trace_table_find(&l->objects, &key);
	struct request request = { .size = 1U << l->page_shift, .next = -1 };
	int err = 0;

	request.object = entry ? entry->value : l->objects.nr + 1;
	if (!entry)
		err = trace_table_set(&l->objects, &key, request.object);
	if (err)
		return err;
	if (!l->requests++)
		l->first_ns = ref->time_ns;
	/* clocks of CPUs may differ a little */
	if (ref->time_ns > l->first_ns)
		request.time = (ref->time_ns - l->first_ns) / NS_PER_SECOND;
	errno = 0;
	return fwrite(&request, sizeof(request), 1, l->spill) == 1 ? 0 : error_of(l->spill);
}

/* Requests @first to @first + @nr - 1, the next of each object behind them being in @next. */
static int fill_block(struct libcachesim *l, struct request *block, uint64_t first, size_t nr,
		      int64_t *next)
{
	const long at = (long)(first * sizeof(*block));
	size_t i;

	errno = 0;
	if (fseek(l->spill, at, SEEK_SET) || fread(block, sizeof(*block), nr, l->spill) != nr)
		return errno ? -errno : -EIO;
	for (i = nr; i--;) {
		block[i].next = next[block[i].object] ?: -1;
		next[block[i].object] = (int64_t)(first + i + 1);
	}
	if (fseek(l->spill, at, SEEK_SET) || fwrite(block, sizeof(*block), nr, l->spill) != nr)
		return errno ? -errno : -EIO;
	return 0;
}

static int look_back(struct libcachesim *l, struct request *block)
{
	int64_t *next = calloc(l->objects.nr + 1, sizeof(*next));
	uint64_t left = l->requests;
	size_t nr;
	int err = next ? 0 : -ENOMEM;

	while (!err && left) {
		nr = left % BLOCK ?: BLOCK;
		left -= nr;
		err = fill_block(l, block, left, nr, next);
	}
	free(next);
	return err;
}

static int copy(struct libcachesim *l, struct request *block, FILE *to)
{
	size_t nr;

	errno = 0;
	if (fseek(l->spill, 0, SEEK_SET))
		return -errno;
	while ((nr = fread(block, sizeof(*block), BLOCK, l->spill)))
		if (fwrite(block, sizeof(*block), nr, to) != nr)
			return errno ? -errno : -EIO;
	return error_of(l->spill);
}

/**
 * libcachesim_write() - write a trace
 * @l: it; nothing can be added behind it
 * @to: where to
 *
 * Return: 0 or -errno.
 */
int libcachesim_write(struct libcachesim *l, FILE *to)
{
	struct request *block = calloc(BLOCK, sizeof(*block));
	int err = block ? 0 : -ENOMEM;

	err = err ?: look_back(l, block);
	err = err ?: copy(l, block, to);
	free(block);
	return err;
}

/**
 * libcachesim_free() - forget a trace
 * @l: it
 */
void libcachesim_free(struct libcachesim *l)
{
	if (l->spill)
		fclose(l->spill);
	trace_table_free(&l->objects);
	*l = (struct libcachesim){ NULL };
}
