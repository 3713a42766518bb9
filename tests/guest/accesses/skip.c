// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=thp disturbs=module,settings always=debug */
/*
 * skip=1 passes over page tables that nobody has used, and tells of the others what a look that
 * passes all tells: the units that were touched, and no others, each there in all samples.  What
 * comes into a table without being walked to is found by the full looks in between, and counted.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define MGLRU "/sys/kernel/mm/lru_gen/enabled"
#define TABLES 64
#define TABLE_PAGES 512
#define TABLE_BYTES (TABLE_PAGES * ST_PAGE)
#define BYTES (TABLES * TABLE_BYTES)

/* Which tables are touched next, in memory that the process shares. */
static volatile uint8_t *touch;
static char mglru[32];

static void restore(void)
{
	if (*mglru)
		st_set(MGLRU, mglru);
}

/* What a fresh boot has differs from kernel to kernel. */
static void stop_mglru(void)
{
	int fd = open(MGLRU, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (read(fd, mglru, sizeof(mglru) - 1) < 0)
		ktap_die(MGLRU);
	close(fd);
	atexit(restore);
	st_set(MGLRU, "0");
}

static char *memory(int advice)
{
	char *at = st_map(BYTES / ST_PAGE + TABLE_PAGES, MAP_PRIVATE);

	at = (char *)(((uintptr_t)at + TABLE_BYTES - 1) & ~(TABLE_BYTES - 1));
	madvise(at, BYTES, advice);
	st_touch(at, BYTES / ST_PAGE);
	return at;
}

static char *small(void)
{
	return memory(MADV_NOHUGEPAGE);
}

static char *huge(void)
{
	return memory(MADV_HUGEPAGE);
}

static void touch_tables(char *at)
{
	unsigned int i;

	for (i = 0; i < TABLES; i++)
		if (touch[i])
			(void)*(volatile char *)(at + i * TABLE_BYTES + 77 * ST_PAGE);
}

static struct acc_target *start(char *(*make)(void))
{
	struct acc_target *t = acc_start(make);

	t->act = touch_tables;
	return t;
}

static int ask_every(const struct acc_target *t, unsigned int every, const char *options)
{
	const char *before;
	char target[64];

	snprintf(target, sizeof(target), "%d %#lx+%lu", t->pid, (unsigned long)t->at / ST_PAGE,
		 BYTES / ST_PAGE);
	return acc_ask_together_every(ACCESSES_TASK, target, every, options, &before);
}

static int ask(const struct acc_target *t, const char *options)
{
	return ask_every(t, 150, options);
}

/* One table of @of is touched. */
static void touch_some(struct acc_target *t, unsigned int of, unsigned int *touched)
{
	unsigned int i;

	for (i = 0; i < TABLES; i++) {
		touch[i] = random() % of == 0;
		touched[i] += touch[i];
	}
	acc_touch(t);
}

static unsigned int count_wrong(const struct acc_target *t, const unsigned int *touched,
				unsigned int of)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < TABLES; i++) {
		const struct acc_heat *h = acc_heat_of(t->at / ST_PAGE + i * TABLE_PAGES);

		if (h && h->accessed == touched[i] && h->of == of)
			continue;
		wrong++;
		ktap_note("table %u: accessed in %u of %u, not %u", i, h ? h->accessed : 0,
			  h ? h->of : 0, touched[i]);
	}
	return wrong;
}

/* What a number of the newest sample is. */
static unsigned long sample_says(const struct acc_round *r, const char *key)
{
	const char *at = strstr(r->text, "sample q="), *next;

	while (at && (next = strstr(at + 1, "sample q=")))
		at = next;
	at = at ? strstr(at, key) : NULL;
	return at ? strtoul(at + strlen(key), NULL, 0) : 0;
}

static void check_looks(const char *what, char *(*make)(void))
{
	struct acc_target *t = start(make);
	unsigned int touched[TABLES] = { 0 }, i;
	struct acc_round r;
	int fd = ask(t, "samples=6 aggregate=6 unit=2M skip=1");

	for (i = 0; i < 5; i++) {
		touch_some(t, i < 4 ? 5 : 1000, touched);
		acc_round(fd, t, 1, &r);
	}
	if (make == small) {
		ktap_equal(sample_says(&r, " passed="), TABLES,
			   "%s: tables that nobody used are passed over", what);
		ktap_equal(sample_says(&r, " entries="), 0, "%s: what is passed over is not looked into", what);
	}
	touch_some(t, 10, touched);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, touched, 6), 0, "%s: tables that were touched, and no others",
		   what);
	ktap_ok(acc_says(&r, " status=complete ") && acc_says(&r, " flushes=14 "),
		"%s: a look flushes twice", what);
	acc_end(t);
}

/* Rounds of one sample: pages of tables that are passed over must not be forgotten. */
static void test_rounds(void)
{
	struct acc_target *t = start(small);
	unsigned int touched[TABLES] = { 0 }, i, wrong = 0;
	struct acc_round r;
	int fd = ask(t, "samples=4 unit=2M skip=1");

	for (i = 0; i < 4; i++) {
		memset(touched, 0, sizeof(touched));
		touch_some(t, 5, touched);
		acc_round(fd, t, 1, &r);
		acc_take_heat(&r, "vpn");
		wrong += count_wrong(t, touched, 1);
	}
	close(fd);
	ktap_equal(wrong, 0, "rounds of one sample: all tables in each of them");
	acc_end(t);
}

static void empty_page(char *at)
{
	madvise(at + 9 * TABLE_BYTES, ST_PAGE, MADV_DONTNEED);
}

/* Another process has a page faulted in: the kernel sets its bit, and no hardware walks to it. */
static void read_of(const struct acc_target *t)
{
	char byte;
	struct iovec local = { .iov_base = &byte, .iov_len = 1 };
	struct iovec remote = {
		.iov_base = (char *)(uintptr_t)t->at + 9 * TABLE_BYTES, .iov_len = 1,
	};

	if (process_vm_readv(t->pid, &local, 1, &remote, 1, 0) != 1)
		ktap_die("process_vm_readv()");
}

static void test_stranded(void)
{
	struct acc_target *t = start(small);
	struct acc_round r;
	int fd;

	t->act = empty_page;
	acc_touch(t);
	fd = ask_every(t, 60, "samples=20 aggregate=20 unit=2M skip=1");
	acc_round(fd, t, 2, &r);
	read_of(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_ok(acc_heat_of(t->at / ST_PAGE + 9 * TABLE_PAGES) &&
		acc_heat_of(t->at / ST_PAGE + 9 * TABLE_PAGES)->accessed == 1,
		"a page that was faulted in for somebody else is found by a full look");
	ktap_ok(acc_says(&r, "stranded:1"), "pages that were found late are counted at the end");
	acc_end(t);
}

/* The page is found by a full look though another session has taken its bit by then. */
static void test_stranded_beside(void)
{
	struct acc_target *t = start(small);
	const struct acc_heat *h;
	struct acc_round r;
	int a, b;

	t->act = empty_page;
	acc_touch(t);
	a = ask_every(t, 100, "samples=20 aggregate=20 unit=2M skip=1");
	acc_round(a, t, 2, &r);
	b = ask_every(t, 300, "samples=1");
	read_of(t);
	acc_rest(b, t, &r);
	acc_rest(a, t, &r);
	acc_take_heat(&r, "vpn");
	h = acc_heat_of(t->at / ST_PAGE + 9 * TABLE_PAGES);
	ktap_ok(h && h->accessed == 1, "a page that another session took is found by a full look");
	acc_end(t);
}

static void empty_table(char *at)
{
	madvise(at + 11 * TABLE_BYTES, TABLE_BYTES, MADV_DONTNEED);
}

static void test_emptied(void)
{
	struct acc_target *t = start(small);
	const struct acc_heat *gone, *stays;
	struct acc_round r;
	int fd = ask_every(t, 60, "samples=20 aggregate=20 unit=2M skip=1");

	acc_round(fd, t, 2, &r);
	t->act = empty_table;
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "vpn");
	gone = acc_heat_of(t->at / ST_PAGE + 11 * TABLE_PAGES);
	stays = acc_heat_of(t->at / ST_PAGE + 13 * TABLE_PAGES);
	ktap_ok(gone && gone->of >= 2 && gone->of < 17,
		"pages that went from a table are told of until a full look");
	ktap_ok(stays && stays->of == 20 && !stays->accessed,
		"pages that stay, and that nobody touches, are told of by all looks");
	acc_end(t);
}

/* 512 VMAs */
static void split_table(char *at)
{
	for (unsigned int i = 0; i < TABLE_PAGES / 2; i++)
		mprotect(at + 5 * TABLE_BYTES + 2 * i * ST_PAGE, ST_PAGE, PROT_READ);
}

static void test_split(void)
{
	struct acc_target *t = start(small);
	unsigned int touched[TABLES] = { 0 };
	struct acc_round r;
	int fd;

	t->act = split_table;
	acc_touch(t);
	t->act = touch_tables;
	fd = ask(t, "samples=3 aggregate=3 unit=2M skip=1");
	acc_round(fd, t, 1, &r);
	acc_round(fd, t, 1, &r);
	ktap_equal(sample_says(&r, " passed="), TABLES, "a table with many VMAs is passed over once");
	touch_some(t, 5, touched);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, touched, 3), 0, "a table with many VMAs is told of");
	acc_end(t);
}

/* Who looked at all because another one passed tables over has missed nothing by that. */
static void test_handover(void)
{
	struct acc_target *t = start(small);
	unsigned int touched[TABLES] = { 0 };
	struct acc_round r;
	int a = ask_every(t, 300, "samples=1 unit=2M skip=1");
	int b = ask_every(t, 900, "samples=1 unit=2M skip=1");

	touch_some(t, 5, touched);
	acc_rest(a, t, &r);
	acc_rest(b, t, &r);
	ktap_ok(!strstr(r.text, "stranded"), "what another session noted is not stranded");
	acc_end(t);
}

static void test_two(void)
{
	struct acc_target *t = start(small);
	unsigned int a_touched[TABLES] = { 0 }, b_touched[TABLES] = { 0 };
	struct acc_round r;
	int a = ask(t, "samples=2 aggregate=2 unit=2M skip=1"), b;

	touch_some(t, 5, a_touched);
	acc_round(a, t, 1, &r);
	b = ask(t, "samples=1 unit=2M skip=1");
	touch_some(t, 5, b_touched);
	acc_rest(b, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, b_touched, 1), 0, "two sessions: the second sees all");
	ktap_equal(sample_says(&r, " passed="), 0, "two sessions: the second passes nothing over");
	for (unsigned int i = 0; i < TABLES; i++)
		a_touched[i] += b_touched[i];
	acc_rest(a, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, a_touched, 2), 0, "two sessions: the first sees all");
	acc_end(t);
}

/* Another session, which takes the bits of pages, leaves notes, and those of tables. */
static void test_beside(void)
{
	struct acc_target *t = start(small);
	unsigned int touched[TABLES] = { 0 };
	struct acc_round r;
	int a = ask_every(t, 900, "samples=1 unit=2M skip=1");
	int b = ask_every(t, 100, "samples=1");

	touch_some(t, 5, touched);
	acc_rest(b, t, &r);
	ktap_ok(acc_says(&r, " status=complete "), "another session has taken what was touched");
	acc_rest(a, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, touched, 1), 0, "what another session took is told of");
	ktap_ok(sample_says(&r, " passed=") > TABLES / 2,
		"what nobody touched is passed over beside another session");
	acc_end(t);
}

/* Return: what is said about a line. */
static const char *answer_to(const char *line)
{
	static char text[8192];
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC);
	ssize_t n;

	text[0] = '\0';
	if (write(fd, line, strlen(line)) > 0) {
		n = read(fd, text, sizeof(text) - 1);
		text[n > 0 ? n : 0] = '\0';
	}
	close(fd);
	return text;
}

static void test_mglru(void)
{
	struct acc_target *t = start(small);
	unsigned int touched[TABLES] = { 0 };
	struct acc_round r;
	char line[64];
	int fd;

	if (!*mglru) {
		ktap_skip("refused where MGLRU uses the same bits", "this kernel is without MGLRU");
		acc_end(t);
		return;
	}
	snprintf(line, sizeof(line), "%d unit=2M skip=1 samples=1\n", t->pid);
	st_set(MGLRU, "7");
	ktap_ok(strstr(answer_to(line), "MGLRU\\040uses\\040the\\040same\\040bits:\\040echo"),
		"refused where MGLRU uses the same bits");
	st_set(MGLRU, "0");
	fd = ask(t, "samples=3 aggregate=3 unit=2M skip=1");
	touch_some(t, 5, touched);
	acc_round(fd, t, 1, &r);
	st_set(MGLRU, "7");
	touch_some(t, 5, touched);
	acc_round(fd, t, 1, &r);
	ktap_ok(acc_says(&r, "MGLRU uses the same bits now") && !sample_says(&r, " passed="),
		"nothing is passed over when MGLRU begins to use them");
	st_set(MGLRU, "0");
	touch_some(t, 5, touched);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "vpn");
	ktap_equal(count_wrong(t, touched, 3), 0, "all that was touched is told of meanwhile");
	acc_end(t);
}

static void test_refused(void)
{
	static const char *const bad[] = {
		"1 skip=1\n", "1 skip=1 unit=1M\n", "1 skip=1 unit=2M flush=0\n",
		"1 skip=1 unit=2M by=pfn\n", "1 skip=2 unit=2M\n",
	};
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		acc_refuses(ACCESSES_TASK, bad[i], EINVAL);
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	touch = ht_shared(TABLES);
	stop_mglru();
	acc_in_time(check_looks("pages", small));
	acc_in_time(check_looks("huge pages", huge));
	acc_in_time(test_rounds());
	acc_in_time(test_stranded());
	acc_in_time(test_stranded_beside());
	acc_in_time(test_emptied());
	acc_in_time(test_split());
	acc_in_time(test_handover());
	acc_in_time(test_two());
	acc_in_time(test_beside());
	acc_in_time(test_mglru());
	test_refused();
	return ktap_end();
}
