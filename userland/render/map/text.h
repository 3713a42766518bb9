/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A map as text: rows of signs.
 */
#ifndef RENDER_MAP_TEXT_H
#define RENDER_MAP_TEXT_H

#include "kinds/value.h"
#include "model.h"

/**
 * struct map_style - how a map is printed
 * @rows: at most
 * @width: columns of a terminal
 * @color: use colours
 * @bytes: sizes in bytes
 * @only_rows: without what stands above and below
 * @whole_names: however wide they are
 */
struct map_style {
	size_t rows;
	size_t width;
	bool color;
	bool bytes;
	bool only_rows;
	bool whole_names;
};

/* Appends all lines.  0 or -ENOMEM. */
int map_text(struct value_buf *b, const struct map_model *m, const struct map_style *style);

#endif /* RENDER_MAP_TEXT_H */
