/* SPDX-License-Identifier: GPL-2.0 */
/* An input: a few actions on control files, kept and printed as lines of text. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ACTIONS_MAX 12
#define TEXT_MAX 1024
/* Bytes that input_print() needs at the most. */
#define INPUT_PRINT_MAX (ACTIONS_MAX * 64 + 4 * TEXT_MAX)

/**
 * struct action - one call, or a few that belong together
 * @op: number in ops[]
 * @slot: descriptor that it is done to
 * @a: what they mean depends on @op
 * @b: likewise
 * @off: of its text in that of the input
 * @len: of its text
 */
struct action {
	uint8_t op;
	uint8_t slot;
	uint16_t off;
	uint16_t len;
	uint32_t a;
	uint32_t b;
};

struct input {
	uint16_t nr;
	uint16_t used;
	struct action actions[ACTIONS_MAX];
	char text[TEXT_MAX];
};

/* Appends; false if it does not fit.  @at is not changed. */
bool input_add(struct input *in, const struct action *at, const char *text, size_t len);
size_t input_print(const struct input *in, char *buf, size_t size);
/* Reads lines up to a blank one or the end.  Number of actions, -1 on a bad line. */
int input_read(struct input *in, FILE *from);

#endif /* FUZZ_INPUT_H */
