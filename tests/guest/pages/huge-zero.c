// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=memory,tasks,frames needs=thp disturbs=settings */
/*
 * The huge zero folio, which nothing exported names: mapped where a huge page
 * of anonymous memory was only read, found by process and by frame.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define ENABLED "/sys/kernel/mm/transparent_hugepage/enabled"

/* Its first frame, 0 if reading maps something else. */
static uint64_t map_it(char *at)
{
	uint64_t entry[2];

	if (madvise(at, ST_HUGE, MADV_HUGEPAGE))
		return 0;
	*(volatile char *)at;
	or_pagemap(getpid(), (uint64_t)at / ST_PAGE, 2, entry);
	if (!PM_PRESENT(entry[1]) || PM_PFN(entry[1]) != PM_PFN(entry[0]) + 1 ||
	    !(or_kpage_one("kpageflags", PM_PFN(entry[0])) & PS_ZERO_PAGE))
		return 0;
	return PM_PFN(entry[0]);
}

static bool is_known(const struct ps_item *item, uint64_t at, uint64_t pfn)
{
	return item && item->at == at && item->nr == ST_HUGE_PAGES && item->pfn == pfn &&
	       item->order == 9 && !strcmp(item->kind, "zero") && item->flags & PS_ZERO_PAGE;
}

static void check_task(char *at, uint64_t pfn)
{
	uint64_t vpn = (uint64_t)at / ST_PAGE;
	struct ps_answer *a = ps_ask("task_index", "%d 0x%llx+512", getpid(),
				     (unsigned long long)vpn);
	struct ps_answer *part = ps_ask("task_index", "%d 0x%llx+7", getpid(),
					(unsigned long long)vpn + 100);

	ktap_equal(a->nr, 1, "by process: one run");
	ktap_ok(a->nr == 1 && is_known(&a->items[0], vpn, pfn),
		"by process: kind=zero, of one folio");
	ktap_ok(a->nr == 1 && a->items[0].map_order == 9, "by process: by one entry");
	ktap_ok(part->nr == 1 && part->items[0].pfn == pfn + 100 && part->items[0].nr == 7 &&
		!strcmp(part->items[0].kind, "zero"), "by process: a part of it");
	ps_free(part);
	ps_free(a);
}

/* By number, it can't be distinguished from other memory of the kernel: not wrongly, either. */
static void check_frame(uint64_t pfn)
{
	struct ps_answer *a = ps_ask("pfn_index", "0x%llx+512", (unsigned long long)pfn);

	ktap_ok(a->nr == 1 && a->items[0].nr == ST_HUGE_PAGES && a->items[0].order == 9,
		"by frame: one folio");
	ktap_ok(a->nr == 1 && (!strcmp(a->items[0].kind, "zero") || !strcmp(a->items[0].kind, "kernel")),
		"by frame: kind=%s", a->nr ? a->items[0].kind : "");
	ps_free(a);
}

int main(void)
{
	char *at = st_map(2 * ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t pfn;

	if (access(ENABLED, F_OK))
		ktap_skip_all("no huge pages");
	st_quiet();
	/* put back by the shell, which reads the brackets better */
	st_run("sed 's/.*\\[\\(.*\\)\\].*/\\1/' " ENABLED " >/tmp/thp-was");
	st_set(ENABLED, "madvise");
	pfn = map_it(at);
	st_run("cat /tmp/thp-was >" ENABLED);
	if (!pfn)
		ktap_skip_all("the kernel does not map it");
	check_task(at, pfn);
	check_frame(pfn);
	return ktap_end();
}
