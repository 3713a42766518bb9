// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of text.
 */
#include <stdarg.h>
#include <stdio.h>

#include "words.h"

/**
 * words_add() - add to a line
 * @w: line
 * @format: as printf() has it
 */
void words_add(struct words *w, const char *format, ...)
{
	size_t room = sizeof(w->text) - w->len;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(w->text + w->len, room, format, args);
	va_end(args);
	if (len > 0)
		w->len += (size_t)len < room ? (size_t)len : room - 1;
}
