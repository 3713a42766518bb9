/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file that a page is written to.
 */
#ifndef COMMANDS_REPORT_SHEET_H
#define COMMANDS_REPORT_SHEET_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct sheet - where a page is written
 * @to: it
 * @path: what it will be called, NULL for stdout
 * @target: the same where @path is a link to it, NULL otherwise
 * @draft: what it is called until it is complete
 * @nameless: it is not called anything until then
 */
struct sheet {
	FILE *to;
	const char *path;
	char *target;
	char *draft;
	bool nameless;
};

/* @path stays the caller's; NULL: stdout.  0 or a negative errno after a message. */
int sheet_open(struct sheet *s, const char *path);
/* It is complete, or is to be forgotten.  0 or a negative errno after a message. */
int sheet_close(struct sheet *s, bool complete);
/* A table: each line of @lines is a row in JSON.  0 or a negative errno. */
int sheet_put_lines(struct sheet *s, FILE *lines, const char *title, const char *command,
		    const char *about);

#endif /* COMMANDS_REPORT_SHEET_H */
