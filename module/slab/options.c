// SPDX-License-Identifier: GPL-2.0
/*
 * Options of this collection's lines.  Pure.
 */
#include "../core/options.h"
#include "options.h"
#include "records.h"

#define EVERY_DEFAULT 1000000000ULL
#define BUFFER_DEFAULT (8ULL << 20)
#define OBJECTS_DEFAULT 262144U
#define OBJECTS_MIN 1024U
#define NODE_MAX 0xffff
#define SCHEDULE offsetof(struct pagesnap_slab_options, schedule)

static int parse_name(char *to, const char *value, u32 len, const char *msg,
		      struct pagesnap_diag *d)
{
	if (!len || len > PAGESNAP_SLAB_NAME_MAX)
		return pagesnap_diag(d, -EINVAL, 0, msg);
	memcpy(to, value, len);
	to[len] = '\0';
	return 0;
}

static int parse_site(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	return parse_name(o->site, value, len, "site= takes the name of a function", d);
}

static int parse_cache(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	return parse_name(o->cache, value, len, "cache= takes the name of a cache", d);
}

static int parse_min_size(void *options, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (pagesnap_parse_size(value, len, &o->min_size))
		return pagesnap_diag(d, -EINVAL, 0, "min-size= takes bytes, as 4096 or 4K");
	return 0;
}

static int parse_max_size(void *options, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (pagesnap_parse_size(value, len, &o->max_size))
		return pagesnap_diag(d, -EINVAL, 0, "max-size= takes bytes, as 4096 or 4K");
	return 0;
}

static int parse_gfp(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	return pagesnap_parse_words(&o->gfp, pagesnap_slab_gfp, PAGESNAP_GFPS, value, len,
				    "gfp= takes words of the file format, as account,reclaim", d);
}

static int parse_node(void *options, struct pagesnap_query *q, const char *value, u32 len,
		      struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || n > NODE_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "node= takes the number of a node");
	o->node = n;
	return 0;
}

static int parse_pid(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || !n || n > INT_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "pid= takes a PID");
	o->pid = n;
	q->pid = n;
	return 0;
}

/* What cgroup:WHICH is of a target. */
static int parse_cgroup(void *options, struct pagesnap_query *q, const char *value, u32 len,
			struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (len && *value == '@' && !pagesnap_number(value + 1, len - 1, &o->cgroup) && o->cgroup)
		return 0;
	if (!len || *value != '/')
		return pagesnap_diag(d, -EINVAL, 0, "cgroup= takes a path, or @ and an inode");
	o->cgroup_path = value;
	o->cgroup_len = len;
	return 0;
}

static int parse_children(void *options, struct pagesnap_query *q, const char *value, u32 len,
			  struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	return pagesnap_parse_bool(&o->children, value, len, "children= takes 0 or 1", d);
}

static int parse_until(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (len != 4 || memcmp(value, "exit", 4))
		return pagesnap_diag(d, -EINVAL, 0, "until= takes exit");
	o->until_exit = true;
	return 0;
}

static int parse_stack(void *options, struct pagesnap_query *q, const char *value, u32 len,
		       struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;
	u64 n;

	if (pagesnap_number(value, len, &n) || n > PAGESNAP_SLAB_FRAMES_MAX)
		return pagesnap_diag(d, -EINVAL, 0, "stack= takes 0 to 32 frames");
	o->stack = n;
	return 0;
}

static int parse_top(void *options, struct pagesnap_query *q, const char *value, u32 len,
		     struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (pagesnap_number(value, len, &o->top) || !o->top)
		return pagesnap_diag(d, -EINVAL, 0, "top= takes a number from 1 on");
	return 0;
}

static int parse_by(void *options, struct pagesnap_query *q, const char *value, u32 len,
		    struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (len == 3 && !memcmp(value, "pid", 3))
		o->by = PAGESNAP_SLAB_BY_PID;
	else if (len == 6 && !memcmp(value, "cgroup", 6))
		o->by = PAGESNAP_SLAB_BY_CGROUP;
	else
		return pagesnap_diag(d, -EINVAL, 0, "by= takes pid or cgroup");
	return 0;
}

static int parse_min_age(void *options, struct pagesnap_query *q, const char *value, u32 len,
			 struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;

	if (pagesnap_duration(value, len, &o->min_age))
		return pagesnap_diag(d, -EINVAL, 0, "min-age= takes a time, as 10s or 500ms");
	return 0;
}

static int parse_objects(void *options, struct pagesnap_query *q, const char *value, u32 len,
			 struct pagesnap_diag *d)
{
	struct pagesnap_slab_options *o = options;
	u64 n;

	if (pagesnap_parse_size(value, len, &n) || n < OBJECTS_MIN ||
	    n > PAGESNAP_SLAB_OBJECTS_MAX)
		return pagesnap_diag(d, -EINVAL, 0,
				     "objects= takes 1024 to 16M that are followed at a time");
	o->objects = n;
	return 0;
}

const struct pagesnap_option pagesnap_slab_option_table[] = {
	{ "for", pagesnap_schedule_parse_for, SCHEDULE },
	{ "every", pagesnap_schedule_parse_every, SCHEDULE },
	{ "samples", pagesnap_schedule_parse_samples, SCHEDULE },
	{ "site", parse_site, 0 },
	{ "cache", parse_cache, 0 },
	{ "min-size", parse_min_size, 0 },
	{ "max-size", parse_max_size, 0 },
	{ "gfp", parse_gfp, 0 },
	{ "node", parse_node, 0 },
	{ "pid", parse_pid, 0 },
	{ "children", parse_children, 0 },
	{ "until", parse_until, 0 },
	{ "cgroup", parse_cgroup, 0 },
	{ "cpu", pagesnap_parse_cpu, offsetof(struct pagesnap_slab_options, cpu) },
	{ "objects", parse_objects, 0 },
	{ "top", parse_top, 0 },
	{ "by", parse_by, 0 },
	{ "stack", parse_stack, 0 },
	{ "min-age", parse_min_age, 0 },
	{ "buffer", pagesnap_parse_buffer, offsetof(struct pagesnap_slab_options, buffer) },
	{ }
};

/**
 * pagesnap_slab_defaults() - what a line asks for that has no options
 * @o: options
 */
void pagesnap_slab_defaults(struct pagesnap_slab_options *o)
{
	*o = (struct pagesnap_slab_options){
		.max_size = U64_MAX,
		.node = -1,
		.top = U64_MAX,
		.objects = OBJECTS_DEFAULT,
		.buffer = BUFFER_DEFAULT,
		.cpu = -1,
	};
	pagesnap_schedule_init(&o->schedule, EVERY_DEFAULT);
}

/* Options that not all answers have are those that differ from what they are without. */
static const char *misplaced(const struct pagesnap_slab_options *o, enum pagesnap_slab_what what)
{
	bool sums = what == PAGESNAP_SLAB_SITES || what == PAGESNAP_SLAB_CACHES;

	if (what == PAGESNAP_SLAB_EVENTS && (o->schedule.every != EVERY_DEFAULT ||
					     o->schedule.samples != U64_MAX))
		return "events come as they happen: every= and samples= are for sums and objects";
	if (!sums && (o->top != U64_MAX || o->by != PAGESNAP_SLAB_BY_NONE))
		return "top= and by= are for sums";
	if (sums && o->stack)
		return "stack= is for events and objects";
	if (what != PAGESNAP_SLAB_OBJECTS && o->min_age)
		return "min-age= is for objects";
	if (what != PAGESNAP_SLAB_EVENTS && o->buffer != BUFFER_DEFAULT)
		return "buffer= is for events";
	return NULL;
}

/**
 * pagesnap_slab_check() - do the options of a line go together?
 * @o: options
 * @what: what the answer has
 * @d: what is wrong, if something is
 *
 * Return: 0 or -EINVAL.
 */
int pagesnap_slab_check(const struct pagesnap_slab_options *o, enum pagesnap_slab_what what,
			struct pagesnap_diag *d)
{
	const char *msg = misplaced(o, what);

	if (msg)
		return pagesnap_diag(d, -EINVAL, 0, msg);
	if ((o->children || o->until_exit) && !o->pid)
		return pagesnap_diag(d, -EINVAL, 0, "children= and until= are for pid=");
	if (o->min_size > o->max_size)
		return pagesnap_diag(d, -EINVAL, 0, "min-size= is more than max-size=");
	return 0;
}
