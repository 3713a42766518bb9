// SPDX-License-Identifier: GPL-2.0
/*
 * Reads what is drawn of allocations.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "kinds/names.h"
#include "kinds/slab_asked.h"
#include "slab_run.h"

/* An answer behind another one is drawn in its place: each has rounds of its own. */
static void begin_answer(struct slab_run *run, const struct pagesnap_record *r)
{
	struct pagesnap_slab_options asked;
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	slab_names_clear(&run->names);
	slab_subjects_free(&run->subjects);
	history_free(&run->history);
	run->ended = false;
	run->began_ns = r->u->query.time_ns;
	run->by = SLAB_BY_SITE;
	if (slab_asked(r, &asked) && asked.by != PAGESNAP_SLAB_BY_NONE)
		run->by = asked.by == PAGESNAP_SLAB_BY_PID ? SLAB_BY_PID : SLAB_BY_CGROUP;
	if (len >= sizeof(run->asked))
		len = sizeof(run->asked) - 1;
	memcpy(run->asked, text, len);
	run->asked[len] = '\0';
}

static int take_sum(struct slab_run *run, const struct pagesnap_slab_sum *sum)
{
	struct slab_subject subject;
	size_t nth;

	if (run->by == SLAB_BY_SITE && sum->rec.type == PAGESNAP_REC_CACHE_SUM)
		run->by = SLAB_BY_CACHE;
	subject = slab_subject_of_sum(run->by, &run->names, sum);
	return slab_subjects_get(&run->subjects, &subject, &nth) ?:
	       history_count(&run->history, nth, sum->allocs - sum->frees, sum->live);
}

static int take_object(struct slab_run *run, const struct pagesnap_slab_alloc *object)
{
	const struct slab_subject subject =
		slab_subject_of_object(run->by, &run->names, object, false);
	size_t nth;

	return slab_subjects_get(&run->subjects, &subject, &nth) ?:
	       history_add(&run->history, nth, object);
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct slab_run *run = ctx;

	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		memcpy(run->kernel, r->u->header.kernel, sizeof(run->kernel));
	if (r->u->rec.type == PAGESNAP_REC_CGROUP)
		return names_save_cgroup(run->cgroups, r->u->cgroup.ino, r->u->cgroup.path);
	if (r->collection != PAGESNAP_COLLECTION_SLAB)
		return 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		begin_answer(run, r);
		return 0;
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		return take_sum(run, &r->u->slab_sum);
	case PAGESNAP_REC_OBJECT:
		return take_object(run, &r->u->slab_alloc);
	case PAGESNAP_REC_SLAB_ROUND:
		history_round(&run->history, r->u->slab_round.time_ns);
		return 0;
	case PAGESNAP_REC_END:
		run->ended = true;
		run->end = r->u->end;
		return 0;
	default:
		return slab_names_take(&run->names, r);
	}
}

/**
 * slab_run_read() - read what is drawn
 * @run: gets it; all zero
 * @fd: its stream
 *
 * What a damaged stream has told before counts.
 *
 * Return: 0 or -ENOMEM; slab_run_free() is owed in any case.
 */
int slab_run_read(struct slab_run *run, int fd)
{
	int err;

	run->cgroups = names_new();
	err = run->cgroups ? plot_stream_read(&run->stream, fd, take, run) : -ENOMEM;
	if (!err)
		history_finish(&run->history);
	return err;
}

static void name_cgroup(const struct slab_run *run, uint64_t ino, char buf[256])
{
	char path[PATH_MAX];
	ssize_t len = names_cgroup(run->cgroups, ino, path, sizeof(path));

	if (len > 0)
		snprintf(buf, 256, "%.*s", (int)len, path);
	else
		snprintf(buf, 256, "cgroup @%" PRIu64, ino);
}

/**
 * slab_run_name() - what is beside the picture
 * @run: answer
 * @nth: number of the subject
 * @buf: gets its name
 *
 * Return: @buf.
 */
const char *slab_run_name(const struct slab_run *run, size_t nth, char buf[256])
{
	const struct slab_subject *s = run->subjects.list[nth];
	bool of_none = (s->by == SLAB_BY_PID && s->pid == PAGESNAP_NONE32) ||
		       (s->by == SLAB_BY_CGROUP && s->cgroup == PAGESNAP_NONE);

	if (of_none)
		snprintf(buf, 256, "[interrupt]");
	else if (s->by == SLAB_BY_PID)
		snprintf(buf, 256, "PID %" PRIu32, s->pid);
	else if (s->by == SLAB_BY_CGROUP)
		name_cgroup(run, s->cgroup, buf);
	else
		snprintf(buf, 256, "%s", s->name ?: "?");
	return buf;
}

/**
 * slab_run_free() - forget it
 * @run: it
 */
void slab_run_free(struct slab_run *run)
{
	slab_names_clear(&run->names);
	slab_subjects_free(&run->subjects);
	history_free(&run->history);
	names_free(run->cgroups);
}
