// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=load,session,registry needs=modules disturbs=module always=debug */
/*
 * A collection in a module of its own: tests/modules/numbers, whose answers are
 * numbers.  What holds for pages' files holds for its file, and for unloading
 * it while they are opened and read; pages and pagesnap.ko stay as they are.
 */
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../modules/numbers/numbers.h"
#include "ask-numbers.h"
#include "ktap.h"
#include "unload-race.h"

#define OBJECTS "/sys/kernel/tracing/objects/"
#define PAGES OBJECTS "mm/pages/"
#define SHARED OBJECTS "count/"
#define OUT_MAX (8 << 20)
#define LINES 10000

static const struct module again = {
	"pagesnap_numbers_again", "/payload/modules/pagesnap_numbers_again.ko",
};

/* Counters that the children share. */
static struct shared {
	volatile long opens;
	volatile long reads;
	volatile long pages;
	volatile long others;
	volatile long surprises;
} *shared;

static char *out;

static bool there(const char *path)
{
	return !access(path, F_OK);
}

static size_t drain(int fd)
{
	size_t len = 0;
	ssize_t n;

	while (len < OUT_MAX && (n = read(fd, out + len, OUT_MAX - len)) > 0)
		len += n;
	out[len] = '\0';
	return len;
}

/* What a session answers, in @out. */
static size_t ask(const char *file, const char *lines)
{
	int fd = open(file, O_RDWR);
	size_t len = 0;

	out[0] = '\0';
	if (fd >= 0 && write(fd, lines, strlen(lines)) == (ssize_t)strlen(lines))
		len = drain(fd);
	close(fd);
	return len;
}

static size_t cat(const char *file)
{
	int fd = open(file, O_RDONLY);
	size_t len = drain(fd);

	close(fd);
	return len;
}

static bool has(const char *needle)
{
	if (strstr(out, needle))
		return true;
	ktap_note("not seen: %s", needle);
	return false;
}

/* Loading ------------------------------------------------------------------- */

/* Does the kernel log, from @log on, say it? */
static bool logged(int log, const char *what)
{
	char line[2048];
	bool found = false;
	ssize_t n;

	while ((n = read(log, line, sizeof(line) - 1)) > 0) {
		line[n] = '\0';
		found = found || strstr(line, what);
	}
	return found;
}

/* Each pointer that core would follow. */
static void test_incomplete(void)
{
	static const struct {
		const char *wrong;
		const char *said;
	} trials[] = {
		{ "numbers.owner", "has no owner" },
		{ "numbers.parent", "a collection of pagesnap_numbers has no parent" },
		{ "numbers.name", "a collection of pagesnap_numbers has no name" },
		{ "numbers.indexes", "a collection of pagesnap_numbers has no indexes" },
		{ "numbers.words", "a collection of pagesnap_numbers has no words" },
		{ "numbers.show_format", "a collection of pagesnap_numbers has no show_format" },
		{ "count_index.name", "index file 0 of mm/numbers has no name" },
		{ "count_index.usage", "index file 0 of mm/numbers has no usage" },
		{ "count_index.check", "index file 0 of mm/numbers has no check" },
		{ "count_index.try", "index file 0 of mm/numbers has no try" },
		{ "count_index.alloc", "index file 0 of mm/numbers has no alloc" },
		{ "count_index.free", "index file 0 of mm/numbers has no free" },
		{ "count_index.begin", "index file 0 of mm/numbers has no begin" },
		{ "count_index.step", "index file 0 of mm/numbers has no step" },
		{ "count_index.pause", "index file 0 of mm/numbers has no pause" },
		{ "count_index.finish", "index file 0 of mm/numbers has no finish" },
		{ "indexes[1]", "index file 1 of mm/numbers has no operations" },
		{ "none", "mm/numbers has 0 index files" },
		{ "many", "mm/numbers has 13 index files" },
	};
	int log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	char parameters[64];

	lseek(log, 0, SEEK_END);
	for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++) {
		snprintf(parameters, sizeof(parameters), "wrong=%s", trials[i].wrong);
		ktap_equal(module_load(&numbers, parameters), EINVAL, "without %s it is refused",
			   trials[i].wrong);
		ktap_ok(logged(log, trials[i].said), "the kernel log says: %s", trials[i].said);
	}
	close(log);
}

static void test_refused(void)
{
	ktap_equal(module_load(&numbers, "wrong=abi"), ENOEXEC, "another ABI is refused");
	ktap_equal(module_load(&numbers, "wrong=size"), ENOEXEC, "another size of a structure is refused");
	ktap_equal(module_load(&numbers, "name=pages"), EBUSY, "a second collection of that name is refused");
	ktap_ok(there(PAGES "pfn_index") && !there(NUMBERS), "all of it leaves nothing behind");
	ktap_equal(module_load(&numbers, ""), 0, "the right one loads");
	ktap_ok(there(NUMBERS_COUNT) && there(NUMBERS "format") && there(NUMBERS_STATS) &&
		there(NUMBERS "error_log"),
		"the collection of numbers has its files");
	ktap_ok(module_unload("pagesnap") == EWOULDBLOCK && there(PAGES "pfn_index"),
		"pagesnap.ko can't be unloaded before it");
}

static nlink_t links(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_nlink;
}

static void test_folders(void)
{
	nlink_t before = links(OBJECTS);

	ktap_ok(!module_load(&numbers, "parent=count name=a") && there(SHARED "a/count_index"),
		"a folder that wasn't there is made");
	ktap_ok(!module_load(&again, "parent=count name=b") && there(SHARED "b/count_index"),
		"a folder of another collection is found");
	ktap_equal(links(SHARED), 4, "two folders of collections are in a shared one");
	ktap_ok(!module_unload(numbers.name) && !there(SHARED "a") && there(SHARED "b/count_index"),
		"who made it goes, and the other stays in it");
	ktap_ok(ask(SHARED "b/count_index", "5\n") && has(" value=5\n"),
		"the collection that is left in a shared folder answers");
	ktap_ok(!module_unload(again.name) && !there(SHARED), "the last one removes it");
	ktap_equal(links(OBJECTS), before, "the folder around it is as before");
	ktap_ok(there(PAGES "pfn_index"), "pages is still there");
}

/* Answers ------------------------------------------------------------------- */

static void test_single(void)
{
	ask(NUMBERS_COUNT, "3 7 tag=few\n");
	ktap_ok(has(" features=-\n"), "the header promises nothing of pages");
	ktap_ok(has("number q=1 value=3\n" "number q=1 value=4\n" "number q=1 value=5\n"
		    "number q=1 value=6\nend "), "a range is counted");
	ktap_ok(has("\nend   q=1 tag=few status=complete objects=0 records=4 "), "to its end");
	ask(NUMBERS_COUNT, "3- limit=2\n");
	ktap_ok(has("value=4\nend   q=1 status=partial ") && has(" truncated=limit "),
		"limit= ends what has no end");
	ask(NUMBERS_COUNT, "8 8\n");
	ktap_ok(has(" records=0 ") && !has("\n" "number "), "an empty range is empty");
}

static void test_set(void)
{
	int fd = open(NUMBERS_COUNT, O_WRONLY | O_TRUNC);

	ktap_ok(fd >= 0 && write(fd, "10+2\n", 5) == 5, "a standing set is written");
	close(fd);
	cat(NUMBERS_COUNT);
	ktap_ok(has(" set_by=numbers[") && has("value=11\nend "), "the standing set of a collection is answered");
	cat(PAGES "pfn_index");
	ktap_ok(!strstr(out, "set_by=numbers["), "pages has none of it");
}

static void test_errors(void)
{
	ask(NUMBERS_COUNT, "1\n9 3\n2 group=page\n/path\n4\n");
	ktap_ok(has("\nerror q=2 line=2 errno=EINVAL col=3 msg=END\\040is\\040below\\040START "),
		"an error has its column");
	ktap_ok(has("\nerror q=3 line=3 errno=EINVAL col=3 msg=unknown\\040key "),
		"options of pages are unknown");
	ktap_ok(has("\nerror q=4 line=4 errno=EINVAL col=1 "), "paths are errors in the grammar of numbers");
	ktap_ok(has("number q=1 value=1\n") && has("number q=5 value=4\n"),
		"good lines between errors are answered");
	cat(NUMBERS "error_log");
	ktap_ok(has("] pagesnap: count_index: error: END is below START  errno=22 line=2 ") &&
		has("\n  Command: 9 3\n             ^\n"), "error_log points to it");
	cat(PAGES "error_log");
	ktap_ok(!strstr(out, "count_index"), "pages has a log of its own");
}

static void test_format(void)
{
	cat(NUMBERS "format");
	ktap_ok(!strncmp(out, "record: number type:65280 size:24\nrecord: tick ", 47),
		"format is the collection's");
	ktap_ok(open(NUMBERS "format", O_RDWR) < 0 && errno == EACCES, "format of a collection can only be read");
}

static void test_batch(void)
{
	char *lines = malloc(LINES * 24), *to = lines, *from;
	char want[64];
	int i;

	for (i = 0; i < LINES; i++)
		to += sprintf(to, "%d\n", i * 3);
	ask(NUMBERS_COUNT, lines);
	free(lines);
	for (i = 0, from = out; i < LINES && from; i++) {
		sprintf(want, "\n" "number q=%d value=%d\nend ", i + 1, i * 3);
		from = strstr(from, want);
	}
	ktap_ok(from, "%d lines are answered in order", LINES);
}

static void test_binary(void)
{
	size_t len = ask(NUMBERS_COUNT, "100 5100 format=binary\n"), pos;
	unsigned int headers = 0, numbers_seen = 0, ends = 0, odd = 0;
	const struct pagesnap_header *header = (void *)out;
	const struct pagesnap_rec *rec;

	for (pos = 0; pos + sizeof(*rec) <= len; pos += rec->len) {
		rec = (void *)(out + pos);
		if (rec->len < sizeof(*rec) || pos + rec->len > len) {
			odd++;
			break;
		}
		if (rec->type == NUMBERS_REC_NUMBER) {
			const struct numbers_number *n = (void *)rec;

			odd += n->value != 100 + numbers_seen++ || n->q != 1;
		}
		headers += rec->type == PAGESNAP_REC_HEADER;
		ends += rec->type == PAGESNAP_REC_END;
	}
	ktap_ok(headers == 1 && !header->features && !strcmp(header->file, "count_index"),
		"binary: one header");
	ktap_equal(numbers_seen, 5000, "binary: each number is a record of its own type");
	ktap_ok(!odd && ends == 1 && pos == len, "binary: in order, to the end");
}

/* Read @want bytes more to @out. Return: bytes there. */
static size_t read_on(int fd, size_t len, size_t want)
{
	ssize_t n = 1;

	for (want += len; len < want && n > 0; len += n > 0 ? n : 0)
		n = read(fd, out + len, want - len);
	out[len] = '\0';
	return len;
}

/* Do all whole lines of numbers in @out go up by one from 0 on?  Return: how many, 0 if not. */
static unsigned long consecutive(void)
{
	const char *line = out, *end;
	unsigned long next = 0;

	while ((line = strstr(line, " value=")) && (end = strchr(line, '\n'))) {
		if (strtoul(line + strlen(" value="), NULL, 10) != next++)
			return 0;
		line = end;
	}
	return next;
}

static void test_two_sessions(void)
{
	int endless = open(NUMBERS_COUNT, O_RDWR), other = open(NUMBERS_COUNT, O_RDWR);
	struct pollfd ready = { .fd = endless, .events = POLLIN | POLLOUT };
	char small[4096];
	ssize_t n;
	size_t len;

	ktap_ok(poll(&ready, 1, 0) == 1 && ready.revents == POLLOUT, "an idle session is writable");
	ktap_ok(write(endless, "0-\n", 3) == 3 && write(other, "70 72\n", 6) == 6, "two are asked");
	ktap_ok(poll(&ready, 1, 0) == 1 && ready.revents & POLLIN, "one with an answer is readable");
	len = read_on(endless, 0, 1 << 20);
	n = read(other, small, sizeof(small) - 1);
	small[n > 0 ? n : 0] = '\0';
	read_on(endless, len, 1 << 20);
	ktap_ok(consecutive() > 50000, "what has no end goes on where it was");
	ktap_ok(strstr(small, "value=70\n" "number q=1 value=71\nend "), "the other is not disturbed");
	close(other);
	ktap_ok(module_unload(numbers.name) == EWOULDBLOCK && read_on(endless, 0, 1000) == 1000,
		"an open session holds its module, and goes on");
	ktap_equal(module_unload("pagesnap"), EWOULDBLOCK,
		   "pagesnap.ko stays loaded with the collection that is open");
	close(endless);
}

/* Unloading ----------------------------------------------------------------- */

static void test_unload(void)
{
	int held = open(NUMBERS_COUNT, O_PATH), fd;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
	ktap_equal(module_unload(numbers.name), 0, "closed, it unloads");
	ktap_ok(!there(NUMBERS) && there(PAGES "pfn_index"),
		"the files of numbers are gone with it, those of pages are not");
	ktap_ok(open(path, O_RDONLY) < 0 && errno == ENXIO, "an O_PATH descriptor of before gives ENXIO");
	ktap_ok(!module_load(&numbers, "") && open(path, O_RDONLY) < 0 && errno == ENXIO,
		"an O_PATH descriptor gives ENXIO even when the module is back");
	fd = open(NUMBERS_COUNT, O_RDONLY);
	ktap_ok(fd >= 0, "a new open works");
	close(fd);
	close(held);
	cat(NUMBERS "error_log");
	ktap_ok(!out[0], "of its last life nothing is left");
	ktap_ok(ask(PAGES "pfn_index", "0+1\n") && has(" status=complete "), "pages answers");
	ktap_equal(module_unload(numbers.name), 0, "the module of numbers unloads again");
}

static void count_open(int fd)
{
	if (!race_is_expected(fd))
		__sync_fetch_and_add(&shared->surprises, 1);
	else if (fd >= 0)
		__sync_fetch_and_add(&shared->opens, 1);
}

/* Opens by name, reads a little, closes. */
static void opener(void)
{
	char buf[4096];
	int fd;

	while (race_goes_on()) {
		fd = open(SHARED "numbers/count_index", O_RDWR | O_CLOEXEC);
		count_open(fd);
		if (fd < 0)
			continue;
		if (write(fd, "0-\n1 x\n", 7) > 0 && read(fd, buf, sizeof(buf)) > 0)
			__sync_fetch_and_add(&shared->reads, 1);
		close(fd);
		race_gap();
	}
}

/* Keeps an O_PATH descriptor over unloads and opens it again. */
static void reopener(void)
{
	int held = -1, fd, i = 0;
	char path[64];

	while (race_goes_on()) {
		if (held < 0)
			held = open(SHARED "numbers/error_log", O_PATH | O_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", held);
		fd = held < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
		if (held >= 0)
			count_open(fd);
		if (fd >= 0)
			close(fd);
		race_gap();
		if (held >= 0 && ++i % 16 == 0) {
			close(held);
			held = -1;
		}
	}
}

/* The other collection: nothing may ever go wrong. */
static void asks_pages(void)
{
	char buf[4096];
	int fd;

	while (race_goes_on()) {
		fd = open(PAGES "pfn_index", O_RDWR | O_CLOEXEC);
		if (fd < 0 || write(fd, "0+4\n", 4) != 4 || read(fd, buf, sizeof(buf)) <= 0)
			__sync_fetch_and_add(&shared->surprises, 1);
		else
			shared->pages++;
		close(fd);
		usleep(2000);
	}
}

/* Comes and goes in the same folder at the same time. */
static void other_module(void)
{
	while (race_goes_on()) {
		if (module_load(&again, "parent=count name=again") || !there(SHARED "again/count_index") ||
		    module_unload(again.name))
			__sync_fetch_and_add(&shared->surprises, 1);
		else
			shared->others++;
	}
}

static bool got_through(void)
{
	return shared->opens && shared->reads && shared->pages;
}

static void test_race(void)
{
	static void (*const children[])(void) = { opener, opener, reopener, asks_pages, other_module };
	struct race race = RACE(&numbers, "parent=count", children, got_through);

	race_run(&race);
	ktap_note("%ld of the other module, %ld opens, %ld reads, %ld of pages", shared->others,
		  shared->opens, shared->reads, shared->pages);
	race_report(&race, "unloads race with opens and with each other");
	ktap_ok(shared->others * ktap_slowness() >= RACE_NEEDED, "the other module comes and goes");
	ktap_ok(got_through(), "opens, reads and another collection get through");
	ktap_ok(!shared->surprises,
		"opens and another collection fail in no unexpected way while it unloads");
	ktap_ok(!there(SHARED) && there(PAGES "pfn_index"), "nothing is left but pages");
}

int main(void)
{
	if (!there(numbers.file)) {
		ktap_skip("a collection in a module of its own",
			  "no %s: the tests' modules were not built", numbers.file);
		return ktap_end();
	}
	out = malloc(OUT_MAX + 1);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	test_incomplete();
	test_refused();
	test_single();
	test_set();
	test_errors();
	test_format();
	test_batch();
	test_binary();
	test_two_sessions();
	test_unload();
	test_folders();
	test_race();
	return ktap_end();
}
