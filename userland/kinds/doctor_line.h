/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of doctor.
 */
#ifndef KINDS_DOCTOR_LINE_H
#define KINDS_DOCTOR_LINE_H

enum doctor_result {
	DOCTOR_OK,
	DOCTOR_NOTE,	/* nothing is wrong, but it is good to know */
	DOCTOR_FAILS,
	DOCTOR_UNKNOWN,	/* what it needs is missing, or it may not be seen */
};

/**
 * struct doctor_line - what was looked at, and how it is
 * @check: what
 * @result: how it is
 * @found: what was found
 * @next: command that helps, "" for none
 */
struct doctor_line {
	const char *check;
	enum doctor_result result;
	const char *found;
	const char *next;
};

#endif /* KINDS_DOCTOR_LINE_H */
