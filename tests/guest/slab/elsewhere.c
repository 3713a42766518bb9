// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=- disturbs=all machine=turns */
/*
 * What else goes on while an answer lasts: objects are freed on other CPUs, other tracers have the
 * same tracepoints, CPUs come and go, and others ask and leave.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "states.h"

#define NR 300
#define SITE "pagesnap_test_kmalloc"
#define KMEM "/sys/kernel/tracing/events/kmem/kmalloc/enable"
#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define ASKERS 3

static void test_cpu(void)
{
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 1000, .options = "cpu=0 site=" SITE };
	const char *text, *line;
	unsigned int frees = 0;

	while (slab_round(&r)) {
		st_run_on(0);
		slab_alloc("kmalloc", NR, 100);
		st_run_on(1);
		slab_free("kmalloc", NR);
	}
	st_run_on(0);
	text = slab_rest(r.answer);
	for (line = slab_line(text, "free"); line; line = slab_next_line(line, "free"))
		frees += slab_number(line, "cpu") == 1 && slab_number(line, "other-cpu") == 1;
	ktap_equal(frees, NR, "what is allocated on the CPU of cpu= is told when another frees it");
	slab_close(r.answer);
}

static void test_stack(const char *tracer, const char *whose)
{
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 1000, .options = "stack=4 site=" SITE };
	const char *text, *line, *names;

	st_set(KMEM, tracer);
	while (slab_round(&r))
		slab_alloc("kmalloc", 1, 100);
	text = slab_rest(r.answer);
	st_set(KMEM, "0");
	slab_free("kmalloc", 1);
	line = slab_line(text, "stack");
	names = line ? strstr(line, " names=") : NULL;
	ktap_ok(names && !strncmp(names + 7, SITE "+", strlen(SITE) + 1),
		"a stack begins at the call site %s", whose);
	if (!names)
		ktap_note("%.2000s", text);
	slab_close(r.answer);
}

/* Asks, reads what is there, and leaves, in all states of an answer. */
static void ask_on(unsigned int nth)
{
	static const char *const files[] = { SLAB_EVENTS, SLAB_SITES, SLAB_CACHES, SLAB_OBJECTS };
	static const char line[] = "for=20ms objects=1024\n";
	static char bytes[1 << 16];
	int fd;

	for (;; nth++) {
		fd = open(files[nth % 4], O_RDWR | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0 || write(fd, line, strlen(line)) < 0 ||
		    (read(fd, bytes, sizeof(bytes)) < 0 && nth % 3))
			usleep(1000);
		usleep(nth * 7919 % 30000);
		close(fd);
	}
}

static void allocate_without_cpu(void)
{
	st_set(ONLINE, "0");
	slab_alloc("kmalloc", NR, 100);
	st_set(ONLINE, "1");
	slab_free("kmalloc", NR);
}

/* The CPU goes once in time at least. */
static void test_races(void)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 2000 };
	pid_t askers[ASKERS];
	const char *sum, *text;
	unsigned int i;

	for (i = 0; i < ASKERS; i++) {
		askers[i] = fork();
		if (!askers[i])
			ask_on(i);
	}
	while (slab_round(&r))
		allocate_without_cpu();
	for (i = 0; i < 3; i++)
		allocate_without_cpu();
	text = slab_rest(r.answer);
	for (i = 0; i < ASKERS; i++) {
		kill(askers[i], SIGKILL);
		waitpid(askers[i], NULL, 0);
	}
	sum = slab_sum(text, "site-sum", slab_id(text, "site", SITE "+"));
	ktap_ok(slab_number(sum, "allocs") >= NR && slab_number(sum, "allocs") <= 4 * NR &&
		slab_number(sum, "allocs") >= slab_number(sum, "frees"),
		"an answer is right while CPUs come and go and others ask and leave");
	slab_close(r.answer);
}

int main(void)
{
	slab_load();
	test_cpu();
	test_stack("0", "without other tracers");
	test_stack("1", "with a tracer at the same tracepoint");
	test_races();
	return ktap_end();
}
