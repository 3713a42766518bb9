// SPDX-License-Identifier: GPL-2.0
/*
 * What both formats say, in one form.
 */
#include <errno.h>

#include "fact.h"
#include "ktap.h"

bool fact_is_pages(const struct fact *f)
{
	return f->type == PAGESNAP_REC_PAGE || f->type == PAGESNAP_REC_RUN;
}

bool fact_is_item(const struct fact *f)
{
	return f->type >= PAGESNAP_REC_PAGE && f->type <= PAGESNAP_REC_SPECIAL;
}

/* Text -------------------------------------------------------------------- */

/* Words of records, looked up as the library prints them. */
static uint32_t word(const char *s, const char *(*name)(uint32_t), uint32_t nr, uint32_t otherwise)
{
	uint32_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(s, name(i)))
			return i;
	return otherwise;
}

static void device(const char *s, unsigned int *dev_major, unsigned int *dev_minor)
{
	*dev_major = PAGESNAP_NONE32;
	*dev_minor = PAGESNAP_NONE32;
	sscanf(s, "%u:%u", dev_major, dev_minor);
}

static void item_line(const struct ps_rec *rec, struct fact_item *i)
{
	ps_item_read(rec, &i->i);
	i->kind = word(i->i.kind, pagesnap_kind_word, PAGESNAP_KINDS, KIND_UNSAID);
	i->why = word(i->i.why, pagesnap_reason_word, PAGESNAP_WHYS, PAGESNAP_WHY_NONE);
	i->pfn_end = 0;
	i->owned = i->i.ino != PS_NONE;
	i->gen = i->owned ? ps_num(rec, "gen") : 0;
	i->cached = !strcmp(ps_str(rec, "state"), "cache");
	i->cache = 0;
	if (i->owned)
		device(i->i.dev, &i->dev_major, &i->dev_minor);
	if (*ps_str(rec, "frames") == '\0')
		i->i.frames = 1;
}

static void object_line(const struct ps_rec *rec, uint32_t type, struct fact_object *o)
{
	memset(o, 0, sizeof(*o));
	device(ps_str(rec, "dev"), &o->dev_major, &o->dev_minor);
	o->ino = ps_num(rec, "ino");
	o->gen = ps_num(rec, "gen");
	o->start = ps_num(rec, "start");
	o->end = ps_num(rec, "end");
	o->node = ps_num(rec, "node");
	o->pid = ps_num(rec, "pid");
	o->shared = type == PAGESNAP_REC_VMA && strchr(ps_str(rec, "prot"), 's');
	o->summed = *ps_str(rec, "orders");
	if (o->summed)
		o->sums = ps_sum_rec(rec);
}

static struct pagesnap_combo combos[PAGESNAP_COMBOS_MAX + 1];

static void total_line(const struct ps_rec *rec, struct fact_total *t)
{
	const char *p = ps_str(rec, "flags");
	char *end;

	t->sums = ps_sum_rec(rec);
	t->combos = combos;
	for (t->nr_combos = 0; *p && *p != '-'; p = end + (*end == ',')) {
		struct pagesnap_combo *c = &combos[t->nr_combos++];

		c->flags = *p == 'o' ? PAGESNAP_UNKNOWN : strtoull(p, NULL, 0);
		c->pages = strtoull(strchr(p, ':') + 1, &end, 10);
	}
	t->objects = 0;
	for (p = ps_str(rec, "objects_by_pages"); *p && *p != '-'; p = end + (*end == ','))
		t->objects += strtoull(strchr(p, ':') + 1, &end, 10);
}

static void end_line(const struct ps_rec *rec, struct fact_end *e)
{
	const char *why = ps_str(rec, "why"), *torn = strstr(why, "torn:"),
		   *dax = strstr(why, "dax:"), *cut = ps_str(rec, "truncated");

	e->status = word(ps_str(rec, "status"), pagesnap_status_word, 3, ~0U);
	e->cut = *cut ? word(cut, pagesnap_cut_word, PAGESNAP_CUT_EXECED + 1, ~0U) : 0;
	e->objects = ps_num(rec, "objects");
	e->records = ps_num(rec, "records");
	e->pages = ps_num(rec, "pages");
	e->gone = ps_num(rec, "gone");
	e->swap = ps_num(rec, "swap");
	e->special = ps_num(rec, "special");
	e->holes = ps_num(rec, "holes");
	e->skipped = ps_num(rec, "skipped");
	e->rescans = ps_num(rec, "rescans");
	e->torn = torn ? strtoull(torn + 5, NULL, 10) : 0;
	e->dax = dax ? strtoull(dax + 4, NULL, 10) : 0;
}

static int error_number(const char *name)
{
	static const struct {
		const char *name;
		int err;
	} known[] = {
		{ "ENOENT", ENOENT }, { "ENOTDIR", ENOTDIR }, { "ENODEV", ENODEV },
		{ "ESRCH", ESRCH }, { "EINVAL", EINVAL }, { "ESTALE", ESTALE }, { "EIO", EIO },
		{ "ENXIO", ENXIO }, { "EACCES", EACCES }, { "ENOMEM", ENOMEM },
		{ "EINTR", EINTR }, { "EAGAIN", EAGAIN }, { "EISDIR", EISDIR }, { "EOPNOTSUPP", EOPNOTSUPP },
	};
	unsigned int i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(known[i].name, name))
			return known[i].err;
	return atoi(name) ?: -1;
}

static uint32_t type_of(const char *name)
{
	uint32_t i;

	for (i = PAGESNAP_REC_QUERY; i < PAGESNAP_REC_BYTES; i++)
		if (!strcmp(name, pagesnap_record_word(i)))
			return i;
	return 0;
}

static void text_line(const struct ps_rec *rec, struct fact *f)
{
	f->line = ps_num(rec, "line");
	f->text = ps_unescape(ps_str(rec, "query"));
	f->text_len = strlen(f->text);
	f->group = word(ps_str(rec, "group"), pagesnap_group_word, 4, ~0U);
	f->mask = ps_num(rec, "mask");
	f->err = error_number(ps_str(rec, "errno"));
}

bool fact_line(const struct ps_rec *rec, struct fact *f)
{
	f->type = type_of(rec->type);
	f->q = ps_num(rec, "q");
	f->tag[0] = '\0';
	if (fact_is_item(f)) {
		item_line(rec, &f->item);
		return true;
	}
	snprintf(f->tag, sizeof(f->tag), "%s", ps_str(rec, "tag"));
	if (f->type == PAGESNAP_REC_QUERY || f->type == PAGESNAP_REC_ERROR)
		text_line(rec, f);
	else if (f->type == PAGESNAP_REC_TOTAL)
		total_line(rec, &f->total);
	else if (f->type == PAGESNAP_REC_END)
		end_line(rec, &f->end);
	else
		object_line(rec, f->type, &f->object);
	return true;
}

/* Structures -------------------------------------------------------------- */

static uint64_t wide(uint32_t n)
{
	return n == PAGESNAP_UNKNOWN32 ? PS_UNKNOWN : n == PAGESNAP_NONE32 ? PS_NONE : n;
}

static void run_record(const struct pagesnap_run *r, struct fact_item *i)
{
	i->i = (struct ps_item) {
		.what = r->rec.type == PAGESNAP_REC_PAGE ? PS_PAGE : PS_RUN,
		.at = r->index, .nr = r->nr, .pfn = r->pfn, .frames = r->frames,
		.order = r->order, .map_order = r->map_order,
		.ref = { r->ref_min, r->ref_max }, .map = { r->map_min, r->map_max },
		.node = wide(r->node), .cgroup = r->cgroup, .cgroup_online = r->cgroup_online,
		.flags = r->flags, .ino = r->owner_ino, .index = r->owner_index,
	};
	memcpy(i->i.zone, r->zone_name, sizeof(i->i.zone));
	if (r->rec.flags & PAGESNAP_RF_SWAP) {
		i->i.swp_type = r->owner_gen;
		i->i.swp_offset = r->owner_index;
	}
	i->kind = r->kind;
	i->pfn_end = r->pfn_end;
	i->owned = r->rec.flags & PAGESNAP_RF_OWNER;
	i->dev_major = r->owner_major;
	i->dev_minor = r->owner_minor;
	i->gen = r->owner_gen;
	i->cached = r->rec.flags & PAGESNAP_RF_CACHE;
	i->cache = i->cached ? r->owner_ino : 0;
	i->why = PAGESNAP_WHY_NONE;
}

static void gap_record(const struct pagesnap_gap *g, struct fact_item *i)
{
	static const enum ps_what what[] = { PS_GONE, PS_SWAP, PS_HOLE, PS_SPECIAL };

	memset(i, 0, sizeof(*i));
	i->i.what = what[g->rec.type - PAGESNAP_REC_GONE];
	i->i.at = g->index;
	i->i.nr = g->nr;
	i->i.pfn = g->pfn;
	i->i.order = g->order;
	i->i.swp_type = g->swp_type;
	i->i.swp_offset = g->swp_offset;
	i->kind = KIND_UNSAID;
	i->why = g->why;
}

static void sums_record(const struct pagesnap_sums *s, struct ps_sums *to)
{
	*to = (struct ps_sums) {
		s->pages, s->dirty, s->writeback, s->mapped, s->active, s->referenced,
		s->unevictable, s->evicted, s->swapped, s->special, s->holes, { 0 },
	};
	memcpy(to->orders, s->orders, sizeof(to->orders));
}

static void object_record(const struct pagesnap_record *r, struct fact_object *o)
{
	const union pagesnap_any *u = r->u;
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	memset(o, 0, sizeof(*o));
	switch (u->rec.type) {
	case PAGESNAP_REC_SB:
		o->dev_major = u->sb.dev_major;
		o->dev_minor = u->sb.dev_minor;
		break;
	case PAGESNAP_REC_FILE:
		o->dev_major = u->file.dev_major;
		o->dev_minor = u->file.dev_minor;
		o->ino = u->file.ino;
		o->gen = u->file.gen;
		break;
	case PAGESNAP_REC_TASK:
		o->pid = u->task.pid;
		break;
	case PAGESNAP_REC_VMA:
		o->dev_major = u->vma.dev_major;
		o->dev_minor = u->vma.dev_minor;
		o->ino = u->vma.ino;
		o->start = u->vma.start;
		o->end = u->vma.end;
		o->shared = u->vma.prot & 8;
		break;
	default:
		o->start = u->span.start;
		o->end = u->span.end;
		o->node = wide(u->span.node);
	}
	o->summed = sums;
	if (sums)
		sums_record(sums, &o->sums);
}

static void total_record(const struct pagesnap_record *r, struct fact_total *t)
{
	const struct pagesnap_total *from = &r->u->total;
	uint32_t i;

	sums_record(&from->sums, &t->sums);
	t->combos = combos;
	t->nr_combos = from->nr_combos;
	for (i = 0; i < from->nr_combos; i++)
		combos[i] = pagesnap_record_combo(r, i);
	t->objects = 0;
	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++)
		t->objects += from->objects_by_pages[i];
}

static void end_record(const struct pagesnap_end *from, struct fact_end *e)
{
	const __u64 *n = from->counters;
	unsigned int i;

	*e = (struct fact_end) {
		.status = from->status, .cut = from->cut, .objects = from->objects,
		.records = from->records,
		.pages = n[PAGESNAP_COUNT_PAGES], .gone = n[PAGESNAP_COUNT_GONE],
		.swap = n[PAGESNAP_COUNT_SWAP], .special = n[PAGESNAP_COUNT_SPECIAL],
		.holes = n[PAGESNAP_COUNT_HOLES],
		.torn = from->skipped[PAGESNAP_WHY_TORN], .dax = from->skipped[PAGESNAP_WHY_DAX],
		.rescans = from->rescans,
	};
	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		e->skipped += from->skipped[i];
}

static void query_record(const struct pagesnap_record *r, struct fact *f)
{
	const union pagesnap_any *u = r->u;

	f->text = pagesnap_record_query(r, &f->text_len);
	if (u->rec.type == PAGESNAP_REC_ERROR) {
		f->line = u->error.line;
		f->err = u->error.err;
		memcpy(f->tag, u->error.tag, sizeof(f->tag));
		return;
	}
	f->line = u->query.line;
	f->group = u->query.group;
	f->mask = u->query.mask;
	memcpy(f->tag, u->query.tag, sizeof(f->tag));
}

bool fact_record(const struct pagesnap_record *r, struct fact *f)
{
	const union pagesnap_any *u = r->u;

	f->type = u->rec.type;
	if (f->type == PAGESNAP_REC_HEADER || f->type == PAGESNAP_REC_NOTE)
		return false;
	/* Every record but the header has its query there. */
	f->q = u->query.q;
	f->tag[0] = '\0';
	switch (f->type) {
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
		query_record(r, f);
		break;
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		run_record(&u->run, &f->item);
		break;
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
		gap_record(&u->gap, &f->item);
		break;
	case PAGESNAP_REC_TOTAL:
		total_record(r, &f->total);
		break;
	case PAGESNAP_REC_END:
		end_record(&u->end, &f->end);
		memcpy(f->tag, u->end.tag, sizeof(f->tag));
		break;
	default:
		object_record(r, &f->object);
	}
	return true;
}
