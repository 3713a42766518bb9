// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a delta, whose bytes may be anything.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "delta.h"

#define ROOM_MIN 1024

/**
 * struct steps - a delta that is read
 * @at: next byte
 * @len: bytes from there
 * @before: moment before
 * @expected: its record that would come next
 * @now: what is made
 */
struct steps {
	const char *at;
	size_t len;
	const struct records *before;
	int64_t expected;
	struct records *now;
};

static bool read_number(struct steps *s, uint64_t *number)
{
	unsigned int shift;
	unsigned char c;

	*number = 0;
	for (shift = 0; s->len && shift < 63; shift += 7) {
		c = *s->at++;
		s->len--;
		*number |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return true;
	}
	return false;
}

static int add(struct records *r, const char *record)
{
	size_t room = r->room ? r->room * 2 : ROOM_MIN;
	const char **more;

	if (r->nr >= r->most)
		return -EPROTO;
	if (r->nr == r->room) {
		more = reallocarray(r->list, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		r->list = more;
		r->room = room;
	}
	r->list[r->nr++] = record;
	return 0;
}

static int apply_new(struct steps *s, uint64_t bytes)
{
	size_t size;
	int err = 0;

	if (bytes > s->len)
		return -EPROTO;
	s->len -= bytes;
	while (bytes && !err) {
		size = record_size(s->at, bytes);
		if (!size)
			return -EPROTO;
		err = add(s->now, s->at);
		s->at += size;
		bytes -= size;
		s->expected++;
	}
	return err;
}

static int apply_old(struct steps *s, uint64_t nr)
{
	uint64_t number, i;
	int64_t from;
	int err = 0;

	if (!read_number(s, &number))
		return -EPROTO;
	from = s->expected + (number & 1 ? -(int64_t)(number / 2) - 1 : (int64_t)(number / 2));
	if (from < 0 || nr > s->before->nr || (uint64_t)from > s->before->nr - nr)
		return -EPROTO;
	for (i = 0; i < nr && !err; i++)
		err = add(s->now, s->before->list[from + i]);
	s->expected = from + nr;
	return err;
}

/**
 * delta_apply() - make a moment
 * @before: the one before it
 * @steps: delta, which has to stay as long as @now
 * @len: its bytes
 * @now: gets the moment; all zero before but @most
 *
 * Return: 0, -EPROTO or -ENOMEM.
 */
int delta_apply(const struct records *before, const char *steps, size_t len, struct records *now)
{
	struct steps s = { .at = steps, .len = len, .before = before, .now = now };
	uint64_t number;
	int err = 0;

	while (s.len && !err) {
		if (!read_number(&s, &number))
			return -EPROTO;
		/* a step of nothing would let few bytes stand for endless work */
		if (number < 2)
			return -EPROTO;
		err = number & 1 ? apply_old(&s, number >> 1) : apply_new(&s, number >> 1);
	}
	return err;
}

/**
 * records_free() - give the memory back
 * @r: records, which stay where they are
 */
void records_free(struct records *r)
{
	free(r->list);
	*r = (struct records){ .nr = 0 };
}
