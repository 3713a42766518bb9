// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/numbers: its first file, count_index, counts from START to END;
 * the others wait for what they answer.
 *
 * It shows that a collection can live in a module of its own, and that core
 * knows nothing of pages.  For tests only.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "answer.h"
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
MODULE_PARM_DESC(wrong, "\"abi\", \"size\": pretend to be built with other headers; a pointer: lack it");

static const struct pagesnap_grammar grammar = {
	.subject = PAGESNAP_SUBJECT_NONE,
	.page_shift = PAGE_SHIFT,
};

static int numbers_check(const struct pagesnap_index_ops *index, const char *text, u32 len,
			 struct pagesnap_bound *bound, struct pagesnap_query *q,
			 struct pagesnap_diag *d)
{
	return pagesnap_query_parse(&grammar, text, len, q, NULL, d);
}

static void *numbers_alloc(void)
{
	return kzalloc(sizeof(struct numbers_answer), GFP_KERNEL_ACCOUNT);
}

static void numbers_free(void *walk)
{
	kfree(walk);
}

static int numbers_begin(void *walk, const struct pagesnap_index_ops *index,
			 const struct pagesnap_request *request, struct pagesnap_emit *e,
			 struct pagesnap_diag *d)
{
	if (numbers_answer_begin(walk, request, &grammar, NULL, d))
		return d->err;
	numbers_answer_query(walk, e);
	return 0;
}

static void emit_number(struct numbers_answer *w, struct pagesnap_emit *e)
{
	const struct numbers_number r = {
		.rec = { .len = sizeof(r), .type = NUMBERS_REC_NUMBER },
		.q = w->request.q,
		.value = w->q.start,
	};
	struct pagesnap_text *t;

	if (pagesnap_emit_record(e, &r.rec, NULL, 0))
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_type(t, "number", r.q);
	pagesnap_text_key(t, " value=", r.value);
	pagesnap_emit_commit(e);
}

static int numbers_step(void *walk, struct pagesnap_emit *e)
{
	struct numbers_answer *w = walk;
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
	numbers_answer_end(w, e);
	return 0;
}

static void show_record(struct pagesnap_emit *e, const char *name, u32 type, u32 size)
{
	struct pagesnap_text *t = pagesnap_emit_line(e);

	pagesnap_text_str(t, "record: ");
	pagesnap_text_str(t, name);
	pagesnap_text_key(t, " type:", type);
	pagesnap_text_key(t, " size:", size);
	pagesnap_emit_commit(e);
}

static void show_format(struct pagesnap_emit *e)
{
	show_record(e, "number", NUMBERS_REC_NUMBER, sizeof(struct numbers_number));
	show_record(e, "tick", NUMBERS_REC_TICK, sizeof(struct numbers_tick));
	show_record(e, "missed", NUMBERS_REC_MISSED, sizeof(struct numbers_missed));
	show_record(e, "event", NUMBERS_REC_EVENT, sizeof(struct numbers_event));
	show_record(e, "produced", NUMBERS_REC_PRODUCED, sizeof(struct numbers_produced));
}

static void show_stats(struct pagesnap_emit *e)
{
	pagesnap_text_key(pagesnap_emit_line(e), "timers answers=", numbers_events_running());
	pagesnap_emit_commit(e);
}

static struct pagesnap_index_ops count_index = {
	.name = "count_index",
	.usage = "\"START [END]\"",
	.check = numbers_check,
	.try = numbers_try,
	.alloc = numbers_alloc,
	.free = numbers_free,
	.begin = numbers_begin,
	.step = numbers_step,
	.pause = numbers_nothing,
	.finish = numbers_nothing,
};

static const struct pagesnap_index_ops *indexes[] = {
	&count_index,
	&numbers_ticks_index,
	&numbers_events_index,
};

static const struct pagesnap_words words = {
	.counters = { "counted" },
};

static struct pagesnap_collection numbers = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.words = &words,
	.show_format = show_format,
	.show_stats = show_stats,
};

#define POINTER(s, member) { #s "." #member, &(s).member }

/* Pointers that core needs, each with what "wrong" calls it. */
static const struct {
	const char *name;
	void *pointer;
} pointers[] __initconst = {
	POINTER(numbers, owner), POINTER(numbers, parent), POINTER(numbers, name),
	POINTER(numbers, indexes), POINTER(numbers, words), POINTER(numbers, show_format),
	POINTER(count_index, name), POINTER(count_index, usage), POINTER(count_index, check),
	POINTER(count_index, try), POINTER(count_index, alloc), POINTER(count_index, free),
	POINTER(count_index, begin), POINTER(count_index, step), POINTER(count_index, pause),
	POINTER(count_index, finish), { "indexes[1]", &indexes[1] },
};

static void __init go_wrong(void)
{
	u32 i;

	if (!strcmp(wrong, "abi"))
		numbers.abi.number++;
	if (!strcmp(wrong, "size"))
		numbers.abi.query += 8;
	if (!strcmp(wrong, "none"))
		numbers.nr_indexes = 0;
	if (!strcmp(wrong, "many"))
		numbers.nr_indexes = PAGESNAP_COLLECTION_INDEXES_MAX + 1;
	for (i = 0; i < ARRAY_SIZE(pointers); i++)
		if (!strcmp(wrong, pointers[i].name))
			memset(pointers[i].pointer, 0, sizeof(void *));
}

static int __init numbers_init(void)
{
	numbers.parent = parent;
	numbers.name = name;
	go_wrong();
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
