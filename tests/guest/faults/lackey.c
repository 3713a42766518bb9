// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=programs disturbs=module machine=turns timeout=900 */
/*
 * What is told of the heap of real programs, with window=1, is what valgrind's lackey saw them
 * reference there, in order.
 *
 * That is another run, in which code, libraries and the stack are elsewhere, and what mmap() gives,
 * too.  The heap has another address as well, but is made by the same calls of malloc(), and so the
 * same in both if the program's work depends on no address.
 */
#include <stdlib.h>
#include <unistd.h>

#include "ktap.h"
#include "lackey.h"
#include "real-program.h"
#include "referenced.h"
#include "states.h"

#define VALGRIND RP_PROGRAMS "valgrind/valgrind"

static void test_heap(const struct rp_program *p)
{
	struct wm_question q = { .window = 1, .lacks_kernel = true };
	struct wm_told *told;
	struct flt_answer *a;
	struct rp_started s;
	struct wm_sums sums;
	uint64_t *log, pages;
	char what[64];
	size_t i;

	rp_start(&s, p);
	a = rp_ask(&s, true, "every=1h window=1");
	rp_go(&s);
	told = rp_end(&s, a, &q.nr);
	log = lackey_heap(VALGRIND, p->argv, &q.entries, &pages);
	for (i = 0; i < q.nr; i++)
		told[i].vpn -= s.heap.from - 1;
	for (i = 0; i < q.entries; i++)
		log[i] += 1 << REF_FLAG_BITS;
	q.told = told;
	q.log = log;
	sums = wm_compare(&q);
	snprintf(what, sizeof(what), "%s, heap of %lu pages", p->name, pages);
	rp_judge(what, a, &q, &sums);
	free(told);
	free(log);
	flt_close(a);
}

int main(void)
{
	if (access(VALGRIND, X_OK))
		ktap_skip_all("no valgrind here: tests/vm/run --tcg single --programs");
	st_quiet();
	flt_load();
	rp_make_files();
	setenv("VALGRIND_LIB", RP_PROGRAMS "valgrind", 1);
	setenv("LD_LIBRARY_PATH", RP_PROGRAMS "lib", 1);
	test_heap(&rp_sort);
	test_heap(&rp_sqlite);
	return ktap_end();
}
