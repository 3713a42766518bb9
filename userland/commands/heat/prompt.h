/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line that somebody types.  Pure.
 */
#ifndef COMMANDS_HEAT_PROMPT_H
#define COMMANDS_HEAT_PROMPT_H

#include <stddef.h>

#define HEAT_PROMPT_MAX 255

/**
 * struct heat_prompt - a line
 * @text: what was typed
 * @len: bytes of it
 */
struct heat_prompt {
	char text[HEAT_PROMPT_MAX + 1];
	size_t len;
};

enum heat_typed {
	HEAT_TYPED_MORE,
	HEAT_TYPED_LINE,	/* it is done */
	HEAT_TYPED_NOTHING,	/* somebody thought better of it */
};

/* The line is @text at first. */
void heat_prompt_begin(struct heat_prompt *p, const char *text);
/* A key: a byte; '\b' takes one away, ^U all, ESC ends it. */
enum heat_typed heat_prompt_key(struct heat_prompt *p, int key);

#endif /* COMMANDS_HEAT_PROMPT_H */
