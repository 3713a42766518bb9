/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a client that runs in this process holds, as its sanitizer tells.
 */
#ifndef TESTS_CLI_HEAP_H
#define TESTS_CLI_HEAP_H

#include <stddef.h>

/* Of the sanitizer; gcc has them, but no header that says so. */
size_t __sanitizer_get_allocated_size(const volatile void *p);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
					      void (*on_free)(const volatile void *));

/* Bytes now, and the most so far. */
static size_t held, most;

static void on_malloc(const volatile void *p, size_t size)
{
	held += size;
	if (held > most)
		most = held;
}

static void on_free(const volatile void *p)
{
	size_t size = p ? __sanitizer_get_allocated_size(p) : 0;

	held -= size < held ? size : held;
}

static void heap_watch(void)
{
	__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

#endif /* TESTS_CLI_HEAP_H */
