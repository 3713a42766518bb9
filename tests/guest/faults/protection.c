// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * A program that is traced finds its memory protected as it has asked for: what it may not do is
 * a signal, at the address that it was, and as often.
 */
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "ktap.h"
#include "states.h"

static sigjmp_buf back;
static volatile uintptr_t where;
static volatile int which;
static volatile unsigned int heard;

static void on_signal(int sig, siginfo_t *info, void *unused)
{
	(void)unused;
	where = (uintptr_t)info->si_addr;
	which = sig * 16 + info->si_code;
	heard++;
	siglongjmp(back, 1);
}

static void hear(void)
{
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	heard = 0;
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
}

/* Return: the signal that it is, with its code; 0: none; 1: at another address. */
static int try_it(char *at, bool write)
{
	which = 0;
	if (sigsetjmp(back, 1))
		return where == (uintptr_t)at ? which : 1;
	if (write)
		*(volatile char *)at = 1;
	else
		(void)*(volatile char *)at;
	return 0;
}

/* Of all pages, read and written. */
static uint64_t signals(char *at, unsigned int pages)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < pages; i++)
		sum = sum * 31 + try_it(at + i * ST_PAGE + i, false) * 1000 +
		      try_it(at + i * ST_PAGE + i + 1, true);
	return sum;
}

static uint64_t forbidden_later(void)
{
	char *at = behave_make(BEHAVE_PAGES);
	uint64_t sum;

	hear();
	behave_protect();
	mprotect(at, BEHAVE_PAGES / 4 * ST_PAGE, PROT_NONE);
	mprotect(at + BEHAVE_PAGES / 2 * ST_PAGE, BEHAVE_PAGES / 4 * ST_PAGE, PROT_READ);
	sum = signals(at, BEHAVE_PAGES);
	behave_protect();
	sum = sum * 31 + signals(at, BEHAVE_PAGES);
	mprotect(at, BEHAVE_PAGES * ST_PAGE, PROT_READ | PROT_WRITE);
	sum = sum * 31 + signals(at, BEHAVE_PAGES);
	/* Of a quarter for reads and writes, of another for writes alone, and twice. */
	behave_expect(heard == BEHAVE_PAGES / 4 * 3 * 2, "what is forbidden is a signal");
	return sum;
}

static uint64_t forbidden_before(void)
{
	char *at = behave_make(BEHAVE_PAGES);
	uint64_t sum;

	hear();
	mprotect(at, BEHAVE_PAGES / 2 * ST_PAGE, PROT_NONE);
	behave_protect();
	mprotect(at, BEHAVE_PAGES / 4 * ST_PAGE, PROT_READ);
	sum = signals(at, BEHAVE_PAGES);
	behave_expect(heard == BEHAVE_PAGES / 4 * 3, "what is forbidden is a signal");
	return sum;
}

/* What it may again in its handler goes on where it was. */
static char *opened;
static volatile unsigned int openings;

static void on_barrier(int sig, siginfo_t *info, void *unused)
{
	uintptr_t page = (uintptr_t)info->si_addr & ~(ST_PAGE - 1);

	(void)sig;
	(void)unused;
	openings++;
	mprotect((void *)page, ST_PAGE, PROT_READ | PROT_WRITE);
}

static uint64_t write_barrier(void)
{
	struct sigaction sa = { .sa_sigaction = on_barrier, .sa_flags = SA_SIGINFO };
	unsigned int i, round;

	opened = behave_make(BEHAVE_PAGES);
	openings = 0;
	sigaction(SIGSEGV, &sa, NULL);
	for (round = 0; round < 4; round++) {
		mprotect(opened, BEHAVE_PAGES * ST_PAGE, PROT_READ);
		behave_protect();
		for (i = 0; i < BEHAVE_PAGES; i += 2)
			opened[i * ST_PAGE + 9] = i;
	}
	behave_expect(openings == 4 * BEHAVE_PAGES / 2, "each page is written to behind a signal");
	return openings * 1000ULL + behave_good(opened, BEHAVE_PAGES);
}

static uint64_t behind_the_end(void)
{
	FILE *file = tmpfile();
	uint64_t sum;
	char *at;

	hear();
	if (!file || ftruncate(fileno(file), BEHAVE_PAGES * ST_PAGE))
		return 0;
	at = mmap(NULL, BEHAVE_PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
		  fileno(file), 0);
	st_touch(at, BEHAVE_PAGES);
	behave_protect();
	if (ftruncate(fileno(file), BEHAVE_PAGES / 2 * ST_PAGE))
		return 0;
	sum = signals(at, BEHAVE_PAGES);
	behave_expect(heard == BEHAVE_PAGES, "reads and writes behind the end are signals");
	return sum;
}

/* Handlers run on a stack of their own, which is made to fault, too. */
static uint64_t other_stack(void)
{
	stack_t stack = { .ss_sp = behave_make(BEHAVE_PAGES), .ss_size = BEHAVE_PAGES * ST_PAGE };
	struct sigaction sa = { .sa_sigaction = on_barrier, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	unsigned int i;

	opened = behave_make(BEHAVE_PAGES);
	openings = 0;
	sigaltstack(&stack, NULL);
	sigaction(SIGSEGV, &sa, NULL);
	for (i = 0; i < 8; i++) {
		mprotect(opened, BEHAVE_PAGES * ST_PAGE, PROT_NONE);
		behave_protect();
		opened[i * ST_PAGE + 9] = i;
	}
	mprotect(opened, BEHAVE_PAGES * ST_PAGE, PROT_READ);
	behave_expect(openings == 8, "each page is written to behind a signal");
	return openings * 1000ULL + behave_good(opened, BEHAVE_PAGES);
}

/* System calls say EFAULT where they did, and read and write what is made to fault. */
static uint64_t system_calls(void)
{
	char *at = behave_make(BEHAVE_PAGES);
	int pipes[2];
	unsigned int i, written = 0, read_in = 0;

	if (pipe(pipes))
		return 0;
	mprotect(at, ST_PAGE, PROT_NONE);
	mprotect(at + ST_PAGE, ST_PAGE, PROT_READ);
	for (i = 0; i < BEHAVE_PAGES; i++) {
		if (i % 8 == 0)
			behave_protect();
		written += write(pipes[1], at + i * ST_PAGE, 100) == 100;
		if (write(pipes[1], "12345678", 8) != 8)
			return 0;
		read_in += i && read(pipes[0], at + i * ST_PAGE + 200, 100) == 100;
	}
	behave_expect(written == BEHAVE_PAGES - 1, "all are written from but one that may not");
	behave_expect(read_in == BEHAVE_PAGES - 2, "all are read into but two that may not");
	return behave_good(at + ST_PAGE, BEHAVE_PAGES - 1);
}

static const struct behave all[] = {
	{ "memory that is protected later gives its signals", forbidden_later },
	{ "memory that was protected before gives its signals", forbidden_before },
	{ "a write barrier by signals is called at each page", write_barrier },
	{ "a file that was cut gives SIGBUS", behind_the_end },
	{ "signals are handled on a stack of their own", other_stack },
	{ "system calls take and refuse buffers", system_calls },
};

int main(void)
{
	flt_load();
	behave_compare(all, sizeof(all) / sizeof(all[0]));
	return ktap_end();
}
