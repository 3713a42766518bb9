/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line that somebody types.  Pure.
 */
#ifndef COMMANDS_SCREEN_PROMPT_H
#define COMMANDS_SCREEN_PROMPT_H

#include <stddef.h>

#define PROMPT_MAX 255

/**
 * struct prompt - a line
 * @text: what was typed
 * @len: bytes of it
 */
struct prompt {
	char text[PROMPT_MAX + 1];
	size_t len;
};

enum prompt_typed {
	PROMPT_MORE,
	PROMPT_LINE,	/* it is done */
	PROMPT_NOTHING,	/* somebody thought better of it */
};

/* The line is @text at first. */
void prompt_begin(struct prompt *p, const char *text);
/* A key: a byte; '\b' takes one away, ^U all, ESC ends it. */
enum prompt_typed prompt_key(struct prompt *p, int key);

#endif /* COMMANDS_SCREEN_PROMPT_H */
