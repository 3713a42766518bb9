/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are named to be read.
 */
#ifndef INPUT_H
#define INPUT_H

/* A descriptor of @path, "-" for stdin, that is the caller's to close; or a negative errno. */
int input_open(const char *path);

#endif /* INPUT_H */
