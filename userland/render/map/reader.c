// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from records to maps
 *
 * Records tell of pages in ascending order, and only of those that there are.  What lies between
 * them in a file or a mapping is absent.  A mapping that grew while it was passed comes again, and
 * damaged streams say anything: nothing is taken twice, and nothing goes back.
 */
#include <errno.h>
#include <string.h>

#include "reader.h"

/* Spans ------------------------------------------------------------------------------- */

static int flush(struct map_reader *m)
{
	struct map_line *line = &m->line;
	int err = 0;

	if (line->end <= line->start)
		return 0;
	err = map_model_add(&m->model, line->start, line->end, line->state);
	if (!err && m->span)
		err = m->span(m->ctx, line);
	line->start = line->end;
	return err;
}

/* Pages behind all others; not behind a border that they may not cross. */
static int put(struct map_reader *m, uint64_t start, uint64_t end, enum map_state state)
{
	struct map_line *line = &m->line;
	int err;

	if (start >= end)
		return 0;
	m->at = end;
	if (line->end == start && line->start < line->end && line->state == state) {
		line->end = end;
		return 0;
	}
	err = flush(m);
	line->start = start;
	line->end = end;
	line->state = state;
	return err;
}

/*
 * Absent up to @end, as far as there is something.  Of frames all are told, also those without
 * memory, but for what changed under every try to read it.
 */
static int fill(struct map_reader *m, uint64_t end)
{
	if (m->model.by == MAP_BY_FRAME)
		return m->at ? put(m, m->at, end, MAP_UNKNOWN) : 0;
	if (end > m->end)
		end = m->end;
	return put(m, m->at, end, MAP_ABSENT);
}

/* Pages of a file may be there behind its end. */
static int put_cached(struct map_reader *m, uint64_t start, uint64_t end, enum map_state state)
{
	const uint64_t cut = end < m->end ? end : m->end;
	int err = put(m, start, cut, state);

	if (err)
		return err;
	return put(m, start > cut ? start : cut, end, MAP_BEYOND);
}

static int take_pages(struct map_reader *m, uint64_t start, uint64_t nr, enum map_state state)
{
	const struct map_asked *asked = m->asked + m->model.by;
	uint64_t end = start + nr < start ? UINT64_MAX : start + nr;
	int err;

	if (end > asked->end)
		end = asked->end;
	if (start < asked->start)
		start = asked->start;
	if (start < m->at)
		start = m->at;
	if (!m->is_open || start >= end)
		return 0;
	err = fill(m, start);
	if (err)
		return err;
	return m->model.by == MAP_BY_OFFSET && map_state_counts(state) ?
	       put_cached(m, start, end, state) : put(m, start, end, state);
}

/* Subjects ---------------------------------------------------------------------------- */

/**
 * map_reader_finish() - end the map that comes
 * @m: reader
 *
 * Return: 0 or a negative errno.
 */
int map_reader_finish(struct map_reader *m)
{
	int err;

	if (!m->is_open)
		return 0;
	m->is_open = false;
	err = fill(m, m->end) ?: flush(m) ?: m->done(m->ctx, &m->model);
	map_model_free(&m->model);
	return err;
}

/* In front of the first frame that is told nothing is missing: memory may begin there. */
static int begin(struct map_reader *m, enum map_by by)
{
	const struct map_asked *asked = m->asked + by;
	int err = map_reader_finish(m);

	m->is_open = true;
	m->model.by = by;
	m->model.page_shift = m->page_shift;
	m->model.start = asked->start;
	m->model.is_part = asked->start || asked->end != UINT64_MAX;
	m->at = by == MAP_BY_FRAME ? 0 : asked->start;
	m->end = 0;
	m->line = (struct map_line){ .by = by, .comm = m->model.comm };
	return err;
}

static int begin_file(struct map_reader *m, const struct pagesnap_record *r)
{
	const uint64_t size = r->u->file.size, mask = (1ULL << m->page_shift) - 1;
	size_t len;
	const char *name = pagesnap_record_name(r, &len);
	int err = begin(m, MAP_BY_OFFSET) ?: map_model_name(&m->model, name, len);

	m->model.size = size;
	m->end = (size >> m->page_shift) + !!(size & mask);
	if (m->end > m->asked[MAP_BY_OFFSET].end)
		m->end = m->asked[MAP_BY_OFFSET].end;
	m->line.name = m->model.name;
	m->line.name_len = m->model.name_len;
	return err;
}

static int begin_task(struct map_reader *m, const struct pagesnap_task *task)
{
	int err = begin(m, MAP_BY_ADDRESS);

	m->model.pid = task->pid;
	m->line.pid = task->pid;
	memcpy(m->model.comm, task->comm, sizeof(m->model.comm));
	return err;
}

/* The pages of the one before are all that it has; of this one nothing is told but its pages. */
static int begin_area(struct map_reader *m, const struct pagesnap_record *r)
{
	uint64_t start = r->u->vma.start, end = r->u->vma.end;
	size_t len;
	const char *name = pagesnap_record_name(r, &len);
	int err;

	if (!m->is_open || m->model.by != MAP_BY_ADDRESS)
		return 0;
	err = fill(m, m->end) ?: flush(m);
	if (start < m->at)
		start = m->at;
	if (end > m->asked[MAP_BY_ADDRESS].end)
		end = m->asked[MAP_BY_ADDRESS].end;
	if (err || start >= end)
		return err;
	m->at = start;
	m->end = end;
	if (len > sizeof(m->area))
		len = sizeof(m->area);
	memcpy(m->area, name, len);
	m->line.name = len ? m->area : NULL;
	m->line.name_len = len;
	return map_model_area(&m->model, start, end, name, len);
}

static int take_entry(struct map_reader *m, const struct pagesnap_record *r)
{
	const unsigned int type = r->u->rec.type;
	const bool is_run = type == PAGESNAP_REC_RUN || type == PAGESNAP_REC_PAGE;
	const unsigned int unit = is_run ? r->u->run.unit : r->u->gap.unit;
	int err = 0;

	if (unit == PAGESNAP_UNIT_PFN && (!m->is_open || m->model.by != MAP_BY_FRAME))
		err = begin(m, MAP_BY_FRAME);
	if (err || !m->is_open || unit > PAGESNAP_UNIT_PFN || unit != (unsigned int)m->model.by)
		return err;
	return is_run ? take_pages(m, r->u->run.index, r->u->run.nr, map_state_of(m->model.by, r)) :
			take_pages(m, r->u->gap.index, r->u->gap.nr, map_state_of(m->model.by, r));
}

static int begin_query(struct map_reader *m, const struct pagesnap_record *r)
{
	int err = map_reader_finish(m);
	unsigned int by;

	for (by = 0; by <= MAP_BY_FRAME; by++)
		m->asked[by] = map_asked(r, by);
	return err;
}

/**
 * map_reader_begin() - make it ready
 * @m: reader
 *
 * Streams may begin without a header or a query.
 */
void map_reader_begin(struct map_reader *m)
{
	unsigned int by;

	m->page_shift = 12;
	for (by = 0; by <= MAP_BY_FRAME; by++)
		m->asked[by] = (struct map_asked){ .end = UINT64_MAX };
}

/**
 * map_reader_take() - take the next record
 * @m: reader
 * @r: record
 *
 * Return: 0 or a negative errno.
 */
int map_reader_take(struct map_reader *m, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		m->page_shift = r->u->header.page_shift < 32 ? r->u->header.page_shift : 12;
		return 0;
	case PAGESNAP_REC_QUERY:
		return begin_query(m, r);
	case PAGESNAP_REC_SB:
	case PAGESNAP_REC_END:
		return map_reader_finish(m);
	case PAGESNAP_REC_TASK:
		return begin_task(m, &r->u->task);
	default:
		break;
	}
	if (r->collection != PAGESNAP_COLLECTION_PAGES)
		return 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		return begin_file(m, r);
	case PAGESNAP_REC_VMA:
		return begin_area(m, r);
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
		return take_entry(m, r);
	default:
		return 0;
	}
}

/**
 * map_reader_free() - forget what came
 * @m: reader
 */
void map_reader_free(struct map_reader *m)
{
	map_model_free(&m->model);
}
