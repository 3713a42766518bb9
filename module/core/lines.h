/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_LINES_H
#define PAGESNAP_CORE_LINES_H

#include <linux/list.h>
#include <linux/spinlock.h>

#include "chunk.h"
#include "index.h"

/**
 * struct pagesnap_line - a query line that waits
 * @node: in a list of lines
 * @chunk: whose memory it shares; NULL: it has its own
 * @q: number of the query
 * @line: number of the line
 * @logged: its fault is already in error_log
 * @binary: answer it, or report its fault, in binary records
 * @to: PAGESNAP_TO_*, where its records go
 * @bound: its PID; 0 if it named no process when it was written
 * @options: @text is a struct pagesnap_ask, with these options; NULL: it is a line
 * @bytes: that are counted for it
 * @len: bytes of @text that are stored; PAGESNAP_LINE_MAX + 1 marks a longer line
 * @text: the line
 */
struct pagesnap_line {
	struct list_head node;
	struct pagesnap_chunk *chunk;
	u32 q;
	u32 line;
	bool logged;
	bool binary;
	u32 to;
	struct pagesnap_bound bound;
	struct pagesnap_options *options;
	u32 bytes;
	u32 len;
	char text[];
};

/**
 * struct pagesnap_lines - a list of lines within the limits
 * @lock: protects the rest
 * @list: lines, oldest first
 * @nr: how many
 * @bytes: of text
 */
struct pagesnap_lines {
	spinlock_t lock;
	struct list_head list;
	u32 nr;
	u32 bytes;
};

/**
 * struct pagesnap_input - bytes on their way to becoming lines
 * @partial: the line that has no newline yet
 * @len: its bytes; those past PAGESNAP_LINE_MAX + 1 are not stored
 * @cap: size of @partial
 * @chunk: memory for the lines of a private session, NULL before the first
 */
struct pagesnap_input {
	char *partial;
	u32 len;
	u32 cap;
	struct pagesnap_chunk *chunk;
};

void pagesnap_lines_init(struct pagesnap_lines *l);
void pagesnap_lines_clear(struct pagesnap_lines *l);
bool pagesnap_lines_have_room(const struct pagesnap_lines *l, u32 len);
bool pagesnap_lines_empty(const struct pagesnap_lines *l);
void pagesnap_lines_add(struct pagesnap_lines *l, struct pagesnap_line *line);
struct pagesnap_line *pagesnap_lines_pop(struct pagesnap_lines *l);
int pagesnap_lines_copy(struct pagesnap_lines *to, struct pagesnap_lines *from);
struct pagesnap_line *pagesnap_line_alloc(struct pagesnap_chunk **chunk, const char *text,
					  u32 len);
void pagesnap_line_free(struct pagesnap_line *line);
struct pagesnap_options *pagesnap_options_alloc(const char *text, u32 len);
void pagesnap_line_add_options(struct pagesnap_line *line, struct pagesnap_options *options);
void pagesnap_options_put(struct pagesnap_options *options);

int pagesnap_input_bytes(struct pagesnap_input *in, const char *s, u32 len);
void pagesnap_input_destroy(struct pagesnap_input *in);

#endif /* PAGESNAP_CORE_LINES_H */
