/* SPDX-License-Identifier: GPL-2.0 */
/* What valgrind's lackey saw a program reference of its heap, in order. */
#ifndef TESTS_LACKEY_H
#define TESTS_LACKEY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Runs a program to its end.  Return: as ref_end() (tests/include/referenced.h), with pages counted
 * from where the heap began; @pages: as many has it, at the end.
 */
uint64_t *lackey_heap(const char *valgrind, char *const argv[], size_t *entries, uint64_t *pages);

#endif /* TESTS_LACKEY_H */
