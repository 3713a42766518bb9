// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rows of a trace, each with what the records before it say of its page
 */
#include <errno.h>

#include "kinds/faults_row.h"
#include "libcachesim.h"
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
 * @requests: all of them, if requests are asked for
 */
struct trace_digest {
	struct references references;
	uint32_t q;
	struct trace_reference reference;
	struct pagesnap_faults_map map;
	struct faults_where where;
	struct libcachesim requests;
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

static unsigned int traits(const struct out_options *options)
{
	if (options->trace.requests)
		return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS;
	return OUT_LOOKS | (options->trace.begun ? OUT_JOINS : 0);
}

/* Requests want the size of a page, which stands in the header. */
static int add_request(struct out *o, struct trace_digest *d)
{
	struct libcachesim *requests = &d->requests;
	int err = requests->spill ? 0 : libcachesim_begin(requests, o->row->page_shift);

	return err ?: libcachesim_add(requests, &d->reference);
}

static int take_fault(struct out *o, struct trace_digest *d, const struct pagesnap_record *r)
{
	int err = references_fault(&d->references, &r->u->fault, &d->reference);

	if (err || o->options.trace.requests)
		return err ?: add_request(o, d);
	set_where(d);
	faults_row(o->row)->where = &d->where;
	return out_print_row(o);
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
	if (r->u->rec.type == PAGESNAP_REC_FAULT)
		return take_fault(o, d, r);
	err = references_record(&d->references, r);
	return err || step != ROW_PRINT || o->options.trace.requests ? err : out_print_row(o);
}

static int finish(struct out *o)
{
	struct libcachesim *requests = &digest_of(o)->requests;

	return requests->spill ? libcachesim_write(requests, o->options.to) : 0;
}

static void release(struct out *o)
{
	references_free(&digest_of(o)->references);
	libcachesim_free(&digest_of(o)->requests);
}

const struct out_digest out_digest_trace = {
	.kind = &kind_faults,
	.size = sizeof(struct trace_digest),
	.traits = traits,
	.take = take,
	.finish = finish,
	.free = release,
};
