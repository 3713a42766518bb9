// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a kmem_cache is called, what an object of it takes, and whose a slab is
 *
 * struct kmem_cache is the allocator's own since v6.8.  Where its name and size stand is found
 * out, when the module is loaded, with caches of kmalloc(), whose names and sizes we know: the
 * same place must fit all of them.  Where none does, nothing is told.  So it is with the place in
 * struct page (or struct slab, which lies upon it) that names the cache of a slab.  Caches of our
 * own would do as well, but create_cache() leaks what it had allocated where that fails halfway
 * (sysfs_slab_add() in v6.12 keeps the kobject's name).
 *
 * What is searched is read by copy_from_kernel_nofault(), and so are names.  A cache is alive while
 * something is allocated of it, and so is its name.  A slab that is found by the number of its
 * frame may be freed at any moment, and its cache after it: what was read is believed if the frame
 * is a slab of that cache still.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/memcontrol.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/siphash.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../include/uapi/linux/pagesnap.h"
#include "../compat/objcg.h"
#include "../compat/slab.h"
#include "alike.h"
#include "caches.h"
#include "hotplug.h"

#define CACHES		3
/* struct kmem_cache is searched so far. */
#define REACH		512
#define NOWHERE		(-1)
/* Of struct page. */
#define WORDS		(sizeof(struct page) / sizeof(unsigned long))

static int name_at = NOWHERE;
static int size_at = NOWHERE;
/* The word of struct page. */
static int cache_word = NOWHERE;
static siphash_key_t secret;

/*
 * By their index in kmalloc_caches[].  One isn't of a power of two: of the others the size is the
 * alignment, too.
 */
static const struct {
	const char *name;
	unsigned int size;
	unsigned int index;
} known[CACHES] = {
	{ "kmalloc-192", 192, 2 },
	{ "kmalloc-512", 512, 9 },
	{ "kmalloc-2k", 2048, 11 },
};

static struct kmem_cache *known_cache(int i)
{
	return kmalloc_caches[KMALLOC_NORMAL][known[i].index];
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

static bool all_have_name(int at)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (!has_name(known_cache(i), at, known[i].name))
			return false;
	return true;
}

static bool all_have_size(int at)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (!has_size(known_cache(i), at, known[i].size))
			return false;
	return true;
}

static void search(void)
{
	int at;

	for (at = 0; at < REACH && name_at == NOWHERE; at += sizeof(void *))
		if (all_have_name(at))
			name_at = at;
	for (at = 0; at < REACH && size_at == NOWHERE; at += sizeof(int))
		if (all_have_size(at))
			size_at = at;
}

static bool all_have_cache(void *const *objects, u32 word)
{
	int i;

	for (i = 0; i < CACHES; i++)
		if (pagesnap_word_now(virt_to_head_page(objects[i]), word) !=
		    (unsigned long)known_cache(i))
			return false;
	return true;
}

/* Return: 0 or -ENOMEM. */
static int search_slabs(void)
{
	void *objects[CACHES] = { };
	int i, err = 0;
	u32 word;

	for (i = 0; i < CACHES && !err; i++) {
		objects[i] = kmem_cache_alloc(known_cache(i), GFP_KERNEL);
		err = objects[i] ? 0 : -ENOMEM;
	}
	for (word = 0; !err && word < WORDS && cache_word == NOWHERE; word++)
		if (all_have_cache(objects, word))
			cache_word = word;
	for (i = 0; i < CACHES; i++)
		if (objects[i])
			kmem_cache_free(known_cache(i), objects[i]);
	return err;
}

/**
 * pagesnap_caches_calibrate() - find out where a cache has its name and size, and a slab its cache
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; that nothing was found is no error.
 */
int pagesnap_caches_calibrate(void)
{
	get_random_bytes(&secret, sizeof(secret));
	search();
	return search_slabs();
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
	if (cache_word != NOWHERE)
		*cache = (struct kmem_cache *)pagesnap_word_now(head, cache_word);
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
 * pagesnap_cache_may_allocate() - may an object of a cache take so many bytes?
 * @cache: cache, which may be gone meanwhile
 * @bytes: as pagesnap_cache_allocates() told
 *
 * Context: any.
 * Return: false if it doesn't; what nobody can tell may be.
 */
bool pagesnap_cache_may_allocate(const struct kmem_cache *cache, u32 bytes)
{
	unsigned int size;

	if (size_at == NOWHERE)
		return true;
	return !copy_from_kernel_nofault(&size, (const char *)cache + size_at, sizeof(size)) &&
	       size == bytes;
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

/* The cache of a slab, NULL if that isn't known. */
static const struct kmem_cache *cache_in(const struct page *head)
{
	return cache_word == NOWHERE ? NULL :
	       (const struct kmem_cache *)pagesnap_word_now(head, cache_word);
}

/* Addresses are told to nobody. */
static u64 id_of(const struct kmem_cache *cache)
{
	return cache ? siphash_1u64((u64)(unsigned long)cache, &secret) ?: 1 : 0;
}

/**
 * pagesnap_cache_id() - which cache a slab is of
 * @head: first page of a folio that was a slab when it was read
 *
 * Context: a hotplug reader.
 * Return: a number that no other cache has and that says nothing of where it is, the same as
 * long as the module is loaded; 0 if it isn't known.  It means nothing if the folio is a slab
 * no more, which pagesnap_cache_name_of() finds out.
 */
u64 pagesnap_cache_id(const struct page *head)
{
	return id_of(cache_in(head));
}

static bool is_slab(const struct page *head)
{
	struct pagesnap_snap snap;
	u32 word;

	for (word = 0; word < WORDS; word++)
		snap.words[word] = pagesnap_word_now(head, word);
	return !compat_is_tail(&snap) && compat_is_slab(&snap);
}

/* Length of a name, 0 if it looks like none. */
static u32 name_length(const char *name)
{
	u32 len;

	for (len = 0; name[len]; len++)
		if (!isprint(name[len]))
			return 0;
	return len == 1 && *name == '?' ? 0 : len;
}

/* Context: a hotplug reader. */
static u32 read_name(struct page *page, u64 id, char name[PAGESNAP_CACHE_NAME])
{
	const struct page *head = compound_head(page);
	const struct kmem_cache *cache = cache_in(head);

	if (!cache || id_of(cache) != id || !is_slab(head))
		return 0;
	pagesnap_cache_name(cache, name);
	/* the cache is alive while it has a slab, if this is the one that it had */
	smp_rmb();
	if (cache_in(head) != cache || !is_slab(head) || compound_head(page) != head)
		return 0;
	return name_length(name);
}

/**
 * pagesnap_cache_name_of() - what the cache of a slab is called
 * @pfn: a frame of it, which is looked at again
 * @id: of pagesnap_cache_id(), when it was read
 * @name: gets the name
 *
 * Context: may sleep, no locks.
 * Return: length of the name; 0 if the frame is another's now, or nobody can tell.
 */
u32 pagesnap_cache_name_of(u64 pfn, u64 id, char name[PAGESNAP_CACHE_NAME])
{
	int token;
	struct page *page = pagesnap_online_enter(pfn, &token);
	u32 len = page ? read_name(page, id, name) : 0;

	pagesnap_online_leave(token);
	return len;
}

/* The first page of the slab that has an object, NULL if it is no slab. Context: it can't go. */
static const struct page *slab_of(const void *object)
{
	const struct page *head;

	if (!virt_addr_valid(object))
		return NULL;
	head = virt_to_head_page(object);
	return is_slab(head) ? head : NULL;
}

static u32 object_bytes(const struct page *slab)
{
	const struct kmem_cache *cache = cache_in(slab);
	unsigned int size;

	if (!cache || size_at == NOWHERE ||
	    copy_from_kernel_nofault(&size, (const char *)cache + size_at, sizeof(size)))
		return 0;
	return size;
}

/**
 * pagesnap_cache_object_bytes() - what an object takes in its slab
 * @object: anywhere in an object, which can't go meanwhile
 *
 * Context: any.
 * Return: bytes; 0 if it isn't known.
 */
u32 pagesnap_cache_object_bytes(const void *object)
{
	const struct page *slab = slab_of(object);

	return slab ? object_bytes(slab) : 0;
}

/**
 * pagesnap_cache_charged() - which memory cgroup is charged for an object
 * @object: anywhere in an object, which can't go meanwhile
 *
 * Context: RCU.
 * Return: inode of the cgroup; PAGESNAP_NONE if none is, or PAGESNAP_UNKNOWN.
 */
u64 pagesnap_cache_charged(const void *object)
{
	const struct page *slab = slab_of(object);
	u32 size = slab ? object_bytes(slab) : 0;
	const char *first;
	int charged;
	u64 ino;

	if (mem_cgroup_disabled())
		return PAGESNAP_NONE;
	if (!size)
		return PAGESNAP_UNKNOWN;
	first = page_address(slab);
	charged = compat_slab_charged(slab, first, size, ((const char *)object - first) / size,
				      &ino);
	if (charged < 0)
		return PAGESNAP_UNKNOWN;
	return charged ? ino : PAGESNAP_NONE;
}
