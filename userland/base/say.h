/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Messages on stderr.  Main thread only.
 */
#ifndef SAY_H
#define SAY_H

#include <stddef.h>

/* "pagesnap: ..." and a newline; takes a progress line away before. */
__attribute__((format(printf, 1, 2)))
void say_error(const char *format, ...);
/* The same without the name in front. */
__attribute__((format(printf, 1, 2)))
void say(const char *format, ...);
/* "pagesnap: first line", and the others below it. */
void say_lines(const char *text);
/* @text of others for one of the above; the last four stay valid. */
const char *say_safe(const char *text);
const char *say_safe_bytes(const char *text, size_t len);

#endif /* SAY_H */
