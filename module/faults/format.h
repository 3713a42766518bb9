/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_FORMAT_H
#define PAGESNAP_FAULTS_FORMAT_H

#include "../core/text.h"

u32 pagesnap_faults_format_lines(void);
void pagesnap_faults_format_line(struct pagesnap_text *t, u32 nth);

#endif /* PAGESNAP_FAULTS_FORMAT_H */
