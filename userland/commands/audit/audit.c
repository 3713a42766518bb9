// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one look at everything
 *
 * First the files, by filesystem: from them is known which devices write dirty
 * pages back.  Then the frames, from the mark on.  Counters are read before,
 * every few milliseconds meanwhile, and after.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "audit.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/say.h"
#include "kinds/skipped.h"

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

/* Inodes that come and go are met on each machine in use, and the books balance. */
static bool sees_less(const struct pagesnap_end *end)
{
	return truncated_text(end) || end->skipped[PAGESNAP_WHY_BUSY];
}

static void say_end(struct audit *a, const char *subject, const struct pagesnap_record *r)
{
	const struct pagesnap_end *end = &r->u->end;
	char skipped[SKIPPED_MAX];

	if (r->u->rec.type != PAGESNAP_REC_END || end->status != PAGESNAP_END_PARTIAL)
		return;
	if (*skipped_text(&kind_pages, end, skipped, sizeof(skipped)))
		say_error("%s: %s", say_safe(subject), skipped);
	if (truncated_text(end))
		say_error("%s: %s", say_safe(subject), truncated_text(end));
	a->partial |= sees_less(end);
}

/**
 * struct asking - a query under way
 * @audit: for which
 * @subject: for messages
 * @take: takes records
 */
struct asking {
	struct audit *audit;
	const char *subject;
	int (*take)(struct audit *a, const struct pagesnap_record *r);
};

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct asking *asking = ctx;
	const char *message;
	size_t len;

	if (r->u->rec.type == PAGESNAP_REC_ERROR) {
		message = pagesnap_record_message(r, &len);
		say_error("%s: %s", say_safe(asking->subject), say_safe_bytes(message, len));
		asking->audit->failed = true;
		return 0;
	}
	say_end(asking->audit, asking->subject, r);
	return asking->take(asking->audit, r);
}

/* What pagesnap_read() says, or -EINTR. */
static int read_on(struct audit *a, struct pagesnap_session *s, struct asking *asking)
{
	int status = pagesnap_read(s, on_record, asking);

	if (interrupt_seen())
		return -EINTR;
	/* any other signal */
	return status == -EINTR ? 1 : status;
}

static int ask(struct audit *a, enum pagesnap_index_file which, const struct pagesnap_params *query,
	       struct asking *asking)
{
	struct progress at = { .amounts = kind_pages.amounts };
	struct pagesnap_session *s = NULL;
	int status = pagesnap_open(&s, which, NULL) ?: pagesnap_queue(s, query), err = 0;

	if (!status)
		status = 1;
	while (status > 0 && !err) {
		status = read_on(a, s, asking);
		err = said(counters_sample(&a->counters));
		progress_tick(&at);
	}
	if (status < 0 && status != -EINTR)
		say_lines(s && *pagesnap_message(s) ? pagesnap_message(s) : strerror(-status));
	pagesnap_close(s);
	return status < 0 ? status : err;
}

/* Files -------------------------------------------------------------------- */

static int take_file(struct audit *a, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_SB)
		snprintf(a->fstype, sizeof(a->fstype), "%.*s", (int)sizeof(a->fstype) - 1,
			 r->u->sb.fstype);
	if (r->u->rec.type != PAGESNAP_REC_FILE || !pagesnap_record_sums(r))
		return 0;
	return inventory_file(&a->inventory, a->fstype, &r->u->file);
}

static int walk_files(struct audit *a, const struct places *places)
{
	struct asking asking = { .audit = a, .take = take_file };
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

		asking.subject = subject;
		/* the kernel does not count huge pages as page cache */
		if (strcmp(subject, "type:hugetlbfs"))
			err = ask(a, PAGESNAP_SB, &query, &asking);
	}
	return err;
}

/* Frames ------------------------------------------------------------------- */

static int take_frames(struct audit *a, const struct pagesnap_record *r)
{
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
	struct asking asking = { .audit = a, .subject = "frames", .take = take_frames };

	counters_mark(&a->counters);
	return ask(a, PAGESNAP_PFN, &query, &asking);
}

/* What walks by file did not find ------------------------------------------ */

static int take_offlist(struct audit *a, const struct pagesnap_record *r)
{
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
	struct asking asking = { .audit = a, .subject = "frames", .take = take_offlist };
	size_t i;
	int err = 0;

	for (i = 0; i < a->inventory.devices.nr && !err; i++) {
		const struct inventory_part *d = a->inventory.devices.list[i];
		const struct pagesnap_params query = {
			.has_range = true, .start = d->pfn, .end = d->pfn + 1,
			.group = PAGESNAP_GROUP_PAGE, .frame_names = true,
		};

		if (!d->listed && d->books[BOOK_FILE])
			err = ask(a, PAGESNAP_PFN, &query, &asking);
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
		err = name_offlist(a);
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
