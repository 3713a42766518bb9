/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries of which a session is told only what has changed since the moment before.
 */
#ifndef COMMANDS_RECORD_CHANGED_H
#define COMMANDS_RECORD_CHANGED_H

#include <stdbool.h>
#include <stddef.h>

struct writer;

/**
 * struct changed - queries of one session; all zero before the first moment
 * @before: those of the moment before, behind each other, as argz_add() puts them
 * @before_len: bytes of these
 * @next: the one that comes next if the same are asked; NULL if none does
 * @now: those of the moment under way
 * @now_len: likewise
 */
struct changed {
	char *before;
	size_t before_len;
	const char *next;
	char *now;
	size_t now_len;
};

/* Does the module know changed=?  An older one does not. */
bool changed_is_known(void);
/* A moment comes, built upon the one that the last call was for. */
void changed_begin(struct changed *c);
/* @line with changed= as @w wants it.  To be freed; NULL if there is no memory. */
char *changed_line(struct changed *c, const struct writer *w, const char *line);
/* The session has ended. */
void changed_forget(struct changed *c);

#endif /* COMMANDS_RECORD_CHANGED_H */
