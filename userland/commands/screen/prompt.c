// SPDX-License-Identifier: GPL-2.0
/*
 * A line that somebody types.
 */
#include <stdio.h>

#include "prompt.h"

#define CTRL(letter) ((letter) & 0x1f)
#define ESCAPE 0x1b
#define DELETE 0x7f

/**
 * prompt_begin() - begin a line
 * @p: line
 * @text: what is there already
 */
void prompt_begin(struct prompt *p, const char *text)
{
	int len = snprintf(p->text, sizeof(p->text), "%s", text);

	p->len = len < PROMPT_MAX ? len : PROMPT_MAX;
}

/* A character is taken away as a whole. */
static void take_away(struct prompt *p)
{
	while (p->len && (p->text[--p->len] & 0xc0) == 0x80)
		;
}

/**
 * prompt_key() - take a key
 * @p: line
 * @key: byte
 *
 * Return: PROMPT_*.
 */
enum prompt_typed prompt_key(struct prompt *p, int key)
{
	if (key == '\n' || key == '\r')
		return PROMPT_LINE;
	if (key == ESCAPE || key == CTRL('g'))
		return PROMPT_NOTHING;
	if (key == '\b' || key == DELETE)
		take_away(p);
	else if (key == CTRL('u'))
		p->len = 0;
	else if (key >= ' ' && key <= 0xff && p->len < PROMPT_MAX)
		p->text[p->len++] = key;
	p->text[p->len] = '\0';
	return PROMPT_MORE;
}
