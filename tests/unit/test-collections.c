// SPDX-License-Identifier: GPL-2.0
/* The table of collections: what each says of itself holds, and no two claim the same. */
#include "lib/collection.h"
#include "unit.h"

/* Strings end where their zero byte is put: inside of the record, and not in its head. */
static bool strings_fit(const struct record_layout *l)
{
	const struct record_string *s;

	for (s = l->strings; s < l->strings + ARRAY_SIZE(l->strings) && s->size; s++)
		if (s->off < sizeof(struct pagesnap_rec) || s->off + s->size > l->size)
			return false;
	/* the last place stays empty: it ends the list */
	return s < l->strings + ARRAY_SIZE(l->strings);
}

static bool sizes_fit(const struct record_layout *l)
{
	return l->size <= sizeof(union pagesnap_any) && l->size % 8 == 0 && l->min <= l->size &&
	       l->min >= sizeof(struct pagesnap_rec) && l->sums <= l->size;
}

static void check_layout(const char *of, u32 type, const struct record_layout *l)
{
	ktap_ok(sizes_fit(l), "%s: the sizes of type %u fit", of, type);
	ktap_ok(strings_fit(l), "%s: so do its strings", of);
	ktap_ok(pagesnap_layout_of(type) == l, "%s: it is found by its type", of);
}

static void test_stream(void)
{
	u32 type;

	for (type = 0; type < pagesnap_nr_stream_layouts; type++) {
		if (!pagesnap_stream_layouts[type].size)
			continue;
		check_layout("stream", type, &pagesnap_stream_layouts[type]);
		ktap_ok(!pagesnap_collection_of_type(type),
			"type %u of a stream belongs to no collection", type);
	}
	ktap_ok(!pagesnap_layout_of(0), "nothing is known of type 0");
	ktap_ok(!pagesnap_layout_of(pagesnap_nr_stream_layouts),
		"nothing is known of a type behind those of a stream");
}

static void test_records(const struct collection *c)
{
	u32 nth;

	for (nth = 0; nth < c->nr; nth++) {
		ktap_ok((pagesnap_collection_of_type(c->first + nth) == c) == !!c->layouts[nth].size,
			"type %u is of %s if it has a layout there", c->first + nth, c->name);
		if (!c->layouts[nth].size)
			continue;
		check_layout(c->name, c->first + nth, &c->layouts[nth]);
		ktap_ok(c->layouts[nth].place == RECORD_IN_ANSWER,
			"type %u stands in answers", c->first + nth);
		ktap_ok(strcmp(pagesnap_record_word(c->first + nth), "?"),
			"type %u has a word", c->first + nth);
	}
}

static void test_collection(const struct collection *c, u32 *which)
{
	const struct collection *of;
	unsigned int nth, i;

	ktap_ok(pagesnap_collection_of(c->id) == c, "%s is found by its number", c->name);
	ktap_ok(c->id != PAGESNAP_COLLECTION_OTHER,
		"the number of %s is that of a known collection", c->name);
	ktap_ok(pagesnap_collection_find(c->name) == c, "%s is found by its name", c->name);
	for (i = 0; i < c->nr_indexes; i++, ++*which) {
		of = pagesnap_collection_of_index(*which, &nth);
		ktap_ok(of == c && nth == i, "%s of %s is file %u", c->indexes[i], c->name, *which);
		ktap_equal(pagesnap_index_find_in(c->name, c->indexes[i]), *which,
			   "%s of %s is found by both names", c->indexes[i], c->name);
	}
	test_records(c);
}

int main(void)
{
	const struct collection *const *c;
	unsigned int nth;
	u32 which = 0;

	ktap_ok(pagesnap_collections[0] == &pagesnap_collection_pages,
		"the numbers that enum pagesnap_index_file has are of pages");
	test_stream();
	for (c = pagesnap_collections; *c; c++)
		test_collection(*c, &which);
	ktap_ok(!pagesnap_collection_of_index(which, &nth),
		"no collection has an index file behind the last");
	ktap_ok(which <= PAGESNAP_ALL_INDEXES_MAX,
		"PAGESNAP_ALL_INDEXES_MAX has room for all index files");
	ktap_ok(!pagesnap_collection_of(PAGESNAP_COLLECTION_OTHER) &&
		!pagesnap_collection_find("page"), "no other collection is known");
	return ktap_end();
}
