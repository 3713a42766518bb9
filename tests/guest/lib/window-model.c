// SPDX-License-Identifier: GPL-2.0
/*
 * How the two are compared.  References are taken one by one.  Of each the model says whether its
 * page could be used without a fault; if not, it is to be what is told next.  The first reference to
 * a page faults, as it isn't there yet or the first sweep had it fault.
 *
 * The model has no page tables: it doesn't know when the kernel takes a page away, or has it fault
 * for a write to it.  So what is told next may be such a fault, if its page is the one that is
 * referenced; all that is told must be a reference that was seen, at that place.
 *
 * A fault has an instruction begin anew, with its fetch.
 */
#include <stdlib.h>

#include <linux/pagesnap/faults.h>

#include "ktap.h"
#include "referenced.h"
#include "window-model.h"
#include "faults/queue.h"

#define PAGES_BITS	18
#define PAGES		(1UL << PAGES_BITS)
/* As the module has for windows that are not larger. */
#define ROOM		(PAGESNAP_WINDOW_ROOM + PAGESNAP_WINDOW_SLACK)
/* An instruction has no more pages. */
#define GROUP		16
#define TRIES		64
/* Looked at if what is told isn't what is referenced: what is told, and entries of the log. */
#define AHEAD_TOLD	32
#define AHEAD_ENTRIES	200
/* Nothing is told of so many that the log has: what is told next never was referenced. */
#define SILENT_MAX	1000

struct page {
	uint64_t vpn;
	uint64_t usable;	/* since that sweep; 0: not */
};

struct model {
	const struct wm_question *q;
	struct page *pages;	/* hashed */
	uint64_t sweep;
	uint64_t queue[ROOM];
	unsigned int at;
	unsigned int nr_queue;
	unsigned int window;
	const uint64_t *entry;
	const uint64_t *end;
	const struct wm_told *told;
	const struct wm_told *last;
	const uint64_t *heard;	/* where something was told last */
	struct wm_sums sums;
};

/* The window ------------------------------------------------------------------------ */

static struct page *find(struct model *m, uint64_t vpn)
{
	size_t i, tries = 0;

	for (i = vpn * 0x9e3779b97f4a7c15UL >> (64 - PAGES_BITS);; i = (i + 1) % PAGES) {
		if (!m->pages[i].vpn)
			m->pages[i].vpn = vpn;
		if (m->pages[i].vpn == vpn)
			return &m->pages[i];
		if (++tries == PAGES)
			ktap_die("more pages than the model has room for");
	}
}

static bool is_kept(const struct model *m, uint64_t vpn)
{
	unsigned int i;

	for (i = 0; i < m->q->nr_kept; i++)
		if (vpn >= m->q->kept[i].from && vpn < m->q->kept[i].to)
			return true;
	return false;
}

static uint64_t take_oldest(struct model *m)
{
	uint64_t vpn = m->queue[m->at];

	m->at = (m->at + 1) % ROOM;
	m->nr_queue--;
	return vpn;
}

static void add(struct model *m, uint64_t vpn)
{
	if (m->nr_queue && m->queue[(m->at + m->nr_queue - 1) % ROOM] == vpn)
		return;
	if (m->nr_queue == ROOM)
		take_oldest(m);
	m->queue[(m->at + m->nr_queue) % ROOM] = vpn;
	m->nr_queue++;
}

static void guard_oldest(struct model *m, uint64_t now)
{
	unsigned int i;
	uint64_t vpn;

	for (i = 0; i < PAGESNAP_WINDOW_A_FAULT && m->nr_queue > m->window; i++) {
		vpn = take_oldest(m);
		if (vpn != now && !is_kept(m, vpn))
			find(m, vpn)->usable = 0;
	}
}

/* What is told next ----------------------------------------------------------------- */

static unsigned int was(const struct wm_told *t)
{
	return (t->flags & PAGESNAP_RF_WAS) >> PAGESNAP_RF_WAS_SHIFT;
}

static bool is_protection(const struct wm_told *t)
{
	return was(t) == PAGESNAP_FAULT_WAS_PROTECTION || was(t) == PAGESNAP_FAULT_WAS_PRESENT;
}

static bool is_by_kernel(const struct wm_told *t)
{
	return t->flags & PAGESNAP_RF_BY_KERNEL;
}

static bool is_same_kind(const struct wm_told *t, uint64_t ref)
{
	return !(t->flags & PAGESNAP_RF_WRITE) == !(ref & REF_STORE) &&
	       !(t->flags & PAGESNAP_RF_FETCH) == !(ref & REF_FETCH);
}

static bool is_told(const struct wm_told *t, uint64_t ref, bool usable)
{
	if (t->vpn != ref >> REF_FLAG_BITS || is_by_kernel(t) != !!(ref & REF_KERNEL))
		return false;
	return !usable || is_same_kind(t, ref);
}

/* A fault goes into the window.  Without mmap_lock the module protects nothing, nor in the kernel. */
static const struct wm_told *pass(struct model *m)
{
	const struct wm_told *t = m->told++;

	m->heard = m->entry;
	if (t->window)
		m->window = t->window;
	if (m->window)
		add(m, t->vpn);
	if (m->window && !is_by_kernel(t) && was(t) != PAGESNAP_FAULT_WAS_UNKNOWN)
		guard_oldest(m, t->vpn);
	return t;
}

static void take_told(struct model *m, uint64_t ref, bool usable)
{
	const struct wm_told *t = pass(m);

	if (!usable) {
		m->sums.equal++;
		m->sums.kind += !is_same_kind(t, ref);
	} else if (is_protection(t)) {
		m->sums.protection++;
	} else {
		m->sums.early++;
	}
	for (; is_by_kernel(t) && m->told < m->last && m->told->vpn == t->vpn &&
	     is_by_kernel(m->told); m->told++)
		m->sums.again++;
}

static void take_unseen(struct model *m)
{
	find(m, pass(m)->vpn)->usable = m->sweep;
	m->sums.unseen++;
}

/* How many of what is told from @t on are referenced soon, one behind the other. */
static unsigned int nr_referenced_soon(const struct model *m, const struct wm_told *t)
{
	const uint64_t *e = m->entry, *end = m->end;
	const struct wm_told *first = t;

	if (end - e > AHEAD_ENTRIES)
		end = e + AHEAD_ENTRIES;
	for (; e < end && t < m->last; e++)
		if (is_told(t, *e, true))
			t++;
	return t - first;
}

/*
 * What is referenced isn't what is told next.  Either it isn't told at all, or it is, and nobody
 * referenced what is told before it: whatever agrees better with what follows.
 */
static bool leave_out_extra(struct model *m, uint64_t ref)
{
	const struct wm_told *t = m->told, *end = m->last;

	if (end - t > AHEAD_TOLD)
		end = t + AHEAD_TOLD;
	while (t < end && !is_told(t, ref, false))
		t++;
	if (t == end || nr_referenced_soon(m, m->told) > nr_referenced_soon(m, t + 1))
		return false;
	m->sums.extra += t - m->told;
	m->told = t;
	return true;
}

/* References ------------------------------------------------------------------------ */

/* Return: true if it faults. */
static bool refer(struct model *m, uint64_t ref)
{
	struct page *page = find(m, ref >> REF_FLAG_BITS);
	bool usable = page->usable == m->sweep;

	page->usable = m->sweep;
	if (m->told < m->last && is_told(m->told, ref, usable)) {
		take_told(m, ref, usable);
		return true;
	}
	if (usable)
		return false;
	if (m->told < m->last && leave_out_extra(m, ref)) {
		take_told(m, ref, usable);
		return true;
	}
	m->sums.missed += !is_kept(m, page->vpn);
	return false;
}

static void run_instruction(struct model *m, const uint64_t *refs, unsigned int nr)
{
	unsigned int i, tries = 0;

	for (i = 0; i < nr; i++)
		if (refer(m, refs[i]) && tries++ < TRIES)
			i = -1U;
}

/* Pages that its fetch needs, and then those of what it loads and stores. */
static void take_instruction(struct model *m)
{
	static uint64_t refs[GROUP];
	static unsigned int fetches;
	unsigned int nr;
	bool is_fetch = *m->entry & REF_FETCH;

	nr = is_fetch ? 0 : fetches;
	do {
		refs[nr++] = *m->entry++;
	} while (m->entry < m->end && *m->entry & REF_JOINED &&
		 !(*m->entry & REF_FETCH) == !is_fetch && nr < GROUP);
	if (is_fetch)
		fetches = nr;
	run_instruction(m, refs, nr);
}

/* Is what is told next of the instruction that the log goes on with, behind the kernel? */
static bool take_pending(struct model *m)
{
	const uint64_t *e = m->entry, *end;
	struct page *page;

	while (e < m->end && *e & REF_KERNEL)
		e++;
	end = m->end - e > GROUP ? e + GROUP : m->end;
	for (; e < end && !(*e & (REF_KERNEL | REF_MARK)); e++) {
		page = find(m, *e >> REF_FLAG_BITS);
		if (page->usable == m->sweep || !is_told(m->told, *e, false))
			continue;
		page->usable = m->sweep;
		take_told(m, *e, false);
		return true;
	}
	return false;
}

/*
 * A fault is told of when it happens, a reference is logged when it is done.  Meanwhile the kernel
 * may refer to memory of its own accord, as on its way back to a thread that has rseq.
 */
static void take_kernels(struct model *m)
{
	uint64_t ref = *m->entry;
	bool usable = find(m, ref >> REF_FLAG_BITS)->usable == m->sweep;

	while (!usable && m->last - m->told > 1 && !is_told(m->told, ref, false) &&
	       !is_by_kernel(m->told) && is_by_kernel(m->told + 1))
		if (!take_pending(m))
			break;
	m->entry++;
	refer(m, ref);
}

static void take_entry(struct model *m)
{
	if (*m->entry & REF_MARK) {
		m->sweep++;
		m->entry++;
	} else if (*m->entry & REF_KERNEL) {
		take_kernels(m);
	} else {
		take_instruction(m);
	}
}

/* The model has come to where all pages are usable: there it never gets on. */
static void begin_anew(struct model *m)
{
	m->sums.extra++;
	m->told++;
	m->sweep++;
	m->heard = m->entry;
}

struct wm_sums wm_compare(const struct wm_question *q)
{
	struct model m = {
		.q = q,
		.sweep = 1,
		.window = q->window,
		.entry = q->log,
		.heard = q->log,
		.end = q->log + q->entries,
		.told = q->told,
		.last = q->told + q->nr,
		.pages = calloc(PAGES, sizeof(*m.pages)),
	};

	if (!m.pages)
		ktap_die("no memory");
	while (m.entry < m.end) {
		while (q->lacks_kernel && m.told < m.last && is_by_kernel(m.told))
			take_unseen(&m);
		if (m.window && m.told < m.last && m.entry - m.heard > SILENT_MAX)
			begin_anew(&m);
		take_entry(&m);
	}
	m.sums.extra += m.last - m.told;
	free(m.pages);
	return m.sums;
}

unsigned int wm_share(const struct wm_sums *s)
{
	size_t all = s->equal + s->missed + s->early + s->extra;

	return all ? 100000 * s->equal / all : 0;
}
