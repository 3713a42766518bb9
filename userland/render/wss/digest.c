// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from heat and mappings to working sets
 *
 * Each round of samples tells of all pages of a process anew, and only what the newest tells
 * counts.  Behind the samples comes the answer about the mappings, in which the pages are
 * looked for; so the pages are kept until then.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../../module/accesses/records.h"
#include "base/process_cgroup.h"
#include "kinds/accesses_asked.h"
#include "render/out-internal.h"
#include "rows.h"
#include "wss.h"

/**
 * struct wss_digest - what an output of working sets has besides rows
 * @processes: all that were sampled
 * @q: query about accesses whose answer comes, numbered over the run
 * @path: of the file that it is about, or ""
 * @windows: of it
 * @heat: of the process whose working set comes next
 * @comm: its name, "" if that wasn't told
 * @mapped: number of the process whose mappings come, if @has_mapped
 * @has_mapped: there is one
 * @placed_to: up to which page its mappings came
 * @joints: what rows of several processes are made of
 */
struct wss_digest {
	struct wss_processes processes;
	uint32_t q;
	char path[PATH_MAX];
	struct ages_windows windows;
	struct ages heat;
	char comm[16];
	size_t mapped;
	bool has_mapped;
	uint64_t placed_to;
	struct wss_joints joints;
};

static struct wss_digest *digest_of(const struct out *o)
{
	return o->digest_own;
}

/* Accesses ----------------------------------------------------------------- */

static void begin_query(struct wss_digest *d, uint32_t q, const struct pagesnap_record *r)
{
	struct pagesnap_accesses_options asked;

	d->q = q;
	d->windows = (struct ages_windows){ { 0 } };
	accesses_asked_path(r, d->path, sizeof(d->path));
	if (accesses_asked(r, &asked))
		d->windows = ages_windows_of(asked.schedule.every);
}

static void begin_heat(struct wss_digest *d, const char *comm)
{
	ages_clear(&d->heat);
	snprintf(d->comm, sizeof(d->comm), "%s", comm);
}

static const char *state_word(uint32_t what)
{
	return what == PAGESNAP_PROCESS_COMES ? "live" : pagesnap_accesses_what(what);
}

/*
 * The heat before it is that of this process: it takes the place of what was told before, but
 * not of the program that it runs meanwhile.
 */
static int end_heat(struct wss_digest *d, const struct pagesnap_accesses_wss *wss)
{
	struct wss_process *p = *d->path ? wss_get_named(&d->processes, d->q, d->path) :
					   wss_get(&d->processes, wss->pid);
	const struct ages old = p ? p->ages : d->heat;

	if (!p)
		return -ENOMEM;
	if (p->q == d->q && wss->n < p->newest)
		return 0;
	p->q = d->q;
	p->windows = d->windows;
	p->newest = wss->n;
	p->samples = wss->of;
	p->ages = d->heat;
	p->told = true;
	/* a whole look, after one that was given up */
	if (!strcmp(p->state, state_word(PAGESNAP_PROCESS_LOCKED)))
		p->state = state_word(PAGESNAP_PROCESS_COMES);
	d->heat = old;
	if (*d->comm)
		memcpy(p->comm, d->comm, sizeof(p->comm));
	begin_heat(d, "");
	return 0;
}

/* Of who runs another program now, or is another, the mappings are of that. */
static bool is_there(const struct wss_process *p)
{
	return strcmp(p->state, state_word(PAGESNAP_PROCESS_EXITED)) != 0 &&
	       strcmp(p->state, state_word(PAGESNAP_PROCESS_EXECED)) != 0 &&
	       strcmp(p->state, state_word(PAGESNAP_PROCESS_LEFT)) != 0;
}

static bool is_looked_at(const struct wss_process *p)
{
	return !strcmp(p->state, state_word(PAGESNAP_PROCESS_COMES)) ||
	       !strcmp(p->state, state_word(PAGESNAP_PROCESS_LOCKED));
}

/* Who is there, and whose mappings have not come. */
static int note_unmapped(struct wss_pids *pids, uint32_t pid, bool unmapped)
{
	uint32_t *list;
	size_t i;

	for (i = 0; i < pids->nr && pids->list[i] != pid; i++)
		;
	if (unmapped && i == pids->nr) {
		list = reallocarray(pids->list, pids->nr + 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		pids->list = list;
		pids->list[pids->nr++] = pid;
	} else if (!unmapped && i < pids->nr) {
		pids->list[i] = pids->list[--pids->nr];
	}
	return 0;
}

/*
 * Its heat may come behind it, at the end of the round.  Who is passed over has no row, but in
 * the end of the answer a number; nor does one query know what is a matter of another.
 */
static int take_process(struct wss_digest *d, struct wss_pids *unmapped,
			const struct pagesnap_accesses_process *r)
{
	struct wss_process *p = wss_get(&d->processes, r->pid);

	if (!p)
		return -ENOMEM;
	if (!p->told)
		p->q = d->q;
	if (p->q != d->q)
		return 0;
	p->state = state_word(r->what);
	if (*r->comm)
		memcpy(p->comm, r->comm, sizeof(p->comm));
	return unmapped ? note_unmapped(unmapped, r->pid, is_looked_at(p)) : 0;
}

/* Of one process, the end says what became of it. */
static void take_end(struct wss_digest *d, const struct pagesnap_end *end)
{
	struct wss_process *p = d->processes.list;
	size_t i;

	for (i = 0; i < d->processes.nr; i++) {
		if (p[i].q != d->q)
			continue;
		p[i].missed = end->counters[PAGESNAP_ACCESSES_COUNT_MISSED];
		if (end->cut == PAGESNAP_CUT_EXITED)
			p[i].state = state_word(PAGESNAP_PROCESS_EXITED);
		else if (end->cut == PAGESNAP_CUT_EXECED)
			p[i].state = state_word(PAGESNAP_PROCESS_EXECED);
		else if (end->cut == PAGESNAP_CUT_LOCKED)
			p[i].state = state_word(PAGESNAP_PROCESS_LOCKED);
	}
}

static int take_accesses(struct wss_digest *d, struct wss_pids *unmapped, uint32_t q,
			 const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_query(d, q, r);
		begin_heat(d, "");
		return 0;
	case PAGESNAP_REC_SAMPLE:
		begin_heat(d, "");
		return 0;
	case PAGESNAP_REC_TASK:
		begin_heat(d, r->u->task.comm);
		return 0;
	case PAGESNAP_REC_HEAT:
		return ages_add(&d->heat, &d->windows, &r->u->heat);
	case PAGESNAP_REC_WSS:
		/* that of page frames is no process's */
		return r->u->wss.pid == PAGESNAP_NONE32 && !*d->path ? 0 : end_heat(d, &r->u->wss);
	case PAGESNAP_REC_PROCESS:
		/* those who map a file have no row */
		return *d->path ? 0 : take_process(d, unmapped, &r->u->process);
	case PAGESNAP_REC_END:
		take_end(d, &r->u->end);
		return 0;
	default:
		return 0;
	}
}

/* Mappings ----------------------------------------------------------------- */

/* What can't be read is unknown. */
static int find_cgroup(struct wss_process *p)
{
	char path[PATH_MAX];
	ssize_t len = process_cgroup(p->pid, path, sizeof(path));

	if (len < 0 || p->cgroup)
		return 0;
	p->cgroup = strndup(path, len);
	return p->cgroup ? 0 : -ENOMEM;
}

static int take_task(struct wss_digest *d, const struct wss_view *view,
		     const struct pagesnap_task *task)
{
	struct wss_process *p = wss_find(&d->processes, task->pid);

	d->placed_to = 0;
	d->has_mapped = p && p->told && is_there(p);
	if (!d->has_mapped)
		return 0;
	d->mapped = p - d->processes.list;
	memcpy(p->comm, task->comm, sizeof(p->comm));
	/* two queries may name it */
	d->has_mapped = !p->placed.pages;
	if (view->unmapped)
		note_unmapped(view->unmapped, p->pid, false);
	return view->by == WSS_BY_CGROUP ? find_cgroup(p) : 0;
}

static int take_vma(struct wss_digest *d, enum wss_by by, const struct pagesnap_record *r)
{
	size_t len;
	const char *name = pagesnap_record_name(r, &len);
	uint64_t start = r->u->vma.start, end = r->u->vma.end;
	struct wss_process *p;
	int err;

	/* one that grew while it was passed comes again, as a whole */
	if (start < d->placed_to)
		start = d->placed_to;
	if (!d->has_mapped || end <= start)
		return 0;
	d->placed_to = end;
	p = d->processes.list + d->mapped;
	err = wss_place(p, name, len, start, end);
	if (err || by != WSS_BY_FILE)
		return err;
	return wss_joints_place(&d->joints, p, &r->u->vma, name, len, start);
}

static int take_pages(struct wss_digest *d, const struct wss_view *view,
		      const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		d->has_mapped = false;
		return 0;
	case PAGESNAP_REC_TASK:
		return take_task(d, view, &r->u->task);
	case PAGESNAP_REC_VMA:
		return take_vma(d, view->by, r);
	default:
		return 0;
	}
}

/* Between the last sample and the question for its mappings it has exited. */
static bool outlived(struct out *o, uint32_t pid)
{
	struct wss_process *p = wss_find(&digest_of(o)->processes, pid);

	if (p && is_there(p))
		p->state = state_word(PAGESNAP_PROCESS_EXITED);
	return p;
}

/* Rows --------------------------------------------------------------------- */

static int finish(struct out *o)
{
	struct wss_digest *d = digest_of(o);
	struct wss_line *lines;
	size_t nr, i;
	int err = 0;

	lines = wss_rows(&d->processes, &d->joints, o->options.wss.by, &nr);
	if (!lines)
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++)
		err = out_show(o, lines + i);
	free(lines);
	return err;
}

/* The digest ---------------------------------------------------------------- */

static unsigned int traits(const struct out_options *options)
{
	return OUT_LOOKS | OUT_JOINS | OUT_OTHER_ROWS | OUT_ENDS;
}

static const char *columns(const struct out_options *options, const char *usual, char *room,
			   size_t size)
{
	switch (options->wss.by) {
	case WSS_BY_MAPPING:
		return WSS_MAPPING_COLUMNS;
	case WSS_BY_FILE:
		return WSS_FILE_COLUMNS;
	case WSS_BY_CGROUP:
		return WSS_CGROUP_COLUMNS;
	default:
		return usual;
	}
}

static int take(struct out *o, const struct pagesnap_record *r)
{
	int err = row_take(o->row, r);

	if (err < 0)
		return err;
	if (r->collection == PAGESNAP_COLLECTION_ACCESSES)
		return take_accesses(digest_of(o), o->options.wss.unmapped, o->row->q, r);
	if (r->collection == PAGESNAP_COLLECTION_PAGES)
		return take_pages(digest_of(o), &o->options.wss, r);
	return 0;
}

static void release(struct out *o)
{
	struct wss_digest *d = digest_of(o);

	ages_free(&d->heat);
	wss_free(&d->processes);
	wss_joints_free(&d->joints);
}

const struct out_digest out_digest_wss = {
	.kind = &kind_wss,
	.size = sizeof(struct wss_digest),
	.traits = traits,
	.columns = columns,
	.outlived = outlived,
	.take = take,
	.finish = finish,
	.free = release,
};
