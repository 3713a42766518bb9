// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: messages that come again and again
 *
 * Of a hundred thousand names that are wrong in one way, the first few show the
 * way.  Machine formats have all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "repeats.h"
#include "say.h"
#include "units.h"

/**
 * repeats_may_say() - is a message to be said?
 * @r: what was said
 * @text: the part of it that repeats, without the name that it is about
 *
 * Return: false if it was said often enough; then it is counted.
 */
bool repeats_may_say(struct repeats *r, const char *text)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (!strcmp(r->kinds[i].text, text))
			return ++r->kinds[i].times <= REPEATS_SAID;
	if (r->nr == REPEATS_KINDS)
		return true;
	r->kinds[r->nr].text = strdup(text);
	r->kinds[r->nr].times = 1;
	r->nr += !!r->kinds[r->nr].text;
	return true;
}

/**
 * repeats_finish() - say how many more there were
 * @r: what was said
 */
void repeats_finish(struct repeats *r)
{
	char more[UNITS_MAX];
	size_t i;

	for (i = 0; i < r->nr; i++) {
		if (r->kinds[i].times > REPEATS_SAID)
			say_error("%s: %s more like this", r->kinds[i].text,
				  units_grouped(r->kinds[i].times - REPEATS_SAID, more));
		free(r->kinds[i].text);
	}
	r->nr = 0;
}
