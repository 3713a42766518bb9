// SPDX-License-Identifier: GPL-2.0
#include "policies.h"

const char *const trace_policy_words[TRACE_POLICIES] = {
	[TRACE_LRU] = "lru", [TRACE_CLOCK] = "clock", [TRACE_FIFO] = "fifo",
	[TRACE_S3FIFO] = "s3fifo", [TRACE_ARC] = "arc", [TRACE_OPT] = "opt",
};

/* Those that need to know nothing of what is to come. */
static uint32_t (*const online[TRACE_POLICIES])(struct trace_cache *c, uint32_t page) = {
	[TRACE_LRU] = trace_lru, [TRACE_CLOCK] = trace_clock, [TRACE_FIFO] = trace_fifo,
	[TRACE_S3FIFO] = trace_s3fifo, [TRACE_ARC] = trace_arc,
};

int trace_simulate(enum trace_policy policy, uint32_t size, const struct trace_numbers *refs,
		   const uint64_t *nexts, uint64_t *misses)
{
	struct trace_cache c = { .size = size };
	int err;

	if (policy == TRACE_OPT)
		return trace_opt(size, refs, nexts, misses);
	err = trace_lists_init(&c.lists, refs->pages);
	*misses = 0;
	for (uint64_t i = 0; !err && i < refs->nr; i++)
		*misses += online[policy](&c, refs->list[i]);
	trace_lists_free(&c.lists);
	return err;
}
