// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: queries in shards
 *
 * The files of a filesystem are shared out by part=K/N, frames by ranges of their
 * numbers.  With part=K/N, shards of a range to the end would depend on where memory
 * ends when each session is asked, and memory that is added between would be reported
 * twice or never.  Here a border stays where it was put.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ask/asked.h"
#include "kinds/kind.h"
#include "shard.h"

/* Frames of a section of memory: folios and free blocks rarely cross its border. */
#define ALIGN 32768
/* Room for what is added to a query, here and by the library. */
#define MORE_ROOM 96

/* Reads "  KEY   NUMBER". */
static bool read_key(const char *line, const char *key, uint64_t *number)
{
	size_t len = strlen(key);

	line += strspn(line, " ");
	if (strncmp(line, key, len) != 0 || line[len] != ' ')
		return false;
	*number = strtoull(line + len, NULL, 10);
	return true;
}

/**
 * shard_frames() - where memory ends
 * @zoneinfo: /proc/zoneinfo
 *
 * Return: number of the frame behind the last, 0 if that is not known.
 */
uint64_t shard_frames(FILE *zoneinfo)
{
	uint64_t spanned = 0, start, end = 0;
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, zoneinfo) > 0) {
		if (read_key(line, "spanned", &spanned))
			continue;
		if (read_key(line, "start_pfn:", &start) && spanned && start + spanned > end)
			end = start + spanned;
	}
	free(line);
	return end;
}

static const char *text_of(const struct query *query, size_t *len)
{
	*len = query->len - query->offset;
	return query->line + query->offset;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool are_rows(const struct pagesnap_query *q)
{
	return q->group == PAGESNAP_GROUP_RUN || q->group == PAGESNAP_GROUP_PAGE;
}

/* Shards begin at multiples of a number: there are no more of them than multiples. */
static void plan_frames(struct shards *s, const struct pagesnap_query *q, const char *text,
			size_t len, uint64_t frames)
{
	uint64_t sections, align;
	size_t blank;

	s->start = q->start;
	s->end = q->end;
	s->last = q->end < frames ? q->end : frames;
	if (s->last <= s->start) {
		s->nr = 1;
		return;
	}
	s->in_turn = are_rows(q);
	align = s->in_turn ? SHARD_ROW_FRAMES : ALIGN;
	s->nr *= SHARD_RANGES;
	sections = (s->last - 1) / align - s->start / align + 1;
	if (s->in_turn || s->nr > sections)
		s->nr = sections;
	/* a range has no "=" */
	s->options = pagesnap_find(text, len, '=');
	for (blank = s->options; blank && !is_blank(text[blank - 1]); blank--)
		;
	if (s->options < len)
		s->options = blank;
}

/**
 * shard_in_ranges() - in what a query is shared out, if it is
 * @query: query
 *
 * Return: true for ranges of what it asks about, false for part=.
 */
bool shard_in_ranges(const struct query *query)
{
	return kind_index(query->which)->merge == KIND_MERGE_RANGES;
}

/**
 * shard_plan() - is a query to be shared out, and how?
 * @s: filled
 * @query: query
 * @sessions: how many there are
 * @frames: where memory ends, 0 if that is not known
 * @rows: SHARD_*_ROWS
 *
 * Sums can be added up again.  Spans can't: each begins with the first frame of
 * its node, which only the shard with that frame knows.  Nor can the records that
 * limit= leaves.
 */
void shard_plan(struct shards *s, const struct query *query, unsigned int sessions,
		uint64_t frames, unsigned int rows)
{
	const struct kind_index *index = kind_index(query->which);
	bool in_ranges = shard_in_ranges(query);
	union kind_select sel;
	struct pagesnap_query q;
	const char *text;
	size_t len;

	*s = (struct shards){ .nr = 1 };
	if (sessions < 2 || !query->large || query->err || query->more ||
	    index->merge == KIND_MERGE_NONE || query->len > PAGESNAP_LINE_MAX - MORE_ROOM ||
	    !asked_parse(query, &q, &sel))
		return;
	if (q.limit != UINT64_MAX || asked_is_part(query, &sel) ||
	    (in_ranges && q.group == PAGESNAP_GROUP_OBJECT))
		return;
	if (are_rows(&q) && !(rows & (in_ranges ? SHARD_FRAME_ROWS : SHARD_FILE_ROWS)))
		return;
	s->nr = sessions;
	text = text_of(query, &len);
	if (in_ranges)
		plan_frames(s, &q, text, len, frames);
}

/* Where shard @nth begins; the one behind the last, where the range ends. */
static uint64_t border(const struct shards *s, unsigned int nth)
{
	uint64_t all = s->last - s->start, at;

	if (!nth)
		return s->start;
	if (nth == s->nr)
		return s->end;
	if (s->in_turn)
		return (s->start / SHARD_ROW_FRAMES + nth) * SHARD_ROW_FRAMES;
	at = s->start + all / s->nr * nth + all % s->nr * nth / s->nr;
	at = at / ALIGN * ALIGN;
	return at < s->start ? s->start : at;
}

/* Writes what stands in a shard's query before the options; its length. */
static int put_range(const struct shards *s, unsigned int nth, char *to, size_t size)
{
	uint64_t start = border(s, nth), end = border(s, nth + 1);

	if (end == UINT64_MAX)
		return snprintf(to, size, "0x%" PRIx64 "- ", start);
	return snprintf(to, size, "0x%" PRIx64 " 0x%" PRIx64 " ", start, end);
}

static int put_frames(const struct shards *s, const char *text, size_t len, unsigned int nth,
		      char *to, size_t size)
{
	int range = put_range(s, nth, to, size);

	return range + snprintf(to + range, size - range, "%.*s", (int)(len - s->options),
				text + s->options);
}

/**
 * shard_query() - what is asked for one shard
 * @s: how it is shared out
 * @query: what was asked
 * @nth: shard, from 0
 * @shard: filled
 *
 * Return: 0 or -ENOMEM.
 */
int shard_query(const struct shards *s, const struct query *query, unsigned int nth,
		struct query *shard)
{
	size_t len, size = query->len + MORE_ROOM;
	const char *text = text_of(query, &len);

	*shard = *query;
	shard->chunk = NULL;
	shard->line = malloc(size);
	if (!shard->line)
		return -ENOMEM;
	shard->offset = 0;
	if (shard_in_ranges(query))
		shard->len = put_frames(s, text, len, nth, shard->line, size);
	else
		shard->len = snprintf(shard->line, size, "%.*s part=%u/%u", (int)len, text, nth + 1,
				     s->nr);
	return 0;
}

/**
 * shard_column() - where something stands in the query as it was written
 * @s: how it is shared out
 * @query: what was asked
 * @nth: shard, from 0
 * @col: byte of the shard's text from 1, 0 for none
 *
 * A shard of frames has its own range in the place of the query's.
 *
 * Return: byte of the query's text from 1, 0 for what was added behind it.
 */
uint32_t shard_column(const struct shards *s, const struct query *query, unsigned int nth,
		      uint32_t col)
{
	char start[MORE_ROOM];
	size_t len, at = 0;
	const char *text = text_of(query, &len);
	uint32_t range;

	if (col && shard_in_ranges(query)) {
		range = put_range(s, nth, start, sizeof(start));
		while (at < s->options && is_blank(text[at]))
			at++;
		col = col > range ? col - range + s->options : at + 1;
	}
	return col <= len ? col : 0;
}
