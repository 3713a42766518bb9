// SPDX-License-Identifier: GPL-2.0
/*
 * What pictures are drawn with.
 */
#include <math.h>
#include <string.h>

#include "base/safe.h"
#include "canvas.h"

#define NAME_MAX_SHOWN 512
#define ELLIPSIS "..."

/**
 * canvas_colour() - which colour has an ink?
 * @ink: which
 *
 * Return: 0xRRGGBB.
 */
unsigned int canvas_colour(enum ink ink)
{
	static const unsigned int colours[INKS] = {
		0xe4e9ee, 0xf6dc86, 0xf4b95a, 0xea9140, 0xd5683a, 0xac4442, 0x78294d, 0x3a1240,
		[INK_TEXT] = 0x101010, [INK_FRAME] = 0x404040, [INK_LINE] = 0xb8b8b8,
		[INK_PAPER] = 0xffffff, [INK_MISSED] = 0x000000, [INK_LATE] = 0x8a8a8a,
		[INK_LACKS] = 0x2b5fa8, [INK_THERE] = 0xdfe5ea, [INK_MOST] = 0xeaa24a,
		[INK_ACCESSED] = 0x78294d, [INK_READ] = 0x56b4e9, [INK_WRITE] = 0xd55e00,
		[INK_FETCH] = 0x2a2a2a, [INK_GROUND] = 0xf5f7f9, [INK_FORK] = 0x009e73,
		[INK_EXEC] = 0x6a3d9a, [INK_EXIT] = 0x606060, [INK_LOST] = 0xb0005a,
		[INK_MAP + MAP_ABSENT] = 0xeceff2, [INK_MAP + MAP_FREE] = 0xe3efe3,
		[INK_MAP + MAP_CACHED] = 0x56b4e9, [INK_MAP + MAP_DIRTY] = 0xd55e00,
		[INK_MAP + MAP_WRITEBACK] = 0xf0c419, [INK_MAP + MAP_BEYOND] = 0x303030,
		[INK_MAP + MAP_EVICTED] = 0xc9b3d6, [INK_MAP + MAP_SWAPPED] = 0x8e5ba6,
		[INK_MAP + MAP_FILE] = 0x56b4e9, [INK_MAP + MAP_SHMEM] = 0x009e73,
		[INK_MAP + MAP_ANON] = 0xf0a830, [INK_MAP + MAP_HUGE] = 0xd55e00,
		[INK_MAP + MAP_SWAPCACHE] = 0xcc79a7, [INK_MAP + MAP_SLAB] = 0x1f5fa8,
		[INK_MAP + MAP_TABLES] = 0x5b2a86, [INK_MAP + MAP_KERNEL] = 0x8a5a44,
		[INK_MAP + MAP_RESERVED] = 0x606060, [INK_MAP + MAP_OFFLINE] = 0xbfbfbf,
		[INK_MAP + MAP_BROKEN] = 0xb0005a, [INK_MAP + MAP_SPECIAL] = 0x7fc8a9,
		[INK_MAP + MAP_UNKNOWN] = 0x101010,
	};

	return colours[ink];
}

/**
 * canvas_ink() - draw with an ink
 * @c: picture
 * @ink: which
 */
void canvas_ink(struct canvas *c, enum ink ink)
{
	unsigned int rgb = canvas_colour(ink);

	cairo_set_source_rgb(c->cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0,
			     (rgb & 255) / 255.0);
}

/**
 * canvas_heading() - choose how large text is
 * @c: picture
 * @heading: it is a heading
 */
void canvas_heading(struct canvas *c, int heading)
{
	cairo_select_font_face(c->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
			       heading ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(c->cr, heading ? CANVAS_TITLE : CANVAS_TEXT);
}

/**
 * canvas_begin() - begin with a picture
 * @c: it
 */
void canvas_begin(struct canvas *c)
{
	canvas_fill(c, INK_PAPER, (struct box){ 0, 0, c->width, c->height });
	canvas_heading(c, 0);
}

/**
 * canvas_fill() - fill a box
 * @c: picture
 * @ink: with what
 * @box: where
 */
void canvas_fill(struct canvas *c, enum ink ink, struct box box)
{
	double x = floor(box.x), y = floor(box.y);
	double right = fmax(floor(box.x + box.w), x + 1), bottom = fmax(floor(box.y + box.h), y + 1);

	canvas_ink(c, ink);
	cairo_set_antialias(c->cr, CAIRO_ANTIALIAS_NONE);
	cairo_rectangle(c->cr, x, y, right - x, bottom - y);
	cairo_fill(c->cr);
	cairo_set_antialias(c->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/**
 * canvas_line() - draw a straight line, a pixel wide
 * @c: picture
 * @ink: with what
 * @x1: from here
 * @y1: from here
 * @x2: to there
 * @y2: to there; it goes across, or down
 */
void canvas_line(struct canvas *c, enum ink ink, double x1, double y1, double x2, double y2)
{
	canvas_fill(c, ink, (struct box){ x1, y1, x2 - x1, y2 - y1 });
}

/**
 * canvas_outline() - draw the sides of a box, just outside of it
 * @c: picture
 * @ink: with what
 * @box: where
 */
void canvas_outline(struct canvas *c, enum ink ink, struct box box)
{
	double right = box.x + box.w, bottom = box.y + box.h;

	canvas_line(c, ink, box.x - 1, box.y - 1, right + 1, box.y - 1);
	canvas_line(c, ink, box.x - 1, bottom, right + 1, bottom);
	canvas_line(c, ink, box.x - 1, box.y - 1, box.x - 1, bottom + 1);
	canvas_line(c, ink, right, box.y - 1, right, bottom + 1);
}

/**
 * canvas_text_width() - how wide is a text?
 * @c: picture
 * @text: it
 *
 * Return: pixels.
 */
double canvas_text_width(struct canvas *c, const char *text)
{
	cairo_text_extents_t extents;

	cairo_text_extents(c->cr, text, &extents);
	return extents.x_advance;
}

/**
 * canvas_text() - write
 * @c: picture
 * @align: which part of the text is at @x
 * @x: there
 * @y: its base line
 * @text: it
 */
void canvas_text(struct canvas *c, enum align align, double x, double y, const char *text)
{
	double width = align == ALIGN_LEFT ? 0 : canvas_text_width(c, text);

	canvas_ink(c, INK_TEXT);
	cairo_move_to(c->cr, floor(x - (align == ALIGN_CENTER ? width / 2 : width)), floor(y));
	cairo_show_text(c->cr, text);
}

/* Takes the last character away. */
static size_t shorten(const char *text, size_t len)
{
	do {
		len--;
	} while (len && (text[len] & 0xc0) == 0x80);
	return len;
}

/**
 * canvas_name() - write text of others
 * @c: picture
 * @x: where it begins
 * @y: its base line
 * @width: pixels that it may take
 * @name: any bytes
 * @len: how many
 */
void canvas_name(struct canvas *c, double x, double y, double width, const char *name, size_t len)
{
	char text[NAME_MAX_SHOWN + sizeof(ELLIPSIS)];
	size_t shown = safe_text(name, len, "\"\\", text, NAME_MAX_SHOWN);

	while (canvas_text_width(c, text) > width && shown) {
		shown = shorten(text, shown);
		memcpy(text + shown, ELLIPSIS, sizeof(ELLIPSIS));
	}
	canvas_text(c, ALIGN_LEFT, x, y, text);
}
