// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from records to what a report is made of
 *
 * Files go to the page as they come.  What is kept meanwhile: which files were met (one that
 * is answered again counts once), folders, filesystems, memory cgroups, processes of a stream.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/safe.h"
#include "gather.h"
#include "gather_file.h"
#include "kinds/kind.h"
#include "kinds/pages_row.h"
#include "kinds/skipped.h"

/* Queries of a stream that people are told. */
#define ASKED 8

/**
 * gather_init() - begin
 * @g: gets it
 * @to: page
 *
 * Return: 0 or -ENOMEM.
 */
int gather_init(struct gather *g, FILE *to)
{
	memset(g, 0, sizeof(*g));
	g->to = g->files.to = to;
	return remarks_init(&g->remarks) ?: list_init(&g->stream_list) ?: list_init(&g->fs_list) ?:
	       list_init(&g->cgroup_list) ?: list_init(&g->totals) ?: list_init(&g->process_list) ?:
	       list_init(&g->class_list);
}

/**
 * gather_free() - forget all
 * @g: it
 */
void gather_free(struct gather *g)
{
	list_free(&g->stream_list);
	list_free(&g->fs_list);
	list_free(&g->cgroup_list);
	list_free(&g->totals);
	list_free(&g->process_list);
	list_free(&g->class_list);
	list_free(&g->stream.asked);
	remarks_free(&g->remarks);
	files_free(&g->files);
	gather_file_free(&g->file);
	machines_free(&g->machines);
	index_free(&g->filesystems);
	index_free(&g->cgroups);
	value_buf_free(&g->cgroup_inos);
	processes_free(&g->processes);
	row_free(g->stream.row);
	g->stream.row = NULL;
}

/**
 * gather_begin() - a stream begins
 * @g: gets its records
 * @name: what it is called
 *
 * Return: 0 or -ENOMEM; gather_end() is owed if it is 0.
 */
int gather_begin(struct gather *g, const char *name)
{
	struct gather_stream *s = &g->stream;

	memset(s, 0, sizeof(*s));
	s->nr = g->nr_streams++;
	s->name = name;
	s->page_shift = 12;
	s->first_cgroup = g->cgroups.nr;
	s->machine = machines_find(&g->machines, "");
	s->row = row_new(&kind_pages);
	if (!s->row || !s->machine || list_init(&s->asked))
		return -ENOMEM;
	/* words in brackets where there is no name */
	s->row->for_people = true;
	return 0;
}

/* Records that are of no object -------------------------------------------------------- */

/* Another page size than that of the stream's first pages would make sums of nothing. */
static int take_header(struct gather *g, const struct pagesnap_record *r)
{
	const struct pagesnap_header *h = &r->u->header;
	struct gather_stream *s = &g->stream;

	s->collection = r->collection;
	s->collections |= 1U << s->collection;
	if (s->time_ns)
		return 0;
	s->time_ns = h->time_ns;
	s->page_shift = s->row->page_shift;
	memcpy(s->kernel, h->kernel, sizeof(h->kernel));
	memcpy(s->boot, h->boot, sizeof(h->boot));
	if (*s->boot && *s->boot != '?')
		s->machine = machines_find(&g->machines, s->boot);
	return s->machine ? 0 : -ENOMEM;
}

static bool has_word(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at && (at == text || at[-1] == ' ') && strchr(" ", at[strlen(word)]);
}

static void take_query(struct gather *g, const struct pagesnap_record *r)
{
	struct gather_stream *s = &g->stream;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	safe_text_marked(text, len, "\"\\", s->text, sizeof(s->text));
	s->mask = r->u->query.mask;
	s->census = s->row->header.set && has_word(s->text, "kinds=1") &&
		    !strcmp(s->row->header.any.header.file, "pfn_index");
	if (!s->queries++)
		memcpy(s->first, s->text, sizeof(s->first));
	else
		s->looks += !strcmp(s->first, s->text);
	if (s->queries <= ASKED)
		list_text(&s->asked, s->text, strlen(s->text));
}

static void take_error(struct gather *g, const struct pagesnap_record *r)
{
	char query[512], message[512];
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	safe_text_marked(text, len, "\"\\", query, sizeof(query));
	text = pagesnap_record_message(r, &len);
	safe_text_marked(text, len, "\"\\", message, sizeof(message));
	g->stream.partial = true;
	remarks_add(&g->remarks, g->stream.name, "%s: %s", query,
		    *message ? message : strerror(r->u->error.err));
}

static void take_end(struct gather *g, const struct pagesnap_record *r)
{
	const struct kind *kind = kind_of_collection(r->collection) ?: &kind_pages;
	const struct pagesnap_end *end = &r->u->end;
	char skipped[SKIPPED_MAX];

	if (end->status != PAGESNAP_END_PARTIAL)
		return;
	g->stream.partial = true;
	skipped_text(kind, end, skipped, sizeof(skipped));
	if (*skipped)
		remarks_add(&g->remarks, g->stream.name, "%s: %s", g->stream.text, skipped);
	if (truncated_text(end))
		remarks_add(&g->remarks, g->stream.name, "%s: %s", g->stream.text,
			    truncated_text(end));
}

/* Sums that name nothing: what was asked is all that can be said of them. */
static void take_total(struct gather *g, const struct pagesnap_record *r)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	struct gather_stream *s = &g->stream;

	if (!sums)
		return;
	list_array(&g->totals);
	list_number(&g->totals, s->nr);
	list_text(&g->totals, s->text, strlen(s->text));
	list_number(&g->totals, gather_bytes(s, sums->pages));
	list_number(&g->totals, gather_bytes(s, sums->dirty));
	list_number(&g->totals, gather_bytes(s, sums->mapped));
	list_number(&g->totals, gather_bytes(s, sums->evicted));
	list_number(&g->totals, gather_bytes(s, sums->swapped));
	list_array_end(&g->totals);
}

static int take_run(struct gather *g, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_RUN || r->u->rec.type == PAGESNAP_REC_PAGE)
		if (r->u->run.unit == PAGESNAP_UNIT_PFN && !g->stream.looks)
			classes_take_run(&g->classes, &r->u->run);
	return gather_file_run(g, r);
}

static int take_pages(struct gather *g, const struct pagesnap_record *r)
{
	struct gather_stream *s = &g->stream;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_SB:
		return gather_file_flush(g);
	case PAGESNAP_REC_FILE:
		return gather_file_take(g, r);
	case PAGESNAP_REC_TOTAL:
	case PAGESNAP_REC_SPAN:
		if (s->looks)
			return 0;
		if (s->census)
			classes_count(&g->classes, r);
		else
			take_total(g, r);
		return 0;
	case PAGESNAP_REC_END:
		if (s->census && !s->looks)
			classes_count(&g->classes, r);
		return gather_file_flush(g);
	default:
		return take_run(g, r);
	}
}

/*
 * Answers of another boot are a stream of their own, though they stand in the same file: PIDs
 * and memory cgroups there are others.
 */
static int take_other_boot(struct gather *g, const struct pagesnap_record *r)
{
	const unsigned int collections = g->stream.collections;
	const struct pagesnap_header *h = &r->u->header;
	const bool partial = g->stream.partial;
	int err;

	if (!*g->stream.boot || !strncmp(g->stream.boot, h->boot, sizeof(h->boot)))
		return 0;
	err = gather_end(g, partial ? "partial" : "complete") ?:
	      gather_begin(g, g->stream.name);
	if (err)
		return err;
	g->stream.collections = collections;
	g->stream.partial = partial;
	return 0;
}

/**
 * gather_take() - take a record
 * @gather: gets it
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int gather_take(void *gather, const struct pagesnap_record *r)
{
	struct gather *g = gather;
	int err = r->u->rec.type == PAGESNAP_REC_HEADER ? take_other_boot(g, r) : 0;

	if (err)
		return err;
	if (row_take(g->stream.row, r) == -ENOMEM)
		return -ENOMEM;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		return take_header(g, r);
	case PAGESNAP_REC_CGROUP:
		return names_save_cgroup(g->stream.row->names, r->u->cgroup.ino,
					 r->u->cgroup.path);
	case PAGESNAP_REC_QUERY:
		take_query(g, r);
		return 0;
	case PAGESNAP_REC_ERROR:
		take_error(g, r);
		return 0;
	case PAGESNAP_REC_END:
		take_end(g, r);
		break;
	}
	if (g->stream.collection != PAGESNAP_COLLECTION_PAGES)
		return 0;
	err = take_pages(g, r);
	return err ?: processes_take(&g->processes, r, pages_row(g->stream.row)->pss);
}

/* The end of a stream ------------------------------------------------------------------ */

static void put_cgroup(struct gather *g, uint64_t ino)
{
	char path[PAGESNAP_MORE_MAX], text[64];
	ssize_t len;

	if (ino == PAGESNAP_NONE) {
		list_word(&g->cgroup_list, "[no cgroup]");
		return;
	}
	if (ino == PAGESNAP_UNKNOWN || ino == PAGESNAP_OTHER) {
		list_word(&g->cgroup_list, ino == PAGESNAP_OTHER ? "[others]" : "[unknown]");
		return;
	}
	len = names_cgroup(g->stream.row->names, ino, path, sizeof(path));
	if (len >= 0) {
		list_text(&g->cgroup_list, path, len);
		return;
	}
	snprintf(text, sizeof(text), "@%" PRIu64 "%s", ino, len == -ESTALE ? " [removed]" : "");
	list_word(&g->cgroup_list, text);
}

/* Names of memory cgroups may stand anywhere in a stream. */
static void put_cgroups(struct gather *g)
{
	uint64_t ino;
	uint32_t i;

	for (i = g->stream.first_cgroup; i < g->cgroups.nr; i++) {
		memcpy(&ino, g->cgroup_inos.s + i * sizeof(ino), sizeof(ino));
		put_cgroup(g, ino);
	}
}

static void put_stream(struct gather *g, const char *status, const struct value_buf *asked)
{
	struct gather_stream *s = &g->stream;
	struct list *l = &g->stream_list;

	list_map(l);
	list_word(l, "name");
	list_text(l, s->name, strlen(s->name));
	list_word(l, "machine");
	list_number(l, s->machine->nr);
	list_word(l, "kernel");
	list_text(l, *s->kernel ? s->kernel : "?", strlen(*s->kernel ? s->kernel : "?"));
	list_word(l, "boot");
	list_text(l, *s->boot ? s->boot : "?", strlen(*s->boot ? s->boot : "?"));
	list_word(l, "page_size");
	list_number(l, 1ULL << s->page_shift);
	list_word(l, "time_ms");
	list_number(l, s->time_ns ? s->time_ns / 1000000 : PAGESNAP_UNKNOWN);
	list_word(l, "looks");
	list_number(l, s->looks + 1);
	list_word(l, "queries");
	list_number(l, s->queries);
	list_word(l, "asked");
	yajl_gen_number(l->yajl, asked->s, asked->len);
	list_word(l, "status");
	list_word(l, status);
	list_map_end(l);
}

/**
 * gather_end() - a stream has ended
 * @g: has its records
 * @status: how, in a word
 *
 * Return: 0 or -ENOMEM.
 */
int gather_end(struct gather *g, const char *status)
{
	struct gather_stream *s = &g->stream;
	int err = gather_file_flush(g);
	const struct value_buf *asked = list_end(&s->asked);

	if (s->looks)
		remarks_add(&g->remarks, s->name,
			    "%" PRIu64 " looks: each file is as the first that had it tells, "
			    "frames are as in the first", s->looks + 1);
	put_cgroups(g);
	processes_end(&g->processes, s->nr, s->page_shift, &g->process_list);
	classes_end(&g->classes, s->nr, s->page_shift, &g->class_list);
	if (asked)
		put_stream(g, status, asked);
	list_free(&s->asked);
	row_free(s->row);
	s->row = NULL;
	return err ?: asked ? 0 : -ENOMEM;
}
