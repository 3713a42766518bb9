/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the records of one look after the other add up to.
 */
#ifndef COMMANDS_TOP_LOOK_H
#define COMMANDS_TOP_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "kinds/pages_view.h"
#include "lib/pagesnap.h"
#include "render/top/rows.h"

/* What a row is of. */
enum top_by {
	TOP_BY_FILE,
	TOP_BY_DIR,
	TOP_BY_FS,
	TOP_BY_TYPE,
	TOP_BY_CGROUP,
	TOP_BY_PROCESS,
	TOP_BY_CLASS,
	TOP_BYS
};

/* Its word, as --by takes it; and the other way, TOP_BYS if it is none. */
const char *top_by_word(enum top_by by);
enum top_by top_by_of_word(const char *word);
/* Is it made of the answers of files? */
static inline bool top_by_files(enum top_by by)
{
	return by < TOP_BY_PROCESS;
}

struct census;
struct tally;

/**
 * struct top_look - looks, one after the other
 * @by: what a row is of
 * @view: of that, how files are added up
 * @saved: all looks are one stream
 * @rows: what they add up to
 * @page_shift: of these, log2 of the page size
 * @row: what records belong to
 * @tally: files that are added up in the look that is under way
 * @census: its frames
 * @files: that were met, if some may come again; a struct seen
 * @pid: process whose mappings come; 0 for none
 * @process: its row
 * @first: the text of the first query: where it comes again, another look begins
 * @answers: of the look that is under way, that were answered
 * @failed: of the last look that has ended, that were not
 * @failing: of the one that is under way
 * @time_ns: when its first query was answered, by the clock of that machine
 * @ended_ns: the same of the last look that has ended
 * @wrong: the stream is of another collection
 * @said: the last thing that went wrong, for people and safe to print; "" if nothing did
 */
struct top_look {
	enum top_by by;
	struct pages_view view;
	bool saved;
	struct top_rows rows;
	unsigned int page_shift;
	struct row *row;
	struct tally *tally;
	struct census *census;
	void *files;
	uint32_t pid;
	struct top_row *process;
	char *first;
	uint64_t answers;
	uint64_t failed;
	uint64_t failing;
	uint64_t time_ns;
	uint64_t ended_ns;
	bool wrong;
	char said[512];
};

/* What top_look_take() returns if the record was the first one of the next look. */
#define TOP_LOOK_NEXT 1

/*
 * Rows are of @by; @view as of du, for files; @saved: of a saved run, whose looks are one stream.
 * 0 or -ENOMEM.
 */
int top_look_init(struct top_look *l, enum top_by by, const struct pages_view *view, bool saved);
/* Takes a record of an answer.  0, TOP_LOOK_NEXT, or a negative errno. */
int top_look_take(void *look, const struct pagesnap_record *r);
/* Nothing more comes of this look.  0, -ENODATA if nothing was answered, or -ENOMEM. */
int top_look_end(struct top_look *l);
/* It is over before its end: what it found is forgotten. */
void top_look_drop(struct top_look *l);
void top_look_free(struct top_look *l);

#endif /* COMMANDS_TOP_LOOK_H */
