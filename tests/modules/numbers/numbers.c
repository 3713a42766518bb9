// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/numbers: its one file counts from START to END.
 *
 * It shows that a collection can live in a module of its own, and that core
 * knows nothing of pages.  For tests only.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "core/answer.h"
#include "core/registry.h"
#include "numbers.h"

/* Numbers that one step counts. */
#define STEP 512

static char *name = "numbers";
module_param(name, charp, 0444);
MODULE_PARM_DESC(name, "folder of the collection");

static char *parent = "mm";
module_param(parent, charp, 0444);
MODULE_PARM_DESC(parent, "folder around it");

static char *wrong = "";
module_param(wrong, charp, 0444);
MODULE_PARM_DESC(wrong, "\"abi\" or \"size\": pretend to be built with other headers");

/**
 * struct numbers_walk - the answer to one query
 * @ask: the line
 * @q: the line, parsed
 * @end: counters
 * @started_ns: when the answer began
 */
struct numbers_walk {
	struct pagesnap_ask ask;
	struct pagesnap_query q;
	struct pagesnap_end end;
	u64 started_ns;
};

static const struct pagesnap_grammar grammar = {
	.subject = PAGESNAP_SUBJECT_NONE,
	.page_shift = PAGE_SHIFT,
};

static int numbers_check(const struct pagesnap_index *index, const char *text, u32 len,
			 struct pagesnap_bound *bound, struct pagesnap_query *q,
			 struct pagesnap_fault *f)
{
	return pagesnap_query_parse(&grammar, text, len, q, NULL, f);
}

/* A line without a fault has no names that could be wrong. */
static int numbers_try(const struct pagesnap_index *index, const char *text, u32 len,
		       const struct pagesnap_query *q, struct pagesnap_fault *f)
{
	return f->err;
}

static void *numbers_alloc(void)
{
	return kzalloc(sizeof(struct numbers_walk), GFP_KERNEL_ACCOUNT);
}

static void numbers_free(void *walk)
{
	kfree(walk);
}

static void emit_query(const struct numbers_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_query_rec r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_QUERY },
		.q = w->ask.q,
		.line = w->ask.line,
		.time_ns = ktime_get_real_ns(),
		.text_len = min_t(u32, w->ask.len, PAGESNAP_ECHO_MAX),
	};

	memcpy(r.tag, w->q.tag, sizeof(r.tag));
	pagesnap_answer_query(e, &r, w->ask.text);
}

static int numbers_begin(void *walk, const struct pagesnap_index *index,
			 const struct pagesnap_ask *ask, struct pagesnap_emit *e,
			 struct pagesnap_fault *f)
{
	struct numbers_walk *w = walk;

	memset(w, 0, sizeof(*w));
	w->ask = *ask;
	w->started_ns = ktime_get_ns();
	if (pagesnap_query_parse(&grammar, ask->text, ask->len, &w->q, NULL, f)) {
		memcpy(f->tag, w->q.tag, sizeof(f->tag));
		return f->err;
	}
	w->end = (struct pagesnap_end) {
		.rec = { .len = sizeof(w->end), .type = PAGESNAP_REC_END },
		.q = ask->q,
		.status = PAGESNAP_END_COMPLETE,
	};
	memcpy(w->end.tag, w->q.tag, sizeof(w->end.tag));
	emit_query(w, e);
	return 0;
}

static void emit_number(struct numbers_walk *w, struct pagesnap_emit *e)
{
	const struct numbers_number r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_NUMBER },
		.q = w->ask.q,
		.value = w->q.start,
	};
	struct pagesnap_text *t;

	if (e->binary) {
		pagesnap_emit_binary(e, &r.rec, NULL, 0);
		return;
	}
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "number", r.q);
	pagesnap_text_key(t, " value=", r.value);
	pagesnap_emit_commit(e);
}

static int numbers_step(void *walk, struct pagesnap_emit *e)
{
	struct numbers_walk *w = walk;
	u32 i;

	for (i = 0; i < STEP && w->q.start < w->q.end && w->end.records < w->q.limit; i++) {
		if (!pagesnap_emit_has_room(e))
			return PAGESNAP_STEP_MORE;
		emit_number(w, e);
		w->q.start++;
		w->end.records++;
	}
	if (i == STEP)
		return PAGESNAP_STEP_MORE;
	if (w->q.start < w->q.end) {
		w->end.status = PAGESNAP_END_PARTIAL;
		w->end.cut = PAGESNAP_CUT_LIMIT;
	}
	w->end.us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, &w->end);
	return 0;
}

/* It holds nothing, neither between two reads nor at the end. */
static void numbers_pause(void *walk)
{
}

static void show_format(struct pagesnap_emit *e)
{
	struct pagesnap_text *t = pagesnap_emit_line(e);

	pagesnap_text_key(t, "record: number type:", NUMBERS_REC_NUMBER);
	pagesnap_text_key(t, " size:", sizeof(struct numbers_number));
	pagesnap_emit_commit(e);
}

static const struct pagesnap_index count_index = {
	.name = "count_index",
	.usage = "\"START [END]\"",
	.check = numbers_check,
	.try = numbers_try,
	.alloc = numbers_alloc,
	.free = numbers_free,
	.begin = numbers_begin,
	.step = numbers_step,
	.pause = numbers_pause,
	.finish = numbers_pause,
};

static const struct pagesnap_index *const indexes[] = {
	&count_index,
};

static struct pagesnap_collection numbers = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.show_format = show_format,
};

static int __init numbers_init(void)
{
	numbers.parent = parent;
	numbers.name = name;
	if (!strcmp(wrong, "abi"))
		numbers.abi.number++;
	if (!strcmp(wrong, "size"))
		numbers.abi.query += 8;
	return pagesnap_register(&numbers);
}

static void __exit numbers_exit(void)
{
	pagesnap_unregister(&numbers);
}

module_init(numbers_init);
module_exit(numbers_exit);

MODULE_DESCRIPTION("Numbers as an object collection of pagesnap, for its tests");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
