// SPDX-License-Identifier: GPL-2.0
/*
 * Inputs as text: a line for each action,
 *
 *	write 1 0x0 0x0 "/bin/sh 0+4\n"
 *
 * operation, slot, two numbers, and the text if it has one, escaped as in C
 * with octal numbers.  A blank line ends an input.
 */
#include <stdlib.h>
#include <string.h>

#include "action.h"
#include "input.h"

bool input_add(struct input *in, const struct action *at, const char *text, size_t len)
{
	struct action *to = &in->actions[in->nr];

	if (in->nr == ACTIONS_MAX || len > sizeof(in->text) - in->used)
		return false;
	*to = *at;
	to->off = in->used;
	to->len = len;
	memcpy(in->text + in->used, text, len);
	in->used += len;
	in->nr++;
	return true;
}

static size_t print_text(const char *text, size_t len, char *buf)
{
	char *to = buf;

	for (; len; text++, len--) {
		unsigned char c = *text;

		if (c == '\n')
			to += sprintf(to, "\\n");
		else if (c == '"' || c == '\\')
			to += sprintf(to, "\\%c", c);
		else if (c < 0x20 || c > 0x7e)
			to += sprintf(to, "\\%03o", c);
		else
			*to++ = c;
	}
	return to - buf;
}

size_t input_print(const struct input *in, char *buf, size_t size)
{
	char *to = buf;

	if (size < INPUT_PRINT_MAX)
		return 0;
	for (const struct action *at = in->actions; at < in->actions + in->nr; at++) {
		to += sprintf(to, "%s %u %#x %#x", ops[at->op].name, at->slot, at->a, at->b);
		if (at->len) {
			to += sprintf(to, " \"");
			to += print_text(in->text + at->off, at->len, to);
			*to++ = '"';
		}
		*to++ = '\n';
	}
	*to = '\0';
	return to - buf;
}

/* What stands between quotes, in place. Return: its length. */
static size_t read_text(char *text)
{
	char *from = text, *to = text;

	while (*from && *from != '"') {
		if (*from != '\\') {
			*to++ = *from++;
			continue;
		}
		from++;
		if (*from >= '0' && *from <= '7') {
			char octal[4] = { from[0], from[1], from[1] ? from[2] : 0, 0 };
			char *end;

			*to++ = strtoul(octal, &end, 8);
			from += end - octal;
		} else if (*from) {
			*to++ = *from == 'n' ? '\n' : *from;
			from++;
		}
	}
	return to - text;
}

static int find_op(const char *name)
{
	for (unsigned int i = 0; i < nr_ops; i++)
		if (!strcmp(ops[i].name, name))
			return i;
	return -1;
}

static bool read_action(struct input *in, char *line)
{
	struct action at = { };
	char name[32], *quote = strchr(line, '"');
	unsigned int slot;
	size_t len = 0;
	int op;

	if (sscanf(line, "%31s %u %i %i", name, &slot, (int *)&at.a, (int *)&at.b) != 4)
		return false;
	op = find_op(name);
	if (op < 0 || slot >= SLOTS)
		return false;
	at.op = op;
	at.slot = slot;
	if (quote)
		len = read_text(quote + 1);
	return input_add(in, &at, quote ? quote + 1 : "", len);
}

int input_read(struct input *in, FILE *from)
{
	char line[64 + 4 * TEXT_MAX];

	memset(in, 0, sizeof(*in));
	while (fgets(line, sizeof(line), from)) {
		if (line[0] == '#')
			continue;
		if (line[0] == '\n') {
			if (in->nr)
				break;
			continue;
		}
		if (!read_action(in, line))
			return -1;
	}
	return in->nr;
}
