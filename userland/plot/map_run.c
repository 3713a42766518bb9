// SPDX-License-Identifier: GPL-2.0
/*
 * Reads what is drawn of a map.
 */
#include <string.h>

#include "map_run.h"

/* The first ones are kept. */
static int done(void *ctx, struct map_model *model)
{
	struct map_run *run = ctx;

	if (!model->nr)
		return 0;
	run->maps++;
	if (run->nr == MAP_RUN_MAX)
		return 0;
	run->models[run->nr++] = *model;
	*model = (struct map_model){ .nr = 0 };
	return 0;
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct map_run *run = ctx;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		memcpy(run->kernel, r->u->header.kernel, sizeof(run->kernel));
		break;
	case PAGESNAP_REC_QUERY:
		if (!run->time_ns)
			run->time_ns = r->u->query.time_ns;
		break;
	case PAGESNAP_REC_END:
		run->has_end = true;
		run->end = r->u->end;
		break;
	default:
		break;
	}
	return map_reader_take(&run->reader, r);
}

/**
 * map_run_read() - read what is drawn
 * @run: gets it; all zero
 * @fd: its stream
 *
 * What a damaged stream has told before counts.
 *
 * Return: 0 or -ENOMEM; map_run_free() is owed in any case.
 */
int map_run_read(struct map_run *run, int fd)
{
	run->reader.done = done;
	run->reader.ctx = run;
	map_reader_begin(&run->reader);
	return plot_stream_read(&run->stream, fd, take, run) ?: map_reader_finish(&run->reader);
}

/**
 * map_run_free() - forget it
 * @run: it
 */
void map_run_free(struct map_run *run)
{
	size_t i;

	map_reader_free(&run->reader);
	for (i = 0; i < run->nr; i++)
		map_model_free(run->models + i);
}
