// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "remarks.h"

/* Nobody reads more. */
#define KEPT 200

/**
 * remarks_init() - begin
 * @r: gets it
 *
 * Return: 0 or -ENOMEM.
 */
int remarks_init(struct remarks *r)
{
	r->nr = 0;
	return list_init(&r->list);
}

/**
 * remarks_free() - forget all
 * @r: remarks
 */
void remarks_free(struct remarks *r)
{
	list_free(&r->list);
}

/**
 * remarks_add() - add a sentence
 * @r: remarks
 * @about: what it is about
 * @format: of printf()
 */
void remarks_add(struct remarks *r, const char *about, const char *format, ...)
{
	char text[2048];
	va_list args;
	int at;

	if (r->nr++ >= KEPT)
		return;
	at = snprintf(text, sizeof(text), "%.512s: ", about);
	va_start(args, format);
	vsnprintf(text + at, sizeof(text) - at, format, args);
	va_end(args);
	list_text(&r->list, text, strlen(text));
}

/**
 * remarks_end() - no more come
 * @r: remarks
 *
 * Return: all, NULL if there was no memory.
 */
const struct value_buf *remarks_end(struct remarks *r)
{
	char text[64];

	if (r->nr > KEPT) {
		snprintf(text, sizeof(text), "and %" PRIu64 " remarks more", r->nr - KEPT);
		list_word(&r->list, text);
	}
	return list_end(&r->list);
}
