// SPDX-License-Identifier: GPL-2.0
/*
 * Traces of the processes that all the others change, come and go, with windows of all sizes and
 * without; and processes whose words are to stay what they were written as meanwhile.  Only where
 * CPUs take turns: under emulation others may meet a breakpoint that is just taken away.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "modules.h"
#include "oracles.h"
#include "stress.h"

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

#define TRACES		"/sys/kernel/tracing/objects/mm/faults/"
#define WORDS_PAGES	512UL

static const struct module traces = { "pagesnap_faults", "/payload/pagesnap_faults.ko" };
static int t_trace, t_left, t_refused, t_sweep, t_fault, t_load, t_word;

static bool is_left_out(void)
{
	const char *tcg = getenv("PAGESNAP_TCG");

	return tcg && !strcmp(tcg, "multi");
}

static void setup(void)
{
	t_trace = tally_new("traces that came to their end");
	t_left = tally_new("traces that were closed before");
	t_refused = tally_new("traces that were refused");
	t_sweep = tally_new("sweeps");
	t_fault = tally_new("faults told");
	t_load = tally_new("traces' module loaded");
	t_word = tally_new("words of traced processes compared");
	tally_rare(t_refused);
	if (!is_left_out())
		return;
	for (int i = t_trace; i <= t_word; i++)
		tally_skip(i, "CPUs take no turns here");
}

/* Words ------------------------------------------------------------------------------ */

static void compare(const uint64_t *words, uint64_t round, const char *whose)
{
	char text[120];
	uint64_t i, has;

	for (i = 0; i < WORDS_PAGES; i++) {
		has = words[i * ST_PAGE / sizeof(*words)];
		if (has == round + i)
			continue;
		snprintf(text, sizeof(text), "page %llu of %s has %#llx, not %#llx",
			 (unsigned long long)i, whose, (unsigned long long)has,
			 (unsigned long long)(round + i));
		wrong(text);
		return;
	}
	did(t_word);
}

static void write_all(uint64_t *words, uint64_t round)
{
	uint64_t i;

	for (i = 0; i < WORDS_PAGES; i++)
		words[i * ST_PAGE / sizeof(*words)] = round + i;
}

/* A child has what its parent has, and changes its own. */
static void fork_words(uint64_t *words, uint64_t round)
{
	pid_t pid = child_begin();

	if (!pid) {
		compare(words, round, "a child that was forked");
		write_all(words, ~round);
		compare(words, ~round, "a child that has written");
		_exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
	compare(words, round, "a parent");
}

static void churn_words(unsigned int n)
{
	static uint64_t *words;

	if (is_left_out()) {
		nap(1000);
		return;
	}
	if (!words) {
		words = mmap(NULL, WORDS_PAGES * ST_PAGE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (words == MAP_FAILED)
			ktap_die("no memory for words");
		write_all(words, 0);
		for (int i = 0; i < TRACED; i++)
			if (__sync_bool_compare_and_swap(&shared->traced[i], 0, getpid()))
				break;
	}
	compare(words, 0, "a process");
	if (n % 4 == 0)
		madvise(words, WORDS_PAGES * ST_PAGE, MADV_PAGEOUT);
	if (n % 8 == 1)
		fork_words(words, 0);
	write_all(words, 0);
	nap(rnd(20));
}

/* Traces ----------------------------------------------------------------------------- */

static int count_record(void *unused, const struct pagesnap_record *r)
{
	(void)unused;
	if (r->u->rec.type == PAGESNAP_REC_SWEEP)
		did(t_sweep);
	else if (r->u->rec.type == PAGESNAP_REC_FAULT)
		did(t_fault);
	else if (r->u->rec.type == PAGESNAP_REC_END)
		did(t_trace);
	else if (r->u->rec.type == PAGESNAP_REC_ERROR)
		did(t_refused);
	return 0;
}

static void compose(char *line, size_t size)
{
	static const char *const options[] = {
		"every=10ms", "every=50ms", "every=20ms window=1", "every=20ms window=8",
		"every=1h window=64", "every=30ms window=1024 buffer=64K", "every=20ms kind=file,shmem",
	};
	char target[32];
	pid_t pid = one_in(2) ? shared->traced[rnd(TRACED)] : shared->victims[rnd(VICTIMS)];

	if (one_in(16))
		snprintf(target, sizeof(target), "uid:0");
	else
		snprintf(target, sizeof(target), "%d", pid > 0 ? pid : getpid());
	snprintf(line, size, "%s %s%s%s format=binary\n", target, options[rnd(7)],
		 one_in(2) ? " children=1" : "", one_in(2) ? " for=1s" : "");
}

/* Until its end, or some time. */
static void read_trace(int fd)
{
	struct pagesnap_decoder *decoder = pagesnap_decoder_new(count_record, NULL);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	static char buffer[1 << 17];
	unsigned int looks = 20 + rnd(200);
	bool over = false;
	ssize_t got;

	while (decoder && !over && looks-- && !stopping() && !shared->pause) {
		got = read(fd, buffer, sizeof(buffer));
		over = !got;
		if (got < 0)
			poll(&p, 1, 20);
		else if (pagesnap_decoder_push(decoder, buffer, got))
			wrong(pagesnap_decoder_message(decoder));
	}
	if (!over)
		did(t_left);
	pagesnap_decoder_free(decoder);
}

static void trace(void)
{
	int fd = open(TRACES "task_index", O_RDWR | O_CLOEXEC | O_NONBLOCK);
	char line[160];

	if (fd < 0)
		return;
	compose(line, sizeof(line));
	/* who has ended meanwhile is refused at once */
	if (write(fd, line, strlen(line)) == (ssize_t)strlen(line))
		read_trace(fd);
	close(fd);
}

/* A reader that is killed in the middle of anything. */
static void trace_and_die(void)
{
	pid_t pid = child_begin();

	if (!pid) {
		random_seed(getpid());
		trace();
		_exit(0);
	}
	nap(rnd(500));
	if (pid < 0)
		return;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* It uses the module that the others unload, and stays out of their way when they ask for that. */
static void churn(unsigned int n)
{
	if (is_left_out()) {
		nap(1000);
		return;
	}
	if (shared->pause || n % 64 == 63) {
		module_unload(traces.name);
		nap(20);
		return;
	}
	/* Who reads makes entries fault, and would hardly have its turn among so many. */
	setpriority(PRIO_PROCESS, 0, -15);
	if (!module_load(&traces, ""))
		did(t_load);
	if (n % 5 == 4)
		trace_and_die();
	else
		trace();
}

static bool undo(void)
{
	bool nothing;

	if (is_left_out())
		return true;
	nothing = access(TRACES "stats", R_OK) ||
		  !or_number(TRACES "stats", "guards memories=");
	module_unload(traces.name);
	return nothing && access("/sys/module/pagesnap_faults", F_OK);
}

const struct churner churn_traced = { "words", setup, churn_words, NULL, TRACED };
const struct churner churn_traces = { "traces", setup, churn, undo, 2 };
