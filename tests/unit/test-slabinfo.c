// SPDX-License-Identifier: GPL-2.0
/* Caches of /proc/slabinfo: their names, objects and bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/slabinfo.h"
#include "unit.h"

#define TITLES "# name            <active_objs> <num_objs> <objsize> <objperslab> " \
	"<pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata " \
	"<active_slabs> <num_slabs> <sharedavail>\n"
#define CACHE(name, objects, pages, slabs) \
	name "  " #objects "  9999  192  21  " #pages " : tunables    0    0    0 : slabdata     7 " \
	#slabs "      0\n"

static char folder[] = "/tmp/slabinfo-XXXXXX";

/* As if this stood there. */
static struct slabinfo reads(const char *text)
{
	struct slabinfo info = { NULL };
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/slabinfo", folder);
	f = fopen(path, "we");
	if (!f || fputs(text, f) < 0 || fclose(f))
		ktap_die("%s can't be written", path);
	slabinfo_read(&info);
	unlink(path);
	return info;
}

static void has(const struct slabinfo *info, const char *name, uint64_t objects, uint64_t pages)
{
	const struct slabinfo_cache *cache = slabinfo_find(info, name);

	ktap_ok(cache && cache->objects == objects &&
		cache->bytes == pages * (uint64_t)sysconf(_SC_PAGESIZE),
		"%s has %u objects in %u pages", name, (unsigned int)objects, (unsigned int)pages);
}

static void test_caches(void)
{
	struct slabinfo info = reads("slabinfo - version: 2.1\n" TITLES
		CACHE("ext4_inode_cache", 301, 8, 12) CACHE("dentry", 0, 1, 3)
		CACHE("kmalloc-64", 10, 1, 1) CACHE("kmalloc-cg-64", 20, 1, 2)
		CACHE("kmalloc-rcl-64", 30, 1, 3) CACHE("dma-kmalloc-64", 40, 1, 4)
		CACHE("kmalloc-rnd-07-64", 50, 1, 5) CACHE("msg_msg-64", 60, 1, 6)
		CACHE("kmalloc-8k", 5, 8, 6) CACHE("kmalloc-rnd-07", 1, 1, 1)
		CACHE("msg_msg-fast", 2, 1, 2) CACHE("twice", 3, 1, 1) CACHE("twice", 4, 2, 1));

	has(&info, "ext4_inode_cache", 301, 96);
	has(&info, "dentry", 0, 3);
	has(&info, "kmalloc-64", 210, 21);
	has(&info, "kmalloc-8k", 5, 48);
	has(&info, "kmalloc-rnd-07", 1, 1);
	has(&info, "msg_msg-fast", 2, 2);
	has(&info, "twice", 7, 3);
	ktap_ok(!slabinfo_find(&info, "kmalloc-cg-64"), "caches of kmalloc() for a size are one");
	ktap_ok(!slabinfo_find(&info, "kmalloc-large-65536"), "what is not there is not found");
	ktap_ok(!slabinfo_find(&info, "#"), "titles are no cache");
	ktap_ok(!slabinfo_find(&info, "dent"), "names are compared whole");
	slabinfo_free(&info);
	ktap_ok(!slabinfo_find(&info, "dentry"), "nothing is left of what was freed");
}

static void test_nothing(void)
{
	struct slabinfo info = reads("slabinfo - version: 3.0\n" CACHE("dentry", 1, 1, 1));

	ktap_equal(info.nr, 0, "another version is not read");
	info = reads("");
	ktap_equal(info.nr, 0, "an empty file has no caches");
	info = reads("slabinfo - version: 2.1\n" TITLES "dentry 1 2\n" CACHE("inode", 1, 1, 1));
	ktap_equal(info.nr, 1, "a line that is cut is no cache");
	slabinfo_free(&info);
	slabinfo_read(&info);
	ktap_equal(info.nr, 0, "without the file there are no caches");
}

int main(void)
{
	if (!mkdtemp(folder) || setenv("PAGESNAP_PROC", folder, 1))
		ktap_die("no folder");
	test_caches();
	test_nothing();
	rmdir(folder);
	return ktap_end();
}
