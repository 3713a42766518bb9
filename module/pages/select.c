// SPDX-License-Identifier: GPL-2.0
/*
 * Selection: the options of a query that say which pages it wants, and the
 * stage that leaves out the others.  Pure.
 */
#include "select.h"

/* Runs are split by every flag but this one, which flickers. */
#define DEFAULT_MASK (~KPF_BIT(KPF_LOCKED))
/* Each shard passes all inodes of the list. */
#define PARTS_MAX 1024
/* Pages, a section of memory: hardly any run is cut at its border. */
#define PART_ALIGN 32768

/**
 * pagesnap_select_init() - select everything
 * @sel: selection
 */
void pagesnap_select_init(struct pagesnap_select *sel)
{
	memset(sel, 0, sizeof(*sel));
	sel->mask = DEFAULT_MASK;
	sel->node = -1;
	sel->max_order = PAGESNAP_ORDERS - 1;
	sel->names = true;
}

static int parse_flags(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;
	int err = pagesnap_flags_parse(v, len, &s->all, &s->none, d);

	if (!err && (s->all & s->none))
		return pagesnap_diag(d, -EINVAL, 0, "a flag is both wanted and excluded");
	return err;
}

/* Byte of the list where the first "-" before a name is. */
static u32 minus_at(const char *v, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		if (v[i] == '-' && (!i || v[i - 1] == ','))
			break;
	return i;
}

static int parse_any(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		     struct pagesnap_diag *d)
{
	u64 clear;
	int err = pagesnap_flags_parse(v, len, &((struct pagesnap_select *)sel)->any, &clear, d);

	if (!err && clear)
		return pagesnap_diag(d, -EINVAL, minus_at(v, len),
				      "any= takes no \"-\": exclude flags with flags=");
	return err;
}

static int parse_mask(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;
	u64 clear;
	int err;

	if (!pagesnap_number(v, len, &s->mask))
		return 0;
	err = pagesnap_flags_parse(v, len, &s->mask, &clear, d);
	if (!err && clear) {
		if (s->mask)
			return pagesnap_diag(d, -EINVAL, 0,
					      "mask= takes names, or only names after \"-\"");
		s->mask = ~clear;
	}
	return err;
}

static int parse_number(const char *v, u32 len, u64 max, u64 *n, struct pagesnap_diag *d)
{
	int err = pagesnap_number(v, len, n);

	if (err == -EINVAL)
		return pagesnap_diag(d, -EINVAL, 0, "number expected, decimal or 0x hex");
	if (err || *n > max)
		return pagesnap_diag(d, -EINVAL, 0, "number is out of range");
	return 0;
}

static int parse_node(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		      struct pagesnap_diag *d)
{
	u64 n;
	int err = parse_number(v, len, 1 << 16, &n, d);

	if (!err)
		((struct pagesnap_select *)sel)->node = n;
	return err;
}

static int parse_cgroup(void *sel, struct pagesnap_query *q, const char *v, u32 len,
			struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	s->has_cgroup = true;
	s->cgroup_below = len && v[len - 1] == '/';
	return parse_number(v, len - s->cgroup_below, U64_MAX - 2, &s->cgroup, d);
}

static int parse_order(struct pagesnap_select *s, const char *v, u32 len, u8 *order,
		       struct pagesnap_diag *d)
{
	u64 n;
	int err = parse_number(v, len, PAGESNAP_ORDERS - 1, &n, d);

	if (err)
		return err;
	*order = n;
	s->has_order = true;
	return 0;
}

static int parse_min_order(void *sel, struct pagesnap_query *q, const char *v, u32 len,
			   struct pagesnap_diag *d)
{
	return parse_order(sel, v, len, &((struct pagesnap_select *)sel)->min_order, d);
}

static int parse_max_order(void *sel, struct pagesnap_query *q, const char *v, u32 len,
			   struct pagesnap_diag *d)
{
	return parse_order(sel, v, len, &((struct pagesnap_select *)sel)->max_order, d);
}

static int parse_min_pages(void *sel, struct pagesnap_query *q, const char *v, u32 len,
			   struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	if (q->subject != PAGESNAP_SUBJECT_FILE && q->subject != PAGESNAP_SUBJECT_SB)
		return pagesnap_diag(d, -EINVAL, 0, "min-pages= is for files only");
	return parse_number(v, len, U64_MAX, &s->min_pages, d);
}

/* K/N: with as many readers as a machine has CPUs, N is small. */
static int parse_part(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;
	u32 slash = pagesnap_find(v, len, '/');
	u64 part, parts;
	int err;

	if (q->subject == PAGESNAP_SUBJECT_TASK)
		return pagesnap_diag(d, -EINVAL, 0, "part= is for frames and files only");
	if (slash == len)
		return pagesnap_diag(d, -EINVAL, 0, "part=K/N expected");
	err = parse_number(v, slash, PARTS_MAX, &part, d) ?:
	      parse_number(v + slash + 1, len - slash - 1, PARTS_MAX, &parts, d);
	if (err)
		return err;
	if (!part || part > parts)
		return pagesnap_diag(d, -EINVAL, 0, "part=K/N counts from 1 to N");
	s->part = part - 1;
	s->parts = parts;
	return 0;
}

static int parse_names(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	if (len != 1 || (*v != '0' && *v != '1'))
		return pagesnap_diag(d, -EINVAL, 0, "names= takes 0 or 1");
	if (q->subject == PAGESNAP_SUBJECT_NONE)
		s->frame_names = *v == '1';
	else
		s->names = *v == '1';
	return 0;
}

static int parse_slab(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	if (q->subject != PAGESNAP_SUBJECT_FILE && q->subject != PAGESNAP_SUBJECT_SB)
		return pagesnap_diag(d, -EINVAL, 0, "slab= is for files only");
	if (len != 1 || (*v != '0' && *v != '1'))
		return pagesnap_diag(d, -EINVAL, 0, "slab= takes 0 or 1");
	s->slab = *v == '1';
	return 0;
}

static int parse_changed(void *sel, struct pagesnap_query *q, const char *v, u32 len,
			 struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	if (q->subject != PAGESNAP_SUBJECT_SB)
		return pagesnap_diag(d, -EINVAL, 0, "changed= is for filesystems only");
	s->has_changed = true;
	return parse_number(v, len, U64_MAX, &s->changed, d);
}

static int parse_kinds(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_select *s = sel;

	if (q->subject != PAGESNAP_SUBJECT_NONE)
		return pagesnap_diag(d, -EINVAL, 0, "kinds= is for frames only");
	if (len != 1 || (*v != '0' && *v != '1'))
		return pagesnap_diag(d, -EINVAL, 0, "kinds= takes 0 or 1");
	s->kinds = *v == '1';
	return 0;
}

static bool is_word(const char *v, u32 len, const char *word)
{
	return len == strlen(word) && !memcmp(v, word, len);
}

static int parse_group(void *sel, struct pagesnap_query *q, const char *v, u32 len,
		       struct pagesnap_diag *d)
{
	static const char * const names[] = {
		[PAGESNAP_GROUP_RUN] = "run", [PAGESNAP_GROUP_PAGE] = "page",
		[PAGESNAP_GROUP_OBJECT] = "object", [PAGESNAP_GROUP_TOTAL] = "total",
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (is_word(v, len, names[i])) {
			q->group = i;
			return 0;
		}
	}
	return pagesnap_diag(d, -EINVAL, 0, "group= takes page, run, object or total");
}

/* Options that say which pages, and how much of them, in the order of docs/query.md. */
const struct pagesnap_option pagesnap_select_options[] = {
	{ "group", parse_group, 0 },
	{ "flags", parse_flags, 0 },
	{ "any", parse_any, 0 },
	{ "node", parse_node, 0 },
	{ "cgroup", parse_cgroup, 0 },
	{ "min-order", parse_min_order, 0 },
	{ "max-order", parse_max_order, 0 },
	{ "min-pages", parse_min_pages, 0 },
	{ "part", parse_part, 0 },
	{ "mask", parse_mask, 0 },
	{ "kinds", parse_kinds, 0 },
	{ "names", parse_names, 0 },
	{ "slab", parse_slab, 0 },
	{ "changed", parse_changed, 0 },
	{ }
};

/* What is remembered of a file is its record, as nothing else but all of its pages makes it. */
static int check_changed(const struct pagesnap_select *sel, const struct pagesnap_query *q,
			 struct pagesnap_diag *d)
{
	if (!sel->has_changed)
		return 0;
	if (q->group != PAGESNAP_GROUP_OBJECT)
		return pagesnap_diag(d, -EINVAL, 0, "changed= is for group=object");
	if (sel->all | sel->none | sel->any || sel->node >= 0 || sel->has_cgroup ||
	    sel->has_order || sel->slab || q->limit != U64_MAX)
		return pagesnap_diag(d, -EINVAL, 0,
				     "changed= goes with names=, part= and min-pages= only");
	return 0;
}

/**
 * pagesnap_select_check() - do the options of a line go together?
 * @sel: selection
 * @q: query
 * @d: what is wrong, if something is
 *
 * Return: 0 or -EINVAL.
 */
int pagesnap_select_check(const struct pagesnap_select *sel, const struct pagesnap_query *q,
			  struct pagesnap_diag *d)
{
	u64 asked = sel->all | sel->none | sel->any;

	if ((asked & PAGESNAP_KPF_COMPOUND) && q->group != PAGESNAP_GROUP_PAGE)
		return pagesnap_diag(d, -EINVAL, 0,
				      "compound_head and compound_tail need group=page; or use min-order=");
	if (sel->frame_names && q->group != PAGESNAP_GROUP_RUN && q->group != PAGESNAP_GROUP_PAGE)
		return pagesnap_diag(d, -EINVAL, 0,
				     "names=1 is for group=run and group=page: a sum of frames has no name");
	if (sel->slab && q->group != PAGESNAP_GROUP_OBJECT)
		return pagesnap_diag(d, -EINVAL, 0,
				     "slab=1 is for group=object: it is counted by file");
	if (sel->kinds && q->group != PAGESNAP_GROUP_TOTAL)
		return pagesnap_diag(d, -EINVAL, 0,
				     "kinds=1 is for group=total: combinations are counted there");
	if (sel->min_order > sel->max_order)
		return pagesnap_diag(d, -EINVAL, 0, "min-order= is above max-order=");
	return check_changed(sel, q, d);
}

/**
 * pagesnap_select_inode() - is an inode in the shard that was asked for?
 * @sel: selection
 * @ino: its number
 *
 * An inode is in one shard, however often it is read again.  Numbers are spread
 * (by the golden ratio, as the kernel's hash_64()), because those of files that
 * are alike are often a fixed distance apart.
 */
bool pagesnap_select_inode(const struct pagesnap_select *sel, u64 ino)
{
	u64 spread = ino * 0x61C8864680B583EBULL >> 32;

	return !sel->parts || spread * sel->parts >> 32 == sel->part;
}

/* Where shard @k of @parts begins. */
static u64 border(u64 start, u64 end, u64 k, u32 parts)
{
	u64 at = start + (end - start) / parts * k + (end - start) % parts * k / parts;

	if (k == parts)
		return end;
	at = at / PART_ALIGN * PART_ALIGN;
	return at < start ? start : at;
}

/**
 * pagesnap_select_range() - which frames are in the shard that was asked for?
 * @sel: selection
 * @start: first frame of the whole range; moved on to that of the shard
 * @end: frame behind the last; likewise
 *
 * Shards follow upon one another, at multiples of a section of memory.
 */
void pagesnap_select_range(const struct pagesnap_select *sel, u64 *start, u64 *end)
{
	u64 first = *start, last = *end;

	if (!sel->parts || first >= last)
		return;
	*start = border(first, last, sel->part, sel->parts);
	*end = border(first, last, sel->part + 1, sel->parts);
}

/**
 * pagesnap_select_by_folio() - what a selection asks of a folio as a whole
 * @sel: selection; what only single pages can answer is taken out
 *
 * A compound folio has both bits of PAGESNAP_KPF_COMPOUND, so that a query for one
 * of them gets it whole, and gets no page outside of such folios.  A query that
 * excludes one of them may want the other, but still not what is no page.
 */
void pagesnap_select_by_folio(struct pagesnap_select *sel)
{
	sel->no_gaps = sel->none & PAGESNAP_KPF_COMPOUND;
	sel->none &= ~PAGESNAP_KPF_COMPOUND;
}

static bool wants_run(const struct pagesnap_select *sel, const struct pagesnap_run *r)
{
	if ((r->flags & sel->all) != sel->all || (r->flags & sel->none))
		return false;
	if (sel->any && !(r->flags & sel->any))
		return false;
	if (sel->node >= 0 && r->node != (u32)sel->node)
		return false;
	if (r->order < sel->min_order || r->order > sel->max_order)
		return false;
	/* frame.c knows the cgroup's ancestors and marks those that match. */
	return !sel->has_cgroup || (r->rec.flags & PAGESNAP_RF_CGROUP);
}

/*
 * Entries without a page have no flags, node, cgroup or folio: a query that
 * asks for any of these does not want them.
 */
static bool wants_gaps(const struct pagesnap_select *sel)
{
	return !sel->all && !sel->none && !sel->any && sel->node < 0 && !sel->has_cgroup &&
	       !sel->has_order && !sel->no_gaps;
}

static bool wants_all(const struct pagesnap_select *sel)
{
	return wants_gaps(sel) && !sel->min_order && sel->max_order == PAGESNAP_ORDERS - 1;
}

/**
 * pagesnap_select_items() - leave out what the query doesn't want
 * @sel: selection
 * @items: items, moved together in place
 * @nr: how many
 *
 * Return: how many are left.
 */
u32 pagesnap_select_items(const struct pagesnap_select *sel, union pagesnap_item *items, u32 nr)
{
	bool gaps = wants_gaps(sel);
	u32 i, kept = 0;

	if (wants_all(sel))
		return nr;
	for (i = 0; i < nr; i++) {
		bool wanted = items[i].rec.type == PAGESNAP_REC_RUN ?
			      wants_run(sel, &items[i].run) : gaps;

		if (!wanted)
			continue;
		if (kept != i)
			items[kept] = items[i];
		kept++;
	}
	return kept;
}
