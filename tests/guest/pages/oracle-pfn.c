// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=frames needs=- disturbs=memory always=flavours,debug */
/*
 * pfn_index against /proc/kpageflags, kpagecount and kpagecgroup: every frame.
 *
 * /proc is read before and after the walk, and a frame counts as still only if
 * both agree in all three files.  On a quiet guest some hundred frames of a
 * quarter of a million move meanwhile.
 */
#include <sys/mman.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define FRAMES (1UL << 20)

/*
 * A frame can change and change back between the two reads of /proc; that
 * takes a free and an allocation of the very same frame with the same flags,
 * which the test's own work makes rare.  Anything systematic, a single flag
 * of a single kind of frame, shows in far more frames than this.
 */
#define SLACK 16

struct view {
	uint64_t flags[FRAMES];
	uint64_t count[FRAMES];
	uint64_t cgroup[FRAMES];
};

struct walk {
	uint64_t flags[FRAMES];
	uint64_t cgroup[FRAMES];
	uint32_t map_lo[FRAMES];
	uint32_t map_hi[FRAMES];
	uint32_t head[FRAMES];
	uint8_t answers[FRAMES];
	uint8_t hole[FRAMES];
	uint64_t pages;
	uint64_t holes;
	/* of answers that have ended */
	uint64_t ended_pages;
	uint64_t ended_holes;
	uint64_t skipped;
	uint64_t outside;
	uint64_t backwards;
	uint64_t next;
	bool ended;
};

static struct view before, after;
static struct walk pages, runs, parts;
static size_t frames;
static bool old_tails, ksm_is_anon;

/* Walks ------------------------------------------------------------------ */

static void take_item(struct walk *w, const struct ps_item *i)
{
	bool hole = i->what == PS_HOLE;
	uint64_t pfn;

	w->backwards += i->at < w->next;
	w->next = i->at + i->nr;
	if (i->at + i->nr > FRAMES) {
		w->outside += i->nr;
		return;
	}
	for (pfn = i->at; pfn < i->at + i->nr; pfn++) {
		w->answers[pfn]++;
		w->hole[pfn] = hole;
		w->flags[pfn] = i->flags;
		w->cgroup[pfn] = i->cgroup_online;
		w->map_lo[pfn] = i->map[0];
		w->map_hi[pfn] = i->map[1];
		w->head[pfn] = pfn & ~((1ULL << i->order) - 1);
	}
	w->pages += hole ? 0 : i->nr;
	w->holes += hole ? i->nr : 0;
}

static void take(void *ctx, struct ps_rec *rec)
{
	struct walk *w = ctx;
	struct ps_item item;

	if (ps_item_read(rec, &item)) {
		take_item(w, &item);
	} else if (ps_is(rec, "end")) {
		w->ended = true;
		w->skipped += ps_num(rec, "skipped");
		if (ps_num(rec, "pages") != w->pages - w->ended_pages ||
		    ps_num(rec, "holes") != w->holes - w->ended_holes)
			w->outside++;
		w->ended_pages = w->pages;
		w->ended_holes = w->holes;
	}
}

/* Where the last zone ends. */
static uint64_t last_frame(void)
{
	struct or_zone zones[64];
	size_t i, nr = or_zones(zones, 64);
	uint64_t end = 0;

	for (i = 0; i < nr; i++)
		if (zones[i].start + zones[i].spanned > end)
			end = zones[i].start + zones[i].spanned;
	return end;
}

static void look(struct view *v)
{
	size_t n[3] = {
		or_kpage("kpageflags", v->flags, FRAMES),
		or_kpage("kpagecount", v->count, FRAMES),
		or_kpage("kpagecgroup", v->cgroup, FRAMES),
	};

	if (n[0] != n[1] || n[0] != n[2])
		ktap_die("/proc/kpage* have different lengths");
	if (last_frame() > FRAMES)
		ktap_die("more memory than the test has room for");
	frames = n[0];
}

/*
 * /proc goes on to the end of the last section, pfn_index to that of the last
 * node.  What lies between must not be memory.
 */
static void cut_at_last_node(void)
{
	uint64_t end = last_frame();
	size_t i, memory = 0;

	for (i = end; i < frames; i++)
		memory += !(before.flags[i] & (PS_NOPAGE | PS_RESERVED));
	ktap_note("%zu frames in /proc, the last node ends at %llu", frames,
		  (unsigned long long)end);
	ktap_equal(memory, 0, "/proc shows no memory behind the last node");
	if (end < frames)
		frames = end;
}

static bool still(size_t i)
{
	return before.flags[i] == after.flags[i] && before.count[i] == after.count[i] &&
	       before.cgroup[i] == after.cgroup[i];
}

/* What /proc itself can't be believed in --------------------------------- */

#define FOLIO_BITS (PS_SLAB | PS_MMAP | PS_ANON | PS_COMPOUND | PS_HUGE | PS_THP | PS_KSM | \
		    PS_BUDDY | PS_OFFLINE | PS_PGTABLE | PS_ZERO_PAGE | PS_SWAPCACHE)

/*
 * Until 6.7 a tail page shows the bits of its own struct page, where it has
 * none of the folio's; we show the folio's.  While KSM is off, a kernel that
 * calls all anonymous pages KSM calls anonymous whatever has low bits in the
 * word that is page->mapping of others.
 */
static uint64_t believed(uint64_t flags)
{
	uint64_t mask = ~0ULL;

	if (old_tails && (flags & PS_TAIL))
		mask = FOLIO_BITS;
	if (ksm_is_anon)
		mask &= ~PS_KSM;
	if (ksm_is_anon && (flags & (PS_SLAB | PS_PGTABLE | PS_OFFLINE | PS_BUDDY)))
		mask &= ~PS_ANON;
	return mask;
}

static void learn(void)
{
	size_t i, anon = 0, both = 0;

	for (i = 0; i < frames; i++) {
		anon += !!(before.flags[i] & PS_ANON);
		both += (before.flags[i] & (PS_ANON | PS_KSM)) == (PS_ANON | PS_KSM);
	}
	ksm_is_anon = anon && anon == both;
	old_tails = or_kernel_before(6, 8);
	ktap_note("%zu frames, %zu anonymous, %zu of them called KSM%s", frames, anon, both,
		  old_tails ? ", tails have flags of their own" : "");
}

/* Checks ----------------------------------------------------------------- */

static void tell(size_t *bad, size_t pfn, const char *what, uint64_t got, uint64_t want)
{
	if ((*bad)++ < 8)
		ktap_note("frame %#zx: %s %#llx, /proc says %#llx (flags %#llx)", pfn, what,
			  (unsigned long long)got, (unsigned long long)want,
			  (unsigned long long)before.flags[pfn]);
}

static void check_cover(const struct walk *w, const char *how)
{
	size_t i, twice = 0, never = 0, holes = 0, no_hole = 0;

	for (i = 0; i < frames; i++) {
		twice += w->answers[i] > 1;
		never += !w->answers[i];
		holes += w->hole[i] && !(before.flags[i] & PS_NOPAGE);
		no_hole += w->answers[i] && !w->hole[i] && (before.flags[i] & PS_NOPAGE);
	}
	ktap_ok(w->ended, "%s: the answer has an end", how);
	ktap_equal(w->backwards, 0, "%s: frames ascend", how);
	ktap_equal(w->outside, 0, "%s: the end's pages and holes are those of the records", how);
	ktap_equal(twice, 0, "%s: no frame comes twice", how);
	ktap_equal(never, w->skipped, "%s: every frame comes or was skipped", how);
	ktap_equal(holes, 0, "%s: what /proc has is no hole", how);
	ktap_equal(no_hole, 0, "%s: what /proc has not is a hole", how);
}

/*
 * A CPU takes free pages from the buddy allocator, and gives them back: before
 * and after the walk, but not while it was there.
 */
static bool is_lent(uint64_t a, uint64_t b)
{
	return a != b && (a | b) == PS_BUDDY;
}

static void check_flags(const struct walk *w, const char *how, uint64_t mask)
{
	size_t i, compared = 0, bad = 0, lent = 0;

	for (i = 0; i < frames; i++) {
		uint64_t believe = believed(before.flags[i]) & mask;

		if (!still(i) || !w->answers[i] || w->hole[i])
			continue;
		compared++;
		if (is_lent(w->flags[i] & believe, before.flags[i] & believe))
			lent++;
		else if ((w->flags[i] ^ before.flags[i]) & believe)
			tell(&bad, i, "flags", w->flags[i] & believe, before.flags[i] & believe);
	}
	ktap_note("%s: %zu frames compared, flags of %zu differ; %zu free ones were lent", how,
		  compared, bad, lent);
	ktap_ok(bad <= SLACK && lent < frames / 100, "%s: flags are those of /proc", how);
	ktap_ok(compared > frames / 10 * 9, "%s: enough frames held still", how);
}

static void check_counts(const struct walk *w, const char *how)
{
	size_t i, bad = 0;

	for (i = 0; i < frames; i++)
		if (still(i) && w->answers[i] && !w->hole[i] &&
		    (before.count[i] < w->map_lo[i] || before.count[i] > w->map_hi[i]))
			tell(&bad, i, "map count", w->map_hi[i], before.count[i]);
	ktap_note("%s: map counts of %zu frames differ", how, bad);
	ktap_ok(bad <= SLACK, "%s: map counts are those of /proc", how);
}

/* /proc has 0 for tails: ask for the head. */
static void check_cgroups(const struct walk *w, const char *how)
{
	size_t i, bad = 0, charged = 0;

	for (i = 0; i < frames; i++) {
		size_t head = before.flags[i] & PS_COMPOUND ? w->head[i] : i;
		uint64_t want = before.cgroup[head] ? before.cgroup[head] : PS_NONE;

		if (!still(i) || !still(head) || !w->answers[i] || w->hole[i] ||
		    (before.flags[i] & PS_SLAB))
			continue;
		charged += want != PS_NONE;
		if (w->cgroup[i] != want)
			tell(&bad, i, "cgroup", w->cgroup[i], want);
	}
	ktap_note("%s: %zu frames are charged, cgroups of %zu differ", how, charged, bad);
	ktap_ok(bad <= SLACK, "%s: cgroups are those of /proc", how);
	ktap_ok(charged > 1000, "%s: enough frames are charged", how);
}

/* Frames that the kernel moved between the first look and the last. */
static uint64_t moved(void)
{
	size_t i;
	uint64_t n = 0;

	for (i = 0; i < frames; i++)
		n += !still(i);
	return n;
}

static void check_sum(const char *name, uint64_t got, uint64_t want, uint64_t slack)
{
	uint64_t diff = got > want ? got - want : want - got;

	if (!ktap_ok(diff <= slack, "group=total: %s are those of the pages", name))
		ktap_note("%llu, pages say %llu, %llu frames moved", (unsigned long long)got,
			  (unsigned long long)want, (unsigned long long)slack);
}

static uint64_t count_flag(const struct walk *w, uint64_t flag)
{
	size_t i;
	uint64_t n = 0;

	for (i = 0; i < frames; i++)
		n += w->answers[i] && !w->hole[i] && (w->flags[i] & flag);
	return n;
}

static uint64_t count_mapped(const struct walk *w)
{
	size_t i;
	uint64_t n = 0;

	for (i = 0; i < frames; i++)
		n += w->answers[i] && !w->hole[i] && w->map_lo[i];
	return n;
}

/* Pages of the combinations with all bits of @flags; without any, those of "other" too. */
static uint64_t sum_combos(const struct ps_rec *total, uint64_t flags)
{
	const char *p = ps_str(total, "flags");
	uint64_t n = 0, combo, pages;

	while (*p && *p != '-') {
		combo = strtoull(p, (char **)&p, 0);
		p += strcspn(p, ":");
		pages = strtoull(p + 1, (char **)&p, 10);
		n += (combo & flags) == flags ? pages : 0;
		p += *p == ',';
	}
	return n;
}

/* What /proc says, of the frames that came. */
static uint64_t count_in_proc(const struct walk *w, uint64_t flag)
{
	size_t i;
	uint64_t n = 0;

	for (i = 0; i < frames; i++)
		n += w->answers[i] && !w->hole[i] && (before.flags[i] & flag);
	return n;
}

static void check_total(const struct ps_answer *a, const struct walk *w)
{
	uint64_t slack = moved() + SLACK, orders = 0;
	const struct ps_rec *total = ps_object(a, "total", 0);
	struct ps_sums s;
	int i;

	if (!ktap_ok(total && ps_count_objects(a, "total") == 1, "group=total: one total"))
		return;
	s = ps_sum_rec(total);
	for (i = 0; i < PS_ORDERS; i++)
		orders += s.orders[i];
	ktap_equal(s.pages + ps_num(&a->end.rec, "skipped"), w->pages + w->skipped,
		   "group=total: pages are those of the pages");
	ktap_equal(s.holes, w->holes, "group=total: holes are those of the pages");
	ktap_equal(orders, s.pages, "group=total: orders add up");
	ktap_equal(sum_combos(total, 0), s.pages, "group=total: combinations of flags add up");
	check_sum("heads", sum_combos(total, PS_HEAD), count_in_proc(w, PS_HEAD), slack);
	check_sum("tails", sum_combos(total, PS_TAIL), count_in_proc(w, PS_TAIL), slack);
	check_sum("dirty", s.dirty, count_flag(w, PS_DIRTY), slack);
	check_sum("writeback", s.writeback, count_flag(w, PS_WRITEBACK), slack);
	check_sum("mapped", s.mapped, count_mapped(w), slack);
	check_sum("active", s.active, count_flag(w, PS_ACTIVE), slack);
	check_sum("referenced", s.referenced, count_flag(w, PS_REFERENCED), slack);
	check_sum("unevictable", s.unevictable, count_flag(w, PS_UNEVICTABLE), slack);
}

/* Spans are nodes, one behind the other, and hold every frame. */
static void check_spans(const struct ps_answer *a, const struct walk *w)
{
	uint64_t sum = 0, holes = 0, next = 0, overlap = 0, too_many = 0;
	struct ps_sums s;
	size_t i;

	for (i = 0; i < a->nr_objects; i++) {
		const struct ps_rec *span = &a->objects[i].rec;

		s = ps_sum_rec(span);
		overlap += ps_num(span, "start") < next;
		next = ps_num(span, "end");
		too_many += s.pages + s.holes > next - ps_num(span, "start");
		sum += s.pages;
		holes += s.holes;
	}
	ktap_ok(a->nr_objects > 0, "group=object: there are spans");
	ktap_equal(overlap, 0, "group=object: spans ascend");
	ktap_equal(too_many, 0, "group=object: no span has more frames than it is long");
	ktap_equal(sum + ps_num(&a->end.rec, "skipped"), w->pages + w->skipped,
		   "group=object: pages are those of the pages");
	ktap_equal(holes, w->holes, "group=object: holes are those of the pages");
	ktap_equal(next, last_frame(), "group=object: the last span ends with the last node");
}

/* Some of everything ------------------------------------------------------ */

static void make_states(void)
{
	char *small = st_map(2048, MAP_PRIVATE), *huge = st_map(4 * ST_HUGE_PAGES, MAP_PRIVATE);
	char *locked = st_map(64, MAP_PRIVATE), *shared = st_map(1024, MAP_SHARED);
	int fd = st_file("/root/oracle-pfn");

	st_touch(small, 2048);
	st_touch(shared, 1024);
	st_write(fd, 0, 2048);
	st_clean(fd);
	st_write(fd, 0, 100);
	if (mlock(locked, 64 * ST_PAGE))
		ktap_die("mlock()");
	ktap_note("%llu THP", (unsigned long long)st_thp(huge, 4 * ST_HUGE_PAGES));
	if (st_hugetlb(4) >= 2)
		st_touch(st_map(2 * ST_HUGE_PAGES, MAP_PRIVATE | MAP_HUGETLB), 2 * ST_HUGE_PAGES);
}

static void walk_all(int fd, struct walk *w, const char *group)
{
	ps_on(fd, take, w, "group=%s mask=-locked", group);
}

static void walk_parts(int fd, struct walk *w, unsigned int nr)
{
	unsigned int k;

	for (k = 1; k <= nr; k++)
		ps_on(fd, take, w, "part=%u/%u mask=-locked", k, nr);
}

/*
 * One session, used once for nothing before the first look: otherwise its own
 * buffers are frames that were free before and are free again afterwards.
 */
static int warm_session(void)
{
	static struct ps_answer ignored;
	int fd = ps_open("pfn_index");

	ps_on(fd, ps_collect, &ignored, "0 64 group=total");
	walk_all(fd, &runs, "run");
	memset(&runs, 0, sizeof(runs));
	return fd;
}

static struct ps_answer total, spans;

static void walk_between_looks(int fd)
{
	memset(&pages, 0, sizeof(pages));
	memset(&runs, 0, sizeof(runs));
	memset(&parts, 0, sizeof(parts));
	memset(&total, 0, sizeof(total));
	memset(&spans, 0, sizeof(spans));
	look(&before);
	walk_all(fd, &pages, "page");
	walk_all(fd, &runs, "run");
	walk_parts(fd, &parts, 5);
	ps_on(fd, ps_collect, &total, "group=total");
	ps_on(fd, ps_collect, &spans, "group=object");
	look(&after);
}

/* What earlier tests let go may be given back to the kernel now. */
static bool held_still(void)
{
	size_t i, changed = 0;

	for (i = 0; i < frames; i++)
		changed += !still(i);
	if (changed)
		ktap_note("%zu of %zu frames changed meanwhile", changed, frames);
	return changed < frames / 20;
}

int main(void)
{
	unsigned int tries = 5;
	int fd;

	if (mlockall(MCL_CURRENT))
		ktap_die("mlockall()");
	st_quiet();
	/* A huge zero folio that nobody maps any more, which /proc knows and frames don't say. */
	st_set("/proc/sys/vm/drop_caches", "2");
	make_states();

	fd = warm_session();
	do
		walk_between_looks(fd);
	while (!held_still() && --tries);
	learn();
	cut_at_last_node();

	check_cover(&pages, "group=page");
	check_flags(&pages, "group=page", ~0ULL);
	check_counts(&pages, "group=page");
	check_cgroups(&pages, "group=page");
	check_cover(&runs, "group=run");
	check_flags(&runs, "group=run", ~(PS_COMPOUND | PS_LOCKED));
	check_counts(&runs, "group=run");
	check_cgroups(&runs, "group=run");
	check_cover(&parts, "in 5 parts");
	check_flags(&parts, "in 5 parts", ~(PS_COMPOUND | PS_LOCKED));
	check_total(&total, &pages);
	check_spans(&spans, &pages);
	return ktap_end();
}
