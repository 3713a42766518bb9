// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from answers to maps
 *
 * Rows go out as they come, so a document of any length needs the memory of one row.  People get a
 * map in their place, unless they name columns: then they want rows.
 */
#include <errno.h>

#include "map.h"
#include "reader.h"
#include "render/out-internal.h"
#include "text.h"

/**
 * struct map_digest - what an output of maps has
 * @reader: of the map that comes
 * @maps: how many were printed
 */
struct map_digest {
	struct map_reader reader;
	uint64_t maps;
};

static struct map_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

static bool draws(const struct out_options *options)
{
	return options->format == OUT_TABLE && !options->columns && !options->all_columns;
}

/* The answer goes on behind the row. */
static int show(void *ctx, const struct map_line *line)
{
	struct out *o = ctx;
	const uint32_t q = o->row->q;
	const char *query = o->row->query;
	int err = out_show(o, line);

	o->row->q = q;
	o->row->query = query;
	return err;
}

static int print_map(struct out *o, const struct map_model *model)
{
	const struct out_options *options = &o->options;
	const struct map_style style = {
		.rows = options->map.rows ? options->map.rows : MAP_ROWS,
		.width = options->width ? options->width : 80, .color = options->color,
		.bytes = options->bytes, .only_rows = options->no_headings,
		.whole_names = options->no_truncate || !options->terminal,
	};
	struct value_buf text = { .s = NULL };
	int err;

	if (digest_of(o)->maps++)
		value_buf_char(&text, '\n');
	err = map_text(&text, model, &style);
	if (!err)
		writer_put(&o->writer, text.s, text.len);
	value_buf_free(&text);
	return err ? err : o->writer.error;
}

static int done(void *ctx, struct map_model *model)
{
	struct out *o = ctx;

	return draws(&o->options) ? print_map(o, model) : 0;
}

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS | OUT_ENDS;
}

static int begin(struct out *o)
{
	struct map_reader *reader = &digest_of(o)->reader;

	reader->span = draws(&o->options) ? NULL : show;
	reader->done = done;
	reader->ctx = o;
	map_reader_begin(reader);
	return 0;
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int err = row_take(o->row, r);

	return err < 0 ? err : map_reader_take(&digest_of(o)->reader, r);
}

static int finish(struct out *o)
{
	return map_reader_finish(&digest_of(o)->reader);
}

static void release(struct out *o)
{
	map_reader_free(&digest_of(o)->reader);
}

const struct out_digest out_digest_map = {
	.kind = &kind_map,
	.size = sizeof(struct map_digest),
	.traits = traits,
	.begin = begin,
	.take = take,
	.finish = finish,
	.free = release,
};
