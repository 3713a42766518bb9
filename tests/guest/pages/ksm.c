// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=memory,tasks needs=ksm,swap disturbs=disks,settings,memory */
/*
 * Pages that KSM has merged: one frame that stands in many entries of a page
 * table.  That several entries have one frame is what pagemap shows, so nobody
 * has to be believed that they are merged.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define KSM	"/sys/kernel/mm/ksm/"
#define SWAP	"/dev/scratch0"
#define PAGES	64UL
/* Contents that there are; page i has number i % KINDS. */
#define KINDS	4UL

static uint64_t entries[PAGES];

static void fill(char *at)
{
	for (unsigned long i = 0; i < PAGES; i++)
		memset(at + i * ST_PAGE, 0x51 + i % KINDS, ST_PAGE);
}

static bool is_merged(const char *at)
{
	or_pagemap(getpid(), (uint64_t)at / ST_PAGE, PAGES, entries);
	for (unsigned long i = 0; i < PAGES; i++)
		if (!PM_PRESENT(entries[i]) || PM_PFN(entries[i]) != PM_PFN(entries[i % KINDS]))
			return false;
	return PM_PFN(entries[0]) != PM_PFN(entries[1]);
}

/* Return: false if the kernel does not merge them in time. */
static bool merge(char *at, unsigned long pages, bool (*is_merged)(const char *at))
{
	bool merged = false;

	if (madvise(at, pages * ST_PAGE, MADV_MERGEABLE))
		return false;
	st_set(KSM "pages_to_scan", "10000");
	st_set(KSM "sleep_millisecs", "5");
	st_set(KSM "run", "1");
	for (int i = 0; i < 600 && !merged; i++) {
		usleep(100000);
		merged = is_merged(at);
	}
	/* no longer, but what is merged stays; the rest as it is by default */
	st_set(KSM "run", "0");
	st_set(KSM "pages_to_scan", "100");
	st_set(KSM "sleep_millisecs", "20");
	return merged && is_merged(at);
}

static void check_task(const char *at)
{
	uint64_t vpn = (uint64_t)at / ST_PAGE, wrong_frame = 0, wrong_kind = 0, wrong_count = 0, i;
	struct ps_answer *a = ps_ask("task_index", "%d 0x%llx+%lu group=page", getpid(),
				     (unsigned long long)vpn, PAGES);

	ktap_equal(a->nr, PAGES, "by process: each page comes");
	for (i = 0; i < a->nr && i < PAGES; i++) {
		const struct ps_item *item = &a->items[i];

		wrong_frame += item->at != vpn + i || item->pfn != PM_PFN(entries[i]);
		wrong_kind += strcmp(item->kind, "ksm") || !(item->flags & PS_KSM);
		wrong_count += item->map[0] != or_kpage_one("kpagecount", item->pfn);
	}
	ktap_equal(wrong_frame, 0, "by process: frames are those of pagemap");
	ktap_equal(wrong_kind, 0, "by process: kind=ksm, with the flag");
	ktap_equal(wrong_count, 0, "by process: map counts are those of kpagecount");
	ps_free(a);
}

static void check_frame(unsigned long nth)
{
	uint64_t pfn = PM_PFN(entries[nth]), want = or_kpage_one("kpageflags", pfn);
	struct ps_answer *a = ps_ask("pfn_index", "0x%llx group=page", (unsigned long long)pfn);
	const struct ps_item *item = a->items;

	if (ktap_ok(a->nr == 1 && item->what == PS_PAGE && item->pfn == pfn,
		    "frame %lu: comes", nth)) {
		ktap_ok(!strcmp(item->kind, "ksm"), "frame %lu: kind=%s", nth, item->kind);
		ktap_equal(item->flags & (PS_KSM | PS_ANON | PS_MMAP),
			   want & (PS_KSM | PS_ANON | PS_MMAP), "frame %lu: flags", nth);
		ktap_equal(item->map[0], PAGES / KINDS, "frame %lu: is mapped as often", nth);
	}
	ps_free(a);
}

/* Who writes gets a page of his own. */
static void check_written(char *at)
{
	uint64_t vpn = (uint64_t)at / ST_PAGE, entry;
	struct ps_answer *a;

	*at = 'x';
	or_pagemap(getpid(), vpn, 1, &entry);
	a = ps_ask("task_index", "%d 0x%llx group=page", getpid(), (unsigned long long)vpn);
	ktap_ok(a->nr == 1 && !strcmp(a->items[0].kind, "anon") && !(a->items[0].flags & PS_KSM) &&
		a->items[0].pfn == PM_PFN(entry), "a page that was written to is anon again");
	ps_free(a);
	a = ps_ask("pfn_index", "0x%llx group=page", (unsigned long long)PM_PFN(entries[0]));
	ktap_ok(a->nr == 1 && a->items[0].map[0] == PAGES / KINDS - 1,
		"a merged frame that was written to has one user less");
	ps_free(a);
}

/*
 * Sums count pages by the words of those before.  Pages of two kinds, at the end of a stretch that
 * is read at once (64 entries), and then one that is swapped out between two of the second kind.
 */
#define MIXED	68UL
#define ALONE	66UL

static char mixed_kind(unsigned long i)
{
	return i == ALONE ? 'z' : i == 0 || i == 2 ? 'x' : 'y';
}

static bool mixed_is_merged(const char *at)
{
	uint64_t mixed[MIXED];

	or_pagemap(getpid(), (uint64_t)at / ST_PAGE, MIXED, mixed);
	for (unsigned long i = 0; i < MIXED; i++)
		if (i != ALONE && (!PM_PRESENT(mixed[i]) ||
				   PM_PFN(mixed[i]) != PM_PFN(mixed[mixed_kind(i) == 'x' ? 0 : 1])))
			return false;
	return PM_PFN(mixed[0]) != PM_PFN(mixed[1]);
}

static void check_mixed(void)
{
	char *at = st_map(MIXED, MAP_PRIVATE);
	const struct ps_rec *vma;
	struct ps_answer *a;

	for (unsigned long i = 0; i < MIXED; i++)
		memset(at + i * ST_PAGE, mixed_kind(i), ST_PAGE);
	st_swapon(SWAP);
	if (!merge(at, MIXED, mixed_is_merged) || st_swap_out(at + ALONE * ST_PAGE, 1) != 1) {
		ktap_skip("sums of merged pages around a swapped one", "they are not merged and swapped");
	} else {
		a = ps_ask("task_index", "%d 0x%llx+%lu group=object", getpid(),
			   (unsigned long long)at / ST_PAGE, MIXED);
		vma = ps_object(a, "vma", 0);
		ktap_equal(vma ? ps_num(vma, "pss") / 1024 : 0, or_smaps(getpid(), (uint64_t)at, "Pss"),
			   "sums of merged pages around a swapped one: Pss as smaps has it");
		ps_free(a);
	}
	munmap(at, MIXED * ST_PAGE);
	st_swapoff(SWAP);
}

int main(void)
{
	char *at = st_map(PAGES, MAP_PRIVATE);

	if (access(KSM "run", W_OK))
		ktap_skip_all("no KSM");
	st_quiet();
	/* of a huge page no part is merged */
	madvise(at, PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	fill(at);
	if (!merge(at, PAGES, is_merged))
		ktap_skip_all("the kernel has not merged them");
	check_task(at);
	for (unsigned long i = 0; i < KINDS; i++)
		check_frame(i);
	check_written(at);
	check_mixed();
	return ktap_end();
}
