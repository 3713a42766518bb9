// SPDX-License-Identifier: GPL-2.0
/*
 * Reads pictures back: pixels FILE.png COMMAND
 *	size			"WIDTH HEIGHT"
 *	at X Y			the colour there, as rrggbb
 *	row Y			all that are there, from left to right
 *	box RRGGBB [X Y W H]	"X Y W H NUMBER": where that colour is, in a part of the picture
 */
#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cairo_surface_t *picture;

static unsigned int at(int x, int y)
{
	const unsigned char *row = cairo_image_surface_get_data(picture) +
				   (size_t)y * cairo_image_surface_get_stride(picture);
	unsigned int pixel;

	memcpy(&pixel, row + 4 * (size_t)x, sizeof(pixel));
	return pixel & 0xffffff;
}

static void find_box(unsigned int color, int x0, int y0, int w, int h)
{
	int x, y, left = 1 << 20, top = 1 << 20, right = 0, bottom = 0;
	long nr = 0;

	for (y = y0; y < y0 + h; y++) {
		for (x = x0; x < x0 + w; x++) {
			if (at(x, y) != color)
				continue;
			nr++;
			left = x < left ? x : left;
			top = y < top ? y : top;
			right = x >= right ? x + 1 : right;
			bottom = y + 1;
		}
	}
	if (nr)
		printf("%d %d %d %d %ld\n", left, top, right - left, bottom - top, nr);
	else
		printf("none\n");
}

static void print_row(int y, int w)
{
	int x;

	for (x = 0; x < w; x++)
		if (!x || at(x, y) != at(x - 1, y))
			printf("%06x\n", at(x, y));
}

int main(int argc, char **argv)
{
	int w, h;

	if (argc < 3)
		return 2;
	picture = cairo_image_surface_create_from_png(argv[1]);
	if (cairo_surface_status(picture))
		return 1;
	w = cairo_image_surface_get_width(picture);
	h = cairo_image_surface_get_height(picture);
	if (!strcmp(argv[2], "size"))
		printf("%d %d\n", w, h);
	else if (!strcmp(argv[2], "at") && argc == 5)
		printf("%06x\n", at(atoi(argv[3]), atoi(argv[4])));
	else if (!strcmp(argv[2], "row") && argc == 4)
		print_row(atoi(argv[3]), w);
	else if (!strcmp(argv[2], "box") && argc == 8)
		find_box(strtoul(argv[3], NULL, 16), atoi(argv[4]), atoi(argv[5]), atoi(argv[6]),
			 atoi(argv[7]));
	else if (!strcmp(argv[2], "box"))
		find_box(strtoul(argv[3], NULL, 16), 0, 0, w, h);
	cairo_surface_destroy(picture);
	return 0;
}
