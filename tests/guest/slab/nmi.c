// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=- disturbs=module machine=turns,debug-turns always=debug */
/*
 * NMIs come wherever they want, within our probes, too, and what is allocated in them is counted and
 * left: nothing waits for itself, and what was amid being counted is right.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-slab.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define NR 500
#define AT_ONCE 25
#define NMIS "/sys/module/pagesnap_alloc/parameters/nmis"
/* An allocation and a free, that tracepoints tell of. */
#define TOLD 2

/* The stack of each allocation is saved within our probe, and an NMI comes there. */
static void test_within(void)
{
	struct slab_round r = {
		.file = SLAB_EVENTS, .ms = 3000, .options = "stack=4 site=pagesnap_test_kmalloc"
	};
	uint64_t nmis = 0;
	const char *end;

	while (slab_round(&r)) {
		nmis = or_number(NMIS, "");
		if (slab_do("nmi_within", "1")) {
			ktap_skip("NMIs within a probe", "stack_trace_save() can't be probed");
			slab_close(r.answer);
			return;
		}
		slab_alloc("kmalloc", NR, 64);
		slab_free("kmalloc", NR);
		slab_do("nmi_within", "0");
		nmis = or_number(NMIS, "") - nmis;
	}
	end = slab_line(slab_rest(r.answer), "end");
	ktap_ok(nmis >= NR, "an NMI comes within each probe of an allocation");
	ktap_ok(slab_why(end, "nested") >= TOLD * nmis, "what NMIs within probes tell is counted");
	ktap_equal(slab_number(end, "allocs"), NR, "allocations that NMIs came amid are seen");
	ktap_equal(slab_number(end, "frees"), NR, "frees are seen between NMIs");
	ktap_note("%llu NMIs, %.300s", (unsigned long long)nmis, end);
	slab_close(r.answer);
}

/**
 * struct shared - what both processes have
 * @rounds: of allocations
 * @stop: no more of them
 */
struct shared {
	volatile unsigned int rounds;
	volatile bool stop;
};

static pid_t allocate_on(int cpu, struct shared *shared)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	st_run_on(cpu);
	for (; !shared->stop; shared->rounds++) {
		slab_alloc("kmalloc", 1000, 64);
		slab_free("kmalloc", 1000);
	}
	_exit(0);
}

/* The other CPU allocates and frees all the while.  Return: an error. */
static int send_nmis(struct shared *shared)
{
	unsigned int i;
	int err = 0;
	pid_t pid;

	*shared = (struct shared){ 0 };
	pid = allocate_on(1, shared);
	ht_reaches(&shared->rounds, 1, 20000);
	for (i = 0; i < NR / AT_ONCE && !err; i++) {
		err = slab_do("nmi", "1 25");
		usleep(20000);
	}
	shared->stop = true;
	waitpid(pid, NULL, 0);
	return err;
}

static void test_anywhere(void)
{
	struct slab_round r = {
		.file = SLAB_SITES, .ms = 8000, .options = "site=pagesnap_test_kmalloc"
	};
	struct shared *shared = ht_shared(sizeof(*shared));
	const char *text, *sum;
	uint64_t nmis = 0;
	int err = 0;

	st_run_on(0);
	while (slab_round(&r)) {
		nmis = or_number(NMIS, "");
		err = send_nmis(shared);
		nmis = or_number(NMIS, "") - nmis;
	}
	ktap_equal(err, 0, "each NMI is over before the next");
	text = slab_rest(r.answer);
	sum = slab_line(text, "site-sum");
	ktap_equal(nmis, NR, "as many NMIs come as are sent");
	ktap_ok(slab_why(slab_line(text, "end"), "nested") >= TOLD * NR,
		"what NMIs tell that come anywhere is counted");
	ktap_equal(slab_number(sum, "allocs"), shared->rounds * 1000ull,
		   "no allocation is counted twice, nor left out, while NMIs come");
	ktap_ok(shared->rounds > 2, "objects come and go between NMIs");
	ktap_equal(slab_number(sum, "frees"), slab_number(sum, "allocs"), "no free is either");
	ktap_note("%u rounds, %.300s", shared->rounds, slab_line(text, "end"));
	slab_close(r.answer);
}

int main(void)
{
	slab_load();
	test_within();
	test_anywhere();
	return ktap_end();
}
