// SPDX-License-Identifier: GPL-2.0
/*
 * REPORT_PAGE is the folder where the Makefile puts the page's two parts.
 */
#include "page.h"

#ifdef REPORT_PAGE
#define PART(name)							\
	__asm__(".pushsection .rodata\n"				\
		#name ":\n.incbin \"" REPORT_PAGE "/" #name ".html\"\n"	\
		#name "_end:\n.popsection\n");				\
	extern const char (name)[], name##_end[]
#else
/* who only looks at the code has no page */
#define PART(name) extern const char (name)[], name##_end[]
#endif

PART(report_head);
PART(report_tail);

/**
 * page_begin() - write what comes before the data
 * @to: page
 */
void page_begin(FILE *to)
{
	fwrite(report_head, 1, report_head_end - report_head, to);
}

/**
 * page_end() - write what comes behind the data
 * @to: page
 */
void page_end(FILE *to)
{
	fwrite(report_tail, 1, report_tail_end - report_tail, to);
}
