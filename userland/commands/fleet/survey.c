// SPDX-License-Identifier: GPL-2.0
/*
 * How a stream and its answers end.  One byte an answer is kept.
 */
#include <errno.h>
#include <stdlib.h>

#include "survey.h"

static const char *const words[] = {
	[FLEET_CUT] = "cut", [FLEET_COMPLETE] = "complete", [FLEET_PARTIAL] = "partial",
	[FLEET_ERROR] = "error",
};

/**
 * survey_begins() - does an answer begin here?
 * @r: record outside of one
 *
 * Return: true if so.
 */
bool survey_begins(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_QUERY || r->u->rec.type == PAGESNAP_REC_ERROR ||
	       r->u->rec.flags & PAGESNAP_RF_BEGINS;
}

static int add_answer(struct survey *v)
{
	size_t room = v->room ? 2 * v->room : 64;
	unsigned char *statuses;

	if (v->nr == v->room) {
		statuses = realloc(v->statuses, room);
		if (!statuses)
			return -ENOMEM;
		v->statuses = statuses;
		v->room = room;
	}
	v->statuses[v->nr++] = FLEET_CUT;
	v->in_answer = true;
	return 0;
}

static void end_answer(struct survey *v, const struct pagesnap_end *end)
{
	v->statuses[v->nr - 1] = end->status == PAGESNAP_END_COMPLETE ? FLEET_COMPLETE :
				 end->status == PAGESNAP_END_ERROR ? FLEET_ERROR : FLEET_PARTIAL;
	v->lacks |= end->status != PAGESNAP_END_COMPLETE;
	v->in_answer = false;
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct survey *v = ctx;
	int err = 0;

	v->greeted |= r->u->rec.type == PAGESNAP_REC_HEADER;
	if (!v->in_answer && survey_begins(r))
		err = add_answer(v);
	if (!err && v->in_answer && r->u->rec.type == PAGESNAP_REC_END)
		end_answer(v, &r->u->end);
	return err;
}

/**
 * survey_take() - read a stream to its end
 * @v: survey, all zero
 * @s: stream
 *
 * Return: 0, -EINTR after a signal, or -ENOMEM.
 */
int survey_take(struct survey *v, const struct fleet_source *s)
{
	return fleet_source_read(s, on_record, v, &v->end);
}

/**
 * survey_free() - forget it
 * @v: survey
 */
void survey_free(struct survey *v)
{
	free(v->statuses);
	*v = (struct survey){ .nr = 0 };
}

/**
 * survey_status() - how an answer ended
 * @v: survey
 * @nth: which, from 0
 *
 * Return: word.
 */
const char *survey_status(const struct survey *v, size_t nth)
{
	return words[nth < v->nr ? v->statuses[nth] : FLEET_CUT];
}

/**
 * survey_stream_status() - how a stream ended
 * @v: survey
 *
 * Return: word.
 */
const char *survey_stream_status(const struct survey *v)
{
	switch (v->end.err) {
	case 0:
		return v->lacks ? "partial" : "complete";
	case -ENODATA:
		return "cut";
	case -EPROTONOSUPPORT:
		return "refused";
	default:
		return v->end.failed ? "cut" : "damaged";
	}
}
