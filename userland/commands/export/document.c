// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the series, and their names
 *
 * All are gauges: pages come and go, and what has left the largest ones has no series until it is
 * back.  There is no total beside the parts, which would count twice in a sum.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "classes.h"
#include "document.h"
#include "lib/pagesnap.h"

#define NAME_MAX_BYTES 64
#define HELP_MAX 256

static void single(struct metrics *m, const char *name, const char *unit, const char *help,
		   uint64_t value)
{
	metrics_family(m, name, unit, help);
	metrics_sample(m, name, "", value);
}

/* The look itself ------------------------------------------------------------------------ */

static void write_times(const struct export_look *l, struct metrics *m)
{
	metrics_family(m, "pagesnap_look_timestamp_seconds", "seconds",
		       "When the numbers were taken, since the epoch.");
	metrics_time(m, "pagesnap_look_timestamp_seconds", "", l->ended_ns);
	metrics_family(m, "pagesnap_look_duration_seconds", "seconds",
		       "How long it took to take them.");
	metrics_time(m, "pagesnap_look_duration_seconds", "", l->lasted_ns);
	metrics_family(m, "pagesnap_look_cpu_seconds", "seconds",
		       "Time of a processor that this took, in the kernel, too.");
	metrics_time(m, "pagesnap_look_cpu_seconds", "", l->spent_ns);
}

static void write_skipped(const struct export_look *l, struct metrics *m)
{
	static const char name[] = "pagesnap_look_skipped";
	uint64_t other = 0;
	char labels[64];
	unsigned int why;

	metrics_family(m, name, "", "Inodes and frames that were passed over, by reason.");
	for (why = PAGESNAP_WHY_NONE + 1; why < PAGESNAP_WHYS; why++) {
		snprintf(labels, sizeof(labels), "{why=\"%s\"}", pagesnap_reason_word(why));
		metrics_sample(m, name, labels, l->skipped[why]);
	}
	/* a newer module has reasons that have no word here */
	for (; why < PAGESNAP_WHYS_MAX; why++)
		other += l->skipped[why];
	metrics_sample(m, name, "{why=\"other\"}", other);
}

static void write_look(const struct export_look *l, struct metrics *m)
{
	bool complete = l && l->has_frames && l->has_files && !l->partial;

	single(m, "pagesnap_up", "", "1 if the kernel was asked and answered.", l ? 1 : 0);
	single(m, "pagesnap_look_complete", "",
	       "1 if all was answered; if 0, sums are of less than all, or are missing.", complete);
	if (!l)
		return;
	write_times(l, m);
	write_skipped(l, m);
}

/* Files ------------------------------------------------------------------------------------ */

static const struct {
	const char *word;
	const char *help;
} sums[EXPORT_SUMS] = {
	[EXPORT_RESIDENT] = { "resident", "in memory" },
	[EXPORT_DIRTY] = { "dirty", "of dirty folios" },
	[EXPORT_WRITEBACK] = { "writeback", "of folios that are being written" },
	[EXPORT_MAPPED] = { "mapped", "that some page table maps" },
	[EXPORT_UNEVICTABLE] = { "unevictable", "that can't be evicted, as they are locked" },
	[EXPORT_DROPPABLE] = { "droppable", "that are clean, in no page table and evictable" },
	[EXPORT_EVICTED] = { "evicted", "that were evicted, while a shadow entry is left" },
	[EXPORT_SWAPPED] = { "swapped", "that are swapped out" },
};

static const struct {
	const char *name;
	const char *of;
	const char *found;
} sorts[EXPORT_BYS] = {
	[EXPORT_BY_FS] = { "filesystem", "filesystem", "pagesnap_filesystems" },
	[EXPORT_BY_TYPE] = { "fstype", "type of filesystem", "pagesnap_fstypes" },
	[EXPORT_BY_CGROUP] = { "cgroup", "memory cgroup that is charged", "pagesnap_cgroups" },
};

/* What is in no memory is charged to nobody who is known. */
static bool applies(enum export_by by, enum export_sum sum)
{
	return by != EXPORT_BY_CGROUP || (sum != EXPORT_EVICTED && sum != EXPORT_SWAPPED);
}

static uint64_t bytes(uint64_t pages)
{
	return pages == PAGESNAP_UNKNOWN ? pages : pages * sysconf(_SC_PAGESIZE);
}

static void write_sum(const struct export_groups *g, enum export_by by, enum export_sum sum,
		      struct metrics *m)
{
	char name[NAME_MAX_BYTES], help[HELP_MAX];
	size_t i;

	snprintf(name, sizeof(name), "pagesnap_%s_%s_bytes", sorts[by].name, sums[sum].word);
	snprintf(help, sizeof(help), "Pages of files %s, by %s.", sums[sum].help, sorts[by].of);
	metrics_family(m, name, "bytes", help);
	for (i = 0; i < g->nr; i++)
		if (i >= EXPORT_WORDS || export_groups_have(g, i))
			metrics_sample(m, name, g->list[i].labels, bytes(g->list[i].pages[sum]));
}

static void write_files(const struct export_document *d, struct metrics *m)
{
	char help[HELP_MAX];
	enum export_sum sum;
	enum export_by by;

	for (by = 0; by < EXPORT_BYS; by++) {
		for (sum = 0; sum < EXPORT_SUMS; sum++)
			if (applies(by, sum))
				write_sum(&d->groups[by], by, sum, m);
		snprintf(help, sizeof(help), "How many there are with pages of files: %s.",
			 sorts[by].of);
		single(m, sorts[by].found, "", help, d->groups[by].found);
	}
}

/* All -------------------------------------------------------------------------------------- */

/**
 * export_document_make() - name what there is to say
 * @d: gets it
 * @look: what was found, which stays; NULL: nothing was
 * @top: groups of each sort at the most
 *
 * Return: 0 or -ENOMEM; export_document_free() is owed in any case.
 */
int export_document_make(struct export_document *d, const struct export_look *look, size_t top)
{
	enum export_by by;
	int err = 0;

	*d = (struct export_document){ .look = look };
	for (by = 0; look && by < EXPORT_BYS && !err; by++)
		err = export_groups_make(&d->groups[by], look->views[by].by, look->tallies[by],
					 look->row, top);
	return err;
}

/**
 * export_document_free() - forget it
 * @d: document
 */
void export_document_free(struct export_document *d)
{
	enum export_by by;

	for (by = 0; by < EXPORT_BYS; by++)
		export_groups_free(&d->groups[by]);
}

/**
 * export_document_write() - write it down
 * @d: what
 * @m: where to, and how
 *
 * Return: 0 or -ENOMEM.
 */
int export_document_write(const struct export_document *d, struct metrics *m)
{
	write_look(d->look, m);
	if (d->look && d->look->has_frames)
		export_classes_write(d->look, m);
	if (d->look && d->look->has_files)
		write_files(d, m);
	metrics_end(m);
	return m->text.failed ? -ENOMEM : 0;
}
