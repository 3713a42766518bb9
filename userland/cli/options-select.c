// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options that say which pages: those that several commands take
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "setters.h"
#include "shared.h"
#include "specs.h"

/* Of a file they are pages, of frames or a process may be addresses. */
static int set_range(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	size_t nr = options->nr_range_specs;
	const char **specs = reallocarray(options->range_specs, nr + 1, sizeof(*specs));

	if (!specs)
		return -ENOMEM;
	specs[nr] = argument;
	options->range_specs = specs;
	options->nr_range_specs = nr + 1;
	return 0;
}

static int set_byte_range(struct options *options, const struct option_entry *entry,
			  const char *argument)
{
	struct range range;
	int err = spec_byte_range(argument, __builtin_ctzl(sysconf(_SC_PAGESIZE)), &range,
				  &options->why);

	return err ? err : ranges_add(&options->ranges, &range);
}

/* They depend on --raw-flags, which may come later. */
static int set_flags(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	size_t nr = options->nr_flag_specs;
	struct flag_spec *specs = reallocarray(options->flag_specs, nr + 1, sizeof(*specs));

	if (!specs)
		return -ENOMEM;
	specs[nr].text = argument;
	specs[nr].bits = entry->value;
	options->flag_specs = specs;
	options->nr_flag_specs = nr + 1;
	return 0;
}

static int set_node(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->ask.has_node = true;
	return option_set_number32(options, entry, argument);
}

static int set_order(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	/* one alone leaves the other open */
	if (!options->ask.has_order)
		options->ask.max_order = PAGESNAP_ORDERS - 1;
	options->ask.has_order = true;
	return option_set_number32(options, entry, argument);
}

static int set_limit(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	return option_set_number(options, entry, argument) ?:
	       option_refuse_zero(options, options->ask.limit, "takes a number of records above 0");
}

static int set_cgroup(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	options->cgroup_option = entry->name;
	return option_set_string(options, entry, argument);
}

const struct option_entry option_range = {
	"range", 0, "SPEC", SECTION_SELECT, true, set_range,
	.help = "these pages only; several times, but of trace once:\n"
		"START,END  START+COUNT  START  START-  ,END;\n"
		"of processes also addr:FROM-TO as in\n"
		"/proc/PID/maps, of frames also pfn:HEX and phys:ADDRESS",
};

const struct option_entry option_bytes_range = {
	"bytes-range", 0, "SPEC", SECTION_SELECT, true, set_byte_range,
	.help = "the pages of these bytes: 1M+64K, 0,2G, 512K-",
};

const struct option_entry option_flags = {
	"flags", 0, "LIST", SECTION_SELECT, true, set_flags,
	.complete = WORDS_FLAGS,
	.help = "pages with all of these flags, and none of those after\n"
		"\"-\": dirty,-mmap.  Also a,~b  a,b=a  =a,b as in --bits",
};

const struct option_entry option_bits = {
	"bits", 0, "SPEC", SECTION_SELECT, true, set_flags, .value = true,
	.complete = WORDS_FLAGS,
	.help = "flags as page-types takes them: a,b is one of them,\n"
		"a,~b  a,b=a is a but not b, =a,b is no other",
};

const struct option_entry option_node = {
	"node", 0, "N", SECTION_SELECT, true, set_node,
	AT(ask.node), .value = UINT16_MAX,
	.help = "pages on this NUMA node",
};

const struct option_entry option_cgroup = {
	"cgroup", 0, "CGROUP", SECTION_SELECT, true, set_cgroup, AT(cgroup),
	.complete = WORDS_FOLDERS,
	.help = "pages charged to this memory cgroup: a path, a unit, the\n"
		"start of a container's id, or @INODE; with / at the\n"
		"end also those charged below it",
};

const struct option_entry option_min_order = {
	"min-order", 0, "N", SECTION_SELECT, true, set_order,
	AT(ask.min_order), .value = PAGESNAP_ORDERS - 1,
	.help = "pages of folios of 2^N pages and more",
};

const struct option_entry option_max_order = {
	"max-order", 0, "N", SECTION_SELECT, true, set_order,
	AT(ask.max_order), .value = PAGESNAP_ORDERS - 1,
	.help = "pages of folios of 2^N pages and less",
};

const struct option_entry option_with_slab = {
	"with-slab", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(ask.slab),
	.help = "what inodes, dentries and nodes of the page cache take,\n"
		"of all files in memory (columns SLAB, INODES, ...)",
};

const struct option_entry option_min_pages = {
	"min-pages", 0, "N", SECTION_SELECT, true, option_set_number,
	AT(ask.min_pages),
	.help = "files with N cached pages and more",
};

const struct option_entry option_limit = {
	"limit", 0, "N", SECTION_SELECT, true, set_limit, AT(ask.limit),
	.help = "at most N records for each query",
};
