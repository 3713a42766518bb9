// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rows of a trace, each with what the records before it say of its page
 */
#include <errno.h>

#include "kinds/faults_row.h"
#include "references.h"
#include "render/out-internal.h"
#include "trace.h"

/**
 * struct trace_digest - what an output of a trace has besides rows
 * @references: of the answer that comes
 * @q: its query, numbered over the run
 * @reference: the one of the row
 * @map: its VMA
 * @where: both, as the row shows them
 * @has_begun: the first sweep was told of
 */
struct trace_digest {
	struct references references;
	uint32_t q;
	struct trace_reference reference;
	struct pagesnap_faults_map map;
	struct faults_where where;
	bool has_begun;
};

static struct trace_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

static void set_where(struct trace_digest *d)
{
	const struct trace_reference *ref = &d->reference;
	const struct trace_map *map = ref->map;

	d->where = (struct faults_where){
		.pid = ref->pid, .vtime = ref->vtime, .file_page = ref->file_page,
	};
	if (!map)
		return;
	d->map = (struct pagesnap_faults_map){
		.ino = map->ino, .dev_major = map->dev_major, .dev_minor = map->dev_minor,
		.prot = map->prot, .kind = map->kind, .name_len = map->name_len,
	};
	d->where.map = &d->map;
	d->where.name = map->name;
}

static void take_sweep(struct trace_digest *d, const struct trace_view *view)
{
	if (!d->has_begun && view->begun)
		view->begun(view->ctx);
	d->has_begun = true;
}

static int take_record(struct out *o, struct trace_digest *d, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FAULT_MAP:
		return references_map(&d->references, &r->u->map, r->bytes);
	case PAGESNAP_REC_THREAD:
		return references_thread(&d->references, &r->u->thread);
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		return references_event(&d->references, &r->u->event);
	case PAGESNAP_REC_TRACED:
		references_traced(&d->references, &r->u->traced);
		return 0;
	case PAGESNAP_REC_SWEEP:
		take_sweep(d, &o->options.trace);
		return 0;
	case PAGESNAP_REC_FAULT:
		return references_fault(&d->references, &r->u->fault, &d->reference);
	default:
		return 0;
	}
}

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | (options->trace.begun ? OUT_JOINS : 0);
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	struct trace_digest *d = digest_of(o);
	int step = row_take(o->row, r), err;

	if (step < 0 || r->collection != PAGESNAP_COLLECTION_FAULTS)
		return step < 0 ? step : 0;
	if (o->row->q != d->q) {
		references_free(&d->references);
		d->references = (struct references){ };
		d->q = o->row->q;
	}
	err = take_record(o, d, r);
	if (err || step != ROW_PRINT)
		return err;
	if (r->u->rec.type == PAGESNAP_REC_FAULT) {
		set_where(d);
		faults_row(o->row)->where = &d->where;
	}
	return out_print_row(o);
}

static int finish(struct out *o)
{
	return 0;
}

static void release(struct out *o)
{
	references_free(&digest_of(o)->references);
}

const struct out_digest out_digest_trace = {
	.kind = &kind_faults,
	.size = sizeof(struct trace_digest),
	.traits = traits,
	.take = take,
	.finish = finish,
	.free = release,
};
