// SPDX-License-Identifier: GPL-2.0
/*
 * A filesystem that changes: its files are the lines of the file $FAKE_WORLD, as they are when it
 * is asked: INODE PAGES DIRTY EVICTED CGROUP NAME, any bytes to the end of the line.
 * With $FAKE_SHARED half of each file is charged to the cgroup with this inode.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include <linux/pagesnap/pages.h>

#include "answer-internal.h"

static void put_world_file(struct stream *s, struct asked *a, char *line)
{
	struct pagesnap_file file = {
		.rec = HEAD(FILE, file, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE), .q = a->q,
		.dev_major = 254, .dev_minor = a->dev, .gen = 7, .nlink = 1, .mode = S_IFREG,
		.state = PAGESNAP_STATE_LIVE, .nr_cgroups = 1,
	};
	struct pagesnap_subtotal cgroup, other = { 0, 0 };
	struct pagesnap_sums *sums = &file.sums;
	const char *shared = getenv("FAKE_SHARED");
	char bytes[2 * sizeof(cgroup) + 4096];
	int at = 0;

	if (sscanf(line, "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 " %n",
		   (uint64_t *)&file.ino, (uint64_t *)&sums->pages, (uint64_t *)&sums->dirty,
		   (uint64_t *)&sums->evicted, (uint64_t *)&cgroup.key, &at) != 5)
		abort();
	line[strcspn(line, "\n")] = '\0';
	file.name_len = strlen(line + at);
	file.cached = cgroup.pages = sums->orders[0] = sums->pages;
	file.size = sums->pages * 4096;
	memcpy(bytes, line + at, file.name_len);
	if (shared) {
		other.key = strtoull(shared, NULL, 10);
		other.pages = cgroup.pages / 2;
		cgroup.pages -= other.pages;
		file.nr_cgroups = 2;
	}
	memcpy(bytes + file.name_len, &cgroup, sizeof(cgroup));
	memcpy(bytes + file.name_len + sizeof(cgroup), &other, sizeof(other));
	put(s, &file, sizeof(file));
	put_bytes(s, a->q, bytes, file.name_len + file.nr_cgroups * sizeof(cgroup));
	a->end.objects++;
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES] += sums->pages;
}

/* As long as it takes to look at a large machine. */
static void burn(void)
{
	const char *ms = getenv("FAKE_BURN");
	clock_t end = clock() + (ms ? atol(ms) : 0) * (CLOCKS_PER_SEC / 1000);

	while (clock() < end)
		;
}

/**
 * put_world() - answer about files
 * @s: stream
 * @a: what was asked: type:ext4, or a folder; of other types there are none
 *
 * With FAKE_BURN=MS that takes so long a time of a processor.
 */
void put_world(struct stream *s, struct asked *a)
{
	FILE *world = fopen(getenv("FAKE_WORLD"), "re");
	char *line = NULL;
	size_t size = 0;

	if (memmem(a->path, a->path_len, "type:", 5) && !is_path(a, "type:ext4"))
		return;
	burn();
	while (world && getline(&line, &size, world) > 0)
		put_world_file(s, a, line);
	free(line);
	if (world)
		fclose(world);
}
