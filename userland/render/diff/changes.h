/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has happened to a file between two moments.
 */
#ifndef RENDER_DIFF_CHANGES_H
#define RENDER_DIFF_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "files.h"
#include "kinds/diff_line.h"

/**
 * struct diff_told - what two moments can tell
 * @queries: by number of the query, bits (1 << enum diff_moment): it was answered as a whole
 * @nr: numbers of queries
 * @boots: they are of two boots, or of two machines
 */
struct diff_told {
	const unsigned char *queries;
	size_t nr;
	bool boots;
};

/* Was @file, which is there at the other moment, not there at @moment for sure? */
bool diff_tells(const struct diff_told *told, const struct diff_file *file,
		enum diff_moment moment);
/* Adds what happened to pages of @file.  False if nothing did. */
bool diff_change(const struct diff_told *told, const struct diff_file *file,
		 uint64_t pages[DIFF_PAGES]);
/* Adds numbers of which some may be unknown. */
void diff_add(uint64_t to[DIFF_PAGES], const uint64_t pages[DIFF_PAGES]);
/* Has anything changed? */
bool diff_is_change(const uint64_t pages[DIFF_PAGES]);
/* A word for that; of a @file, or NULL for a group of them. */
const char *diff_how(const struct diff_file *file, const uint64_t pages[DIFF_PAGES]);

#endif /* RENDER_DIFF_CHANGES_H */
