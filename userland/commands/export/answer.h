/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A look, and what is to be told of it.
 */
#ifndef COMMANDS_EXPORT_ANSWER_H
#define COMMANDS_EXPORT_ANSWER_H

#include <stddef.h>

#include "render/metrics/text.h"

/**
 * struct export_asking - how to look
 * @top: groups of each sort at the most
 * @percent: of one processor that a look may take while it goes on, 0 for any
 */
struct export_asking {
	size_t top;
	unsigned int percent;
};

/*
 * Looks and writes the answer to each of @nr texts; if there is none, that the look has failed.
 * An exit code, after a message if it isn't 0; with EXIT_OK, _PARTIAL and _FAILED there is a
 * text, but not if there was no memory for it: then it has failed.
 */
int export_answer(const struct export_asking *asking, struct metrics *texts, size_t nr);

/* Writes to each of @nr texts that a look has failed.  0 or -ENOMEM. */
int export_answer_failed(struct metrics *texts, size_t nr);

#endif /* COMMANDS_EXPORT_ANSWER_H */
