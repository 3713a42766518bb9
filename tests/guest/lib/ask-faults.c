// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define BYTES_MAX (512ul << 20)
#define NAP 20		/* ms */
#define UNTIL 20000	/* ms */

const struct module faults = { "pagesnap_faults", "/payload/pagesnap_faults.ko" };

/* How old a process is, in ms, when the kernel begins to make its entries fault. */
#define SCAN_DELAY "/sys/kernel/debug/sched/numa_balancing/scan_delay_ms"

static char scan_delay[16];

static void unload(void)
{
	module_unload(faults.name);
	if (*scan_delay)
		st_set(SCAN_DELAY, scan_delay);
}

void flt_delay_scans(void)
{
	/* not on every kernel */
	st_get(SCAN_DELAY, scan_delay, sizeof(scan_delay));
	if (*scan_delay)
		st_set(SCAN_DELAY, "3600000");
}

void flt_load(void)
{
	int err;

	ktap_needs_turns();
	err = module_load(&faults, "");
	/* Who died before us had a session, and so could not unload it. */
	if (err == EEXIST && !module_unload(faults.name))
		err = module_load(&faults, "");
	if (err)
		ktap_die("%s can't be loaded: errno %d", faults.file, err);
	ht_at_exit(unload);
}

/* The process that touches --------------------------------------------------------- */

static void touch(struct flt_target *t)
{
	volatile char *at = (volatile char *)(uintptr_t)t->at;
	unsigned int i;

	for (i = 0; i < t->nr; i++) {
		volatile char *page = at + t->page[i] * ST_PAGE;

		if (t->write[i])
			*page = (char)i;
		else
			(void)*page;
	}
}

static void make_pages(void *shared)
{
	struct flt_target *t = shared;

	t->at = (uintptr_t)t->make();
}

static void take_turn(void *shared)
{
	struct flt_target *t = shared;

	if (t->act)
		t->act(t);
	else
		touch(t);
}

struct flt_target *flt_start(char *(*make)(void))
{
	struct flt_target *t = ht_shared(sizeof(*t));

	t->make = make;
	t->pid = turns_start(&t->turns, make_pages, take_turn, t);
	return t;
}

void flt_touch(struct flt_target *t)
{
	turns_take(&t->turns);
}

void flt_act(struct flt_target *t, void (*act)(struct flt_target *t))
{
	t->act = act;
	flt_touch(t);
	t->act = NULL;
}

void flt_end(struct flt_target *t)
{
	turns_end(t->pid);
	munmap(t, sizeof(*t));
}

void flt_choose(struct flt_target *t, unsigned int nr, unsigned int pages, unsigned int of)
{
	unsigned int i, page = pages;

	t->nr = nr;
	for (i = 0; i < nr; i++) {
		do
			t->page[i] = random() % pages;
		while (t->page[i] == page);
		page = t->page[i];
		t->write[i] = of && random() % of == 0;
	}
}

/* Sessions ------------------------------------------------------------------------- */

static void keep_error(struct flt_answer *a, const struct pagesnap_rec *rec)
{
	const struct pagesnap_error *r = (const void *)rec;
	const struct pagesnap_bytes *bytes = (const void *)((const char *)rec + rec->len);
	unsigned int n = r->msg_len < sizeof(a->error) - 1 ? r->msg_len : sizeof(a->error) - 1;

	memcpy(a->error, bytes + 1, n);
	a->error[n] = '\0';
}

static void keep(struct flt_answer *a, const struct pagesnap_rec *rec)
{
	switch (rec->type) {
	case PAGESNAP_REC_END:
		memcpy(&a->end, rec, sizeof(a->end));
		a->has_end = true;
		break;
	case PAGESNAP_REC_SWEEP:
		memcpy(&a->sweep, rec, sizeof(a->sweep));
		a->sweeps++;
		break;
	case PAGESNAP_REC_ERROR:
		keep_error(a, rec);
		a->has_end = true;
		break;
	}
}

/* Whole records come, as read() never cuts one. Return: false if there is nothing now. */
static bool read_some(struct flt_answer *a)
{
	const struct pagesnap_rec *rec;
	ssize_t n = read(a->fd, a->bytes + a->len, BYTES_MAX - a->len);
	size_t at = a->len;

	if (n <= 0)
		return false;
	a->len += n;
	for (; at < a->len; at += rec->len) {
		rec = (const void *)(a->bytes + at);
		keep(a, rec);
	}
	return true;
}

static int wait_some(struct flt_answer *a, int ms)
{
	struct pollfd p = { .fd = a->fd, .events = POLLIN };

	return poll(&p, 1, ms);
}

struct flt_answer *flt_ask(const char *target, const char *options)
{
	struct flt_answer *a = calloc(1, sizeof(*a));
	char line[512];

	snprintf(line, sizeof(line), "%s %s format=binary\n", target, options);
	if (!a)
		ktap_die("no memory");
	a->bytes = mmap(NULL, BYTES_MAX, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	a->fd = open(FAULTS_TASK, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (a->fd < 0 || a->bytes == MAP_FAILED ||
	    write(a->fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("can't ask: %s", line);
	while (!a->sweeps && !a->has_end)
		if (!read_some(a) && wait_some(a, 30000) <= 0)
			ktap_die("no sweep: %s", line);
	return a;
}

struct flt_answer *flt_ask_pages(const struct flt_target *t, const char *options)
{
	char target[128];

	snprintf(target, sizeof(target), "%d 0x%llx+%u", t->pid,
		 (unsigned long long)t->at / ST_PAGE, FLT_PAGES);
	return flt_ask(target, options);
}

static long long now_ms(void)
{
	return st_now_ns() / 1000000;
}

/*
 * Of each step no more counts than a nap is to take: a machine may stand still.  Reading what is
 * there already counts a tenth, as it is to be read however long that takes, but must have an end
 * where records come faster than they are read.
 */
void flt_read(struct flt_answer *a, unsigned int ms)
{
	const long long nap = NAP * 1000000LL;
	long long left = ms * 1000000LL * ktap_slowness(), began, took;
	bool reads, was_empty = false;

	while (!a->has_end && left > 0) {
		began = st_now_ns();
		reads = read_some(a);
		if (!reads)
			wait_some(a, NAP);
		was_empty |= !reads;
		took = st_now_ns() - began;
		if (took > nap)
			took = nap;
		left -= was_empty ? took : took / 10;
	}
}

bool flt_until(struct flt_answer *a, bool (*is)(const struct flt_answer *a, void *ctx), void *ctx)
{
	int left;

	for (left = UNTIL; left > 0 && !a->has_end && !is(a, ctx); left -= NAP)
		flt_read(a, NAP);
	return is(a, ctx);
}

void flt_rest(struct flt_answer *a)
{
	long long until = now_ms() + 60000LL * ktap_slowness();

	while (!a->has_end && now_ms() < until)
		if (!read_some(a))
			wait_some(a, 100);
	if (!a->has_end)
		ktap_die("the answer doesn't end");
}

void flt_close(struct flt_answer *a)
{
	close(a->fd);
	munmap(a->bytes, BYTES_MAX);
	free(a);
}

const struct pagesnap_rec *flt_next(const struct flt_answer *a, const struct pagesnap_rec *rec,
				    unsigned int type)
{
	size_t at = rec ? (size_t)((const char *)rec - a->bytes) + rec->len : 0;

	for (; at < a->len; at += rec->len) {
		rec = (const void *)(a->bytes + at);
		if (!type || rec->type == type)
			return rec;
	}
	return NULL;
}

unsigned int flt_pages(const struct flt_answer *a, const struct flt_target *t, uint16_t *page,
		       unsigned int max)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while (n < max && (rec = flt_next(a, rec, PAGESNAP_REC_FAULT))) {
		const struct pagesnap_faults_fault *f = (const void *)rec;
		unsigned int was = flt_was(f);

		if (was == PAGESNAP_FAULT_WAS_PROTECTION || was == PAGESNAP_FAULT_WAS_PRESENT)
			continue;
		page[n++] = flt_vpn(f) - t->at / ST_PAGE;
	}
	return n;
}
