// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=fail-nth disturbs=module,allocations machine=turns always=debug */
/*
 * Every allocation that an answer makes, and every copy, fails once.  Each time that is said to be
 * what it is, and never that the kernel can't be probed; and nothing is left behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/klog.h>
#include <unistd.h>

#include "ask-slab.h"
#include "inject.h"
#include "ktap.h"
#include "oracles.h"

#define SYSLOG_ACTION_CONSOLE_LEVEL 8
/* More than an answer makes. */
#define MOST 600

static char text[1 << 20];

/* Reads to the end of the answer.  Return: 0 or a negative errno. */
static int read_all(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	unsigned int waits;
	size_t len = 0;
	ssize_t n;

	for (waits = 0; waits < 100; waits++) {
		n = read(fd, text + len, sizeof(text) - len - 1);
		if (n < 0 && errno != EAGAIN)
			return -errno;
		len += n > 0 ? n : 0;
		text[len] = '\0';
		if (slab_line(text, "end") || slab_line(text, "error"))
			return 0;
		if (len + 1 == sizeof(text))
			len = 0;
		poll(&p, 1, 100);
	}
	return -ETIME;
}

static int ask(const char *file, const char *line)
{
	int fd, err = 0;

	text[0] = '\0';
	fd = open(file, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (write(fd, line, strlen(line)) < 0)
		err = -errno;
	if (!err)
		err = read_all(fd);
	close(fd);
	return err;
}

static bool is_right(int err)
{
	const char *error = slab_line(text, "error");

	if (strstr(text, "can't be probed"))
		return false;
	if (err)
		return err == -ENOMEM || err == -EFAULT;
	return !error || strstr(error, "ENOMEM") || strstr(error, "EFAULT");
}

static void test_all(const char *file, const char *line)
{
	unsigned int n, bad = 0, refused = 0;
	int err;

	for (n = 1; n < MOST; n++) {
		inj_arm(n);
		err = ask(file, line);
		if (!inj_disarm())
			break;
		refused += err || slab_line(text, "error");
		if (!is_right(err) && bad++ < 5)
			ktap_note("fault %u: error %d, %.300s", n, err, strstr(text, " note:") ?: text);
	}
	ktap_ok(n > 1 && n < MOST, "%s: all allocations have failed once", file + sizeof(SLAB) - 1);
	ktap_equal(bad, 0, "%s: each is said to be one, or borne", file + sizeof(SLAB) - 1);
	ktap_ok(refused > 1, "%s: answers are refused", file + sizeof(SLAB) - 1);
	ktap_note("%u faults, %u refused", n - 1, refused);
	ktap_equal(ask(file, line), 0, "%s: the next answer works", file + sizeof(SLAB) - 1);
	ktap_equal(or_number(SLAB "stats", "slab watches="), 0, "%s: nothing watches any more",
		   file + sizeof(SLAB) - 1);
}

int main(void)
{
	slab_load();
	inj_setup();
	/* a stack for each fault is too much for a serial console */
	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, 1);
	test_all(SLAB_EVENTS, "for=20ms objects=1024 stack=4 buffer=64K pid=1\n");
	test_all(SLAB_SITES, "every=20ms samples=1 objects=1024 by=cgroup\n");
	test_all(SLAB_CACHES, "every=20ms samples=1 objects=1024\n");
	test_all(SLAB_OBJECTS, "every=20ms samples=1 objects=1024 cgroup=/\n");
	klogctl(SYSLOG_ACTION_CONSOLE_LEVEL, NULL, 7);
	ktap_equal(module_unload("pagesnap_alloc"), 0, "the module that allocates goes");
	ktap_equal(module_unload(slab.name), 0, "the module goes");
	return ktap_end();
}
