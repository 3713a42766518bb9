// SPDX-License-Identifier: GPL-2.0
/*
 * Random valid queries: every subject that the churners keep moving, all
 * groupings, and any mix of the options in docs/query.md.
 */
#include <stdarg.h>
#include <unistd.h>

#include "ask.h"
#include "pagesnap-read.h"

static const struct {
	const char *name;
	uint64_t bit;
} flags[] = {
	{ "dirty", PS_DIRTY }, { "lru", PS_LRU }, { "mmap", PS_MMAP }, { "active", PS_ACTIVE },
	{ "writeback", PS_WRITEBACK }, { "uptodate", PS_UPTODATE }, { "anon", PS_ANON },
	{ "swapbacked", PS_SWAPBACKED }, { "thp", PS_THP }, { "unevictable", PS_UNEVICTABLE },
	{ "mlocked", PS_MLOCKED }, { "slab", PS_SLAB }, { "buddy", PS_BUDDY },
	{ "referenced", PS_REFERENCED }, { "swapcache", PS_SWAPCACHE }, { "locked", PS_LOCKED },
	{ "pgtable", PS_PGTABLE }, { "ksm", PS_KSM }, { "huge", PS_HUGE },
	{ "compound_head", PS_HEAD }, { "compound_tail", PS_TAIL },
};
#define FLAGS		(sizeof(flags) / sizeof(*flags))
/* Without those that need group=page. */
#define PLAIN_FLAGS	(FLAGS - 2)

static const char *const groups[] = { "run", "page", "object", "total" };

void ask_add(struct ask *a, const char *format, ...)
{
	size_t len = strlen(a->text);
	va_list args;

	va_start(args, format);
	if (vsnprintf(a->text + len, sizeof(a->text) - len, format, args) >=
	    (int)(sizeof(a->text) - len))
		ktap_die("query is too long for the stress");
	va_end(args);
}

void ask_init(struct ask *a, enum pagesnap_index_file which, const char *subject)
{
	memset(a, 0, sizeof(*a));
	a->which = which;
	a->group = PAGESNAP_GROUP_RUN;
	a->mask = ~PS_LOCKED;
	a->end = UINT64_MAX;
	a->node = -1;
	a->max_order = PAGESNAP_ORDERS - 1;
	ask_add(a, "%s", subject);
}

void ask_group(struct ask *a, uint32_t group)
{
	a->group = group;
	ask_add(a, " group=%s", groups[group]);
}

bool ask_wants_gaps(const struct ask *a)
{
	return !a->all && !a->none && !a->any && a->node < 0 && !a->cgroup && !a->has_order;
}

/* Subjects ------------------------------------------------------------------ */

static const char *const mounts[] = {
	"ext4", "xfs", "btrfs", "tmpfs", "overlay", "fuse", "bind", "hugetlbfs",
};
#define MOUNT_KINDS (sizeof(mounts) / sizeof(*mounts))

static void random_file(char *path, size_t size)
{
	switch (rnd(8)) {
	case 0:
	case 1:
		snprintf(path, size, FILES_TMPFS "/f%u", rnd(NR_FILES));
		break;
	case 2:
	case 3:
		snprintf(path, size, FILES_DISK "/f%u", rnd(NR_FILES));
		break;
	case 4:
		snprintf(path, size, "%s", shared->held[rnd(HELD)].path);
		break;
	case 5:
		snprintf(path, size, one_in(2) ? "/bin/bash" : POOL "/no such file");
		break;
	default:
		snprintf(path, size, MOUNTS "/%s/f%u", mounts[rnd(MOUNT_KINDS)], rnd(4));
		break;
	}
	if (!*path)
		strcpy(path, "/etc/passwd");
}

static void random_place(char *path, size_t size)
{
	static const char *const fixed[] = {
		"/", FILES_TMPFS, POOL, "/dev", "/dev/shm", "/sys/kernel/tracing", "/proc",
	};

	if (one_in(2))
		snprintf(path, size, "%s", fixed[rnd(sizeof(fixed) / sizeof(*fixed))]);
	else
		snprintf(path, size, MOUNTS "/%s", mounts[rnd(MOUNT_KINDS)]);
}

static pid_t random_pid(void)
{
	switch (rnd(8)) {
	case 0:
		return getpid();
	case 1:
		return 1;
	case 2:
		return shared->held[rnd(HELD)].pid ?: 2;
	default:
		return shared->victims[rnd(VICTIMS)] ?: getppid();
	}
}

/* A path in one of the ways to write it. */
static void add_path(struct ask *a, const char *path)
{
	if (strchr(path, ' ') || one_in(3))
		ask_add(a, "%s", ps_quote(path));
	else
		ask_add(a, "%s", path);
}

static void add_range(struct ask *a, uint64_t start, uint64_t end)
{
	unsigned long long s = start, e = end;

	a->start = start;
	a->end = end;
	switch (rnd(4)) {
	case 0:
		ask_add(a, " %llu %llu", s, e);
		break;
	case 1:
		ask_add(a, " 0x%llx+%llu", s, e - s);
		break;
	case 2:
		ask_add(a, " 0x%llX 0x%llx", s, e);
		break;
	default:
		if (a->which == PAGESNAP_TASK)
			ask_add(a, " addr=%llx-%llx", s << 12, e << 12);
		else
			ask_add(a, "\t%llu  %llu", s, e);
	}
}

static void subject_pfn(struct ask *a)
{
	uint64_t nr = rnd(a->group == PAGESNAP_GROUP_PAGE ? 8192 : 65536);
	uint64_t start = rnd(shared->frames), hot = shared->hot;

	/* Around memory that goes offline. */
	if (hot && one_in(2)) {
		start = hot - rnd(1000);
		nr = shared->hot_pages + rnd(2000);
	}
	ask_init(a, a->which, "");
	if (one_in(12)) {
		ask_add(a, "0-");
	} else if (one_in(8)) {
		a->start = start;
		a->end = start + 1;
		ask_add(a, "%llu", (unsigned long long)start);
	} else {
		add_range(a, start, start + nr);
		/* A line may not begin with a blank here: a query is compared with its echo. */
		memmove(a->text, a->text + 1, strlen(a->text));
	}
}

static void subject_file(struct ask *a)
{
	char path[128];
	uint64_t start = rnd(FILE_PAGES);

	ask_init(a, a->which, "");
	if (one_in(6)) {
		random_place(path, sizeof(path));
		add_path(a, path);
		a->dir = true;
		return;
	}
	random_file(path, sizeof(path));
	add_path(a, path);
	if (one_in(3)) {
		add_range(a, start, start + rnd(FILE_PAGES));
	} else if (one_in(8)) {
		a->start = start;
		ask_add(a, " %llu-", (unsigned long long)start);
	}
}

static void subject_sb(struct ask *a)
{
	static const char *const types[] = {
		"ext4", "xfs", "btrfs", "tmpfs", "overlay", "fuse", "hugetlbfs", "bdev", "nosuch",
	};
	char path[128];

	ask_init(a, a->which, "");
	if (one_in(4)) {
		ask_add(a, "type:%s", types[rnd(sizeof(types) / sizeof(*types))]);
		a->type = true;
		return;
	}
	random_place(path, sizeof(path));
	add_path(a, path);
}

static void subject_task(struct ask *a)
{
	uint64_t start = (uint64_t)AREA / ST_PAGE + rnd(AREA_PAGES);

	ask_init(a, a->which, "");
	ask_add(a, "%d", random_pid());
	if (one_in(3))
		add_range(a, start, start + 1 + rnd(AREA_PAGES));
}

/* Options --------------------------------------------------------------------- */

static void option_flags(struct ask *a)
{
	unsigned int nr = 1 + rnd(2), usable = a->group == PAGESNAP_GROUP_PAGE ? FLAGS : PLAIN_FLAGS;
	const char *lead = " flags=";

	while (nr--) {
		unsigned int i = rnd(usable);
		bool exclude = one_in(2);

		if ((a->all | a->none) & flags[i].bit)
			continue;
		*(exclude ? &a->none : &a->all) |= flags[i].bit;
		ask_add(a, "%s%s%s", lead, exclude ? "-" : "", flags[i].name);
		lead = ",";
	}
}

static void option_any(struct ask *a)
{
	unsigned int i = rnd(PLAIN_FLAGS), j = rnd(PLAIN_FLAGS);

	a->any = flags[i].bit | flags[j].bit;
	ask_add(a, " any=%s,%s", flags[i].name, flags[j].name);
}

static void option_mask(struct ask *a)
{
	unsigned int i = rnd(FLAGS), j = rnd(FLAGS);

	a->mask = flags[i].bit | flags[j].bit;
	switch (rnd(3)) {
	case 0:
		ask_add(a, " mask=%s,%s", flags[i].name, flags[j].name);
		break;
	case 1:
		ask_add(a, " mask=0x%llx", (unsigned long long)a->mask);
		break;
	default:
		ask_add(a, " mask=-%s,-%s", flags[i].name, flags[j].name);
		a->mask = ~a->mask;
	}
}

static void option_order(struct ask *a)
{
	a->has_order = true;
	a->min_order = rnd(3);
	ask_add(a, " min-order=%u", a->min_order);
	if (one_in(2)) {
		a->max_order = a->min_order + rnd(10);
		ask_add(a, " max-order=%u", a->max_order);
	}
}

static void option_cgroup(struct ask *a)
{
	a->cgroup = shared->cgroup;
	if (a->cgroup)
		ask_add(a, " cgroup=%llu", (unsigned long long)a->cgroup);
}

static void option_other(struct ask *a)
{
	bool files = a->which == PAGESNAP_FILE || a->which == PAGESNAP_SB;

	switch (rnd(6)) {
	case 0:
		a->node = rnd(shared->nodes + 1);
		ask_add(a, " node=%d", a->node);
		break;
	case 1:
		a->limit = 1 + rnd(100);
		ask_add(a, " limit=%llu", (unsigned long long)a->limit);
		break;
	case 2:
		if (!files)
			break;
		a->min_pages = rnd(64);
		ask_add(a, " min-pages=%llu", (unsigned long long)a->min_pages);
		break;
	case 3:
		if (a->which == PAGESNAP_SB || a->which == PAGESNAP_FILE)
			ask_add(a, " part=%u/3", 1 + rnd(3));
		break;
	case 4:
		/* names of frames are looked up by the frame, and only if asked for */
		ask_add(a, " names=%u", a->which == PAGESNAP_PFN &&
			a->group <= PAGESNAP_GROUP_PAGE);
		break;
	default:
		snprintf(a->tag, sizeof(a->tag), "tag-%u", rnd(100000));
		ask_add(a, " tag=%s", a->tag);
	}
}

static void options(struct ask *a)
{
	static void (*const all[])(struct ask *) = {
		option_flags, option_any, option_mask, option_order, option_cgroup, option_other,
	};
	unsigned int first = rnd(6), i;

	if (one_in(2))
		return;
	for (i = 0; i < 6; i++)
		if (one_in(4))
			all[(first + i) % 6](a);
}

void ask_random(struct ask *a, enum pagesnap_index_file which)
{
	static void (*const subjects[])(struct ask *) = {
		[PAGESNAP_PFN] = subject_pfn, [PAGESNAP_FILE] = subject_file,
		[PAGESNAP_SB] = subject_sb, [PAGESNAP_TASK] = subject_task,
	};
	uint32_t group = rnd(4);

	a->which = which;
	a->group = group;
	subjects[which](a);
	if (group != PAGESNAP_GROUP_RUN || one_in(4))
		ask_group(a, group);
	options(a);
	if (one_in(40)) {
		a->bad = true;
		ask_add(a, " frobs");
	}
}
