// SPDX-License-Identifier: GPL-2.0
/* Mounts are found by an index as by a look at each of them. */
#include <unistd.h>

#include "unit.h"

#include "base/mount_index.h"

#define MOUNTS 200

/* As a walk from mount to mount finds it. */
static const struct mount *slow_on(const struct mounts *m, const struct mount *on,
				   const char *path, size_t len)
{
	const struct mount *found = NULL;
	size_t i;

	for (i = 0; i < m->nr; i++) {
		const struct mount *child = &m->list[i];

		if (child == on || child->parent != on->id ||
		    !mounts_above(child->point, child->point_len, path, len))
			continue;
		if (!found || child->point_len < found->point_len)
			found = child;
	}
	return found;
}

static const struct mount *slow_of_sb(const struct mounts *m, size_t from, unsigned int minor)
{
	for (; from < m->nr; from++)
		if (m->list[from].major == 8 && m->list[from].minor == minor)
			return &m->list[from];
	return NULL;
}

/* Few folders and few names, so that mounts hide each other. */
static size_t random_path(char *path)
{
	size_t len = 0;
	u32 n;

	for (n = pick(5); n; n--)
		len += sprintf(path + len, "/%.*s", (int)pick(2) + 1, pick(2) ? "ab" : "ba");
	return len;
}

static struct mounts *random_mounts(void)
{
	char file[] = "/tmp/test-mounts.XXXXXX", path[64];
	struct mounts *m;
	FILE *f = fdopen(mkstemp(file), "w");
	unsigned int i;

	if (!f)
		ktap_die("mkstemp");
	fprintf(f, "1 0 8:0 / / rw - ext4 /dev/a rw\n");
	for (i = 2; i < MOUNTS; i++) {
		path[random_path(path)] = '\0';
		fprintf(f, "%u %u 8:%u / %s rw - ext4 /dev/a rw\n", i, 1 + pick(i), pick(20),
			*path ? path : "/");
	}
	fclose(f);
	setenv("PAGESNAP_MOUNTINFO", file, 1);
	m = mounts_read();
	unlink(file);
	if (!m)
		ktap_die("mounts_read");
	return m;
}

static void test_walk(const struct mounts *m)
{
	u32 tries = 2000, wrong = 0, found = 0;
	char path[64];

	while (tries--) {
		const struct mount *on = &m->list[pick(m->nr)], *slow;
		size_t len = random_path(path);
		char *copy = exact(path, len);

		slow = slow_on(m, on, copy, len);
		found += slow != NULL;
		wrong += mount_index_on(m, on, copy, len) != slow;
		free(copy);
	}
	ktap_ok(found > 100, "some walks come to a mount");
	ktap_equal(wrong, 0, "walks come to the mount that a look at each finds");
}

static void test_sb(const struct mounts *m)
{
	u32 minor, wrong = 0;

	for (minor = 0; minor < 25; minor++) {
		const struct mount *one = mounts_first_of_sb(m, 8, minor), *slow;

		slow = slow_of_sb(m, 0, minor);
		while (one && one == slow) {
			slow = slow_of_sb(m, slow - m->list + 1, minor);
			one = mounts_next_of_sb(one);
		}
		wrong += one != slow;
	}
	ktap_equal(wrong, 0, "mounts of a superblock come in the order of the list");
}

int main(void)
{
	struct mounts *m = random_mounts();

	test_walk(m);
	test_sb(m);
	mounts_free(m);
	return ktap_end();
}
