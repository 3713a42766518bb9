// SPDX-License-Identifier: GPL-2.0
/*
 * A filesystem that changes: its files are the lines of the file $FAKE_WORLD, as they are when it
 * is asked: INODE PAGES DIRTY EVICTED CGROUP NAME, any bytes to the end of the line.
 * With $FAKE_SHARED half of each file is charged to the cgroup with this inode.
 *
 * With changed= files whose lines are the same are told of by their numbers; with $FAKE_LIES
 * these are numbers that no file has.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <linux/pagesnap/pages.h>

#include "answer-internal.h"

#define FILES 100

/**
 * struct told - files that a session was told of
 * @session: which
 * @next: number of the next one
 * @lines: of each, as it was
 * @numbers: of each
 * @nr: how many
 * @same: those that are the same, and were not said by now
 */
struct told {
	uint64_t session;
	uint64_t next;
	char *lines[FILES];
	uint64_t numbers[FILES];
	size_t nr;
	struct pagesnap_same same;
};

static struct told told;

static void begin_told(uint64_t session)
{
	if (told.session == session)
		return;
	while (told.nr)
		free(told.lines[--told.nr]);
	told = (struct told){ .session = session };
}

static void put_same(struct stream *s)
{
	if (told.same.nr)
		put(s, &told.same, sizeof(told.same));
	told.same.nr = 0;
}

/* Where it is in what was told: a place of its own, if it was not. */
static size_t find_told(const char *line)
{
	size_t i = 0;

	while (i < told.nr && strtoull(told.lines[i], NULL, 10) != strtoull(line, NULL, 10))
		i++;
	if (i == FILES)
		abort();
	return i;
}

/* Is it as it was told of from number @changed on?  The next number is its own in any case. */
static bool is_same(struct stream *s, const struct asked *a, const char *line, uint64_t changed)
{
	size_t i = find_told(line);
	bool known = i < told.nr, same = known && told.numbers[i] >= changed && !strcmp(told.lines[i], line);
	uint64_t from = known ? told.numbers[i] : 0;

	if (!same || from != told.same.from + told.same.nr)
		put_same(s);
	if (same && !told.same.nr)
		told.same = (struct pagesnap_same){
			.rec = HEAD(SAME, told.same, 0), .q = a->q, .dev_major = 254,
			.dev_minor = a->dev, .from = from + (getenv("FAKE_LIES") ? 1000 : 0),
		};
	told.same.nr += same;
	if (known)
		free(told.lines[i]);
	told.nr += !known;
	told.lines[i] = strdup(line);
	told.numbers[i] = told.next++;
	return same;
}

static void put_world_file(struct stream *s, struct asked *a, char *line)
{
	const char *changed = find(a, " changed=");
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
	a->end.objects++;
	a->end.records++;
	a->end.counters[PAGESNAP_COUNT_PAGES] += sums->pages;
	if (changed && is_same(s, a, line, strtoull(changed + strlen(" changed="), NULL, 10)))
		return;
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
 * With FAKE_BURN=MS that takes so long a time of a processor; with $FAKE_HOLD it comes when that
 * file is there.
 */
void put_world(struct stream *s, struct asked *a)
{
	FILE *world = fopen(getenv("FAKE_WORLD"), "re");
	char *line = NULL;
	size_t size = 0;

	if (memmem(a->path, a->path_len, "type:", 5) && !is_path(a, "type:ext4"))
		return;
	burn();
	be_held();
	begin_told(s->session);
	while (world && getline(&line, &size, world) > 0)
		put_world_file(s, a, line);
	put_same(s);
	free(line);
	if (world)
		fclose(world);
}
