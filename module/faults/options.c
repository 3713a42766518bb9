// SPDX-License-Identifier: GPL-2.0
/*
 * Options of this collection's lines.  Pure.
 */
#include "../core/options.h"
#include "options.h"
#include "records.h"

#define MS 1000000ULL
#define EVERY_DEFAULT (500 * MS)
#define BUFFER_DEFAULT (4ULL << 20)
#define SCHEDULE offsetof(struct pagesnap_faults_options, schedule)

static int parse_window(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || !n || n > PAGESNAP_FAULTS_WINDOW_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "window= takes 1 to 1024 pages");
	o->window = n;
	return 0;
}

/* A page table's entry of a huge page is split by the kernel alone. */
static int parse_huge(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	if (len == 5 && !memcmp(value, "split", 5))
		return pagesnap_diag(d, -EOPNOTSUPP, 0,
				     "huge=split: a module can't; pagesnap trace --huge split has the kernel do it");
	if (len != 4 || memcmp(value, "keep", 4))
		return pagesnap_diag(d, -EINVAL, 0, "huge= takes keep");
	return 0;
}

static int parse_kind(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;

	return pagesnap_parse_words(&o->kinds, pagesnap_faults_map, PAGESNAP_MAPS, value, len,
				    "kind= takes anon, file, shmem, heap, stack, other, as heap,anon",
				    d);
}

const struct pagesnap_option pagesnap_faults_option_table[] = {
	{ "every", pagesnap_schedule_parse_every, SCHEDULE },
	{ "for", pagesnap_schedule_parse_for, SCHEDULE },
	{ "samples", pagesnap_schedule_parse_samples, SCHEDULE },
	{ "window", parse_window, 0 },
	{ "huge", parse_huge, 0 },
	{ "kind", parse_kind, 0 },
	{ "buffer", pagesnap_parse_buffer, offsetof(struct pagesnap_faults_options, buffer) },
	{ "cpu", pagesnap_parse_cpu, offsetof(struct pagesnap_faults_options, cpu) },
	{ }
};

/**
 * pagesnap_faults_defaults() - what a line asks for that has no options
 * @o: options
 */
void pagesnap_faults_defaults(struct pagesnap_faults_options *o)
{
	pagesnap_schedule_init(&o->schedule, EVERY_DEFAULT);
	o->window = 0;
	o->kinds = (1U << PAGESNAP_MAPS) - 1;
	o->buffer = BUFFER_DEFAULT;
	o->cpu = -1;
}

/**
 * pagesnap_faults_check() - do the options of a line go together?
 * @o: options
 * @d: what is wrong, if something is
 *
 * Return: 0 or -EINVAL.
 */
int pagesnap_faults_check(const struct pagesnap_faults_options *o, struct pagesnap_diag *d)
{
	if (o->schedule.lasts < o->schedule.every)
		return pagesnap_diag(d, -EINVAL, 0, "for= is shorter than every=: no sweep fits");
	return 0;
}
