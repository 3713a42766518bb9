/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Labels beside a frame, one below the other: who comes first has room.  Pure.
 */
#ifndef PLOT_LABELS_H
#define PLOT_LABELS_H

#include <stdbool.h>
#include <stddef.h>

/* Pixels of a label. */
#define LABELS_HEIGHT 13

/**
 * struct labels - room for labels
 * @taken: of each pixel, whether it is; owned
 * @size: pixels
 */
struct labels {
	char *taken;
	size_t size;
};

/* Room along @height pixels, and for one label more.  0 or -ENOMEM. */
int labels_init(struct labels *l, double height);
/* Takes the room of a label whose upper side is @at pixels from the top, if nobody has. */
bool labels_take(struct labels *l, double at);
void labels_free(struct labels *l);

#endif /* PLOT_LABELS_H */
