/* SPDX-License-Identifier: GPL-2.0 */
/* Columns and rows that both reports of allocations have in common. */
#ifndef RENDER_SLAB_COLUMNS_H
#define RENDER_SLAB_COLUMNS_H

#include "render/out.h"

/* As columns of struct out_digest. */
const char *slab_columns(const struct out_options *options, const char *usual, char *room,
			 size_t size);
/* Rows that are shown at a time of @nr. */
size_t slab_rows(const struct out_options *options, size_t nr);
/* As remark() of struct out_digest. */
void slab_say_left_out(const struct out_options *options, size_t shown, size_t left_out,
		       const char *none, char *buf, size_t size);

#endif /* RENDER_SLAB_COLUMNS_H */
