/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers by a page, or by what else has two numbers as its name: a hash table.  Pure.
 */
#ifndef RENDER_TRACE_TABLE_H
#define RENDER_TRACE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct trace_key - a page
 * @owner: who has it, a file or an address space
 * @page: which of its pages
 */
struct trace_key {
	uint64_t owner;
	uint64_t page;
};

/**
 * struct trace_entry - a key and its value
 * @key: it
 * @value: any but TRACE_TABLE_NONE
 */
struct trace_entry {
	struct trace_key key;
	uint64_t value;
};

#define TRACE_TABLE_NONE UINT64_MAX

/**
 * struct trace_table - entries, each key once; all zero is none
 * @entries: @room of them; those that are free have no value
 * @room: a power of two, or 0
 * @nr: that have one
 */
struct trace_table {
	struct trace_entry *entries;
	size_t room;
	size_t nr;
};

/* 64 bits that depend on all of the key's, alike in each run. */
uint64_t trace_key_hash(const struct trace_key *key);
/* Its entry, NULL if there is none.  It stays where it is until the table changes. */
struct trace_entry *trace_table_find(const struct trace_table *t, const struct trace_key *key);
/* Sets its value.  0 or -ENOMEM. */
int trace_table_set(struct trace_table *t, const struct trace_key *key, uint64_t value);
/* Takes it out, if it is there. */
void trace_table_remove(struct trace_table *t, const struct trace_key *key);
void trace_table_free(struct trace_table *t);

#endif /* RENDER_TRACE_TABLE_H */
