/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line of pagesnap-plot.
 */
#ifndef PLOT_ARGUMENTS_H
#define PLOT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "kinds/picture.h"

/**
 * struct plot_arguments - what is to be drawn
 * @kind: what it shows
 * @size: how large it is
 * @pid: of this process; 0 for the one that accessed most, by time for all
 * @by_time: of a trace: time is to the right, not the number of the reference
 * @file: where to
 * @format: of that
 * @ready: a descriptor that gets a byte once all is well, -1 for none
 */
struct plot_arguments {
	enum picture_kind kind;
	struct picture_size size;
	uint32_t pid;
	bool by_time;
	const char *file;
	enum picture_format format;
	int ready;
};

/* -1 to go on; else an exit code, after what is to be said. */
int plot_arguments_read(struct plot_arguments *a, int argc, char **argv);

#endif /* PLOT_ARGUMENTS_H */
