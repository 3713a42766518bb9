// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "spill.h"

/* A file that is gone when nobody has it open. */
static int open_file(void)
{
	const char *folder = secure_getenv("TMPDIR");
	char *path;
	int fd;

	if (asprintf(&path, "%s/pagesnap.XXXXXX", folder && *folder ? folder : "/var/tmp") < 0)
		return -ENOMEM;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		fd = -errno;
	else
		unlink(path);
	free(path);
	return fd;
}

static int begin(struct trace_spill *s)
{
	if (s->buffer)
		return 0;
	s->buffer = reallocarray(NULL, TRACE_SPILL_BUFFER, sizeof(*s->buffer));
	if (!s->buffer)
		return -ENOMEM;
	s->fd = open_file();
	return s->fd < 0 ? s->fd : 0;
}

static int flush(struct trace_spill *s)
{
	const char *from = (const char *)s->buffer;
	size_t left = s->filled * sizeof(*s->buffer);

	while (left) {
		ssize_t n = write(s->fd, from, left);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			from += n;
			left -= (size_t)n;
		}
	}
	s->filled = 0;
	return 0;
}

int trace_spill_add(struct trace_spill *s, const struct trace_key *page)
{
	const struct trace_entry *e = trace_table_find(&s->pages, page);
	uint32_t number = e ? (uint32_t)e->value : (uint32_t)s->pages.nr;
	int err = begin(s);

	if (!err && !e)
		err = number < TRACE_NO_PAGE ? trace_table_set(&s->pages, page, number) : -E2BIG;
	if (!err && s->filled == TRACE_SPILL_BUFFER)
		err = flush(s);
	if (err)
		return err;
	s->buffer[s->filled++] = number;
	s->nr++;
	return 0;
}

/* Room for what OPT wants to know, in a file of its own.  NULL with errno. */
static uint64_t *map_nexts(const struct trace_numbers *refs)
{
	int fd = open_file(), err;
	void *nexts = MAP_FAILED;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	/* what has no room on the disk is an error here, and not a signal later */
	err = posix_fallocate(fd, 0, (off_t)(refs->nr * sizeof(uint64_t)));
	errno = err;
	if (!err)
		nexts = mmap(NULL, refs->nr * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED,
			     fd, 0);
	close(fd);
	return nexts == MAP_FAILED ? NULL : nexts;
}

static int simulate_sizes(enum trace_policy policy, const struct trace_numbers *refs,
			  const uint64_t *nexts, const uint64_t *sizes, size_t nr,
			  struct simulate_line *lines)
{
	int err = 0;

	for (size_t i = 0; i < nr && !err; i++) {
		uint64_t size = sizes[i] < refs->pages ? sizes[i] : refs->pages;

		lines[i] = (struct simulate_line){ trace_policy_words[policy], sizes[i], refs->nr,
						   0 };
		err = trace_simulate(policy, (uint32_t)size, refs, nexts, &lines[i].misses);
	}
	return err;
}

static int simulate_policies(const struct trace_numbers *refs, const enum trace_policy *policies,
			     size_t nr_policies, const uint64_t *sizes, size_t nr,
			     struct simulate_line *lines)
{
	uint64_t *nexts = NULL;
	int err = 0;

	for (size_t i = 0; i < nr_policies && !err; i++) {
		if (policies[i] == TRACE_OPT && !nexts) {
			nexts = map_nexts(refs);
			err = nexts ? trace_nexts(refs, nexts) : -errno;
		}
		err = err ?: simulate_sizes(policies[i], refs, nexts, sizes, nr, lines + i * nr);
	}
	if (nexts)
		munmap(nexts, refs->nr * sizeof(*nexts));
	return err;
}

int trace_spill_simulate(struct trace_spill *s, const enum trace_policy *policies,
			 size_t nr_policies, const uint64_t *sizes, size_t nr,
			 struct simulate_line *lines)
{
	struct trace_numbers refs = { .nr = s->nr, .pages = (uint32_t)s->pages.nr };
	size_t len = s->nr * sizeof(*refs.list);
	void *list;
	int err;

	if (!s->nr) {
		for (size_t i = 0; i < nr_policies * nr; i++)
			lines[i] = (struct simulate_line){ trace_policy_words[policies[i / nr]],
							   sizes[i % nr], 0, 0 };
		return 0;
	}
	err = flush(s);
	if (err)
		return err;
	list = mmap(NULL, len, PROT_READ, MAP_SHARED, s->fd, 0);
	if (list == MAP_FAILED)
		return -errno;
	refs.list = list;
	err = simulate_policies(&refs, policies, nr_policies, sizes, nr, lines);
	munmap(list, len);
	return err;
}

void trace_spill_free(struct trace_spill *s)
{
	if (s->buffer && s->fd >= 0)
		close(s->fd);
	free(s->buffer);
	trace_table_free(&s->pages);
	*s = (struct trace_spill){ .fd = -1 };
}
