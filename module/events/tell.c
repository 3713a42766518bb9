// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a record as an event
 *
 * An event that nobody has enabled costs a call, and is counted: the end of the answer says how
 * many.  What the buffers of readers overwrite only they know.  Records have numbers, so a reader
 * sees by these where some are missing.
 */
#include <linux/string.h>

#include "../core/text.h"
#include "tell.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* Sums of an object of which nobody asked for them. */
static const struct pagesnap_sums unknown = {
	.pages = PAGESNAP_UNKNOWN, .dirty = PAGESNAP_UNKNOWN, .writeback = PAGESNAP_UNKNOWN,
	.mapped = PAGESNAP_UNKNOWN, .active = PAGESNAP_UNKNOWN, .referenced = PAGESNAP_UNKNOWN,
	.unevictable = PAGESNAP_UNKNOWN, .evicted = PAGESNAP_UNKNOWN, .swapped = PAGESNAP_UNKNOWN,
	.special = PAGESNAP_UNKNOWN, .holes = PAGESNAP_UNKNOWN,
};

static const struct pagesnap_sums *sums_of(const struct pagesnap_rec *rec,
					   const struct pagesnap_sums *sums)
{
	return rec->flags & PAGESNAP_RF_SUMS ? sums : &unknown;
}

/* A name that is too long ends with three dots behind a backslash, which no other has. */
static void take_name(struct pagesnap_traced *t, const char *name, u32 len)
{
	static const char cut[] = "\\...";
	struct pagesnap_text text = { .buf = t->name, .cap = sizeof(t->name) - sizeof(cut) };

	pagesnap_text_escaped(&text, name, len);
	if (text.full)
		memcpy(t->name + text.len, cut, sizeof(cut));
	else
		t->name[text.len] = '\0';
}

/* @len bytes of the first part, behind @skip others. */
static void take_part(struct pagesnap_traced *t, const struct pagesnap_bytes_ref *parts,
		      u32 nr_parts, u32 skip, u32 len)
{
	if (nr_parts && skip + len <= parts->len)
		take_name(t, (const char *)parts->bytes + skip, len);
	else
		t->name[0] = '\0';
}

static const char *gap_word(u16 type)
{
	switch (type) {
	case PAGESNAP_REC_GONE:
		return "gone";
	case PAGESNAP_REC_SWAP:
		return "swap";
	case PAGESNAP_REC_HOLE:
		return "hole";
	default:
		return "special";
	}
}

static u64 skipped_of(const struct pagesnap_end *r)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		sum += r->skipped[i];
	return sum;
}

/* By order of their folio; in the last are those above it, too. */
static void tell_orders(struct pagesnap_traced *t, const char *of, u32 q,
			const struct pagesnap_sums *s)
{
	struct pagesnap_subtotal r;
	u32 i;

	for (i = 0; i < PAGESNAP_ORDERS; i++) {
		r = (struct pagesnap_subtotal){ i, s->orders[i] };
		if (r.pages)
			trace_subtotal(t, &r, q, of, "order");
	}
}

/*
 * Parts of a record are told as its own: its sums by order, and those by node and cgroup that stand
 * behind it.
 */
static void tell_subtotals(struct pagesnap_traced *t, const char *of, u32 q,
			   const struct pagesnap_sums *s,
			   const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	static const char *const by[] = { "node", "cgroup" };
	struct pagesnap_subtotal r;
	u32 i, at;

	if (!trace_subtotal_enabled())
		return;
	tell_orders(t, of, q, s);
	for (i = 0; i < ARRAY_SIZE(by) && i + 1 < nr_parts; i++)
		for (at = 0; at + sizeof(r) <= parts[i + 1].len; at += sizeof(r)) {
			memcpy(&r, (const char *)parts[i + 1].bytes + at, sizeof(r));
			trace_subtotal(t, &r, q, of, by[i]);
			cond_resched();
		}
}

/* What the collection itself has lost, by whatever it counts so. */
static u64 lost_of(const struct pagesnap_traced *t, const struct pagesnap_end *r)
{
	u32 i;

	for (i = 0; i < PAGESNAP_COUNTERS_MAX && t->words->counters[i]; i++)
		if (!strcmp(t->words->counters[i], "lost"))
			return r->counters[i];
	return 0;
}

static void tell_buckets(struct pagesnap_traced *t, u32 q, const char *of, s64 id,
			 const u64 *buckets, u32 nr)
{
	u32 i;

	if (!trace_bucket_enabled())
		return;
	for (i = 0; i < nr; i++)
		if (buckets[i] && buckets[i] != PAGESNAP_NONE && buckets[i] != PAGESNAP_UNKNOWN)
			trace_bucket(t, q, of, id, i, buckets[i]);
}

static bool tell_pages(struct pagesnap_traced *t, const struct pagesnap_run *r,
		       const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	bool page = r->rec.type == PAGESNAP_REC_PAGE;
	struct known_owner owner;

	if (!(page ? trace_page_enabled() : trace_run_enabled()))
		return false;
	take_part(t, parts, nr_parts, 0, r->rec.flags & PAGESNAP_RF_NAME ? r->name_len : 0);
	owner = known_owner_of_run(t, r);
	if (page)
		trace_page(t, r, &owner, known_pid(t));
	else
		trace_run(t, r, &owner, known_pid(t));
	return true;
}

static bool tell_gap(struct pagesnap_traced *t, const struct pagesnap_gap *r)
{
	struct known_owner owner;

	if (!trace_gap_enabled())
		return false;
	owner = known_owner_of_gap(t, r);
	trace_gap(t, r, gap_word(r->rec.type), &owner, known_pid(t));
	return true;
}

static bool tell_sb(struct pagesnap_traced *t, const struct pagesnap_sb *r,
		    const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	if (!trace_sb_enabled())
		return false;
	take_part(t, parts, nr_parts, r->asked_len, r->name_len);
	trace_sb(t, r);
	return true;
}

static bool tell_file(struct pagesnap_traced *t, const struct pagesnap_file *r,
		      const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	tell_subtotals(t, "file", r->q, sums_of(&r->rec, &r->sums), parts, nr_parts);
	if (!trace_file_enabled())
		return false;
	take_part(t, parts, nr_parts, 0, r->name_len);
	trace_file(t, r, sums_of(&r->rec, &r->sums));
	return true;
}

/* With by=file, of which nothing but its name is told. */
static bool tell_heat_file(struct pagesnap_traced *t, const struct pagesnap_accesses_file *r,
			   const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const struct pagesnap_file file = {
		.q = r->q, .dev_major = r->dev_major, .dev_minor = r->dev_minor, .gen = r->gen,
		.ino = r->ino, .size = PAGESNAP_UNKNOWN, .cached = PAGESNAP_UNKNOWN,
		.nlink = PAGESNAP_UNKNOWN32, .state = r->state, .subvol = r->subvol,
		.name_len = r->name_len,
	};

	return tell_file(t, &file, parts, nr_parts);
}

static bool tell_task(struct pagesnap_traced *t, const struct pagesnap_task *r)
{
	if (!trace_task_enabled())
		return false;
	take_name(t, r->comm, strnlen(r->comm, sizeof(r->comm)));
	trace_task(t, r);
	return true;
}

static bool tell_vma(struct pagesnap_traced *t, const struct pagesnap_vma *r, s64 pid,
		     const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	tell_subtotals(t, "vma", r->q, sums_of(&r->rec, &r->sums), parts, nr_parts);
	if (!trace_vma_enabled())
		return false;
	take_part(t, parts, nr_parts, 0, r->name_len);
	trace_vma(t, r, sums_of(&r->rec, &r->sums), pid);
	return true;
}

/* A VMA that faults are in, as one of task_index is told. */
static bool tell_map(struct pagesnap_traced *t, const struct pagesnap_faults_map *r,
		     const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const struct pagesnap_vma vma = {
		.q = r->q, .prot = r->prot, .start = r->start, .end = r->end,
		.dev_major = r->dev_major, .dev_minor = r->dev_minor, .ino = r->ino,
		.pgoff = r->pgoff, .gen = r->gen, .state = r->state, .name_len = r->name_len,
	};

	return tell_vma(t, &vma, r->pid, parts, nr_parts);
}

static bool tell_span(struct pagesnap_traced *t, const struct pagesnap_span *r,
		      const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	tell_subtotals(t, "span", r->q, sums_of(&r->rec, &r->sums), parts, nr_parts);
	if (!trace_span_enabled())
		return false;
	trace_span(t, r, sums_of(&r->rec, &r->sums));
	return true;
}

static bool tell_total(struct pagesnap_traced *t, const struct pagesnap_total *r,
		       const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const struct pagesnap_combo *combos = nr_parts ? parts->bytes : NULL;
	u32 i;

	for (i = 0; combos && trace_combo_enabled() && i < r->nr_combos; i++) {
		trace_combo(t, &combos[i], r->q);
		cond_resched();
	}
	tell_subtotals(t, "total", r->q, &r->sums, parts, nr_parts);
	tell_buckets(t, r->q, "total", -2, r->objects_by_pages, PAGESNAP_LOG2_BUCKETS);
	if (!trace_total_enabled())
		return false;
	trace_total(t, r);
	return true;
}

static bool tell_wss(struct pagesnap_traced *t, const struct pagesnap_accesses_wss *r)
{
	const struct known_owner owner = known_owner_of_heat(t);
	u32 i;

	for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS && trace_window_enabled(); i++)
		if (r->accessed[i] != PAGESNAP_UNKNOWN)
			trace_window(t, r, &owner, i);
	if (!trace_wss_enabled())
		return false;
	trace_wss(t, r, &owner);
	return true;
}

static bool tell_heat(struct pagesnap_traced *t, const struct pagesnap_accesses_heat *r)
{
	const struct known_owner owner = known_owner_of_heat(t);

	if (!trace_heat_enabled())
		return false;
	trace_heat(t, r, &owner, known_pid(t));
	return true;
}

static bool tell_fault(struct pagesnap_traced *t, const struct pagesnap_faults_fault *r)
{
	struct known_owner owner;
	s64 pid;

	if (!trace_fault_enabled())
		return false;
	owner = known_owner_of_fault(t, r, &pid);
	trace_fault(t, r, pid, &owner);
	return true;
}

static bool tell_sum(struct pagesnap_traced *t, const struct pagesnap_slab_sum *r)
{
	bool site = r->rec.type == PAGESNAP_REC_SITE_SUM;
	const char *name;

	tell_buckets(t, r->q, site ? "site" : "cache", r->id, r->lifetimes,
		     PAGESNAP_SLAB_LIFETIMES);
	if (!(site ? trace_site_enabled() : trace_cache_enabled()))
		return false;
	name = known_name(t, r);
	take_name(t, name, strlen(name));
	if (site)
		trace_site(t, r);
	else
		trace_cache(t, r);
	return true;
}

/* Calls the tracepoint if it is enabled. */
#define TELL(event, ...)			\
	({					\
		bool on = trace_##event##_enabled();	\
						\
		if (on)				\
			trace_##event(t, __VA_ARGS__);	\
		on;				\
	})

/* Return: somebody had enabled its event. */
static bool tell_data(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
		      const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const void *r = rec;

	switch (rec->type) {
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
		return tell_pages(t, r, parts, nr_parts);
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
		return tell_gap(t, r);
	case PAGESNAP_REC_SB:
		return tell_sb(t, r, parts, nr_parts);
	case PAGESNAP_REC_FILE:
		return tell_file(t, r, parts, nr_parts);
	case PAGESNAP_REC_TASK:
		return tell_task(t, r);
	case PAGESNAP_REC_VMA:
		return tell_vma(t, r, known_pid(t), parts, nr_parts);
	case PAGESNAP_REC_SPAN:
		return tell_span(t, r, parts, nr_parts);
	case PAGESNAP_REC_TOTAL:
		return tell_total(t, r, parts, nr_parts);
	case PAGESNAP_REC_SAMPLE:
		return TELL(sample, r);
	case PAGESNAP_REC_HEAT:
		return tell_heat(t, r);
	case PAGESNAP_REC_HEAT_FILE:
		return tell_heat_file(t, r, parts, nr_parts);
	case PAGESNAP_REC_WSS:
		return tell_wss(t, r);
	case PAGESNAP_REC_FAULT_MAP:
		return tell_map(t, r, parts, nr_parts);
	case PAGESNAP_REC_FAULT:
		return tell_fault(t, r);
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		return tell_sum(t, r);
	default:
		return TELL(other, rec, parts, nr_parts);
	}
}

/**
 * pagesnap_events_tell() - make an event of a record
 * @t: answer
 * @rec: record; of those that frame an answer only its end, and what it lacks, have events
 * @parts: bytes that belong to it, a name first
 * @nr_parts: how many
 *
 * Context: process context; no lock but the session's read_lock is held.
 */
void pagesnap_events_tell(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
			  const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	const void *r = rec;

	switch (rec->type) {
	case PAGESNAP_REC_HEADER:
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_NOTE:
	case PAGESNAP_REC_ERROR:
		return;
	case PAGESNAP_REC_LOST:
		(void)TELL(lost, r);
		return;
	case PAGESNAP_REC_END:
		(void)TELL(end, r, skipped_of(r), lost_of(t, r));
		return;
	default:
		known_record(t, rec, parts, nr_parts);
		t->off += !tell_data(t, rec, parts, nr_parts);
	}
}
