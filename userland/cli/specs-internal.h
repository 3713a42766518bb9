/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What specs-*.c have in common.  The functions return 0, or -EINVAL with a sentence in
 * *@why.
 */
#ifndef SPECS_INTERNAL_H
#define SPECS_INTERNAL_H

#include "specs.h"

/* Says what is wrong. */
int spec_refuse(const char **why, const char *message);
bool spec_is_digit(char c, bool hex);
/* The number that @text begins with, decimal or 0x hex; @end is what follows it. */
int spec_number_at(const char *text, const char **end, uint64_t *value, const char **why);
/* The same, hexadecimal, 0x in front or not. */
int spec_hex_at(const char *text, const char **end, uint64_t *value, const char **why);

#endif /* SPECS_INTERNAL_H */
