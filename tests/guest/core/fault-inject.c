// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=load,session,query needs=fail-nth disturbs=module,allocations always=debug */
/*
 * Every allocation and every copy from and to user space that the module makes
 * fails once: in loading, writing a query, answering it, listing the format.
 * Each must give a clean errno, and the same must work right after.
 *
 * The Nth such call of this task fails (lib/inject.c); of those only that have the
 * module on their stack, wherever in the kernel they are made.
 * The kernel log says where that was, and the list of those places is printed.
 * Large buffers bear that, as vmalloc() goes in for kmalloc(): so once more all
 * allocations fail together, from open(), write() or read() on.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inject.h"
#include "ktap.h"
#include "states.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define DEBUG "/sys/kernel/debug/"
#define MODULE "/payload/pagesnap.ko"
#define OUT_MAX (4 << 20)
#define SITES 256
#define SYSLOG_ACTION_CONSOLE_LEVEL 8
#define DIGEST 1024
/* More than any of the operations has. */
#define MOST 3000

static char *out;
static char *before;

static struct site {
	char name[96];
	char kind[16];
	unsigned int hits;
} sites[SITES];
static unsigned int nr_sites, silent;

/* Faults ------------------------------------------------------------------ */

/* For starve(): copies are left out of that. */
static void prepare(void)
{
	static const char * const kinds[] = { "failslab", "fail_page_alloc" };
	char path[64];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), DEBUG "%s/task-filter", kinds[i]);
		st_set(path, "Y");
		snprintf(path, sizeof(path), DEBUG "%s/probability", kinds[i]);
		st_set(path, "100");
		snprintf(path, sizeof(path), DEBUG "%s/times", kinds[i]);
		st_set(path, "-1");
	}
}

/* Calls from one of which on this task gets no memory. */
enum call { OPEN, WRITE, READ, CALLS };
static enum call starve_at = CALLS;

static void starve(bool on)
{
	int fd = open("/proc/self/make-it-fail", O_WRONLY);

	if (fd < 0 || write(fd, on ? "1" : "0", 1) != 1)
		ktap_die("make-it-fail");
	close(fd);
}

static void begin(enum call call)
{
	if (call == starve_at)
		starve(true);
}

/* Where ------------------------------------------------------------------- */

static int kmsg;

static void remember(const char *kind, const char *name)
{
	unsigned int i;

	for (i = 0; i < nr_sites; i++)
		if (!strcmp(sites[i].name, name) && !strcmp(sites[i].kind, kind))
			break;
	if (i == SITES)
		return;
	if (i == nr_sites) {
		nr_sites++;
		snprintf(sites[i].name, sizeof(sites[i].name), "%s", name);
		snprintf(sites[i].kind, sizeof(sites[i].kind), "%s", kind);
	}
	sites[i].hits++;
}

/*
 * The first function of the module on each stack that was logged since.  What
 * may fail without a warning (the pages of a large buffer) does so here too.
 */
static void look_where(void)
{
	unsigned int logged = 0;
	char line[8192], kind[16] = "?", name[96];
	bool want = false;
	char *text, *at;
	ssize_t n;

	while ((n = read(kmsg, line, sizeof(line) - 1)) > 0 || errno == EPIPE) {
		if (n <= 0)
			continue;
		line[n] = '\0';
		text = strchr(line, ';');
		if (!text)
			continue;
		if ((at = strstr(text, "name fail"))) {
			sscanf(at, "name %15[a-z_]", kind);
			want = true;
			logged++;
		}
		if (!want || !strstr(text, "[pagesnap]"))
			continue;
		/* "?" marks what only happened to lie on the stack */
		if (strchr(text, '?') || sscanf(text, "; %95[^ ]", name) != 1)
			continue;
		remember(kind, name);
		want = false;
	}
	silent += !logged;
}

/* What is tried ----------------------------------------------------------- */

/**
 * struct trial - an operation that must bear any failure
 * @name: of it
 * @run: does it; 0 or a negative errno, and the answer in @out
 * @index: index file, if it is a query
 * @query: and the query
 * @moving: the answer is not always the same
 */
struct trial {
	const char *name;
	int (*run)(const struct trial *t);
	const char *index;
	const char *query;
	bool moving;
};

static int read_all(int fd)
{
	size_t len = 0;
	ssize_t n;

	begin(READ);
	while ((n = read(fd, out + len, OUT_MAX - 1 - len)) > 0)
		len += n;
	out[len] = '\0';
	return n < 0 ? -errno : 0;
}

/* What was not taken is given again, as programs do. */
static int write_all(int fd, const char *text, size_t len)
{
	ssize_t n;

	for (; len; text += n, len -= n) {
		n = write(fd, text, len);
		if (n < 0)
			return -errno;
	}
	return 0;
}

static int open_index(const struct trial *t, int flags)
{
	char path[128];
	int fd;

	out[0] = '\0';
	snprintf(path, sizeof(path), DIR "%s", t->index);
	begin(OPEN);
	fd = open(path, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int write_query(const struct trial *t, int fd)
{
	char text[256];

	begin(WRITE);
	return write_all(fd, text, snprintf(text, sizeof(text), "%s\n", t->query));
}

static int ask(const struct trial *t)
{
	int fd = open_index(t, O_RDWR), err;

	if (fd < 0)
		return fd;
	err = write_query(t, fd) ?: read_all(fd);
	close(fd);
	return err;
}

static int read_file(const struct trial *t)
{
	int fd = open_index(t, O_RDONLY), err;

	if (fd < 0)
		return fd;
	err = read_all(fd);
	close(fd);
	return err;
}

/* The shell's way, by the standing set. */
static int ask_standing(const struct trial *t)
{
	int fd = open_index(t, O_WRONLY | O_TRUNC), err;

	if (fd < 0)
		return fd;
	err = write_query(t, fd);
	close(fd);
	return err ?: read_file(t);
}

static int load(const struct trial *t)
{
	int fd = open(MODULE, O_RDONLY | O_CLOEXEC), err = 0;

	(void)t;
	if (fd < 0)
		ktap_die(MODULE);
	if (syscall(SYS_finit_module, fd, "", 0))
		err = -errno;
	close(fd);
	return err;
}

static bool unload(void)
{
	return !syscall(SYS_delete_module, "pagesnap", O_NONBLOCK);
}

/* What the answers end with, but for the time that they took. */
static void digest(char *to, size_t size)
{
	const char *end = out, *at, *us;
	size_t len = 0;

	to[0] = '\0';
	while ((at = strstr(end, "\nend ")) && (us = strstr(at, " us="))) {
		len += snprintf(to + len, size - len, "%.*s\n", (int)(us - at - 1), at + 1);
		if (len >= size)
			return;
		end = us;
	}
}

/* Each failure is reported as one, and an answer that says it is complete is the same. */
static bool is_reported(const struct trial *t, int err)
{
	char now[DIGEST];

	if (err)
		return err == -ENOMEM || err == -EFAULT;
	if (!t->query || strstr(out, "errno=ENOMEM") || strstr(out, "status=partial"))
		return true;
	digest(now, sizeof(now));
	return t->moving ? !!strstr(now, "status=complete") : !strcmp(now, before);
}

static void try_all(const struct trial *t)
{
	unsigned int n, injected = 0, bad = 0, refused = 0;
	int err;

	if (t->run(t)) {
		ktap_ok(false, "%s: works", t->name);
		return;
	}
	digest(before, DIGEST);
	for (n = 1; n < MOST; n++) {
		inj_arm(n);
		err = t->run(t);
		if (!inj_disarm())
			break;
		injected++;
		refused += err != 0;
		if (!is_reported(t, err) && bad++ < 5)
			ktap_note("%s: fault %u: error %d, answer %.400s", t->name, n, err, out);
		look_where();
		if (t->run(t) && bad++ < 5)
			ktap_note("%s: after fault %u it no longer works", t->name, n);
	}
	ktap_ok(injected && n < MOST, "%s: %u faults, %u of them an error of the call", t->name,
		injected, refused);
	ktap_ok(!bad, "%s: all are told, and nothing is broken after", t->name);
}

/* Without any memory from a call on. */
static void try_starved(const struct trial *t)
{
	static const char * const names[] = { "open", "write", "read" };
	unsigned int bad = 0;
	enum call call;
	int err;

	for (call = OPEN; call < CALLS; call++) {
		starve_at = call;
		err = t->run(t);
		starve_at = CALLS;
		starve(false);
		ktap_note("%s, no memory from %s() on: error %d", t->name, names[call], err);
		if (!is_reported(t, err) && bad++ < 5)
			ktap_note("answer %.400s", out);
		look_where();
		if (t->run(t) && bad++ < 5)
			ktap_note("%s: after that it no longer works", t->name);
	}
	ktap_ok(!bad, "%s: nor without any memory", t->name);
}

static void try_loading(void)
{
	static const struct trial t = { .name = "load" };
	unsigned int n, bad = 0;
	int err;

	if (!unload())
		ktap_die("unload");
	for (n = 1; n < MOST; n++) {
		inj_arm(n);
		err = load(&t);
		if (!inj_disarm())
			break;
		look_where();
		/* what is optional may fail, and loading still work */
		if (!err && !unload())
			ktap_die("unload after fault %u", n);
		if (err && err != -ENOMEM && bad++ < 5)
			ktap_note("fault %u: error %d", n, err);
	}
	ktap_ok(!err, "load: works in the end");
	ktap_ok(n > 1 && n < MOST, "load: %u faults", n - 1);
	ktap_ok(!bad, "load: each is an error ENOMEM, or borne");
}

int main(void)
{
	char self[32];

	snprintf(self, sizeof(self), "%d 0 64", getpid());
	const struct trial trials[] = {
		{ "pfn_index", ask, "pfn_index", "0x1000 0x1400", true },
		{ "pfn_index, objects", ask, "pfn_index", "0x1000 0x1400 group=object", true },
		{ "pfn_index, total", ask, "pfn_index", "0x1000 0x1400 group=total", true },
		{ "filename_index", ask, "filename_index", "/bin/bash", false },
		{ "filename_index, pages", ask, "filename_index", "/bin/bash group=page", false },
		{ "filename_index, binary", ask, "filename_index", "/bin/bash format=binary", false },
		{ "sb_index", ask, "sb_index", "/ min-pages=64 group=object", true },
		{ "sb_index, changes", ask, "sb_index", "/ group=object changed=0", true },
		{ "sb_index, total", ask, "sb_index", "/ group=total", true },
		{ "task_index", ask, "task_index", self, true },
		{ "task_index, total", ask, "task_index", "1 group=total", true },
		{ "a bad path", ask, "filename_index", "/no/such", false },
		{ "a bad line", ask, "pfn_index", "0 nonsense", false },
		{ "standing set", ask_standing, "filename_index", "/bin/bash group=object", false },
		{ "format", read_file, "format", NULL, false },
		{ "stats", read_file, "stats", NULL, true },
		{ "error_log", read_file, "error_log", NULL, false },
	};

	inj_setup();
	out = malloc(OUT_MAX);
	before = malloc(DIGEST);
	memset(out, 0, OUT_MAX);
	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	lseek(kmsg, 0, SEEK_END);
	prepare();
	/* a stack for each fault is too much for a serial console */
	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, 1);
	for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++)
		try_all(&trials[i]);
	for (size_t i = 0; i < sizeof(trials) / sizeof(trials[0]); i++)
		try_starved(&trials[i]);
	try_loading();
	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, 7);
	for (unsigned int i = 0; i < nr_sites; i++)
		ktap_note("%-16s %6u times in %s", sites[i].kind, sites[i].hits, sites[i].name);
	ktap_note("%-16s %6u times, not logged", "", silent);
	return ktap_end();
}
