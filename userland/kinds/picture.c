// SPDX-License-Identifier: GPL-2.0
/*
 * What a picture shows, and how large it is.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "picture.h"

/**
 * picture_kind() - read what a picture is to show
 * @text: a word
 * @kind: gets it
 *
 * Return: 0, or -EINVAL if there is no such picture.
 */
int picture_kind(const char *text, enum picture_kind *kind)
{
	static const char *const words[PICTURE_KINDS] = { "heat", "space", "time", "trace",
							"slab", "map" };
	unsigned int i;

	for (i = 0; i < PICTURE_KINDS && strcmp(text, words[i]); i++)
		;
	if (i == PICTURE_KINDS)
		return -EINVAL;
	*kind = i;
	return 0;
}

/* Pixels, @least or more, in four digits at the most; NULL if they are none. */
static const char *read_side(const char *text, int least, int *side)
{
	const char *at = text;

	for (*side = 0; *at >= '0' && *at <= '9' && at < text + 4; at++)
		*side = 10 * *side + *at - '0';
	return *side >= least && *side <= PICTURE_SIDE_MAX ? at : NULL;
}

/**
 * picture_size() - read how large a picture is to be
 * @text: WIDTHxHEIGHT
 * @size: gets it
 *
 * Return: 0, or -EINVAL.
 */
int picture_size(const char *text, struct picture_size *size)
{
	const char *at = read_side(text, PICTURE_WIDTH_MIN, &size->width);

	if (!at || *at != 'x')
		return -EINVAL;
	at = read_side(at + 1, PICTURE_HEIGHT_MIN, &size->height);
	return at && !*at ? 0 : -EINVAL;
}

/**
 * picture_format() - which format has a file?
 * @file: its name
 * @format: gets it
 *
 * Return: 0, or -EINVAL if its name does not say it.
 */
int picture_format(const char *file, enum picture_format *format)
{
	const char *name = strrchr(file, '/'), *dot;

	name = name ? name + 1 : file;
	dot = strrchr(name, '.');
	/* a name has something before it */
	if (!dot || dot == name)
		return -EINVAL;
	*format = strcasecmp(dot, ".svg") ? PICTURE_PNG : PICTURE_SVG;
	return strcasecmp(dot, ".svg") && strcasecmp(dot, ".png") ? -EINVAL : 0;
}
