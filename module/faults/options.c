// SPDX-License-Identifier: GPL-2.0
/*
 * Options of this collection's lines.  Pure.
 */
#include "options.h"

#define MS 1000000ULL
#define EVERY_DEFAULT (500 * MS)
#define BUFFER_DEFAULT (4ULL << 20)
#define BUFFER_MIN (64ULL << 10)
#define BUFFER_MAX (256ULL << 20)
#define CPU_MAX ((1U << PAGESNAP_FAULT_CPU_BITS) - 1)

static int parse_every(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;

	return pagesnap_schedule_parse_every(&o->schedule, value, len, d);
}

static int parse_for(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;

	return pagesnap_schedule_parse_for(&o->schedule, value, len, d);
}

static int parse_samples(void *options, struct pagesnap_query *q, const char *value, u32 len,
			 struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;

	return pagesnap_schedule_parse_samples(&o->schedule, value, len, d);
}

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
	static const char * const words[PAGESNAP_MAPS] = {
		[PAGESNAP_MAP_ANON] = "anon", [PAGESNAP_MAP_FILE] = "file",
		[PAGESNAP_MAP_SHMEM] = "shmem", [PAGESNAP_MAP_HEAP] = "heap",
		[PAGESNAP_MAP_STACK] = "stack", [PAGESNAP_MAP_OTHER] = "other",
	};
	struct pagesnap_faults_options *o = options;
	u32 at = 0, n, i;

	o->kinds = 0;
	for (;; at += n + 1) {
		n = pagesnap_find(value + at, len - at, ',');
		for (i = 0; i < PAGESNAP_MAPS; i++)
			if (n == strlen(words[i]) && !memcmp(value + at, words[i], n))
				break;
		if (i == PAGESNAP_MAPS)
			return pagesnap_diag(d, -EINVAL, at,
				"kind= takes anon, file, shmem, heap, stack, other, as heap,anon");
		o->kinds |= 1U << i;
		if (at + n == len)
			return 0;
	}
}

static int parse_buffer(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;

	if (pagesnap_parse_size(value, len, &o->buffer) || o->buffer < BUFFER_MIN ||
	    o->buffer > BUFFER_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "buffer= takes 64K to 256M, for each CPU");
	return 0;
}

static int parse_cpu(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_faults_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || n > CPU_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "cpu= takes the number of a CPU");
	o->cpu = n;
	return 0;
}

const struct pagesnap_option pagesnap_faults_option_table[] = {
	{ "every", parse_every },
	{ "for", parse_for },
	{ "samples", parse_samples },
	{ "window", parse_window },
	{ "huge", parse_huge },
	{ "kind", parse_kind },
	{ "buffer", parse_buffer },
	{ "cpu", parse_cpu },
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
