/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are mlocked, and must be reported exactly.
 */
#ifndef TESTS_STRESS_HELD_H
#define TESTS_STRESS_HELD_H

#include <stdbool.h>

/* In the main process: makes the files and those who hold them. */
void held_setup(void);
/* Asks for them, for ever. */
void held_reader(void);
/* Return: false if something can't be given back. */
bool held_end(void);

#endif /* TESTS_STRESS_HELD_H */
