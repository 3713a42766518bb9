/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Known states of memory, made on purpose.  Everything dies if it can't do
 * what it is asked to: a test that measures something else than it says is
 * worse than none.
 */
#ifndef TESTS_STATES_H
#define TESTS_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ST_PAGE		4096UL
#define ST_HUGE		(2UL << 20)
#define ST_HUGE_PAGES	(ST_HUGE / ST_PAGE)

/* Nothing writes back, merges, collapses, compacts or samples on its own until exit(). */
void st_quiet(void);
void st_set(const char *path, const char *value);
/* The calling thread, from now on. */
void st_run_on(int cpu);
/* The beginning of a file; "" if it isn't there. */
void st_get(const char *path, char *to, size_t size);
/* CLOCK_MONOTONIC. */
uint64_t st_now_ns(void);
/* Runs a shell command. Return: its status. */
int st_run(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A fresh file, open for reading and writing without readahead. */
int st_file(const char *path);
void st_write(int fd, uint64_t first, uint64_t nr);
/* Clean and gone from the cache. */
void st_clean(int fd);
void st_evict(int fd, uint64_t first, uint64_t nr);
/* Into the cache by reading; file systems with large folios may bring more. */
void st_cache(int fd, uint64_t first, uint64_t nr);

/* Of an inode; dies if there is none. */
uint64_t st_inode(const char *path);
/* Does no filesystem use the block device called @device?  For ht_until(), too. */
bool st_is_free(void *device);
/* Makes a file system and mounts it. Return: false if there is no mkfs. */
bool st_mount(const char *fstype, const char *device, const char *dir);
void st_umount(const char *dir);

void st_swapon(const char *device);
void st_swapoff(const char *device);

/* Anonymous memory of @pages pages, none touched; at a multiple of 2 MiB. */
char *st_map(uint64_t pages, int flags);
void st_touch(char *at, uint64_t pages);
/* 2 MiB pages in anonymous memory. Return: how many there are. */
uint64_t st_thp(char *at, uint64_t pages);
/* Pushed to swap. Return: pages that are there. */
uint64_t st_swap_out(char *at, uint64_t pages);
/* Return: huge pages that the kernel could set aside. */
uint64_t st_hugetlb(uint64_t nr);

/*
 * A child that calls @make(ctx), says so, and sleeps until it is ended.
 * What @make() writes to shared memory is there when st_child() returns.
 */
pid_t st_child(void (*make)(void *ctx), void *ctx);
void st_end_child(pid_t pid);

#endif /* TESTS_STATES_H */
