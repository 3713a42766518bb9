// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: pages of a file that are read and written, noted by page until a sample asks
 *
 * With reads=1 an answer has a bit for each unit of its file.  Probes (probes.c) set it where the
 * kernel is asked to read or write the page, and a sample takes the bits, some at a time.
 *
 * What pins what: nothing pins the file.  It is known as by its path, by device, number and
 * generation (targets/mapped.c), and compared with inodes that those pin who read or write.  So one
 * that was forgotten and is read in again is the same one, at whatever address.
 *
 * Why it can't race: probes find the answers by a list, under RCU, and change nothing of them but
 * bits and a counter, by atomic operations.  An answer leaves the list, and is freed when all
 * probes are through that may have found it.
 *
 * Of a page that was met once a sample asks the page cache whether it is still there, as page
 * tables say it of those that are mapped.
 */
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../targets/mapped.h"
#include "probes.h"
#include "reads.h"

/* Units that an answer can have bits for: those that it can remember, in 4 MiB. */
#define UNITS_MAX	((u64)PAGESNAP_ACCESSES_TABLES_MAX * PAGESNAP_CELLS)
/* Words of bits of which one step takes those that are set. */
#define WORDS_A_STEP	4096

/**
 * struct pagesnap_reads - what is read and written of a file, since the last sample
 * @node: in the list of all, under RCU
 * @file: the file
 * @start: first page that counts
 * @end: page behind the last
 * @unit: log2 of the pages of a unit
 * @nr: units that have a bit, from that of @start on
 * @lost: pages that have none, and were read or written
 * @missed: hits of probes that the kernel had dropped when the last sample asked
 * @bits: of each unit: it was read or written
 * @base: the sample under way only clears
 * @word: word of @bits that it goes on with
 * @row: then the row of the heatmap
 */
struct pagesnap_reads {
	struct list_head node;
	const struct pagesnap_mapped *file;
	u64 start;
	u64 end;
	u32 unit;
	u64 nr;
	atomic64_t lost;
	u64 missed;
	atomic_long_t *bits;
	bool base;
	u64 word;
	unsigned long row;
};

static LIST_HEAD(all);
/* Protects changes of the list. */
static DEFINE_MUTEX(all_mutex);

static u64 nr_words(const struct pagesnap_reads *r)
{
	return BITS_TO_LONGS(r->nr);
}

static u64 first_unit(const struct pagesnap_reads *r)
{
	return r->start >> r->unit;
}

/**
 * pagesnap_reads_create() - note what is read and written of a file from now on
 * @file: the file, which outlasts it
 * @q: query, whose range counts
 * @unit: log2 of the pages of a unit
 * @d: what is wrong, if something is
 *
 * Context: may sleep.
 * Return: for pagesnap_reads_destroy(); NULL, and the negative errno in @d.
 */
struct pagesnap_reads *pagesnap_reads_create(const struct pagesnap_mapped *file,
					     const struct pagesnap_query *q, u32 unit,
					     struct pagesnap_diag *d)
{
	struct pagesnap_reads *r = kzalloc(sizeof(*r), GFP_KERNEL_ACCOUNT);

	if (!r)
		goto err_memory;
	r->file = file;
	r->start = q->start;
	r->end = q->end;
	r->unit = unit;
	r->nr = min_t(u64, UNITS_MAX, ((q->end - 1) >> unit) - first_unit(r) + 1);
	r->bits = kvcalloc(nr_words(r), sizeof(*r->bits), GFP_KERNEL_ACCOUNT);
	if (!r->bits)
		goto err_memory;
	if (pagesnap_probes_get(d)) {
		kvfree(r->bits);
		kfree(r);
		return NULL;
	}
	r->missed = pagesnap_probes_missed();
	mutex_lock(&all_mutex);
	list_add_rcu(&r->node, &all);
	mutex_unlock(&all_mutex);
	return r;

err_memory:
	kfree(r);
	pagesnap_diag(d, -ENOMEM, 0, "no memory");
	return NULL;
}

/**
 * pagesnap_reads_destroy() - note no more of it
 * @r: reads, or NULL
 *
 * Context: may sleep, until all probes are through that have found it.
 */
void pagesnap_reads_destroy(struct pagesnap_reads *r)
{
	if (!r)
		return;
	mutex_lock(&all_mutex);
	list_del_rcu(&r->node);
	mutex_unlock(&all_mutex);
	pagesnap_probes_put();
	synchronize_rcu();
	kvfree(r->bits);
	kfree(r);
}

/* Bits that are set already are left alone: who reads the same pages on all CPUs shares them. */
static void set_bits(struct pagesnap_reads *r, u64 first, u64 end)
{
	u64 word, last;
	long mask;

	for (; first < end; first = last) {
		word = first / BITS_PER_LONG;
		last = min_t(u64, end, (word + 1) * BITS_PER_LONG);
		mask = GENMASK(last - 1 - word * BITS_PER_LONG, first % BITS_PER_LONG);
		if ((atomic_long_read(&r->bits[word]) & mask) != mask)
			atomic_long_or(mask, &r->bits[word]);
	}
}

static void mark(struct pagesnap_reads *r, u64 first, u64 end)
{
	first = max(first, r->start);
	end = min(end, r->end);
	if (first >= end)
		return;
	first = (first >> r->unit) - first_unit(r);
	end = ((end - 1) >> r->unit) - first_unit(r) + 1;
	if (end > r->nr)
		atomic64_add((end - max(first, r->nr)) << r->unit, &r->lost);
	set_bits(r, first, min(end, r->nr));
}

/**
 * pagesnap_reads_mark() - pages of a file are read or written
 * @inode: file, pinned by the caller
 * @first: first page
 * @end: page behind the last
 *
 * Context: any but NMI; no lock is taken, and nothing sleeps.
 */
void pagesnap_reads_mark(struct inode *inode, u64 first, u64 end)
{
	struct pagesnap_reads *r;

	rcu_read_lock();
	list_for_each_entry_rcu(r, &all, node)
		if (pagesnap_mapped_names(r->file, inode))
			mark(r, first, end);
	rcu_read_unlock();
}

/**
 * pagesnap_reads_begin() - a sample asks what was read and written
 * @r: reads
 * @base: it only clears
 */
void pagesnap_reads_begin(struct pagesnap_reads *r, bool base)
{
	r->base = base;
	r->word = 0;
	r->row = 0;
}

/* One unit was accessed.  A file that isn't held for now can't be asked where its pages are. */
static void see(const struct pagesnap_reads *r, u64 unit, struct pagesnap_batch *b, bool held)
{
	struct pagesnap_seen seen = {
		.accessed = true,
		.node = PAGESNAP_CELL_NO_NODE,
		.kind = pagesnap_mapped_is_shmem(r->file) ? PAGESNAP_KIND_SHMEM :
							    PAGESNAP_KIND_FILE,
	};
	u64 first = (first_unit(r) + unit) << r->unit;
	int node = held ? pagesnap_mapped_node(r->file, first, 1ULL << r->unit) : NUMA_NO_NODE;

	if (node != NUMA_NO_NODE)
		seen.node = node;
	pagesnap_batch_add(b, max(first, r->start), 1, &seen);
}

/* Some words, as long as the batch has room for all that one may have. */
static void take(struct pagesnap_reads *r, struct pagesnap_batch *b, bool held)
{
	u64 end = min_t(u64, nr_words(r), r->word + WORDS_A_STEP);
	unsigned long word;

	for (; r->word < end && b->nr + BITS_PER_LONG <= PAGESNAP_BATCH; r->word++) {
		if (!atomic_long_read(&r->bits[r->word]))
			continue;
		word = atomic_long_xchg(&r->bits[r->word], 0);
		for (; word && !r->base; word &= word - 1)
			see(r, r->word * BITS_PER_LONG + __ffs(word), b, held);
	}
}

/* Those of one row that this sample has not met otherwise, and that are still in memory. */
static bool keep_row(struct pagesnap_reads *r, struct pagesnap_tally *t, bool held)
{
	struct pagesnap_cell *row = pagesnap_heatmap_next(&t->map, &r->row);
	u64 first;
	u32 i;

	if (!row)
		return false;
	for (i = 0; i < PAGESNAP_CELLS; i++) {
		if (!pagesnap_cell_is_in(&row[i], t->look.before) ||
		    pagesnap_cell_is_in(&row[i], t->look.nr))
			continue;
		first = ((u64)r->row * PAGESNAP_CELLS + i) << r->unit;
		if (!held || pagesnap_mapped_caches(r->file, first, 1ULL << r->unit))
			pagesnap_cell_stay(&row[i], &t->look);
	}
	r->row++;
	return true;
}

/**
 * pagesnap_reads_step() - remember some more of what was read and written
 * @r: reads, asked by a sample
 * @t: where it is remembered; its @map.lost gets what isn't, in this step
 * @b: empty batch
 * @held: the file is held
 *
 * Context: process context without locks; may sleep; a bounded amount of work.
 * Return: true if there is more.
 */
bool pagesnap_reads_step(struct pagesnap_reads *r, struct pagesnap_tally *t,
			 struct pagesnap_batch *b, bool held)
{
	t->map.lost = 0;
	if (r->word == nr_words(r))
		return !r->base && keep_row(r, t, held);
	take(r, b, held);
	pagesnap_batch_settle(b, t);
	return true;
}

/**
 * pagesnap_reads_lost() - what was not noted since it was asked last
 * @r: reads
 *
 * Return: pages; a read or write that no probe saw counts as one.
 */
u64 pagesnap_reads_lost(struct pagesnap_reads *r)
{
	u64 before = r->missed;

	r->missed = pagesnap_probes_missed();
	return atomic64_xchg(&r->lost, 0) + r->missed - before;
}
