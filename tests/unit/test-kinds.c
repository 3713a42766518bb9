// SPDX-License-Identifier: GPL-2.0
/*
 * The table of kinds.
 */
#include <string.h>

#include "ask/queries.h"
#include "kinds/kind.h"
#include "unit.h"

static void test_indices(void)
{
	const struct kind_index *index, *other;
	size_t nth, i, of[PAGESNAP_ALL_INDEXES_MAX] = { };
	unsigned int unused;

	for (nth = 0; (index = kind_index_nth(nth)); nth++) {
		ktap_ok(kind_index(index->which) == index, "what is said of %s is found by its number",
			index->word);
		ktap_equal(query_word_find(index->word, strlen(index->word)), (int)index->which,
			   "lines of batch that begin with %s ask it", index->word);
		for (i = 0; i < nth; i++) {
			other = kind_index_nth(i);
			ktap_ok(strcmp(other->word, index->word), "%s and %s are two words",
				other->word, index->word);
		}
		of[index->which]++;
	}
	for (i = 0; pagesnap_collection_of_index(i, &unused); i++)
		ktap_equal(of[i], 1, "%s belongs to one collection", pagesnap_index_name(i));
	ktap_ok(!kind_index(i), "no other index file belongs to any");
	ktap_equal(query_word_find("fil", 3), -ENOENT, "fil is no word of batch");
}

static bool known(enum pagesnap_collection_id collection, u32 type)
{
	const union pagesnap_any u = { .rec.type = type };
	const struct pagesnap_record r = { .u = &u, .bytes = "", .collection = collection };

	return kind_knows(&r);
}

/* What is passed over, and said, is what is of no kind: that decides whether rows are missing. */
static void test_records(void)
{
	const struct kind_index *index;
	size_t nth;

	static const u32 shared[] = {
		PAGESNAP_REC_QUERY, PAGESNAP_REC_NOTE, PAGESNAP_REC_ERROR, PAGESNAP_REC_LOST,
		PAGESNAP_REC_END,
	};
	u32 type, i;

	for (nth = 0; (index = kind_index_nth(nth)); nth++)
		ktap_ok(index->merge == KIND_MERGE_NONE || kind_of_index(index->which)->rule,
			"answers of %s can be merged as it says", index->word);
	for (type = PAGESNAP_REC_SB; type <= PAGESNAP_REC_TOTAL; type++) {
		ktap_ok(known(PAGESNAP_COLLECTION_PAGES, type), "type %u of pages is known", type);
		ktap_ok(!known(PAGESNAP_COLLECTION_OTHER, type),
			"type %u of pages is unknown in another collection", type);
	}
	for (i = 0; i < ARRAY_SIZE(shared); i++)
		ktap_ok(known(PAGESNAP_COLLECTION_OTHER, shared[i]), "type %u is known in any",
			shared[i]);
	ktap_ok(!known(PAGESNAP_COLLECTION_PAGES, PAGESNAP_REC_CGROUP), "names belong to no answer");
	ktap_ok(!known(PAGESNAP_COLLECTION_PAGES, PAGESNAP_REC_BYTES + 1),
		"a type behind the last is not known in an answer of pages");
	ktap_ok(!known(PAGESNAP_COLLECTION_PAGES, 0xff00),
		"a type of another collection is not known in an answer of pages");
}

static void test_collections(void)
{
	unsigned int nth;
	int which;

	for (which = 0; pagesnap_collection_of_index(which, &nth); which++)
		ktap_ok(kind_of_index(which) &&
			kind_of_index(which)->of == pagesnap_collection_of_index(which, &nth),
			"there is a kind for %s of %s", pagesnap_index_name(which),
			pagesnap_collection_of_index(which, &nth)->name);
	ktap_ok(!kind_of_index(which), "there is no kind for a file behind the last index file");
	ktap_ok(kind_find("pages") == &kind_pages, "the kind of pages is found by its collection");
	ktap_ok(!kind_find("page"), "the collection page has no kind");
	ktap_ok(!kind_find("pagesx"), "the collection pagesx has no kind");
	ktap_ok(!kind_find("audit"), "audit is no collection");
}

/* Whatever an answer is grouped by, rows of each kind have columns, and all of these exist. */
static void test_layouts(void)
{
	const struct kind *const *kind;
	size_t i;

	for (kind = kinds; *kind; kind++) {
		const struct kind_layouts *of = &(*kind)->layouts;
		const char *const lists[] = { of->items, of->objects, of->totals };

		for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
			struct layout l = { .kind = *kind };
			char why[100];

			ktap_ok(lists[i] && !layout_read(&l, lists[i], why, sizeof(why)),
				"rows of %s have columns, list %zu", (*kind)->name, i);
			layout_free(&l);
		}
	}
}

int main(void)
{
	test_indices();
	test_collections();
	test_records();
	test_layouts();
	return ktap_end();
}
