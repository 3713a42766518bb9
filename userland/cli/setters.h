/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How options are taken that say no more than a word or a number: for set of struct
 * option_entry.
 */
#ifndef SETTERS_H
#define SETTERS_H

#include "options.h"

/* For an entry: it is kept in this member of struct options, or of the command's own struct. */
#define AT(what) .member = offsetof(struct options, what)
#define OWN(type, what) .own = true, .member = offsetof(type, what)

void *option_member(struct options *options, const struct option_entry *entry);

/* A bool, a string that isn't empty, a uint64_t, a uint32_t, a process as uint32_t. */
int option_set_true(struct options *options, const struct option_entry *entry,
		    const char *argument);
int option_set_string(struct options *options, const struct option_entry *entry,
		      const char *argument);
int option_set_number(struct options *options, const struct option_entry *entry,
		      const char *argument);
/* @value of the entry is the largest that makes sense. */
int option_set_number32(struct options *options, const struct option_entry *entry,
			const char *argument);
/* Behind one of these, where 0 makes no sense; @why is the sentence then. */
int option_refuse_zero(struct options *options, uint64_t value, const char *why);
int option_set_pid(struct options *options, const struct option_entry *entry,
		   const char *argument);
/* Percent of one processor, for --max-cpu. */
int option_set_max_cpu(struct options *options, const struct option_entry *entry,
		       const char *argument);

#endif /* SETTERS_H */
