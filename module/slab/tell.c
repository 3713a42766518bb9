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
	if (e->binary) {
		pagesnap_emit_binary(e, r, NULL, 0);
		return;
	}
	pagesnap_slab_text(pagesnap_emit_line(e), r);
	pagesnap_emit_commit(e);
}

static void tell_named(struct pagesnap_emit *e, const struct pagesnap_rec *r, const char *name,
		       u32 len)
{
	const struct pagesnap_bytes_ref part = { name, len };

	if (e->binary) {
		pagesnap_emit_binary(e, r, &part, 1);
		return;
	}
	pagesnap_slab_text_named(pagesnap_emit_line(e), r, name);
	pagesnap_emit_commit(e);
}

/* What has no number yet, or none at all, was told. */
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

static void tell_names(struct pagesnap_slab_told *t, struct pagesnap_emit *e,
		       const struct pagesnap_object *o)
{
	pagesnap_slab_tell_site(t, e, o->site);
	pagesnap_slab_tell_cache(t, e, o->cache);
	if (t->w->o.stack)
		tell_stack(t, e, o->stack);
}

/* Of an object @time is when it was allocated, and @seq its age. */
static void tell_alloc(struct pagesnap_slab_told *t, struct pagesnap_emit *e, u16 type,
		       const struct pagesnap_object *o, u64 time, u64 seq)
{
	const struct pagesnap_slab_alloc r = {
		.rec = { .len = sizeof(r), .type = type, .flags = o->flags },
		.q = t->q,
		.pid = o->pid,
		.time_ns = time,
		.seq = seq,
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

	tell_names(t, e, o);
	pagesnap_slab_tell(e, &r.rec);
}

static void tell_free(struct pagesnap_slab_told *t, struct pagesnap_emit *e, int cpu,
		      const struct pagesnap_slab_event *event)
{
	struct pagesnap_slab_free r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_FREE, .flags = event->flags },
		.q = t->q,
		.pid = event->pid,
		.time_ns = event->head.ns,
		.seq = event->seq,
		.object = event->object.id,
		.life_ns = event->life_ns,
		.site = event->site,
		.by = event->object.site,
		.cpu = cpu,
	};

	pagesnap_slab_tell_site(t, e, r.by);
	pagesnap_slab_tell_site(t, e, r.site);
	pagesnap_slab_tell(e, &r.rec);
}

/**
 * pagesnap_slab_tell_event() - tell of an allocation or a free
 * @t: told
 * @e: emitter
 * @cpu: where
 * @event: event
 */
void pagesnap_slab_tell_event(struct pagesnap_slab_told *t, struct pagesnap_emit *e, int cpu,
			      const struct pagesnap_slab_event *event)
{
	if (event->type == PAGESNAP_SLAB_FREE)
		tell_free(t, e, cpu, event);
	else
		tell_alloc(t, e, PAGESNAP_REC_ALLOC, &event->object, event->head.ns, event->seq);
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
	tell_alloc(t, e, PAGESNAP_REC_OBJECT, o, o->time, now - min(now, o->time));
}
