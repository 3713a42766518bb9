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
	size_t nth, i, of[PAGESNAP_INDEXES] = { };

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
	for (i = 0; i < PAGESNAP_INDEXES; i++)
		ktap_equal(of[i], 1, "%s belongs to one collection", pagesnap_index_name(i));
	ktap_ok(!kind_index(PAGESNAP_INDEXES), "no other index file belongs to any");
	ktap_equal(query_word_find("fil", 3), -ENOENT, "fil is no word of batch");
}

static void test_collections(void)
{
	ktap_ok(kind_find("pages", 5) == &kind_pages, "the kind of pages is found by its collection");
	ktap_ok(!kind_find("page", 4), "the collection page has no kind");
	ktap_ok(!kind_find("pagesx", 6), "the collection pagesx has no kind");
	ktap_ok(!kind_find("audit", 5), "audit is no collection");
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
	test_layouts();
	return ktap_end();
}
