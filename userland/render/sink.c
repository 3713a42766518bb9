// SPDX-License-Identifier: GPL-2.0
/*
 * Choice of a sink.
 */
#include "sink.h"

/**
 * sink_new() - make the sink of a format
 * @options: with the format
 * @layout: columns
 * @writer: where to
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_new(const struct out_options *options, const struct layout *layout,
		      struct writer *writer)
{
	struct sink *s;

	switch (options->format) {
	case OUT_JSON:
	case OUT_JSONL:
		s = sink_json_new();
		break;
	case OUT_CSV:
		s = sink_csv_new();
		break;
	case OUT_RAW:
		s = sink_raw_new();
		break;
	default:
		s = sink_table_new();
		break;
	}
	if (!s)
		return NULL;
	s->options = options;
	s->layout = layout;
	s->writer = writer;
	return s;
}
