// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from queries to answers
 *
 * Batches stand in a ring (batches.c); workers ask them, and what they hand over is taken
 * here (incoming.c), batch by batch, so the order of the answers is that of the queries,
 * and memory does not grow with either.
 *
 * If the order of the answers is of no matter, a batch that is done is taken before one
 * that is not: the ring is then only a set of places.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "base/system_path.h"
#include "engine-internal.h"
#include "engine.h"
#include "lib/internal.h"
#include "printer.h"

/* All shards are answered; if the module knows none, the query is asked again as a whole. */
static void end_shards(struct engine *e)
{
	if (!e->shards || e->first_shard < e->shards)
		return;
	e->shards = 0;
	if (!merge_refused(e->merge)) {
		query_free(&e->whole);
		return;
	}
	if (!shard_in_ranges(&e->whole))
		e->no_parts = true;
	e->ahead = e->whole;
	e->has_ahead = true;
	e->whole.line = NULL;
	e->whole.chunk = NULL;
}

static void forget_batch(struct engine *e, struct batch *p)
{
	batch_empty(p);
	queue_forget(&e->queue, p);
	e->nr_filled--;
}

/* The batch at the head, or all shards of one query. */
static int run_in_order(struct engine *e)
{
	int err = incoming_take(e, e->head);
	size_t nr;

	for (nr = incoming_at_a_time(e); nr && !err; nr--) {
		forget_batch(e, e->ring + e->head);
		e->head = (e->head + 1) % e->nr_ring;
		e->first_shard++;
	}
	return err;
}

/* Whichever batch there is something of; if there is none, back to the source. */
static int run_in_any_order(struct engine *e)
{
	struct batch *p = queue_choose(&e->queue, TICK_MS);
	int err;

	if (interrupt_seen())
		return -EINTR;
	progress_tick(&e->answers->at);
	if (!p)
		return e->has_look ? answers_flush(e->answers) : 0;
	if (!e->has_look && p->has_group) {
		err = answers_begin(e->answers, p->group);
		incoming_announce_look(e);
		return err;
	}
	err = incoming_take(e, p - e->ring);
	if (!err)
		forget_batch(e, p);
	return err;
}

static int run(struct engine *e)
{
	int err;

	for (;;) {
		err = batches_fill(e);
		if (err || !e->nr_filled)
			return err;
		err = batches_any_order(e) && !e->shards ? run_in_any_order(e) : run_in_order(e);
		if (err)
			return err;
		end_shards(e);
	}
}

static int make_ring(struct engine *e)
{
	e->nr_ring = (e->settings->jobs > 1 ? SHARD_RANGES : AHEAD) * e->settings->jobs;
	e->ring = calloc(e->nr_ring, sizeof(e->ring[0]));
	if (!e->ring)
		return -ENOMEM;
	queue_init(&e->queue, e->ring, e->nr_ring);
	e->client.decoder = pagesnap_decoder_new(incoming_record, e);
	return e->client.decoder ? 0 : -ENOMEM;
}

/* Without it, queries are asked as a whole. */
static int make_merge(struct engine *e)
{
	FILE *zoneinfo;

	if (e->settings->jobs < 2)
		return 0;
	e->merge = merge_new(SHARD_RANGES * e->settings->jobs, incoming_merged, e);
	zoneinfo = fopen(system_path_of("/proc/zoneinfo"), "re");
	if (zoneinfo) {
		e->frames = shard_frames(zoneinfo);
		fclose(zoneinfo);
	}
	return e->merge ? 0 : -ENOMEM;
}

static void free_engine(struct engine *e)
{
	size_t i;

	workers_stop(e->workers);
	if (e->ring)
		queue_destroy(&e->queue);
	for (i = 0; e->ring && i < e->nr_ring; i++)
		batch_empty(e->ring + i);
	if (e->has_ahead)
		query_free(&e->ahead);
	query_free(&e->whole);
	merge_free(e->merge);
	free(e->ring);
	pagesnap_decoder_free(e->client.decoder);
}

/**
 * engine_run() - ask
 * @source: what
 * @answers: takes the answers
 * @save: takes the bytes they are made of, or NULL
 *
 * Return: 0, -EINTR if a signal ended it, or another negative errno.
 */
int engine_run(struct source *source, struct answers *answers, struct save *save)
{
	const struct settings *settings = answers->settings;
	struct engine e = {
		.settings = settings, .source = source, .answers = answers, .save = save,
		.rows = settings->jobs > 1 && printer_can(settings),
	};
	const struct record_taker taker = {
		.one = incoming_record, .alike = incoming_alike, .ctx = &e,
	};
	int err = make_ring(&e) ?: make_merge(&e);
	int rest;

	if (e.rows && printer_can_cut(settings->out))
		e.row_shares |= SHARD_FRAME_ROWS;
	if (batches_any_order(&e))
		e.row_shares |= SHARD_FILE_ROWS;
	if (err)
		say_error("%s", strerror(-err));
	else
		err = workers_start(&e.workers, settings, e.rows, &e.queue, &taker);
	if (!err)
		err = run(&e);
	rest = err == -EINTR ? incoming_take_samples(&e) : 0;
	free_engine(&e);
	return rest ?: err;
}
