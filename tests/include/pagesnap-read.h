/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the text of the index files the way a script would: by words and keys,
 * knowing nothing of the module's own code.  Guest programs link with it.
 */
#ifndef TESTS_PAGESNAP_READ_H
#define TESTS_PAGESNAP_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PS_UNKNOWN	(~0ULL)		/* printed as "?" */
#define PS_NONE		(~0ULL - 1)	/* printed as "-", or the key is not there */

/* Bits of the flags, numbered as in linux/kernel-page-flags.h. */
#define PS_BIT(n)	(1ULL << (n))
#define PS_LOCKED	PS_BIT(0)
#define PS_ERROR	PS_BIT(1)
#define PS_REFERENCED	PS_BIT(2)
#define PS_UPTODATE	PS_BIT(3)
#define PS_DIRTY	PS_BIT(4)
#define PS_LRU		PS_BIT(5)
#define PS_ACTIVE	PS_BIT(6)
#define PS_SLAB		PS_BIT(7)
#define PS_WRITEBACK	PS_BIT(8)
#define PS_RECLAIM	PS_BIT(9)
#define PS_BUDDY	PS_BIT(10)
#define PS_MMAP		PS_BIT(11)
#define PS_ANON		PS_BIT(12)
#define PS_SWAPCACHE	PS_BIT(13)
#define PS_SWAPBACKED	PS_BIT(14)
#define PS_HEAD		PS_BIT(15)
#define PS_TAIL		PS_BIT(16)
#define PS_HUGE		PS_BIT(17)
#define PS_UNEVICTABLE	PS_BIT(18)
#define PS_HWPOISON	PS_BIT(19)
#define PS_NOPAGE	PS_BIT(20)
#define PS_KSM		PS_BIT(21)
#define PS_THP		PS_BIT(22)
#define PS_OFFLINE	PS_BIT(23)
#define PS_ZERO_PAGE	PS_BIT(24)
#define PS_IDLE		PS_BIT(25)
#define PS_PGTABLE	PS_BIT(26)
#define PS_RESERVED	PS_BIT(32)
#define PS_MLOCKED	PS_BIT(33)
#define PS_COMPOUND	(PS_HEAD | PS_TAIL)

#define PS_PAIRS	40
#define PS_ORDERS	20

/* One line, cut at its blanks. */
struct ps_rec {
	char *type;
	unsigned int nr;
	struct {
		char *key;
		char *value;
	} pair[PS_PAIRS];
};

enum ps_what { PS_PAGE, PS_RUN, PS_GONE, PS_SWAP, PS_HOLE, PS_SPECIAL };

/* A line about pages, or about indices that have none. */
struct ps_item {
	enum ps_what what;
	size_t object;			/* in the answer; meaningless in a stream */
	uint64_t at;			/* index=, vpn= or pfn= */
	uint64_t nr;
	uint64_t pfn;
	uint64_t frames;
	uint64_t order;
	uint64_t map_order;
	uint64_t ref[2];		/* smallest and largest */
	uint64_t map[2];
	uint64_t node;
	uint64_t cgroup;
	uint64_t cgroup_online;		/* what is behind "!", else like cgroup */
	uint64_t flags;
	uint64_t ino;			/* owner, in pfn_index */
	uint64_t index;
	uint64_t swp_type;
	uint64_t swp_offset;
	char dev[16];
	char zone[16];
	char kind[16];
	char why[16];
};

/* A line about a file, VMA, superblock, task or span, or a total. */
struct ps_object {
	char *line;
	struct ps_rec rec;
};

struct ps_sums {
	uint64_t pages;
	uint64_t dirty;
	uint64_t writeback;
	uint64_t mapped;
	uint64_t active;
	uint64_t referenced;
	uint64_t unevictable;
	uint64_t evicted;
	uint64_t swapped;
	uint64_t special;
	uint64_t holes;
	uint64_t orders[PS_ORDERS];
};

/* A whole answer to one query. */
struct ps_answer {
	struct ps_item *items;
	size_t nr;
	struct ps_object *objects;
	size_t nr_objects;
	struct ps_object end;		/* rec.type is NULL if none came */
	struct ps_object error;		/* likewise */
};

typedef void ps_fn(void *ctx, struct ps_rec *rec);

/* A private session; ps_on() may ask many queries of it.  All of these die if they can't. */
int ps_open(const char *index);
void ps_on(int fd, ps_fn *fn, void *ctx, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* One query in a session of its own, line by line or as a whole. */
void ps_stream(const char *index, ps_fn *fn, void *ctx, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
struct ps_answer *ps_ask(const char *index, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* A ps_fn that fills the struct ps_answer that @ctx points to, zero at first. */
void ps_collect(void *ctx, struct ps_rec *rec);
void ps_free(struct ps_answer *a);

/* Cuts a line at its blanks; @rec points into it. */
void ps_cut(char *line, struct ps_rec *rec);
/* "" if the record has no such key. */
const char *ps_str(const struct ps_rec *rec, const char *key);
/* PS_NONE for "-" or no such key, PS_UNKNOWN for "?". */
uint64_t ps_num(const struct ps_rec *rec, const char *key);
bool ps_is(const struct ps_rec *rec, const char *type);
bool ps_item_read(const struct ps_rec *rec, struct ps_item *item);
uint64_t ps_flags(const char *names);

bool ps_complete(const struct ps_answer *a);
const struct ps_rec *ps_object(const struct ps_answer *a, const char *type, size_t nth);
/* Its number among all objects, as in struct ps_item; SIZE_MAX if there is none. */
size_t ps_number(const struct ps_answer *a, const char *type, size_t nth);
size_t ps_count_objects(const struct ps_answer *a, const char *type);
/* Is there a task record of this process? */
bool ps_has_task(const struct ps_answer *a, pid_t pid);
/* Item that holds index @at of object @object, or NULL. */
const struct ps_item *ps_find(const struct ps_answer *a, size_t object, uint64_t at);
/* Sums of the items of one object, or of all with SIZE_MAX. */
struct ps_sums ps_sum_items(const struct ps_answer *a, size_t object);
/* Sums that an object of group=object or a total prints. */
struct ps_sums ps_sum_rec(const struct ps_rec *rec);

/* Both static buffers; the first undoes \ooo, the second makes a query word. */
const char *ps_unescape(const char *printed);
const char *ps_quote(const char *path);

#endif /* TESTS_PAGESNAP_READ_H */
