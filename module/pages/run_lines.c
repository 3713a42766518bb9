// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of runs, quickly.  Pure.
 *
 * Memory is mixed, but runs differ in few ways, other than in where they stand and who
 * owns them.  So the text of all else is kept, and the numbers are put in between.
 */
#include "../core/uapi.h"
#include "run_lines.h"

/* The longest line of kept parts and numbers: each of them has 20 digits at the most. */
#define LINE_MAX_BYTES	640

static void key_of(u64 key[PAGESNAP_LINE_KEY], const struct pagesnap_run *r)
{
	key[0] = r->flags;
	key[1] = r->ref_min | (u64)r->ref_max << 32;
	key[2] = r->map_min | (u64)r->map_max << 32;
	key[3] = r->cgroup;
	key[4] = r->cgroup_online;
	key[5] = r->node | (u64)r->zone << 32;
	/* Not 0: no record has type 0. */
	key[6] = r->kind | r->order << 8 | (u64)r->map_order << 16 | (u64)r->unit << 24 |
		 (u64)r->rec.type << 32;
	key[7] = r->q;
}

static bool is_equal(const u64 a[PAGESNAP_LINE_KEY], const u64 b[PAGESNAP_LINE_KEY])
{
	u32 i;

	for (i = 0; i < PAGESNAP_LINE_KEY; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* Where the pair of a key begins. */
static u32 place_of(const u64 key[PAGESNAP_LINE_KEY])
{
	u64 mixed = key[0];
	u32 i;

	for (i = 1; i < PAGESNAP_LINE_KEY; i++)
		mixed = (mixed << 7 | mixed >> 57) ^ key[i];
	return (mixed * 0x61C8864680B583EBULL >> 32) % (PAGESNAP_LINES / 2) * 2;
}

/* Return: false if the text is too long to be kept. */
static bool make_line(struct pagesnap_line *line, const u64 key[PAGESNAP_LINE_KEY],
		      const struct pagesnap_run *r)
{
	struct pagesnap_text t = { .buf = line->text, .cap = sizeof(line->text) };

	pagesnap_text_run_head(&t, r);
	line->head = t.len;
	pagesnap_text_run_facts(&t, r);
	line->facts = t.len;
	pagesnap_text_run_flags(&t, r);
	line->len = t.len;
	if (t.full)
		memset(line->key, 0, sizeof(line->key));
	else
		memcpy(line->key, key, sizeof(line->key));
	return !t.full;
}

/* Return: NULL if the line is too long to be kept. */
static const struct pagesnap_line *find_line(struct pagesnap_run_lines *lines,
					     const struct pagesnap_run *r)
{
	u64 key[PAGESNAP_LINE_KEY];
	struct pagesnap_line *pair;
	u32 place;

	key_of(key, r);
	if (is_equal(lines->line[lines->last].key, key))
		return &lines->line[lines->last];
	place = place_of(key);
	pair = &lines->line[place];
	if (is_equal(pair[1].key, key)) {
		lines->last = place + 1;
		return &pair[1];
	}
	lines->last = place;
	if (is_equal(pair[0].key, key))
		return &pair[0];
	pair[1] = pair[0];
	return make_line(&pair[0], key, r) ? &pair[0] : NULL;
}

static inline char *put(char *at, const char *s, u32 len)
{
	memcpy(at, s, len);
	return at + len;
}

#define PUT(at, word) put(at, word, sizeof(word) - 1)

/* As pagesnap_text_dec(). */
static char *put_dec(char *at, u64 v)
{
	u64 above = 10;
	u32 i, n;

	if (v >= PAGESNAP_NONE) {
		*at = v == PAGESNAP_NONE ? '-' : '?';
		return at + 1;
	}
	for (n = 1; n < 20 && v >= above; n++)
		above *= 10;
	for (i = n; i--; v /= 10)
		at[i] = '0' + v % 10;
	return at + n;
}

/* As pagesnap_text_hex(). */
static char *put_hex(char *at, u64 v)
{
	static const char hex[] = "0123456789abcdef";
	u32 i, n;

	at = PUT(at, "0x");
	for (n = 1; n < 16 && v >> 4 * n; n++)
		;
	for (i = n; i--; v >>= 4)
		at[i] = hex[v & 15];
	return at + n;
}

static char *put_place(char *at, const struct pagesnap_run *r)
{
	bool page = r->rec.type == PAGESNAP_REC_PAGE;

	at = r->unit == PAGESNAP_UNIT_INDEX ? put_dec(at, r->index) : put_hex(at, r->index);
	if (!page)
		at = put_dec(PUT(at, " nr="), r->nr);
	if (r->unit == PAGESNAP_UNIT_PFN)
		return at;
	at = put_hex(PUT(at, " pfn="), r->pfn);
	return page ? at : put_dec(PUT(at, " frames="), r->frames);
}

/* All of the owner but the page's index there. */
static void name_owner(struct pagesnap_line_owner *o, const struct pagesnap_run *r)
{
	char *at = o->text;

	o->major = r->owner_major;
	o->minor = r->owner_minor;
	o->gen = r->owner_gen;
	o->ino = r->owner_ino;
	at = put_dec(PUT(at, " dev="), o->major);
	at = put_dec(PUT(at, ":"), o->minor);
	at = put_dec(PUT(at, " ino="), o->ino);
	at = put_dec(PUT(at, " gen="), o->gen);
	at = PUT(at, " index=");
	o->len = at - o->text;
}

static bool is_owner(const struct pagesnap_line_owner *o, const struct pagesnap_run *r)
{
	return o->len && o->ino == r->owner_ino && o->gen == r->owner_gen &&
	       o->major == r->owner_major && o->minor == r->owner_minor;
}

static char *put_owner(char *at, struct pagesnap_line_owner *o, const struct pagesnap_run *r)
{
	if (r->rec.flags & PAGESNAP_RF_SWAP) {
		at = put_dec(PUT(at, " type="), r->owner_gen);
		at = put_hex(PUT(at, " offset="), r->owner_index);
	}
	if (!(r->rec.flags & PAGESNAP_RF_OWNER))
		return at;
	if (!is_owner(o, r))
		name_owner(o, r);
	return put_dec(put(at, o->text, o->len), r->owner_index);
}

/**
 * pagesnap_run_line() - the line of a run or page without a name
 * @lines: those before, zeros at first
 * @t: line; others may stand before it
 * @r: record
 *
 * The line is that of pagesnap_text_run().
 */
void pagesnap_run_line(struct pagesnap_run_lines *lines, struct pagesnap_text *t,
		       const struct pagesnap_run *r)
{
	const struct pagesnap_line *line = NULL;
	char *at;

	if (t->cap - t->len >= LINE_MAX_BYTES && !(r->rec.flags & PAGESNAP_RF_NAME) &&
	    r->owner_major != PAGESNAP_NONE32)
		line = find_line(lines, r);
	if (!line) {
		pagesnap_text_run(t, r, NULL);
		return;
	}
	at = put(t->buf + t->len, line->text, line->head);
	at = put_place(at, r);
	at = put(at, line->text + line->head, line->facts - line->head);
	at = put_owner(at, &lines->owner, r);
	at = put(at, line->text + line->facts, line->len - line->facts);
	t->len = at - t->buf;
}
