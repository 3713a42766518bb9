/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the library knows of a collection: one descriptor for each, in a file of its own, and
 * one line of the table in collections.c.
 */
#ifndef PAGESNAP_LIB_COLLECTION_H
#define PAGESNAP_LIB_COLLECTION_H

#include "../../module/core/records.h"
#include "pagesnap.h"

/* Index files of all collections together, at most: who keeps something for each has an array. */
#define PAGESNAP_ALL_INDEXES_MAX 32

/* Where a record may stand in a stream. */
enum record_place {
	RECORD_IN_ANSWER,	/* between what begins an answer and its end */
	RECORD_BETWEEN_ANSWERS,	/* a header, and what an answer begins with */
	RECORD_ANYWHERE,
};

/**
 * struct record_string - a member that ends in a zero byte
 * @off: where it is in its structure
 * @size: its bytes
 */
struct record_string {
	u16 off;
	u16 size;
};

#define RECORD_STRING(type, member) \
	{ offsetof(struct type, member), sizeof(((struct type *)0)->member) }

/**
 * struct record_layout - what is known of one type of record
 * @size: bytes of its structure here, which union pagesnap_any has room for; 0: there is no
 *	such type
 * @min: bytes that the first ABI with this type gave it
 * @sums: where its sums begin, which may be missing without PAGESNAP_RF_SUMS; 0 without any
 * @brief: bytes of it in a brief answer, if it may be so short there; else 0
 * @place: where it may stand
 * @strings: members that end in a zero byte
 * @promises: bytes that it says belong to it; NULL if never any do
 * @promise_flag: of struct pagesnap_rec, without which there are none; 0 if there may be
 * @text: writes its line; NULL if it has none
 */
struct record_layout {
	u16 size;
	u16 min;
	u16 sums;
	u16 brief;
	enum record_place place;
	struct record_string strings[6];
	u64 (*promises)(const union pagesnap_any *u);
	u16 promise_flag;
	void (*text)(struct pagesnap_text *t, const struct pagesnap_record *r);
};

/**
 * struct collection - what the library knows of a collection
 * @id: its number for programs
 * @name: its name in headers
 * @module: that has to be loaded for it
 * @folder: of its index files, below a mount of tracefs; those of all collections lie side by
 *	side, and are called as these
 * @indexes: names of these; @nr_indexes of them
 * @nr_indexes: see there
 * @first: the first type of its records
 * @nr: types from there on, some of which may be of others
 * @layouts: what is known of these, one for each type; of size 0 what is none of its own
 * @query: writes the beginning of a line made of params: subject, range and selection.  0 or
 *	-EINVAL; NULL: lines are not made of params
 * @words: for the numbers in the records that all collections have
 * @type_word: word for one of its types
 */
struct collection {
	enum pagesnap_collection_id id;
	const char *name;
	const char *module;
	const char *folder;
	const char *const *indexes;
	unsigned int nr_indexes;
	u32 first;
	u32 nr;
	const struct record_layout *layouts;
	int (*query)(struct pagesnap_text *t, unsigned int nth,
		     const struct pagesnap_params *params);
	const struct pagesnap_words *words;
	const char *(*type_word)(u32 type);
};

/* Those of pages lie around the ones that all collections have. */
static inline bool collection_has_type(const struct collection *c, u32 type)
{
	return type - c->first < c->nr && c->layouts[type - c->first].size;
}

/* All of them, which collections.c lists; ends with NULL. */
extern const struct collection *const pagesnap_collections[];

extern const struct collection pagesnap_collection_pages;
extern const struct collection pagesnap_collection_accesses;
extern const struct collection pagesnap_collection_faults;
extern const struct collection pagesnap_collection_slab;

/* The records that all collections have, by their types; of size 0 what is none. */
extern const struct record_layout pagesnap_stream_layouts[];
extern const u32 pagesnap_nr_stream_layouts;

/* The collection with this number, or of this name; NULL if none is known. */
const struct collection *pagesnap_collection_of(enum pagesnap_collection_id id);
const struct collection *pagesnap_collection_find(const char *name);
/* The one that has records of @type; NULL if none is known, or all have them. */
const struct collection *pagesnap_collection_of_type(u32 type);
/* That an index file belongs to, of which it is the @nth; NULL if there is no such file. */
const struct collection *pagesnap_collection_of_index(unsigned int which, unsigned int *nth);
/* Index files of all collections. */
unsigned int pagesnap_nr_indexes(void);
/* What is known of a type of record; NULL if nothing is. */
const struct record_layout *pagesnap_layout_of(u32 type);

#endif /* PAGESNAP_LIB_COLLECTION_H */
