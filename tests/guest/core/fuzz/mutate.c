// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <string.h>

#include "action.h"
#include "mutate.h"
#include "query.h"

/* Numbers ------------------------------------------------------------------ */

static uint32_t draw_size(struct rng *r)
{
	static const uint32_t odd[] = {
		0, 1, 2, 7, 8, 9, 24, 215, 216, 217, 2047, 2048, 4095, 4096, 4097, 20479, 20480,
		20481, 65535, 65536, 65537, 1 << 17, 1 << 18, 1 << 20, 9 << 20,
	};

	if (rng_one_in(r, 2))
		return READ_MAX;
	if (rng_one_in(r, 3))
		return rng_next(r) >> (32 + rng_below(r, 32));
	return RNG_PICK(r, odd);
}

/* Of a line, a path, a name, and of what is copied at a time. */
static uint32_t draw_length(struct rng *r)
{
	static const uint32_t limits[] = { 255, 4096, 4096, 8192, 20480, 20480, 20480, 40960, 65536 };

	return RNG_PICK(r, limits) + rng_below(r, 9) - 4;
}

static uint32_t draw_flags(struct rng *r)
{
	static const uint32_t flags[] = {
		O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND, O_NONBLOCK, O_DSYNC, O_ASYNC, O_DIRECT,
		O_LARGEFILE, O_DIRECTORY, O_NOFOLLOW, O_NOATIME, O_CLOEXEC, O_SYNC, O_PATH, O_TMPFILE,
	};
	static const uint32_t usual[] = {
		O_RDWR, O_RDWR, O_RDWR | O_NONBLOCK, O_RDONLY, O_RDONLY, O_RDONLY | O_NONBLOCK,
		O_WRONLY | O_TRUNC, O_WRONLY | O_APPEND, O_WRONLY,
	};
	uint32_t all;

	if (!rng_one_in(r, 4))
		return RNG_PICK(r, usual);
	all = rng_below(r, 4);
	for (uint32_t n = rng_below(r, 4); n; n--)
		all |= RNG_PICK(r, flags);
	return all;
}

static uint32_t draw(struct rng *r, enum number kind)
{
	switch (kind) {
	case N_NONE:
		return 0;
	case N_SMALL:
		return rng_one_in(r, 3) ? rng_below(r, 16) : rng_one_in(r, 4) ? rng_below(r, 256) : 0;
	case N_SIZE:
		return draw_size(r);
	case N_LENGTH:
		return draw_length(r);
	case N_FILE:
		return rng_one_in(r, 5) ? rng_below(r, CONTROLS) : rng_below(r, FOLDER);
	case N_FLAGS:
		return draw_flags(r);
	case N_SLOT:
		return rng_below(r, SLOTS);
	case N_IOCTL:
		return rng_one_in(r, 3) ? rng_next(r) : 1 | rng_below(r, 64);
	default:
		return rng_next(r) >> rng_below(r, 64);
	}
}

/* Actions ------------------------------------------------------------------ */

static uint8_t draw_op(struct rng *r)
{
	static uint32_t total;
	uint32_t at;
	uint8_t i;

	if (!total)
		for (i = 0; i < nr_ops; i++)
			total += ops[i].weight;
	at = rng_below(r, total);
	for (i = 0; at >= ops[i].weight; i++)
		at -= ops[i].weight;
	return i;
}

/* Which index file lines for this slot are for: the one that it was opened as. */
static int file_of(const struct input *in, unsigned int slot)
{
	for (int i = in->nr - 1; i >= 0; i--)
		if (in->actions[i].slot == slot && ops[in->actions[i].op].run == do_open)
			return in->actions[i].a % 4;
	return slot % 4;
}

static void add_action(struct rng *r, struct input *in, uint8_t op, uint8_t slot)
{
	struct action at = { .op = op, .slot = slot, .a = draw(r, ops[op].a), .b = draw(r, ops[op].b) };
	char text[512];
	size_t len = 0;

	if (ops[op].text)
		len = query_lines(r, file_of(in, slot), text, rng_one_in(r, 8) ? 512 : 200);
	input_add(in, &at, text, len);
}

static uint8_t find(long (*run)(struct call *c))
{
	uint8_t i;

	for (i = 0; ops[i].run != run; i++)
		;
	return i;
}

static uint8_t draw_slot(struct rng *r)
{
	return rng_one_in(r, 12) ? WARM_SLOTS + rng_below(r, SLOTS - WARM_SLOTS) :
				  rng_below(r, WARM_SLOTS);
}

void input_generate(struct rng *r, struct input *in)
{
	uint8_t slot = draw_slot(r);
	uint32_t n = 1 + rng_below(r, rng_one_in(r, 5) ? ACTIONS_MAX : 4);

	memset(in, 0, offsetof(struct input, text));
	if (slot >= WARM_SLOTS)
		add_action(r, in, find(do_open), slot);
	while (n--) {
		add_action(r, in, draw_op(r), slot);
		if (rng_one_in(r, 8))
			slot = draw_slot(r);
	}
}

/* Mutations ---------------------------------------------------------------- */

static void copy_actions(struct input *in, const struct input *from, int first, int last)
{
	for (int i = first; i < last; i++)
		input_add(in, &from->actions[i], from->text + from->actions[i].off,
			  from->actions[i].len);
}

/* One action as it was, but for a number or the text. */
static void change_action(struct rng *r, struct input *in, const struct input *from, int nr)
{
	struct action at = from->actions[nr];
	char text[TEXT_MAX];
	size_t len = at.len;
	int file = file_of(in, at.slot);

	memcpy(text, from->text + at.off, len);
	switch (rng_below(r, ops[at.op].text ? 10 : 5)) {
	case 0:
		at.slot = draw_slot(r);
		break;
	case 1:
		at.a = draw(r, ops[at.op].a);
		break;
	case 2:
		at.b = draw(r, ops[at.op].b);
		break;
	case 3:
		at.a ^= 1u << rng_below(r, 32);
		break;
	case 4:
		at.b += rng_below(r, 33) - 16;
		break;
	default:
		do
			len = query_mutate(r, file, text, len, TEXT_MAX / 2 > len ? TEXT_MAX / 2 : len);
		while (rng_one_in(r, 2));
	}
	input_add(in, &at, text, len);
}

void input_mutate(struct rng *r, struct input *in, const struct input *from,
		  const struct input *other)
{
	int at = rng_below(r, from->nr), more = at + 1 < from->nr;

	memset(in, 0, offsetof(struct input, text));
	copy_actions(in, from, 0, at);
	switch (rng_below(r, 12)) {
	case 0:
		/* one action less */
		copy_actions(in, from, at + 1, from->nr);
		break;
	case 1 ... 2:
		add_action(r, in, draw_op(r), rng_one_in(r, 3) ? draw_slot(r) :
			   from->actions[at].slot);
		copy_actions(in, from, at, from->nr);
		break;
	case 3:
		copy_actions(in, other, rng_below(r, other->nr), other->nr);
		break;
	case 4:
		/* twice */
		copy_actions(in, from, at, at + 1);
		copy_actions(in, from, at, from->nr);
		break;
	default:
		change_action(r, in, from, at);
		if (more)
			copy_actions(in, from, at + 1, from->nr);
	}
	if (!in->nr)
		input_generate(r, in);
}
