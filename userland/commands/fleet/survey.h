/* SPDX-License-Identifier: GPL-2.0 */
/* How a stream and its answers end: what is known before there are rows. */
#ifndef COMMANDS_FLEET_SURVEY_H
#define COMMANDS_FLEET_SURVEY_H

#include "source.h"

/* How an answer ended. */
enum fleet_status {
	FLEET_CUT,	/* it didn't */
	FLEET_COMPLETE,
	FLEET_PARTIAL,
	FLEET_ERROR,
};

/**
 * struct survey - all of a stream
 * @statuses: enum fleet_status of each answer, @nr of them
 * @nr: see there
 * @room: for so many there is memory
 * @in_answer: between the beginning of one and its end
 * @greeted: a header has come: it is a stream
 * @lacks: an answer isn't complete
 * @end: how the stream ended
 */
struct survey {
	unsigned char *statuses;
	size_t nr;
	size_t room;
	bool in_answer;
	bool greeted;
	bool lacks;
	struct fleet_end end;
};

/* All zero is an empty one.  0, -EINTR or -ENOMEM; survey_free() is owed. */
int survey_take(struct survey *v, const struct fleet_source *s);
void survey_free(struct survey *v);
/* Does an answer begin with this record, if none has begun? */
bool survey_begins(const struct pagesnap_record *r);
/* Words for both.  @nth answer, from 0; one that the survey didn't meet was cut. */
const char *survey_status(const struct survey *v, size_t nth);
const char *survey_stream_status(const struct survey *v);

#endif /* COMMANDS_FLEET_SURVEY_H */
