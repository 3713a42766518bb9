// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a flight recorder
 *
 * Moments are due at a fixed distance.  One that takes too long, or costs more than it may, lets
 * others go by: these are counted, and said.  One that fails is said, and the next one is tried.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_codes.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "base/system_path.h"
#include "recorder.h"
#include "recording/when.h"
#include "render/top/pace.h"

#define NS_PER_MS 1000000ULL
/* Tests have boots of their own. */
#define BOOT_ID system_path("PAGESNAP_BOOT_ID", "/proc/sys/kernel/random/boot_id")

/**
 * struct recorder - a run
 * @recording: what is recorded
 * @look: looks at it
 * @writer: where
 * @pace: what it may cost
 * @begun_ns: when the first moment was due, of a clock that nobody sets
 * @next: number of the moment that is due, from 0
 * @last_ns: when the last one that there is began; 0 if there is none
 * @tried: moments
 * @done: of these, that there are
 * @missed: that there are not, since the last one
 * @failed: one could not be had
 * @boot: boot id
 */
struct recorder {
	const struct recording *recording;
	struct look *look;
	struct writer *writer;
	struct top_pace pace;
	uint64_t begun_ns;
	uint64_t next;
	uint64_t last_ns;
	uint32_t tried;
	uint32_t done;
	uint64_t missed;
	bool failed;
	char boot[40];
};

static uint64_t spent_ns(void)
{
	struct rusage r;

	if (getrusage(RUSAGE_SELF, &r))
		return 0;
	return (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * NS_PER_SECOND +
	       (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1000ULL;
}

static void read_boot(struct recorder *r)
{
	int fd = open(BOOT_ID, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, r->boot, sizeof(r->boot) - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		strcpy(r->boot, "?");
	r->boot[strcspn(r->boot, "\n")] = '\0';
}

/* Moments --------------------------------------------------------------------- */

/* Of time that another clock tells, which may have been set, no more counts than was wanted. */
static uint64_t life_since_last(const struct recorder *r, uint64_t begun_ns, uint64_t time_ns)
{
	uint64_t since, every_ns = r->recording->every_ns;

	if (r->last_ns)
		return begun_ns - r->last_ns;
	since = r->recording->timed ? writer_since(r->writer, time_ns) : 0;
	return since < every_ns ? since : every_ns;
}

static int record(struct recorder *r)
{
	uint64_t begun_ns = clock_ns(CLOCK_MONOTONIC), time_ns = clock_ns(CLOCK_REALTIME);
	const struct writer_moment moment = {
		.time_ns = time_ns, .every_ns = r->recording->every_ns,
		.life_ns = life_since_last(r, begun_ns, time_ns),
		.missed = r->missed, .boot = r->boot,
	};
	bool partial = false;
	int err = writer_begin(r->writer, &moment);

	/* that time has gone by, whatever comes of it */
	r->last_ns = begun_ns;
	err = err ?: look_run(r->look, r->writer, &partial);
	return err ?: writer_end(r->writer, clock_ns(CLOCK_MONOTONIC) - begun_ns, partial);
}

/* What went wrong with a look was said. */
static void say_missed(const struct recorder *r, int err)
{
	char time[WHEN_TEXT_MAX];

	when_text(clock_ns(CLOCK_REALTIME), time);
	if (err == -ENODATA)
		say_error("%s: no moment of %s", say_safe(r->recording->path), time);
	else
		say_error("%s: no moment of %s: %s", say_safe(r->recording->path), time,
			  writer_why(r->writer, err));
}

static int take_moment(struct recorder *r)
{
	int err;

	top_pace_begin(&r->pace, clock_ns(CLOCK_MONOTONIC), spent_ns());
	err = record(r);
	r->tried++;
	if (!err) {
		r->done++;
		r->missed = 0;
		return 0;
	}
	writer_drop(r->writer);
	look_drop(r->look, err);
	if (err == -EINTR)
		return err;
	say_missed(r, err);
	r->missed++;
	r->failed = true;
	/* what never began is not waited for */
	return r->done ? 0 : err;
}

/* The next one that is not over, and that may be paid for. */
static void find_next(struct recorder *r)
{
	uint64_t every_ns = r->recording->every_ns, now = clock_ns(CLOCK_MONOTONIC);
	uint64_t may_ns = r->pace.begun_ns + top_pace_every(&r->pace, spent_ns());
	uint64_t from_ns = now > may_ns ? now : may_ns, next = r->next + 1, passed;

	if (from_ns > r->begun_ns + next * every_ns)
		next = (from_ns - r->begun_ns + every_ns - 1) / every_ns;
	passed = next - r->next - 1;
	r->next = next;
	r->missed += passed;
	if (passed && may_ns > now)
		say("# %s: missed %" PRIu64 " as a moment costs more than --max-cpu %" PRIu64,
		    say_safe(r->recording->path), passed, r->recording->percent);
	else if (passed)
		say("# %s: missed %" PRIu64 " as a moment takes longer than --every",
		    say_safe(r->recording->path), passed);
}

/* 0, or -EINTR after a signal. */
static int wait_for_next(const struct recorder *r)
{
	uint64_t due_ns = r->begun_ns + r->next * r->recording->every_ns, now, left;
	struct pollfd fd = { .fd = interrupt_fd(), .events = POLLIN };

	while (!interrupt_seen() && (now = clock_ns(CLOCK_MONOTONIC)) < due_ns) {
		left = (due_ns - now + NS_PER_MS - 1) / NS_PER_MS;
		(void)poll(&fd, 1, left < 60000 ? left : 60000);
	}
	return interrupt_seen() ? -EINTR : 0;
}

static int run(struct recorder *r)
{
	uint32_t moments = r->recording->moments;
	int err = take_moment(r);

	while (!err && (!moments || r->tried < moments)) {
		find_next(r);
		err = wait_for_next(r) ?: take_moment(r);
	}
	return err;
}

/**
 * recorder_run() - record
 * @recording: what
 *
 * Return: an exit code, after a message if that is not 0.
 */
int recorder_run(const struct recording *recording)
{
	struct recorder r = {
		.recording = recording, .look = look_new(&recording->asking),
		.begun_ns = clock_ns(CLOCK_MONOTONIC),
		.pace = { .percent = recording->percent },
	};
	int err = r.look ? interrupt_catch() : -ENOMEM;

	read_boot(&r);
	if (err)
		say_error("%s", strerror(-err));
	err = err ?: writer_open(&r.writer, recording->path, &recording->limits);
	if (err == -ENOMEM)
		say_error("%s", strerror(ENOMEM));
	err = err ?: run(&r);
	writer_close(r.writer);
	look_free(r.look);
	/* it is ended by a signal, as a rule */
	if (err && (err != -EINTR || !r.done))
		return err == -EINTR ? EXIT_INTERRUPTED : EXIT_FAILED;
	return r.failed ? EXIT_PARTIAL : EXIT_OK;
}
