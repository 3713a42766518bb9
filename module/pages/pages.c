// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/pages: its files, and what their lines may say.
 */
#include <linux/namei.h>
#include <linux/slab.h>

#include "../compat/unknown.h"
#include "../core/ask.h"
#include "../fs/drop.h"
#include "../fs/supers.h"
#include "../mm/hotplug.h"
#include "../targets/path.h"
#include "../targets/subject.h"
#include "format.h"
#include "pages.h"
#include "subject.h"
#include "walk.h"

struct pages_index {
	struct pagesnap_index_ops index;
	struct pagesnap_grammar grammar;
	const struct pagesnap_source *source;
};

static const struct pages_index *pages_index(const struct pagesnap_index_ops *index)
{
	return container_of(index, struct pages_index, index);
}

/* Replace the message of a fault if it looks as if quotes were forgotten. */
static void hint(const struct pagesnap_query *q, const char *text, u32 len,
		 struct pagesnap_diag *d)
{
	char *buf;

	if (q->subject != PAGESNAP_SUBJECT_FILE && q->subject != PAGESNAP_SUBJECT_SB)
		return;
	buf = kmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	if (buf)
		pagesnap_subject_hint(q, text, len, buf, d);
	kfree(buf);
}

static int parse(const struct pagesnap_index_ops *index, const char *text, u32 len,
		 struct pagesnap_query *q, struct pagesnap_select *sel, struct pagesnap_diag *d)
{
	pagesnap_select_init(sel);
	return pagesnap_query_parse(&pages_index(index)->grammar, text, len, q, sel, d) ?:
	       pagesnap_select_check(sel, q, d);
}

static int parse_options(const struct pagesnap_index_ops *index, const char *text, u32 len,
			 struct pagesnap_query *q, struct pagesnap_select *sel,
			 struct pagesnap_diag *d)
{
	pagesnap_select_init(sel);
	return pagesnap_query_options(&pages_index(index)->grammar, text, len, q, sel, d) ?:
	       pagesnap_select_check(sel, q, d);
}

static int pages_options(const struct pagesnap_index_ops *index, const char *text, u32 len,
			 struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_select sel;

	return parse_options(index, text, len, q, &sel, d);
}

static int pages_ask(const struct pagesnap_index_ops *index, const char *ask, u32 len,
		     struct pagesnap_bound *bound, struct pagesnap_diag *d)
{
	struct pagesnap_query q = { };

	if (pagesnap_ask_parse(&pages_index(index)->grammar, ask, len, &q, d))
		return d->err;
	if (q.subject == PAGESNAP_SUBJECT_TASK)
		return pagesnap_subject_bind(&q, bound, d);
	return 0;
}

static int pages_check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		       struct pagesnap_bound *bound, struct pagesnap_query *q,
		       struct pagesnap_diag *d)
{
	struct pagesnap_select sel;

	if (parse(index, text, len, q, &sel, d))
		return d->err;
	if (q->subject == PAGESNAP_SUBJECT_TASK)
		return pagesnap_subject_bind(q, bound, d);
	return 0;
}

/* Find a path as the walk will, and let go of it. */
static int try_path(const struct pagesnap_query *q, const char *text, u32 len,
		    struct pagesnap_diag *d)
{
	struct path path;

	if (pagesnap_subject_try_path(q, text, len, &path, d))
		return d->err;
	if (q->subject == PAGESNAP_SUBJECT_FILE)
		pagesnap_subject_file(q, d_inode(path.dentry), d);
	pagesnap_drop_path(&path);
	return d->err;
}

static int pages_try(const struct pagesnap_index_ops *index, const char *text, u32 len,
		     const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	if (d->err) {
		hint(q, text, len, d);
		return d->err;
	}
	if (q->has_type)
		return pagesnap_subject_type(q, text, d);
	if (q->subject == PAGESNAP_SUBJECT_FILE || q->subject == PAGESNAP_SUBJECT_SB)
		return try_path(q, text, len, d);
	return pagesnap_subject_try_target(q, text, d);
}

/* Options are mostly those of the query before: what was made of them stays. */
static int read_ask(struct pagesnap_walk *w, const struct pagesnap_index_ops *index,
		    struct pagesnap_diag *d)
{
	const struct pagesnap_grammar *grammar = &pages_index(index)->grammar;
	const struct pagesnap_options *options = w->request.options;

	if (w->options != options->id) {
		w->options = 0;
		if (parse_options(index, options->text, options->len, &w->q, &w->sel, d))
			return d->err;
		w->options = options->id;
	}
	if (w->request.sound && pagesnap_ask_again(grammar, w->request.text, &w->q))
		return 0;
	return pagesnap_ask_parse(grammar, w->request.text, w->request.len, &w->q, d);
}

static int read_request(struct pagesnap_walk *w, const struct pagesnap_index_ops *index,
			struct pagesnap_diag *d)
{
	if (w->request.options)
		return read_ask(w, index, d);
	w->options = 0;
	return parse(index, w->request.text, w->request.len, &w->q, &w->sel, d);
}

static int pages_begin(void *walk, const struct pagesnap_index_ops *index,
		       const struct pagesnap_request *request, struct pagesnap_emit *e,
		       struct pagesnap_diag *d)
{
	struct pagesnap_walk *w = walk;

	w->request = *request;
	if (!read_request(w, index, d) &&
	    !pagesnap_walk_begin(w, pages_index(index)->source, e, d))
		return 0;
	if (!request->options)
		hint(&w->q, request->text, request->len, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	return d->err;
}

static void show_format(struct pagesnap_emit *e)
{
	struct pagesnap_text *t;
	u32 i;

	pagesnap_emit_format(e, &pagesnap_pages_format);
	for (i = 0; i < ARRAY_SIZE(compat_unknown); i++) {
		t = pagesnap_emit_line(e);
		pagesnap_text_str(t, "unknown: ");
		pagesnap_text_str(t, compat_unknown[i]);
		pagesnap_emit_commit(e);
	}
}

#define PAGES_INDEX(id, name_, usage_, subject_)				\
static const struct pages_index id##_index = {					\
	.index = {								\
		.name = name_,							\
		.usage = usage_,						\
		.check = pages_check,						\
		.try = pages_try,						\
		.options = pages_options,					\
		.ask = pages_ask,						\
		.alloc = pagesnap_walk_alloc,					\
		.free = pagesnap_walk_free,					\
		.begin = pages_begin,						\
		.step = pagesnap_walk_step,					\
		.pause = pagesnap_walk_pause,					\
		.finish = pagesnap_walk_finish,					\
	},									\
	.grammar = {								\
		.subject = subject_,						\
		.targets = (subject_) == PAGESNAP_SUBJECT_TASK,			\
		.page_shift = PAGE_SHIFT,					\
		.options = pagesnap_select_options,				\
	},									\
	.source = &pagesnap_##id##_source,					\
}

PAGES_INDEX(pfn, "pfn_index", "\"START [END]\"", PAGESNAP_SUBJECT_NONE);
PAGES_INDEX(file, "filename_index", "\"/path [START [END]]\"", PAGESNAP_SUBJECT_FILE);
PAGES_INDEX(sb, "sb_index", "\"/path\"", PAGESNAP_SUBJECT_SB);
PAGES_INDEX(task, "task_index", "\"PID [START [END]]\"", PAGESNAP_SUBJECT_TASK);

static const struct pagesnap_index_ops *const indexes[] = {
	&pfn_index.index,
	&file_index.index,
	&sb_index.index,
	&task_index.index,
};

static int setup(void)
{
	int err = pagesnap_hotplug_setup();

	if (err)
		return err;
	err = pagesnap_supers_setup();
	if (err)
		pagesnap_hotplug_teardown();
	return err;
}

static void teardown(void)
{
	pagesnap_supers_teardown();
	pagesnap_hotplug_teardown();
}

struct pagesnap_collection pagesnap_pages = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.parent = "mm",
	.name = "pages",
	.indexes = indexes,
	.nr_indexes = ARRAY_SIZE(indexes),
	.words = &pagesnap_pages_words,
	.features = PAGESNAP_FEAT_ASK | PAGESNAP_FEAT_TARGETS | PAGESNAP_FEAT_BRIEF |
		    (IS_ENABLED(CONFIG_MEMCG) ? PAGESNAP_FEAT_CGROUP : 0) |
		    (IS_ENABLED(CONFIG_NUMA) ? PAGESNAP_FEAT_NODES : 0) |
		    (IS_ENABLED(CONFIG_SWAP) ? PAGESNAP_FEAT_SWAP : 0) |
		    (IS_ENABLED(CONFIG_TRANSPARENT_HUGEPAGE) ? PAGESNAP_FEAT_THP : 0) |
		    (IS_ENABLED(CONFIG_HUGETLB_PAGE) ? PAGESNAP_FEAT_HUGETLB : 0),
	.show_format = show_format,
	.setup = setup,
	.teardown = teardown,
};
