// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: table of options, and how a command line is read by it
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask/places.h"
#include "base/near.h"
#include "base/say.h"
#include "cgroup.h"
#include "command.h"
#include "options.h"
#include "render/defaults.h"

#define JOBS_MAX 256

/* Setters ----------------------------------------------------------------- */

static void *member(struct options *options, const struct option_entry *entry)
{
	return (char *)options + entry->member;
}

static int set_true(struct options *options, const struct option_entry *entry, const char *argument)
{
	*(bool *)member(options, entry) = true;
	return 0;
}

static int set_string(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	if (!*argument) {
		options->why = "takes something";
		return -EINVAL;
	}
	*(const char **)member(options, entry) = argument;
	return 0;
}

static int set_number(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	return spec_number(argument, member(options, entry), &options->why);
}

/* @value of the entry is the largest that makes sense. */
static int set_number32(struct options *options, const struct option_entry *entry,
			const char *argument)
{
	uint64_t value;
	int err = spec_number(argument, &value, &options->why);

	if (err)
		return err;
	if (value > entry->value) {
		options->why = "number is out of range";
		return -EINVAL;
	}
	*(uint32_t *)member(options, entry) = value;
	return 0;
}

static int set_format(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	static char both[64];

	if (options->has_format && options->out.format != entry->value) {
		snprintf(both, sizeof(both), "excludes --%s", options->has_format);
		options->why = both;
		return -EINVAL;
	}
	options->has_format = entry->name;
	options->out.format = entry->value;
	return 0;
}

static int set_dev(struct options *options, const struct option_entry *entry,
		   const char *argument)
{
	int end = 0;

	options->ask.has_dev = true;
	/* NOLINTNEXTLINE(cert-err34-c): the kernel says what is too large */
	if (sscanf(argument, "%" SCNu32 ":%" SCNu32 "%n", &options->ask.dev_major,
		   &options->ask.dev_minor, &end) == 2 && !argument[end])
		return 0;
	options->why = "MAJ:MIN expected";
	return -EINVAL;
}

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

static int add_state(struct options *options, const char *word, size_t len)
{
	uint32_t state;

	for (state = PAGESNAP_STATE_LIVE; state <= PAGESNAP_STATE_META; state++) {
		const char *known = pagesnap_state_word(state);

		if (strlen(known) != len || memcmp(known, word, len))
			continue;
		options->out.states |= 1U << state;
		return 0;
	}
	options->why = "takes live, deleted, noname, outside or meta, with commas between";
	return -EINVAL;
}

static int set_states(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	size_t len;
	int err;

	for (;; argument += len + 1) {
		len = strcspn(argument, ",");
		err = add_state(options, argument, len);
		if (err || !argument[len])
			return err;
	}
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

static int set_mask(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->ask.has_mask = true;
	return spec_mask(argument, &options->ask.mask, &options->why);
}

static int set_group(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	uint32_t group;

	for (group = PAGESNAP_GROUP_RUN; group <= PAGESNAP_GROUP_TOTAL; group++) {
		if (strcmp(argument, pagesnap_group_word(group)))
			continue;
		options->has_group = true;
		options->ask.group = group;
		options->group_name = argument;
		return 0;
	}
	options->why = "takes run, page, object or total";
	return -EINVAL;
}

static int set_node(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->ask.has_node = true;
	return set_number32(options, entry, argument);
}

static int set_order(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	options->ask.has_order = true;
	return set_number32(options, entry, argument);
}

static int set_limit(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	int err = set_number(options, entry, argument);

	if (err || options->ask.limit)
		return err;
	options->why = "takes a number of records above 0";
	return -EINVAL;
}

static int set_tag(struct options *options, const struct option_entry *entry, const char *argument)
{
	size_t len = strlen(argument), i;

	options->why = "takes 1 to 31 bytes of printable ASCII, but no blank, \" or \\";
	if (!len || len > PAGESNAP_TAG_MAX)
		return -EINVAL;
	for (i = 0; i < len; i++)
		if (argument[i] <= ' ' || argument[i] > '~' || strchr("\"\\", argument[i]))
			return -EINVAL;
	options->ask.tag = argument;
	return 0;
}

static int set_top(struct options *options, const struct option_entry *entry, const char *argument)
{
	uint64_t rows;
	int err = spec_number(argument, &rows, &options->why);

	if (err)
		return err;
	options->has_top = true;
	options->out.sort = true;
	options->out.top = rows > SIZE_MAX ? 0 : rows;
	return 0;
}

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	static const char *const words[] = {
		[TALLY_BY_NONE] = "file", [TALLY_BY_DIR] = "dir", [TALLY_BY_FS] = "fs",
		[TALLY_BY_TYPE] = "type", [TALLY_BY_CGROUP] = "cgroup",
	};
	size_t by;

	for (by = 0; by < sizeof(words) / sizeof(words[0]); by++) {
		if (strcmp(argument, words[by]))
			continue;
		options->by = argument;
		options->out.by = by;
		return 0;
	}
	options->why = "takes dir, file, fs, type or cgroup";
	return -EINVAL;
}

static int set_files_from(struct options *options, const struct option_entry *entry,
			  const char *argument)
{
	options->why = "names are read from one list only";
	if (options->files_from)
		return -EINVAL;
	options->files_zero = entry->value;
	return set_string(options, entry, argument);
}

/* One of them says what the rows of cgroup are. */
static int set_cgroup_rows(struct options *options, const struct option_entry *entry,
			   const char *argument)
{
	if (options->cgroup_rows && strcmp(options->cgroup_rows, entry->name)) {
		options->why = "takes no other of --files, --shared, --dead and --matrix";
		return -EINVAL;
	}
	options->cgroup_rows = entry->name;
	return argument ? set_string(options, entry, argument) : 0;
}

static int set_depth(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	options->has_depth = true;
	return set_number32(options, entry, argument);
}

/* As du(1): only what was named. */
static int set_summarize(struct options *options, const struct option_entry *entry,
			 const char *argument)
{
	options->summarize = true;
	return 0;
}

/* What tables do anyway. */
static int set_human(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	options->out.bytes = false;
	return 0;
}

static int set_sort(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->out.sort = true;
	return set_string(options, entry, argument);
}

static int set_jobs(struct options *options, const struct option_entry *entry, const char *argument)
{
	int err = set_number32(options, entry, argument);

	if (err || options->jobs)
		return err;
	options->why = "takes a number of sessions above 0";
	return -EINVAL;
}

static int set_max_cpu(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	int err = set_number32(options, entry, argument);

	if (err || options->max_cpu)
		return err;
	options->why = "takes a percentage from 1 to 100";
	return -EINVAL;
}

static int set_pid(struct options *options, const struct option_entry *entry, const char *argument)
{
	uint64_t pid;

	if (spec_number(argument, &pid, &options->why) || !pid || pid > INT_MAX) {
		options->why = "PID expected";
		return -EINVAL;
	}
	*(uint32_t *)member(options, entry) = pid;
	return 0;
}

static int set_color(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	if (!argument || !strcmp(argument, "always")) {
		options->color = COLOR_ALWAYS;
	} else if (!strcmp(argument, "never")) {
		options->color = COLOR_NEVER;
	} else if (!strcmp(argument, "auto")) {
		options->color = COLOR_AUTO;
	} else {
		options->why = "takes auto, always or never";
		return -EINVAL;
	}
	return 0;
}

/* The table --------------------------------------------------------------- */

#define AT(what) .member = offsetof(struct options, what)

const struct option_entry option_table[] = {
	{ "range", 0, "SPEC", FOR_PFN | FOR_FILE | FOR_TASK, SECTION_SELECT, true, set_range,
	  .help = "these pages only; may be given several times:\n"
		  "START,END  START+COUNT  START  START-  ,END;\n"
		  "of task also addr:FROM-TO as in /proc/PID/maps, of\n"
		  "pfn also pfn:HEX and phys:ADDRESS" },
	{ "phys", 0, NULL, FOR_PFN | FOR_WHO, SECTION_SELECT, true, set_true, AT(phys),
	  .help = "frames are named by physical addresses, in hexadecimal:\n"
		  "ADDRESS, or FROM-TO" },
	{ "bytes-range", 0, "SPEC", FOR_FILE, SECTION_SELECT, true, set_byte_range,
	  .help = "the pages of these bytes: 1M+64K, 0,2G, 512K-" },
	{ "state", 0, "LIST", FOR_FILE | FOR_FS | FOR_SUMS, SECTION_OUTPUT, false, set_states,
	  .complete = WORDS_LISTED, .words = "live deleted noname outside meta",
	  .help = "only files of these states: live, deleted, noname,\n"
		  "outside, meta" },
	{ "bar", 0, NULL, FOR_FILE, SECTION_OUTPUT, false, set_true, AT(out.bar),
	  .help = "a row for each file, with a bar of which parts of it are\n"
		  "in memory: all (O), some (o), none (.)" },
	{ "flags", 0, "LIST", FOR_SUBJECTS | FOR_SUMS, SECTION_SELECT, true, set_flags,
	  .complete = WORDS_FLAGS,
	  .help = "pages with all of these flags, and none of those after\n"
		  "\"-\": dirty,-mmap.  Also a,~b  a,b=a  =a,b as in --bits" },
	{ "bits", 0, "SPEC", FOR_SUBJECTS | FOR_SUMS, SECTION_SELECT, true, set_flags, .value = true,
	  .complete = WORDS_FLAGS,
	  .help = "flags as page-types takes them: a,b is one of them,\n"
		  "a,~b  a,b=a is a but not b, =a,b is no other" },
	{ "node", 0, "N", FOR_SUBJECTS | FOR_SUMS, SECTION_SELECT, true, set_node,
	  AT(ask.node), .value = UINT16_MAX,
	  .help = "pages on this NUMA node" },
	{ "cgroup", 0, "CGROUP", FOR_SUBJECTS | FOR_DU, SECTION_SELECT, true, set_string, AT(cgroup),
	  .complete = WORDS_FOLDERS,
	  .help = "pages charged to this memory cgroup: a path, a unit, the\n"
		  "start of a container's id, or @INODE; with / at the\n"
		  "end also those charged below it" },
	{ "min-order", 0, "N", FOR_SUBJECTS | FOR_SUMS, SECTION_SELECT, true, set_order,
	  AT(ask.min_order), .value = PAGESNAP_ORDERS - 1,
	  .help = "pages of folios of 2^N pages and more" },
	{ "max-order", 0, "N", FOR_SUBJECTS | FOR_SUMS, SECTION_SELECT, true, set_order,
	  AT(ask.max_order), .value = PAGESNAP_ORDERS - 1,
	  .help = "pages of folios of 2^N pages and less" },
	{ "min-pages", 0, "N", FOR_FILE | FOR_FS | FOR_SUMS, SECTION_SELECT, true, set_number,
	  AT(ask.min_pages),
	  .help = "files with N cached pages and more" },
	{ "dev", 0, "MAJ:MIN", FOR_FS, SECTION_SELECT, true, set_dev,
	  .help = "of type:NAME the filesystem on this device" },
	{ "limit", 0, "N", FOR_SUBJECTS, SECTION_SELECT, true, set_limit, AT(ask.limit),
	  .help = "at most N records for each query" },
	{ "by", 0, "WHAT", FOR_DU, SECTION_OUTPUT, false, set_by, .complete = WORDS_LISTED,
	  .words = "dir file fs type cgroup",
	  .help = "a row for each directory, file, filesystem, type of\n"
		  "filesystem or memory cgroup: dir file fs type cgroup" },
	{ "recently-evicted", 0, NULL, FOR_FILE | FOR_FS | FOR_DU, SECTION_OUTPUT, true, set_true,
	  AT(out.recent),
	  .help = "column RECENT: pages that were evicted a short time ago.\n"
		  "Opens each file that has evicted pages" },
	{ "files", 0, "CGROUP", FOR_CGROUP, SECTION_OUTPUT, false, set_cgroup_rows, AT(cgroup),
	  .complete = WORDS_FOLDERS,
	  .help = "a row for each file that is charged to this cgroup: a\n"
		  "path, a unit, the start of a container's id, or @INODE;\n"
		  "with / at the end also to those below it" },
	{ "shared", 0, NULL, FOR_CGROUP, SECTION_OUTPUT, false, set_cgroup_rows,
	  .help = "a row for each file that is charged to several cgroups" },
	{ "dead", 0, NULL, FOR_CGROUP, SECTION_OUTPUT, false, set_cgroup_rows,
	  .help = "only cgroups that were removed, but are charged still" },
	{ "matrix", 0, NULL, FOR_CGROUP, SECTION_OUTPUT, false, set_cgroup_rows,
	  .help = "a row for each two cgroups that are charged for the same\n"
		  "files: what the first one is charged of these" },
	{ "max-depth", 'd', "N", FOR_DU, SECTION_OUTPUT, false, set_depth, AT(out.depth),
	  .value = UINT16_MAX,
	  .help = "tell directories apart N levels below PATH (default: 1)" },
	{ "summarize", 's', NULL, FOR_DU, SECTION_OUTPUT, false, set_summarize,
	  .help = "a row for each PATH alone, as --max-depth 0" },
	{ "human-readable", 'h', NULL, FOR_DU, SECTION_OUTPUT, false, set_human,
	  .help = "sizes as 3.1G; tables have them so unless with -b" },
	{ "one-file-system", 'x', NULL, FOR_DU, SECTION_SELECT, true, set_true, AT(one_fs),
	  .help = "leave out what is mounted below PATH" },
	{ "group", 0, "HOW", FOR_ROWS, SECTION_OUTPUT, true, set_group,
	  .complete = WORDS_LISTED, .words = "run page object total",
	  .help = "a row is a run of equal pages, a page, an object (file,\n"
		  "VMA, span of frames), or a sum: run page object total" },
	{ "summary", 's', NULL, FOR_ROWS, SECTION_OUTPUT, false, set_true, AT(out.summary),
	  .help = "a row for each combination of flags, as page-types does" },
	{ "raw-flags", 0, NULL, FOR_ROWS | FOR_SUMS, SECTION_OUTPUT, false, set_true, AT(out.raw_flags),
	  .help = "in a summary and in =LIST: all flags, not just the\n"
		  "well-known ones" },
	{ "mask", 0, "LIST|NUMBER", FOR_SUBJECTS, SECTION_OUTPUT, true, set_mask,
	  .complete = WORDS_FLAGS,
	  .help = "flags that split runs and make combinations;\n"
		  "after \"-\": all but these" },
	{ "names", 0, NULL, FOR_PFN, SECTION_OUTPUT, false, set_true, AT(ask.frame_names),
	  .help = "look up the names of files (columns FILE, STATE, WHERE)" },
	{ "no-names", 0, NULL, FOR_FILE | FOR_FS | FOR_TASK, SECTION_OUTPUT, true, set_true,
	  AT(ask.no_names), .help = "don't look up names" },
	{ "output", 'o', "COLUMNS", FOR_ALL, SECTION_OUTPUT, false, set_string, AT(out.columns),
	  .complete = WORDS_COLUMNS,
	  .help = "these columns; with + in front, these as well" },
	{ "output-all", 0, NULL, FOR_ALL, SECTION_OUTPUT, false, set_true, AT(out.all_columns),
	  .help = "all columns" },
	{ "list-columns", 'H', NULL, FOR_ALL, SECTION_OUTPUT, false, set_true, AT(list_columns),
	  .help = "list the columns there are, and exit" },
	{ "top", 0, "N", FOR_ROWS | FOR_SUMS, SECTION_OUTPUT, false, set_top,
	  .help = "sort, and print the first N rows; 0: all" },
	{ "sort", 0, "COLUMN", FOR_ROWS | FOR_SUMS, SECTION_OUTPUT, false, set_sort, AT(out.sort_column),
	  .complete = WORDS_COLUMNS, .help = "sort by this column, falling (default: RES)" },
	{ "json", 'J', NULL, FOR_ALL, SECTION_OUTPUT, false, set_format, .value = OUT_JSON,
	  .help = "JSON" },
	{ "jsonl", 0, NULL, FOR_ALL, SECTION_OUTPUT, false, set_format, .value = OUT_JSONL,
	  .help = "JSON, an object a line" },
	{ "csv", 0, NULL, FOR_ALL, SECTION_OUTPUT, false, set_format, .value = OUT_CSV,
	  .help = "CSV (RFC 4180)" },
	{ "raw", 'r', NULL, FOR_ALL, SECTION_OUTPUT, false, set_format, .value = OUT_RAW,
	  .help = "columns with one blank between them" },
	{ "text", 0, NULL, FOR_ROWS, SECTION_OUTPUT, false, set_format, .value = OUT_TEXT,
	  .help = "records, as the index files print them" },
	{ "noheadings", 'n', NULL, FOR_ALL, SECTION_OUTPUT, false, set_true, AT(out.no_headings),
	  .help = "no headings" },
	{ "bytes", 'b', NULL, FOR_ALL, SECTION_OUTPUT, false, set_true, AT(out.bytes),
	  .help = "sizes in bytes, not for people" },
	{ "notruncate", 'u', NULL, FOR_ALL, SECTION_OUTPUT, false, set_true, AT(out.no_truncate),
	  .help = "don't cut long names" },
	{ "color", 0, "[WHEN]", FOR_ALL, SECTION_OUTPUT, false, set_color,
	  .complete = WORDS_LISTED, .words = "auto always never",
	  .help = "colours: auto, always or never" },
	{ "null", '0', NULL, FOR_BATCH, SECTION_RUN, true, set_true, AT(null_lines),
	  .help = "lines end with a zero byte" },
	{ "files-from", 0, "FILE", FOR_FILE | FOR_BATCH, SECTION_SELECT, true, set_files_from,
	  AT(files_from), .complete = WORDS_FILES,
	  .help = "files whose names are the lines of FILE (- is stdin)" },
	{ "files0-from", 0, "FILE", FOR_FILE | FOR_BATCH, SECTION_SELECT, true, set_files_from,
	  AT(files_from), .value = true, .complete = WORDS_FILES,
	  .help = "the same; names end with a zero byte: find -print0" },
	{ "tag", 0, "WORD", FOR_SUBJECTS, SECTION_RUN, true, set_tag,
	  .help = "a word that the answers repeat" },
	{ "jobs", 'j', "N", FOR_ANSWERS, SECTION_RUN, true, set_jobs, AT(jobs), .value = JOBS_MAX,
	  .help = "ask in N sessions at a time" },
	{ "unordered", 0, NULL, FOR_ANSWERS, SECTION_RUN, true, set_true, AT(unordered),
	  .help = "print each answer as soon as it is there" },
	{ "max-cpu", 0, "PERCENT", FOR_ANSWERS, SECTION_RUN, true, set_max_cpu, AT(max_cpu),
	  .value = 100,
	  .help = "take no more than that of one processor" },
	{ "mnt-ns", 0, "PID", FOR_ANSWERS, SECTION_RUN, true, set_pid, AT(mnt_ns),
	  .complete = WORDS_PIDS,
	  .help = "paths and names are those that process PID sees: in its\n"
		  "mount namespace, below its root" },
	{ "print-query", 0, NULL, FOR_ANSWERS, SECTION_RUN, true, set_true, AT(print_query),
	  .help = "print the queries as batch takes them, ask nothing" },
	{ "save", 0, "FILE", FOR_ANSWERS, SECTION_RUN, true, set_string, AT(save),
	  .complete = WORDS_FILES,
	  .help = "write the answers to FILE as they come, for --read;\n"
		  "they are printed only with --print" },
	{ "print", 0, NULL, FOR_ANSWERS, SECTION_RUN, true, set_true, AT(print),
	  .help = "with --save: print the answers as well" },
	{ "read", 'R', "FILE", FOR_ANSWERS, SECTION_RUN, false, set_string, AT(read),
	  .complete = WORDS_FILES,
	  .help = "show what --save wrote (- is stdin), ask nothing" },
	{ "kernel", 0, "RELEASE", FOR_DOCTOR, SECTION_RUN, false, set_string, AT(kernel),
	  .help = "look at what is there for this kernel, which need not run" },
	{ "help", 'h', NULL, FOR_ALL & ~FOR_DU, SECTION_RUN, false, set_true, AT(help),
	  .help = "this help" },
	/* where -h is what du(1) means by it */
	{ "help", 0, NULL, FOR_DU, SECTION_RUN, false, set_true, AT(help),
	  .help = "this help" },
	{ "version", 'V', NULL, FOR_ALL, SECTION_RUN, false, set_true, AT(version),
	  .help = "versions of this program, its records and the module" },
	{ }
};

/* Reading ----------------------------------------------------------------- */

#define TABLE_MAX 96
_Static_assert(sizeof(option_table) / sizeof(option_table[0]) <= TABLE_MAX, "TABLE_MAX");

/* The table in getopt_long()'s form; values above a byte are indices. */
struct getopt_tables {
	struct option longs[TABLE_MAX];
	char shorts[3 * TABLE_MAX + 2];
};

#define LONG_BASE 256

static int argument_kind(const struct option_entry *entry)
{
	if (!entry->argument)
		return no_argument;
	return entry->argument[0] == '[' ? optional_argument : required_argument;
}

static void fill_tables(struct getopt_tables *tables, unsigned int command)
{
	struct option *option = tables->longs;
	char *letter = tables->shorts;
	const struct option_entry *e;

	memset(tables, 0, sizeof(*tables));
	*letter++ = ':';
	for (e = option_table; e->name; e++) {
		if (!(e->commands & command))
			continue;
		option->name = e->name;
		option->has_arg = argument_kind(e);
		option++->val = LONG_BASE + (e - option_table);
		if (!e->letter)
			continue;
		*letter++ = e->letter;
		if (e->argument)
			*letter++ = ':';
	}
}

static const struct option_entry *entry_of(int found, const struct command *command)
{
	const struct option_entry *e;

	if (found >= LONG_BASE)
		return option_table + (found - LONG_BASE);
	for (e = option_table; e->name; e++)
		if (e->letter && e->letter == found && e->commands & command->bit)
			return e;
	return NULL;
}

/* As the user would write it: --flags, or -o. */
static void say_option(const struct option_entry *e, const char *argument, const char *why)
{
	if (argument)
		say_error("--%s %s: %s", e->name, say_safe(argument), why);
	else
		say_error("--%s: %s", e->name, why);
}

/* Appends ", --name". */
static void add_name(char *list, size_t size, const char *lead, const char *name)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s%s", len ? ", " : "", lead, name);
}

/* The subcommands of @bits. */
static void add_commands(char *list, size_t size, unsigned int bits)
{
	const struct command *const *c;

	for (c = commands; *c; c++)
		if (bits & (*c)->bit)
			add_name(list, size, "", (*c)->name);
}

/* @name, of @len bytes, is a beginning of no option, or of several. */
static void say_unknown(const struct command *command, const char *name, size_t len)
{
	char given[64], list[512] = "";
	struct near near = { .word = NULL };
	const struct option_entry *e;
	unsigned int elsewhere = 0;

	snprintf(given, sizeof(given), "%.*s", (int)(len < 60 ? len : 60), name);
	for (e = option_table; e->name; e++) {
		if (strlen(e->name) == len && !memcmp(e->name, name, len))
			elsewhere |= e->commands;
		if (!(e->commands & command->bit))
			continue;
		near_try(&near, name, len, e->name);
		if (len && !strncmp(e->name, name, len))
			add_name(list, sizeof(list), "--", e->name);
	}
	if (*list) {
		say_error("ambiguous option --%s: %s", say_safe(given), list);
	} else if (elsewhere) {
		add_commands(list, sizeof(list), elsewhere);
		say_error("%s has no option --%s; it is one of: %s", command->name,
			  say_safe(given), list);
	} else if (near.word) {
		say_error("unknown option --%s; did you mean --%s?", say_safe(given), near.word);
	} else {
		say_error("unknown option --%s", say_safe(given));
	}
}

/* One "-" in front of a long name makes letters of it. */
static bool is_long(const struct command *command, const char *element)
{
	const struct option_entry *e;
	size_t len = strcspn(element + 1, "=");

	for (e = option_table; e->name; e++)
		if (e->commands & command->bit && strlen(e->name) == len && len > 1 &&
		    !memcmp(e->name, element + 1, len))
			return true;
	return false;
}

static void say_unknown_letter(const struct command *command, char letter, const char *element)
{
	const char letters[] = { letter, '\0' };

	if (element && element[0] == '-' && element[1] == letter && is_long(command, element))
		say_error("unknown option -%s; did you mean -%s?", say_safe(letters),
			  say_safe(element));
	else
		say_error("unknown option -%s", say_safe(letters));
}

/* What getopt_long() refused: ':' for a missing argument, '?' for the rest. */
static int refuse_option(int found, char **argv, const struct command *command)
{
	const struct option_entry *e = optopt ? entry_of(optopt, command) : NULL;
	/* a bundle of letters is not done with: the element is the one at optind */
	const char *element = argv[optind - 1];

	if (found == ':' && e)
		say_error("--%s takes %s", e->name, e->argument);
	else if (e && optopt >= LONG_BASE)
		say_error("--%s takes nothing behind \"=\"", e->name);
	else if (optopt)
		say_unknown_letter(command, optopt, argv[optind]);
	else
		say_unknown(command, element + 2, strcspn(element + 2, "="));
	return -EINVAL;
}

static int take_option(struct options *options, const struct command *command, int found)
{
	const struct option_entry *e = entry_of(found, command);
	int err;

	options->why = "no memory";
	err = e->set(options, e, optarg);
	if (err) {
		say_option(e, optarg, options->why);
		return err == -ENOMEM ? err : -EINVAL;
	}
	if (e->asks)
		options->asking = e->name;
	return 0;
}

/* What is known only when all are read ------------------------------------ */

static int read_flag_specs(struct options *options)
{
	struct flag_filter all = {}, one;
	size_t i;

	for (i = 0; i < options->nr_flag_specs; i++) {
		const struct flag_spec *spec = options->flag_specs + i;
		const char *why = "no such flags";
		int err;

		err = (spec->bits ? spec_bits : spec_flags)(spec->text, options->out.raw_flags,
							    &one, &why);
		if (!err)
			err = spec_filter_add(&all, &one, &why);
		if (err) {
			say_error("--%s %s: %s", spec->bits ? "bits" : "flags",
				  say_safe(spec->text), why);
			return -EINVAL;
		}
	}
	options->ask.flags = all.all;
	options->ask.no_flags = all.none;
	options->ask.any_flags = all.any;
	return 0;
}

static int read_range_specs(struct options *options, const struct command *command)
{
	char why[SPEC_WHY_MAX];
	struct range range;
	size_t i;
	int err;

	for (i = 0; i < options->nr_range_specs; i++) {
		const char *text = options->range_specs[i], *message = why;

		if (command->range)
			err = command->range(options, text, &range, why);
		else
			err = spec_range(text, &range, &message);
		if (err) {
			say_error("--range %s: %s", say_safe(text), message);
			return err;
		}
		err = ranges_add(&options->ranges, &range);
		if (err) {
			say_error("%s", strerror(-err));
			return err;
		}
	}
	return 0;
}

/* The flags of a summary are the well-known ones, as page-types shows them. */
static int read_summary(struct options *options)
{
	if (!options->out.summary)
		return 0;
	if (options->has_group && options->ask.group != PAGESNAP_GROUP_TOTAL) {
		say_error("--summary excludes --group %s", options->group_name);
		return -EINVAL;
	}
	if (options->out.format == OUT_TEXT) {
		say_error("--summary excludes --text");
		return -EINVAL;
	}
	options->ask.group = PAGESNAP_GROUP_TOTAL;
	options->has_group = true;
	if (!options->ask.has_mask) {
		options->ask.has_mask = true;
		options->ask.mask = options->out.raw_flags ? UINT64_MAX : UINT32_MAX;
	}
	return 0;
}

/* Runs become a row of their file. */
static int read_bar(struct options *options)
{
	const char *other = options->has_group ? "group" : options->out.summary ? "summary" :
			    options->out.sort_column ? "sort" : options->has_top ? "top" :
			    options->out.format == OUT_TEXT ? "text" : NULL;

	if (!options->out.bar)
		return 0;
	if (other) {
		say_error("--bar excludes --%s", other);
		return -EINVAL;
	}
	options->ask.group = PAGESNAP_GROUP_RUN;
	options->out.row_columns = OUT_BAR_COLUMNS;
	return 0;
}

/* Which files they are of sums don't tell, and what the index files print is not looked at. */
static int check_states(const struct options *options)
{
	const char *other = options->out.summary ? "summary" :
			    options->out.format == OUT_TEXT ? "text" :
			    options->ask.group == PAGESNAP_GROUP_TOTAL ? "group total" : NULL;

	if (!options->out.states || !other)
		return 0;
	say_error("--state excludes --%s", other);
	return -EINVAL;
}

static int check_order(struct options *options)
{
	if (options->ask.min_order <= options->ask.max_order)
		return 0;
	say_error("--min-order is above --max-order");
	return -EINVAL;
}

/* Only rows of objects are held until all have come. */
static int check_sort(struct options *options, const struct command *command)
{
	uint32_t group = options->ask.group;
	const char *name = options->out.sort_column ? "sort" : "top";

	if (!options->out.sort)
		return 0;
	if (options->out.format == OUT_TEXT) {
		say_error("--%s excludes --text", name);
		return -EINVAL;
	}
	/* the lines of a batch, and a saved stream, say it themselves */
	if (group == PAGESNAP_GROUP_OBJECT || options->read ||
	    (command->lines && !options->has_group))
		return 0;
	say_error("--%s is for files, VMAs and spans: --group object", name);
	return -EINVAL;
}

/* Only rows that are printed as they come can come in any order. */
static int check_unordered(const struct options *options)
{
	const struct out_options *out = &options->out;

	if (!options->unordered)
		return 0;
	if (options->save) {
		say_error("--unordered excludes --save: what is saved is in order");
	} else if (out->sort) {
		say_error("--unordered excludes --%s", out->sort_column ? "sort" : "top");
	} else if (out->format == OUT_TABLE || out->format == OUT_TEXT) {
		say_error("--unordered is for --json, --jsonl, --csv and --raw");
	} else {
		return 0;
	}
	return -EINVAL;
}

/* What is printed is chosen only if something is printed. */
static int check_save(struct options *options)
{
	const struct out_options *out = &options->out;
	const char *name = options->has_format ? options->has_format : out->columns ? "output" :
			   out->all_columns ? "output-all" : out->sort_column ? "sort" :
			   options->has_top ? "top" : NULL;

	if (options->print && !options->save) {
		say_error("--print is for --save: without that all is printed anyway");
		return -EINVAL;
	}
	if (options->save && out->recent) {
		say_error("--recently-evicted excludes --save: %s",
			  "it is looked up when rows are printed, and is in no answer");
		return -EINVAL;
	}
	options->silent = options->save && !options->print && !options->print_query;
	if (!options->silent || !name)
		return 0;
	say_error("--%s prints nothing, as --save keeps the answers: add --print, or use it with --read",
		  name);
	return -EINVAL;
}

static int check_read(struct options *options)
{
	if (!options->read || !options->asking)
		return 0;
	say_error("--%s asks the kernel, --read asks nothing", options->asking);
	return -EINVAL;
}

/* Every other option prints the same from what was saved. */
static int check_columns(struct options *options)
{
	if (!options->out.columns || !options->out.all_columns)
		return 0;
	say_error("--output excludes --output-all");
	return -EINVAL;
}

/* A cgroup that does not exist is no mistake in usage, but nothing can be asked. */
static int read_cgroup(struct options *options)
{
	char why[256];
	int err;

	if (!options->cgroup)
		return 0;
	err = cgroup_find(options->cgroup, &options->ask.cgroup, &options->ask.cgroup_below, why,
			  sizeof(why));
	if (err)
		say_error("--%s %s: %s", options->cgroup_rows ? "files" : "cgroup",
			  say_safe(options->cgroup), why);
	return err;
}

static int finish_options(struct options *options, const struct command *command, bool operands)
{
	int err = read_range_specs(options, command);

	if (err)
		return err;
	if (!options->has_group)
		options->ask.group = options->files_from ? PAGESNAP_GROUP_OBJECT : command->group;
	if ((command->settle && command->settle(options, operands)) || check_read(options) ||
	    read_flag_specs(options) || read_bar(options) || read_summary(options) ||
	    check_states(options) || check_order(options) || check_sort(options, command) ||
	    check_unordered(options) || check_save(options) || check_columns(options))
		return -EINVAL;
	return read_cgroup(options);
}

/**
 * options_read() - read a command line
 * @options: what it says
 * @command: the subcommand, whose defaults hold for what is not said
 * @argc: number of words
 * @argv: words, the first is the command's name
 * @operands: index of the first word that is no option
 *
 * Return: 0, or after a message on stderr -EINVAL for wrong usage, another
 * negative errno if something that was named isn't there.
 */
int options_read(struct options *options, const struct command *command, int argc, char **argv,
		 int *operands)
{
	struct getopt_tables tables;
	int found, err;

	memset(options, 0, sizeof(*options));
	options->jobs = 1;
	options->ask.max_order = PAGESNAP_ORDERS - 1;
	fill_tables(&tables, command->bit);
	optind = 1;
	opterr = 0;
	while ((found = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1) {
		if (found == '?' || found == ':')
			return refuse_option(found, argv, command);
		err = take_option(options, command, found);
		if (err)
			return err;
	}
	*operands = optind;
	if (options->help || options->version || options->list_columns)
		return 0;
	return finish_options(options, command, optind < argc);
}

/**
 * options_free() - give back what was allocated for options
 * @options: which
 */
void options_free(struct options *options)
{
	ranges_free(&options->ranges);
	free(options->range_specs);
	free(options->flag_specs);
	places_free(options->places);
	roots_free(&options->saved_roots);
}
