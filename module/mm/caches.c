// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a kmem_cache is called, and what an object of it takes
 *
 * struct kmem_cache is the allocator's own since v6.8.  Where its name and size stand is found
 * out, when the module is loaded, with caches of our own whose name and size we know: the same
 * place must fit all of them.  Where none does, nothing is told.  Where a page of objects has its
 * cache is found in the same way.
 *
 * What is searched is read by copy_from_kernel_nofault(), and so are names.  A cache is alive while
 * something is allocated of it, and so is its name.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../compat/slab.h"
#include "caches.h"

#define CACHES		3
/* struct kmem_cache is searched so far. */
#define REACH		512
#define NOWHERE		(-1)

static int name_at = NOWHERE;
static int size_at = NOWHERE;
/* Of a struct page, where its cache stands. */
static int cache_at = NOWHERE;

static const struct {
	const char *name;
	unsigned int size;
} own[CACHES] = {
	{ "pagesnap_calibrate_a", 1000 },
	{ "pagesnap_calibrate_bc", 2088 },
	{ "pagesnap_calibrate_def", 424 },
};

/* A cache with one is merged with no other. */
static void construct(void *object)
{
}

static bool is_name(const char *at, const char *name)
{
	char is[PAGESNAP_CACHE_NAME];
	size_t len = strlen(name) + 1;

	return !copy_from_kernel_nofault(is, at, len) && !memcmp(is, name, len);
}

static bool has_name(struct kmem_cache *cache, int at, const char *name)
{
	const char *pointer;

	return !copy_from_kernel_nofault(&pointer, (const char *)cache + at, sizeof(pointer)) &&
	       is_name(pointer, name);
}

/* The size of an object with all that the allocator adds stands before that of the object. */
static bool has_size(struct kmem_cache *cache, int at, unsigned int size)
{
	unsigned int sizes[2];

	return !copy_from_kernel_nofault(sizes, (const char *)cache + at, sizeof(sizes)) &&
	       sizes[1] == size && sizes[0] >= size && sizes[0] < 2 * size + 1024;
}

static bool all_have_name(struct kmem_cache *const *caches, int at)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (!has_name(caches[i], at, own[i].name))
			return false;
	return true;
}

static bool all_have_size(struct kmem_cache *const *caches, int at)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (!has_size(caches[i], at, own[i].size))
			return false;
	return true;
}

static bool all_have_cache(struct kmem_cache *const *caches, void *const *objects, int at)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (*(void **)((char *)virt_to_head_page(objects[i]) + at) != caches[i])
			return false;
	return true;
}

static void search_page(struct kmem_cache *const *caches, void *const *objects)
{
	int at;

	for (at = 0; at < sizeof(struct page) && cache_at == NOWHERE; at += sizeof(void *))
		if (all_have_cache(caches, objects, at))
			cache_at = at;
}

static void search(struct kmem_cache *const *caches)
{
	int at;

	for (at = 0; at < REACH && name_at == NOWHERE; at += sizeof(void *))
		if (all_have_name(caches, at))
			name_at = at;
	for (at = 0; at < REACH && size_at == NOWHERE; at += sizeof(int))
		if (all_have_size(caches, at))
			size_at = at;
}

/**
 * pagesnap_caches_calibrate() - find out where a cache has its name and size
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; that nothing was found is no error.
 */
int pagesnap_caches_calibrate(void)
{
	struct kmem_cache *caches[CACHES] = { };
	void *objects[CACHES] = { };
	int i, err = 0;

	for (i = 0; i < CACHES && !err; i++) {
		caches[i] = kmem_cache_create(own[i].name, own[i].size, 8, 0, construct);
		if (caches[i])
			objects[i] = kmem_cache_alloc(caches[i], GFP_KERNEL);
		err = objects[i] ? 0 : -ENOMEM;
	}
	if (!err) {
		search(caches);
		search_page(caches, objects);
	}
	for (i = 0; i < CACHES; i++) {
		if (objects[i])
			kmem_cache_free(caches[i], objects[i]);
		kmem_cache_destroy(caches[i]);
	}
	return err;
}

/**
 * pagesnap_caches_have_names() - is it known where a cache has its name?
 *
 * Return: true if so.
 */
bool pagesnap_caches_have_names(void)
{
	return name_at != NOWHERE;
}

/**
 * pagesnap_caches_have_sizes() - is it known what an object of a cache takes?
 *
 * Return: true if so.
 */
bool pagesnap_caches_have_sizes(void)
{
	return size_at != NOWHERE;
}

/**
 * pagesnap_cache_of() - the cache whose objects a page has
 * @page: page, which stays one
 * @cache: gets the cache, NULL if nobody can tell it
 *
 * Unless the page has an object that stays, it may be another's at once.
 *
 * Context: any.
 * Return: false if it has no objects of caches.
 */
bool pagesnap_cache_of(struct page *page, struct kmem_cache **cache)
{
	const struct page *head = compound_head(page);

	*cache = NULL;
	if (!compat_page_is_slab(head))
		return false;
	if (cache_at != NOWHERE)
		*cache = READ_ONCE(*(struct kmem_cache **)((const char *)head + cache_at));
	return true;
}

/**
 * pagesnap_cache_name() - what a cache is called
 * @cache: cache that something is allocated of
 * @name: gets the name, "?" if nobody can tell
 *
 * Context: a probe.
 */
void pagesnap_cache_name(const struct kmem_cache *cache, char name[PAGESNAP_CACHE_NAME])
{
	const char *at;
	u32 i;

	strscpy(name, "?", PAGESNAP_CACHE_NAME);
	if (name_at == NOWHERE ||
	    copy_from_kernel_nofault(&at, (const char *)cache + name_at, sizeof(at)))
		return;
	/* byte by byte: nobody knows where its page ends */
	for (i = 0; i < PAGESNAP_CACHE_NAME - 1; i++)
		if (copy_from_kernel_nofault(&name[i], at + i, 1) || !name[i])
			break;
	name[i] = '\0';
}

/**
 * pagesnap_cache_allocates() - bytes that an object of a cache takes
 * @cache: cache that something is allocated of
 *
 * Context: a probe.
 * Return: bytes; those of the object alone where the kernel hides what it adds.
 */
u32 pagesnap_cache_allocates(struct kmem_cache *cache)
{
	if (size_at == NOWHERE)
		return kmem_cache_size(cache);
	return READ_ONCE(*(const unsigned int *)((const char *)cache + size_at));
}

/**
 * pagesnap_cache_kmalloc_name() - what caches of kmalloc() are called together
 * @bytes: of an object
 * @name: gets the name; the kernel has several caches of a size, that it doesn't tell apart here
 */
void pagesnap_cache_kmalloc_name(u32 bytes, char name[PAGESNAP_CACHE_NAME])
{
	if (bytes > KMALLOC_MAX_CACHE_SIZE)
		snprintf(name, PAGESNAP_CACHE_NAME, "kmalloc-large-%u", bytes);
	else if (bytes >= 1024 && !(bytes % 1024))
		snprintf(name, PAGESNAP_CACHE_NAME, "kmalloc-%uk", bytes / 1024);
	else
		snprintf(name, PAGESNAP_CACHE_NAME, "kmalloc-%u", bytes);
}
