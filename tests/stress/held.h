/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are mlocked, and must be reported exactly.
 */
#ifndef TESTS_STRESS_HELD_H
#define TESTS_STRESS_HELD_H

#include <stdbool.h>
#include <stdint.h>

/* Indices below this one are mapped; which have a page: */
#define HELD_SPAN 320UL
/* From here on pages are written as one, for which large folios may be made. */
#define HELD_LARGE 256UL
bool held_has(uint64_t index);
uint64_t held_pages(uint64_t start, uint64_t end);

/* In the main process: makes the files and those who hold them. */
void held_setup(void);
/* Return: false if something can't be given back. */
bool held_end(void);

/* held-reader.c: asks for them, until it is time to stop. */
void held_reader(void);

#endif /* TESTS_STRESS_HELD_H */
