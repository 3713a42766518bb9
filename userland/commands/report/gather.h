/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a report is made of: records, as they come, of one stream after the other.
 */
#ifndef COMMANDS_REPORT_GATHER_H
#define COMMANDS_REPORT_GATHER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "classes.h"
#include "files.h"
#include "kinds/pages_summary.h"
#include "list.h"
#include "machines.h"
#include "processes.h"
#include "remarks.h"

/**
 * struct gather_stream - the stream that is being read
 * @nr: its number
 * @name: what it is called
 * @row: what records belong to
 * @machine: whose answers they are
 * @first_cgroup: the first number of a memory cgroup that came with it
 * @fs: number of the superblock that files belong to
 * @mask: of the query: flags that runs tell of
 * @census: the query is of frames by kind
 * @queries: how many
 * @collections: that it has answers of, by bit
 * @collection: of the last header
 * @page_shift: log2 of the page size
 * @time_ns: of the first header
 * @kernel: of the first header, as @boot
 * @boot: boot id
 * @text: of the query, safe to print
 * @first: of the first one
 * @looks: how often it has come again, as somebody has looked again
 * @asked: the first queries, for people
 * @partial: not all was answered
 */
struct gather_stream {
	uint32_t nr;
	const char *name;
	struct row *row;
	struct machine *machine;
	uint32_t first_cgroup;
	uint32_t fs;
	uint64_t mask;
	bool census;
	uint64_t queries;
	unsigned int collections;
	unsigned int collection;
	unsigned int page_shift;
	uint64_t time_ns;
	char kernel[65];
	char boot[41];
	char text[512];
	char first[512];
	uint64_t looks;
	struct list asked;
	bool partial;
};

/**
 * struct gather_file - a file whose runs come
 * @open: there is one
 * @file: its record
 * @name: its name
 * @runs: what they add up to
 * @cgroups: the same by memory cgroup; @nr_cgroups of them
 * @nr_cgroups: see there
 */
struct gather_file {
	bool open;
	struct pagesnap_file file;
	struct value_buf name;
	struct pages_summary runs;
	struct pagesnap_subtotal cgroups[PAGESNAP_SUBTOTALS_MAX];
	size_t nr_cgroups;
};

/**
 * struct gather - all streams
 * @to: page
 * @files: rows of files
 * @file: one whose runs come
 * @repeated: files that were answered more than once
 * @machines: that streams are of
 * @filesystems: numbers of superblocks
 * @cgroups: numbers of memory cgroups
 * @cgroup_inos: their inodes, by number
 * @processes: mappings by process
 * @classes: frames by kind
 * @remarks: what people should know
 * @stream: that is being read
 * @nr_streams: that were begun
 * @stream_list: what is known of each
 * @fs_list: the same of filesystems
 * @cgroup_list: and of memory cgroups
 * @totals: rows of sums that name no file
 * @process_list: rows of processes
 * @class_list: rows of classes
 */
struct gather {
	FILE *to;
	struct files files;
	struct gather_file file;
	uint64_t repeated;
	struct machines machines;
	struct index filesystems;
	struct index cgroups;
	struct value_buf cgroup_inos;
	struct processes processes;
	struct classes classes;
	struct remarks remarks;
	struct gather_stream stream;
	uint32_t nr_streams;
	struct list stream_list;
	struct list fs_list;
	struct list cgroup_list;
	struct list totals;
	struct list process_list;
	struct list class_list;
};

/* 0 or -ENOMEM; gather_free() is owed in any case. */
int gather_init(struct gather *g, FILE *to);
void gather_free(struct gather *g);
/* A stream begins; @name must stay.  0 or -ENOMEM. */
int gather_begin(struct gather *g, const char *name);
/* Takes a record of it.  0 or a negative errno. */
int gather_take(void *gather, const struct pagesnap_record *r);
/* It has ended; @status in a word.  0 or -ENOMEM. */
int gather_end(struct gather *g, const char *status);

/* Bytes of pages, PAGESNAP_UNKNOWN and _NONE being what they are. */
static inline uint64_t gather_bytes(const struct gather_stream *s, uint64_t pages)
{
	return pages >= PAGESNAP_NONE ? pages : pages << s->page_shift;
}

#endif /* COMMANDS_REPORT_GATHER_H */
