// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=session,query,registry,fuzz needs=- disturbs=mounts,module always=debug */
/*
 * Fuzzes the control files: sequences of actions, drawn from the query
 * language and from all that can be done to a descriptor (fuzz/action.c), in
 * several processes.  Where the kernel has KCOV, inputs that reach something
 * new of the module are kept, and others are made from them.
 *
 *	fuzz-control [--seed=N] [--inputs=N] [--seconds=N] [--workers=N]
 *		[--unguided] [--corpus=FILE] [--replay=FILE] [--events]
 *
 * The environment's FUZZ_CONTROL can hold the same words, commas between.  Nothing that the
 * kernel reports, no hang, no malformed answer, no descriptor or lease that
 * stays may come of it.  With --events queries with to= make trace events.
 * Inputs that were kept, and those at which something went wrong, are left in
 * /results/fuzz-control; --replay runs such a file.
 */
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-numbers.h"
#include "fuzz/action.h"
#include "fuzz/known.h"
#include "fuzz/query.h"
#include "fuzz/shared.h"
#include "ktap.h"

#define RESULTS "/results/fuzz-control"
#define TROUBLE_WORDS "/payload/trouble.words"
#define EVENTS "/sys/kernel/tracing/events/pagesnap/enable"
#define SECONDS 10
/* After this an input is interrupted, and after that it hangs. */
#define NUDGE_NS 5000000000ull
#define HANG_NS 60000000000ull
#define WORDS_MAX 32

/**
 * struct options - what to do
 * @seed: of the random numbers
 * @inputs: to run, 0 for as many as the time allows
 * @seconds: to run, 0 for as long as the inputs take
 * @workers: processes
 * @guided: use KCOV
 * @corpus: file of inputs to begin with
 * @replay: file of inputs to run instead
 * @events: load the module that makes trace events, and enable these
 */
static struct options {
	uint64_t seed;
	uint64_t inputs;
	uint64_t seconds;
	uint32_t workers;
	bool guided;
	const char *corpus;
	const char *replay;
	bool events;
} options = { .corpus = "fuzz-control.corpus" };

static const struct module events = { "pagesnap_events", "/payload/pagesnap_events.ko" };
static unsigned int slowness = 1;
static unsigned int hangs, deaths, reports;
/* References to the module that sessions don't have. */
static int others;
static int kmsg;
static regex_t trouble;

/* Options ------------------------------------------------------------------ */

static void read_options(int argc, char **argv)
{
	static const struct option table[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "inputs", required_argument, NULL, 'i' },
		{ "seconds", required_argument, NULL, 't' },
		{ "workers", required_argument, NULL, 'w' },
		{ "unguided", no_argument, NULL, 'u' },
		{ "corpus", required_argument, NULL, 'c' },
		{ "replay", required_argument, NULL, 'r' },
		{ "events", no_argument, NULL, 'e' },
		{ }
	};
	int option;

	while ((option = getopt_long(argc, argv, "", table, NULL)) != -1)
		switch (option) {
		case 's':
			options.seed = strtoull(optarg, NULL, 0);
			break;
		case 'i':
			options.inputs = strtoull(optarg, NULL, 0);
			break;
		case 't':
			options.seconds = strtoull(optarg, NULL, 0);
			break;
		case 'w':
			options.workers = strtoul(optarg, NULL, 0);
			break;
		case 'u':
			options.guided = false;
			break;
		case 'c':
			options.corpus = optarg;
			break;
		case 'r':
			options.replay = optarg;
			break;
		case 'e':
			options.events = true;
			break;
		default:
			exit(2);
		}
}

static void read_environment(void)
{
	const char *given = getenv("FUZZ_CONTROL");
	static char *words[WORDS_MAX] = { "fuzz-control" };
	char *text = strdup(given ?: "");
	int n = 1;

	for (char *word = strtok(text, ","); word && n < WORDS_MAX - 1; word = strtok(NULL, ","))
		words[n++] = word;
	read_options(n, words);
	optind = 0;
}

static void set_defaults(void)
{
	struct timespec t;

	if (getenv("PAGESNAP_SLOWNESS"))
		slowness = atoi(getenv("PAGESNAP_SLOWNESS"));
	clock_gettime(CLOCK_REALTIME, &t);
	options.seed = t.tv_sec;
	options.workers = get_nprocs();
	options.guided = kcov_is_there();
}

static void clamp_options(void)
{
	if (!options.inputs && !options.seconds)
		options.seconds = SECONDS * slowness;
	if (!options.workers || options.workers > WORKERS_MAX)
		options.workers = WORKERS_MAX;
}

/* The place ---------------------------------------------------------------- */

static void make_file(const char *path, size_t pages)
{
	static char page[4096];
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	while (fd >= 0 && pages--)
		if (write(fd, page, sizeof(page)) != sizeof(page))
			ktap_die("%s", path);
	if (fd < 0)
		ktap_die("%s", path);
	close(fd);
}

static void make_files(void)
{
	int fd;

	mkdir(FUZZ_MNT "/d", 0700);
	make_file(FUZZ_MNT "/a", 2);
	make_file(FUZZ_MNT "/b", 64);
	make_file(FUZZ_MNT "/d/e", 9);
	make_file(FUZZ_MNT "/with blank", 3);
	make_file(FUZZ_MNT "/\303\274", 1);
	make_file(FUZZ_MNT "/q\"b\\", 1);
	make_file(FUZZ_MNT "/sparse", 1);
	fd = open(FUZZ_MNT "/sparse", O_WRONLY | O_CLOEXEC);
	if (pwrite(fd, "x", 1, 1 << 20) != 1)
		ktap_die("sparse");
	close(fd);
	if (symlink("a", FUZZ_MNT "/link") || symlink("loop", FUZZ_MNT "/loop") ||
	    mkfifo(FUZZ_MNT "/fifo", 0600))
		ktap_die(FUZZ_MNT);
	make_file(KNOWN_FILE, KNOWN_PAGES);
}

static void mount_at(const char *path)
{
	mkdir(path, 0700);
	if (mount("fuzz", path, "tmpfs", 0, "size=64m"))
		ktap_die("%s", path);
}

/* Return: whether it can be unmounted, within the time that a lease may last and some. */
static bool unmount(const char *path)
{
	for (unsigned int tries = 0; tries < 50 * slowness; tries++) {
		if (!umount(path))
			return true;
		usleep(100000);
	}
	return false;
}

static void write_to(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		ktap_note("%s: %s", path, strerror(errno));
	close(fd);
}

/* Sessions that still are. */
static int references(void)
{
	FILE *f = fopen("/sys/module/pagesnap/refcnt", "r");
	int n = -1;

	if (!f)
		return -1;
	if (fscanf(f, "%d", &n) != 1)
		n = -1;
	fclose(f);
	return n;
}

/* Where it can't go again, who runs this by hand has a machine of one boot. */
static void load_events(void)
{
	if (options.events) {
		ktap_equal(module_load(&events, ""), 0, "trace events are there");
		write_to(EVENTS, "1");
	}
	others = references();
}

static void unload_events(void)
{
	if (!options.events)
		return;
	write_to(EVENTS, "0");
	if (module_unload(events.name))
		ktap_note("%s stays", events.name);
}

/* A collection in a module of its own, where the tests' modules were built. */
static void load_numbers(void)
{
	if (access(numbers.file, F_OK))
		ktap_note("no %s: one collection is fuzzed", numbers.file);
	else
		ktap_equal(module_load(&numbers, ""), 0, "a second collection is there");
}

static void unload_numbers(void)
{
	int err = EWOULDBLOCK;

	if (access(numbers.file, F_OK))
		return;
	for (unsigned int tries = 0; tries < 50 * slowness && err == EWOULDBLOCK; tries++) {
		err = module_unload(numbers.name);
		if (err)
			usleep(100000);
	}
	ktap_equal(err, 0, "the second collection goes");
}

static bool unused(void)
{
	for (unsigned int tries = 0; tries < 50 * slowness; tries++) {
		if (references() == others)
			return true;
		usleep(100000);
	}
	return false;
}

/* What the kernel says ------------------------------------------------------- */

/* The words that the scan of the log goes by, which comes when this is over. */
static void compile_trouble(void)
{
	char line[128], all[4096] = "";
	FILE *f = fopen(TROUBLE_WORDS, "re");

	if (!f)
		ktap_die(TROUBLE_WORDS);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#')
			continue;
		if (strlen(all) + strlen(line) + 2 > sizeof(all))
			ktap_die("too many words of trouble");
		if (all[0])
			strcat(all, "|");
		strcat(all, line);
	}
	fclose(f);
	if (!all[0] || regcomp(&trouble, all, REG_EXTENDED | REG_NOSUB))
		ktap_die("no words of trouble in " TROUBLE_WORDS);
}

static bool is_trouble(const char *text)
{
	/* The kernel has data races of its own: who scans the log tells them from ours. */
	return !strstr(text, "BUG: KCSAN:") && !regexec(&trouble, text, 0, NULL, 0);
}

static void watch_log(void)
{
	char line[8192];
	ssize_t n;
	char *text;

	while ((n = read(kmsg, line, sizeof(line) - 1)) > 0 || errno == EPIPE) {
		if (n <= 0)
			continue;
		line[n] = '\0';
		text = strchr(line, ';');
		if (!text || !is_trouble(text))
			continue;
		text[strcspn(text, "\n")] = '\0';
		if (!reports++)
			ktap_note("kernel, at input %llu: %s",
				  (unsigned long long)shared->inputs, text + 1);
	}
}

/* Workers ------------------------------------------------------------------ */

static void print_input(const char *title, const struct input *in)
{
	char text[INPUT_PRINT_MAX];

	ktap_note("%s", title);
	input_print(in, text, sizeof(text));
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		ktap_note("  %s", line);
}

static void start(uint32_t nr)
{
	struct worker *w = &shared->workers[nr];
	pid_t pid = fork();

	if (pid < 0)
		ktap_die("fork");
	if (!pid)
		worker_run(w, options.seed * 0x9e3779b97f4a7c15 + nr, options.guided);
	w->pid = pid;
}

/* An input that takes too long is interrupted; one that takes for ever is killed, and tells why. */
static void watch_worker(struct worker *w)
{
	uint64_t began = __atomic_load_n(&w->began, __ATOMIC_RELAXED), now = now_ns();

	if (!began || now < began || now - began < NUDGE_NS * slowness)
		return;
	if (now - began < HANG_NS * slowness) {
		kill(w->pid, SIGALRM);
		return;
	}
	hangs++;
	print_input("this input hangs:", worker_now(w));
	kill(w->pid, SIGKILL);
	/* so that one that can't be killed is told of once */
	w->began = 0;
}

/* Return: workers that are left. */
static uint32_t reap(void)
{
	static uint32_t gone;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		gone++;
		if (WIFEXITED(status) && !WEXITSTATUS(status))
			continue;
		deaths++;
		for (uint32_t i = 0; i < options.workers; i++)
			if (shared->workers[i].pid == pid)
				print_input("a worker died of this input:",
					    worker_now(&shared->workers[i]));
	}
	return options.workers - gone;
}

static uint64_t inputs_done(void)
{
	return shared->inputs < shared->limit ? shared->inputs : shared->limit;
}

static void say_progress(uint64_t seconds)
{
	ktap_note("%llu s: %llu inputs, %u kept, %u PCs, %u pairs of them, %u findings",
		  (unsigned long long)seconds, (unsigned long long)inputs_done(),
		  shared->corpus.nr, shared->cover.nr_pcs, shared->cover.nr_pairs,
		  shared->nr_findings);
}

/* Until all is done, or something is wrong that makes going on useless. */
static void watch(void)
{
	uint64_t began = now_ns(), seconds, said = 0;

	while (reap()) {
		watch_log();
		seconds = (now_ns() - began) / 1000000000;
		if (seconds >= said + 10) {
			said = seconds;
			say_progress(seconds);
		}
		if ((options.seconds && seconds >= options.seconds) || reports || hangs ||
		    shared->nr_findings >= FINDINGS_MAX)
			shared->stop = 1;
		for (uint32_t i = 0; i < options.workers; i++)
			watch_worker(&shared->workers[i]);
		usleep(100000);
	}
	usleep(500000);
	watch_log();
	say_progress((now_ns() - began) / 1000000000);
}

/* Results -------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	const struct input *x = &shared->corpus.entries[*(const uint32_t *)a].in;
	const struct input *y = &shared->corpus.entries[*(const uint32_t *)b].in;

	return (x->used + 16 * x->nr) - (y->used + 16 * y->nr);
}

/* Marks the smallest inputs that reach all that was reached. */
static void distil(uint8_t *keep)
{
	static struct cover cover;
	static uint32_t order[CORPUS_MAX];
	struct kcov k = { };
	struct world world;
	uint32_t nr = shared->corpus.nr;

	self = &shared->workers[0];
	for (uint32_t i = 0; i < nr; i++)
		order[i] = i;
	qsort(order, nr, sizeof(order[0]), by_size);
	world_make(&world);
	if (!kcov_open(&k))
		_exit(1);
	for (uint32_t i = 0; i < nr; i++) {
		*worker_now(self) = shared->corpus.entries[order[i]].in;
		kcov_begin(&k);
		world_run(&world, worker_now(self));
		keep[order[i]] = kcov_end(&k, &cover) == 2;
	}
	_exit(0);
}

static void save_corpus(void)
{
	uint8_t *keep = mmap(NULL, CORPUS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			     -1, 0);
	int status = 0, nr;
	pid_t pid;

	if (!options.guided || reports)
		return;
	pid = fork();
	if (!pid) {
		signal(SIGALRM, SIG_IGN);
		signal(SIGPIPE, SIG_IGN);
		distil(keep);
	}
	waitpid(pid, &status, 0);
	nr = corpus_save(&shared->corpus, RESULTS "/corpus", status ? NULL : keep);
	ktap_note("%d inputs reach all that was reached: " RESULTS "/corpus", nr);
}

/* The oldest first; the last one is printed as well. */
static void save_last(struct worker *w, FILE *f)
{
	uint64_t n = w->inputs < LAST ? w->inputs : LAST;
	char text[INPUT_PRINT_MAX];

	print_input("the last input of a worker (those before it are in " RESULTS "):", worker_now(w));
	while (n--) {
		input_print(&w->last[(w->inputs - n) % LAST], text, sizeof(text));
		fprintf(f, "%s\n", text);
	}
}

static void save_findings(void)
{
	uint32_t nr = shared->nr_findings < FINDINGS_MAX ? shared->nr_findings : FINDINGS_MAX;
	FILE *f = fopen(RESULTS "/findings", "w");
	char text[INPUT_PRINT_MAX];

	if (!f)
		ktap_die(RESULTS);
	for (uint32_t i = 0; i < nr; i++) {
		print_input(shared->findings[i].what, &shared->findings[i].in);
		input_print(&shared->findings[i].in, text, sizeof(text));
		fprintf(f, "# %s\n%s\n", shared->findings[i].what, text);
	}
	for (uint32_t i = 0; i < options.workers && (reports || hangs || deaths); i++)
		save_last(&shared->workers[i], f);
	fclose(f);
}

static void report(void)
{
	uint64_t n = inputs_done();

	if (options.inputs && !options.seconds)
		ktap_equal(n, options.inputs, "%llu inputs, %llu actions", (unsigned long long)n,
			   (unsigned long long)shared->actions);
	else
		ktap_ok(n, "%llu inputs, %llu actions", (unsigned long long)n,
			(unsigned long long)shared->actions);
	if (options.guided)
		ktap_ok(shared->cover.nr_pcs, "guided: %u PCs of the module, %u pairs of them",
			shared->cover.nr_pcs, shared->cover.nr_pairs);
	else
		ktap_skip("guided", "no KCOV in this kernel, or not wanted");
	ktap_ok(!reports, "the kernel reports nothing");
	ktap_ok(!hangs && !deaths, "nothing hangs, nobody dies");
	ktap_ok(!shared->nr_findings, "what comes back is well-formed, every errno documented");
	ktap_ok(!shared->wrong_checks && shared->checks, "a known query was right %llu times",
		(unsigned long long)(shared->checks - shared->wrong_checks));
	ktap_ok(!shared->leaks, "no descriptor is left");
	ktap_equal(references(), others, "no session is left");
	ktap_ok_errno(unmount(FUZZ_MNT) && unmount(KNOWN_MNT), "nothing holds the filesystem");
}

/* Main ----------------------------------------------------------------------- */

static void replay(void)
{
	struct corpus *c = &shared->corpus;
	pid_t pid;

	if (corpus_load(c, options.replay) <= 0)
		ktap_die("%s", options.replay);
	shared->limit = c->nr;
	pid = fork();
	if (!pid)
		worker_replay(&shared->workers[0], c);
	shared->workers[0].pid = pid;
	options.workers = 1;
}

static void fuzz(void)
{
	int nr = corpus_load(&shared->corpus, options.corpus);

	if (nr < 0)
		ktap_die("%s", options.corpus);
	ktap_note("seed %llu, %u processes, %s, %d inputs to begin with",
		  (unsigned long long)options.seed, options.workers,
		  options.guided ? "guided by KCOV" : "unguided", nr);
	for (uint32_t i = 0; i < options.workers; i++)
		start(i);
}

int main(int argc, char **argv)
{
	set_defaults();
	read_environment();
	read_options(argc, argv);
	clamp_options();

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		ktap_die("mmap");
	shared->limit = options.inputs ?: UINT64_MAX;
	mount_at(FUZZ_MNT);
	mount_at(KNOWN_MNT);
	make_files();
	load_events();
	load_numbers();
	mkdir(RESULTS, 0700);
	compile_trouble();
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	lseek(kmsg, 0, SEEK_END);
	/* so that an input that kills its worker can be told */
	write_to("/proc/sys/kernel/panic_on_oops", "0");
	if (!ktap_ok(known_answer(), "the known query is right"))
		return ktap_end();

	if (options.replay)
		replay();
	else
		fuzz();
	watch();
	save_corpus();
	save_findings();
	unload_numbers();
	unused();
	report();
	unload_events();
	write_to("/proc/sys/kernel/panic_on_oops", "1");
	return ktap_end();
}
