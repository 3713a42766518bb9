// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what stands for a file
 *
 * A keyed hash of all that the record of a file with its sums depends on: attributes, the words of
 * each page and whom it is charged to, the entries without a page, and the way from each name up to
 * the root.  Of a name there is the kernel's hash, of 32 bits, with the addresses of the dentry and
 * of all above it.  Two files, or one at two times, whose prints are the same have the same record;
 * where they differ, they may have, too: as with a flag that no sum counts.
 *
 * What pins what: the caller pins the inode, and so the mapping.  Nothing pins its folios: their
 * words are read under RCU, each once, and are worth no more than that.  A file that is changed
 * meanwhile has a print that is of no moment: so it is made again behind the walk, and what it has
 * seen has to be what the walk has counted.  Dentries are kept by RCU; i_lock keeps the list of
 * names.  One look takes ENTRIES at the most: larger files have no print.
 */
#include <linux/dax.h>
#include <linux/dcache.h>
#include <linux/pagemap.h>
#include <linux/rcupdate.h>

#include "../../compat/dentry.h"
#include "../../compat/xarray.h"
#include "../../mm/alike.h"
#include "cache.h"
#include "print.h"
#include "slots.h"

/* Entries of the page cache, and map counts and cgroups that are looked at for them. */
#define ENTRIES	PAGESNAP_PRINT_ENTRIES
/* Names of a file, and folders above each: i_lock is held for all of them. */
#define NAMES	8
#define FOLDERS	63

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
 * struct look - a look at the pages of a file, in one RCU section
 * @w: walk
 * @left: entries and map counts that may be looked at
 * @counts: @seen is asked for
 * @hash: of those before
 * @seen: of those before
 * @memcg: page->memcg_data of the small page before, whose cgroup is in the hash; NO_MEMCG if
 *	there is none
 */
struct look {
	struct pagesnap_walk *w;
	s64 left;
	bool counts;
	u64 hash;
	struct pagesnap_seen seen;
	unsigned long memcg;
};

/* No pointer with whatever flags. */
#define NO_MEMCG ULONG_MAX

static void add(struct look *l, u64 a, u64 b)
{
	l->hash = mix(l->w->changes, l->hash, a, b);
}

static void add_value(struct look *l, struct xa_state *xas, void *entry)
{
	u32 order = compat_xas_order(xas);

	add(l, (unsigned long)entry, (u64)xas->xa_index << 8 | order);
	l->seen.gaps += 1U << order;
}

static void see(struct pagesnap_seen *seen, u64 kpf, u32 nr, u32 mapped)
{
	seen->pages += nr;
	seen->mapped += mapped;
	seen->dirty += kpf & KPF_BIT(KPF_DIRTY) ? nr : 0;
	seen->writeback += kpf & KPF_BIT(KPF_WRITEBACK) ? nr : 0;
	seen->active += kpf & KPF_BIT(KPF_ACTIVE) ? nr : 0;
	seen->referenced += kpf & KPF_BIT(KPF_REFERENCED) ? nr : 0;
	seen->unevictable += kpf & KPF_BIT(KPF_UNEVICTABLE) ? nr : 0;
}

/* Return: false if it changed while it was read, or is not worth the trouble. */
static bool add_large(struct look *l, struct xa_state *xas, struct page *page)
{
	struct pagesnap_frame_range range;
	struct pagesnap_frame f;

	if (pagesnap_frame_read(&l->w->reader, page, &f) || f.head != page || f.some_poison)
		return false;
	l->left -= f.looked + (pagesnap_frame_counts_each(&f) ? f.nr : 0);
	if (l->left < 0)
		return false;
	pagesnap_frame_range(&f, 0, f.nr, &range);
	add(l, range.flags & ~KPF_BIT(KPF_LOCKED), f.cgroup);
	add(l, xas->xa_index, f.pfn);
	add(l, range.mapped, (u64)range.map_min << 32 | range.map_max);
	add(l, f.nr, (u64)f.node << 8 | f.kind);
	see(&l->seen, range.flags, f.nr, range.mapped);
	return true;
}

/*
 * Not the word itself: what it points to may be another's after a while, and pages of a cgroup
 * that is removed may become its parent's without a change of theirs.
 */
static void add_cgroup(struct look *l, struct page *page, unsigned long flags)
{
#ifdef CONFIG_MEMCG
	struct pagesnap_alike words = {
		.memcg = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, memcg_data)),
	};

	if (words.memcg == l->memcg)
		return;
	l->memcg = words.memcg;
	words.flags = flags;
	words.counts = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, _refcount));
	/* the page that follows says where it begins */
	add(l, pagesnap_frame_charged(&l->w->reader, &words), U64_MAX);
#endif
}

static void see_small(struct pagesnap_seen *seen, unsigned long flags, u32 mapped)
{
	seen->pages++;
	seen->mapped += !!mapped;
	seen->dirty += flags >> PG_dirty & 1;
	seen->writeback += flags >> PG_writeback & 1;
	seen->active += flags >> PG_active & 1;
	seen->referenced += flags >> PG_referenced & 1;
	seen->unevictable += flags >> PG_unevictable & 1;
}

static u32 mapped_of(const struct page *page)
{
	return atomic_read(&page->_mapcount) + 1;
}

/* A page, but for whom it is charged to. */
static u64 mix_small(const struct pagesnap_changes *c, u64 hash, u64 index, unsigned long flags,
		     u32 mapped)
{
	return mix(c, hash, flags & FLAGS, rol64(index, 32) ^ mapped);
}

static void add_small(struct look *l, u64 index, struct page *page, unsigned long flags)
{
	u32 mapped = mapped_of(page);

	add_cgroup(l, page, flags);
	l->hash = mix_small(l->w->changes, l->hash, index, flags, mapped);
	see_small(&l->seen, flags, mapped);
}

static bool add_entry(struct look *l, struct xa_state *xas, void *entry)
{
	unsigned long flags;
	struct page *page;

	if (xa_is_value(entry)) {
		add_value(l, xas, entry);
		return true;
	}
	page = folio_page((struct folio *)entry, 0);
	flags = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags));
	if (flags & BIT(PG_head))
		return add_large(l, xas, page);
	add_small(l, xas->xa_index, page, flags);
	return true;
}

/* One page, and whom it is charged to is in the hash? */
static bool is_plain(const struct look *l, const struct page *page, unsigned long flags)
{
	if (flags & BIT(PG_head))
		return false;
#ifdef CONFIG_MEMCG
	return pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, memcg_data)) == l->memcg;
#else
	return true;
#endif
}

/*
 * Such pages that follow one another in a leaf, from slot @at on, before @end: most there are, so
 * that all of a look waits for this loop.  Return: the slot behind the last one.
 */
static u32 add_row(struct look *l, const struct xa_state *xas, u32 at, u32 end)
{
	const u64 index = xas->xa_index - xas->xa_offset;
	unsigned long entry, flags;
	u64 hash = l->hash;
	struct page *page;
	u32 mapped;

	for (; at < end; at++) {
		entry = pagesnap_slot_word(xas->xa_node->slots + at);
		if (!entry || entry & PAGESNAP_SLOT_TAGS)
			break;
		page = folio_page((struct folio *)entry, 0);
		flags = pagesnap_word_now(page, PAGESNAP_WORD_OF(struct page, flags));
		if (!is_plain(l, page, flags))
			break;
		mapped = mapped_of(page);
		hash = mix_small(l->w->changes, hash, index + at, flags, mapped);
		/* whoever is as he was needn't be counted */
		if (l->counts)
			see_small(&l->seen, flags, mapped);
	}
	l->hash = hash;
	return at;
}

/*
 * What the leaf under way has from slot @at on, without a search for each: up to an entry that is
 * none, as those behind the first of a large folio are.  All slots are looked at: that a node
 * counts its entries is no help, as one that comes meanwhile would stand for the last.
 * Return: false as add_all().
 */
static bool add_leaf(struct look *l, struct xa_state *xas, u32 at)
{
	const struct xa_node *leaf = xas->xa_node;
	void *entry;
	u32 next;

	for (;; at = next) {
		at = pagesnap_slots_pass_empty(leaf, at, XA_CHUNK_SIZE);
		if (at == XA_CHUNK_SIZE)
			break;
		next = add_row(l, xas, at, XA_CHUNK_SIZE);
		l->left -= next - at;
		if (next > at)
			continue;
		entry = xa_entry(xas->xa, leaf, at);
		if (!entry || xa_is_internal(entry)) {
			if (at)
				pagesnap_slots_move(xas, at - 1);
			else
				xas_set(xas, xas->xa_index);
			return true;
		}
		pagesnap_slots_move(xas, at);
		next++;
		if (l->left-- <= 0 || !add_entry(l, xas, entry))
			return false;
	}
	pagesnap_slots_move(xas, XA_CHUNK_SIZE - 1);
	return l->left >= 0;
}

/* Most files have one leaf, and nothing above it.  Return: false as add_all(). */
static bool add_first(struct look *l, struct xa_state *xas, void **entry)
{
	*entry = NULL;
	if (!pagesnap_slots_enter_leaf(xas, xa_head(xas->xa))) {
		/* xas_find() would load it, too */
		*entry = xas_load(xas) ?: xas_find(xas, ULONG_MAX);
		return true;
	}
	if (!add_leaf(l, xas, 0))
		return false;
	if (!pagesnap_slots_are_over(xas))
		*entry = xas_next_entry(xas, ULONG_MAX);
	return true;
}

/* Context: RCU.  Return: false if they are too many, or nobody can tell. */
static bool add_all(struct look *l, struct address_space *mapping)
{
	XA_STATE(xas, &mapping->i_pages, 0);
	void *entry;

	pagesnap_frame_begin(&l->w->reader);
	if (!add_first(l, &xas, &entry))
		return false;
	for (; entry; entry = xas_next_entry(&xas, ULONG_MAX)) {
		if (xas_retry(&xas, entry))
			continue;
		if (l->left-- <= 0 || !add_entry(l, &xas, entry))
			return false;
		if (!pagesnap_slots_are_leaf(&xas))
			continue;
		if (!add_leaf(l, &xas, xas.xa_offset + 1))
			return false;
		if (pagesnap_slots_are_over(&xas))
			break;
	}
	return true;
}

/* Names ----------------------------------------------------------------------------- */

static u64 name_of(const struct dentry *at)
{
	/* A rename may come between; its print is another one's next time. */
	return data_race(READ_ONCE(at->d_name.hash_len));
}

static u64 hash_dentry(const struct pagesnap_changes *c, u64 hash, const struct dentry *at)
{
	return mix(c, hash, (unsigned long)at, name_of(at));
}

/* The way up from a folder.  Return: false if it is too long. */
static bool hash_way(const struct pagesnap_changes *c, const struct dentry *at, u64 *hash)
{
	const struct dentry *up;
	u32 depth;

	*hash = 0;
	for (depth = 0; depth < FOLDERS; depth++, at = up) {
		/* Where names differ in case alone, the kernel's hashes don't. */
		if (READ_ONCE(at->d_flags) & DCACHE_OP_HASH)
			return false;
		*hash = hash_dentry(c, *hash, at);
		up = READ_ONCE(at->d_parent);
		if (up == at)
			return true;
	}
	return false;
}

/* Nothing is kept from being freed between two files: another folder may have its address now. */
static bool is_known_folder(const struct pagesnap_changes *c, const struct dentry *folder)
{
	return folder == c->folder && READ_ONCE(folder->d_parent) == c->folder_parent &&
	       name_of(folder) == c->folder_name &&
	       !read_seqcount_retry(&rename_lock.seqcount, c->renames);
}

/*
 * Files that follow one another often stand in one folder: its way up counts for all of a step, as
 * long as nothing is renamed.
 */
static bool hash_name(struct pagesnap_changes *c, const struct dentry *name, u64 *hash)
{
	const struct dentry *folder = READ_ONCE(name->d_parent);

	if (!is_known_folder(c, folder)) {
		c->folder = NULL;
		c->renames = raw_read_seqcount(&rename_lock.seqcount);
		c->folder_parent = READ_ONCE(folder->d_parent);
		c->folder_name = name_of(folder);
		if (!hash_way(c, folder, &c->way))
			return false;
		/* not while one is under way */
		c->folder = c->renames & 1 ? NULL : folder;
	}
	*hash = mix(c, hash_dentry(c, *hash, name), c->way, 0);
	return true;
}

/* Context: RCU.  Return: false if they are too many, or too deep. */
static bool hash_names(struct pagesnap_changes *c, struct inode *inode, u64 *hash)
{
	const struct dentry *name;
	bool all = true;
	u32 nr = 0;

	spin_lock(&inode->i_lock);
	for (name = compat_first_alias(inode); name && all; name = compat_next_alias(name)) {
		/* It may be unlinked at any moment: so the print is made again. */
		*hash ^= ++nr << 1 | data_race(d_unhashed(name));
		all = nr <= NAMES && hash_name(c, name, hash);
	}
	spin_unlock(&inode->i_lock);
	return all;
}

/* Context: RCU. */
static bool print_names(const struct pagesnap_walk *w, struct inode *inode, u64 *hash)
{
	*hash = w->changes->view;
	return !w->sel.names || hash_names(w->changes, inode, hash);
}

/* ------------------------------------------------------------------------------------- */

/**
 * pagesnap_print_step() - a step begins: files are looked at as they are from now on
 * @w: walk with changes
 */
void pagesnap_print_step(struct pagesnap_walk *w)
{
	w->changes->left = PAGESNAP_PRINT_ENTRIES;
	w->changes->folder = NULL;
}

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
	u64 key = mix(c, 0, inode->i_ino, (u64)inode->i_sb->s_dev << 32 | inode->i_generation);
	u64 subvol = pagesnap_place_subvol(inode);

	return subvol ? mix(c, key, subvol, 1) : key;
}

/* That of a file without its pages and names. */
static u64 attributes_of(const struct pagesnap_changes *c, struct inode *inode)
{
	u64 hash = (u64)READ_ONCE(inode->i_nlink) << 32 | (READ_ONCE(inode->i_mode) & S_IFMT);

	return mix(c, hash, i_size_read(inode), pagesnap_cache_pages(&inode->i_data));
}

/**
 * pagesnap_print_make() - what stands for a file now
 * @w: walk with changes
 * @inode: inode that the caller pins
 * @counts: @print->seen is asked for
 * @print: gets it; of one that is not @made nothing but the key counts
 *
 * Context: a hotplug reader, no locks.
 * Return: false if nothing stands for it: it is of hugetlbfs or DAX, or too large, or changes while
 * it is read, or its names are too many, too deep, or may differ in case alone.
 */
bool pagesnap_print_make(struct pagesnap_walk *w, struct inode *inode, bool counts,
			 struct pagesnap_print *print)
{
	struct look l = {
		.w = w, .left = ENTRIES, .counts = counts, .memcg = NO_MEMCG,
		.hash = attributes_of(w->changes, inode),
	};

	print->key = key_of(w->changes, inode);
	print->made = false;
	print->sure = false;
	if (compat_index_shift(&inode->i_data) || dax_mapping(&inode->i_data))
		return false;
	rcu_read_lock();
	print->made = add_all(&l, &inode->i_data) && print_names(w, inode, &print->names);
	rcu_read_unlock();
	w->changes->left -= ENTRIES - l.left;
	print->pages = l.hash;
	if (counts)
		print->seen = l.seen;
	return print->made;
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
	const struct pagesnap_print *print = &w->changes->print;
	u64 names;
	bool has;

	w->changes->folder = NULL;
	rcu_read_lock();
	has = print->made && print_names(w, inode, &names) && names == print->names;
	rcu_read_unlock();
	return has;
}
