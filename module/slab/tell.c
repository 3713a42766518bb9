// SPDX-License-Identifier: GPL-2.0
/*
 * Records of this collection on their way to the reader; names before the first that has their
 * number.
 */
#include <linux/bitmap.h>
#include <linux/kallsyms.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "records.h"
#include "tell.h"

/* Names that are told at a time. */
#define NEW		64
/* Bytes of the names of a stack: what one struct pagesnap_bytes takes, and a line of text. */
#define STACK_TEXT	(PAGESNAP_SLAB_FRAMES_MAX * PAGESNAP_SITE_NAME)

/**
 * pagesnap_slab_told_init() - nothing was told yet
 * @t: told, of zeros
 * @w: answer
 * @q: query
 *
 * Return: 0 or -ENOMEM; then it is to be destroyed, too.
 */
int pagesnap_slab_told_init(struct pagesnap_slab_told *t, const struct pagesnap_watch *w, u32 q)
{
	t->w = w;
	t->q = q;
	t->sites = bitmap_zalloc(PAGESNAP_SLAB_SITES_MAX, GFP_KERNEL_ACCOUNT);
	t->caches = bitmap_zalloc(PAGESNAP_SLAB_CACHES_MAX, GFP_KERNEL_ACCOUNT);
	t->stacks = bitmap_zalloc(PAGESNAP_SLAB_STACKS_MAX, GFP_KERNEL_ACCOUNT);
	t->buf = kmalloc(STACK_TEXT + KSYM_SYMBOL_LEN, GFP_KERNEL_ACCOUNT);
	return t->sites && t->caches && t->stacks && t->buf ? 0 : -ENOMEM;
}

/**
 * pagesnap_slab_told_destroy() - free it
 * @t: told
 */
void pagesnap_slab_told_destroy(struct pagesnap_slab_told *t)
{
	bitmap_free(t->sites);
	bitmap_free(t->caches);
	bitmap_free(t->stacks);
	kfree(t->buf);
	*t = (struct pagesnap_slab_told){ };
}

/**
 * pagesnap_slab_tell() - write one of this collection's records, as the reader wants it
 * @e: emitter
 * @r: record that has no name behind it
 */
void pagesnap_slab_tell(struct pagesnap_emit *e, const struct pagesnap_rec *r)
{
	if (pagesnap_emit_record(e, r, NULL, 0))
		return;
	pagesnap_slab_text(pagesnap_emit_line(e), r);
	pagesnap_emit_commit(e);
}

static void tell_named(struct pagesnap_emit *e, const struct pagesnap_rec *r, const char *name,
		       u32 len)
{
	const struct pagesnap_bytes_ref part = { name, len };

	if (pagesnap_emit_record(e, r, &part, 1))
		return;
	pagesnap_slab_text_named(pagesnap_emit_line(e), r, name);
	pagesnap_emit_commit(e);
}

/* What has no number has no name either.  Asked for each event, and again for each of its names. */
static __always_inline bool was_told(const unsigned long *told, u32 id)
{
	return id >= PAGESNAP_NONE32 || test_bit(id, told);
}

static bool is_told(unsigned long *told, u32 id)
{
	return id >= PAGESNAP_NONE32 || __test_and_set_bit(id, told);
}

/* The probe that has met it first may be about to name it, for some us, with interrupts off. */
static const char *wait_for(const char *name)
{
	/* pairs with smp_store_release() of who names it */
	while (!smp_load_acquire(name))
		cpu_relax();
	return name;
}

/**
 * pagesnap_slab_tell_site() - tell the name of a site, once
 * @t: told
 * @e: emitter
 * @id: its number
 */
void pagesnap_slab_tell_site(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u32 id)
{
	struct pagesnap_slab_site r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_SITE },
		.q = t->q,
		.id = id,
		.size = PAGESNAP_UNKNOWN32,
	};
	const char *name;

	if (is_told(t->sites, id))
		return;
	name = wait_for(t->w->site_names[id]);
	r.name_len = strnlen(name, PAGESNAP_SITE_NAME);
	tell_named(e, &r.rec, name, r.name_len);
}

/**
 * pagesnap_slab_tell_cache() - tell the name of a cache, once
 * @t: told
 * @e: emitter
 * @id: its number
 */
void pagesnap_slab_tell_cache(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u32 id)
{
	struct pagesnap_slab_site r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_CACHE },
		.q = t->q,
		.id = id,
	};
	const char *name;

	if (is_told(t->caches, id))
		return;
	name = wait_for(t->w->cache_names[id]);
	r.size = READ_ONCE(t->w->cache_sizes[id]);
	r.name_len = strnlen(name, PAGESNAP_CACHE_NAME);
	tell_named(e, &r.rec, name, r.name_len);
}

/* One frame, and what divides it from that before.  Return: bytes. */
static u32 write_frame(char *to, unsigned long frame, bool first)
{
	char *is = to + !first;

	if (!first)
		*to = ';';
	pagesnap_slab_symbol(frame, is);
	return !first + min_t(size_t, strlen(is), PAGESNAP_SITE_NAME - 2);
}

static void tell_stack(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u32 id)
{
	const struct pagesnap_watch *w = t->w;
	struct pagesnap_slab_stack r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_STACK },
		.q = t->q,
		.id = id,
	};

	if (is_told(t->stacks, id))
		return;
	/* as wait_for() */
	while (!smp_load_acquire(&w->frames[(size_t)id * w->o.stack]))
		cpu_relax();
	for (; r.frames < w->o.stack; r.frames++) {
		unsigned long frame = w->frames[(size_t)id * w->o.stack + r.frames];

		if (!frame)
			break;
		r.name_len += write_frame(t->buf + r.name_len, frame, !r.frames);
	}
	tell_named(e, &r.rec, t->buf, r.name_len);
}

/* Does the reader know all names? */
static bool knows(const struct pagesnap_slab_told *t, const struct pagesnap_event *event)
{
	const struct pagesnap_slab_alloc *a = (const void *)event;
	const struct pagesnap_slab_free *f = (const void *)event;

	if (event->type == PAGESNAP_REC_FREE)
		return was_told(t->sites, f->by) && was_told(t->sites, f->site);
	return was_told(t->sites, a->site) && was_told(t->caches, a->cache) &&
	       was_told(t->stacks, a->stack);
}

static void tell_names(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
		       const struct pagesnap_rec *rec)
{
	const struct pagesnap_slab_alloc *a = (const void *)rec;
	const struct pagesnap_slab_free *f = (const void *)rec;

	if (rec->type == PAGESNAP_REC_FREE) {
		pagesnap_slab_tell_site(t, e, f->by);
		pagesnap_slab_tell_site(t, e, f->site);
		return;
	}
	pagesnap_slab_tell_site(t, e, a->site);
	pagesnap_slab_tell_cache(t, e, a->cache);
	tell_stack(t, e, a->stack);
}

/*
 * Where each site and cache has events those that are new are told first, some at a time.  Return:
 * true if all were, so that no event needs to be looked at for its names.
 */
static bool tell_new(struct pagesnap_slab_told *t, struct pagesnap_emit *e)
{
	const struct pagesnap_watch *w = t->w;
	u32 sites = pagesnap_keys_count(&w->sites), caches = pagesnap_keys_count(&w->caches), n;

	if (!w->all || w->o.stack)
		return false;
	for (n = 0; n < NEW && t->nr_sites < sites; n++)
		pagesnap_slab_tell_site(t, e, t->nr_sites++);
	for (; n < NEW && t->nr_caches < caches; n++)
		pagesnap_slab_tell_cache(t, e, t->nr_caches++);
	return t->nr_sites == sites && t->nr_caches == caches;
}

/* Records from @from on, up to @to, as they are. */
static void tell_block(struct pagesnap_emit *e, const struct pagesnap_event *from,
		       const struct pagesnap_event *to)
{
	if (to > from)
		pagesnap_emit_records(e, from, (const char *)to - (const char *)from);
}

/**
 * pagesnap_slab_tell_events() - tell of allocations and frees
 * @t: told
 * @e: emitter
 * @read: events, which are records
 */
void pagesnap_slab_tell_events(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
			       const struct pagesnap_event_read *read)
{
	const struct pagesnap_event *end = (void *)((char *)read->events + read->len);
	const struct pagesnap_event *from = read->events;
	struct pagesnap_event *event;

	if (e->binary && tell_new(t, e)) {
		tell_block(e, from, end);
		return;
	}
	for (event = read->events; event < end; event = pagesnap_event_next(event)) {
		if (!knows(t, event)) {
			tell_block(e, from, event);
			from = event;
			tell_names(t, e, (const void *)event);
		}
		if (!e->binary) {
			pagesnap_slab_tell(e, (const void *)event);
			from = pagesnap_event_next(event);
		}
	}
	tell_block(e, from, end);
}

/**
 * pagesnap_slab_tell_object() - tell of an object that is alive
 * @t: told
 * @e: emitter
 * @o: object
 * @now: CLOCK_MONOTONIC, ns
 */
void pagesnap_slab_tell_object(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
			       const struct pagesnap_object *o, u64 now)
{
	const struct pagesnap_slab_alloc r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_OBJECT, .flags = o->flags },
		.q = t->q,
		.pid = o->pid,
		.time_ns = o->time,
		.seq = now - min(now, o->time),
		.object = o->id,
		.cgroup = o->cgroup,
		.site = o->site,
		.cache = o->cache,
		.requested = o->requested,
		.allocated = o->allocated,
		.gfp = o->gfp,
		.stack = o->stack,
		.cpu = o->cpu,
		.node = o->node,
	};

	tell_names(t, e, &r.rec);
	pagesnap_slab_tell(e, &r.rec);
}
