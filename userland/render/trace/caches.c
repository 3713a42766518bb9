// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from the records of a reference trace to what it says of caches
 *
 * Rows are of sizes, or of policies and sizes.  Both wait for the last reference: a curve counts
 * them by distance, and a simulation is begun when all are there.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/units.h"
#include "curve.h"
#include "distances.h"
#include "pages.h"
#include "render/out-internal.h"
#include "sight.h"
#include "spill.h"
#include "tables.h"

/**
 * struct caches_digest - what an output about caches has besides rows
 * @references: what records mean
 * @sight: what they don't tell
 * @distances: of a curve
 * @spill: of a simulation
 */
struct caches_digest {
	struct references references;
	struct trace_sight sight;
	struct trace_distances distances;
	struct trace_spill spill;
};

static struct caches_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

static bool is_curve(const struct out *o)
{
	return o->options.kind == &kind_mrc;
}

static int begin(struct out *o)
{
	struct caches_digest *d = digest_of(o);

	d->distances.limit = TRACE_DISTANCES_PAGES;
	d->spill.fd = -1;
	d->sight.files_only = o->options.caches.files_only;
	return 0;
}

/* Records ------------------------------------------------------------------------- */

static int take_fault(const struct out *o, struct caches_digest *d,
		      const struct pagesnap_faults_fault *fault)
{
	enum trace_scope scope = o->options.caches.files_only ? TRACE_FILE_PAGES : TRACE_ALL_PAGES;
	struct trace_reference ref;
	struct trace_key page;
	int err = references_fault(&d->references, fault, &ref) ?:
		  trace_sight_fault(&d->sight, &ref);

	if (err || !trace_page_of(&ref, scope, &page))
		return err;
	return is_curve(o) ? trace_distances_add(&d->distances, &page) :
	       trace_spill_add(&d->spill, &page);
}

static int take_faults(const struct out *o, struct caches_digest *d,
		       const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_FAULT)
		return take_fault(o, d, &r->u->fault);
	trace_sight_record(&d->sight, r);
	return references_record(&d->references, r);
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int err = row_take(o->row, r);

	if (err < 0)
		return err;
	return r->collection == PAGESNAP_COLLECTION_FAULTS ? take_faults(o, digest_of(o), r) : 0;
}

/* Sizes --------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* In pages, ascending, each once; to be freed. */
static uint64_t *asked_sizes(const struct out *o, size_t *nr)
{
	const struct caches_view *view = &o->options.caches;
	uint64_t *sizes = calloc(view->nr, sizeof(*sizes));
	size_t i, kept = 0;

	if (!sizes)
		return NULL;
	for (i = 0; i < view->nr; i++) {
		const struct caches_size *size = view->sizes + i;
		uint64_t pages = size->in_bytes ? size->nr >> o->row->page_shift : size->nr;

		sizes[i] = pages ?: 1;
	}
	qsort(sizes, view->nr, sizeof(*sizes), compare);
	for (i = 0; i < view->nr; i++)
		if (!kept || sizes[kept - 1] != sizes[i])
			sizes[kept++] = sizes[i];
	*nr = kept;
	return sizes;
}

/* Rows ---------------------------------------------------------------------------- */

static int show_curve(struct out *o)
{
	const struct caches_digest *d = digest_of(o);
	uint64_t longest = trace_lives_longest(&d->sight.lives), *sizes;
	struct mrc_line *lines = NULL;
	int err = -ENOMEM;
	size_t nr = 0, i;

	if (!d->distances.references)
		return 0;
	sizes = o->options.caches.nr ? asked_sizes(o, &nr) : trace_curve_sizes(&d->distances, &nr);
	if (sizes)
		lines = calloc(nr, sizeof(*lines));
	if (lines) {
		trace_curve(&d->distances, longest, sizes, nr, lines);
		for (i = 0, err = 0; i < nr && !err; i++)
			err = out_show(o, lines + i);
	}
	free(lines);
	free(sizes);
	return err;
}

static size_t policies_of(const struct out *o, enum trace_policy list[TRACE_POLICIES])
{
	unsigned int policy;
	size_t nr = 0;

	for (policy = 0; policy < TRACE_POLICIES; policy++)
		if (o->options.caches.policies >> policy & 1)
			list[nr++] = policy;
	return nr;
}

static int show_simulated(struct out *o)
{
	struct caches_digest *d = digest_of(o);
	enum trace_policy policies[TRACE_POLICIES];
	size_t nr_policies = policies_of(o, policies), nr = 0, i;
	struct simulate_line *lines = NULL;
	uint64_t *sizes;
	int err = -ENOMEM;

	if (!d->spill.nr)
		return 0;
	sizes = asked_sizes(o, &nr);
	if (sizes)
		lines = calloc(nr * nr_policies, sizeof(*lines));
	if (lines)
		err = trace_spill_simulate(&d->spill, policies, nr_policies, sizes, nr, lines);
	for (i = 0; !err && i < nr * nr_policies; i++)
		err = out_show(o, lines + i);
	free(lines);
	free(sizes);
	return err;
}

static int finish(struct out *o)
{
	return is_curve(o) ? show_curve(o) : show_simulated(o);
}

/* How far it can be believed ------------------------------------------------------ */

static const char *why_unseen(unsigned int unseen)
{
	if (unseen & TRACE_UNSEEN_LOST)
		return "references were lost";
	if (unseen & TRACE_UNSEEN_ANSWERS)
		return "there are several answers";
	if (unseen & TRACE_UNSEEN_HUGE)
		return "huge pages were kept, and of each only one reference is seen at a time";
	return "a process forked, and its child began with pages that are seen only once they fault";
}

static void remark(const struct out *o, char *buf, size_t size)
{
	const struct caches_digest *d = digest_of(o);
	uint64_t longest = trace_lives_longest(&d->sight.lives), from = trace_curve_from(longest);
	char pages[UNITS_MAX], bytes[UNITS_MAX];

	if (!d->sight.lives.faults)
		snprintf(buf, size, "no reference was seen");
	else if (!longest)
		snprintf(buf, size, "no bounds: %s", why_unseen(d->sight.lives.unseen));
	else if (trace_sight_is_exact(&d->sight))
		snprintf(buf, size, d->distances.level ? "exact but for the sample" : "exact");
	else if (!is_curve(o))
		snprintf(buf, size, "exact for the references seen; others were not, see --mrc");
	else
		snprintf(buf, size, "bounds from %s page%s (%s) on",
			 units_grouped(from, pages), from == 1 ? "" : "s",
			 units_size(from << o->row->page_shift, bytes));
}

/* Outputs ------------------------------------------------------------------------- */

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS;
}

static void release(struct out *o)
{
	struct caches_digest *d = digest_of(o);

	references_free(&d->references);
	trace_sight_free(&d->sight);
	trace_distances_free(&d->distances);
	trace_spill_free(&d->spill);
}

#define CACHES_DIGEST(kind_of_rows)		\
	{					\
		.kind = (kind_of_rows),		\
		.size = sizeof(struct caches_digest), \
		.traits = traits,		\
		.begin = begin,			\
		.take = take,			\
		.finish = finish,		\
		.remark = remark,		\
		.free = release,		\
	}

const struct out_digest out_digest_mrc = CACHES_DIGEST(&kind_mrc);
const struct out_digest out_digest_simulate = CACHES_DIGEST(&kind_simulate);
