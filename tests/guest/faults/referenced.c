// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=references disturbs=module,settings machine=referenced addresses=random timeout=900 */
/*
 * What is told of real programs, from their first instruction on, is what the emulator saw them
 * reference, in order: each page that window=8 says, over all their memory; each page that window=1
 * says, in their heap; and the first of each page behind each sweep, if sweeps are all there is.
 *
 * A program has random addresses, so that the emulator can tell it from all others by them.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "real-program.h"
#include "referenced.h"
#include "states.h"

static void log_all(const struct rp_started *s)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		ref_say("range %" PRIx64 " %" PRIx64, s->map[i].from, s->map[i].to);
	ref_say("begin");
}

static void log_heap(const struct rp_started *s)
{
	ref_say("range %" PRIx64 " %" PRIx64, s->heap.from, s->heap.to);
	ref_say("begin");
}

static void compare(struct flt_answer *a, const struct rp_started *s, const char *what,
		    unsigned int window)
{
	struct wm_question q = {
		.window = window, .kept = s->kept, .nr_kept = s->nr_kept,
	};
	struct wm_told *told = rp_end(s, a, &q.nr);
	uint64_t *log = ref_end(&q.entries);
	struct wm_sums sums;

	q.told = told;
	q.log = log;
	sums = wm_compare(&q);
	rp_judge(what, a, &q, &sums);
	free(told);
	free(log);
	flt_close(a);
}

static void test_window(const struct rp_program *p, unsigned int window, bool of_heap)
{
	char options[64], what[64];
	struct flt_answer *a;
	struct rp_started s;

	rp_start(&s, p);
	snprintf(what, sizeof(what), "%s, window=%u%s", p->name, window, of_heap ? ", heap" : "");
	snprintf(options, sizeof(options), "every=1h window=%u", window);
	a = rp_ask(&s, of_heap, options);
	if (of_heap)
		log_heap(&s);
	else
		log_all(&s);
	rp_go(&s);
	compare(a, &s, what, window);
}

/* The reader makes pages fault, when it reads: the program stands still meanwhile. */
static bool run_for_a_while(const struct rp_started *s)
{
	siginfo_t info = { 0 };

	kill(s->pid, SIGCONT);
	usleep(50000);
	kill(s->pid, SIGSTOP);
	if (waitid(P_PID, s->pid, &info, WSTOPPED | WEXITED | WNOWAIT))
		ktap_die("waitid");
	return info.si_code == CLD_STOPPED;
}

static void test_sweeps(const struct rp_program *p)
{
	unsigned int sweeps;
	struct flt_answer *a;
	struct rp_started s;
	char what[64];

	rp_start(&s, p);
	a = rp_ask(&s, false, "every=1s");
	log_all(&s);
	kill(s.pid, SIGSTOP);
	rp_go(&s);
	while (run_for_a_while(&s)) {
		for (sweeps = a->sweeps; !a->has_end && a->sweeps == sweeps;)
			flt_read(a, 10);
		ref_say("mark");
	}
	snprintf(what, sizeof(what), "%s, %u sweeps", p->name, a->sweeps);
	ktap_ok(a->sweeps > 2, "%s: there are several", what);
	compare(a, &s, what, 0);
}

int main(void)
{
	st_set("/sys/kernel/mm/transparent_hugepage/enabled", "never");
	st_set("/sys/kernel/debug/fault_around_bytes", "4096");
	ref_begin();
	st_quiet();
	flt_load();
	rp_make_files();
	test_sweeps(&rp_compiler);
	test_window(&rp_sqlite, 1, true);
	test_window(&rp_sort, 8, false);
	test_window(&rp_sqlite, 8, false);
	test_window(&rp_python, 8, false);
	test_window(&rp_compiler, 8, false);
	return ktap_end();
}
