/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_WALK_H
#define PAGESNAP_PAGES_WALK_H

#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "../core/emit.h"
#include "../core/index.h"
#include "../fs/near.h"
#include "../mm/frame.h"
#include "../mm/memo.h"
#include "group.h"
#include "run_lines.h"

/* A source stops adding items at this number, */
#define PAGESNAP_ITEMS_SOFT	512
/* but the last folio that it adds may bring this many more. */
#define PAGESNAP_ITEMS_MAX	(PAGESNAP_ITEMS_SOFT + 512)

/*
 * It also stops once this many map counts of pages in large folios were read, or steps from
 * a memory cgroup to the one above were taken,
 */
#define PAGESNAP_LOOKS_SOFT	4096
/* but the last folio may add all of its own. */

struct pagesnap_changes;
struct pagesnap_walk;

/**
 * struct pagesnap_source - where the pages of an index file come from
 * @unit: PAGESNAP_UNIT_*
 * @state_size: bytes of w->state, which no other file knows
 * @begin: find what the query names; w->state is as this source's answer before left
 *	it, or zeroed; fills @d on an error
 * @fill: add items of one object, at most PAGESNAP_ITEMS_SOFT entries a call.
 *	Sets w->object_done with the last items of an object.  Returns 1 if
 *	there is more, 0 at the end, -EINTR on a fatal signal
 * @name: the current object has a selected page: complete its record
 * @name_run: for frames with names=1: put the name of the file that owns a run into
 *	w->name, and its length and state into the record
 * @pause: keep nothing but a lease
 * @finish: drop everything
 */
struct pagesnap_source {
	u32 unit;
	size_t state_size;
	int (*begin)(struct pagesnap_walk *w, struct pagesnap_diag *d);
	int (*fill)(struct pagesnap_walk *w);
	void (*name)(struct pagesnap_walk *w);
	void (*name_run)(struct pagesnap_walk *w, struct pagesnap_run *run);
	void (*pause)(struct pagesnap_walk *w);
	void (*finish)(struct pagesnap_walk *w);
};

/**
 * struct pagesnap_zone_name - name of a zone
 * @node: node
 * @zone: index of the zone there
 * @name: its name, padded with zeros; empty at first
 */
struct pagesnap_zone_name {
	u32 node;
	u32 zone;
	char name[16];
};

/**
 * struct pagesnap_walk - the answer to one query, while it is being made
 * @source: where its pages come from
 * @state: the source's private state
 * @state_room: bytes allocated for it
 * @request: the line; its text stays until the walk is finished
 * @options: number of the options that @q and @sel were made of, 0 if they were made of a line
 * @q: the line, parsed
 * @sel: what it selects
 * @reader: for frames
 * @e: emitter, during begin and step only
 * @items: found and selected, to be grouped
 * @nr_items: how many
 * @last: item of the page read last
 * @looks: how many map counts of pages in large folios, and memory cgroups above others,
 *	were read for them
 * @pos: the next to be grouped
 * @split: pages of it that were grouped already, with group=page
 * @object_done: @items are the last of their object
 * @source_done: @items are the last of the answer
 * @note: a note from source->begin(), static; NULL if there is none
 * @unknown: bits PAGESNAP_UNKNOWN_* of what was emitted
 * @outer: superblock or task; rec.type 0 if there is none
 * @outer_shown: it was emitted
 * @inner: file, VMA or span
 * @inner_live: an object has begun and not ended
 * @inner_named: source->name() was called for it
 * @inner_used: a selected page of it was grouped, or it is emitted without any
 * @inner_shown: it was emitted
 * @outer_bytes: variable bytes of @outer
 * @name: variable bytes of @inner; with names of frames, of a run
 * @zone: zone whose name the last run had
 * @lines: lines of runs, to be used again
 * @path: path of the query, or scratch
 * @near: folder of the file that was asked for last; nothing of it while the walk pauses
 * @changes: with changed=, what this session told of; NULL before
 * @group: grouping
 * @end: counters
 * @started_ns: when the answer began
 * @open: begin() succeeded, and finish() was not yet called
 */
struct pagesnap_walk {
	const struct pagesnap_source *source;
	void *state;
	size_t state_room;
	struct pagesnap_request request;
	u32 options;
	struct pagesnap_query q;
	struct pagesnap_select sel;
	struct pagesnap_frame_reader reader;
	struct pagesnap_emit *e;

	union pagesnap_item *items;
	u32 nr_items;
	u32 last;
	u32 looks;
	u32 pos;
	u64 split;
	bool object_done;
	bool source_done;

	const char *note;
	u32 unknown;

	union pagesnap_object outer;
	union pagesnap_object inner;
	bool outer_shown;
	bool inner_live;
	bool inner_named;
	bool inner_used;
	bool inner_shown;
	char *outer_bytes;
	char *name;
	struct pagesnap_zone_name zone;
	struct pagesnap_run_lines lines;
	char *path;
	struct pagesnap_near near;
	struct pagesnap_changes *changes;

	struct pagesnap_group group;
	struct pagesnap_end end;
	u64 started_ns;
	bool open;
};

/**
 * struct pagesnap_streak - a streak: pages that are like the last item of a walk and follow it
 * @each: each is an item
 * @max: how many there may be
 * @nr: pages, so far
 * @frames: frames that don't directly follow the one before
 * @pfn_end: frame after the last page
 */
struct pagesnap_streak {
	bool each;
	u32 max;
	u64 nr;
	u64 frames;
	u64 pfn_end;
};

/* Of walk.c, for the index files: */
void *pagesnap_walk_alloc(void);
void pagesnap_walk_free(void *walk);
int pagesnap_walk_begin(struct pagesnap_walk *w, const struct pagesnap_source *source,
			struct pagesnap_emit *e, struct pagesnap_diag *d);
int pagesnap_walk_step(void *walk, struct pagesnap_emit *e);
void pagesnap_walk_pause(void *walk);
void pagesnap_walk_finish(void *walk);

/* Was the last record of limit= sent, and is there more? */
static inline bool pagesnap_walk_limit_hit(const struct pagesnap_walk *w)
{
	return w->end.cut == PAGESNAP_CUT_LIMIT;
}

/* Of walk.c, for the sources: */
int pagesnap_walk_source(struct pagesnap_walk *w, const struct pagesnap_source *source,
			 struct pagesnap_diag *d);

/* Of items.c, for the sources: */
void pagesnap_walk_object(struct pagesnap_walk *w, u32 type, u32 len);
void pagesnap_walk_add_frame(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 nth,
			     u64 nr, u64 index, u32 map_order);
struct pagesnap_run *pagesnap_walk_add_known(struct pagesnap_walk *w, u64 pfn, u64 index);
void pagesnap_walk_add_again(struct pagesnap_walk *w, u32 item, u64 pfn, u64 index);
void pagesnap_run_owner_clear(struct pagesnap_run *run);
void pagesnap_walk_add_alike(struct pagesnap_walk *w, const struct pagesnap_frame *f, u64 index);
void pagesnap_walk_repeat(struct pagesnap_walk *w, u64 pfn);
void pagesnap_walk_extend(struct pagesnap_walk *w, const struct pagesnap_streak *streak);
struct pagesnap_gap *pagesnap_walk_add_gap(struct pagesnap_walk *w, u32 type, u64 index, u64 nr,
					   u32 why);
void pagesnap_walk_select(struct pagesnap_walk *w);
struct pagesnap_count;
bool pagesnap_count_other(struct pagesnap_walk *w, struct pagesnap_count *count,
			  struct page *page, struct pagesnap_stand *stand);
void pagesnap_count_end(struct pagesnap_walk *w, const struct pagesnap_count *count,
			bool all_known);

/*
 * May a source add more in this step, as far as memory and time go?  Where the kernel
 * isn't preempted, the step ends for a task that is to run, but never before its first item.
 */
static inline bool pagesnap_walk_has_room(const struct pagesnap_walk *w)
{
	return w->nr_items < PAGESNAP_ITEMS_SOFT && w->looks < PAGESNAP_LOOKS_SOFT &&
	       !(w->nr_items && need_resched());
}

/* Are pages only counted?  Then it doesn't matter where they stand. */
static inline bool pagesnap_walk_sums(const struct pagesnap_walk *w)
{
	return w->q.group >= PAGESNAP_GROUP_OBJECT;
}

/**
 * pagesnap_walk_streak() - prepare for pages that are like the last one added
 * @w: walk
 * @index: index that the next of them would have
 * @streak: gets ready for them to be added
 *
 * Return: false if none can be added.
 */
static inline bool pagesnap_walk_streak(const struct pagesnap_walk *w, u64 index,
					struct pagesnap_streak *streak)
{
	const struct pagesnap_run *last;

	if (!w->reader.alike || !w->nr_items)
		return false;
	last = &w->items[w->last].run;
	*streak = (struct pagesnap_streak){
		.each = w->q.group == PAGESNAP_GROUP_PAGE, .max = U32_MAX, .pfn_end = last->pfn_end,
	};
	if (streak->each)
		streak->max = PAGESNAP_ITEMS_SOFT - min_t(u32, w->nr_items, PAGESNAP_ITEMS_SOFT);
	return streak->max && (pagesnap_walk_sums(w) || last->index + last->nr == index);
}

/**
 * struct pagesnap_known - words, and the item that counts pages which have them
 * @words: of pagesnap_memo_words() or pagesnap_alike_of()
 * @memo: the reader's for such a page
 * @run: the item; NULL: there is none
 */
struct pagesnap_known {
	struct pagesnap_alike words;
	struct pagesnap_memo *memo;
	struct pagesnap_run *run;
};

/**
 * struct pagesnap_count - pages that are only counted, by items of the same step
 * @words: of @last, where the loop finds them without asking which of @known that is
 * @known: what @last and @other point to
 * @last: of the page before
 * @other: of pages before those; in mixed memory, the next page often has them again
 * @nr: pages, so far, for the item of @last
 * @turned: @last may not be what the walk's reader and w->last are of
 * @mapping: page->mapping of the page at which it turned last
 */
struct pagesnap_count {
	struct pagesnap_alike words;
	struct pagesnap_known known[2];
	struct pagesnap_known *last;
	struct pagesnap_known *other;
	u64 nr;
	bool turned;
	unsigned long mapping;
};

/* The page read last has an item, w->last: those behind it are counted. */
static inline void pagesnap_count_begin(const struct pagesnap_walk *w,
					struct pagesnap_count *count)
{
	count->last = &count->known[0];
	count->other = &count->known[1];
	*count->last = (struct pagesnap_known){
		.words = pagesnap_alike_of(&w->reader.snap),
		.memo = w->reader.memo,
		.run = &w->items[w->last].run,
	};
	count->words = count->last->words;
	count->other->run = NULL;
	count->nr = 0;
	count->turned = false;
}

/**
 * pagesnap_count_knows() - is a page like the one before, or one further back?
 * @w: walk that sums
 * @count: those before; with a page of another item, it goes on with that
 * @page: page
 * @stand: gets its position, if it isn't NULL
 *
 * That is all that is looked at, for most pages.
 *
 * Context: as for pagesnap_frame_next().
 * Return: true if @count->nr may be raised.
 */
static inline bool pagesnap_count_knows(struct pagesnap_walk *w, struct pagesnap_count *count,
					struct page *page, struct pagesnap_stand *stand)
{
	return pagesnap_has_words(&count->words, page, stand) ||
	       pagesnap_count_other(w, count, page, stand);
}

/* The next of them is in frame @pfn. */
static inline void pagesnap_streak_add(struct pagesnap_walk *w, struct pagesnap_streak *streak,
				       u64 pfn)
{
	streak->nr++;
	if (streak->each) {
		pagesnap_walk_repeat(w, pfn);
		return;
	}
	streak->frames += streak->pfn_end != pfn;
	streak->pfn_end = pfn + 1;
}

/* The sources: */
extern const struct pagesnap_source pagesnap_pfn_source;
extern const struct pagesnap_source pagesnap_file_source;
extern const struct pagesnap_source pagesnap_dir_source;
extern const struct pagesnap_source pagesnap_sb_source;
extern const struct pagesnap_source pagesnap_task_source;

#endif /* PAGESNAP_PAGES_WALK_H */
