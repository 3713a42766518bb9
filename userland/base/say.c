// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: messages
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "progress.h"
#include "safe.h"
#include "say.h"

/* A path of 4095 bytes, all of them escaped. */
#define SAFE_MAX (4 * 4096 + 1)

static void say_to_stderr(const char *prefix, const char *format, va_list args)
{
	progress_erase();
	fputs(prefix, stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

/**
 * say_error() - say what went wrong
 * @format: as printf(), one line
 */
void say_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_to_stderr("pagesnap: ", format, args);
	va_end(args);
}

/**
 * say() - say something to people
 * @format: as printf(), one line
 */
void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_to_stderr("", format, args);
	va_end(args);
}

/**
 * say_lines() - say an error of several lines
 * @text: lines; the first is the error, the others say what to do
 */
void say_lines(const char *text)
{
	int first = strcspn(text, "\n");

	say_error("%.*s", first, text);
	for (text += first; *text; text += strcspn(text, "\n")) {
		text++;
		if (*text)
			say("%.*s", (int)strcspn(text, "\n"), text);
	}
}

/**
 * say_safe_bytes() - make text of others safe for a message
 * @text: any bytes
 * @len: how many
 *
 * Return: safe text in a buffer that is used again by the fourth next call.
 */
const char *say_safe_bytes(const char *text, size_t len)
{
	static char buffers[4][SAFE_MAX];
	static unsigned int next;
	char *buf = buffers[next++ % 4];

	safe_text(text, len, "\"", buf, SAFE_MAX);
	return buf;
}

/**
 * say_safe() - make a string of others safe for a message
 * @text: terminated
 *
 * Return: as say_safe_bytes().
 */
const char *say_safe(const char *text)
{
	return say_safe_bytes(text, strlen(text));
}
