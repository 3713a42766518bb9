/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file that a picture is in: all of it, or what was there before.
 */
#ifndef PLOT_FILE_H
#define PLOT_FILE_H

#include <stddef.h>

/* Can it be written, as far as can be seen?  0 or a negative errno. */
int plot_file_check(const char *path);
/* Writes it beside, and puts it in its place.  0 or a negative errno. */
int plot_file_write(const char *path, const void *buf, size_t len);

#endif /* PLOT_FILE_H */
