/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions: queries go in, answers come out and are checked.
 */
#ifndef TESTS_STRESS_SESSION_H
#define TESTS_STRESS_SESSION_H

#include "check.h"

#define BATCH_MAX 6

/* How a session behaves; all zero reads to the end, by large pieces. */
struct manner {
	bool small_reads;
	bool dawdles;		/* longer than a lease, between two reads */
	bool sleeps;		/* once, longer than anybody waits for a device */
	bool leaves;		/* in the middle of an answer */
	bool standing;		/* by the standing set, as echo and cat do */
};

/* A session that is opened while the module is about to go, too. */
extern bool session_intrudes;

struct session {
	int fd;
	enum pagesnap_index_file which;
	uint64_t q;		/* number of the next query */
	unsigned int line;	/* and of the next line */
	struct check check;
};

/* Waits until the module may stay. Return: false if it is time to stop. */
bool session_open(struct session *s, enum pagesnap_index_file which);
/* Return: false if the reader left, and the session with it. */
bool session_ask(struct session *s, struct ask *asks, unsigned int nr, const struct manner *m);
void session_close(struct session *s);
/* A batch in the standing set of @which: written, and read by another descriptor. */
void session_standing(struct check *ck, struct ask *asks, unsigned int nr);

#endif /* TESTS_STRESS_SESSION_H */
