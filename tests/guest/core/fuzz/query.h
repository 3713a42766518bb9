/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of the query language, right ones and wrong ones. */
#ifndef FUZZ_QUERY_H
#define FUZZ_QUERY_H

#include <stddef.h>

#include "rng.h"

/* Where the files are that queries name; made by the parent. */
#define FUZZ_MNT "/mnt/fuzz"
/* Stands for the PID of who writes the line. */
#define SELF "@S"

/* Lines for index file @file, with newlines, at most @cap bytes. */
size_t query_lines(struct rng *r, int file, char *buf, size_t cap);
/* Changes @len bytes in @buf at random. Return: how many they are then. */
size_t query_mutate(struct rng *r, int file, char *buf, size_t len, size_t cap);

#endif /* FUZZ_QUERY_H */
