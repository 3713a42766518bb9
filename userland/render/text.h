/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RENDER_TEXT_H
#define RENDER_TEXT_H

#include "kinds/value.h"
#include "lib/pagesnap.h"
#include "writer.h"

/**
 * struct text - records as the index files print them
 * @line: as it is printed
 * @buf: as the library makes it
 */
struct text {
	struct value_buf line;
	char buf[PAGESNAP_RECORD_TEXT_MAX];
};

/* Prints a record, as one of query @q; 0 or -errno. */
int text_record(struct text *t, struct writer *w, uint32_t q, const struct pagesnap_record *r);

#endif /* RENDER_TEXT_H */
