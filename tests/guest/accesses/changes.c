// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,session needs=- disturbs=module,settings always=debug */
/*
 * every= and aggregate= change while an answer lasts, by a line that a session gets meanwhile: the
 * next sample is so long behind the last one, with the next number, and a note says so.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "ktap.h"
#include "states.h"

#define MS 1000000ull

static char text[1 << 20];

static char *few(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	st_touch(at, 8);
	return at;
}

static void say(int fd, const char *line)
{
	if (write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("\"%s\" can't be written", line);
}

static unsigned int count(const char *words)
{
	const char *at = text;
	unsigned int n = 0;

	while ((at = strstr(at, words))) {
		at += strlen(words);
		n++;
	}
	return n;
}

/* All that is told until there are @nr of @words. */
static void read_until(int fd, const char *words, unsigned int nr)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t len = strlen(text);
	ssize_t n;

	while (count(words) < nr && poll(&p, 1, 20000) > 0) {
		n = read(fd, text + len, sizeof(text) - 1 - len);
		if (!n)
			break;
		len += n > 0 ? n : 0;
		text[len] = '\0';
	}
}

/* When a sample was due. */
static unsigned long long due(unsigned int nr)
{
	unsigned long long time, late;
	char words[32];
	const char *at;

	snprintf(words, sizeof(words), "sample q=1 n=%u ", nr);
	at = strstr(text, words);
	if (!at || sscanf(at, "sample q=1 n=%*u time=%llu late=%llu", &time, &late) != 2)
		ktap_die("no sample %u in %s", nr, text);
	return time - late;
}

static bool is_about(unsigned long long ns, unsigned long long ms)
{
	if (ns > (ms - 5) * MS && ns < (ms + 5) * MS)
		return true;
	ktap_note("%llu ns, not %llu ms", ns, ms);
	return false;
}

/* Return: false if the machine was too slow for @every. */
static bool change(struct acc_target *t, unsigned int every)
{
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	unsigned long long said;
	char line[64];

	text[0] = '\0';
	snprintf(line, sizeof(line), "%d every=1h samples=5\n", t->pid);
	say(fd, line);
	read_until(fd, "query q=1 ", 1);
	snprintf(line, sizeof(line), "every=%ums\n", every);
	say(fd, line);
	said = st_now_ns();
	read_until(fd, "sample q=1 ", 2);
	snprintf(line, sizeof(line), "every=%ums\n", 4 * every);
	say(fd, line);
	snprintf(line, sizeof(line), "aggregate=3\n");
	say(fd, line);
	read_until(fd, "\nend   ", 1);
	close(fd);
	return said < due(1) + every * MS && count(" missed=") == count(" missed=0 ");
}

static void test_every(void)
{
	struct acc_target *t = acc_start(few);
	unsigned int every = 60;
	char words[64];

	while (!change(t, every) && every < 3000)
		every *= 2;
	ktap_note("every=%ums", every);
	snprintf(words, sizeof(words), "# q=1 note: changed: every=%uus aggregate=1\n",
		 every * 1000);
	ktap_ok(strstr(text, words), "a note says what has changed");
	ktap_ok(is_about(due(2) - due(1), every), "a sample is no later than the change says");
	ktap_ok(is_about(due(4) - due(3), 4 * every) && is_about(due(5) - due(4), 4 * every),
		"samples are as far apart as the second change says");
	ktap_equal(count("\ntask  q=1 "), 3, "a round has as many samples as the change says");
	ktap_ok(strstr(text, " samples=5 missed=0 "), "no sample is missed, and the end is where it was");
	acc_end(t);
}

static void test_bad(void)
{
	struct acc_target *t = acc_start(few);
	int fd = open(ACCESSES_TASK, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	char line[64];

	text[0] = '\0';
	snprintf(line, sizeof(line), "%d every=30ms samples=2\nevery=1ms\nevery=30ms flush=0\n",
		 t->pid);
	say(fd, line);
	read_until(fd, "\nend   ", 3);
	ktap_ok(strstr(text, "error q=2 ") && strstr(text, "every=\\040takes\\040a\\040time"),
		"a bad change is a bad line");
	ktap_ok(strstr(text, "error q=3 ") && strstr(text, "only\\040every="),
		"what does not change while an answer lasts is a bad line");
	close(fd);
	fd = open(ACCESSES_TASK, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ktap_ok(write(fd, "every=1s\n", 9) < 0, "a standing set has no answer to be changed");
	close(fd);
	acc_end(t);
}

int main(void)
{
	st_quiet();
	acc_load();
	test_every();
	test_bad();
	return ktap_end();
}
