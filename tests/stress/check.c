// SPDX-License-Identifier: GPL-2.0
/*
 * What holds of every answer: queries are answered in order, each by a query
 * or error record, objects before their pages, and an end; indices ascend
 * within an object and no object comes twice, so no (object, index) does;
 * neighbours that could be one run are; the end adds up to what came before
 * it; and of frames none is missing.
 */
#include <stdarg.h>

#include "check.h"

const struct ask *check_ask(const struct check *ck)
{
	return ck->at < ck->nr ? &ck->asks[ck->at] : NULL;
}

/* What is wrong ------------------------------------------------------------- */

static void show(const struct check *ck, int which, char *to, size_t size)
{
	static char line[PAGESNAP_RECORD_TEXT_MAX];
	struct pagesnap_record r = { .u = &ck->record[which], .bytes = "" };

	*to = '\0';
	if (*ck->line[which])
		snprintf(to, size, "%.1500s", ck->line[which]);
	else if (which && ck->now && pagesnap_record_text(ck->now, line, sizeof(line)) > 0)
		snprintf(to, size, "%.1500s", line);
	else if (!which && (r.u->rec.type == PAGESNAP_REC_PAGE || r.u->rec.type == PAGESNAP_REC_RUN) &&
		 pagesnap_record_text(&r, line, sizeof(line)) > 0)
		snprintf(to, size, "%.1500s", line);
}

void check_wrong(struct check *ck, const char *format, ...)
{
	char what[512], before[1600], now[1600], text[8192];
	const struct ask *a = check_ask(ck);
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	show(ck, 0, before, sizeof(before));
	show(ck, 1, now, sizeof(now));
	snprintf(text, sizeof(text), "%s\n  query:  %s: %s%s\n  before: %s\n  line:   %s", what,
		 a ? pagesnap_index_name(a->which) : "?", a ? a->text : "?",
		 a && a->binary ? " (binary)" : "", before, now);
	wrong(text);
}

/* The answer ------------------------------------------------------------------ */

void check_init(struct check *ck)
{
	memset(ck, 0, sizeof(*ck));
	ck->line[0] = calloc(2, CHECK_LINE);
	if (!ck->line[0])
		ktap_die("no memory");
	ck->line[1] = ck->line[0] + CHECK_LINE;
}

void check_free(struct check *ck)
{
	free(ck->line[0] < ck->line[1] ? ck->line[0] : ck->line[1]);
	free(ck->seen);
}

void check_begin(struct check *ck, const struct ask *asks, unsigned int nr, uint64_t q)
{
	ck->asks = asks;
	ck->nr = nr;
	ck->at = 0;
	ck->first_q = q;
	ck->open = false;
	*ck->line[0] = '\0';
	*ck->line[1] = '\0';
}

static void begin_answer(struct check *ck)
{
	ck->open = true;
	ck->failed = false;
	ck->has_outer = false;
	ck->has_object = false;
	ck->has_item = false;
	ck->next = 0;
	ck->object_items = 0;
	memset(&ck->sums, 0, sizeof(ck->sums));
	memset(ck->seen, 0, ck->seen_size * sizeof(*ck->seen));
	ck->seen_nr = 0;
}

static void take_query(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);

	if (ck->open)
		check_wrong(ck, "an answer begins before the last one has ended");
	begin_answer(ck);
	if (!a) {
		check_wrong(ck, "an answer that nobody asked for");
		return;
	}
	ck->failed = f->type == PAGESNAP_REC_ERROR;
	if (f->q != ck->first_q + ck->at || f->line != a->line)
		check_wrong(ck, "query %llu of line %u is answered as %llu of line %llu",
			    (unsigned long long)ck->first_q + ck->at, a->line,
			    (unsigned long long)f->q, (unsigned long long)f->line);
	if (f->text_len != strlen(a->text) || memcmp(f->text, a->text, f->text_len))
		check_wrong(ck, "the query that is answered is another one");
	if (strcmp(f->tag, a->tag))
		check_wrong(ck, "tag=%s, but %s was asked for", f->tag, a->tag);
	if (!ck->failed && (f->group != a->group || f->mask != a->mask))
		check_wrong(ck, "another group= or mask= than was asked for");
}

/*
 * Names may be gone or going when their turn comes, tasks may have exited, a
 * server behind fuse may have died.
 */
static void take_error(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	bool may;

	take_query(ck, f);
	if (!a)
		return;
	__sync_fetch_and_add(&shared->index[a->which].errors, 1);
	switch (a->which) {
	case PAGESNAP_TASK:
		may = f->err == ESRCH;
		break;
	case PAGESNAP_FILE:
	case PAGESNAP_SB:
		may = f->err == ENOENT || f->err == ENODEV ||
		      /* before Linux 6.8 */
		      (strstr(a->text, "type:btrfs") && f->err == EOPNOTSUPP) ||
		      (strstr(a->text, "/fuse") && (f->err == ENOTCONN || f->err == ECONNABORTED ||
						    f->err == EIO)) ||
		      (strstr(a->text, "/overlay") && (f->err == ESTALE || f->err == EIO));
		break;
	default:
		may = false;
	}
	if (a->bad ? f->err != EINVAL : !may)
		check_wrong(ck, "errno %d is no answer to this", f->err);
}

/* Objects --------------------------------------------------------------------- */

static void end_object(struct check *ck)
{
	const struct ask *a = check_ask(ck);

	if (ck->has_object && !ck->object_items && a && a->group <= PAGESNAP_GROUP_PAGE)
		check_wrong(ck, "an object without pages");
	ck->object_items = 0;
}

static bool remember(struct check *ck, uint64_t ino, uint64_t gen)
{
	size_t i = (ino * 0x9e3779b97f4a7c15ULL + gen) % ck->seen_size;

	for (; ck->seen[i].ino; i = (i + 1) % ck->seen_size)
		if (ck->seen[i].ino == ino + 1 && ck->seen[i].gen == gen)
			return false;
	ck->seen[i].ino = ino + 1;
	ck->seen[i].gen = gen;
	ck->seen_nr++;
	return true;
}

static void grow_seen(struct check *ck)
{
	size_t i, size = ck->seen_size, nr = ck->seen_nr;
	typeof(ck->seen) old = ck->seen;

	if (ck->seen_nr * 2 < ck->seen_size)
		return;
	ck->seen_size = size ? 2 * size : 1024;
	ck->seen = calloc(ck->seen_size, sizeof(*ck->seen));
	if (!ck->seen)
		ktap_die("no memory");
	for (i = 0; i < size; i++)
		if (old[i].ino)
			remember(ck, old[i].ino - 1, old[i].gen);
	ck->seen_nr = nr;
	free(old);
}

/* Each numbers its inodes anew. */
static void next_super(struct check *ck)
{
	end_object(ck);
	ck->has_object = false;
	ck->seen_nr = 0;
	if (ck->seen_size)
		memset(ck->seen, 0, ck->seen_size * sizeof(*ck->seen));
}

static void take_outer(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);

	if (a->type)
		next_super(ck);
	else if (ck->has_outer || ck->has_object)
		check_wrong(ck, "a second superblock or task, or one behind its pages");
	ck->has_outer = true;
	ck->outer = f->object;
}

static void take_file(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	const struct fact_object *o = &f->object;

	if (a->which == PAGESNAP_FILE && !a->dir && ck->has_object)
		check_wrong(ck, "a second file");
	if ((a->which == PAGESNAP_SB || a->dir) &&
	    (!ck->has_outer || o->dev_major != ck->outer.dev_major ||
	     o->dev_minor != ck->outer.dev_minor))
		check_wrong(ck, "a file of another superblock");
	grow_seen(ck);
	if (!remember(ck, o->ino, o->gen))
		check_wrong(ck, "inode %llu comes twice", (unsigned long long)o->ino);
	ck->next = 0;
}

static void take_range(struct check *ck, const struct fact *f)
{
	const struct fact_object *o = &f->object;

	if (o->start >= o->end)
		check_wrong(ck, "an object of no pages");
	if (o->end <= ck->next)
		check_wrong(ck, "an object that is behind the walk");
	if (f->type == PAGESNAP_REC_SPAN && o->node >= (uint64_t)shared->nodes && o->end > 0x100)
		check_wrong(ck, "there is no node %llu", (unsigned long long)o->node);
}

static void take_object(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	static const uint32_t types[] = {
		[PAGESNAP_PFN] = PAGESNAP_REC_SPAN, [PAGESNAP_FILE] = PAGESNAP_REC_FILE,
		[PAGESNAP_SB] = PAGESNAP_REC_FILE, [PAGESNAP_TASK] = PAGESNAP_REC_VMA,
	};

	if (f->type != types[a->which]) {
		check_wrong(ck, "no object of this index");
		return;
	}
	end_object(ck);
	if (a->which == PAGESNAP_TASK && !ck->has_outer)
		check_wrong(ck, "a VMA before its task");
	if (f->type == PAGESNAP_REC_FILE)
		take_file(ck, f);
	else
		take_range(ck, f);
	ck->has_object = true;
	ck->object = f->object;
	ck->has_item = false;
	ck->sums.objects++;
	if (f->object.summed != (a->group == PAGESNAP_GROUP_OBJECT))
		check_wrong(ck, "sums belong to group=object");
	if (!f->object.summed)
		return;
	check_sums(ck, &f->object.sums);
	ck->sums.records++;
	ck->sums.pages += f->object.sums.pages;
	ck->sums.gone += f->object.sums.evicted;
	ck->sums.swap += f->object.sums.swapped;
	ck->sums.special += f->object.sums.special;
	ck->sums.holes += f->object.sums.holes;
}

/* Pages ------------------------------------------------------------------------- */

/* Offset 0 of a swap area is no page's: of what is not in the swap cache. */
static bool swap_joins(const struct ps_item *x, const struct ps_item *y)
{
	if (!x->swp_offset || !y->swp_offset)
		return x->swp_offset == y->swp_offset;
	return x->swp_type == y->swp_type && x->swp_offset + x->nr == y->swp_offset;
}

/* Caches may have one name, so that it takes numbers to know that two are one. */
static bool caches_join(const struct fact_item *a, const struct fact_item *b)
{
	return a->cached == b->cached && (!a->cached || (a->cache && a->cache == b->cache));
}

static bool owners_join(const struct fact_item *a, const struct fact_item *b)
{
	if (!a->owned || !b->owned)
		return a->owned == b->owned;
	return a->i.ino == b->i.ino && a->gen == b->gen && a->dev_major == b->dev_major &&
	       a->dev_minor == b->dev_minor && a->i.index + a->i.nr == b->i.index;
}

/* Two runs or gaps that follow each other, by what is printed of them: are they one? */
static bool should_be_one(const struct fact_item *a, const struct fact_item *b)
{
	const struct ps_item *x = &a->i, *y = &b->i;

	/* The zones that firmware names are not told apart by "?". */
	if (x->at + x->nr != y->at || *x->zone == '?')
		return false;
	switch (x->what) {
	case PS_RUN:
		return a->kind == b->kind && x->order == y->order && x->map_order == y->map_order &&
		       x->flags == y->flags && x->node == y->node && !strcmp(x->zone, y->zone) &&
		       x->cgroup == y->cgroup && x->cgroup_online == y->cgroup_online &&
		       owners_join(a, b) && caches_join(a, b) && swap_joins(x, y);
	case PS_SWAP:
		return x->order == y->order && swap_joins(x, y);
	case PS_GONE:
	case PS_HOLE:
		return a->why == b->why;
	default:
		return false;
	}
}

static void check_place(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	const struct ps_item *i = &f->item.i;

	if (i->at < ck->next)
		check_wrong(ck, "indices don't ascend");
	if (i->at < a->start || i->at + i->nr > a->end || i->at + i->nr < i->at)
		check_wrong(ck, "outside of the range that was asked for");
	if (a->which != PAGESNAP_FILE && a->which != PAGESNAP_SB && i->at < ck->object.start)
		check_wrong(ck, "before its object");
	if (a->which == PAGESNAP_TASK && i->at + i->nr > ck->object.end)
		check_wrong(ck, "behind its VMA");
	if (ck->has_item && ck->item_type == f->type && f->type != PAGESNAP_REC_PAGE &&
	    should_be_one(&ck->item, &f->item))
		check_wrong(ck, "two records that are one");
}

static void count_item(struct check *ck, const struct fact *f)
{
	uint64_t nr = f->item.i.nr;

	ck->sums.records++;
	ck->object_items++;
	switch (f->type) {
	case PAGESNAP_REC_GONE:
		ck->sums.gone += nr;
		break;
	case PAGESNAP_REC_SWAP:
		ck->sums.swap += nr;
		break;
	case PAGESNAP_REC_HOLE:
		ck->sums.holes += nr;
		break;
	case PAGESNAP_REC_SPECIAL:
		ck->sums.special += nr;
		break;
	default:
		ck->sums.pages += nr;
	}
}

static void take_item(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);

	if (!ck->has_object)
		check_wrong(ck, "pages without an object");
	if (a->group > PAGESNAP_GROUP_PAGE ||
	    (fact_is_pages(f) && (f->type == PAGESNAP_REC_PAGE) != (a->group == PAGESNAP_GROUP_PAGE)))
		check_wrong(ck, "no record of this grouping");
	check_place(ck, f);
	check_fields(ck, f);
	count_item(ck, f);
	ck->next = f->item.i.at + f->item.i.nr;
	ck->item = f->item;
	ck->item_type = f->type;
	ck->has_item = true;
}

/* Totals -------------------------------------------------------------------------- */

/* The sum of the pages with a flag, told by combinations, is what the sums say. */
static void check_combos(struct check *ck, const struct fact_total *t)
{
	const struct ask *a = check_ask(ck);
	const struct {
		uint64_t bit, sum;
	} known[] = {
		{ PS_DIRTY, t->sums.dirty }, { PS_WRITEBACK, t->sums.writeback },
		{ PS_ACTIVE, t->sums.active }, { PS_REFERENCED, t->sums.referenced },
		{ PS_UNEVICTABLE, t->sums.unevictable },
	};
	uint64_t all = 0, with[5] = { 0 };
	uint32_t i, k;

	for (i = 0; i < t->nr_combos; i++) {
		all += t->combos[i].pages;
		if (t->combos[i].flags == PAGESNAP_UNKNOWN)
			break;
		for (k = 0; k < 5; k++)
			with[k] += t->combos[i].flags & known[k].bit ? t->combos[i].pages : 0;
	}
	if (all != t->sums.pages)
		check_wrong(ck, "combinations of flags have %llu pages in all",
			    (unsigned long long)all);
	for (k = 0; k < 5 && i == t->nr_combos; k++)
		if ((a->mask & known[k].bit) && with[k] != known[k].sum)
			check_wrong(ck, "combinations with flag %#llx have %llu pages",
				    (unsigned long long)known[k].bit, (unsigned long long)with[k]);
}

static void take_total(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	const struct ps_sums *s = &f->total.sums;

	if (a->group != PAGESNAP_GROUP_TOTAL || ck->sums.records)
		check_wrong(ck, "a total that was not asked for");
	check_sums(ck, s);
	check_combos(ck, &f->total);
	ck->sums.records++;
	ck->sums.objects = f->total.objects;
	ck->sums.pages = s->pages;
	ck->sums.gone = s->evicted;
	ck->sums.swap = s->swapped;
	ck->sums.special = s->special;
	ck->sums.holes = s->holes;
}

/* The end ---------------------------------------------------------------------------- */

static void check_cut(struct check *ck, const struct fact_end *e)
{
	const struct ask *a = check_ask(ck);
	bool fs = a->which == PAGESNAP_FILE || a->which == PAGESNAP_SB, may;

	switch (e->cut) {
	case PAGESNAP_CUT_NONE:
		may = true;
		break;
	case PAGESNAP_CUT_LIMIT:
		may = a->limit && e->records == a->limit;
		break;
	case PAGESNAP_CUT_CURSOR:
	case PAGESNAP_CUT_UNMOUNTED:
		may = fs;
		break;
	default:
		may = a->which == PAGESNAP_TASK &&
		      (e->cut == PAGESNAP_CUT_EXITED || e->cut == PAGESNAP_CUT_LOCKED);
	}
	if (!may)
		check_wrong(ck, "there is no reason to end early");
	if (a->limit && a->group != PAGESNAP_GROUP_TOTAL && e->records > a->limit)
		check_wrong(ck, "more than limit=");
	if (!fs && e->rescans)
		check_wrong(ck, "nothing to be found again here");
	if (a->which != PAGESNAP_SB && !a->dir && e->skipped != e->torn)
		check_wrong(ck, "nothing but torn pages may be skipped here");
	if (e->dax)
		check_wrong(ck, "there is no DAX here");
}

/* Every frame is a page, a hole, or torn; memory that goes offline at the end ends earlier. */
static void check_frames(struct check *ck, const struct fact_end *e)
{
	const struct ask *a = check_ask(ck);
	uint64_t end = a->end < shared->frames ? a->end : shared->frames;
	uint64_t have = e->pages + e->holes + e->torn;

	if (a->which != PAGESNAP_PFN || e->cut || !ask_wants_gaps(a) || a->start >= end)
		return;
	if (have != end - a->start)
		check_wrong(ck, "%llu frames of %llu", (unsigned long long)have,
			    (unsigned long long)(end - a->start));
}

static void check_totals(struct check *ck, const struct fact_end *e)
{
	const struct fact_end *s = &ck->sums;

	if (e->objects != s->objects || e->records != s->records || e->pages != s->pages ||
	    e->gone != s->gone || e->swap != s->swap || e->special != s->special ||
	    e->holes != s->holes)
		check_wrong(ck, "the end does not add up: objects=%llu records=%llu pages=%llu gone=%llu "
			    "swap=%llu special=%llu holes=%llu came",
			    (unsigned long long)s->objects, (unsigned long long)s->records,
			    (unsigned long long)s->pages, (unsigned long long)s->gone,
			    (unsigned long long)s->swap, (unsigned long long)s->special,
			    (unsigned long long)s->holes);
}

static void count_answer(const struct ask *a, const struct fact_end *e)
{
	__sync_fetch_and_add(&shared->index[a->which].answers, 1);
	__sync_fetch_and_add(&shared->index[a->which].records, e->records);
	__sync_fetch_and_add(&shared->index[a->which].rescans, e->rescans);
	__sync_fetch_and_add(&shared->index[a->which].torn, e->torn);
	if (e->status == PAGESNAP_END_PARTIAL)
		__sync_fetch_and_add(&shared->index[a->which].partial, 1);
}

static void take_end(struct check *ck, const struct fact *f)
{
	const struct ask *a = check_ask(ck);
	const struct fact_end *e = &f->end;
	uint32_t expect;

	end_object(ck);
	if (strcmp(f->tag, a->tag))
		check_wrong(ck, "tag=%s, but %s was asked for", f->tag, a->tag);
	expect = ck->failed ? PAGESNAP_END_ERROR :
		 e->skipped || e->cut ? PAGESNAP_END_PARTIAL : PAGESNAP_END_COMPLETE;
	if (e->status != expect)
		check_wrong(ck, "status does not follow from the rest");
	if (a->group == PAGESNAP_GROUP_TOTAL && !ck->failed && !ck->sums.records)
		check_wrong(ck, "no total");
	check_totals(ck, e);
	if (!ck->failed) {
		check_cut(ck, e);
		check_frames(ck, e);
	}
	count_answer(a, e);
	ck->open = false;
}

/* Streams ------------------------------------------------------------------------------ */

static void take(struct check *ck, const struct fact *f)
{
	if (f->type == PAGESNAP_REC_QUERY) {
		take_query(ck, f);
	} else if (f->type == PAGESNAP_REC_ERROR) {
		take_error(ck, f);
	} else if (!ck->open || !check_ask(ck)) {
		check_wrong(ck, "a record outside of an answer");
		return;
	} else if (f->q != ck->first_q + ck->at) {
		check_wrong(ck, "a record of another query");
	} else if (f->type == PAGESNAP_REC_SB || f->type == PAGESNAP_REC_TASK) {
		take_outer(ck, f);
	} else if (fact_is_item(f)) {
		take_item(ck, f);
	} else if (f->type == PAGESNAP_REC_TOTAL) {
		take_total(ck, f);
	} else if (f->type == PAGESNAP_REC_END) {
		take_end(ck, f);
	} else {
		take_object(ck, f);
	}
	if (ck->watch)
		ck->watch(ck->ctx, ck, f);
	if (f->type == PAGESNAP_REC_END)
		ck->at++;
}

void check_line(struct check *ck, char *line)
{
	char *last = ck->line[0];
	struct ps_rec rec;
	struct fact f;

	if (*line == '#')
		return;
	ck->line[0] = ck->line[1];
	ck->line[1] = last;
	snprintf(ck->line[1], CHECK_LINE, "%s", line);
	ps_cut(line, &rec);
	if (fact_line(&rec, &f))
		take(ck, &f);
}

int check_record(void *ctx, const struct pagesnap_record *r)
{
	struct check *ck = ctx;
	struct fact f;

	ck->now = r;
	if (fact_record(r, &f))
		take(ck, &f);
	ck->now = NULL;
	/* Only runs and pages are shown as what came before. */
	memcpy(&ck->record[0], r->u, sizeof(struct pagesnap_run));
	return 0;
}

void check_ended(struct check *ck)
{
	if (ck->open)
		check_wrong(ck, "the stream ends within an answer");
	else if (ck->at != ck->nr)
		check_wrong(ck, "%u queries have no answer", ck->nr - ck->at);
}
