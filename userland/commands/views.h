/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What trace prints of references: tables, rows, caches, or a format for others.
 */
#ifndef COMMANDS_VIEWS_H
#define COMMANDS_VIEWS_H

#include "cli/options.h"

/**
 * struct views - options that say what is printed
 * @sizes: option of sizes that was given, NULL if none was
 * @files: only pages of files count
 * @window_refs: references of a window
 */
struct views {
	const char *sizes;
	bool files;
	uint64_t window_refs;
};

/* Of a command whose own struct begins with struct views. */
extern const struct option_entry views_by, views_window_refs, views_list, views_mrc, views_simulate,
	views_sizes, views_files, views_format, views_by_time;

#define OPTIONS_VIEWS &views_by, &views_window_refs, &views_list, &views_mrc, &views_simulate, \
	&views_sizes, &views_files, &views_format

/* Rows are of @kind, as the option @entry asks; two such options exclude each other. */
int views_choose(struct options *options, const struct option_entry *entry,
		 const struct kind *kind);
/* What these options mean together.  0, or -EINVAL after a message. */
int views_settle(struct options *options, const struct views *views);
/* Can one view be of so many targets?  0, or -EINVAL after a message. */
int views_check_targets(const struct options *options, int nr);

#endif /* COMMANDS_VIEWS_H */
