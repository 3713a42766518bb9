// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of query lines, and the bytes that become lines.  A waiting line is
 * text and numbers; it pins no file, task or namespace.
 */
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "lines.h"

/**
 * pagesnap_lines_init() - make an empty list
 * @l: list
 */
void pagesnap_lines_init(struct pagesnap_lines *l)
{
	spin_lock_init(&l->lock);
	INIT_LIST_HEAD(&l->list);
	l->nr = 0;
	l->bytes = 0;
}

static void free_lines(struct list_head *list)
{
	struct pagesnap_line *line, *next;

	list_for_each_entry_safe(line, next, list, node) {
		pagesnap_line_free(line);
		cond_resched();
	}
}

/**
 * pagesnap_lines_clear() - forget all lines
 * @l: list
 *
 * Context: may sleep.
 */
void pagesnap_lines_clear(struct pagesnap_lines *l)
{
	LIST_HEAD(gone);

	spin_lock(&l->lock);
	list_splice_init(&l->list, &gone);
	WRITE_ONCE(l->nr, 0);
	WRITE_ONCE(l->bytes, 0);
	spin_unlock(&l->lock);
	free_lines(&gone);
}

/**
 * pagesnap_lines_have_room() - does a line fit the limits?
 * @l: list
 * @len: bytes of the line
 *
 * Context: who keeps others from adding lines can rely on it: those who take lines only make
 * more room.
 * Return: true if it does.
 */
bool pagesnap_lines_have_room(const struct pagesnap_lines *l, u32 len)
{
	return READ_ONCE(l->nr) < PAGESNAP_QUERIES_MAX &&
	       READ_ONCE(l->bytes) + len <= PAGESNAP_BYTES_MAX;
}

/**
 * pagesnap_lines_empty() - does no line wait?
 * @l: list
 *
 * Return: true if none does.
 */
bool pagesnap_lines_empty(const struct pagesnap_lines *l)
{
	return !READ_ONCE(l->nr);
}

/**
 * pagesnap_lines_add() - append a line
 * @l: list
 * @line: line, owned by the list from now on
 */
void pagesnap_lines_add(struct pagesnap_lines *l, struct pagesnap_line *line)
{
	spin_lock(&l->lock);
	list_add_tail(&line->node, &l->list);
	WRITE_ONCE(l->nr, l->nr + 1);
	WRITE_ONCE(l->bytes, l->bytes + line->bytes);
	spin_unlock(&l->lock);
}

/**
 * pagesnap_lines_pop() - take the oldest line
 * @l: list
 *
 * Return: the line, for pagesnap_line_free(), or NULL.
 */
struct pagesnap_line *pagesnap_lines_pop(struct pagesnap_lines *l)
{
	struct pagesnap_line *line;

	spin_lock(&l->lock);
	line = list_first_entry_or_null(&l->list, struct pagesnap_line, node);
	if (line) {
		list_del(&line->node);
		WRITE_ONCE(l->nr, l->nr - 1);
		WRITE_ONCE(l->bytes, l->bytes - line->bytes);
	}
	spin_unlock(&l->lock);
	return line;
}

/**
 * pagesnap_line_alloc() - make a line
 * @chunk: memory that it may share with the lines before it, which are freed before it is;
 *	NULL: it has its own
 * @text: its text
 * @len: bytes; at most PAGESNAP_LINE_MAX + 1
 *
 * Return: the line, or NULL without memory.
 */
struct pagesnap_line *pagesnap_line_alloc(struct pagesnap_chunk **chunk, const char *text, u32 len)
{
	struct pagesnap_line *line;
	const size_t size = struct_size(line, text, len);
	const bool shares = chunk && size <= PAGESNAP_CHUNK_PART;

	line = shares ? pagesnap_chunk_take(chunk, size) : kvmalloc(size, GFP_KERNEL_ACCOUNT);
	if (!line)
		return NULL;
	memset(line, 0, sizeof(*line));
	line->chunk = shares ? *chunk : NULL;
	line->len = len;
	line->bytes = len;
	memcpy(line->text, text, len);
	return line;
}

/**
 * pagesnap_line_free() - forget a line
 * @line: line that is on no list, or NULL
 */
void pagesnap_line_free(struct pagesnap_line *line)
{
	if (!line)
		return;
	pagesnap_options_put(line->options);
	if (line->chunk)
		pagesnap_chunk_put(line->chunk);
	else
		kvfree(line);
}

/**
 * pagesnap_options_alloc() - options of structures
 * @text: options as text
 * @len: bytes of it
 *
 * Return: options, for pagesnap_options_put(), or NULL without memory.
 */
struct pagesnap_options *pagesnap_options_alloc(const char *text, u32 len)
{
	struct pagesnap_options *options;

	options = kvmalloc(struct_size(options, text, len), GFP_KERNEL_ACCOUNT);
	if (!options)
		return NULL;
	memset(options, 0, sizeof(*options));
	refcount_set(&options->users, 1);
	options->len = len;
	memcpy(options->text, text, len);
	return options;
}

/**
 * pagesnap_options_put() - options have one user less
 * @options: options, or NULL
 */
void pagesnap_options_put(struct pagesnap_options *options)
{
	if (options && refcount_dec_and_test(&options->users))
		kvfree(options);
}

/**
 * pagesnap_line_add_options() - make a line a structure's
 * @line: line that is on no list yet
 * @options: its options, whose bytes are counted with the first line that has them
 */
void pagesnap_line_add_options(struct pagesnap_line *line, struct pagesnap_options *options)
{
	refcount_inc(&options->users);
	line->options = options;
	line->binary = true;
	line->to = options->to;
	if (!options->charged)
		line->bytes += options->len;
	options->charged = true;
}

/**
 * pagesnap_lines_copy() - copy all lines to an empty list
 * @to: empty list
 * @from: list that the caller keeps from changing; @from->lock is not taken
 *
 * Return: 0 or -ENOMEM, with @to empty.
 */
int pagesnap_lines_copy(struct pagesnap_lines *to, struct pagesnap_lines *from)
{
	struct pagesnap_line *line, *copy;

	list_for_each_entry(line, &from->list, node) {
		copy = pagesnap_line_alloc(NULL, line->text, line->len);
		if (!copy) {
			pagesnap_lines_clear(to);
			return -ENOMEM;
		}
		copy->q = line->q;
		copy->line = line->line;
		copy->logged = line->logged;
		copy->binary = line->binary;
		copy->to = line->to;
		copy->bound = line->bound;
		pagesnap_lines_add(to, copy);
		cond_resched();
	}
	return 0;
}

/**
 * pagesnap_input_bytes() - append bytes of an unfinished line
 * @in: input
 * @s: bytes, without a newline
 * @len: how many
 *
 * A line that grows over the limit keeps its first bytes, enough to be
 * answered with E2BIG.
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_input_bytes(struct pagesnap_input *in, const char *s, u32 len)
{
	u32 want;
	char *more;

	len = min_t(u32, len, PAGESNAP_LINE_MAX + 1 - in->len);
	want = in->len + len;
	if (want > in->cap) {
		want = min_t(u32, max_t(u32, 2 * want, 256), PAGESNAP_LINE_MAX + 1);
		more = kvmalloc(want, GFP_KERNEL_ACCOUNT);
		if (!more)
			return -ENOMEM;
		memcpy(more, in->partial, in->len);
		kvfree(in->partial);
		in->partial = more;
		in->cap = want;
	}
	memcpy(in->partial + in->len, s, len);
	in->len += len;
	return 0;
}

/**
 * pagesnap_input_destroy() - free an unfinished line, and let go of the memory for others
 * @in: input
 */
void pagesnap_input_destroy(struct pagesnap_input *in)
{
	kvfree(in->partial);
	in->partial = NULL;
	in->len = 0;
	in->cap = 0;
	pagesnap_chunk_put(in->chunk);
	in->chunk = NULL;
}
