// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: classes
 *
 * Their names are those that memory prints.  All classes have a series, also of nothing: so none
 * comes and goes.  Their parts have none: these are names of processes and files, any number.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "classes.h"
#include "commands/memory/screen.h"
#include "look.h"
#include "render/metrics/label.h"
#include "render/metrics/text.h"

/**
 * struct walk - rows of memory on their way
 * @m: where to
 * @name: of the family
 * @block: the rows that are meant
 * @key: of the label, NULL for none
 */
struct walk {
	struct metrics *m;
	const char *name;
	enum memory_block block;
	const char *key;
};

static int take(void *ctx, const struct memory_line *line)
{
	const struct walk *w = ctx;
	uint64_t bytes = line->pages * sysconf(_SC_PAGESIZE);
	char labels[128] = "";

	if (line->block != w->block)
		return 0;
	if (w->key)
		snprintf(labels, sizeof(labels), "{%s=\"%s\"}", w->key, line->what);
	metrics_sample(w->m, w->name, labels, bytes);
	return 0;
}

static void write_block(const struct export_look *l, struct walk *w, const char *help)
{
	static const struct files none;
	const struct screen screen = {
		.census = &l->census, .system = &l->system, .files = &none, .all = true,
		.page_size = sysconf(_SC_PAGESIZE), .take = take, .ctx = w,
	};

	metrics_family(w->m, w->name, "bytes", help);
	screen_show(&screen);
}

/* States of folios, of classes that have some --------------------------------------------- */

enum state { DIRTY, WRITEBACK, MAPPED, MLOCKED, HUGE, STATES };

static uint64_t pages_in(const struct census_kind *k, enum state state)
{
	const uint64_t pages[STATES] = {
		[DIRTY] = k->dirty, [WRITEBACK] = k->writeback, [MAPPED] = k->mapped,
		[MLOCKED] = k->mlocked, [HUGE] = k->huge,
	};

	return pages[state];
}

static const struct {
	const char *name;
	const char *help;
} states[STATES] = {
	[DIRTY] = { "pagesnap_memory_dirty_bytes", "Of a class, pages of dirty folios." },
	[WRITEBACK] = { "pagesnap_memory_writeback_bytes",
			"Of a class, pages of folios that are being written." },
	[MAPPED] = { "pagesnap_memory_mapped_bytes",
		     "Of a class, pages of folios that some page table maps." },
	[MLOCKED] = { "pagesnap_memory_mlocked_bytes",
		      "Of a class, pages of folios that are locked in memory." },
	[HUGE] = { "pagesnap_memory_huge_bytes", "Of a class, huge pages." },
};

static void write_state(const struct export_look *l, enum state state, struct metrics *m)
{
	static const struct {
		const char *labels;
		uint32_t kinds[2];
	} classes[] = {
		{ "{class=\"file cache\"}", { PAGESNAP_KIND_FILE } },
		{ "{class=\"anonymous\"}", { PAGESNAP_KIND_ANON, PAGESNAP_KIND_KSM } },
		{ "{class=\"shared memory, tmpfs\"}", { PAGESNAP_KIND_SHMEM } },
	};
	const struct census_kind *kinds = l->census.kinds;
	size_t i;

	metrics_family(m, states[state].name, "bytes", states[state].help);
	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		uint64_t pages = pages_in(&kinds[classes[i].kinds[0]], state);

		if (classes[i].kinds[1])
			pages += pages_in(&kinds[classes[i].kinds[1]], state);
		metrics_sample(m, states[state].name, classes[i].labels,
			       pages * sysconf(_SC_PAGESIZE));
	}
}

/**
 * export_classes_write() - append all frames by class
 * @l: look with frames
 * @m: where to
 */
void export_classes_write(const struct export_look *l, struct metrics *m)
{
	struct walk classes = { m, "pagesnap_memory_class_bytes", MEMORY_CLASS, "class" };
	struct walk total = { m, "pagesnap_memory_total_bytes", MEMORY_TOTAL, NULL };
	struct walk reserved = { m, "pagesnap_memory_reserved_bytes", MEMORY_RESERVED, "part" };
	enum state state;

	write_block(l, &classes, "All frames of MemTotal, each in one class.");
	write_block(l, &total, "MemTotal, which is the sum of all classes.");
	write_block(l, &reserved, "Frames that MemTotal leaves out.");
	for (state = 0; state < STATES; state++)
		write_state(l, state, m);
}
