/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What people say for a moment.  Pure but for the time zone.
 */
#ifndef RECORDING_WHEN_H
#define RECORDING_WHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For messages about what when_read() refuses. */
#define WHEN_EXPECTED "takes 02:55, 2026-11-28T02:55:30, -10min, @SECONDS or moment:N"
#define WHEN_TEXT_MAX 32

/**
 * struct when - a moment that was named
 * @time_ns: when, CLOCK_REALTIME
 * @number: of the moment itself; 0: the last one up to @time_ns
 */
struct when {
	uint64_t time_ns;
	uint64_t number;
};

/* 0 or -EINVAL.  @now_ns: CLOCK_REALTIME. */
int when_read(const char *text, uint64_t now_ns, struct when *when);
/* "2026-11-28 02:55:30", in the time zone of who reads it. */
const char *when_text(uint64_t time_ns, char text[WHEN_TEXT_MAX]);
/* "90s", "2h 5min": of what people see. */
const char *when_span(uint64_t ns, char text[WHEN_TEXT_MAX]);

#endif /* RECORDING_WHEN_H */
