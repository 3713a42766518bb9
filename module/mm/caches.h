/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_CACHES_H
#define PAGESNAP_MM_CACHES_H

#include <linux/types.h>

struct kmem_cache;
struct page;

/* Bytes of a cache's name that are kept, with a zero byte. */
#define PAGESNAP_CACHE_NAME	48

int pagesnap_caches_calibrate(void);
bool pagesnap_caches_have_names(void);
bool pagesnap_caches_have_sizes(void);
bool pagesnap_cache_of(struct page *page, struct kmem_cache **cache);
void pagesnap_cache_name(const struct kmem_cache *cache, char name[PAGESNAP_CACHE_NAME]);
u32 pagesnap_cache_allocates(struct kmem_cache *cache);
bool pagesnap_cache_may_allocate(const struct kmem_cache *cache, u32 bytes);
void pagesnap_cache_kmalloc_name(u32 bytes, char name[PAGESNAP_CACHE_NAME]);
u32 pagesnap_cache_object_bytes(const void *object);
u64 pagesnap_cache_charged(const void *object);
u64 pagesnap_cache_id(const struct page *head);
u32 pagesnap_cache_name_of(u64 pfn, u64 id, char name[PAGESNAP_CACHE_NAME]);

#endif /* PAGESNAP_MM_CACHES_H */
