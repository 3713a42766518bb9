// SPDX-License-Identifier: GPL-2.0
/* What viewers of one memory have cleared, and must tell each other. */
#include "unit.h"
#include "accesses/untold.h"

#define TABLE 7
#define FIRST (TABLE * (u64)PAGESNAP_UNTOLD_PAGES)
/* Above 32 bits, as on a machine with more than 16 TiB. */
#define FRAME 0xab12345678ULL

enum { A, B, C };

static struct pagesnap_untold untold;
static struct pagesnap_visit visit;

static void add(u32 i, u64 frame, u32 viewers)
{
	pagesnap_untold_add(&untold, FIRST + i, frame, viewers);
}

/* A viewer visits some pages of the table. */
static void come(u32 viewer, u32 first, u32 nr)
{
	pagesnap_visit_begin(&visit, FIRST + first, nr);
	pagesnap_untold_read(&untold, viewer, &visit);
}

static enum pagesnap_told see(u32 i, u64 frame)
{
	return pagesnap_visit_see(&visit, FIRST + i, frame, false);
}

static void go(u32 viewer)
{
	pagesnap_untold_told(&untold, viewer, &visit);
}

static void test_told(void)
{
	memset(&untold, 0, sizeof(untold));
	add(3, FRAME, 1 << B | 1 << C);
	add(511, FRAME + 1, 1 << B);
	ktap_equal(untold.nr, 2, "two pages are untold");
	come(A, 0, PAGESNAP_UNTOLD_PAGES);
	ktap_ok(!visit.shared && see(3, FRAME) == PAGESNAP_TOLD_NOTHING,
		"who cleared it isn't told");
	come(B, 0, PAGESNAP_UNTOLD_PAGES);
	ktap_ok(visit.shared && see(3, FRAME) == PAGESNAP_TOLD_ACCESSED &&
		see(511, FRAME + 1) == PAGESNAP_TOLD_ACCESSED, "another is told of both");
	ktap_ok(see(4, FRAME) == PAGESNAP_TOLD_NOTHING, "nothing is told of pages beside them");
	go(B);
	ktap_equal(untold.nr, 1, "a third must still be told of one");
	come(B, 0, PAGESNAP_UNTOLD_PAGES);
	ktap_ok(see(3, FRAME) == PAGESNAP_TOLD_NOTHING, "none is told twice");
	come(C, 3, 1);
	ktap_ok(see(3, FRAME) == PAGESNAP_TOLD_ACCESSED, "a visit may have one page alone");
	go(C);
	ktap_equal(untold.nr, 0, "nothing is untold");
}

static void test_moved(void)
{
	memset(&untold, 0, sizeof(untold));
	add(3, FRAME, 1 << B);
	add(4, FRAME, 1 << B);
	come(B, 0, 8);
	ktap_ok(see(3, FRAME + (1ULL << 32)) == PAGESNAP_TOLD_MOVED,
		"another frame is another page, by its high bits, too");
	ktap_ok(pagesnap_visit_see(&visit, FIRST + 4, FRAME + 9, true) == PAGESNAP_TOLD_MOVED &&
		visit.state[4] & PAGESNAP_VISIT_FOUND && visit.frame[4] == FRAME + 9,
		"what it finds itself is in the frame where it is");
	go(B);
	ktap_equal(untold.nr, 0, "what moved is not told of later");
	add(3, FRAME, 1 << B);
	add(3, FRAME + 1, 1 << B | 1 << C);
	ktap_equal(untold.nr, 1, "a page counts once");
	come(B, 0, 8);
	ktap_ok(see(3, FRAME + 1) == PAGESNAP_TOLD_ACCESSED, "the last that was there is told of");
}

static void test_kept(void)
{
	memset(&untold, 0, sizeof(untold));
	add(3, FRAME, 1 << B);
	add(4, FRAME, 1 << B);
	come(B, 2, 8);
	pagesnap_visit_keep(&visit, FIRST + 3);
	ktap_ok(see(3, FRAME) == PAGESNAP_TOLD_NOTHING, "a page that is away is not told of");
	go(B);
	come(B, 2, 8);
	ktap_ok(see(3, FRAME) == PAGESNAP_TOLD_ACCESSED && see(4, FRAME) == PAGESNAP_TOLD_NOTHING,
		"a page is told of when it is back");
}

static void test_dropped(void)
{
	u32 i;

	memset(&untold, 0, sizeof(untold));
	for (i = 0; i < PAGESNAP_UNTOLD_PAGES; i++)
		add(i, FRAME + i, i % 2 ? 1 << A | 1 << B : 1 << B);
	pagesnap_untold_drop(&untold, B, 100, 200);
	ktap_equal(untold.nr, PAGESNAP_UNTOLD_PAGES - 50, "who drops some has the others");
	come(B, 99, 2);
	ktap_ok(see(99, FRAME + 99) == PAGESNAP_TOLD_ACCESSED &&
		see(100, FRAME + 100) == PAGESNAP_TOLD_NOTHING, "from the first one on");
	come(A, 101, 1);
	ktap_ok(see(101, FRAME + 101) == PAGESNAP_TOLD_ACCESSED, "another has its own");
	pagesnap_untold_drop(&untold, B, 0, PAGESNAP_UNTOLD_PAGES);
	pagesnap_untold_drop(&untold, A, 0, PAGESNAP_UNTOLD_PAGES);
	ktap_equal(untold.nr, 0, "nothing is left of either");
}

int main(void)
{
	test_told();
	test_moved();
	test_kept();
	test_dropped();
	return ktap_end();
}
