// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from a stream to rows
 *
 * Sums are rows; runs and pages are not, nor is what other collections tell.  A row needs no memory
 * of those before it: but names of cgroups, nothing grows with the stream.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "charged.h"
#include "kinds/kind.h"
#include "kinds/skipped.h"
#include "rows.h"

/* What the library puts behind each query. */
#define SUFFIX " format=binary"

/**
 * struct reading - a stream that is read
 * @rows: of the caller
 * @survey: how it and its answers end
 * @line: what all rows of it have in common
 * @charged: names of cgroups
 * @header: the last one
 * @sb: superblock around objects
 * @mount: where that was mounted, @mount_len bytes
 * @mount_len: see there
 * @asked: it was asked for by a path
 * @task: process around objects
 * @first: query that a look begins with, NULL before
 * @first_len: bytes of that
 * @first_file: index file that was asked it
 * @has_answers: the look has some
 * @query: of the answer, @query_len bytes
 * @query_len: see there
 * @message: why it is an error, @message_len bytes
 * @message_len: see there
 * @left: records of the answer that have no row
 * @in_answer: between its beginning and its end
 */
struct reading {
	struct fleet_rows *rows;
	const struct survey *survey;
	struct fleet_line line;
	struct charged charged;
	struct pagesnap_header header;
	struct pagesnap_sb sb;
	char mount[PAGESNAP_MORE_MAX];
	size_t mount_len;
	bool asked;
	struct pagesnap_task task;
	char *first;
	size_t first_len;
	char first_file[sizeof(((struct pagesnap_header *)0)->file)];
	bool has_answers;
	char query[PAGESNAP_MORE_MAX];
	size_t query_len;
	char message[PAGESNAP_MORE_MAX];
	size_t message_len;
	uint64_t left;
	bool in_answer;
};

static size_t keep(char to[PAGESNAP_MORE_MAX], const char *from, size_t len)
{
	if (len > PAGESNAP_MORE_MAX)
		len = PAGESNAP_MORE_MAX;
	memcpy(to, from, len);
	return len;
}

/* A row that may be of several filesystems or processes is of none. */
static void set_of_none(struct fleet_line *line)
{
	line->sb = NULL;
	line->task = NULL;
	line->mount.s = NULL;
}

/* Looks ----------------------------------------------------------------------- */

static void begin_look(struct reading *rd)
{
	rd->line.look++;
	rd->line.time = PAGESNAP_NONE;
	rd->has_answers = false;
}

/* Another boot may be another machine; its cgroups are others. */
static void take_header(struct reading *rd, const struct pagesnap_header *header)
{
	if (rd->line.header && strncmp(rd->header.boot, header->boot, sizeof(header->boot))) {
		charged_forget(&rd->charged);
		if (rd->has_answers)
			begin_look(rd);
	}
	rd->header = *header;
	rd->line.header = &rd->header;
}

static bool is_first(const struct reading *rd, const char *text, size_t len)
{
	return len == rd->first_len && !memcmp(text, rd->first, len) &&
	       !memcmp(rd->first_file, rd->header.file, sizeof(rd->first_file));
}

/* Where the first query comes again somebody has looked again. */
static int take_query(struct reading *rd, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	if (!rd->first) {
		rd->first = malloc(len ?: 1);
		if (!rd->first)
			return -ENOMEM;
		memcpy(rd->first, text, len);
		rd->first_len = len;
		memcpy(rd->first_file, rd->header.file, sizeof(rd->first_file));
	} else if (rd->has_answers && is_first(rd, text, len)) {
		begin_look(rd);
	}
	if (len >= strlen(SUFFIX) && !memcmp(text + len - strlen(SUFFIX), SUFFIX, strlen(SUFFIX)))
		len -= strlen(SUFFIX);
	rd->query_len = keep(rd->query, text, len);
	return 0;
}

static int begin_answer(struct reading *rd, const struct pagesnap_record *r)
{
	const unsigned int type = r->u->rec.type;
	int err = 0;

	rd->in_answer = true;
	rd->left = rd->message_len = rd->query_len = rd->mount_len = 0;
	set_of_none(&rd->line);
	if (type == PAGESNAP_REC_QUERY || type == PAGESNAP_REC_ERROR)
		err = take_query(rd, r);
	rd->line.status = survey_status(rd->survey, rd->line.answer++);
	rd->has_answers = true;
	if (rd->line.time == PAGESNAP_NONE)
		rd->line.time = type == PAGESNAP_REC_QUERY ? r->u->query.time_ns :
							      rd->header.time_ns;
	return err;
}

/* Objects ------------------------------------------------------------------------ */

static void take_sb(struct reading *rd, const struct pagesnap_record *r)
{
	size_t len;
	const char *mount = pagesnap_record_name(r, &len);

	rd->sb = r->u->sb;
	rd->asked = r->u->sb.asked_len;
	rd->mount_len = keep(rd->mount, mount, len);
	rd->line.sb = &rd->sb;
	rd->line.mount = (struct fleet_text){ rd->mount_len ? rd->mount : NULL, rd->mount_len };
}

/* Without a mount that was asked for, the kernel names files from the root of their filesystem. */
static const char *root_of(const struct reading *rd, const union pagesnap_any *u)
{
	if (u->rec.type == PAGESNAP_REC_VMA)
		return "machine";
	if (u->file.state == PAGESNAP_STATE_OUTSIDE || (rd->line.sb && !rd->asked))
		return "filesystem";
	return "machine";
}

static void set_name_of(const struct reading *rd, struct fleet_line *line,
			const struct pagesnap_record *r)
{
	const unsigned int type = r->u->rec.type;
	const char *name;
	size_t len;

	if (type != PAGESNAP_REC_FILE && type != PAGESNAP_REC_VMA)
		return;
	name = pagesnap_record_name(r, &len);
	/* one that has become too long */
	if (!len || (len == 1 && *name == '?'))
		return;
	line->name = (struct fleet_text){ name, len };
	line->root = *name == '/' ? root_of(rd, r->u) : NULL;
}

/* What ABI 1.0 did not tell is unknown. */
static void set_sums(const struct reading *rd, struct fleet_line *line,
		     const struct pagesnap_record *r)
{
	const bool told = rd->header.abi_minor;
	const unsigned int type = r->u->rec.type;

	line->sums = *pagesnap_record_sums(r);
	line->droppable = line->pss = PAGESNAP_NONE;
	if (told && type == PAGESNAP_REC_FILE)
		line->droppable = r->u->file.droppable;
	if (told && type == PAGESNAP_REC_VMA)
		line->pss = r->u->vma.pss;
	if (told && type == PAGESNAP_REC_TOTAL) {
		line->droppable = r->u->total.droppable;
		line->pss = r->u->total.pss;
	}
}

static int take_object(struct reading *rd, const struct pagesnap_record *r)
{
	struct fleet_line line = rd->line;

	if (r->u->rec.type == PAGESNAP_REC_TOTAL)
		set_of_none(&line);
	line.record = pagesnap_record_word(r->u->rec.type);
	line.object = r->u;
	set_name_of(rd, &line, r);
	set_sums(rd, &line, r);
	return charged_shares(&rd->charged, r, &line, rd->rows->each, rd->rows->ctx);
}

/* Ends ----------------------------------------------------------------------------- */

static void set_reason(struct fleet_line *line, const char *text)
{
	if (text && *text)
		line->reason = (struct fleet_text){ text, strlen(text) };
}

/* A row of an answer; @r: of its end, NULL if there is none. */
static int end_answer(struct reading *rd, const struct pagesnap_record *r)
{
	const struct kind *kind = r ? kind_of_collection(r->collection) : NULL;
	struct fleet_line line = rd->line;
	char why[SKIPPED_MAX];
	unsigned int i;

	rd->in_answer = false;
	rd->rows->left += rd->left;
	set_of_none(&line);
	line.record = "end";
	line.query = (struct fleet_text){ rd->query_len ? rd->query : NULL, rd->query_len };
	line.left = rd->left;
	line.skipped = r ? 0 : PAGESNAP_NONE;
	for (i = 0; r && i < PAGESNAP_WHYS_MAX; i++)
		line.skipped += r->u->end.skipped[i];
	if (kind)
		set_reason(&line, skipped_text(kind, &r->u->end, why, sizeof(why)));
	if (r)
		set_reason(&line, truncated_text(&r->u->end));
	if (rd->message_len)
		line.reason = (struct fleet_text){ rd->message, rd->message_len };
	return rd->rows->each(rd->rows->ctx, &line);
}

static int end_stream(struct reading *rd, const struct fleet_end *end)
{
	struct fleet_line line = rd->line;

	line.record = "stream";
	line.status = NULL;
	set_of_none(&line);
	line.left = rd->rows->left;
	if (end->err)
		set_reason(&line, *end->message ? end->message : strerror(-end->err));
	return rd->rows->each(rd->rows->ctx, &line);
}

/* Records ---------------------------------------------------------------------------- */

static int take_of_pages(struct reading *rd, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_SB:
		take_sb(rd, r);
		return 0;
	case PAGESNAP_REC_TASK:
		rd->task = r->u->task;
		rd->line.task = &rd->task;
		return 0;
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
	case PAGESNAP_REC_TOTAL:
		if (pagesnap_record_sums(r))
			return take_object(rd, r);
		/* it stands before its pages, which are left out as well */
		rd->left++;
		return 0;
	default:
		rd->left++;
		return 0;
	}
}

static void take_error(struct reading *rd, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_message(r, &len);

	if (!len) {
		text = strerror(r->u->error.err);
		len = strlen(text);
	}
	rd->message_len = keep(rd->message, text, len);
}

static int take_inside(struct reading *rd, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_ERROR:
		take_error(rd, r);
		return 0;
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_NOTE:
		return 0;
	case PAGESNAP_REC_END:
		return end_answer(rd, r);
	default:
		if (r->collection == PAGESNAP_COLLECTION_PAGES)
			return take_of_pages(rd, r);
		rd->left++;
		return 0;
	}
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct reading *rd = ctx;
	int err = 0;

	if (r->u->rec.type == PAGESNAP_REC_HEADER) {
		take_header(rd, &r->u->header);
		return 0;
	}
	if (r->u->rec.type == PAGESNAP_REC_CGROUP)
		return charged_name(&rd->charged, &r->u->cgroup);
	if (!rd->in_answer && survey_begins(r))
		err = begin_answer(rd, r);
	if (err || rd->in_answer)
		return err ?: take_inside(rd, r);
	rd->left++;
	return 0;
}

static int run(struct reading *rd, const struct fleet_source *s)
{
	struct fleet_end end;
	int err = fleet_source_read(s, on_record, rd, &end);

	if (!err && rd->in_answer)
		err = end_answer(rd, NULL);
	return err ?: end_stream(rd, &end);
}

/**
 * fleet_rows_run() - make the rows of a stream
 * @rows: where they go
 * @s: stream
 * @v: how it and its answers end
 *
 * Return: 0, what @each returned if that is positive, -EINTR or -ENOMEM.
 */
int fleet_rows_run(struct fleet_rows *rows, const struct fleet_source *s, const struct survey *v)
{
	struct reading *rd = calloc(1, sizeof(*rd));
	int err;

	if (!rd)
		return -ENOMEM;
	rd->rows = rows;
	rd->survey = v;
	rd->line = (struct fleet_line){
		.machine = rows->machine, .source = { s->name, strlen(s->name) },
		.stream_status = survey_stream_status(v),
		.cgroup = PAGESNAP_NONE, .droppable = PAGESNAP_NONE, .pss = PAGESNAP_NONE,
		.skipped = PAGESNAP_NONE, .left = PAGESNAP_NONE,
	};
	begin_look(rd);
	err = run(rd, s);
	charged_forget(&rd->charged);
	free(rd->first);
	free(rd);
	return err;
}
