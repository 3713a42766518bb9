// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: messages that come again and again
 *
 * Of a hundred thousand names that are wrong in one way, the first few show the
 * way.  Machine formats have all of them.
 */
#include <argz.h>
#include <stdlib.h>
#include <string.h>

#include "repeats.h"
#include "say.h"
#include "units.h"

static bool say_again(struct repeats *r, size_t kind, const char *place)
{
	if (++r->kinds[kind].times <= REPEATS_SAID)
		return true;
	free(r->kinds[kind].last);
	r->kinds[kind].last = strdup(place);
	return false;
}

/**
 * repeats_may_say() - is a message to be said?
 * @r: what was said
 * @text: the part of it that repeats, without the name that it is about
 * @place: that name, or file and line
 *
 * Return: false if it was said often enough; then it is counted.
 */
bool repeats_may_say(struct repeats *r, const char *text, const char *place)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		if (!strcmp(r->kinds[i].text, text))
			return say_again(r, i, place);
	if (r->nr == REPEATS_KINDS)
		return true;
	r->kinds[r->nr].text = strdup(text);
	r->kinds[r->nr].last = NULL;
	r->kinds[r->nr].times = 1;
	r->nr += !!r->kinds[r->nr].text;
	return true;
}

/**
 * repeats_is_new() - is a message said for the first time?
 * @r: what was said
 * @text: the part of it without the name that it is about
 * @place: that name
 *
 * For what is asked more than once, of few places: all of them are compared.
 *
 * Return: false if the same text was said of the same place.
 */
bool repeats_is_new(struct repeats *r, const char *text, const char *place)
{
	const char *pair = NULL, *second;

	while ((pair = argz_next(r->pairs, r->pairs_len, pair))) {
		second = argz_next(r->pairs, r->pairs_len, pair);
		if (!second)
			break;
		if (!strcmp(pair, text) && !strcmp(second, place))
			return false;
		pair = second;
	}
	if (!argz_add(&r->pairs, &r->pairs_len, text) &&
	    argz_add(&r->pairs, &r->pairs_len, place))
		argz_delete(&r->pairs, &r->pairs_len,
			    r->pairs + r->pairs_len - strlen(text) - 1);
	return true;
}

/**
 * repeats_finish() - say how many more there were, and where the last was
 * @r: what was said
 */
void repeats_finish(struct repeats *r)
{
	char more[UNITS_MAX];
	size_t i;

	for (i = 0; i < r->nr; i++) {
		const char *last = r->kinds[i].last;

		if (r->kinds[i].times > REPEATS_SAID)
			say_error("%s: %s more like this%s%s", r->kinds[i].text,
				  units_grouped(r->kinds[i].times - REPEATS_SAID, more),
				  last ? ", the last: " : "", last ? last : "");
		free(r->kinds[i].text);
		free(r->kinds[i].last);
	}
	r->nr = 0;
	free(r->pairs);
	r->pairs = NULL;
	r->pairs_len = 0;
}
