// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=session,files,supers,tasks,frames,lease needs=- disturbs=all timeout=420 */
/*
 * Readers of all four indices against everything that moves what they read,
 * for PAGESNAP_STRESS_TIME seconds.  Each answer is checked while it comes
 * (check.c, fields.c, held.c); traces change what they look at, so they are among
 * what moves (churn-traces.c).  What crashes shows in the kernel log, which
 * the runner scans.  Ends in time whatever hangs, and says what did.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "held.h"
#include "mount.h"
#include "oracles.h"
#include "stress.h"

/* Where the guest suite runs it as one test among others. */
#define SECONDS		20
#define SLOW_SECONDS	60		/* on a debug kernel; what was not answered yet is waited for */
/* Two a source, and one more that picks any. */
#define READERS		8
#define PROCESSES	48

/* The first two make places that the others use. */
static const struct churner *const churners[] = {
	&churn_files, &churn_mounts, &churn_disks, &churn_memory, &churn_tasks, &churn_reclaim,
	&churn_swap, &churn_hotplug, &churn_cgroups, &churn_module, &churn_traced,
	&churn_traces,
};
#define CHURNERS (sizeof(churners) / sizeof(*churners))

static struct {
	pid_t pid;
	bool killed;
	char name[24];
} process[PROCESSES];
static unsigned int processes;

/* What there is -------------------------------------------------------------- */

static void share(void)
{
	char page[ST_PAGE];
	unsigned long i;

	shared_fd = memfd_create("stress", 0);
	if (shared_fd < 0)
		ktap_die("memfd_create()");
	for (i = 0; i < ST_HUGE_PAGES; i++) {
		memset(page, 1 + i % 255, sizeof(page));
		if (pwrite(shared_fd, page, sizeof(page), sizeof(*shared) + i * ST_PAGE) < 0)
			ktap_die("no memory to share");
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, shared_fd, 0);
	if (shared == MAP_FAILED)
		ktap_die("mmap()");
}

static void see_zone(const struct or_zone *z)
{
	uint64_t end = z->start + z->spanned;

	if (z->node < 0 || z->node >= 8)
		return;
	if (!shared->node_end[z->node] || z->start < shared->node_start[z->node])
		shared->node_start[z->node] = z->start;
	if (end > shared->node_end[z->node])
		shared->node_end[z->node] = end;
	if (end > shared->frames)
		shared->frames = end;
	if (z->node >= shared->nodes)
		shared->nodes = z->node + 1;
}

static void see_memory(void)
{
	struct or_zone zones[64];
	size_t i, nr = or_zones(zones, 64);

	for (i = 0; i < nr; i++)
		see_zone(&zones[i]);
	if (!shared->frames)
		ktap_die("/proc/zoneinfo does not say where memory is");
}

/* What the kernel itself counts, to show that things did happen. */
static const char *const counters[] = {
	"pswpout", "pswpin", "pgmigrate_success", "compact_success", "thp_collapse_alloc",
	"thp_split_page", "thp_split_pmd", "cow_ksm", "pginodesteal",
};
#define COUNTERS (sizeof(counters) / sizeof(*counters))

static void see_counters(uint64_t *to)
{
	unsigned int i;

	for (i = 0; i < COUNTERS; i++)
		to[i] = or_number("/proc/vmstat", counters[i]);
}

static void make_places(void)
{
	mkdir("/mnt", 0700);
	mkdir(BASE, 0700);
	if (!st_mount("ext4", "/dev/scratch0", POOL))
		ktap_die("no mkfs.ext4");
	/* built in, or a module */
	sh("modprobe loop");
}

static void setup(void)
{
	const char *seed = getenv("PAGESNAP_STRESS_SEED");
	unsigned int i;

	share();
	shared->seed = seed ? strtoul(seed, NULL, 0) : (unsigned long)time(NULL);
	see_memory();
	ktap_note("seed %u, %d nodes, %llu frames", shared->seed, shared->nodes,
		  (unsigned long long)shared->frames);
	make_places();
	held_setup();
	for (i = 0; i < CHURNERS; i++)
		churners[i]->setup();
	tormentor_setup();
}

/* Processes ------------------------------------------------------------------------ */

static bool begin(const char *name, unsigned int nth)
{
	pid_t pid = child_begin();

	if (!pid) {
		random_seed(processes);
		return true;
	}
	if (pid < 0)
		ktap_die("fork()");
	snprintf(process[processes].name, sizeof(process[processes].name), "%s %u", name, nth);
	process[processes++].pid = pid;
	return false;
}

static void churn_for_ever(const struct churner *c, unsigned int nth)
{
	unsigned int n = 0;

	/* Copies begin with another operation each. */
	if (nth && c != &churn_memory)
		n = nth;
	while (!stopping())
		c->churn(n++);
}

static void begin_all(void)
{
	unsigned int i, k;

	for (i = 0; i < CHURNERS; i++)
		for (k = 0; k < churners[i]->copies; k++)
			if (begin(churners[i]->name, k)) {
				churn_for_ever(churners[i], k);
				_exit(0);
			}
	for (i = 0; i < READERS; i++)
		if (begin("reader", i)) {
			reader(i);
			_exit(0);
		}
	for (i = 0; i < 2; i++)
		if (begin("tormentor", i)) {
			tormentor();
			_exit(0);
		}
	for (i = 0; i < 2; i++)
		if (begin("reader of held files", i)) {
			held_reader();
			_exit(0);
		}
}

static void complain(unsigned int i, const char *what, int status)
{
	char text[120];

	snprintf(text, sizeof(text), "process \"%s\" %s (%#x)", process[i].name, what, status);
	wrong(text);
}

/* Return: how many are still there. */
static unsigned int reap(void)
{
	unsigned int i, alive = 0;
	int status;

	for (i = 0; i < processes; i++) {
		if (!process[i].pid)
			continue;
		if (waitpid(process[i].pid, &status, WNOHANG) != process[i].pid) {
			alive++;
			continue;
		}
		process[i].pid = 0;
		if (process[i].killed)
			continue;
		if (status)
			complain(i, "died", status);
		else if (!stopping())
			complain(i, "ended too early", 0);
	}
	return alive;
}

static unsigned int seconds(void)
{
	const char *asked = getenv("PAGESNAP_STRESS_TIME");

	if (asked && atoi(asked) > 0)
		return (unsigned int)atoi(asked);
	return patience(1) > 1 ? SLOW_SECONDS : SECONDS;
}

/* Of 20 seconds' random queries most may be totals, and some of nothing. */
static bool was_answered(int index)
{
	return shared->index[index].answers > 3 && shared->index[index].records > 10;
}

static bool all_was_answered(void)
{
	int i;

	for (i = 0; i < PAGESNAP_INDEXES; i++)
		if (!was_answered(i))
			return false;
	for (i = 0; i < HELD; i++)
		if (shared->held[i].used && !shared->held[i].exact)
			return false;
	return true;
}

/* An emulated guest can stand still for longer than a short run lasts. */
static void let_run(unsigned int time_s)
{
	time_t end = time(NULL) + time_s;
	time_t last = end + patience(90000) / 1000;

	while ((time(NULL) < end || (time(NULL) < last && !all_was_answered())) && reap())
		usleep(200000);
}

/* Where it is: a part of the complaint, for of a long output the end may be all that is kept. */
static void complain_of_hang(unsigned int i)
{
	char text[4096], command[300];
	size_t len = snprintf(text, sizeof(text), "process \"%s\" does not stop, and is here:\n",
			      process[i].name);
	FILE *said;

	/* what it waits for may be a command that it runs, by a shell */
	snprintf(command, sizeof(command),
		 "p=%d; c=$(pgrep -P $p); for q in $p $c $(for q in $c; do pgrep -P $q; done); do "
		 "cd /proc/$q && tr '\\0' ' ' <cmdline && grep State status && head -n 9 stack; done",
		 process[i].pid);
	said = popen(command, "r");
	if (said)
		len += fread(text + len, 1, sizeof(text) - 1 - len, said);
	text[len] = '\0';
	if (said)
		pclose(said);
	wrong(text);
	ktap_note("process \"%s\" has these files:", process[i].name);
	sh_notes("ls -l /proc/%d/fd", process[i].pid);
}

/* Each gets to its end by itself; what doesn't in this time hangs. */
static void stop_all(void)
{
	time_t began = time(NULL), end = began + patience(150000) / 1000;
	unsigned int i;

	shared->stop = 1;
	while (reap() && time(NULL) < end)
		usleep(50000);
	ktap_note("stopping took %ld s", (long)(time(NULL) - began));
	for (i = 0; i < processes; i++)
		if (process[i].pid) {
			complain_of_hang(i);
			process[i].killed = true;
			kill(process[i].pid, SIGKILL);
		}
	/* Who can't even be killed shows in the log as a hung task. */
	end = time(NULL) + patience(10000) / 1000;
	while (reap() && time(NULL) < end)
		usleep(50000);
}

static void undo(void)
{
	unsigned int i;
	bool good;

	for (i = CHURNERS; i-- > 0;)
		if (churners[i]->undo)
			ktap_ok(churners[i]->undo(), "%s: what was held is given back",
				churners[i]->name);
	good = held_end();
	ktap_ok(good && mount_gone(POOL),
		"all that is held is given back, and the scratch filesystem is gone");
}

/* Results ------------------------------------------------------------------------------- */

/* In short runs not everything gets its turn. */
static void show_tally(const struct tally *t, bool is_short)
{
	if (*t->skipped && !t->count)
		ktap_skip(t->name, "%s", t->skipped);
	else if (!t->count && is_short)
		ktap_skip(t->name, "not in so short a time");
	else
		ktap_ok(t->count > 0 || t->rare, "%s: %ld", t->name, t->count);
}

static void show_lines(const char *text)
{
	size_t len;

	for (; *text; text += len + !!text[len]) {
		len = strcspn(text, "\n");
		ktap_note("%.*s", (int)len, text);
	}
}

static void show_answers(void)
{
	int i;

	for (i = 0; i < PAGESNAP_INDEXES; i++) {
		ktap_ok(was_answered(i), "%s answers: %ld, of %ld records",
			pagesnap_index_name(i), shared->index[i].answers,
			shared->index[i].records);
		ktap_note("of these %ld errors and %ld partial; %ld rescans, %ld torn pages",
			  shared->index[i].errors, shared->index[i].partial,
			  shared->index[i].rescans, shared->index[i].torn);
	}
}

static void show_held(void)
{
	int i;

	for (i = 0; i < HELD; i++) {
		const struct held *h = &shared->held[i];

		if (h->used)
			ktap_ok(h->exact > 0, "%s is reported exactly: %ld times", h->path, h->exact);
		if (h->moved)
			ktap_note("%ld of its pages were found in another frame", h->moved);
	}
}

static void show(unsigned int time_s)
{
	long operations = 0, i;

	for (i = 0; i < shared->tallies; i++) {
		show_tally(&shared->tally[i], time_s < patience(60000) / 1000);
		operations += shared->tally[i].count;
	}
	show_answers();
	show_held();
	ktap_note("%u s, %ld operations, %ld opens refused; a device was kept for %llu ms after umount",
		  time_s, operations, shared->opens_refused,
		  (unsigned long long)shared->device_ms);
	for (i = 0; i < shared->wrong && i < SHOWN; i++)
		show_lines(shared->what[i]);
	ktap_ok(!shared->wrong, "nothing was wrong: %ld", shared->wrong);
}

static void show_counters(const uint64_t *before)
{
	uint64_t after[COUNTERS];
	char text[400] = "";
	size_t len = 0;
	unsigned int i;

	see_counters(after);
	for (i = 0; i < COUNTERS; i++)
		if (after[i] != UINT64_MAX)
			len += snprintf(text + len, sizeof(text) - len, " %s=%llu", counters[i],
					(unsigned long long)(after[i] - before[i]));
	ktap_note("/proc/vmstat:%s", text);
}

static int go_on_as_victim(char **argv)
{
	shared_fd = atoi(argv[2]);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, shared_fd, 0);
	return shared == MAP_FAILED ? 1 : victim(atoi(argv[3]));
}

int main(int argc, char **argv)
{
	uint64_t before[COUNTERS];
	unsigned int time_s;

	if (argc == 4 && !strcmp(argv[1], "--victim"))
		return go_on_as_victim(argv);
	setup();
	time_s = seconds();
	see_counters(before);
	begin_all();
	let_run(time_s);
	stop_all();
	undo();
	show_counters(before);
	show(time_s);
	return ktap_end();
}
