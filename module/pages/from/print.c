// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what stands for a file
 *
 * A keyed hash of all that the record of a file with its sums depends on: attributes, the words of
 * each page, the entries without a page, and the way from each name up to the root.  Two that
 * are the same make the same record, but for one chance in 2^64: a file can't be made for
 * another one's, as nobody knows the secret.  Different ones may, too: a name that is hashed alone
 * by where its dentry is and by the kernel's hash of it, or a flag that no sum counts.
 *
 * What pins what: the caller pins the inode, and so the mapping.  Nothing pins its folios:
 * their words are read under RCU, each once, and are worth no more than that.  A file that is
 * changed meanwhile has a print that is of no moment; so whoever believes one makes it twice.
 * Dentries are kept by RCU; i_lock keeps the list of names.  Nothing is held from one
 * ENTRIES to the next but the inode.
 */
#include <linux/dax.h>
#include <linux/dcache.h>
#include <linux/pagemap.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>

#include "../../compat/dentry.h"
#include "../../compat/xarray.h"
#include "../../mm/alike.h"
#include "../../mm/hotplug.h"
#include "cache.h"
#include "print.h"
#include "slots.h"

/* Entries of one RCU section; map counts of pages count, too. */
#define ENTRIES	4096
/* Names of a file, and folders above each: i_lock is held for all of them. */
#define NAMES	8
#define FOLDERS	64

/* Of page->flags, what a sum may depend on. */
#define FLAGS	(~(COMPAT_FLAGS_UNKNOWN | BIT(PG_locked)))

/* Two words more.  The product of 64 bits each has 128, of which both halves matter. */
static u64 mix(const struct pagesnap_changes *c, u64 hash, u64 a, u64 b)
{
	unsigned __int128 product = (unsigned __int128)(hash ^ a ^ c->secret[0]) *
				    (b ^ c->secret[1]);

	return (u64)product ^ (u64)(product >> 64) ^ hash << 1;
}

/* Pages ---------------------------------------------------------------------------- */

/**
 * struct look - a look at the pages of a file
 * @w: walk
 * @mapping: of the file
 * @next: index of the next entry
 * @left: entries, in this RCU section
 * @hash: of those before
 */
struct look {
	struct pagesnap_walk *w;
	struct address_space *mapping;
	unsigned long next;
	s64 left;
	u64 hash;
};

static void add(struct look *l, u64 a, u64 b)
{
	l->hash = mix(l->w->changes, l->hash, a, b);
}

static void add_value(struct look *l, struct xa_state *xas, void *entry)
{
	add(l, (unsigned long)entry, (u64)xas->xa_index << 8 | compat_xas_order(xas));
}

/* Return: false if it changed while it was read. */
static bool add_large(struct look *l, struct xa_state *xas, struct folio *folio)
{
	struct pagesnap_frame_range range;
	struct pagesnap_frame f;

	if (pagesnap_frame_read(&l->w->reader, folio_page(folio, 0), &f))
		return false;
	pagesnap_frame_range(&f, 0, f.nr, &range);
	l->left -= pagesnap_frame_counts_each(&f) ? f.nr : 0;
	add(l, range.flags & ~KPF_BIT(KPF_LOCKED), f.cgroup);
	add(l, xas->xa_index, f.pfn);
	add(l, range.mapped, (u64)range.map_min << 32 | range.map_max);
	add(l, f.nr, (u64)f.node << 8 | f.kind);
	return true;
}

static void add_small(struct look *l, struct xa_state *xas, struct page *page)
{
	u64 memcg = 0;

#ifdef CONFIG_MEMCG
	memcg = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, memcg_data));
#endif
	add(l, pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags)) & FLAGS, memcg);
	add(l, xas->xa_index, (u32)atomic_read(&page->_mapcount));
}

static bool add_entry(struct look *l, struct xa_state *xas, void *entry)
{
	struct page *page;

	if (xa_is_value(entry)) {
		add_value(l, xas, entry);
		return true;
	}
	page = folio_page((struct folio *)entry, 0);
	if (pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags)) & BIT(PG_head))
		return add_large(l, xas, entry);
	add_small(l, xas, page);
	return true;
}

/* Context: RCU.  Return: 1 if there is more, 0 at the end, -EAGAIN if nobody can tell. */
static int add_some(struct look *l)
{
	XA_STATE(xas, &l->mapping->i_pages, l->next);
	void *entry;

	l->left = ENTRIES;
	pagesnap_frame_begin(&l->w->reader);
	xas_for_each(&xas, entry, ULONG_MAX) {
		if (xas_retry(&xas, entry))
			continue;
		l->next = xas.xa_index;
		if (l->left-- <= 0)
			return 1;
		if (!add_entry(l, &xas, entry))
			return -EAGAIN;
		pagesnap_slots_skip_empty(&xas);
	}
	return 0;
}

static int hash_pages(struct look *l)
{
	int more, token;

	do {
		token = pagesnap_hotplug_enter();
		rcu_read_lock();
		more = add_some(l);
		rcu_read_unlock();
		pagesnap_hotplug_leave(token);
		cond_resched();
	} while (more > 0 && !fatal_signal_pending(current));
	return more;
}

/* Names ----------------------------------------------------------------------------- */

/* The way up from a name.  Return: false if it is too long. */
static bool hash_way(const struct pagesnap_changes *c, const struct dentry *at, u64 *hash)
{
	const struct dentry *up;
	u32 depth;

	for (depth = 0; depth < FOLDERS; depth++, at = up) {
		/* A rename may come between; its print is another one's next time. */
		*hash = mix(c, *hash, (unsigned long)at, data_race(READ_ONCE(at->d_name.hash_len)));
		up = READ_ONCE(at->d_parent);
		if (up == at)
			return true;
	}
	return false;
}

/* Return: false if they are too many, or too deep. */
static bool hash_names(const struct pagesnap_changes *c, struct inode *inode, u64 *hash)
{
	const struct dentry *name;
	bool all = true;
	u32 nr = 0;

	rcu_read_lock();
	spin_lock(&inode->i_lock);
	for (name = compat_first_alias(inode); name && all; name = compat_next_alias(name)) {
		/* It may be unlinked at any moment: so the print is made again. */
		*hash = mix(c, *hash, data_race(d_unhashed(name)), ++nr);
		all = nr <= NAMES && hash_way(c, name, hash);
	}
	spin_unlock(&inode->i_lock);
	rcu_read_unlock();
	return all;
}

static bool print_names(const struct pagesnap_walk *w, struct inode *inode, u64 *hash)
{
	*hash = w->changes->view;
	return !w->sel.names || hash_names(w->changes, inode, hash);
}

/* ------------------------------------------------------------------------------------- */

/**
 * pagesnap_print_view() - an answer begins: what do all names of it depend on?
 * @w: walk with changes
 * @place: mount that its names are below
 */
void pagesnap_print_view(struct pagesnap_walk *w, const struct pagesnap_place *place)
{
	struct pagesnap_changes *c = w->changes;
	u32 i, len = place->mount_len + place->root_len;

	c->view = mix(c, 0, place->mount_len, w->sel.names);
	for (i = 0; i < len; i++)
		c->view = mix(c, c->view, i, place->mount[i]);
}

static u64 key_of(const struct pagesnap_changes *c, struct inode *inode)
{
	return mix(c, mix(c, 0, inode->i_ino, inode->i_generation), inode->i_sb->s_dev,
		   pagesnap_place_subvol(inode));
}

/* That of a file without its pages and names. */
static u64 attributes_of(const struct pagesnap_changes *c, struct inode *inode)
{
	u64 hash = mix(c, 0, i_size_read(inode), pagesnap_cache_pages(&inode->i_data));

	return mix(c, hash, READ_ONCE(inode->i_nlink), READ_ONCE(inode->i_mode) & S_IFMT);
}

/**
 * pagesnap_print_make() - what stands for a file now
 * @w: walk with changes
 * @inode: inode that the caller pins
 * @print: gets it; nothing but the key if the answer is no
 *
 * Context: process context, no locks; may sleep.
 * Return: false if nothing stands for it: pages of hugetlbfs and DAX, too many names, or changes
 * all the time.
 */
bool pagesnap_print_make(struct pagesnap_walk *w, struct inode *inode,
			 struct pagesnap_print *print)
{
	struct look l = { .w = w, .mapping = &inode->i_data };

	*print = (struct pagesnap_print){ .key = key_of(w->changes, inode) };
	if (compat_index_shift(l.mapping) || dax_mapping(l.mapping))
		return false;
	l.hash = attributes_of(w->changes, inode);
	if (hash_pages(&l))
		return false;
	print->pages = l.hash;
	return print_names(w, inode, &print->names);
}

/**
 * pagesnap_print_has_names() - has the file under way the names that its print is of?
 * @w: walk with the print
 * @inode: inode that the caller pins
 *
 * Return: true if so.
 */
bool pagesnap_print_has_names(const struct pagesnap_walk *w, struct inode *inode)
{
	u64 names;

	return print_names(w, inode, &names) && names == w->changes->print.names;
}
