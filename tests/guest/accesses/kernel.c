// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=- disturbs=module,settings always=debug */
/*
 * kernel=1 of pfn_index tells what the kernel itself accesses through its direct map.  A module
 * of the tests has memory there that nobody else knows, and touches what it is told to: these
 * frames were accessed, as far as one entry maps them, and no others.  Entries are split
 * meanwhile, modules come and go, and memory gets scarce.  Where the kernel can merge entries
 * again, nothing is looked at, and that is told.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "ask-numbers.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define PARAMETERS "/sys/module/pagesnap_direct/parameters/"
#define BLOCKS 4
#define BLOCK_PAGES 512
/* Levels of the kernel's walk. */
#define LEVEL_4K 1
#define LEVEL_2M 2

static const struct module direct = { "pagesnap_direct", "/payload/modules/pagesnap_direct.ko" };

static struct block {
	unsigned long first;
	unsigned int level;
} blocks[BLOCKS];

static void unload(void)
{
	module_unload(direct.name);
}

static void find_blocks(void)
{
	FILE *f = fopen(PARAMETERS "blocks", "re");
	unsigned int i;

	for (i = 0; i < BLOCKS; i++)
		if (!f || fscanf(f, "%li %u", (long *)&blocks[i].first, &blocks[i].level) != 2)
			ktap_die(PARAMETERS "blocks");
	fclose(f);
}

static void load(void)
{
	int err = module_load(&direct, "");

	if (err)
		ktap_die("%s can't be loaded: errno %d", direct.file, err);
	ht_at_exit(unload);
	find_blocks();
}

static void touch(unsigned int block, unsigned int page)
{
	char text[32];

	snprintf(text, sizeof(text), "%u %u", block, page);
	st_set(PARAMETERS "touch", text);
}

/* A session on frames of a block. */
static int ask(unsigned int block, unsigned int from, unsigned int nr, const char *options)
{
	char target[64], line[128];
	const char *before;

	snprintf(target, sizeof(target), "%#lx+%u", blocks[block].first + from, nr);
	snprintf(line, sizeof(line), "kernel=1 %s", options);
	return acc_ask_together(ACCESSES_PFN, target, line, &before);
}

static void rest(int fd, struct acc_round *r)
{
	static const struct acc_target nobody;

	acc_rest(fd, &nobody, r);
	acc_take_heat(r, "pfn");
}

/* Is there one record of the kernel's heat, for @nr pages, with these words? */
static bool tells(const struct acc_round *r, unsigned long first, unsigned int nr,
		  const char *words)
{
	char line[160];

	snprintf(line, sizeof(line), "\nheat  q=1 pfn=%#lx nr=%u %s kind=- map=direct\n", first, nr,
		 words);
	return acc_says(r, line);
}

static void test_large(void)
{
	unsigned long first = blocks[0].first;
	struct acc_round r;
	int fd;

	ktap_equal(blocks[0].level, LEVEL_2M, "one entry maps a block");
	fd = ask(0, 0, BLOCK_PAGES, "samples=1");
	touch(0, 300);
	rest(fd, &r);
	ktap_ok(tells(&r, first, BLOCK_PAGES, "accessed=1 of=1 dirtied=- age=0 order=9 node=0"),
		"one touched page of a large entry: all that it maps was accessed");
	ktap_ok(acc_says(&r, "\nwss   q=1 pid=- n=1 of=1 pages=512 never=0 accessed=1:512 map=direct\n"),
		"the working set of the kernel is another one");
	fd = ask(2, 0, BLOCK_PAGES, "samples=1");
	touch(0, 300);
	rest(fd, &r);
	ktap_ok(tells(&r, blocks[2].first, BLOCK_PAGES,
		      "accessed=0 of=1 dirtied=- age=1+ order=9 node=0"),
		"a large entry that nobody touches wasn't accessed");
	fd = ask(0, 100, 50, "samples=1");
	touch(0, 300);
	rest(fd, &r);
	ktap_ok(tells(&r, first + 100, 50, "accessed=1 of=1 dirtied=- age=0 order=9 node=0"),
		"no frame outside of the range is told of");
}

static void test_small(void)
{
	unsigned int i, sample, wrong = 0, touched[BLOCK_PAGES] = { 0 };
	static const struct acc_target nobody;
	struct acc_round r;
	int fd;

	ktap_equal(blocks[1].level, LEVEL_4K, "each page of a block has an entry");
	fd = ask(1, 0, BLOCK_PAGES, "samples=3 aggregate=3");
	for (sample = 1; sample <= 3; sample++) {
		for (i = 0; i < BLOCK_PAGES; i++) {
			if (random() % 4)
				continue;
			touch(1, i);
			touched[i]++;
		}
		if (sample < 3)
			acc_round(fd, &nobody, 1, &r);
	}
	rest(fd, &r);
	for (i = 0; i < BLOCK_PAGES; i++) {
		const struct acc_heat *h = acc_heat_of(blocks[1].first + i);

		wrong += !h || h->accessed != touched[i] || h->of != 3;
	}
	ktap_equal(wrong, 0, "small entries: touched frames, as often as they were, and no others");
	ktap_ok(acc_says(&r, " order=0 "), "one entry each");
}

/* What one bit told of all pages is told of each. */
static void test_split(void)
{
	struct acc_round r;
	int fd;

	fd = ask(2, 0, BLOCK_PAGES, "samples=1");
	touch(2, 7);
	st_set(PARAMETERS "split", "2");
	find_blocks();
	ktap_equal(blocks[2].level, LEVEL_4K, "an entry was split between two looks");
	rest(fd, &r);
	ktap_ok(tells(&r, blocks[2].first, BLOCK_PAGES,
		      "accessed=1 of=1 dirtied=- age=0 order=0 node=0"),
		"all pages of an accessed entry that was split were accessed");
	fd = ask(2, 0, BLOCK_PAGES, "samples=1");
	touch(2, 7);
	rest(fd, &r);
	ktap_ok(acc_heat_of(blocks[2].first + 7) && acc_heat_of(blocks[2].first + 7)->accessed == 1 &&
		acc_heat_of(blocks[2].first + 8) && !acc_heat_of(blocks[2].first + 8)->accessed,
		"behind the next look only the touched one was");
}

static void test_alone(void)
{
	static const char line[] = "0+1 kernel=1 samples=1\n";
	int fd = ask(0, 0, 1, "samples=9"), other = open(ACCESSES_PFN, O_RDWR | O_CLOEXEC);
	static const struct acc_target nobody;
	struct acc_round r;

	if (write(other, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("write");
	acc_rest(other, &nobody, &r);
	ktap_ok(acc_says(&r, "errno=EBUSY ") &&
		acc_says(&r, "another\\040answer\\040looks\\040at\\040the\\040direct\\040map"),
		"one answer at a time looks at the direct map");
	close(fd);
	fd = ask(0, 0, 1, "samples=1");
	acc_rest(fd, &nobody, &r);
	ktap_ok(acc_says(&r, " status=complete "), "the next one may when it is closed");
}

static void test_refused(void)
{
	acc_refuses(ACCESSES_PFN, "0- kernel=1 flush=0\n", EINVAL);
	acc_refuses(ACCESSES_PFN, "0- kernel=2\n", EINVAL);
	acc_refuses(ACCESSES_TASK, "1 kernel=1\n", EINVAL);
	acc_refuses(ACCESSES_TASK, "1 by=pfn kernel=1\n", EINVAL);
	acc_refuses(ACCESSES_FILE, "/bin/sh kernel=1\n", EINVAL);
}

/* Modules, whose text is made read-only and back, and memory that is asked for and given back. */
static void disturb(void)
{
	unsigned int i;

	for (i = 0; i < 16; i++) {
		char *at = st_map(8192, MAP_PRIVATE);

		st_set(PARAMETERS "churn", "4");
		st_touch(at, 8192);
		munmap(at, 8192 * ST_PAGE);
		if (!module_load(&numbers, ""))
			module_unload(numbers.name);
	}
}

/* Whether the kernel stands it, its log says, which whoever started the machine reads. */
static void test_stress(void)
{
	static const struct acc_target nobody;
	const char *before;
	struct acc_round r;
	int fd, status;
	pid_t pid;

	fd = acc_ask_together_every(ACCESSES_PFN, "0-", 50,
				    "kernel=1 for=10s aggregate=100 unit=2M", &before);
	pid = fork();
	if (!pid) {
		disturb();
		_exit(0);
	}
	acc_rest(fd, &nobody, &r);
	waitpid(pid, &status, 0);
	ktap_ok(WIFEXITED(status) && !WEXITSTATUS(status), "entries are split while they are looked at");
	ktap_ok(acc_says(&r, "\nend   q=1 status="), "the answer comes to its end");
}

/* Of all frames nothing is known, and nothing of the direct map is touched. */
static void test_unknown(void)
{
	const char *before;
	struct acc_round r;
	char line[160];
	int fd;

	fd = acc_ask_together(ACCESSES_PFN, "0x100+16", "kernel=1 samples=1", &before);
	ktap_ok(strstr(before, "this kernel merges entries"), "a note says why nothing is known");
	rest(fd, &r);
	snprintf(line, sizeof(line),
		 "\nspan  q=1 start=0x100 end=0x110 map=direct\n"
		 "heat  q=1 pfn=0x100 nr=16 accessed=? of=? dirtied=- age=? order=? node=? kind=- map=direct\n");
	ktap_ok(acc_says(&r, line), "what the kernel accesses isn't known");
}

/* The kernel counts how often it merges entries if it does. */
static bool may_merge(void)
{
	char line[256];
	FILE *f = fopen("/proc/vmstat", "re");
	bool may = false;

	while (f && fgets(line, sizeof(line), f))
		may |= !!strstr(line, "direct_map_level2_collapses");
	if (f)
		fclose(f);
	return may;
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	test_refused();
	if (may_merge()) {
		test_unknown();
		return ktap_end();
	}
	load();
	acc_in_time(test_large());
	acc_in_time(test_small());
	acc_in_time(test_split());
	acc_in_time(test_alone());
	test_stress();
	return ktap_end();
}
