// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define TEXT_MAX (4 << 20)
/* Of the samples: time enough for the look before the first on a slow machine. */
#define EVERY_MS 150
/* And to start some processes between two of them. */
#define START_MS 500
#define ATTEMPTS 20

const struct module accesses = { "pagesnap_accesses", "/payload/pagesnap_accesses.ko" };

static void unload(void)
{
	module_unload(accesses.name);
}

void acc_load(void)
{
	int err = module_load(&accesses, "");

	if (err)
		ktap_die("%s can't be loaded: errno %d", accesses.file, err);
	setenv("PAGESNAP_DIR", "/sys/kernel/tracing/objects/mm/accesses", 1);
	ht_at_exit(unload);
}

/* Tests that acted too late ----------------------------------------------------------- */

#define MORE_TIMES 4

static struct {
	struct ktap_counts before;
	unsigned int slower;	/* times EVERY_MS; 0: nobody looks whether it was late */
	int output;
	bool late;
} in_time;

static void begin_output(void)
{
	int held = memfd_create("output", MFD_CLOEXEC);

	fflush(stdout);
	in_time.output = dup(STDOUT_FILENO);
	if (held < 0 || in_time.output < 0 || dup2(held, STDOUT_FILENO) < 0)
		ktap_die("can't hold the output");
	close(held);
	in_time.before = ktap;
	in_time.late = false;
}

/* Also at exit(): a test that dies has said why. */
static void end_output(void)
{
	char part[4096];
	ssize_t n;
	int held;

	if (!in_time.slower)
		return;
	fflush(stdout);
	held = dup(STDOUT_FILENO);
	dup2(in_time.output, STDOUT_FILENO);
	close(in_time.output);
	lseek(held, 0, SEEK_SET);
	while ((n = read(held, part, sizeof(part))) > 0)
		fwrite(part, 1, n, stdout);
	fflush(stdout);
	close(held);
	in_time.slower = 0;
}

void acc_in_time_begin(void)
{
	static bool registered;

	if (!registered)
		ht_at_exit(end_output);
	registered = true;
	in_time.slower = 1;
	begin_output();
}

bool acc_was_late(void)
{
	if (!in_time.late || in_time.slower == MORE_TIMES) {
		end_output();
		return false;
	}
	fflush(stdout);
	dup2(in_time.output, STDOUT_FILENO);
	close(in_time.output);
	ktap = in_time.before;
	ktap_note("samples came before the test was ready: again, with more time");
	in_time.slower *= 2;
	begin_output();
	return true;
}

/* The process that touches --------------------------------------------------------- */

static void touch(const struct acc_target *t)
{
	volatile char *at = (volatile char *)(uintptr_t)t->at;
	unsigned int i;

	for (i = 0; i < ACC_PAGES; i++) {
		if (!t->touch[i])
			continue;
		if (t->write)
			at[i * ST_PAGE] = 1;
		else
			(void)at[i * ST_PAGE];
	}
}

static void make_pages(void *shared)
{
	struct acc_target *t = shared;

	t->at = (uintptr_t)t->make();
}

static void take_turn(void *shared)
{
	struct acc_target *t = shared;

	if (t->act)
		t->act((char *)(uintptr_t)t->at);
	else
		touch(t);
}

struct acc_target *acc_start(char *(*make)(void))
{
	struct acc_target *t = ht_shared(sizeof(*t));

	t->make = make;
	t->pid = turns_start(&t->turns, make_pages, take_turn, t);
	return t;
}

char *acc_shared(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	char *at;

	if (fd < 0 || ftruncate(fd, ACC_PAGES * ST_PAGE))
		ktap_die("%s", path);
	at = mmap(NULL, ACC_PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		ktap_die("mmap");
	st_touch(at, ACC_PAGES);
	close(fd);
	return at;
}

void acc_touch(struct acc_target *t)
{
	turns_take(&t->turns);
}

void acc_choose(struct acc_target *t, unsigned int of, unsigned int run)
{
	unsigned int i, j;

	for (i = 0; i < ACC_PAGES; i += run) {
		bool is = random() % of == 0;

		for (j = i; j < i + run; j++)
			t->touch[j] = is;
	}
}

void acc_touch_some(struct acc_target *t, unsigned int of, unsigned int *touched)
{
	unsigned int i;

	acc_choose(t, of, 1);
	acc_touch(t);
	for (i = 0; i < ACC_PAGES; i++)
		touched[i] += t->touch[i];
}

void acc_end(struct acc_target *t)
{
	turns_end(t->pid);
	munmap(t, sizeof(*t));
}

/* Sessions ------------------------------------------------------------------------- */

static char text[TEXT_MAX + 1];

static ssize_t read_some(int fd, size_t *len)
{
	ssize_t n = read(fd, text + *len, TEXT_MAX - *len);

	if (n > 0)
		*len += n;
	text[*len] = '\0';
	return n;
}

/* Return: the session behind its look before the first sample; -1: that sample came with it. */
static int try_session(const char *file, const char *target, unsigned int every,
		       const char *options)
{
	int fd = open(file, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	struct pollfd p = { .events = POLLIN };
	size_t len = 0;
	char line[256];
	bool waits;

	if (in_time.slower)
		every *= in_time.slower;
	snprintf(line, sizeof(line), "%s every=%ums %s\n", target, every * ktap_slowness(),
		 options);
	if (fd < 0 || write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("can't ask: %s", line);
	/* It waits for the next sample when there is nothing to poll for: a long look is read on. */
	p.fd = fd;
	do {
		while (read_some(fd, &len) > 0)
			;
		waits = errno == EAGAIN;
	} while (waits && poll(&p, 1, 0) > 0);
	if (!waits)
		ktap_die("the look before the first sample: %s", text);
	if (!strstr(text, "\nsample "))
		return fd;
	close(fd);
	return -1;
}

/* On a busy machine the first sample can be due before the test has read what comes before it. */
static int open_session(const char *file, const char *target, unsigned int every,
			const char *options)
{
	unsigned int i;
	int fd = -1;

	for (i = 0; i < ATTEMPTS && fd < 0; i++)
		fd = try_session(file, target, every, options);
	if (fd < 0)
		ktap_die("each first sample comes before the test can act: %s", text);
	return fd;
}

void acc_refuses(const char *file, const char *line, int err)
{
	int fd = open(file, O_WRONLY | O_CLOEXEC);

	ktap_ok(write(fd, line, strlen(line)) < 0 && errno == err, "refused: %.*s",
		(int)strlen(line) - 1, line);
	close(fd);
}

int acc_ask_for(const char *target, const char *options, const char **before)
{
	*before = text;
	return open_session(ACCESSES_TASK, target, START_MS, options);
}

int acc_ask_together_every(const char *file, const char *target, unsigned int every,
			   const char *options, const char **before)
{
	*before = text;
	return open_session(file, target, every, options);
}

int acc_ask_together(const char *file, const char *target, const char *options,
		     const char **before)
{
	return acc_ask_together_every(file, target, EVERY_MS, options, before);
}

int acc_ask_every(const struct acc_target *t, unsigned int every, const char *options)
{
	char target[64];

	snprintf(target, sizeof(target), "%d %#lx+%d", t->pid, (unsigned long)t->at / ST_PAGE,
		 ACC_PAGES);
	return open_session(ACCESSES_TASK, target, every, options);
}

int acc_ask(const struct acc_target *t, const char *options)
{
	return acc_ask_every(t, EVERY_MS, options);
}

static void take_heat(struct acc_round *r, const struct acc_target *t, const struct ps_rec *rec)
{
	uint64_t vpn = ps_num(rec, "vpn"), end = vpn + ps_num(rec, "nr"), i;
	const char *age = ps_str(rec, "age");

	for (; vpn < end; vpn++) {
		i = vpn - t->at / ST_PAGE;
		if (i >= ACC_PAGES)
			continue;
		r->seen[i]++;
		r->accessed[i] += ps_num(rec, "accessed");
		r->of[i] = ps_num(rec, "of");
		r->dirtied[i] = ps_num(rec, "dirtied");
		r->age[i] = atoi(age);
		r->at_least[i] = strchr(age, '+');
	}
	snprintf(r->kind, sizeof(r->kind), "%s", ps_str(rec, "kind"));
	r->order = ps_num(rec, "order");
}

/* Its words are cut in a copy. */
void acc_take(const struct acc_target *t, struct acc_round *r)
{
	char *copy = strdup(text), *line = copy, *end;
	bool is_its = false;
	struct ps_rec rec;

	memset(r, 0, sizeof(*r));
	r->text = text;
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (*line == '#')
			continue;
		ps_cut(line, &rec);
		if (ps_is(&rec, "task"))
			is_its = ps_num(&rec, "pid") == (uint64_t)t->pid;
		if (is_its && ps_is(&rec, "heat"))
			take_heat(r, t, &rec);
		if (!ps_is(&rec, "sample"))
			continue;
		r->samples++;
		r->sample_accessed += ps_num(&rec, "accessed");
		r->sample_lost = ps_num(&rec, "lost");
	}
	free(copy);
}

static unsigned int count(const char *needle)
{
	const char *at = text;
	unsigned int n = 0;

	while ((at = strstr(at, needle))) {
		at += strlen(needle);
		n++;
	}
	return n;
}

void acc_read(int fd, unsigned int nr)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t len = 0;
	ssize_t n;

	text[0] = '\0';
	do {
		poll(&p, 1, 20000);
		while ((n = read_some(fd, &len)) > 0)
			;
	} while (n < 0 && errno == EAGAIN && count("sample q=") < nr);
	in_time.late |= (nr != UINT_MAX && count("sample q=") > nr) ||
			count(" missed=") != count(" missed=0 ");
}

void acc_round(int fd, const struct acc_target *t, unsigned int nr, struct acc_round *r)
{
	acc_read(fd, nr);
	acc_take(t, r);
}

void acc_rest(int fd, const struct acc_target *t, struct acc_round *r)
{
	acc_read(fd, UINT_MAX);
	acc_take(t, r);
	close(fd);
}

/* Heat together -------------------------------------------------------------------- */

#define HEAT_MAX 65536

struct acc_heat acc_heat[HEAT_MAX];
size_t acc_nr_heat;

void acc_take_heat(const struct acc_round *r, const char *key)
{
	const char *at = r->text;
	char name[16];

	for (acc_nr_heat = 0; acc_nr_heat < HEAT_MAX && (at = strstr(at, "\nheat ")); at++) {
		struct acc_heat *h = acc_heat + acc_nr_heat;

		if (sscanf(at, "\nheat q=%*u %15[a-z]=%li nr=%lu accessed=%u of=%u", name,
			   (long *)&h->first, &h->nr, &h->accessed, &h->of) == 5)
			acc_nr_heat += !strcmp(name, key);
	}
}

const struct acc_heat *acc_heat_of(uint64_t page)
{
	const struct acc_heat *found = NULL;
	size_t i;

	for (i = 0; i < acc_nr_heat; i++) {
		if (page - acc_heat[i].first >= acc_heat[i].nr)
			continue;
		if (found)
			return NULL;
		found = acc_heat + i;
	}
	return found;
}

size_t acc_count_told(void)
{
	size_t i, nr = 0;

	for (i = 0; i < acc_nr_heat; i++)
		nr += acc_heat[i].nr;
	return nr;
}

bool acc_says(const struct acc_round *r, const char *words)
{
	if (strstr(r->text, words))
		return true;
	ktap_note("not seen: %s in ...%s", words,
		  r->text + (strlen(r->text) > 800 ? strlen(r->text) - 800 : 0));
	return false;
}
