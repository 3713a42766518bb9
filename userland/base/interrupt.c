// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: signals that end a run early
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

static volatile sig_atomic_t seen;
static int wake[2] = { -1, -1 };
static volatile pid_t other;

/* A signal this many milliseconds behind the first is someone's patience ending. */
#define PATIENCE 500

/* timeout(1) sends the same signal twice, to the process and to its group. */
static bool is_impatient(void)
{
	static struct timespec first;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!seen)
		first = now;
	return (now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 >
	       PATIENCE;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
	int saved = errno;
	ssize_t n;

	/* of a terminal it is the kernel's, to all of its foreground */
	if (other && info->si_code <= 0)
		kill(other, number);
	if (is_impatient()) {
		signal(number, SIG_DFL);
		raise(number);
	}
	seen = 1;
	/* if the pipe is full, it is readable anyway */
	n = write(wake[1], "", 1);
	(void)n;
	errno = saved;
}

/**
 * interrupt_catch() - let SIGINT and SIGTERM end the run in good order
 *
 * Return: 0 or a negative errno.
 */
int interrupt_catch(void)
{
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK))
		return -errno;
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGINT, &action, NULL) || sigaction(SIGTERM, &action, NULL))
		return -errno;
	return 0;
}

/**
 * interrupt_pass_on() - let another process know, too
 * @pid: it gets what somebody sends to this one alone; 0 for none
 */
void interrupt_pass_on(pid_t pid)
{
	other = pid;
}

/**
 * interrupt_seen() - has such a signal arrived?
 *
 * Return: true if so.
 */
bool interrupt_seen(void)
{
	return seen;
}

/**
 * interrupt_fd() - what to poll() beside an input
 *
 * Return: a descriptor, readable once a signal has arrived.
 */
int interrupt_fd(void)
{
	return wake[0];
}

static void mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(how, &set, NULL);
}

/**
 * interrupt_hold() - before threads are created: they shall not get the signals
 */
void interrupt_hold(void)
{
	mask(SIG_BLOCK);
}

/**
 * interrupt_release() - after threads were created: this one gets the signals
 */
void interrupt_release(void)
{
	mask(SIG_UNBLOCK);
}
