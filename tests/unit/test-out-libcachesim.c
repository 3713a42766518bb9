// SPDX-License-Identifier: GPL-2.0
/* A trace for libCacheSim: which page is which object, and when it is requested again. */
#include <stdlib.h>

#include "unit.h"
#include "render/trace/libcachesim.h"

#define REQUEST 24

static u64 field(const char *requests, size_t nth, size_t at, size_t size)
{
	u64 value = 0;

	memcpy(&value, requests + nth * REQUEST + at, size);
	return value;
}

static u64 object(const char *requests, size_t nth)
{
	return field(requests, nth, 4, 8);
}

static int64_t next(const char *requests, size_t nth)
{
	return (int64_t)field(requests, nth, 16, 8);
}

static void add(struct libcachesim *l, u64 space, u64 vpn, struct trace_map *map, u64 page, u64 ns)
{
	const struct trace_reference ref = {
		.time_ns = ns, .vpn = vpn, .space = space, .map = map, .file_page = page,
	};

	if (libcachesim_add(l, &ref))
		ktap_die("libcachesim_add");
}

static char *written(struct libcachesim *l, size_t *len)
{
	char *buf;
	FILE *to = open_memstream(&buf, len);

	if (!to || libcachesim_write(l, to) || fclose(to))
		ktap_die("libcachesim_write");
	return buf;
}

static void test_objects(void)
{
	struct trace_map file = { .number = 1, .file = 1 }, anon = { .number = 2 };
	struct libcachesim l;
	size_t len;
	char *r;

	if (libcachesim_begin(&l, 12))
		ktap_die("tmpfile");
	add(&l, 1, 100, &file, 7, 5000000000);
	add(&l, 1, 200, &anon, 0, 5500000000);
	add(&l, 2, 300, &file, 7, 6100000000);
	add(&l, 2, 200, &anon, 0, 7000000000);
	add(&l, 1, 200, &anon, 0, 4900000000);
	add(&l, 1, 200, NULL, 0, 8000000000);
	r = written(&l, &len);
	ktap_equal(len, 6 * REQUEST, "a request has 24 bytes");
	ktap_ok(object(r, 0) == 1 && object(r, 2) == 1,
		"a page of a file is one object, whoever maps it");
	ktap_ok(object(r, 1) == 2 && object(r, 3) == 3,
		"an address of two processes is two objects");
	ktap_ok(object(r, 4) == 2 && object(r, 5) == 2,
		"an address is the same object, though nobody told its mapping");
	ktap_ok(next(r, 0) == 3 && next(r, 2) == -1 && next(r, 1) == 5 && next(r, 4) == 6 &&
		next(r, 3) == -1, "the next request is counted from 1, and -1 if there is none");
	ktap_ok(field(r, 0, 0, 4) == 0 && field(r, 2, 0, 4) == 1 && field(r, 3, 0, 4) == 2 &&
		field(r, 4, 0, 4) == 0, "times are seconds since the first, none is before it");
	ktap_equal(field(r, 0, 12, 4), 4096, "an object has the size of a page");
	free(r);
	libcachesim_free(&l);
}

/* More than a block, against a search forward. */
static void test_blocks(void)
{
	static u64 pages[20000];
	struct libcachesim l;
	size_t len, i, j, bad = 0;
	char *r;

	if (libcachesim_begin(&l, 12))
		ktap_die("tmpfile");
	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		pages[i] = pick(3000);
		add(&l, 1, pages[i], NULL, 0, i);
	}
	r = written(&l, &len);
	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		for (j = i + 1; j < ARRAY_SIZE(pages) && pages[j] != pages[i]; j++)
			;
		bad += next(r, i) != (j < ARRAY_SIZE(pages) ? (int64_t)j + 1 : -1);
		bad += j < ARRAY_SIZE(pages) && object(r, i) != object(r, j);
	}
	ktap_ok(!bad && len == sizeof(pages) / 8 * REQUEST,
		"of 20000 requests each names the one that a search finds");
	free(r);
	libcachesim_free(&l);
}

static void test_none(void)
{
	struct libcachesim l;
	size_t len;

	if (libcachesim_begin(&l, 12))
		ktap_die("tmpfile");
	free(written(&l, &len));
	ktap_equal(len, 0, "a trace without references is empty");
	libcachesim_free(&l);
}

int main(void)
{
	test_objects();
	test_blocks();
	test_none();
	return ktap_end();
}
