// SPDX-License-Identifier: GPL-2.0
/*
 * Below the VMAs of a process a row of what they add up to.
 */
#include <string.h>

#include "digest.h"
#include "kinds/column_get.h"
#include "kinds/sums.h"

static void get_total(struct out *o, size_t nth)
{
	const char *name = o->layout.columns[nth].column->name;
	struct value *v = &o->values[nth];

	layout_get(&o->layout, nth, o->row, v);
	if (!strcmp(name, "FILE"))
		set_word(v, "total");
	else if (v->type == VALUE_NONE)
		set_word(v, "");
}

static int print_total(struct out *o)
{
	struct pages_digest *d = pages_digest(o);
	struct pages_row *p = pages_row(o->row);
	size_t i;

	d->in_task = false;
	p->object.set = false;
	o->row->item = NULL;
	p->sums = &d->task_sums;
	p->pss = d->task_pss;
	o->row->scratch_len = 0;
	for (i = 0; i < o->layout.all; i++)
		get_total(o, i);
	p->sums = NULL;
	return o->sink->ops->row(o->sink, o->values, NULL);
}

/**
 * pages_take_task() - take a record of a process for its total
 * @o: output, whose row has taken it
 * @r: record
 *
 * Return: 0, or -errno of a row that was printed.
 */
int pages_take_task(struct out *o, const struct pagesnap_record *r)
{
	struct pages_digest *d = pages_digest(o);

	switch (r->u->rec.type) {
	case PAGESNAP_REC_TASK:
		memset(&d->task_sums, 0, sizeof(d->task_sums));
		d->task_pss = 0;
		d->in_task = false;
		break;
	case PAGESNAP_REC_VMA:
		if (!pagesnap_record_sums(r))
			break;
		d->in_task = true;
		sums_add(&d->task_sums, pagesnap_record_sums(r));
		sums_count(&d->task_pss, pages_row(o->row)->pss);
		break;
	case PAGESNAP_REC_END:
		return d->in_task ? print_total(o) : 0;
	}
	return 0;
}
