// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of sums, once all records have come: a summary by flags, or files that are added up;
 * and what stands below them.
 */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "digest.h"
#include "kinds/sums.h"
#include "total.h"

/* A file of which nothing is cached has a row if it was named, but is not added up. */
static bool is_summed(const struct out *o, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);

	return o->options.summary || (pages_digest(o)->tally && !(sums && sums_empty(sums)));
}

/**
 * pages_take_sums() - take a record into the total, if it is of what is added up
 * @o: output
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int pages_take_sums(struct out *o, const struct pagesnap_record *r)
{
	return is_summed(o, r) ? pages_summary_take(&pages_digest(o)->summary, r) : 0;
}

static int print_summary(struct out *o)
{
	const struct pages_summary_row *rows;
	size_t i, nr;
	int status = 0;

	rows = pages_summary_rows(&pages_digest(o)->summary, &nr);
	if (!rows)
		return -ENOMEM;
	row_begin(o->row, 0);
	o->row->query = NULL;
	for (i = 0; i < nr && !status; i++) {
		pages_row(o->row)->combo = &rows[i].combo;
		pages_row(o->row)->cache = rows[i].cache;
		o->row->scratch_len = 0;
		status = out_print_row(o);
	}
	pages_row(o->row)->combo = NULL;
	pages_row(o->row)->cache = NULL;
	return status;
}

static int print_tally(struct out *o)
{
	struct tally *tally = pages_digest(o)->tally;
	const struct tally_group *const *groups;
	size_t nr, i;
	int status = 0;

	if (o->options.pages.dead)
		tally_keep_dead(tally, o->row->names);
	groups = tally_groups(tally, &nr);
	o->totals.huge_bytes = tally_huge(tally) << o->row->page_shift;
	for (i = 0; i < nr && !status; i++) {
		o->totals.groups++;
		o->totals.nameless |= !strcmp(groups[i]->key, TALLY_NAMELESS);
		status = tally_row(groups[i], o->row);
		if (!status)
			status = out_print_row(o);
	}
	return status;
}

/**
 * pages_print_sums() - print rows of what was added up
 * @o: output
 *
 * Return: 0 or -errno.
 */
int pages_print_sums(struct out *o)
{
	int status = o->options.summary ? print_summary(o) : 0;

	return !status && pages_digest(o)->tally ? print_tally(o) : status;
}

static struct sink_sum number(const char *key, uint64_t value)
{
	return (struct sink_sum){ .key = key, .number = value };
}

static void end_with_members(struct pages_digest *d, struct sink_end *end)
{
	const struct pages_summary *s = &d->summary;
	struct sink_sum *m = d->sums;

	*m++ = number("pages", s->sums.pages);
	*m++ = number("dirty_pages", s->sums.dirty);
	*m++ = number("writeback_pages", s->sums.writeback);
	*m++ = number("mapped_pages", s->sums.mapped);
	*m++ = number("active_pages", s->sums.active);
	*m++ = number("referenced_pages", s->sums.referenced);
	*m++ = number("unevictable_pages", s->sums.unevictable);
	*m++ = number("evicted_pages", s->sums.evicted);
	*m++ = number("swapped_pages", s->sums.swapped);
	*m++ = number("special_pages", s->sums.special);
	*m++ = number("holes_pages", s->sums.holes);
	*m++ = (struct sink_sum){ .key = "orders", .counts = s->sums.orders,
				  .nr_counts = PAGESNAP_ORDERS, .keys = { "order", "pages" } };
	*m++ = (struct sink_sum){ .key = "objects_by_pages", .counts = s->objects_by_pages,
				  .nr_counts = PAGESNAP_LOG2_BUCKETS,
				  .keys = { "bucket", "objects" } };
	if (s->files || d->tally)
		*m++ = number("files", s->files);
	*m++ = number("us", s->us);
	end->sums = d->sums;
	end->nr_sums = m - d->sums;
	assert(end->nr_sums <= PAGES_TOTAL_SUMS);
}

/**
 * pages_end_sums() - say what stands below rows of sums
 * @o: output
 * @end: gets it, if there is something
 *
 * Return: 0 or -ENOMEM.
 */
int pages_end_sums(struct out *o, struct sink_end *end)
{
	struct pages_digest *d = pages_digest(o);

	if (o->no_total || !(d->tally || o->options.summary))
		return 0;
	if (d->tally) {
		total_of_tally(o->row, &o->layout, tally_total(d->tally), o->values);
	} else {
		d->remarks = total_remarks(&d->summary, end->ending);
		if (!d->remarks)
			return -ENOMEM;
		total_values(o->row, &o->layout, &d->summary, d->remarks, o->values);
	}
	end_with_members(d, end);
	end->total = o->values;
	return 0;
}
