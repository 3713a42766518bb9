/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers for people. */
#ifndef UNITS_H
#define UNITS_H

#include <stdint.h>

#define UNITS_MAX 32

/* 18422 as "18,422". */
const char *units_grouped(uint64_t value, char *buf);
/* Bytes as "4.6G". */
const char *units_size(uint64_t bytes, char *buf);

#endif /* UNITS_H */
