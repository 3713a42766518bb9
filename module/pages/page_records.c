// SPDX-License-Identifier: GPL-2.0
/*
 * Text of the records of objects/mm/pages: key=value in fixed order, new keys
 * before name=.  Pure.
 */
#ifdef __KERNEL__
#include <linux/stat.h>
#else
#include <sys/stat.h>
#endif

#include "../core/records.h"
#include "page_records.h"

/**
 * pagesnap_type_name() - word for a PAGESNAP_REC_* of a stream of these
 * @type: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_type_name(u32 type)
{
	static const char * const names[] = {
		[PAGESNAP_REC_HEADER] = "header", [PAGESNAP_REC_QUERY] = "query",
		[PAGESNAP_REC_SB] = "sb", [PAGESNAP_REC_FILE] = "file",
		[PAGESNAP_REC_TASK] = "task", [PAGESNAP_REC_VMA] = "vma",
		[PAGESNAP_REC_SPAN] = "span", [PAGESNAP_REC_PAGE] = "page",
		[PAGESNAP_REC_RUN] = "run", [PAGESNAP_REC_GONE] = "gone",
		[PAGESNAP_REC_SWAP] = "swap", [PAGESNAP_REC_HOLE] = "hole",
		[PAGESNAP_REC_SPECIAL] = "special", [PAGESNAP_REC_TOTAL] = "total",
		[PAGESNAP_REC_NOTE] = "note", [PAGESNAP_REC_ERROR] = "error",
		[PAGESNAP_REC_END] = "end", [PAGESNAP_REC_BYTES] = "bytes",
		[PAGESNAP_REC_SAME] = "same",
	};

	return PAGESNAP_WORD(names, type);
}

static void text_type(struct pagesnap_text *t, u32 type, u32 q)
{
	pagesnap_text_type(t, pagesnap_type_name(type), q);
}

static void text_orders(struct pagesnap_text *t, const struct pagesnap_sums *s)
{
	const char *lead = "";
	u32 i;

	pagesnap_text_str(t, " orders=");
	for (i = 0; i < PAGESNAP_ORDERS; i++) {
		if (!s->orders[i])
			continue;
		pagesnap_text_str(t, lead);
		pagesnap_text_dec(t, i);
		pagesnap_text_key(t, ":", s->orders[i]);
		lead = ",";
	}
	if (!*lead)
		pagesnap_text_char(t, '-');
}

/*
 * @subtotals: not aligned, when they come out of a stream.  Those of ABI 1.0 have none of
 * their @pages.
 */
static void text_subtotals(struct pagesnap_text *t, const char *key, const void *subtotals, u32 nr,
			   u64 pages)
{
	struct pagesnap_subtotal subtotal;
	u32 i;

	pagesnap_text_str(t, key);
	for (i = 0; i < nr; i++) {
		memcpy(&subtotal, (const char *)subtotals + i * sizeof(subtotal), sizeof(subtotal));
		if (i)
			pagesnap_text_char(t, ',');
		if (subtotal.key == PAGESNAP_OTHER)
			pagesnap_text_str(t, "other");
		else
			pagesnap_text_dec(t, subtotal.key);
		pagesnap_text_key(t, ":", subtotal.pages);
	}
	if (!nr)
		pagesnap_text_char(t, pages ? '?' : '-');
}

static void text_sums(struct pagesnap_text *t, const char *pages, const struct pagesnap_sums *s)
{
	pagesnap_text_key(t, pages, s->pages);
	pagesnap_text_key(t, " dirty=", s->dirty);
	pagesnap_text_key(t, " writeback=", s->writeback);
	pagesnap_text_key(t, " mapped=", s->mapped);
	pagesnap_text_key(t, " active=", s->active);
	pagesnap_text_key(t, " referenced=", s->referenced);
	pagesnap_text_key(t, " unevictable=", s->unevictable);
	pagesnap_text_key(t, " evicted=", s->evicted);
	pagesnap_text_key(t, " swapped=", s->swapped);
	pagesnap_text_key(t, " special=", s->special);
	pagesnap_text_key(t, " holes=", s->holes);
	text_orders(t, s);
}

/* Of ABI 1.0, whose sums had no subtotals, nothing is known. */
static void text_more(struct pagesnap_text *t, const char *key, u64 more, u64 pages, u32 nr_nodes)
{
	pagesnap_text_key(t, key, pages && !nr_nodes ? PAGESNAP_UNKNOWN : more);
}

/**
 * pagesnap_mode_name() - word for a type of file
 * @mode: mode, of which S_IFMT counts
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_mode_name(u32 mode)
{
	switch (mode & S_IFMT) {
	case S_IFREG: return "reg";
	case S_IFDIR: return "dir";
	case S_IFLNK: return "lnk";
	case S_IFBLK: return "blk";
	case S_IFCHR: return "chr";
	case S_IFIFO: return "fifo";
	case S_IFSOCK: return "sock";
	default: return "?";
	}
}

static void text_sb(struct pagesnap_text *t, const struct pagesnap_sb *r, const char *bytes)
{
	text_type(t, PAGESNAP_REC_SB, r->q);
	pagesnap_text_dev(t, " dev=", r->dev_major, r->dev_minor);
	pagesnap_text_key_escaped(t, " fstype=", r->fstype, strnlen(r->fstype, sizeof(r->fstype)));
	pagesnap_text_key_escaped(t, " id=", r->id, strnlen(r->id, sizeof(r->id)));
	pagesnap_text_key_escaped(t, " asked=", bytes, r->asked_len);
	pagesnap_text_key_escaped(t, " name=", bytes + r->asked_len, r->name_len);
}

/* NR:BYTES:CGROUP */
static void text_objects(struct pagesnap_text *t, const char *key,
			 const struct pagesnap_objects *o)
{
	pagesnap_text_key(t, key, o->nr);
	pagesnap_text_key(t, ":", o->bytes);
	if (o->cgroup == PAGESNAP_OTHER)
		pagesnap_text_str(t, ":other");
	else
		pagesnap_text_key(t, ":", o->cgroup);
}

static void text_file(struct pagesnap_text *t, const struct pagesnap_file *r, const char *name,
		      const void *nodes, const void *cgroups)
{
	text_type(t, PAGESNAP_REC_FILE, r->q);
	pagesnap_text_dev(t, " dev=", r->dev_major, r->dev_minor);
	pagesnap_text_key(t, " ino=", r->ino);
	pagesnap_text_key(t, " gen=", r->gen);
	pagesnap_text_key_str(t, " type=", pagesnap_mode_name(r->mode));
	pagesnap_text_key_str(t, " state=", pagesnap_state_name(r->state));
	pagesnap_text_key(t, " nlink=", r->nlink);
	pagesnap_text_key(t, " size=", r->size);
	if (r->rec.flags & PAGESNAP_RF_SUMS) {
		text_sums(t, " cached=", &r->sums);
		text_more(t, " droppable=", r->droppable, r->sums.pages, r->nr_nodes);
		text_subtotals(t, " nodes=", nodes, r->nr_nodes, r->sums.pages);
		text_subtotals(t, " cgroups=", cgroups, r->nr_cgroups, r->sums.pages);
	} else {
		pagesnap_text_key(t, " cached=", r->cached);
	}
	if (r->subvol)
		pagesnap_text_key(t, " subvol=", r->subvol);
	if (r->rec.flags & PAGESNAP_RF_SLAB) {
		text_objects(t, " inode=", &r->slab_inode);
		text_objects(t, " dentries=", &r->slab_dentries);
		text_objects(t, " xa_nodes=", &r->slab_nodes);
	}
	pagesnap_text_key_escaped(t, " name=", name, r->name_len);
}

static void text_vma(struct pagesnap_text *t, const struct pagesnap_vma *r, const char *name,
		     const void *nodes, const void *cgroups)
{
	text_type(t, PAGESNAP_REC_VMA, r->q);
	pagesnap_text_key_hex(t, " start=", r->start);
	pagesnap_text_key_hex(t, " end=", r->end);
	pagesnap_text_prot(t, " prot=", r->prot);
	pagesnap_text_dev(t, " dev=", r->dev_major, r->dev_minor);
	pagesnap_text_key(t, " ino=", r->ino);
	pagesnap_text_key_hex(t, " pgoff=", r->pgoff);
	if (r->ino == PAGESNAP_NONE) {
		pagesnap_text_str(t, " gen=- state=-");
	} else {
		pagesnap_text_key(t, " gen=", r->gen);
		pagesnap_text_key_str(t, " state=", pagesnap_state_name(r->state));
	}
	if (r->rec.flags & PAGESNAP_RF_SUMS) {
		text_sums(t, " pages=", &r->sums);
		text_more(t, " pss=", r->pss, r->sums.pages, r->nr_nodes);
		text_subtotals(t, " nodes=", nodes, r->nr_nodes, r->sums.pages);
		text_subtotals(t, " cgroups=", cgroups, r->nr_cgroups, r->sums.pages);
	}
	pagesnap_text_key_escaped(t, " name=", name, r->name_len);
}

static void text_span(struct pagesnap_text *t, const struct pagesnap_span *r, const void *nodes,
		      const void *cgroups)
{
	text_type(t, PAGESNAP_REC_SPAN, r->q);
	pagesnap_text_key_hex(t, " start=", r->start);
	pagesnap_text_key_hex(t, " end=", r->end);
	pagesnap_text_key(t, " node=", r->node);
	if (r->rec.flags & PAGESNAP_RF_SUMS) {
		text_sums(t, " pages=", &r->sums);
		text_subtotals(t, " nodes=", nodes, r->nr_nodes, r->sums.pages);
		text_subtotals(t, " cgroups=", cgroups, r->nr_cgroups, r->sums.pages);
	}
}

/**
 * pagesnap_object_bytes() - how many bytes of names belong to an object
 * @o: record
 *
 * Return: bytes, its subtotals not counted.
 */
u32 pagesnap_object_bytes(const union pagesnap_object *o)
{
	switch (o->rec.type) {
	case PAGESNAP_REC_SB:
		return o->sb.asked_len + o->sb.name_len;
	case PAGESNAP_REC_FILE:
		return o->file.name_len;
	case PAGESNAP_REC_VMA:
		return o->vma.name_len;
	default:
		return 0;
	}
}

/**
 * pagesnap_text_object() - the line of an object
 * @t: empty line
 * @o: record
 * @bytes: its variable bytes: name; of a superblock the path asked for, then
 *	the name
 * @nodes: struct pagesnap_subtotal by node, if it has sums; need not be aligned
 * @cgroups: and by memory cgroup
 */
void pagesnap_text_object(struct pagesnap_text *t, const union pagesnap_object *o,
			  const char *bytes, const void *nodes, const void *cgroups)
{
	switch (o->rec.type) {
	case PAGESNAP_REC_SB:
		text_sb(t, &o->sb, bytes);
		break;
	case PAGESNAP_REC_FILE:
		text_file(t, &o->file, bytes, nodes, cgroups);
		break;
	case PAGESNAP_REC_TASK:
		pagesnap_text_task(t, &o->task);
		break;
	case PAGESNAP_REC_VMA:
		text_vma(t, &o->vma, bytes, nodes, cgroups);
		break;
	case PAGESNAP_REC_SPAN:
		text_span(t, &o->span, nodes, cgroups);
		break;
	default:
		/* Every object has its query at the same place. */
		text_type(t, o->rec.type, o->file.q);
		break;
	}
}

/**
 * pagesnap_group_name() - word for a PAGESNAP_GROUP_*
 * @group: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_group_name(u32 group)
{
	static const char * const names[] = {
		[PAGESNAP_GROUP_RUN] = "run", [PAGESNAP_GROUP_PAGE] = "page",
		[PAGESNAP_GROUP_OBJECT] = "object", [PAGESNAP_GROUP_TOTAL] = "total",
	};

	return PAGESNAP_WORD(names, group);
}

/**
 * pagesnap_why_name() - word for a PAGESNAP_WHY_*
 * @why: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_why_name(u32 why)
{
	static const char * const names[PAGESNAP_WHYS] = {
		[PAGESNAP_WHY_NONE] = "none", [PAGESNAP_WHY_EVICTED] = "evicted",
		[PAGESNAP_WHY_OFFLINE] = "offline", [PAGESNAP_WHY_ABSENT] = "absent",
		[PAGESNAP_WHY_MIGRATION] = "migration", [PAGESNAP_WHY_HWPOISON] = "hwpoison",
		[PAGESNAP_WHY_MARKER] = "marker", [PAGESNAP_WHY_DEVICE] = "device",
		[PAGESNAP_WHY_PFNMAP] = "pfnmap", [PAGESNAP_WHY_FREEING] = "freeing",
		[PAGESNAP_WHY_NEW] = "new", [PAGESNAP_WHY_DAX] = "dax",
		[PAGESNAP_WHY_TORN] = "torn", [PAGESNAP_WHY_UNMOUNTED] = "unmounted",
		[PAGESNAP_WHY_BUSY] = "busy", [PAGESNAP_WHY_EXITED] = "exited",
		[PAGESNAP_WHY_LOCKED] = "locked", [PAGESNAP_WHY_SELF] = "self",
		[PAGESNAP_WHY_SHARED] = "shared",
	};

	return PAGESNAP_WORD(names, why);
}

const struct pagesnap_words pagesnap_pages_words = {
	.group = pagesnap_group_name,
	.why = pagesnap_why_name,
	.counters = {
		[PAGESNAP_COUNT_PAGES] = "pages", [PAGESNAP_COUNT_GONE] = "gone",
		[PAGESNAP_COUNT_SWAP] = "swap", [PAGESNAP_COUNT_SPECIAL] = "special",
		[PAGESNAP_COUNT_HOLES] = "holes",
	},
};

static void text_range(struct pagesnap_text *t, const char *key, u32 lo, u32 hi)
{
	pagesnap_text_key(t, key, lo);
	if (lo != hi)
		pagesnap_text_key(t, "-", hi);
}

static void text_cgroup(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	pagesnap_text_key(t, " cgroup=", r->cgroup);
	if (r->cgroup_online != r->cgroup)
		pagesnap_text_key(t, "!", r->cgroup_online);
}

static void text_swap(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	if (!(r->rec.flags & PAGESNAP_RF_SWAP))
		return;
	pagesnap_text_key(t, " type=", r->owner_gen);
	pagesnap_text_key_hex(t, " offset=", r->owner_index);
}

static void text_owner(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	if (!(r->rec.flags & PAGESNAP_RF_OWNER))
		return;
	pagesnap_text_dev(t, " dev=", r->owner_major, r->owner_minor);
	pagesnap_text_key(t, " ino=", r->owner_ino);
	pagesnap_text_key(t, " gen=", r->owner_gen);
	pagesnap_text_key(t, " index=", r->owner_index);
}

/* With names=1; "?" if it is no longer known which file it was. */
static void text_owner_name(struct pagesnap_text *t, const struct pagesnap_run *r, const char *name)
{
	bool owned = r->rec.flags & (PAGESNAP_RF_OWNER | PAGESNAP_RF_CACHE);

	if (!(r->rec.flags & PAGESNAP_RF_NAME))
		return;
	if (owned && r->name_state == PAGESNAP_UNKNOWN32) {
		pagesnap_text_str(t, " state=? name=?");
		return;
	}
	pagesnap_text_key_str(t, " state=", owned ? pagesnap_state_name(r->name_state) : "-");
	pagesnap_text_key_escaped(t, " name=", name, r->name_len);
}

/**
 * pagesnap_unit_name() - word for a PAGESNAP_UNIT_*
 * @unit: number
 *
 * Return: word, which is the key of the index too; "?" if there is none.
 */
const char *pagesnap_unit_name(u32 unit)
{
	static const char * const names[] = {
		[PAGESNAP_UNIT_INDEX] = "index", [PAGESNAP_UNIT_VPN] = "vpn",
		[PAGESNAP_UNIT_PFN] = "pfn",
	};

	return PAGESNAP_WORD(names, unit);
}

static void text_unit(struct pagesnap_text *t, u32 unit)
{
	pagesnap_text_char(t, ' ');
	pagesnap_text_str(t, pagesnap_unit_name(unit));
	pagesnap_text_char(t, '=');
}

static void text_at(struct pagesnap_text *t, u32 unit, u64 index)
{
	if (unit == PAGESNAP_UNIT_INDEX)
		pagesnap_text_dec(t, index);
	else
		pagesnap_text_hex(t, index);
}

/**
 * pagesnap_text_run_head() - of the line of a run, what a line begins with, up to its place
 * @t: line
 * @r: record
 */
void pagesnap_text_run_head(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	text_type(t, r->rec.type, r->q);
	text_unit(t, r->unit);
}

static void text_place(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	text_at(t, r->unit, r->index);
	if (r->rec.type != PAGESNAP_REC_PAGE)
		pagesnap_text_key(t, " nr=", r->nr);
	if (r->unit == PAGESNAP_UNIT_PFN)
		return;
	pagesnap_text_key_hex(t, " pfn=", r->pfn);
	if (r->rec.type != PAGESNAP_REC_PAGE)
		pagesnap_text_key(t, " frames=", r->frames);
}

/**
 * pagesnap_text_run_facts() - of the line of a run, what stands between place and owner
 * @t: line
 * @r: record
 */
void pagesnap_text_run_facts(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	if (r->unit == PAGESNAP_UNIT_PFN)
		pagesnap_text_key_str(t, " kind=", pagesnap_kind_name(r->kind));
	if (r->unit == PAGESNAP_UNIT_VPN)
		pagesnap_text_key(t, " map_order=", r->map_order);
	pagesnap_text_key(t, " order=", r->order);
	text_range(t, " ref=", r->ref_min, r->ref_max);
	text_range(t, " map=", r->map_min, r->map_max);
	if (r->node == PAGESNAP_UNKNOWN32)
		pagesnap_text_str(t, " node=?");
	else
		pagesnap_text_key(t, " node=", r->node);
	pagesnap_text_key_word(t, " zone=", r->zone_name, sizeof(r->zone_name));
	text_cgroup(t, r);
	if (r->unit == PAGESNAP_UNIT_VPN)
		pagesnap_text_key_str(t, " kind=", pagesnap_kind_name(r->kind));
}

/**
 * pagesnap_text_run_flags() - of the line of a run, what stands behind the owner, but for a name
 * @t: line
 * @r: record
 */
void pagesnap_text_run_flags(struct pagesnap_text *t, const struct pagesnap_run *r)
{
	pagesnap_text_str(t, " flags=");
	pagesnap_text_flags(t, r->flags);
}

/**
 * pagesnap_text_run() - the line of a run, or of a page with group=page
 * @t: line
 * @r: record
 * @name: its name_len bytes
 */
void pagesnap_text_run(struct pagesnap_text *t, const struct pagesnap_run *r, const char *name)
{
	pagesnap_text_run_head(t, r);
	text_place(t, r);
	pagesnap_text_run_facts(t, r);
	text_swap(t, r);
	text_owner(t, r);
	pagesnap_text_run_flags(t, r);
	text_owner_name(t, r, name);
}

/**
 * pagesnap_text_gap() - the line of indices without a normal page
 * @t: empty line
 * @g: record
 */
void pagesnap_text_gap(struct pagesnap_text *t, const struct pagesnap_gap *g)
{
	text_type(t, g->rec.type, g->q);
	text_unit(t, g->unit);
	text_at(t, g->unit, g->index);
	pagesnap_text_key(t, " nr=", g->nr);
	if (g->rec.type == PAGESNAP_REC_SWAP) {
		pagesnap_text_key(t, " order=", g->order);
		pagesnap_text_key(t, " type=", g->swp_type);
		pagesnap_text_key_hex(t, " offset=", g->swp_offset);
		return;
	}
	pagesnap_text_key_str(t, " why=", pagesnap_why_name(g->why));
	if (g->rec.type != PAGESNAP_REC_SPECIAL)
		return;
	if (g->pfn == PAGESNAP_NONE)
		pagesnap_text_str(t, " pfn=-");
	else
		pagesnap_text_key_hex(t, " pfn=", g->pfn);
}

static bool has_objects(const struct pagesnap_total *total)
{
	u32 i;

	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++)
		if (total->objects_by_pages[i])
			return true;
	return false;
}

/**
 * pagesnap_text_same() - the text of files that are as they were told of before
 * @t: gets the line
 * @same: record
 */
void pagesnap_text_same(struct pagesnap_text *t, const struct pagesnap_same *same)
{
	text_type(t, PAGESNAP_REC_SAME, same->q);
	pagesnap_text_dev(t, " dev=", same->dev_major, same->dev_minor);
	pagesnap_text_key(t, " from=", same->from);
	pagesnap_text_key(t, " nr=", same->nr);
}

/**
 * pagesnap_text_total() - the line of group=total
 * @t: empty line
 * @total: record
 * @combos: total->nr_combos flag combinations
 * @nodes: total->nr_nodes struct pagesnap_subtotal; need not be aligned
 * @cgroups: total->nr_cgroups of them
 */
void pagesnap_text_total(struct pagesnap_text *t, const struct pagesnap_total *total,
			 const struct pagesnap_combo *combos, const void *nodes,
			 const void *cgroups)
{
	const char *lead = " flags=";
	u32 i;

	text_type(t, PAGESNAP_REC_TOTAL, total->q);
	text_sums(t, " pages=", &total->sums);
	text_more(t, " droppable=", total->droppable, total->sums.pages, total->nr_nodes);
	text_more(t, " pss=", total->pss, total->sums.pages, total->nr_nodes);
	text_subtotals(t, " nodes=", nodes, total->nr_nodes, total->sums.pages);
	text_subtotals(t, " cgroups=", cgroups, total->nr_cgroups, total->sums.pages);
	for (i = 0; i < total->nr_combos; i++) {
		pagesnap_text_str(t, lead);
		if (combos[i].flags == PAGESNAP_UNKNOWN)
			pagesnap_text_str(t, "other");
		else
			pagesnap_text_hex(t, combos[i].flags);
		pagesnap_text_key(t, ":", combos[i].pages);
		lead = ",";
	}
	if (!total->nr_combos)
		pagesnap_text_str(t, " flags=-");
	lead = " objects_by_pages=";
	if (!has_objects(total))
		pagesnap_text_str(t, " objects_by_pages=-");
	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++) {
		if (!total->objects_by_pages[i])
			continue;
		pagesnap_text_key(t, lead, i);
		pagesnap_text_key(t, ":", total->objects_by_pages[i]);
		lead = ",";
	}
}
