// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=- disturbs=module machine=turns */
/*
 * Sums of the only answer are counted in another way than those of one beside others: that is never
 * seen in what is told, nor that the way changes while objects are alive.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "states.h"

#define NR 480
#define LIFETIMES 32

static const char *sum_of(const char *text)
{
	return slab_sum(text, "site-sum", slab_id(text, "site", "pagesnap_test_kmalloc+"));
}

/* What frees are told by lifetime, from the @from-th on. */
static uint64_t lived(const char *sum, unsigned int from)
{
	const char *at = sum ? strstr(sum, " lifetimes=") : NULL;
	unsigned long n;
	uint64_t nr = 0;
	unsigned int i;
	int len;

	if (!at)
		return 0;
	at += strlen(" lifetimes=");
	for (i = 0; i < LIFETIMES && sscanf(at, "%lu%n", &n, &len) == 1; i++) {
		nr += i < from ? 0 : n;
		at += len + (at[len] == ',');
	}
	return nr;
}

/* Each of allocation and free alone, and beside another answer. */
static void test_ways(void)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 2000 };
	const char *text, *sum;

	while (slab_round(&r)) {
		slab_alloc_beside(NR);
		slab_free("kmalloc", NR);
		slab_alloc("kmalloc", NR, 100);
		slab_free("kmalloc", NR);
	}
	text = slab_rest(r.answer);
	sum = sum_of(text);
	ktap_equal(slab_number(sum, "allocs"), 3 * NR, "allocations count alone and beside others");
	ktap_equal(slab_number(sum, "frees"), 5 * NR / 2, "frees count alone and beside others");
	ktap_equal(slab_number(sum, "live-requested"), NR / 2 * 100, "bytes alive are the rest");
	ktap_equal(slab_number(sum, "unseen"), 0, "no object is lost when the way changes");
	ktap_equal(lived(sum, 0), 5 * NR / 2, "each free has a lifetime");
	ktap_ok(slab_number(slab_line(text, "end"), "allocs") >= 3 * NR,
		"the end counts what only sums have counted");
	slab_close(r.answer);
	slab_free("kmalloc", NR / 2);
}

/* Freed on @cpu, which is @other than where it was allocated. */
static void test_lifetime(int cpu, bool other)
{
	const char *who = other ? "another CPU" : "the same CPU";
	struct slab_round r = { .file = SLAB_SITES, .ms = 2000 };
	const char *sum;

	while (slab_round(&r)) {
		st_run_on(0);
		slab_alloc("kmalloc", NR, 100);
		usleep(100000);
		st_run_on(cpu);
		slab_free("kmalloc", NR);
	}
	st_run_on(0);
	sum = sum_of(slab_rest(r.answer));
	ktap_equal(slab_number(sum, "other-cpu"), other ? NR : 0, "freed on %s: is told so", who);
	/* 2^16 us are 66 ms */
	ktap_equal(lived(sum, 17), NR, "freed on %s: what lived for 0.1 s is told so", who);
	ktap_equal(lived(sum, ktap_slowness() > 1 ? 25 : 21), 0,
		   "freed on %s: what lived for 0.1 s is not told longer", who);
	slab_close(r.answer);
}

int main(void)
{
	slab_load();
	test_ways();
	test_lifetime(1, true);
	test_lifetime(0, false);
	return ktap_end();
}
