// SPDX-License-Identifier: GPL-2.0
/* Root asks about what tenants did, and must get away. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
/* What a reader has to die of SIGKILL. */
#define DIES 2000

/* What an answer about all frames may take: it waits for nobody. */
#define FRAMES 20000

/* Exit codes of readers: what its last records said. */
#define SAID_END	0
#define SAID_ERROR	1
#define SAID_NOTHING	2

/* In the child ------------------------------------------------------------- */

/* Lines of the answer end anywhere in what a read() gives: their types are at its beginnings. */
static void look_for_end(const char *buf, int *said)
{
	if (strstr(buf, "\nerror ") || !strncmp(buf, "error ", 6))
		*said = SAID_ERROR;
	else if (strstr(buf, "\nend ") || !strncmp(buf, "end ", 4))
		*said = SAID_END;
}

static void pause_once(struct ht_pace *pace, int fd)
{
	char byte;

	if (read(fd, &byte, 1) != 1)
		return;
	pace->begun = 1;
	while (!pace->go)
		poll(NULL, 0, 1);
}

/* Return: its exit code. */
static int read_answer(const struct ht_reader *r)
{
	static char buf[1 << 18];
	char path[64];
	int fd, said = SAID_NOTHING;
	ssize_t got;

	snprintf(path, sizeof(path), DIR "%s", r->index);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || write(fd, r->query, strlen(r->query)) != (ssize_t)strlen(r->query))
		return SAID_NOTHING;
	if (r->pace)
		pause_once(r->pace, fd);
	while ((got = read(fd, buf, sizeof(buf) - 1)) > 0) {
		buf[got] = '\0';
		look_for_end(buf, &said);
	}
	close(fd);
	return said;
}

/* Beginning and end of readers -------------------------------------------------- */

static void begin(struct ht_reader *r, const char *index, const char *format, va_list args)
{
	snprintf(r->index, sizeof(r->index), "%s", index);
	if (vsnprintf(r->query, sizeof(r->query) - 1, format, args) >= (int)sizeof(r->query) - 1)
		ktap_die("query is too long for the test");
	strcat(r->query, "\n");
	fflush(stdout);
	r->pid = fork();
	if (r->pid < 0)
		ktap_die("fork()");
	if (r->pid)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(read_answer(r));
}

void ht_ask(struct ht_reader *r, const char *index, const char *format, ...)
{
	va_list args;

	r->pace = NULL;
	va_start(args, format);
	begin(r, index, format, args);
	va_end(args);
}

void ht_ask_slowly(struct ht_reader *r, struct ht_pace *pace, const char *index,
		   const char *format, ...)
{
	va_list args;

	r->pace = pace;
	va_start(args, format);
	begin(r, index, format, args);
	va_end(args);
}

enum ht_outcome ht_kill(struct ht_reader *r)
{
	int status;

	kill(r->pid, SIGKILL);
	if (ht_ended(r->pid, DIES, &status))
		return HT_KILLED;
	ktap_note("%s %.*s: SIGKILL is not obeyed", r->index, (int)strlen(r->query) - 1, r->query);
	ht_report_where(r->pid);
	return HT_STUCK;
}

enum ht_outcome ht_outcome(struct ht_reader *r, long ms)
{
	int status;

	if (!ht_ended(r->pid, ms, &status))
		return ht_kill(r);
	if (WIFEXITED(status) && WEXITSTATUS(status) == SAID_END)
		return HT_ANSWERED;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != SAID_ERROR)
		ktap_note("%s %.*s: status %#x", r->index, (int)strlen(r->query) - 1, r->query,
			  status);
	return HT_REFUSED;
}

enum ht_outcome ht_answer(long ms, const char *index, const char *format, ...)
{
	struct ht_reader r = { };
	va_list args;

	va_start(args, format);
	begin(&r, index, format, args);
	va_end(args);
	return ht_outcome(&r, ms);
}

/* Everything ------------------------------------------------------------------- */

struct tally {
	unsigned int nr[HT_STUCK + 1];
	long ms;
};

/* Behind one that is stuck, others would be as well, each for seconds. */
static void ask(struct tally *t, const char *index, const char *subject, const char *group)
{
	if (!t->nr[HT_STUCK])
		t->nr[ht_answer(t->ms, index, "%s group=%s", subject, group)]++;
}

/* In each group. */
static void ask_groups(struct tally *t, const char *index, const char *subject)
{
	if (!subject)
		return;
	ask(t, index, subject, "run");
	ask(t, index, subject, "page");
	ask(t, index, subject, "object");
	ask(t, index, subject, "total");
}

static void ask_types(struct tally *t, const char *types)
{
	char all[128], subject[64], *type, *rest;

	snprintf(all, sizeof(all), "%s", types);
	for (type = strtok_r(all, " ", &rest); type; type = strtok_r(NULL, " ", &rest)) {
		snprintf(subject, sizeof(subject), "type:%s", type);
		ask_groups(t, "sb_index", subject);
	}
}

/* They wait for nobody, but are many. */
static void ask_frames(struct tally *t)
{
	struct tally frames = { .ms = FRAMES };

	ask(&frames, "pfn_index", "0- names=1", "run");
	ask(&frames, "pfn_index", "0-", "total");
	for (size_t i = 0; i <= HT_STUCK; i++)
		t->nr[i] += frames.nr[i];
}

bool ht_ask_all(const struct ht_about *about, long ms, const char *name)
{
	struct tally t = { .ms = ms };
	char pid[16];

	ask_frames(&t);
	ask_groups(&t, "filename_index", about->file);
	ask_groups(&t, "filename_index", about->dir);
	ask_groups(&t, "sb_index", about->fs);
	if (about->types)
		ask_types(&t, about->types);
	snprintf(pid, sizeof(pid), "%d", about->pid);
	ask_groups(&t, "task_index", about->pid ? pid : NULL);
	ktap_note("%s: %u answered, %u refused, %u killed, %u stuck", name, t.nr[HT_ANSWERED],
		  t.nr[HT_REFUSED], t.nr[HT_KILLED], t.nr[HT_STUCK]);
	return ktap_ok(!t.nr[HT_STUCK], "%s: every reader is answered or dies of SIGKILL", name);
}
