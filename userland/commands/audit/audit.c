// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one look at everything
 *
 * First the files, by filesystem: from them is known which devices write dirty
 * pages back.  Then the frames, from the mark on.  Counters are read before,
 * every few milliseconds meanwhile, and after.  At last all frames by class, which the
 * module adds up: these are not looked at one by one.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ask/asking.h"
#include "audit.h"
#include "base/say.h"

#define BIT(n) (1ULL << (n))

/* Flags that inventory_run() looks at. */
#define RUN_MASK (BIT(KPF_DIRTY) | BIT(KPF_WRITEBACK) | BIT(KPF_SWAPCACHE) | BIT(KPF_ANON) | \
		  BIT(KPF_HUGE) | BIT(KPF_SWAPBACKED))
/* What is never in the page cache: most frames of a machine that is idle. */
#define NEVER_CACHED (BIT(KPF_BUDDY) | BIT(KPF_SLAB) | BIT(KPF_HUGE))

/* Of the counters: says what @err is, and returns it. */
static int said(int err)
{
	if (err)
		say_error("the kernel's counters can't be read: %s", strerror(-err));
	return err;
}

/* Asking ------------------------------------------------------------------- */

static int sample(void *ctx)
{
	struct audit *a = ctx;

	return said(counters_sample(&a->counters));
}

static int ask(struct audit *a, enum pagesnap_index_file which, const struct pagesnap_params *query,
	       const char *subject, int (*take)(void *ctx, const struct pagesnap_record *r))
{
	struct asking asking = { .subject = subject, .take = take, .tick = sample, .ctx = a };
	int err = asking_run(&asking, which, query);

	a->failed |= asking.failed;
	a->partial |= asking.partial;
	return err;
}

/* Files -------------------------------------------------------------------- */

static int take_file(void *ctx, const struct pagesnap_record *r)
{
	struct audit *a = ctx;

	if (r->u->rec.type == PAGESNAP_REC_SB)
		snprintf(a->fstype, sizeof(a->fstype), "%.*s", (int)sizeof(a->fstype) - 1,
			 r->u->sb.fstype);
	if (r->u->rec.type != PAGESNAP_REC_FILE || !pagesnap_record_sums(r))
		return 0;
	return inventory_file(&a->inventory, a->fstype, &r->u->file);
}

static int walk_files(struct audit *a, const struct places *places)
{
	size_t i;
	int err = 0;

	for (i = 0; i < places->nr && !err; i++) {
		const char *subject = places->subjects[i];
		bool path = *subject == '/';
		const struct pagesnap_params query = {
			.group = PAGESNAP_GROUP_OBJECT, .no_names = true,
			.path = path ? subject : NULL,
			.fstype = path ? NULL : subject + strlen("type:"),
		};

		/* the kernel does not count huge pages as page cache */
		if (strcmp(subject, "type:hugetlbfs"))
			err = ask(a, PAGESNAP_SB, &query, subject, take_file);
	}
	return err;
}

/* Frames ------------------------------------------------------------------- */

static int take_frames(void *ctx, const struct pagesnap_record *r)
{
	struct audit *a = ctx;

	if (r->u->rec.type == PAGESNAP_REC_END)
		a->inventory.torn += r->u->end.skipped[PAGESNAP_WHY_TORN];
	return r->u->rec.type == PAGESNAP_REC_RUN ? inventory_run(&a->inventory, &r->u->run) : 0;
}

static int walk_frames(struct audit *a)
{
	const struct pagesnap_params query = {
		.has_range = true, .end = UINT64_MAX, .group = PAGESNAP_GROUP_RUN,
		.has_mask = true, .mask = RUN_MASK, .no_flags = NEVER_CACHED,
	};

	counters_mark(&a->counters);
	return ask(a, PAGESNAP_PFN, &query, "frames", take_frames);
}

/* Classes ------------------------------------------------------------------ */

static int take_census(void *ctx, const struct pagesnap_record *r)
{
	struct audit *a = ctx;

	return census_take(&a->classes.census, r);
}

/* Counters of cgroups and nodes are read as well, for their refresh. */
static int walk_classes(struct audit *a)
{
	const struct pagesnap_params query = census_query();
	int err = said(classes_read(&a->classes.before));

	if (!err)
		err = ask(a, PAGESNAP_PFN, &query, "frames", take_census);
	if (!err)
		err = said(counters_read(&a->counters)) ?: said(classes_read(&a->classes.after));
	return err;
}

/* What walks by file did not find ------------------------------------------ */

static int take_offlist(void *ctx, const struct pagesnap_record *r)
{
	struct audit *a = ctx;
	const struct pagesnap_run *run = &r->u->run;
	const char *type;
	size_t len, i;

	if (r->u->rec.type != PAGESNAP_REC_PAGE || !(run->rec.flags & PAGESNAP_RF_NAME) ||
	    run->name_state != PAGESNAP_STATE_OFFLIST)
		return 0;
	type = pagesnap_record_name(r, &len);
	for (i = 0; i < a->inventory.devices.nr; i++) {
		struct inventory_part *d = a->inventory.devices.list[i];

		if (d->key == inventory_device(run->owner_major, run->owner_minor) && !d->listed)
			snprintf(d->fstype, sizeof(d->fstype), "%.*s", (int)len, type);
	}
	return 0;
}

/* One frame of each such device is enough. */
static int name_offlist(struct audit *a)
{
	size_t i;
	int err = 0;

	for (i = 0; i < a->inventory.devices.nr && !err; i++) {
		const struct inventory_part *d = a->inventory.devices.list[i];
		const struct pagesnap_params query = {
			.has_range = true, .start = d->pfn, .end = d->pfn + 1,
			.group = PAGESNAP_GROUP_PAGE, .frame_names = true,
		};

		if (!d->listed && d->books[BOOK_FILE])
			err = ask(a, PAGESNAP_PFN, &query, "frames", take_offlist);
	}
	return err;
}

/* All ---------------------------------------------------------------------- */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/**
 * audit_run() - look at everything once
 * @a: all zero
 * @places: every filesystem
 *
 * Return: 0, -EINTR after a signal, another negative errno after a message.
 */
int audit_run(struct audit *a, const struct places *places)
{
	double began = now();
	int err = said(counters_open(&a->counters)) ?: said(counters_read(&a->counters));

	if (!err)
		err = walk_files(a, places) ?: said(counters_read(&a->counters));
	if (!err)
		err = walk_frames(a) ?: said(counters_read(&a->counters));
	if (!err)
		err = walk_classes(a) ?: name_offlist(a);
	a->seconds = now() - began;
	return err;
}

/**
 * audit_clear() - forget it
 * @a: what audit_run() was called for
 */
void audit_clear(struct audit *a)
{
	counters_free(&a->counters);
	inventory_clear(&a->inventory);
	memset(a, 0, sizeof(*a));
}
