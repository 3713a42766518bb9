/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KTAP output for test programs, in one header.
 *
 *	ktap_ok(fd >= 0, "opens %s", path);
 *	ktap_skip("swap", "no swap configured");
 *	return ktap_end();
 *
 * A check prints one result and gives back its condition, so that what depends
 * on it can be left out.  The plan comes last, in ktap_end(): a program that
 * dies before has none, and that is how the harness tells.
 */
#ifndef TESTS_KTAP_H
#define TESTS_KTAP_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ktap_counts {
	unsigned int run;
	unsigned int failed;
};

/* Weak, so that a test of several files has one count. */
__attribute__((weak)) struct ktap_counts ktap;

__attribute__((unused, format(printf, 1, 0)))
static void ktap_vprint(const char *format, va_list args)
{
	vprintf(format, args);
	putchar('\n');
	/* what a crash would swallow is what one wants to read */
	fflush(stdout);
}

/* Commentary on what goes on; one line. */
__attribute__((unused, format(printf, 1, 2)))
static void ktap_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("# ", stdout);
	ktap_vprint(format, args);
	va_end(args);
}

__attribute__((unused, format(printf, 2, 3)))
static bool ktap_ok(bool condition, const char *format, ...)
{
	va_list args;

	if (!condition)
		ktap.failed++;
	va_start(args, format);
	printf("%sok %u ", condition ? "" : "not ", ++ktap.run);
	ktap_vprint(format, args);
	va_end(args);
	return condition;
}

/* For system calls: a failure shows errno. */
#define ktap_ok_errno(condition, ...) __extension__ ({		\
	bool ktap_good_ = (condition);				\
	int ktap_errno_ = errno;				\
								\
	ktap_ok(ktap_good_, __VA_ARGS__);			\
	if (!ktap_good_)					\
		ktap_note("errno %d: %s", ktap_errno_,		\
			  strerror(ktap_errno_));		\
	ktap_good_; })

/* For numbers: a failure shows both. */
#define ktap_equal(got, want, ...) __extension__ ({		\
	long long ktap_got_ = (got), ktap_want_ = (want);	\
								\
	ktap_ok(ktap_got_ == ktap_want_, __VA_ARGS__);		\
	if (ktap_got_ != ktap_want_)				\
		ktap_note("%s:%d: %s is %lld (%#llx), not %lld (%#llx)", \
			  __FILE__, __LINE__, #got,		\
			  ktap_got_, ktap_got_, ktap_want_, ktap_want_); \
	ktap_got_ == ktap_want_; })

__attribute__((unused, format(printf, 2, 3)))
static void ktap_skip(const char *name, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("ok %u %s # SKIP ", ++ktap.run, name);
	ktap_vprint(format, args);
	va_end(args);
}

/* The whole program has nothing to do here. */
__attribute__((unused, noreturn, format(printf, 1, 2)))
static void ktap_skip_all(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("1..0 # SKIP ", stdout);
	ktap_vprint(format, args);
	va_end(args);
	exit(0);
}

/* Elsewhere an emulated CPU may meet a breakpoint that another one has just taken away. */
__attribute__((unused))
static void ktap_needs_turns(void)
{
	const char *tcg = getenv("PAGESNAP_TCG");

	if (tcg && !strcmp(tcg, "multi"))
		ktap_skip_all("CPUs take no turns here: tests/vm/run --tcg single");
}

/* Going on makes no sense. */
__attribute__((unused, noreturn, format(printf, 1, 2)))
static void ktap_die(const char *format, ...)
{
	int error = errno;
	va_list args;

	va_start(args, format);
	fputs("Bail out! ", stdout);
	ktap_vprint(format, args);
	va_end(args);
	ktap_note("errno %d: %s", error, strerror(error));
	exit(1);
}

/* How many times longer all takes on this kernel: for time-outs, and for less of what is much. */
__attribute__((unused))
static int ktap_slowness(void)
{
	const char *slowness = getenv("PAGESNAP_SLOWNESS");

	return slowness ? atoi(slowness) : 1;
}

/* Prints the plan; the program's exit status. */
__attribute__((unused))
static int ktap_end(void)
{
	printf("1..%u\n", ktap.run);
	fflush(stdout);
	return ktap.failed ? 1 : 0;
}

#endif /* TESTS_KTAP_H */
