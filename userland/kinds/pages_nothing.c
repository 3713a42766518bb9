// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: answers without any page
 *
 * What was named gets a row of zeros: a folder below which nothing is cached, a process
 * without memory.  (A file that was named has a record.)  Where rows are of something else
 * there is a sentence.  A frame that was named and is not there is a failure.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mounts.h"
#include "pages_nothing.h"
#include "pages_select.h"

#define PAGE_SHIFT 12

/* Rows --------------------------------------------------------------------- */

static void row_of_folder(struct kind_nothing *n, const char *text, const struct pagesnap_query *q)
{
	struct pagesnap_file *file = &n->object.file;
	struct pagesnap_diag diag;
	int len = pagesnap_query_path(q, text, n->name, sizeof(n->name), &diag);

	n->name_len = len < 0 ? 0 : strlen(n->name);
	*file = (struct pagesnap_file){
		.rec = { .len = sizeof(*file), .type = PAGESNAP_REC_FILE, .flags = PAGESNAP_RF_SUMS },
		.dev_major = PAGESNAP_UNKNOWN32, .dev_minor = PAGESNAP_UNKNOWN32,
		.ino = PAGESNAP_UNKNOWN, .size = PAGESNAP_UNKNOWN, .nlink = PAGESNAP_UNKNOWN32,
		.mode = S_IFDIR, .state = PAGESNAP_STATE_LIVE, .name_len = n->name_len,
	};
}

static void row_of_task(struct kind_nothing *n)
{
	struct pagesnap_vma *vma = &n->object.vma;

	n->name_len = 0;
	*vma = (struct pagesnap_vma){
		.rec = { .len = sizeof(*vma), .type = PAGESNAP_REC_VMA, .flags = PAGESNAP_RF_SUMS },
		.start = PAGESNAP_NONE, .end = PAGESNAP_NONE, .pgoff = PAGESNAP_NONE,
		.ino = PAGESNAP_NONE, .dev_major = PAGESNAP_NONE32, .dev_minor = PAGESNAP_NONE32,
	};
}

/**
 * pages_nothing() - make the row of an answer with nothing in it
 * @n: gets it, if there is one
 * @asked: what was asked
 */
void pages_nothing(struct kind_nothing *n, const struct kind_asked *asked)
{
	const struct pagesnap_select *s = pages_select(asked->sel);

	n->has_row = true;
	if (asked->which == PAGESNAP_TASK && asked->q->target == PAGESNAP_TARGET_PID)
		row_of_task(n);
	else if (asked->which == PAGESNAP_FILE && !s->min_pages && !s->parts)
		row_of_folder(n, asked->text, asked->q);
	else
		n->has_row = false;
}

/* Sentences ---------------------------------------------------------------- */

/* Of which there are never pages in the page cache. */
static bool has_no_cache(const char *fstype)
{
	static const char *const types[] = {
		"autofs", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs",
		"debugfs", "devpts", "efivarfs", "fusectl", "mqueue", "nfsd", "nsfs", "pipefs",
		"proc", "pstore", "rpc_pipefs", "securityfs", "selinuxfs", "smackfs", "sockfs",
		"sysfs", "tracefs",
	};
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (!strcmp(fstype, types[i]))
			return true;
	return false;
}

/* Type of the filesystem that @path is on, "" if it is unknown. */
static void type_of(const char *path, char *fstype, size_t size)
{
	struct mounts *mounts = mounts_read();
	char *real = mounts ? realpath(path, NULL) : NULL;
	const struct mount *m = NULL;

	if (real)
		m = mounts_of(mounts, real, strcmp(real, "/") ? strlen(real) : 0);
	snprintf(fstype, size, "%s", m ? m->fstype : "");
	free(real);
	mounts_free(mounts);
}

/**
 * pages_say_no_cache() - say why nothing of a filesystem is cached
 * @n: gets a sentence
 * @asked: what was asked
 *
 * What another machine has saved says nothing of the mounts here.
 */
void pages_say_no_cache(struct kind_nothing *n, const struct kind_asked *asked)
{
	const struct pagesnap_query *q = asked->q;
	char fstype[64] = "", path[4096];
	struct pagesnap_diag diag;

	if (q->has_type)
		snprintf(fstype, sizeof(fstype), "%.*s", (int)q->type.len,
			 asked->text + q->type.off);
	else if (!asked->saved &&
		 pagesnap_query_path(q, asked->text, path, sizeof(path), &diag) >= 0)
		type_of(path, fstype, sizeof(fstype));
	if (has_no_cache(fstype))
		snprintf(n->says, sizeof(n->says), "%s has no page cache", fstype);
	else
		snprintf(n->says, sizeof(n->says), "nothing of it is cached");
}

/**
 * pages_say_no_frames() - say that there are no such frames
 * @n: gets a sentence; what was named isn't there
 * @asked: what was asked
 * @phys: they were named by their addresses, also where that is not said
 */
void pages_say_no_frames(struct kind_nothing *n, const struct kind_asked *asked, bool phys)
{
	const struct pagesnap_query *q = asked->q;
	uint64_t frame = q->start >> PAGE_SHIFT;
	bool named = phys || !strncmp(asked->origin, "phys:", strlen("phys:"));

	/* there is a first frame, or at least a hole */
	if (!q->start)
		return;
	n->failed = true;
	if (named)
		snprintf(n->says, sizeof(n->says), "beyond memory: frame 0x%" PRIx64,
			 (uint64_t)q->start);
	else if (frame)
		snprintf(n->says, sizeof(n->says),
			 "beyond memory; is this an address? frame 0x%" PRIx64, frame);
	else
		snprintf(n->says, sizeof(n->says), "beyond memory");
}

static void say_no_mapping(struct kind_nothing *n, const struct pagesnap_query *q)
{
	if (q->end >= UINT64_MAX >> PAGE_SHIFT)
		snprintf(n->says, sizeof(n->says), "nothing is mapped from address 0x%" PRIx64 " on",
			 (uint64_t)q->start << PAGE_SHIFT);
	else
		snprintf(n->says, sizeof(n->says), "no page is mapped at addresses %" PRIx64 "-%" PRIx64,
			 (uint64_t)q->start << PAGE_SHIFT, (uint64_t)q->end << PAGE_SHIFT);
}

/* Where the only one is the client itself, that is said of what was passed over. */
static void say_no_process(struct kind_nothing *n, const struct pagesnap_end *end)
{
	if (!end->skipped[PAGESNAP_WHY_SELF])
		snprintf(n->says, sizeof(n->says), "no process with memory");
}

/**
 * pages_say_nothing() - say that nothing is at the frames or addresses that were named
 * @n: gets a sentence, if there is one to say
 * @asked: what was asked
 */
void pages_say_nothing(struct kind_nothing *n, const struct kind_asked *asked)
{
	if (asked->which == PAGESNAP_PFN)
		pages_say_no_frames(n, asked, false);
	else if (asked->which == PAGESNAP_TASK && asked->q->target != PAGESNAP_TARGET_PID)
		say_no_process(n, asked->end);
	else if (asked->which == PAGESNAP_TASK && asked->q->has_range)
		say_no_mapping(n, asked->q);
}
