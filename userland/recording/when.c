// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "when.h"

#define NS_PER_SECOND 1000000000ULL
#define SECONDS_MAX (UINT64_MAX / NS_PER_SECOND)

/* Digits and nothing else before *@end. */
static bool read_number(const char *text, uint64_t *number, const char **end)
{
	char *after;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &after, 10);
	*end = after;
	return !errno;
}

static uint64_t seconds_of_unit(const char *unit)
{
	static const struct {
		const char *word;
		uint64_t seconds;
	} units[] = {
		{ "s", 1 }, { "sec", 1 }, { "m", 60 }, { "min", 60 }, { "h", 3600 },
		{ "d", 86400 }, { "day", 86400 }, { "days", 86400 },
	};
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcmp(units[i].word, unit))
			return units[i].seconds;
	return 0;
}

/* "-10min" */
static int read_ago(const char *text, uint64_t now_ns, struct when *when)
{
	uint64_t number, seconds;
	const char *unit;

	if (!read_number(text, &number, &unit))
		return -EINVAL;
	seconds = seconds_of_unit(unit);
	if (!seconds || number > now_ns / NS_PER_SECOND / seconds)
		return -EINVAL;
	when->time_ns = now_ns - number * seconds * NS_PER_SECOND;
	return 0;
}

static int take_time(struct tm *tm, bool utc, struct when *when)
{
	time_t at;

	tm->tm_isdst = -1;
	at = utc ? timegm(tm) : mktime(tm);
	if (at < 0 || (uint64_t)at > SECONDS_MAX)
		return -EINVAL;
	when->time_ns = at * NS_PER_SECOND;
	return 0;
}

/* "2026-11-28T02:55", a blank in place of the T, seconds, and Z for UTC. */
static int read_date(const char *text, struct when *when)
{
	static const char *const formats[] = {
		"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M",
	};
	const char *end;
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		struct tm tm = { .tm_mday = 1 };

		end = strptime(text, formats[i], &tm);
		if (end && (!*end || !strcmp(end, "Z")))
			return take_time(&tm, *end, when);
	}
	return -EINVAL;
}

/* "02:55": the last time that it was that late. */
static int read_clock(const char *text, uint64_t now_ns, struct when *when)
{
	const time_t now = now_ns / NS_PER_SECOND;
	struct tm tm;
	const char *end;
	int err;

	if (!localtime_r(&now, &tm))
		return -EINVAL;
	tm.tm_sec = 0;
	end = strptime(text, "%H:%M:%S", &tm);
	if (!end || *end) {
		tm.tm_sec = 0;
		end = strptime(text, "%H:%M", &tm);
	}
	if (!end || *end)
		return -EINVAL;
	err = take_time(&tm, false, when);
	if (err || when->time_ns <= now_ns)
		return err;
	tm.tm_mday--;
	return take_time(&tm, false, when);
}

/**
 * when_read() - read what was said for a moment
 * @text: what
 * @now_ns: CLOCK_REALTIME
 * @when: gets it
 *
 * Return: 0 or -EINVAL.
 */
int when_read(const char *text, uint64_t now_ns, struct when *when)
{
	uint64_t number;
	const char *end;

	*when = (struct when){ .number = 0 };
	if (*text == '-')
		return read_ago(text + 1, now_ns, when);
	if (!strcmp(text, "now")) {
		when->time_ns = now_ns;
		return 0;
	}
	if (*text == '@') {
		if (!read_number(text + 1, &number, &end) || *end || number > SECONDS_MAX)
			return -EINVAL;
		when->time_ns = number * NS_PER_SECOND;
		return 0;
	}
	if (!strncmp(text, "moment:", strlen("moment:"))) {
		if (!read_number(text + strlen("moment:"), &number, &end) || *end || !number)
			return -EINVAL;
		when->number = number;
		return 0;
	}
	return read_date(text, when) ? read_clock(text, now_ns, when) : 0;
}

/**
 * when_text() - a time for people
 * @time_ns: time
 * @text: room
 *
 * Return: @text.
 */
const char *when_text(uint64_t time_ns, char text[WHEN_TEXT_MAX])
{
	const time_t at = time_ns / NS_PER_SECOND;
	struct tm tm;

	if (!localtime_r(&at, &tm) || !strftime(text, WHEN_TEXT_MAX, "%Y-%m-%d %H:%M:%S", &tm))
		snprintf(text, WHEN_TEXT_MAX, "@%" PRIu64, (uint64_t)at);
	return text;
}

/**
 * when_span() - how long something took, for people
 * @ns: nanoseconds
 * @text: room
 *
 * Return: @text.
 */
const char *when_span(uint64_t ns, char text[WHEN_TEXT_MAX])
{
	uint64_t s = (ns + NS_PER_SECOND / 2) / NS_PER_SECOND;

	if (s < 120)
		snprintf(text, WHEN_TEXT_MAX, "%" PRIu64 " s", s);
	else if (s < 7200)
		snprintf(text, WHEN_TEXT_MAX, "%" PRIu64 " min", s / 60);
	else
		snprintf(text, WHEN_TEXT_MAX, "%" PRIu64 " h %" PRIu64 " min", s / 3600,
			 s / 60 % 60);
	return text;
}
