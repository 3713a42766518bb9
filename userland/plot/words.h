/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of text that are put together.  Pure.
 */
#ifndef PLOT_WORDS_H
#define PLOT_WORDS_H

#include <stddef.h>

/**
 * struct words - a line to which more is added; what doesn't fit is left out
 * @text: it, terminated
 * @len: bytes of it
 */
struct words {
	char text[512];
	size_t len;
};

__attribute__((format(printf, 2, 3)))
void words_add(struct words *w, const char *format, ...);

#endif /* PLOT_WORDS_H */
