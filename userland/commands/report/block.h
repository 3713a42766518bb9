/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Blocks of data in the page: elements that a browser keeps as text and never runs.
 */
#ifndef COMMANDS_REPORT_BLOCK_H
#define COMMANDS_REPORT_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kinds/value.h"

/**
 * struct block - a block of bytes, in base64
 * @to: page
 * @carry: bytes that are no three yet
 * @nr: of these
 */
struct block {
	FILE *to;
	unsigned char carry[3];
	unsigned int nr;
};

void block_begin(struct block *b, FILE *to, const char *name);
void block_put(struct block *b, const void *bytes, size_t len);
void block_number(struct block *b, uint64_t number);
void block_end(struct block *b);

/* A block of JSON; what stands in it cannot end it. */
void block_text_begin(FILE *to, const char *name);
void block_text(FILE *to, const char *text, size_t len);
void block_text_end(FILE *to);

/* Appends a number, 7 bits a byte, the lowest first. */
void block_put_number(struct value_buf *b, uint64_t number);

#endif /* COMMANDS_REPORT_BLOCK_H */
