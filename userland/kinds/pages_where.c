// SPDX-License-Identifier: GPL-2.0
/*
 * What a frame is, for people: a page of a file, or which kind of memory.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pages_get.h"

/* What a kind of memory without a file is called. */
static const char *what_is(uint32_t kind)
{
	static const char *const words[PAGESNAP_KINDS] = {
		[PAGESNAP_KIND_UNKNOWN] = "free in a list of a CPU, or tail of an allocation",
		[PAGESNAP_KIND_FILE] = "page cache of no file",
		[PAGESNAP_KIND_SHMEM] = "shared memory of no file",
		[PAGESNAP_KIND_ANON] = "anonymous memory",
		[PAGESNAP_KIND_KSM] = "anonymous memory, merged by KSM",
		[PAGESNAP_KIND_SWAPCACHE] = "swap cache",
		[PAGESNAP_KIND_HUGETLB] = "huge page, free or anonymous",
		[PAGESNAP_KIND_SLAB] = "slab allocator",
		[PAGESNAP_KIND_PGTABLE] = "page table",
		[PAGESNAP_KIND_BUDDY] = "free",
		[PAGESNAP_KIND_RESERVED] = "reserved at boot",
		[PAGESNAP_KIND_ZERO] = "zero page",
		[PAGESNAP_KIND_OFFLINE] = "given away (balloon)",
		[PAGESNAP_KIND_HWPOISON] = "broken memory, taken out of use",
		[PAGESNAP_KIND_KERNEL] = "in use by the kernel or a driver, not marked for what",
	};

	return kind < PAGESNAP_KINDS ? words[kind] : "?";
}

/* "/usr/lib/libc.so.6 page 4 (254:2 ino 1310)"; what has failed may still be a file's */
static void set_place(struct row *row, const struct pagesnap_run *run, struct value *v)
{
	bool for_people = row->for_people;
	struct value file = { .type = VALUE_NONE };
	char *text, place[112];
	int len;

	row->for_people = true;
	get_file(row, &file);
	row->for_people = for_people;
	if (file.type != VALUE_NAME && file.type != VALUE_WORD) {
		file.text = "?";
		file.len = 1;
	}
	len = snprintf(place, sizeof(place),
		       " page %" PRIu64 " (%" PRIu32 ":%" PRIu32 " ino %" PRIu64 ")%s",
		       (uint64_t)run->owner_index, run->owner_major, run->owner_minor,
		       (uint64_t)run->owner_ino,
		       run->kind == PAGESNAP_KIND_HWPOISON ? ", broken memory" : "");
	text = row_scratch(row, file.len + len);
	if (!text)
		return;
	memcpy(text, file.text, file.len);
	memcpy(text + file.len, place, len);
	set_name(v, text, file.len + len);
}

/* "slab allocator: dentry" */
static void set_slab(struct row *row, struct value *v)
{
	const char *what = what_is(PAGESNAP_KIND_SLAB);
	char *text = row_scratch(row, 256);
	struct value cache = { .type = VALUE_NONE };
	bool known;

	if (!text)
		return;
	get_cache(row, &cache);
	known = cache.type == VALUE_NAME;
	set_string(v, text, snprintf(text, 256, "%s: %.*s", what, known ? (int)cache.len : 1,
				     known ? cache.text : "?"));
}

void get_where(struct row *row, struct value *v)
{
	const struct pagesnap_run *run = run_of(row);
	const char *words = NULL;

	if (run && run->rec.flags & PAGESNAP_RF_OWNER)
		set_place(row, run, v);
	else if (pages_cache_of(row))
		set_slab(row, v);
	else if (run)
		words = what_is(run->kind);
	else if (row->item && row->item->u->rec.type == PAGESNAP_REC_HOLE)
		words = "no memory";
	/* a name: with its blanks escaped where blanks divide columns */
	if (words)
		set_string(v, words, strlen(words));
}
