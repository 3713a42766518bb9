/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The page that data stands in: what comes before and behind it, made of userland/report.
 */
#ifndef COMMANDS_REPORT_PAGE_H
#define COMMANDS_REPORT_PAGE_H

#include <stdio.h>

void page_begin(FILE *to);
void page_end(FILE *to);

#endif /* COMMANDS_REPORT_PAGE_H */
