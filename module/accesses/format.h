/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_FORMAT_H
#define PAGESNAP_ACCESSES_FORMAT_H

#include "../core/text.h"

u32 pagesnap_accesses_format_lines(void);
void pagesnap_accesses_format_line(struct pagesnap_text *t, u32 nth);

#endif /* PAGESNAP_ACCESSES_FORMAT_H */
