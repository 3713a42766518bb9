/* SPDX-License-Identifier: GPL-2.0 */
/* What the fuzz targets share. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "core/query.h"
#include "core/text.h"
#include "pages/select.h"

/* Stops the fuzzer, which keeps the input. */
#define MUST(condition) do { \
	if (!(condition)) { \
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
		abort(); \
	} \
} while (0)

/* A copy of exactly @len bytes: one byte too far is ASan's. */
static inline void *exact(const void *bytes, size_t len)
{
	void *copy = malloc(len);

	MUST(copy);
	if (len)
		memcpy(copy, bytes, len);
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* TESTS_FUZZ_H */
