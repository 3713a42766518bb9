// SPDX-License-Identifier: GPL-2.0
/*
 * The binary contract: the layout is checked by the compiler, and here that
 * the "format" file describes every record and every member of it.
 */
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

/* A line of the format file, in an exact buffer while it is written. */
static char *format_line(u32 nth)
{
	char *buf = malloc(256);
	struct pagesnap_text t = { .buf = buf, .cap = 255 };

	if (!buf)
		ktap_die("malloc");
	pagesnap_format_line(&t, nth);
	buf[t.len] = '\0';
	if (t.full)
		ktap_ok(false, "line %u of format is of sane length", nth);
	return buf;
}

struct line {
	bool is_record;
	char name[32];
	u32 number;
	char type[40];
	u32 offset;
	u32 size;
	u32 is_signed;
};

static bool parse_line(const char *text, struct line *l)
{
	int used = 0;

	memset(l, 0, sizeof(*l));
	if (sscanf(text, "record: %31s type:%u size:%u%n", l->name, &l->number, &l->size,
		   &used) == 3) {
		l->is_record = true;
		return !text[used];
	}
	/* the type may be two words, the name is the last before ";" */
	if (sscanf(text, "\tfield:%39[^;];\toffset:%u;\tsize:%u;\tsigned:%u;%n", l->type,
		   &l->offset, &l->size, &l->is_signed, &used) != 4 || text[used])
		return false;
	if (!strrchr(l->type, ' '))
		return false;
	snprintf(l->name, sizeof(l->name), "%s", strrchr(l->type, ' ') + 1);
	*strrchr(l->type, ' ') = '\0';
	return true;
}

/* Line of the record @word in the file, 0 if there is none. */
static u32 find_record(const char *word, struct line *l)
{
	u32 i;

	for (i = 1; i < pagesnap_format_lines(); i++) {
		char *text = format_line(i);
		bool found = parse_line(text, l) && l->is_record && !strcmp(l->name, word);

		free(text);
		if (found)
			return i;
	}
	return 0;
}

/* Is the field on line @l what the list says, or is the list silent on it? */
static bool field_is(const struct line *l, const struct member *m)
{
	if (!strcmp(l->type, m->type) && !strcmp(l->name, m->name) && l->offset == m->offset &&
	    l->size == m->size && !l->is_signed)
		return true;
	ktap_note("%s %s at %u, %u bytes, signed %u; not %s %s at %u, %u bytes", l->type, l->name,
		  l->offset, l->size, l->is_signed, m->type, m->name, m->offset, m->size);
	return false;
}

static const struct member *next_data(const struct member *m)
{
	while (m->name && m->kind != DATA)
		m++;
	return m;
}

/*
 * The fields behind line @nth.  Records that share a structure follow each
 * other, and the fields follow the last one.
 */
static bool fields_are(u32 nth, const struct member *m)
{
	bool good = true, begun = false;
	struct line l;
	char *text;

	for (nth++; nth < pagesnap_format_lines(); nth++) {
		text = format_line(nth);
		good = parse_line(text, &l) && good;
		free(text);
		if (l.is_record && begun)
			break;
		if (l.is_record)
			continue;
		begun = true;
		m = next_data(m);
		if (!m->name) {
			ktap_note("%s is not in abi-members.h", l.name);
			return false;
		}
		good = field_is(&l, m) && good;
		m++;
	}
	m = next_data(m);
	if (m->name)
		ktap_note("%s is not in format", m->name);
	return good && !m->name;
}

static void test_record(const struct record *r)
{
	struct line l;
	u32 nth = find_record(r->word, &l);

	if (!ktap_ok(nth, "format has record %s", r->word))
		return;
	ktap_equal(l.number, r->number, "format: number of %s", r->word);
	ktap_equal(l.size, r->size, "format: size of %s", r->word);
	ktap_ok(fields_are(nth, r->members), "format: members of %s", r->word);
}

/* Nothing is in the file that the lists don't know. */
static void test_lines(void)
{
	u32 i, j, parsed = 0, known = 0, nr_records = 0;
	struct line l;

	for (i = 1; i < pagesnap_format_lines(); i++) {
		char *text = format_line(i);

		parsed += parse_line(text, &l);
		free(text);
		if (!l.is_record)
			continue;
		nr_records++;
		for (j = 0; j < ARRAY_SIZE(records); j++)
			known += !strcmp(l.name, records[j].word);
	}
	ktap_equal(parsed, pagesnap_format_lines() - 1, "every line of format is understood");
	ktap_equal(known, nr_records, "every record of format is known");
	ktap_equal(nr_records, ARRAY_SIZE(records), "every record is in format, once");
}

static void test_version(void)
{
	char want[64], *text = format_line(0);

	snprintf(want, sizeof(want), "abi: %u.%u", PAGESNAP_ABI_MAJOR, PAGESNAP_ABI_MINOR);
	ktap_ok(!strcmp(text, want), "format begins with \"%s\"", want);
	free(text);
}

int main(void)
{
	u32 i;

	ktap_ok(true, "the layout is that of abi-members.h, checked when this was compiled");
	test_version();
	for (i = 0; i < ARRAY_SIZE(records); i++)
		test_record(&records[i]);
	test_lines();
	return ktap_end();
}
