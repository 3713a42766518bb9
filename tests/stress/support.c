// SPDX-License-Identifier: GPL-2.0
/*
 * Counting, chance and waiting.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stress.h"

struct shared *shared;
int shared_fd;

int tally_new(const char *name)
{
	int n;

	for (n = 0; n < shared->tallies; n++)
		if (!strcmp(shared->tally[n].name, name))
			return n;
	if (n >= TALLIES)
		ktap_die("more than %d tallies", TALLIES);
	shared->tallies++;
	snprintf(shared->tally[n].name, sizeof(shared->tally[n].name), "%s", name);
	return n;
}

void tally_skip(int tally, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(shared->tally[tally].skipped, sizeof(shared->tally[tally].skipped), format, args);
	va_end(args);
}

bool tally_skipped(int tally)
{
	return *shared->tally[tally].skipped;
}

void tally_rare(int tally)
{
	shared->tally[tally].rare = true;
}

void did(int tally)
{
	__sync_fetch_and_add(&shared->tally[tally].count, 1);
}

void wrong(const char *text)
{
	long n = __sync_fetch_and_add(&shared->wrong, 1);

	if (n < SHOWN)
		snprintf(shared->what[n], sizeof(shared->what[n]), "%s", text);
	/* at once, for whoever never sees the end */
	dprintf(STDOUT_FILENO, "# wrong: %.*s\n", (int)strcspn(text, "\n"), text);
}

/* Chance ------------------------------------------------------------------ */

static uint64_t state = 88172645463325252ULL;

void random_seed(unsigned int slot)
{
	state = (shared->seed * 2654435761ULL + slot + 1) * 0x9e3779b97f4a7c15ULL;
	for (int i = 0; i < 4; i++)
		rnd(2);
}

unsigned int rnd(unsigned int n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return n ? (state >> 16) % n : 0;
}

bool one_in(unsigned int n)
{
	return !rnd(n);
}

/* Time ---------------------------------------------------------------------- */

bool stopping(void)
{
	return shared->stop;
}

void nap(unsigned int ms)
{
	for (; ms > 50 && !stopping(); ms -= 50)
		usleep(50000);
	if (!stopping())
		usleep(ms * 1000);
}

unsigned int patience(unsigned int ms)
{
	const char *slowness = getenv("PAGESNAP_SLOWNESS");

	return slowness && atoi(slowness) > 0 ? ms * atoi(slowness) : ms;
}

/* The system ---------------------------------------------------------------- */

bool put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), err;
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	err = errno;
	if (fd >= 0)
		close(fd);
	errno = err;
	return good;
}

bool sh(const char *format, ...)
{
	char command[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(command, sizeof(command) - 32, format, args);
	va_end(args);
	strcpy(command + n, " >/dev/null 2>&1");
	return !system(command);
}

void sh_notes(const char *format, ...)
{
	char command[768], notes[sizeof(command) + 64];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	snprintf(notes, sizeof(notes), "{ %s; } 2>/dev/null | head -n 60 | sed 's/^/# /'", command);
	fflush(stdout);
	if (system(notes))
		ktap_note("that can't be known");
}

/* A fork that doesn't outlive its parent. */
pid_t child_begin(void)
{
	pid_t parent = getpid(), pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
	}
	return pid;
}
