/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kinds of rows: one for each collection, and one for each subcommand whose rows are
 * of no collection.  What is said of a kind here is all that the rest knows of it.
 */
#ifndef KINDS_KIND_H
#define KINDS_KIND_H

#include "../../module/core/query.h"
#include "columns.h"
#include "file_id.h"
#include "lib/collection.h"
#include "merging.h"
#include "row.h"

/* What a record of a collection is in an answer. */
enum kind_role {
	KIND_OF_ALL,	/* it is none of a collection: all streams have it */
	KIND_AROUND,	/* what objects belong to */
	KIND_SUBJECT,	/* what was asked about: there may be a row of it where the answer ends */
	KIND_OBJECT,	/* what the lines behind it belong to; a row, if it has sums */
	KIND_ROW,	/* a line that stands for itself */
	KIND_RUN,	/* one that a border of ranges may have cut */
	KIND_GAP,	/* the same, but it does not say what object it belongs to */
	KIND_SUM,	/* of the answer, or of one shard of it */
	KIND_REFERENCE,	/* stands for what the session told before: no row can be made of it */
};

/* What is counted where something was skipped. */
enum skipped_unit {
	SKIPPED_INODES,
	SKIPPED_ENTRIES,	/* of the page cache */
	SKIPPED_PAGES,
	SKIPPED_FILESYSTEMS,
	SKIPPED_PROCESSES,
	SKIPPED_SWEEPS,
	SKIPPED_EVENTS,
	SKIPPED_OBJECTS,
	SKIPPED_ROUNDS,
	SKIPPED_RECORDS,
	SKIPPED_UNITS
};

/* How an answer is merged from those of several sessions. */
enum kind_merge {
	KIND_MERGE_NONE,	/* it can't be: one session is asked */
	KIND_MERGE_PARTS,	/* of part=K/N: objects as they come, sums are added */
	KIND_MERGE_RANGES,	/* of ranges in turn: what a border has cut is joined, too */
};

/**
 * struct kind_index - an index file of a collection
 * @which: for the library
 * @word: what a line of batch begins with that asks it
 * @subject: what its queries are about
 * @options: what they take; NULL: what those of all of its collection take
 * @expected: what is missing in a query that says nothing
 * @merge: how its answers are merged
 * @is_small: an answer is small, so that many are asked for at once
 */
struct kind_index {
	enum pagesnap_index_file which;
	const char *word;
	enum pagesnap_subject subject;
	const struct pagesnap_option *options;
	const char *expected;
	enum kind_merge merge;
	bool is_small;
};

/* Room for what the options of a query are read into, as the kind has it. */
union kind_select {
	char room[512];
	uint64_t aligned;
};

/**
 * struct kind_grammar - what a query of a collection may say besides subject and range
 * @options: as its module has them
 * @targets: may queries about a process name several, as uid: or cgroup:?
 * @init: sets what they are read into to what it is without any
 * @selects: may something of what is asked about be left out?
 * @is_part: is it one shard of a query that was shared out already?
 */
struct kind_grammar {
	const struct pagesnap_option *options;
	bool targets;
	void (*init)(union kind_select *sel);
	bool (*selects)(const union kind_select *sel);
	bool (*is_part)(const union kind_select *sel);
};

/**
 * struct kind_asked - a query, as a kind needs to know it
 * @which: index file that is asked
 * @text: what
 * @q: the same, parsed
 * @sel: what it selects
 * @origin: what a message about it begins with: an argument, or a file of lines
 * @saved: it was asked by somebody else, maybe on another machine
 * @end: of the answer
 */
struct kind_asked {
	enum pagesnap_index_file which;
	const char *text;
	const struct pagesnap_query *q;
	const union kind_select *sel;
	const char *origin;
	bool saved;
	const struct pagesnap_end *end;
};

/* Room for a sentence. */
#define KIND_SAYS_MAX 512

/**
 * struct kind_nothing - what is to be reported about an answer with nothing in it
 * @says: sentence for people, "" for none
 * @failed: what was named isn't there
 * @has_row: there is a row of what was named
 * @object: its record, with sums of 0
 * @name: bytes of its name
 * @name_len: how many
 */
struct kind_nothing {
	char says[KIND_SAYS_MAX];
	bool failed;
	bool has_row;
	union pagesnap_any object;
	char name[PAGESNAP_MORE_MAX + 1];
	size_t name_len;
};

/**
 * struct kind_layouts - columns that are printed unless others are named
 * @items: of rows of single records, such as runs
 * @objects: of rows of what these belong to, with group=object
 * @totals: of one row for each answer, with group=total
 * @summary: of one row for all answers; NULL if there is none
 */
struct kind_layouts {
	const char *items;
	const char *objects;
	const char *totals;
	const char *summary;
};

/**
 * struct kind_remark - what people may want explained below rows that show it
 * @columns: columns that may show it, at most two; it is explained if one of them is printed
 * @says: sentence
 */
struct kind_remark {
	const char *columns[2];
	const char *says;
};

/**
 * struct kind - a kind of rows
 * @name: what it is called
 * @of: the collection, whose types of records it claims; NULL: its rows are of none
 * @made_of: of which they are made then, ends with NULL; NULL: of any
 * @grammar: of queries; NULL: they have no options but those of all collections
 * @indices: of the collection; @nr_indices of them
 * @nr_indices: see there
 * @roles: of its types of records, from the first one; NULL: each is a KIND_ROW
 * @rule: how answers of several sessions are merged; NULL: one session is asked
 * @tables: of the columns that its rows may have, in the order of -H; ends with NULL
 * @layouts: lists of names of these
 * @objects: what has a row with group=object, in words
 * @sort_column: rows are sorted by it if no other is named
 * @row_size: bytes of a row, which begins with struct row
 * @item_first: the first type of the records that are lines of an answer's subject
 * @item_last: the last one
 * @flat_first: the first type of its flat records: what a column looks at is in their
 *	fields, or has come before.  Most rows are of these
 * @flat_types: how many there are
 * @flat_size: bytes of their fields
 * @flat_amount: of these, where the number stands that @amount and @pages give; 0 if that is 0
 * @set_up: what a new row needs that is not zero; may be NULL
 * @begin: another query begins; may be NULL, and so may all below
 * @take: the next record, but headers and queries; ROW_*, or -ENOMEM
 * @show: the row is to show something that is no record
 * @cgroups: of a record, calls @each for the inode of every memory cgroup that it names.  What
 *	that returned, if it isn't 0
 * @skipped: what is counted that was skipped for a reason; NULL: records
 * @lack: what else an answer lacks, by what its end counts: a sentence, "" for nothing
 * @learn: of a query whose answer was saved: what it says of how rows look goes to @ask
 * @context: what else than was asked for the answer with record @r of @which shows: a sentence
 *	for people, safe to print, to be freed; NULL if it is nothing
 * @amount: what the progress line counts in a record, be it of whatever collection
 * @amounts: and calls it
 * @nothing: an answer has nothing in it: makes the row of what was named, if there is one
 * @say_nothing: and says so, where rows are of something else
 * @remarks: what may be explained below rows; @nr_remarks of them, 32 at the most
 * @nr_remarks: see there
 * @explain: bits of the remarks that explain something in the row
 * @pages: pages behind the row
 * @file: which file it is of, all zero for none
 * @free: what a row keeps
 */
struct kind {
	const char *name;
	const struct collection *of;
	const struct collection *const *made_of;
	const struct kind_grammar *grammar;
	const struct kind_index *indices;
	size_t nr_indices;
	const enum kind_role *roles;
	const struct merge_rule *rule;
	const struct column_table *const *tables;
	struct kind_layouts layouts;
	const char *objects;
	const char *sort_column;
	size_t row_size;
	unsigned int item_first;
	unsigned int item_last;
	unsigned int flat_first;
	unsigned int flat_types;
	size_t flat_size;
	size_t flat_amount;
	void (*set_up)(struct row *row);
	void (*begin)(struct row *row);
	int (*take)(struct row *row, const struct pagesnap_record *r);
	void (*show)(struct row *row, const void *what);
	int (*cgroups)(const struct pagesnap_record *r, int (*each)(void *ctx, uint64_t ino),
		       void *ctx);
	enum skipped_unit (*skipped)(unsigned int why);
	void (*lack)(const struct pagesnap_end *end, char *buf, size_t size);
	void (*learn)(struct pagesnap_params *ask, enum pagesnap_index_file which,
		      const union kind_select *sel);
	char *(*context)(enum pagesnap_index_file which, const struct pagesnap_record *r);
	uint64_t (*amount)(const struct pagesnap_record *r);
	const char *amounts;
	void (*nothing)(struct kind_nothing *n, const struct kind_asked *asked);
	void (*say_nothing)(struct kind_nothing *n, const struct kind_asked *asked);
	const struct kind_remark *remarks;
	size_t nr_remarks;
	uint32_t (*explain)(const struct row *row);
	uint64_t (*pages)(const struct row *row);
	struct file_id (*file)(const struct row *row);
	void (*free)(struct row *row);
};

/* Is a record of type @type flat? */
static inline bool kind_is_flat(const struct kind *kind, unsigned int type)
{
	return type - kind->flat_first < kind->flat_types;
}

/* Is it a flat record of the kind's collection? */
static inline bool kind_claims_flat(const struct kind *kind, const struct pagesnap_record *r)
{
	return kind_is_flat(kind, r->u->rec.type) && kind->of->id == r->collection;
}

/* What @amount and @pages would give for a flat record. */
static inline uint64_t kind_flat_amount(const struct kind *kind, const struct pagesnap_record *r)
{
	uint64_t nr = 0;

	if (kind->flat_amount)
		memcpy(&nr, (const char *)r->u + kind->flat_amount, sizeof(nr));
	return nr;
}

/* What the progress line counts in a record, where rows are of @kind. */
static inline uint64_t kind_amount(const struct kind *kind, const struct pagesnap_record *r)
{
	return kind->amount ? kind->amount(r) : 0;
}

/* All of them, which kinds.c lists; ends with NULL. */
extern const struct kind *const kinds[];

/* May answers of a collection have something for rows of @kind?  It is none that has a collection. */
bool kind_is_made_of(const struct kind *kind, const char *collection);
/* The kind of a collection, by its name or its number; NULL if there is none here. */
const struct kind *kind_find(const char *collection);
const struct kind *kind_of_collection(enum pagesnap_collection_id id);
/* That of the collection which has this index file; NULL if there is none here. */
const struct kind *kind_of_index(enum pagesnap_index_file which);
/* That which claims a record; NULL if none does, as with what all streams have. */
const struct kind *kind_of_record(const struct pagesnap_record *r);
/* What it is in the answer. */
enum kind_role kind_role(const struct pagesnap_record *r);
/* Word for a reason why something was skipped, and for a counter of ends; "?" if there is none. */
const char *kind_reason_word(const struct kind *kind, uint32_t why);
const char *kind_counter_word(const struct kind *kind, uint32_t nth);
/* Is it of an answer, and of a type that is known here? */
bool kind_knows(const struct pagesnap_record *r);
/* What is said of an index file; NULL if nothing is. */
const struct kind_index *kind_index(enum pagesnap_index_file which);
/* The index file that the @nth line of batch may ask, over all kinds; NULL behind the last. */
const struct kind_index *kind_index_nth(size_t nth);

extern const struct kind kind_pages;
extern const struct kind kind_accesses;
extern const struct kind kind_faults;
extern const struct kind kind_slab;
extern const struct kind kind_memory;
extern const struct kind kind_top;
extern const struct kind kind_diff;
extern const struct kind kind_recorded;
extern const struct kind kind_audit;
extern const struct kind kind_doctor;
extern const struct kind kind_wss;
extern const struct kind kind_fleet;
extern const struct kind kind_heat;
extern const struct kind kind_mrc;
extern const struct kind kind_simulate;
extern const struct kind kind_tallies;
extern const struct kind kind_hotspots;
extern const struct kind kind_live;
extern const struct kind kind_map;

/* Columns of every kind. */
extern const struct column_table stream_row_columns;
extern const struct column_table stream_header_columns;
/* Of rows that have sums of slab: its own, and those that are made of them. */
extern const struct column_table slab_sum_columns;
/* Of rows that these, or live objects, are added up to. */
extern const struct column_table slab_subject_columns;
/* Columns that rows of pages show, too. */
extern const struct column_table audit_columns;
extern const struct column_table doctor_columns;

#endif /* KINDS_KIND_H */
