// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sites, caches and stacks get numbers and names when they are met first
 *
 * A name is looked for by the probe that meets it first: its module may be gone when somebody
 * reads.  Meanwhile others have the number already: names and stacks are there when their first
 * byte, or frame, isn't 0, and the reader waits for that (tell.c).  Raw addresses are never told:
 * what has no name is "?".
 *
 * The buffer that a name is made in is that of the CPU, whose interrupts are off, and probes don't
 * nest (see.c).
 */
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "caller.h"
#include "watch.h"

/* Frames of ours, and of the kernel's tracing, before who asked. */
#define OWN_FRAMES	4
/* The site is among the first of so many. */
#define FRAMES_BEFORE	16
#define FITS		1
#define FITS_NOT	2
/* An address that is nothing. */
#define NOWHERE		1UL

static DEFINE_PER_CPU(char, symbol[KSYM_SYMBOL_LEN]);

/* Whoever sees the first byte sees all of it.  No name is empty. */
static void publish(char *to, const char *name, size_t size)
{
	memcpy(to + 1, name + 1, size - 1);
	/* pairs with smp_load_acquire() of who tells it */
	smp_store_release(to, *name);
}

/**
 * pagesnap_slab_symbol() - where in the kernel an address is
 * @at: address
 * @is: gets "symbol+0x1f [module]", without the length of the function; "?" if nobody can tell
 *
 * Context: any.
 */
void pagesnap_slab_symbol(unsigned long at, char is[KSYM_SYMBOL_LEN])
{
	char *slash, *rest;

	sprint_symbol(is, at);
	if (!strncmp(is, "0x", 2))
		strscpy(is, "?", KSYM_SYMBOL_LEN);
	slash = strchr(is, '/');
	if (!slash)
		return;
	rest = strchr(slash, ' ') ?: slash + strlen(slash);
	memmove(slash, rest, strlen(rest) + 1);
}

static void name_site(unsigned long site, char name[PAGESNAP_SITE_NAME])
{
	char *is = this_cpu_ptr(symbol);

	pagesnap_slab_symbol(site, is);
	strscpy(name, is, PAGESNAP_SITE_NAME);
}

/*
 * Apart from what each event passes, so that this doesn't clear the buffer.  Return: true if it is
 * a trampoline, and nobody's site.
 */
static noinline bool name_new_site(struct pagesnap_watch *w, u32 id, unsigned long site)
{
	char name[PAGESNAP_SITE_NAME] = "";
	bool trampoline;

	name_site(site, name);
	/* before the name: who finds that knows of this, too */
	trampoline = pagesnap_caller_learn(site, name);
	publish(w->site_names[id], name, sizeof(name));
	return trampoline;
}

/* Return: 0 if nobody can tell, which has no name. */
static unsigned long real_site(unsigned long site)
{
	if (likely(!pagesnap_caller_is_trampoline(site)))
		return site;
	site = pagesnap_caller_behind(site);
	return pagesnap_caller_is_trampoline(site) ? 0 : site;
}

/**
 * pagesnap_watch_site() - the number of a call site
 * @w: answer
 * @site: address
 *
 * Context: a probe, with interrupts off.
 * Return: number, PAGESNAP_UNKNOWN32 above the limit.
 */
u32 pagesnap_watch_site(struct pagesnap_watch *w, unsigned long site)
{
	unsigned long at;
	bool is_new;
	u32 id;

	do {
		at = real_site(site);
		id = pagesnap_keys_find(&w->sites, at, 0, &is_new);
	} while (is_new && id != PAGESNAP_UNKNOWN32 && name_new_site(w, id, at));
	if (id == PAGESNAP_UNKNOWN32)
		this_cpu_inc(w->cpus->skipped[PAGESNAP_SLAB_WHY_SITES]);
	return id;
}

/**
 * pagesnap_watch_site_stays() - has whatever returns to an address that call site?
 * @w: answer
 * @site: address
 * @id: number that pagesnap_watch_site() had for it
 *
 * Context: a probe, with interrupts off.
 * Return: false for a trampoline, and for what may turn out to be one.
 */
bool pagesnap_watch_site_stays(const struct pagesnap_watch *w, unsigned long site, u32 id)
{
	/* pairs with publish(): what has a name was looked at */
	return smp_load_acquire(w->site_names[id]) && !pagesnap_caller_is_trampoline(site);
}

/* Is it a place in the function, or in a part that the compiler has made of it ("foo.isra.0")? */
static bool is_in(const char *name, const char *function)
{
	size_t len = strlen(function);

	return !strncmp(name, function, len) &&
	       (name[len] == '+' || name[len] == '.' || name[len] == '\0');
}

/**
 * pagesnap_watch_site_fits() - is a site one of those that were asked for?
 * @w: answer
 * @id: its number
 *
 * Context: a probe, with interrupts off.
 * Return: true if so.
 */
bool pagesnap_watch_site_fits(struct pagesnap_watch *w, u32 id)
{
	char name[PAGESNAP_SITE_NAME];
	u8 fits;

	if (!*w->o.site)
		return true;
	if (id == PAGESNAP_UNKNOWN32)
		return false;
	fits = READ_ONCE(w->site_fits[id]);
	if (!fits) {
		name_site(w->sites.keys[id].a, name);
		fits = is_in(name, w->o.site) ? FITS : FITS_NOT;
		WRITE_ONCE(w->site_fits[id], fits);
	}
	return fits == FITS;
}

/**
 * pagesnap_watch_site_is_kmalloc() - is a call site one of the functions that kmalloc() is made of?
 * @w: answer
 * @id: number of the site
 *
 * Context: a probe, with interrupts off.
 * Return: true if so.
 */
bool pagesnap_watch_site_is_kmalloc(const struct pagesnap_watch *w, u32 id)
{
	const char *name = id == PAGESNAP_UNKNOWN32 ? "" : w->site_names[id];

	return str_has_prefix(name, "__kmalloc") || str_has_prefix(name, "__do_kmalloc") ||
	       str_has_prefix(name, "__kvmalloc");
}

static void name_cache(const struct pagesnap_slab_seen *seen, u32 allocated,
		       char name[PAGESNAP_CACHE_NAME])
{
	if (seen->cache)
		pagesnap_cache_name(seen->cache, name);
	else
		pagesnap_cache_kmalloc_name(allocated, name);
	if (!*name)
		strscpy(name, "?", PAGESNAP_CACHE_NAME);
}

/*
 * A cache was destroyed, or one that was the same as others, which goes on.  Return: the number of
 * what is at its address now.
 */
static noinline u32 meet_again(struct pagesnap_watch *w, u32 id,
			       const struct pagesnap_slab_seen *seen, u32 requested, u32 allocated,
			       bool *is_new)
{
	u64 key = (unsigned long)seen->cache;
	char name[PAGESNAP_CACHE_NAME];

	name_cache(seen, allocated, name);
	if (READ_ONCE(w->cache_sizes[id]) == requested && !strcmp(name, w->cache_names[id])) {
		WRITE_ONCE(w->cache_ended[id], 0);
		return id;
	}
	pagesnap_keys_retire(&w->caches, id);
	return pagesnap_keys_find(&w->caches, key, 0, is_new);
}

/**
 * pagesnap_watch_cache_ends() - a cache is destroyed
 * @w: answer
 * @cache: cache
 *
 * Context: RCU.
 */
void pagesnap_watch_cache_ends(struct pagesnap_watch *w, const struct kmem_cache *cache)
{
	u32 nr = pagesnap_keys_count(&w->caches), id;

	for (id = 0; id < nr; id++)
		if (READ_ONCE(w->caches.keys[id].a) == (unsigned long)cache)
			WRITE_ONCE(w->cache_ended[id], 1);
	for (id = 0; id < pagesnap_sources_places(&w->sources); id++)
		if (READ_ONCE(w->sources.at[id].from) == (unsigned long)cache)
			pagesnap_sources_retire(&w->sources, id);
}

/* As name_new_site(). */
static noinline void name_new_cache(struct pagesnap_watch *w, u32 id,
				    const struct pagesnap_slab_seen *seen, u32 requested,
				    u32 allocated)
{
	char name[PAGESNAP_CACHE_NAME] = "";

	WRITE_ONCE(w->cache_sizes[id], seen->cache ? requested : allocated);
	name_cache(seen, allocated, name);
	publish(w->cache_names[id], name, sizeof(name));
}

/**
 * pagesnap_watch_cache() - the number of a cache
 * @w: answer
 * @seen: an allocation
 * @requested: its bytes
 * @allocated: bytes that it takes
 *
 * All caches of kmalloc() for one size are one.
 *
 * Context: a probe, with interrupts off.
 * Return: number, PAGESNAP_UNKNOWN32 above the limit.
 */
u32 pagesnap_watch_cache(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
			 u32 requested, u32 allocated)
{
	u64 key = seen->cache ? (u64)(unsigned long)seen->cache : allocated;
	bool is_new;
	u32 id = pagesnap_keys_find(&w->caches, key, 0, &is_new);

	if (id != PAGESNAP_UNKNOWN32 && !is_new && READ_ONCE(w->cache_ended[id]))
		id = meet_again(w, id, seen, requested, allocated, &is_new);
	if (id == PAGESNAP_UNKNOWN32)
		this_cpu_inc(w->cpus->skipped[PAGESNAP_SLAB_WHY_CACHES]);
	else if (is_new)
		name_new_cache(w, id, seen, requested, allocated);
	return id;
}

/**
 * pagesnap_watch_cache_fits() - is a cache the one that was asked for?
 * @w: answer
 * @id: its number
 * @seen: an allocation of it
 * @allocated: bytes that it takes
 *
 * Context: a probe, with interrupts off.
 * Return: true if so.
 */
bool pagesnap_watch_cache_fits(struct pagesnap_watch *w, u32 id,
			       const struct pagesnap_slab_seen *seen, u32 allocated)
{
	char name[PAGESNAP_CACHE_NAME];
	u8 fits;

	if (!*w->o.cache)
		return true;
	if (id == PAGESNAP_UNKNOWN32)
		return false;
	fits = READ_ONCE(w->cache_fits[id]);
	if (!fits) {
		name_cache(seen, allocated, name);
		fits = strcmp(name, w->o.cache) ? FITS_NOT : FITS;
		WRITE_ONCE(w->cache_fits[id], fits);
	}
	return fits == FITS;
}

/*
 * How many frames there are before that of the site depends on who else has a probe there.  One
 * that isn't found (a function's end is probed, too) leaves the frames behind those of ours.
 */
static u32 skip_to(const unsigned long *entries, u32 nr, unsigned long site)
{
	u32 i;

	for (i = 0; i < min_t(u32, nr, FRAMES_BEFORE); i++)
		if (entries[i] == site)
			return i;
	return min_t(u32, nr, OWN_FRAMES);
}

/**
 * pagesnap_watch_stack() - the number of the caller's stack, from the call site on
 * @w: answer with stack=
 * @site: address of the call site
 *
 * Context: a probe, with interrupts off.
 * Return: number, PAGESNAP_UNKNOWN32 above the limit, PAGESNAP_NONE32 if nobody can tell it.
 */
u32 pagesnap_watch_stack(struct pagesnap_watch *w, unsigned long site)
{
	unsigned long all[FRAMES_BEFORE + PAGESNAP_SLAB_FRAMES_MAX], *entries;
	unsigned int nr = stack_trace_save(all, FRAMES_BEFORE + w->o.stack, 0);
	u32 from = skip_to(all, nr, real_site(site)), words, id;
	unsigned long *frames;
	bool is_new;
	u64 hash;

	entries = all + from;
	nr = min(nr - from, w->o.stack);
	if (!nr || !*entries)
		return PAGESNAP_NONE32;
	words = nr * sizeof(*entries) / sizeof(u32);
	hash = (u64)jhash2((u32 *)entries, words, 0) << 32 |
	       jhash2((u32 *)entries, words, 0x9e3779b9);
	id = pagesnap_keys_find(&w->stacks, hash, nr, &is_new);
	if (id == PAGESNAP_UNKNOWN32) {
		this_cpu_inc(w->cpus->skipped[PAGESNAP_SLAB_WHY_STACKS]);
	} else if (is_new) {
		frames = &w->frames[(size_t)id * w->o.stack];
		memcpy(frames + 1, entries + 1, (nr - 1) * sizeof(*entries));
		/* pairs with smp_load_acquire() of who tells it */
		smp_store_release(frames, *entries);
	}
	return id;
}

static bool is_of(unsigned long at, const struct module *module, bool all)
{
	return all ? within_module(at, module) : within_module_init(at, module);
}

/* In a stack frames of a module that is gone are "?". */
static void forget_stack(struct pagesnap_watch *w, u32 id, const struct module *module, bool all)
{
	unsigned long *frames = &w->frames[(size_t)id * w->o.stack];
	bool is_old = false;
	u32 i;

	for (i = 0; i < w->o.stack; i++) {
		if (!is_of(READ_ONCE(frames[i]), module, all))
			continue;
		WRITE_ONCE(frames[i], NOWHERE);
		is_old = true;
	}
	if (is_old)
		pagesnap_keys_retire(&w->stacks, id);
}

/**
 * pagesnap_watch_forget() - a module leaves its addresses to others
 * @w: answer, which probes may see
 * @module: module
 * @all: all of them; or else those of its beginning
 *
 * Context: may sleep.
 */
void pagesnap_watch_forget(struct pagesnap_watch *w, const struct module *module, bool all)
{
	u32 id;

	for (id = 0; id < pagesnap_keys_count(&w->sites); id++)
		if (is_of(READ_ONCE(w->sites.keys[id].a), module, all))
			pagesnap_keys_retire(&w->sites, id);
	for (id = 0; id < pagesnap_sources_places(&w->sources); id++)
		if (is_of(READ_ONCE(w->sources.at[id].site), module, all))
			pagesnap_sources_retire(&w->sources, id);
	for (id = 0; w->frames && id < pagesnap_keys_count(&w->stacks); id++) {
		forget_stack(w, id, module, all);
		cond_resched();
	}
}
