// SPDX-License-Identifier: GPL-2.0
/*
 * Kinds by their collection, its records and its index files.
 */
#include <string.h>

#include "kind.h"

/**
 * kind_is_made_of() - may answers of a collection have something for rows of this kind?
 * @kind: one whose rows are of no collection
 * @collection: its name
 *
 * Return: true if so.
 */
bool kind_is_made_of(const struct kind *kind, const char *collection)
{
	const struct collection *const *of = kind->made_of;

	while (of && *of && strcmp((*of)->name, collection))
		of++;
	return !of || *of;
}

/**
 * kind_find() - find the kind of a collection
 * @collection: its name
 *
 * Return: kind, NULL if this program has none.
 */
const struct kind *kind_find(const char *collection)
{
	const struct kind *const *kind;

	for (kind = kinds; *kind; kind++)
		if ((*kind)->of && !strcmp((*kind)->of->name, collection))
			return *kind;
	return NULL;
}

/**
 * kind_of_collection() - find the kind of a collection
 * @id: its number
 *
 * Return: kind, NULL if this program has none.
 */
const struct kind *kind_of_collection(enum pagesnap_collection_id id)
{
	const struct kind *const *kind;

	for (kind = kinds; *kind && (!(*kind)->of || (*kind)->of->id != id); kind++)
		;
	return *kind;
}

/**
 * kind_index_nth() - one index file after the other, of all collections
 * @nth: which, from 0
 *
 * Return: what is said of it, NULL if there are not so many.
 */
const struct kind_index *kind_index_nth(size_t nth)
{
	const struct kind *const *kind;

	for (kind = kinds; *kind; kind++) {
		if (nth < (*kind)->nr_indices)
			return &(*kind)->indices[nth];
		nth -= (*kind)->nr_indices;
	}
	return NULL;
}

/**
 * kind_index() - what is said of an index file
 * @which: of the library
 *
 * Return: it, NULL if no collection has it.
 */
const struct kind_index *kind_index(enum pagesnap_index_file which)
{
	const struct kind_index *index;
	size_t nth = 0;

	while ((index = kind_index_nth(nth++)) && index->which != which)
		;
	return index;
}

/**
 * kind_of_index() - whose is an index file?
 * @which: of the library
 *
 * Return: kind of its collection, NULL if this program has none.
 */
const struct kind *kind_of_index(enum pagesnap_index_file which)
{
	unsigned int nth;
	const struct collection *of = pagesnap_collection_of_index(which, &nth);
	const struct kind *const *kind;

	for (kind = kinds; of && *kind; kind++)
		if ((*kind)->of == of)
			return *kind;
	return NULL;
}

/* Of the collection whose stream it is in: several have records of processes. */
static bool is_claimed(const struct kind *kind, const struct pagesnap_record *r)
{
	const struct collection *of = kind->of;

	return of && of->id == r->collection &&
	       (collection_has_type(of, r->u->rec.type) || r->u->rec.type == PAGESNAP_REC_TASK);
}

/**
 * kind_of_record() - which kind claims a record?
 * @r: record
 *
 * Return: kind; NULL if none does, as with those that the streams of all collections have.
 */
const struct kind *kind_of_record(const struct pagesnap_record *r)
{
	const struct kind *const *kind;

	for (kind = kinds; *kind && !is_claimed(*kind, r); kind++)
		;
	return *kind;
}

/**
 * kind_role() - what is a record in the answer?
 * @r: record that is known
 *
 * Return: that.
 */
enum kind_role kind_role(const struct pagesnap_record *r)
{
	const struct kind *kind = kind_of_record(r);

	if (!kind)
		return KIND_OF_ALL;
	if (r->u->rec.type == PAGESNAP_REC_TASK)
		return KIND_SUBJECT;
	return kind->roles ? kind->roles[r->u->rec.type - kind->of->first] : KIND_ROW;
}

/**
 * kind_knows() - is this a record of an answer that this program knows?
 * @r: record
 *
 * Of a type that only a newer module has nothing is known, not even which query it belongs
 * to; and headers and names of cgroups belong to none.  Of a reference to what is not here as much
 * is known.
 *
 * Return: true if it is one.
 */
bool kind_knows(const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_NOTE:
	case PAGESNAP_REC_ERROR:
	case PAGESNAP_REC_LOST:
	case PAGESNAP_REC_END:
		return true;
	default:
		return kind_of_record(r) && kind_role(r) != KIND_REFERENCE;
	}
}

/* Ends in rows of no collection are of answers about pages. */
static const struct pagesnap_words *words_of(const struct kind *kind)
{
	return (kind->of ? kind->of : &pagesnap_collection_pages)->words;
}

/**
 * kind_reason_word() - why was something skipped?
 * @kind: of the answer
 * @why: number of the reason
 *
 * Return: word, "?" if there is none.
 */
const char *kind_reason_word(const struct kind *kind, uint32_t why)
{
	const struct pagesnap_words *words = words_of(kind);

	return words->why ? words->why(why) : "?";
}

/**
 * kind_counter_word() - what does the end of an answer count?
 * @kind: of the answer
 * @nth: which counter
 *
 * Return: word, "?" if there is none.
 */
const char *kind_counter_word(const struct kind *kind, uint32_t nth)
{
	return PAGESNAP_WORD(words_of(kind)->counters, nth);
}
