// SPDX-License-Identifier: GPL-2.0
/*
 * How what was found is said.
 */
#include <stdarg.h>
#include <stdio.h>

#include "doctor.h"

/**
 * doctor_say() - one line
 * @d: examination
 * @check: what was looked at
 * @result: how it is
 * @next: command that helps, "" for none
 * @format: what was found
 */
void doctor_say(struct doctor *d, const char *check, enum doctor_result result, const char *next,
		const char *format, ...)
{
	char found[DOCTOR_TEXT];
	const struct doctor_line line = {
		.check = check, .result = result, .found = found, .next = next,
	};
	va_list args;

	va_start(args, format);
	vsnprintf(found, sizeof(found), format, args);
	va_end(args);
	d->failed += result == DOCTOR_FAILS;
	if (!d->err)
		d->err = d->take(d->ctx, &line);
}
