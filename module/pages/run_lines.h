/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_RUN_LINES_H
#define PAGESNAP_PAGES_RUN_LINES_H

#include "page_records.h"

/* Words of what a line says but for place and owner. */
#define PAGESNAP_LINE_KEY	8
/* Lines that are kept, in pairs. */
#define PAGESNAP_LINES		128

/**
 * struct pagesnap_line - what the lines of many runs have in common
 * @key: what it says; zeros if it says nothing yet
 * @head: bytes in front of the place
 * @facts: bytes in front of the owner, with those
 * @len: all bytes
 * @text: the bytes
 */
struct pagesnap_line {
	u64 key[PAGESNAP_LINE_KEY];
	u16 head;
	u16 facts;
	u16 len;
	char text[250];
};

/**
 * struct pagesnap_line_owner - what the lines of one inode's pages have in common
 * @major: device
 * @minor: device
 * @gen: its i_generation
 * @ino: its number
 * @len: bytes, 0 before there are any
 * @text: the bytes
 */
struct pagesnap_line_owner {
	u32 major;
	u32 minor;
	u32 gen;
	u64 ino;
	u32 len;
	char text[80];
};

/**
 * struct pagesnap_run_lines - lines of runs that were written before
 * @line: those whose keys have one hash are a pair, of which the first is newer
 * @last: the last one's
 * @owner: the last one that was named
 */
struct pagesnap_run_lines {
	struct pagesnap_line line[PAGESNAP_LINES];
	u32 last;
	struct pagesnap_line_owner owner;
};

void pagesnap_run_line(struct pagesnap_run_lines *lines, struct pagesnap_text *t,
		       const struct pagesnap_run *r);

#endif /* PAGESNAP_PAGES_RUN_LINES_H */
