/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers in files of the kernel.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads @nr decimal numbers with white space between.  False if there are fewer. */
bool numbers_read(const char *text, uint64_t *list, size_t nr);

#endif /* NUMBERS_H */
