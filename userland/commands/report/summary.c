// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "block.h"
#include "summary.h"

/* What the bits of modes are, by their number in a column, and states. */
static void put_words(struct list *l)
{
	unsigned int i;

	list_array(l);
	for (i = 0; i < 16; i++)
		list_word(l, pagesnap_mode_word(i << 12));
	list_array_end(l);
	list_array(l);
	for (i = 0; i < 8; i++)
		list_word(l, pagesnap_state_word(i));
	list_array_end(l);
	list_array(l);
	for (i = 0; i < FILES_COLUMNS; i++)
		list_word(l, files_column_name(i));
	list_array_end(l);
}

/* The name of the host is known of a look alone: streams don't tell it. */
static int put_facts(struct gather *g, bool live, bool partial)
{
	const struct value_buf *text;
	struct utsname host;
	struct list l;
	int err = list_init(&l);

	if (!err) {
		put_words(&l);
		if (live && !uname(&host))
			list_text(&l, host.nodename, strlen(host.nodename));
		else
			list_number(&l, PAGESNAP_UNKNOWN);
		list_number(&l, (uint64_t)time(NULL) * 1000);
		list_number(&l, partial);
		list_number(&l, g->files.nr);
		list_number(&l, g->repeated);
		text = list_end(&l);
		if (text) {
			block_text_begin(g->to, "facts");
			block_text(g->to, text->s, text->len);
			block_text_end(g->to);
		}
		err = text ? 0 : -ENOMEM;
	}
	list_free(&l);
	return err;
}

static int put_list(struct gather *g, const char *name, const struct value_buf *text)
{
	if (!text)
		return -ENOMEM;
	block_text_begin(g->to, name);
	block_text(g->to, text->s, text->len);
	block_text_end(g->to);
	return 0;
}

/**
 * summary_put() - write what is left
 * @g: has it; nothing can be added then
 * @live: it is of a look, not of saved streams
 * @partial: not all is there
 *
 * Return: 0 or -ENOMEM.
 */
int summary_put(struct gather *g, bool live, bool partial)
{
	int err = files_finish(&g->files);

	return err ?: put_facts(g, live, partial) ?:
	       put_list(g, "streams", list_end(&g->stream_list)) ?:
	       put_list(g, "filesystems", list_end(&g->fs_list)) ?:
	       put_list(g, "cgroups", list_end(&g->cgroup_list)) ?:
	       put_list(g, "processes", list_end(&g->process_list)) ?:
	       put_list(g, "classes", list_end(&g->class_list)) ?:
	       put_list(g, "totals", list_end(&g->totals)) ?:
	       put_list(g, "remarks", remarks_end(&g->remarks));
}
