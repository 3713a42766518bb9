/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a picture shows, and how large it is, as the options of the client and of
 * pagesnap-plot say it.  Pure.
 */
#ifndef KINDS_PICTURE_H
#define KINDS_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/* Widths and heights, in pixels; with fewer, what stands below has no room. */
#define PICTURE_WIDTH_MIN 720
#define PICTURE_HEIGHT_MIN 400
#define PICTURE_SIDE_MAX 8192
#define PICTURE_WIDTH 1200
#define PICTURE_HEIGHT 800

enum picture_kind {
	PICTURE_HEAT,	/* what was accessed by address and time */
	PICTURE_SPACE,	/* by address */
	PICTURE_TIME,	/* by time */
	PICTURE_TRACE,	/* references, by address and number or time */
	PICTURE_SLAB,	/* allocations that are alive, by time */
	PICTURE_MAP,	/* where a file, a process or memory has what */
	PICTURE_KINDS
};

enum picture_format { PICTURE_PNG, PICTURE_SVG };

/**
 * struct picture_size - a size
 * @width: pixels; of SVG, units
 * @height: likewise
 */
struct picture_size {
	int width;
	int height;
};

/**
 * struct picture_asked - a picture that somebody asks for
 * @file: where to, NULL for none
 * @kind: what it shows; NULL for what is usual where it is asked for
 * @size: WIDTHxHEIGHT, NULL for the usual
 * @pid: of this process alone; 0 for the usual
 * @by_time: references are drawn by time, not by their number
 */
struct picture_asked {
	const char *file;
	const char *kind;
	const char *size;
	uint32_t pid;
	bool by_time;
};

/* Sentences for who said something else. */
#define PICTURE_KIND_WHY "heat, space, time, trace, slab or map expected"
#define PICTURE_SIZE_WHY "WIDTHxHEIGHT expected, 720x400 to 8192x8192"
#define PICTURE_FORMAT_WHY "a name that ends with .png or .svg expected"

/* 0, or -EINVAL if @text is no such word. */
int picture_kind(const char *text, enum picture_kind *kind);
int picture_size(const char *text, struct picture_size *size);
/* By the end of a file's name. */
int picture_format(const char *file, enum picture_format *format);

#endif /* KINDS_PICTURE_H */
