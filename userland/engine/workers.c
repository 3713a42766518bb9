// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: start and end of the threads that ask
 *
 * A thread may be in read() for long.  A signal of its own makes that return, and the
 * stopped queue lets the thread end.  All other signals are the main thread's.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "asking.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "workers.h"

/**
 * struct workers - all threads
 * @queue: of what is asked
 * @pace: how fast
 * @nr: threads that were started
 * @worker: these
 */
struct workers {
	struct queue *queue;
	struct shared_pace pace;
	unsigned int nr;
	struct worker worker[];
};

static void wake_up(int number)
{
}

/* A signal of its own makes a worker's read() return. */
static void prepare_signal(void)
{
	struct sigaction action = { .sa_handler = wake_up };

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
}

static int start_workers(struct workers *all, const struct settings *settings, bool rows,
			 const struct record_taker *taker)
{
	int err = 0;

	interrupt_hold();
	while (all->nr < settings->jobs && !err) {
		struct worker *worker = all->worker + all->nr;

		worker->queue = all->queue;
		worker->pace = &all->pace;
		worker->lines = settings->saved || settings->out->format == OUT_TEXT;
		worker->begun = settings->begun;
		worker->begun_ctx = settings->begun_ctx;
		/* parts of answers that are put together have to say what they are of */
		worker->maker.brief = settings->jobs == 1 && !out_needs_queries(settings->out);
		err = asking_prepare(worker, rows ? settings->out : NULL, taker);
		if (err)
			break;
		err = -pthread_create(&worker->thread, NULL, asking_work, worker);
		if (err)
			asking_free(worker);
		else
			all->nr++;
	}
	interrupt_release();
	return err;
}

/**
 * workers_start() - start threads
 * @out: for the other function
 * @settings: how many, and for how much of a processor
 * @rows: they make rows
 * @queue: of what they ask
 * @taker: takes records of all decoders
 *
 * Return: 0 or a negative errno.
 */
int workers_start(struct workers **out, const struct settings *settings, bool rows,
		  struct queue *queue, const struct record_taker *taker)
{
	struct workers *all = calloc(1, sizeof(*all) + settings->jobs * sizeof(all->worker[0]));
	int err = -ENOMEM;

	*out = NULL;
	if (all) {
		all->queue = queue;
		asking_pace(&all->pace, settings->max_cpu);
		prepare_signal();
		err = start_workers(all, settings, rows, taker);
	}
	if (err) {
		say_error("%s", strerror(-err));
		workers_stop(all);
		return err;
	}
	*out = all;
	return 0;
}

static struct timespec in_20_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += 20 * 1000000L;
	if (t.tv_nsec >= 1000000000) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000;
	}
	return t;
}

/**
 * workers_stop() - end the threads
 * @workers: which, or NULL
 */
void workers_stop(struct workers *workers)
{
	unsigned int i;

	if (!workers)
		return;
	queue_stop(workers->queue);
	for (i = 0; i < workers->nr; i++) {
		struct worker *worker = workers->worker + i;
		struct timespec wait = in_20_ms();

		/* again, as it may not have been in read() yet */
		while (pthread_clockjoin_np(worker->thread, NULL, CLOCK_MONOTONIC, &wait)) {
			pthread_kill(worker->thread, SIGUSR1);
			wait = in_20_ms();
		}
		asking_free(worker);
	}
	pthread_mutex_destroy(&workers->pace.lock);
	free(workers);
}
