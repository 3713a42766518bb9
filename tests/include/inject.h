/* SPDX-License-Identifier: GPL-2.0 */
/* Allocations and copies that fail, on kernels with fault injection: those that a module makes. */
#ifndef TESTS_INJECT_H
#define TESTS_INJECT_H

#include <stdbool.h>

/* Skips the whole test if the kernel can't. */
void inj_setup(void);
/* The Nth from now on fails, of this task, with a module on the stack.  0: none. */
void inj_arm(unsigned int n);
/* Return: whether it has failed. */
bool inj_disarm(void);

#endif /* TESTS_INJECT_H */
