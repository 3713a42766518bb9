// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * A fault is told of in the mapping that was there when it happened, where the program puts one in
 * another's place, or changes its protection, between two faults.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "ask-faults.h"
#include "ktap.h"
#include "states.h"

#define ROUNDS 60
#define ALL (PROT_READ | PROT_WRITE)
/* What prot of a record has for PROT_WRITE. */
#define WRITE 2

static const unsigned int kinds[] = {
	PAGESNAP_MAP_ANON, PAGESNAP_MAP_SHMEM, PAGESNAP_MAP_ANON, PAGESNAP_MAP_FILE,
};

/* A file that is none of tmpfs, and large enough; it is only read. */
#define DISK "/dev/scratch1"

static int disk = -1;

static char *make(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	madvise(at, FLT_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	disk = open(DISK, O_RDWR | O_CLOEXEC);
	if (disk < 0)
		ktap_die("open");
	return at;
}

static bool is_written(unsigned int round)
{
	return round / 4 % 2;
}

static unsigned int page_of(unsigned int round)
{
	return round * 31 % FLT_PAGES;
}

static void put_in_place(char *at, unsigned int kind, int prot)
{
	int how = kind == PAGESNAP_MAP_ANON ? MAP_PRIVATE : MAP_SHARED;

	if (kind != PAGESNAP_MAP_FILE)
		how |= MAP_ANONYMOUS;
	if (mmap(at, FLT_PAGES * ST_PAGE, prot, MAP_FIXED | how,
		 kind == PAGESNAP_MAP_FILE ? disk : -1, 0) != at)
		abort();
	madvise(at, FLT_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
}

/* One page of each mapping is read, and nothing else happens between. */
static void replace(struct flt_target *t)
{
	char *at = (char *)(uintptr_t)t->at;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		put_in_place(at, kinds[i % 4], is_written(i) ? ALL : PROT_READ);
		(void)*(volatile char *)(at + page_of(i) * ST_PAGE);
	}
}

/* A page that was not there is read before and behind each change. */
static void protect(struct flt_target *t)
{
	char *at = (char *)(uintptr_t)t->at;
	unsigned int i;

	put_in_place(at, PAGESNAP_MAP_ANON, PROT_READ);
	for (i = 0; i < ROUNDS; i++) {
		if (mprotect(at, FLT_PAGES * ST_PAGE, is_written(i) ? ALL : PROT_READ))
			abort();
		(void)*(volatile char *)(at + page_of(i) * ST_PAGE);
	}
}

/* The fault of each round, and whether the mapping that was told of is @kind, and may be written. */
static unsigned int count_good(const struct flt_answer *a, const struct flt_target *t,
			       bool one_kind)
{
	const struct pagesnap_faults_map *map = NULL;
	const struct pagesnap_rec *rec = NULL;
	unsigned int nr = 0, good = 0;

	while ((rec = flt_next(a, rec, 0))) {
		const struct pagesnap_faults_fault *f = (const void *)rec;

		if (rec->type == PAGESNAP_REC_FAULT_MAP)
			map = (const void *)rec;
		if (rec->type != PAGESNAP_REC_FAULT)
			continue;
		good += map && map->kind == (one_kind ? PAGESNAP_MAP_ANON : kinds[nr % 4]) &&
			!(map->prot & WRITE) == !is_written(nr) &&
			flt_vpn(f) - t->at / ST_PAGE == page_of(nr);
		nr++;
	}
	ktap_note("%u faults, %u as they should be", nr, good);
	return nr == ROUNDS ? good : 0;
}

static void test(void (*act)(struct flt_target *t), bool one_kind, const char *what)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = flt_ask_pages(t, "every=1h");

	flt_act(t, act);
	flt_read(a, 500);
	ktap_ok(count_good(a, t, one_kind) == ROUNDS, "%s", what);
	flt_close(a);
	flt_end(t);
}

int main(void)
{
	flt_load();
	test(replace, false, "a fault behind the change of a mapping is told of in the new one");
	test(protect, true, "a fault behind a change of protection is told of with the new one");
	return ktap_end();
}
