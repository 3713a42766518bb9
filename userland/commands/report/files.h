/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rows of files, by columns, a part at a time.
 */
#ifndef COMMANDS_REPORT_FILES_H
#define COMMANDS_REPORT_FILES_H

#include <stdio.h>

#include "index.h"
#include "kinds/value.h"
#include "lib/pagesnap.h"

/* Numbers of a file; those from @FILES_PAGES on are pages. */
enum files_column {
	FILES_STREAM, FILES_FS, FILES_FOLDER, FILES_INO, FILES_GEN, FILES_STATE, FILES_MODE,
	FILES_NLINK, FILES_SIZE, FILES_PAGES, FILES_DIRTY, FILES_WRITEBACK, FILES_MAPPED,
	FILES_ACTIVE, FILES_REFERENCED, FILES_UNEVICTABLE, FILES_DROPPABLE, FILES_EVICTED,
	FILES_LARGE, FILES_COLUMNS
};

/**
 * struct files_row - a file
 * @numbers: by enum files_column; FILES_FOLDER is set here
 * @cgroups: pages by number of the memory cgroup, @nr_cgroups pairs
 * @nr_cgroups: see there
 * @name: its path, or what else there is; any bytes but 0
 * @len: of the name
 */
struct files_row {
	uint64_t numbers[FILES_COLUMNS];
	const struct pagesnap_subtotal *cgroups;
	size_t nr_cgroups;
	const char *name;
	size_t len;
};

/**
 * struct files_part - rows that are not written yet
 * @numbers: by column
 * @first: of each column
 * @differs: not all are the first
 * @cgroups: for each row 0; 1 and the one to which all of it is charged; or 1 more than there
 *	are, then pairs
 * @names: without their folders: how many bytes are those of the name before, the others, a 0
 * @last: the last name
 * @nr: rows
 */
struct files_part {
	struct value_buf numbers[FILES_COLUMNS];
	uint64_t first[FILES_COLUMNS];
	bool differs[FILES_COLUMNS];
	struct value_buf cgroups;
	struct value_buf names;
	struct value_buf last;
	uint32_t nr;
};

/**
 * struct files - what was written of files; all zero but @to at first
 * @to: page
 * @part: rows that are not written yet
 * @folders: that were met
 * @folder_names: for each the number of the one above, its name and a 0
 * @last: folder of the last file
 * @last_nr: its number
 * @nr: files
 */
struct files {
	FILE *to;
	struct files_part part;
	struct index folders;
	struct value_buf folder_names;
	struct value_buf last;
	uint64_t last_nr;
	uint64_t nr;
};

/* The name of a column, as the page knows it. */
const char *files_column_name(enum files_column column);
/* 0 or -ENOMEM. */
int files_add(struct files *f, struct files_row *row);
/* Writes what is left, and the folders.  0 or -ENOMEM. */
int files_finish(struct files *f);
void files_free(struct files *f);

#endif /* COMMANDS_REPORT_FILES_H */
