// SPDX-License-Identifier: GPL-2.0
/*
 * From the records of a reference trace to rows by mapping or file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/tallies_line.h"
#include "render/out-internal.h"
#include "tables.h"
#include "tallies.h"

_Static_assert(TALLIES_WINDOWS == TRACE_WINDOWS, "a row has all windows");

/**
 * struct tables_digest - what an output of references has besides rows
 * @references: what records mean
 * @tallies: what they add up to
 * @comms: names of processes, @nr_comms of them
 * @nr_comms: see there
 * @by_pid: which of them a process has
 */
struct tables_digest {
	struct references references;
	struct trace_tallies tallies;
	char (*comms)[16];
	size_t nr_comms;
	struct trace_table by_pid;
};

static struct tables_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

/* The name that a process has last. */
static int note_comm(struct tables_digest *d, uint32_t pid, const char *comm)
{
	const struct trace_key key = { 0, pid };
	const struct trace_entry *entry = trace_table_find(&d->by_pid, &key);
	char (*comms)[16] = d->comms;

	if (!*comm)
		return 0;
	if (entry) {
		memcpy(comms[entry->value], comm, sizeof(*comms));
		return 0;
	}
	/* a power of two is full */
	if (!(d->nr_comms & (d->nr_comms - 1))) {
		comms = reallocarray(d->comms, d->nr_comms ? 2 * d->nr_comms : 1, sizeof(*comms));
		if (!comms)
			return -ENOMEM;
		d->comms = comms;
	}
	memcpy(comms[d->nr_comms], comm, sizeof(*comms));
	return trace_table_set(&d->by_pid, &key, d->nr_comms++);
}

static const char *comm_of(const struct tables_digest *d, uint32_t pid)
{
	const struct trace_key key = { 0, pid };
	const struct trace_entry *entry = trace_table_find(&d->by_pid, &key);

	return entry ? d->comms[entry->value] : "";
}

static int take_fault(struct tables_digest *d, const struct pagesnap_faults_fault *fault)
{
	struct trace_reference ref;

	return references_fault(&d->references, fault, &ref) ?:
	       trace_tallies_add(&d->tallies, &ref);
}

static int note_name(struct tables_digest *d, const struct pagesnap_record *r)
{
	const struct pagesnap_faults_thread *thread = &r->u->thread;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_THREAD:
		return thread->tid == thread->pid ? note_comm(d, thread->pid, thread->comm) : 0;
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		return note_comm(d, r->u->event.pid, r->u->event.comm);
	case PAGESNAP_REC_TRACED:
		return note_comm(d, r->u->traced.pid, r->u->traced.comm);
	default:
		return 0;
	}
}

static int take_faults(struct tables_digest *d, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_FAULT)
		return take_fault(d, &r->u->fault);
	if (r->u->rec.type == PAGESNAP_REC_SWEEP)
		trace_tallies_sweep(&d->tallies);
	return references_record(&d->references, r) ?: note_name(d, r);
}

static void fill_line(const struct tables_digest *d, const struct trace_tally *one,
		      struct tallies_line *line)
{
	unsigned int i;

	*line = (struct tallies_line){
		.by_file = d->tallies.by == TRACE_BY_FILE, .known = one->known, .pid = one->pid,
		.comm = comm_of(d, one->pid), .name = one->name, .name_len = one->name_len,
		.pages = one->pages, .references = one->references, .reads = one->reads,
		.writes = one->writes, .fetches = one->fetches, .first = one->first,
		.sequential = one->sequential, .all = d->tallies.references,
	};
	for (i = 0; i < TRACE_WINDOWS; i++) {
		line->mean[i] = trace_tally_mean(&d->tallies, one, i);
		line->most[i] = trace_tally_most(&d->tallies, one, i);
	}
}

static int begin(struct out *o)
{
	struct tables_digest *d = digest_of(o);

	d->tallies.by = o->options.tallies.by_file ? TRACE_BY_FILE : TRACE_BY_MAPPING;
	d->tallies.window_refs = o->options.tallies.window_refs;
	return 0;
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int err = row_take(o->row, r);

	if (err < 0)
		return err;
	return r->collection == PAGESNAP_COLLECTION_FAULTS ? take_faults(digest_of(o), r) : 0;
}

static int finish(struct out *o)
{
	struct tables_digest *d = digest_of(o);
	struct tallies_line line;
	size_t i;
	int err = 0;

	trace_tallies_finish(&d->tallies);
	for (i = 0; i < d->tallies.nr && !err; i++) {
		fill_line(d, d->tallies.list + i, &line);
		err = out_show(o, &line);
	}
	return err;
}

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS;
}

static const char *columns(const struct out_options *options, const char *usual, char *room,
			   size_t size)
{
	return options->tallies.by_file ? TALLIES_FILE_COLUMNS : usual;
}

static void release(struct out *o)
{
	struct tables_digest *d = digest_of(o);

	references_free(&d->references);
	trace_tallies_free(&d->tallies);
	trace_table_free(&d->by_pid);
	free(d->comms);
}

const struct out_digest out_digest_tallies = {
	.kind = &kind_tallies,
	.size = sizeof(struct tables_digest),
	.traits = traits,
	.columns = columns,
	.begin = begin,
	.take = take,
	.finish = finish,
	.free = release,
};
