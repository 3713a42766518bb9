// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=records needs=- disturbs=- */
/*
 * The live file "format": what this module, built for this kernel, says of its
 * records is what abi-members.h says, however the file is read.
 */
#include <fcntl.h>
#include <unistd.h>

#include <abi-asserts.h>

#include "ktap.h"

#define FORMAT "/sys/kernel/tracing/objects/mm/pages/format"
#define SIZE (256 << 10)

static char *read_format(size_t step)
{
	char *text = calloc(1, SIZE + 1);
	int fd = open(FORMAT, O_RDONLY);
	size_t len = 0;
	ssize_t n;

	if (fd < 0 || !text)
		ktap_die(FORMAT);
	while ((n = read(fd, text + len, step < SIZE - len ? step : SIZE - len)) > 0)
		len += n;
	if (n < 0)
		ktap_die("read()");
	close(fd);
	return text;
}

/* The lines behind the one that begins with @head, to the next record or structure. */
static const char *behind(const char *text, const char *head)
{
	const char *at = strstr(text, head);

	/* records that share a structure have its members behind the last of them */
	for (at = at ? strchr(at + 1, '\n') : NULL; at && !strncmp(at + 1, "record:", 7);)
		at = strchr(at + 1, '\n');
	return at;
}

/* A member, in its place: right behind what came before it. */
static bool next_is(const char **at, const char *type, const char *member, unsigned int offset,
		    unsigned int size)
{
	char want[160];
	int n = snprintf(want, sizeof(want), "\n\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:0;",
			 type, member, offset, size);

	if (!*at || strncmp(*at, want, n)) {
		ktap_note("no %s", want + 2);
		return false;
	}
	*at = strchr(*at + 1, '\n');
	return true;
}

#define CHECK_MEMBER(structure, member, type, offset, size, kind) \
	good = next_is(&at, type, #member, offset, size) && good;

/* A function for each structure: are its members behind @at? */
#define MEMBERS(structure, size, members) \
	__attribute__((unused)) \
	static bool structure##_is(const char *at) \
	{ \
		bool good = at; \
		members(CHECK_MEMBER) \
		return good; \
	}

ABI_STRUCTS(MEMBERS)

#define CHECK_RECORD(word, number, structure) { \
	char head[80]; \
	snprintf(head, sizeof(head), "\nrecord: %s type:%u size:%zu\n", word, number, \
		 sizeof(struct structure)); \
	ktap_ok(strstr(text, head) && structure##_is(behind(text, head)), "record %s", word); \
}

int main(void)
{
	static const size_t steps[] = { 1, 97, 4096 };
	char *text = read_format(SIZE), *again, head[32];
	size_t i;
	int fd;

	snprintf(head, sizeof(head), "abi: %u.%u\n", PAGESNAP_ABI_MAJOR, PAGESNAP_ABI_MINOR);
	ktap_ok(!strncmp(text, head, strlen(head)), "format begins with the version");
	ktap_ok(strstr(text, "\nmagic: " PAGESNAP_MAGIC "\n"), "format has the magic");
	ktap_ok(pagesnap_rec_is(behind(text, "\nstruct: pagesnap_rec size:8\n")), "the record head");
	ktap_ok(pagesnap_sums_is(behind(text, "\nstruct: pagesnap_sums size:248\n")), "the sums");
	ktap_ok(pagesnap_combo_is(behind(text, "\nstruct: pagesnap_combo size:16\n")),
		"flag combinations");
	ABI_RECORDS(CHECK_RECORD)
	ktap_ok(strstr(text, "\nvalue: kind file 1\n") && strstr(text, "\nbit: page dirty 4\n"),
		"format has words");
	ktap_ok(*text && text[strlen(text) - 1] == '\n', "format ends with a whole line");
	for (i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		again = read_format(steps[i]);
		ktap_ok(!strcmp(text, again),
			"format is the same in pieces of %zu bytes", steps[i]);
		free(again);
	}
	fd = open(FORMAT, O_WRONLY);
	ktap_ok(fd < 0 && errno == EACCES, "format can't be opened for writing");
	free(text);
	return ktap_end();
}
