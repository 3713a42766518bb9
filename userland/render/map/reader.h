/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From records to maps: one for each file or process, and one for all frames.
 */
#ifndef RENDER_MAP_READER_H
#define RENDER_MAP_READER_H

#include "kinds/map_asked.h"
#include "model.h"

/**
 * struct map_reader - reads answers about pages
 * @span: takes pages of one state, all of them in order; stays for the call only.  May be NULL
 * @done: takes a whole map, which stays for the call only, unless it is moved away
 * @ctx: of both, which return 0 or a negative errno
 * @model: the map that comes
 * @is_open: there is one
 * @asked: pages that the query asks about, by what its answer may be of
 * @page_shift: of the stream
 * @end: of the file, or of the mapping, in pages; 0 for frames
 * @at: behind the last page that was taken
 * @line: pages that may go on
 * @area: name of the mapping, for @line
 *
 * All zero at first, but for the first three.
 */
struct map_reader {
	int (*span)(void *ctx, const struct map_line *line);
	int (*done)(void *ctx, struct map_model *model);
	void *ctx;
	struct map_model model;
	bool is_open;
	struct map_asked asked[MAP_BY_FRAME + 1];
	unsigned int page_shift;
	uint64_t end;
	uint64_t at;
	struct map_line line;
	char area[MAP_NAME_MAX];
};

/* Once its functions are set. */
void map_reader_begin(struct map_reader *reader);
/* Takes the next record.  0, or what a function returned, or -ENOMEM. */
int map_reader_take(struct map_reader *reader, const struct pagesnap_record *r);
/* No more will come: what was open is whole, as far as it goes.  As above. */
int map_reader_finish(struct map_reader *reader);
void map_reader_free(struct map_reader *reader);

#endif /* RENDER_MAP_READER_H */
