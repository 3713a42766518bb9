// SPDX-License-Identifier: GPL-2.0
/*
 * The binary contract: the layout is checked by the compiler, and here that
 * the "format" file says all that abi-members.h does: every structure with
 * every member, and every number.
 */
#include <ctype.h>

#include <abi-asserts.h>

#include "unit.h"

enum { HEAD, PAD, DATA };

struct member {
	const char *name;
	const char *type;
	u32 offset;
	u32 size;
	u32 kind;
};

#define MEMBER(structure, member, type, offset, size, kind) \
	{ #member, type, offset, size, kind },
#define MEMBERS(structure, size, members) \
	__attribute__((unused)) \
	static const struct member structure##_members[] = { members(MEMBER) { } };

ABI_STRUCTS(MEMBERS)

#define RECORD(word, number, structure) \
	{ word, number, sizeof(struct structure), structure##_members },

static const struct record {
	const char *word;
	u32 number;
	u32 size;
	const struct member *members;
} records[] = { ABI_RECORDS(RECORD) };

#define STRUCT(structure, size, members) { #structure, 0, size, structure##_members },

static const struct record structs[] = { ABI_STRUCTS(STRUCT) };

#define VALUE(name, value) { #name, value },

static const struct value {
	const char *name;
	u64 value;
} values[] = { ABI_VALUES(VALUE) };

/* The file -------------------------------------------------------------------- */

/* A line of the format file, in an exact buffer while it is written. */
static char *format_line(u32 nth)
{
	char *buf = malloc(256);
	struct pagesnap_text t = { .buf = buf, .cap = 255 };

	if (!buf)
		ktap_die("malloc");
	pagesnap_format_line(&t, &pagesnap_pages_format, nth);
	buf[t.len] = '\0';
	if (t.full || !t.len)
		ktap_ok(false, "line %u of format is of sane length", nth);
	return buf;
}

enum what { OTHER, CONSTANT, STRUCTURE, REC, FIELD, BYTES, WORD };

/* A line, read as a program would that knows nothing of this module. */
struct line {
	enum what what;
	char name[40];
	char type[40];		/* of a field; the set of a word */
	char mark[40];
	unsigned long long number;
	u32 offset;
	u32 size;
	u32 is_signed;
};

static bool parse_field(const char *text, struct line *l)
{
	int used = 0;

	/* the type may be two words, the name is the last before ";" */
	if (sscanf(text, "\tfield:%39[^;];\toffset:%u;\tsize:%u;\tsigned:%u;%n", l->type,
		   &l->offset, &l->size, &l->is_signed, &used) != 4 || !strrchr(l->type, ' '))
		return false;
	snprintf(l->name, sizeof(l->name), "%s", strrchr(l->type, ' ') + 1);
	*strrchr(l->type, ' ') = '\0';
	text += used;
	if (*text && (sscanf(text, "\t%39[^;];%n", l->mark, &used) != 1 || text[used]))
		return false;
	return true;
}

static bool parse_bytes(const char *text, struct line *l)
{
	int used = 0;

	if (sscanf(text, "\tbytes:%39[^;];\tlength:%39[^;];%n", l->name, l->mark, &used) != 2 &&
	    sscanf(text, "\tinline:%39[^;];\tlength:%39[^;];%n", l->name, l->mark, &used) != 2)
		return false;
	text += used;
	if (*text && (sscanf(text, "\tunit:%39[^;];%n", l->type, &used) != 1 || text[used]))
		return false;
	return true;
}

static bool parse_line(const char *text, struct line *l)
{
	unsigned int number, size;
	char magic[16];
	int n = 0;

	memset(l, 0, sizeof(*l));
	if (sscanf(text, "record: %39s type:%u size:%u%n", l->name, &number, &size, &n) == 3) {
		l->what = REC;
		l->number = number;
		l->size = size;
		return !text[n];
	}
	if (sscanf(text, "struct: %39s size:%u%n", l->name, &l->size, &n) == 2) {
		l->what = STRUCTURE;
		return !text[n];
	}
	l->what = *text != '\t' ? OTHER : !strncmp(text, "\tfield:", 7) ? FIELD : BYTES;
	if (l->what != OTHER)
		return l->what == FIELD ? parse_field(text, l) : parse_bytes(text, l);
	if (sscanf(text, "value: %39s %39s %llu%n", l->type, l->name, &l->number, &n) == 3 ||
	    sscanf(text, "bit: %39s %39s %llu%n", l->type, l->name, &l->number, &n) == 3)
		l->what = WORD;
	if (sscanf(text, "limit: %39s %llu%n", l->name, &l->number, &n) == 2 ||
	    sscanf(text, "sentinel: %39s 0x%llx%n", l->name, &l->number, &n) == 2)
		l->what = CONSTANT;
	if (l->what != OTHER)
		return !text[n];
	return sscanf(text, "magic: %15s%n", magic, &n) == 1 ||
	       sscanf(text, "byte_order: 0x%x%n", &number, &n) == 1 ||
	       sscanf(text, "abi: %u.%u%n", &number, &size, &n) == 2;
}

static struct line *lines;
static u32 nr_lines;

static void read_format(void)
{
	bool good = true;
	u32 i;

	nr_lines = pagesnap_format_lines(&pagesnap_pages_format);
	lines = calloc(nr_lines, sizeof(*lines));
	for (i = 0; i < nr_lines; i++) {
		char *text = format_line(i);

		if (!parse_line(text, &lines[i])) {
			ktap_note("%s", text);
			good = false;
		}
		free(text);
	}
	ktap_ok(good, "every line of format is understood");
}

static void test_head(void)
{
	static const char * const want[] = { "abi: 1.2", "magic: PAGESNAP", "byte_order: 0x1020304" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(want); i++) {
		char *text = format_line(i);

		ktap_ok(!strcmp(text, want[i]), "line %u of format is \"%s\"", i + 1, want[i]);
		free(text);
	}
}

/* Structures and records -------------------------------------------------------- */

static struct line *find(enum what what, const char *name)
{
	u32 i;

	for (i = 0; i < nr_lines; i++)
		if (lines[i].what == what && !strcmp(lines[i].name, name))
			return &lines[i];
	return NULL;
}

/* Is the field on line @l what the list says? */
static bool field_is(const struct line *l, const struct member *m)
{
	if (m->name && !strcmp(l->type, m->type) && !strcmp(l->name, m->name) &&
	    l->offset == m->offset && l->size == m->size && !l->is_signed)
		return true;
	ktap_note("%s %s at %u, %u bytes, signed %u; not %s %s at %u, %u bytes", l->type, l->name,
		  l->offset, l->size, l->is_signed, m->type ?: "", m->name ?: "nothing",
		  m->offset, m->size);
	return false;
}

/* Does the word that a field or the bytes refer to exist? */
static bool mark_is_known(const struct line *begin, const struct line *l)
{
	const char *set = strchr(l->mark, ':');
	const struct line *f;
	u32 i;

	if (!*l->mark)
		return l->what == FIELD;
	if (l->what == BYTES) {
		for (f = begin + 1; f < l; f++)
			if (f->what == FIELD && !strcmp(f->name, l->mark))
				return !strcmp(f->type, "__u32") || !strcmp(f->type, "__u16");
		return false;
	}
	for (i = 0; set && i < nr_lines; i++)
		if (lines[i].what == WORD && !strcmp(lines[i].type, set + 1))
			return true;
	return false;
}

/* Records that share a structure follow each other; its fields follow the last. */
static bool fields_are(const struct line *begin, const struct member *m)
{
	const struct line *l = begin + 1, *end = lines + nr_lines;
	bool good = true;

	while (l < end && l->what == REC)
		begin = l++;
	for (; l < end && (l->what == FIELD || l->what == BYTES); l++) {
		if (!mark_is_known(begin, l)) {
			ktap_note("%s: nothing is called %s", l->name, l->mark);
			good = false;
		}
		if (l->what == BYTES)
			continue;
		good = field_is(l, m) && good;
		m += !!m->name;
	}
	if (m->name)
		ktap_note("%s is not in format", m->name);
	return good && !m->name;
}

static void test_record(enum what what, const struct record *r)
{
	const struct line *l = find(what, r->word);

	if (!ktap_ok(l, "format has %s", r->word))
		return;
	ktap_equal(l->number, r->number, "format: number of %s", r->word);
	ktap_equal(l->size, r->size, "format: size of %s", r->word);
	ktap_ok(fields_are(l, r->members), "format: members of %s", r->word);
}

/* Structures that are no record are parts of records, and listed as such. */
static void test_structs(void)
{
	u32 i, j, parts = 0, listed = 0;

	for (i = 0; i < ARRAY_SIZE(structs); i++) {
		for (j = 0; j < ARRAY_SIZE(records); j++)
			if (records[j].members == structs[i].members)
				break;
		if (j < ARRAY_SIZE(records))
			continue;
		parts++;
		test_record(STRUCTURE, &structs[i]);
	}
	for (i = 0; i < nr_lines; i++)
		listed += lines[i].what == STRUCTURE;
	ktap_equal(listed, parts, "no other structures are in format");
}

static void test_records(void)
{
	u32 i, listed = 0;

	for (i = 0; i < ARRAY_SIZE(records); i++)
		test_record(REC, &records[i]);
	for (i = 0; i < nr_lines; i++)
		listed += lines[i].what == REC;
	ktap_equal(listed, ARRAY_SIZE(records), "no other records are in format");
}

/* Lengths that count bytes, each with a line that says so. */
static void test_lengths(void)
{
	const struct line *l, *begin = NULL, *b;
	bool good = true;

	for (l = lines; l < lines + nr_lines; l++) {
		if (l->what == REC || l->what == STRUCTURE)
			begin = l;
		if (l->what != FIELD || !strstr(l->name, "_len"))
			continue;
		for (b = l; b < lines + nr_lines && (b->what == FIELD || b->what == BYTES); b++)
			if (b->what == BYTES && !strcmp(b->mark, l->name))
				break;
		if (b < lines + nr_lines && b->what == BYTES)
			continue;
		ktap_note("%s: what does %s count?", begin->name, l->name);
		good = false;
	}
	ktap_ok(good, "every length has its bytes");
}

/* Numbers ------------------------------------------------------------------------- */

static const struct set {
	const char *prefix;
	const char *set;
	bool bits;
	bool whole;	/* all words of the set are in the list */
} sets[] = {
	{ "PAGESNAP_FEAT_", "feature", true, true },
	{ "PAGESNAP_KPF_", "page", false, false },
	{ "PAGESNAP_RF_", "rec", true, true },
	{ "PAGESNAP_UNIT_", "unit", false, true },
	{ "PAGESNAP_GROUP_", "group", false, true },
	{ "PAGESNAP_KIND_", "kind", false, true },
	{ "PAGESNAP_STATE_", "state", false, true },
	{ "PAGESNAP_WHY_", "why", false, true },
	{ "PAGESNAP_COUNT_", "counter", false, true },
	{ "PAGESNAP_END_", "status", false, true },
	{ "PAGESNAP_CUT_", "cut", false, true },
	{ "PAGESNAP_REC_", "type", false, true },
};

static bool same_word(const char *macro, const char *word)
{
	while (*macro && tolower(*macro) == *word)
		macro++, word++;
	/* "cursor" is "cursor-lost" */
	return !*macro && (!*word || *word == '-');
}

static const struct set *set_of(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sets); i++)
		if (!strncmp(name, sets[i].prefix, strlen(sets[i].prefix)))
			return &sets[i];
	return NULL;
}

static bool is_constant(const struct value *v)
{
	const struct line *l = find(CONSTANT, v->name + strlen("PAGESNAP_"));

	return l && l->number == v->value;
}

static bool is_word(const struct value *v, const struct set *set)
{
	u32 i, found = 0;

	for (i = 0; i < nr_lines; i++) {
		u64 number = set->bits ? 1ULL << (lines[i].number & 63) : lines[i].number;

		if (lines[i].what == WORD && !strcmp(lines[i].type, set->set) &&
		    number == v->value && same_word(v->name + strlen(set->prefix), lines[i].name))
			found++;
	}
	return found == 1;
}

/* These have lines of their own, compared elsewhere. */
static bool is_in_head(const char *name)
{
	return !strcmp(name, "PAGESNAP_ABI_MAJOR") || !strcmp(name, "PAGESNAP_BYTE_ORDER");
}

static void test_values(void)
{
	const struct value *v;

	for (v = values; v < values + ARRAY_SIZE(values); v++) {
		const struct set *set = set_of(v->name);

		ktap_ok(is_constant(v) || (set && is_word(v, set)) || is_in_head(v->name),
			"format has %s", v->name);
	}
}

static void test_sets(void)
{
	const struct value *v;
	u32 i, j, listed, known;

	for (i = 0; i < ARRAY_SIZE(sets); i++) {
		listed = known = 0;
		for (j = 0; j < nr_lines; j++)
			listed += lines[j].what == WORD && !strcmp(lines[j].type, sets[i].set);
		for (v = values; v < values + ARRAY_SIZE(values); v++)
			known += set_of(v->name) == &sets[i] && !is_constant(v);
		if (sets[i].whole)
			ktap_equal(listed, known, "no other words for %s are in format", sets[i].set);
		else
			ktap_ok(listed > known, "words for %s are in format", sets[i].set);
	}
}

/* Page flags under page-types' names, and file types under those of stat(). */
static void test_foreign_words(void)
{
	static const struct {
		const char *set;
		const char *word;
		u32 number;
	} want[] = {
		{ "page", "locked", KPF_LOCKED }, { "page", "pgtable", KPF_PGTABLE },
		{ "mode", "reg", 0100000 }, { "mode", "dir", 0040000 }, { "mode", "fifo", 0010000 },
		{ "prot", "read", 0 }, { "prot", "shared", 3 },
	};
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(want); i++) {
		for (j = 0; j < nr_lines; j++)
			if (lines[j].what == WORD && !strcmp(lines[j].type, want[i].set) &&
			    !strcmp(lines[j].name, want[i].word))
				break;
		ktap_ok(j < nr_lines && lines[j].number == want[i].number, "format has %s %s",
			want[i].set, want[i].word);
	}
}

int main(int argc, char **argv)
{
	u32 i;

	if (argc > 1 && !strcmp(argv[1], "--print")) {
		for (i = 0; i < pagesnap_format_lines(&pagesnap_pages_format); i++)
			puts(format_line(i));
		return 0;
	}
	ktap_ok(true, "the layout is that of abi-members.h, checked when this was compiled");
	read_format();
	test_head();
	test_structs();
	test_records();
	test_lengths();
	test_values();
	test_sets();
	test_foreign_words();
	free(lines);
	return ktap_end();
}
