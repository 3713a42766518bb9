// SPDX-License-Identifier: GPL-2.0
/*
 * Streams of machines that there are not: make-fleet FOLDER MACHINES
 *
 * Makes FOLDER/mNNNNN/evening.snap and morning.snap of each, always the same: what du --save
 * would have saved of one filesystem.  Each machine has CONTAINERS containers with FILES files, and
 * one file that all of them are charged for, SHARED pages each.  Over night
 *	/pods/shop-cache	grows by GROWTH pages on each machine
 *	/pods/batch		by BURST pages on machine 7 alone, where it is the largest change
 *	others			by up to WOBBLE pages, or shrink by as much
 * The morning of each machine whose number leaves 3 when divided by 10 is cut off before the
 * answer's end, that of those which leave 5 has skipped an inode.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answer-internal.h"

#define CONTAINERS 12
#define FILES 5
#define SHARED 20
#define GROWTH 1000
#define BURST 5000
#define WOBBLE 100
#define MORNING (TIME_NS + 8 * 3600 * 1000000000ull)
#define MACHINE_OF_BURST 7
#define CGROUP_FIRST 1000

static const char *const containers[CONTAINERS] = {
	"shop-cache", "batch", "shop-web", "shop-db", "mail", "search", "logs", "metrics",
	"queue", "auth", "build", "backup",
};

/* As good as random, and always the same. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static void put_header(struct stream *s, unsigned int machine, bool morning)
{
	struct pagesnap_header h;
	size_t at = s->len;

	answer_header(s, "sb_index", 1);
	memcpy(&h, s->buf + at, sizeof(h));
	h.time_ns = morning ? MORNING : TIME_NS;
	snprintf(h.boot, sizeof(h.boot), "%08x-0000-4000-8000-000000000000", machine);
	memcpy(s->buf + at, &h, sizeof(h));
}

static void put_names(struct stream *s)
{
	struct pagesnap_cgroup c = { .rec = HEAD(CGROUP, c, 0) };
	unsigned int i;

	for (i = 0; i < CONTAINERS; i++) {
		c.ino = CGROUP_FIRST + i;
		memset(c.path, 0, sizeof(c.path));
		c.rec.len = offsetof(struct pagesnap_cgroup, path) +
			    ((snprintf(c.path, sizeof(c.path), "/pods/%s", containers[i]) + 8) & ~7);
		put(s, &c, c.rec.len);
	}
}

static void put_beginning(struct stream *s, bool morning)
{
	static const char text[] = "type:ext4 group=object format=binary";
	struct pagesnap_query_rec query = {
		.rec = HEAD(QUERY, query, PAGESNAP_RF_MORE), .q = 1, .line = 1,
		.group = PAGESNAP_GROUP_OBJECT, .text_len = strlen(text),
		.time_ns = morning ? MORNING : TIME_NS,
	};
	struct pagesnap_sb sb = {
		.rec = HEAD(SB, sb, 0), .q = 1, .dev_major = 254, .dev_minor = 2, .fstype = "ext4",
		.id = "vda2",
	};

	put(s, &query, sizeof(query));
	put_bytes(s, 1, text, strlen(text));
	put(s, &sb, sizeof(sb));
}

/* Pages of a file of a container, the planted ones of which grow. */
static uint64_t pages_of(unsigned int machine, unsigned int container, unsigned int nth, bool morning)
{
	const uint64_t seed = ((uint64_t)machine * CONTAINERS + container) * FILES + nth;
	uint64_t pages = 2 * WOBBLE + mixed(seed) % 4000;

	if (!morning || nth)
		return pages;
	if (container == 0)
		return pages + GROWTH;
	if (container == 1 && machine == MACHINE_OF_BURST)
		return pages + BURST;
	return pages + mixed(~seed) % (2 * WOBBLE + 1) - WOBBLE;
}

static void put_file(struct stream *s, uint64_t ino, uint64_t pages, const char *name,
		     const struct pagesnap_subtotal *shares, unsigned int nr)
{
	struct pagesnap_file file = {
		.rec = HEAD(FILE, file, PAGESNAP_RF_SUMS | PAGESNAP_RF_MORE), .q = 1,
		.dev_major = 254, .dev_minor = 2, .gen = 7, .ino = ino, .size = pages * 4096,
		.cached = pages, .nlink = 1, .mode = S_IFREG, .name_len = strlen(name),
		.nr_cgroups = nr, .droppable = pages / 2,
		.sums = { .pages = pages, .dirty = pages / 16, .evicted = ino % 7, .orders = { pages } },
	};
	char bytes[256 + sizeof(*shares) * CONTAINERS];

	memcpy(bytes, name, file.name_len);
	memcpy(bytes + file.name_len, shares, sizeof(*shares) * nr);
	put(s, &file, sizeof(file));
	put_bytes(s, 1, bytes, file.name_len + sizeof(*shares) * nr);
}

static void put_files(struct stream *s, unsigned int machine, bool morning)
{
	struct pagesnap_subtotal shares[CONTAINERS];
	unsigned int c, i;
	char name[128];

	for (c = 0; c < CONTAINERS; c++) {
		for (i = 0; i < FILES; i++) {
			snprintf(name, sizeof(name), "/var/lib/%s/data-%u", containers[c], i);
			shares[0].key = CGROUP_FIRST + c;
			shares[0].pages = pages_of(machine, c, i, morning);
			put_file(s, 100 + c * FILES + i, shares[0].pages, name, shares, 1);
		}
	}
	for (c = 0; c < CONTAINERS; c++)
		shares[c] = (struct pagesnap_subtotal){ CGROUP_FIRST + c, SHARED };
	put_file(s, UINT64_MAX - 10, SHARED * CONTAINERS, "/usr/lib/libc.so.6", shares, CONTAINERS);
}

static void make_stream(struct stream *s, unsigned int machine, bool morning)
{
	struct pagesnap_end end = { .rec = HEAD(END, end, 0), .q = 1, 
		.objects = CONTAINERS * FILES + 1, .us = 41 };

	s->len = 0;
	put_header(s, machine, morning);
	put_names(s);
	put_beginning(s, morning);
	put_files(s, machine, morning);
	if (morning && machine % 10 == 3)
		return;
	if (morning && machine % 10 == 5) {
		end.status = PAGESNAP_END_PARTIAL;
		end.skipped[PAGESNAP_WHY_FREEING] = 1;
	}
	put(s, &end, sizeof(end));
}

static void save(const struct stream *s, const char *folder, const char *name)
{
	char path[4096];
	FILE *to;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	to = fopen(path, "we");
	if (!to || fwrite(s->buf, 1, s->len, to) != s->len || fclose(to)) {
		perror(path);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	const unsigned int nr = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	struct stream s = { .buf = NULL };
	char folder[4000];
	unsigned int i;

	if (!nr) {
		fprintf(stderr, "usage: make-fleet FOLDER MACHINES\n");
		return 2;
	}
	for (i = 0; i < nr; i++) {
		snprintf(folder, sizeof(folder), "%s/m%05u", argv[1], i);
		if (mkdir(folder, 0777) && errno != EEXIST) {
			perror(folder);
			return 1;
		}
		make_stream(&s, i, false);
		save(&s, folder, "evening.snap");
		make_stream(&s, i, true);
		save(&s, folder, "morning.snap");
	}
	free(s.buf);
	return 0;
}
