// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one total from the totals of all shards
 *
 * They are added up, and passed on with the end of the last shard.
 */
#include <errno.h>
#include <string.h>

#include "../../module/pages/buckets.h"
#include "pages_merge.h"
#include "sums.h"

static void add_combo(struct pagesnap_combos *to, struct pagesnap_combo combo)
{
	pagesnap_combos_add(to, combo.flags, combo.pages);
}

static void add_subtotal(struct pagesnap_subtotals *to, struct pagesnap_subtotal subtotal)
{
	pagesnap_subtotals_add(to, subtotal.key, subtotal.pages);
}

void pages_merge_take_total(struct pages_merge *m, struct pages_shard *shard,
			    const struct pagesnap_record *r)
{
	const struct pagesnap_total *total = &r->u->total;
	uint32_t i;

	m->has_total = true;
	sums_add(&m->total.sums, &total->sums);
	sums_count(&m->total.droppable, total->droppable);
	m->total.pss = total->pss;
	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++) {
		m->total.objects_by_pages[i] += total->objects_by_pages[i];
		shard->objects += total->objects_by_pages[i];
	}
	shard->empty = total->objects_by_pages[0];
	for (i = 0; i < total->nr_combos; i++)
		add_combo(&m->combos, pagesnap_record_combo(r, i));
	for (i = 0; i < pagesnap_record_nodes(r); i++)
		add_subtotal(&m->by.nodes, pagesnap_record_node(r, i));
	for (i = 0; i < pagesnap_record_cgroups(r); i++)
		add_subtotal(&m->by.cgroups, pagesnap_record_cgroup(r, i));
}

/*
 * A span is a range of frames of one node, which a border cuts: the whole answer has
 * one for each node.  A span without any page is a hole before the first frame; behind
 * any other border a hole belongs to the span that was cut.  If there is no page at all,
 * all spans are such holes.
 */
static void join_spans(struct pages_merge *m, struct pagesnap_end *end)
{
	unsigned int i;

	/* nodes are reported by every module whose shards are not refused */
	if (!m->by.nodes.nr && m->total.sums.pages)
		return;
	memset(m->total.objects_by_pages, 0, sizeof(m->total.objects_by_pages));
	end->objects = m->by.nodes.nr;
	for (i = 0; i < m->by.nodes.nr; i++)
		m->total.objects_by_pages[pagesnap_log2_bucket(m->by.nodes.subtotal[i].pages)]++;
	for (i = 0; i < m->to->shards && !m->shards[i].objects; i++)
		;
	if (i == m->to->shards)
		return;
	m->total.objects_by_pages[0] += m->shards[i].empty;
	end->objects += m->shards[i].empty;
}

static size_t put_subtotals(struct pages_merge *m, size_t at, const struct pagesnap_subtotals *by)
{
	return merging_put(m->bytes, at, by->subtotal, by->nr * sizeof(struct pagesnap_subtotal));
}

int pages_merge_emit_total(struct pages_merge *m, struct pagesnap_end *end)
{
	union pagesnap_any u;
	size_t at;

	if (m->to->in_ranges)
		join_spans(m, end);
	end->records = 1;
	u.total = m->total;
	pagesnap_combos_end(&m->combos);
	u.rec.type = PAGESNAP_REC_TOTAL;
	u.total.nr_combos = m->combos.nr;
	u.total.nr_nodes = m->by.nodes.nr;
	u.total.nr_cgroups = m->by.cgroups.nr;
	at = merging_put(m->bytes, 0, m->places, m->combos.nr * sizeof(m->places[0]));
	at = put_subtotals(m, at, &m->by.nodes);
	at = put_subtotals(m, at, &m->by.cgroups);
	return m->to->emit(m->to, &u, sizeof(u.total), m->bytes, at);
}
