// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=records needs=- disturbs=disks,mounts */
/*
 * The same queries as text and as binary records: what libpagesnap decodes and
 * prints is line for line what the index files print.
 */
#include <fcntl.h>
#include <limits.h>
#include <pagesnap.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define DIR	"/sys/kernel/tracing/objects/mm/pages/"
#define SMALL	"/root/stream-a"
#define LARGE	"/mnt/stream/large"
#define PAGES	512UL
#define MAX	(32 << 20)

static const char *const groups[] = { "run", "page", "object", "total" };

struct text {
	char *s;
	size_t len;
};

static struct text from_text, from_binary;

/* Both answers ------------------------------------------------------------ */

static void add(struct text *t, const char *s, size_t n)
{
	if (t->len + n >= MAX)
		ktap_die("answer is too long");
	memcpy(t->s + t->len, s, n);
	t->len += n;
	t->s[t->len] = '\0';
}

static int open_index(enum pagesnap_index_file which, int flags)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), DIR "%s", pagesnap_index_name(which));
	fd = open(path, flags | O_CLOEXEC);
	if (fd < 0)
		ktap_die("%s can't be opened", path);
	return fd;
}

static void write_all(int fd, const char *s)
{
	if (write(fd, s, strlen(s)) != (ssize_t)strlen(s))
		ktap_die("write of a query");
}

static void ask_text(enum pagesnap_index_file which, const char *query)
{
	int fd = open_index(which, O_RDWR);
	ssize_t n;

	from_text.len = 0;
	write_all(fd, query);
	while ((n = read(fd, from_text.s + from_text.len, MAX - from_text.len - 1)) > 0)
		from_text.len += n;
	from_text.s[from_text.len] = '\0';
	close(fd);
}

/* Runs and pages with something in members that don't apply: no text shows it. */
static unsigned long unclean;

static void look_at_run(const struct pagesnap_run *r)
{
	if (r->reserved || (!(r->rec.flags & PAGESNAP_RF_OWNER) &&
			    (r->owner_major || r->owner_minor || r->owner_gen || r->owner_ino ||
			     r->owner_index)))
		unclean++;
}

static int print(void *ctx, const struct pagesnap_record *r)
{
	static char line[PAGESNAP_RECORD_TEXT_MAX];
	ssize_t n = pagesnap_record_text(r, line, sizeof(line));

	if (r->u->rec.type == PAGESNAP_REC_PAGE || r->u->rec.type == PAGESNAP_REC_RUN)
		look_at_run(&r->u->run);
	if (n < 0)
		ktap_die("record of type %u has no text", r->u->rec.type);
	add(ctx, line, n);
	add(ctx, "\n", 1);
	return 0;
}

/* Queue what stands in @query line by line, and read it all. */
static void ask_library(enum pagesnap_index_file which, const char *query)
{
	struct pagesnap_session *s;
	size_t len;
	int ret;

	from_binary.len = 0;
	if (pagesnap_open(&s, which, NULL))
		ktap_die("%s", pagesnap_message(s));
	for (; *query; query += len + (query[len] == '\n')) {
		len = strcspn(query, "\n");
		ret = pagesnap_queue_line(s, query, len);
		if (ret)
			ktap_die("queue: %s", pagesnap_message(s));
	}
	while ((ret = pagesnap_read(s, print, &from_binary)) > 0)
		;
	if (ret)
		ktap_die("read: %s", pagesnap_message(s));
	pagesnap_close(s);
}

/* Times and the number of the session differ. */
static void blank_out(char *text)
{
	static const char *const keys[] = { " time=", " us=", " session=", " rescans=" };
	char *from, *to, *p;
	size_t k;

	/* It is there only if something was passed. */
	for (p = text; (p = strstr(p, " rescanned="));) {
		from = p + 1 + strcspn(p + 1, " \n");
		memmove(p, from, strlen(from) + 1);
	}
	for (k = 0; k < sizeof(keys) / sizeof(*keys); k++) {
		for (p = text; (p = strstr(p, keys[k]));) {
			p += strlen(keys[k]);
			to = p;
			from = p + strcspn(p, " \n");
			memmove(to, from, strlen(from) + 1);
		}
	}
}

static void show_difference(const char *a, const char *b)
{
	while (*a && *b) {
		size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");

		if (n != m || memcmp(a, b, n))
			break;
		a += n + !!a[n];
		b += m + !!b[m];
	}
	ktap_note("text:   %.*s", (int)strcspn(a, "\n"), a);
	ktap_note("binary: %.*s", (int)strcspn(b, "\n"), b);
}

/* Pages may move between the two: what agrees once did not do so by chance. */
static void agree(enum pagesnap_index_file which, const char *query, const char *name)
{
	int i;

	for (i = 0; i < 5; i++) {
		ask_text(which, query);
		ask_library(which, query);
		blank_out(from_text.s);
		blank_out(from_binary.s);
		if (!strcmp(from_text.s, from_binary.s))
			break;
	}
	if (!ktap_ok(i < 5 && strstr(from_text.s, "\nend "), "%s: %s: text and records agree",
		     pagesnap_index_name(which), name))
		show_difference(from_text.s, from_binary.s);
}

static void agree_in_all_groups(enum pagesnap_index_file which, const char *query, const char *what)
{
	char line[3 * PATH_MAX], name[64];
	unsigned int i;

	for (i = 0; i < 4; i++) {
		snprintf(line, sizeof(line), "%s group=%s", query, groups[i]);
		snprintf(name, sizeof(name), "%s, group=%s", what, groups[i]);
		agree(which, line, name);
	}
}

/* States -------------------------------------------------------------------- */

static void make_files(void)
{
	int fd = st_file(SMALL);

	st_write(fd, 0, PAGES);
	st_clean(fd);
	st_cache(fd, 0, 40);
	st_cache(fd, 100, 3);
	st_write(fd, 200, 5);
	close(fd);
	mkdir("/mnt", 0700);
	if (!st_mount("xfs", "/dev/scratch0", "/mnt/stream") &&
	    !st_mount("tmpfs", "none", "/mnt/stream"))
		return;
	fd = st_file(LARGE);
	st_write(fd, 0, PAGES);
	close(fd);
}

/* A path of almost 4096 bytes: folders, each entered before the next is made. */
static void make_long_name(char *path, size_t size)
{
	char part[256];
	size_t len;
	int fd;

	memset(part, 'n', 250);
	strcpy(part + 250, "\x1b\"\n");
	part[253] = '\0';
	len = snprintf(path, size, "/root");
	if (chdir("/root"))
		ktap_die("chdir");
	while (len + 2 * 254 < 4000) {
		if ((mkdir(part, 0700) && errno != EEXIST) || chdir(part))
			ktap_die("mkdir");
		len += snprintf(path + len, size - len, "/%s", part);
	}
	fd = st_file("file");
	st_write(fd, 0, 2);
	close(fd);
	snprintf(path + len, size - len, "/file");
	if (chdir("/"))
		ktap_die("long name");
}

static void make_memory(__attribute__((unused)) void *ctx)
{
	char *at = st_map(1024, MAP_PRIVATE), *huge = st_map(1024, MAP_PRIVATE);

	st_touch(at, 100);
	st_thp(huge, 1024);
}

/* Tests ----------------------------------------------------------------------- */

static void test_files(void)
{
	agree_in_all_groups(PAGESNAP_FILE, SMALL, "a file");
	agree_in_all_groups(PAGESNAP_FILE, SMALL " 90 210", "a range");
	agree_in_all_groups(PAGESNAP_FILE, SMALL " flags=dirty tag=word", "dirty pages");
	agree_in_all_groups(PAGESNAP_FILE, LARGE, "large folios");
	agree_in_all_groups(PAGESNAP_SB, "/", "the root");
	agree_in_all_groups(PAGESNAP_SB, "/ names=0 min-pages=10", "without names");
	agree_in_all_groups(PAGESNAP_SB, "/mnt/stream", "a small one");
}

static void test_long_name(void)
{
	char path[PATH_MAX], word[4 * PATH_MAX], query[5 * PATH_MAX];

	make_long_name(path, sizeof(path));
	if (pagesnap_quote(path, word, sizeof(word)) < 0)
		ktap_die("quote");
	agree(PAGESNAP_FILE, word, "a name of 4000 bytes");
	snprintf(query, sizeof(query), "%s flags=upt", word);
	agree(PAGESNAP_FILE, query, "text and records agree with an option, too");
	agree(PAGESNAP_SB, "/ group=object", "the superblock that has it");
}

static void test_task_and_frames(void)
{
	pid_t pid = st_child(make_memory, NULL);
	char query[64];

	snprintf(query, sizeof(query), "%d", pid);
	agree_in_all_groups(PAGESNAP_TASK, query, "a process");
	st_end_child(pid);
	agree_in_all_groups(PAGESNAP_PFN, "0x100 0x400", "low frames");
	agree_in_all_groups(PAGESNAP_PFN, "0 0x100000 flags=reserved", "reserved frames");
	agree_in_all_groups(PAGESNAP_PFN, "0xb0000 0x100000", "where no memory is");
}

static void test_errors(void)
{
	agree(PAGESNAP_FILE, "/nosuch", "no such file");
	agree(PAGESNAP_FILE, "/root frobs tag=x", "a bad word");
	agree(PAGESNAP_FILE, "\"/root", "an open quote");
	agree(PAGESNAP_FILE, SMALL " 0 10\n/nosuch\n" SMALL " group=object\n" SMALL " 5 5",
	      "a batch with all sorts of lines");
	agree(PAGESNAP_TASK, "999999", "no such task");
	agree(PAGESNAP_SB, "type:ext4", "a type");
	agree(PAGESNAP_SB, "/ limit=3", "a limit");
}

/* The decoder on reads of any size, from a standing set. */
static void test_small_reads(size_t step)
{
	struct pagesnap_decoder *d;
	char buf[4096];
	ssize_t n = 0;
	int fd, ret = 0;

	fd = open_index(PAGESNAP_FILE, O_WRONLY | O_TRUNC);
	write_all(fd, SMALL " format=binary\n/nosuch format=binary\n");
	close(fd);
	from_binary.len = 0;
	d = pagesnap_decoder_new(print, &from_binary);
	fd = open_index(PAGESNAP_FILE, O_RDONLY);
	while (!ret && (n = read(fd, buf, step)) > 0)
		ret = pagesnap_decoder_push(d, buf, n);
	close(fd);
	ktap_ok(!ret && !n && !pagesnap_decoder_finish(d), "a standing set, read by %zu bytes: %s",
		step, pagesnap_decoder_message(d));
	ktap_ok(strstr(from_binary.s, " set_by=") && strstr(from_binary.s, "\nrun   q=1 ") &&
		strstr(from_binary.s, "\nend   q=1 status=complete ") &&
		strstr(from_binary.s, "\nerror q=2 ") &&
		strstr(from_binary.s, "\nend   q=2 status=error "), "records of a batch with an error have everything of the text");
	pagesnap_decoder_free(d);
}

/* One stream, one format; the next may be of the other. */
static void test_mixed(void)
{
	char buf[8192];
	ssize_t n;
	int fd = open_index(PAGESNAP_FILE, O_RDWR);

	write_all(fd, SMALL " 0 1\n" SMALL " 0 1 format=binary\n" SMALL " 0 1\n");
	n = read(fd, buf, sizeof(buf) - 1);
	buf[n > 0 ? n : 0] = '\0';
	ktap_ok(strstr(buf, "\nerror q=2 line=2 errno=EINVAL ") &&
		strstr(buf, " msg=format=\\040differs\\040") && strstr(buf, "\nend   q=3 status=complete "),
		"binary in a text stream is an error, the rest is answered");
	ktap_ok(read(fd, buf, sizeof(buf)) == 0, "a text stream ends behind an error of format=");
	write_all(fd, SMALL " 0 1 format=binary\n" SMALL " 0 1\n");
	n = read(fd, buf, sizeof(buf));
	ktap_ok(n > 16 && !memcmp(buf + 8, PAGESNAP_MAGIC, 8), "a binary answer may follow a text one");
	from_binary.len = 0;
	{
		struct pagesnap_decoder *d = pagesnap_decoder_new(print, &from_binary);

		ktap_ok(!pagesnap_decoder_push(d, buf, n) && !pagesnap_decoder_finish(d) &&
			strstr(from_binary.s, "\nend   q=4 status=complete ") &&
			strstr(from_binary.s, "\nerror q=5 line=5 errno=EINVAL "),
			"in which text is the error");
		pagesnap_decoder_free(d);
	}
	close(fd);
}

int main(void)
{
	from_text.s = malloc(MAX);
	from_binary.s = malloc(MAX);
	if (!from_text.s || !from_binary.s)
		ktap_die("malloc");
	st_quiet();
	make_files();
	test_files();
	test_long_name();
	test_task_and_frames();
	ktap_equal(unclean, 0, "members that don't apply are zero in all runs and pages");
	test_errors();
	test_small_reads(1);
	test_small_reads(7);
	test_small_reads(4096);
	test_mixed();
	st_umount("/mnt/stream");
	return ktap_end();
}
