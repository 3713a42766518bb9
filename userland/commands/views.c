// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options that say what of a trace is printed
 *
 * References are added up unless something else is asked for: there are thousands of them in a
 * second.  Who wants each says --list, whatever the format.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../module/core/values.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "render/trace/policies.h"
#include "views.h"

/**
 * views_choose() - have rows of one kind
 * @options: get it
 * @entry: option that asks for it
 * @kind: of rows
 *
 * One of them, since each has columns of its own.
 *
 * Return: 0, or -EINVAL with a sentence in why.
 */
int views_choose(struct options *options, const struct option_entry *entry,
		 const struct kind *kind)
{
	static char both[64];

	if (options->view && strcmp(options->view, entry->name) != 0) {
		snprintf(both, sizeof(both), "excludes --%s", options->view);
		options->why = both;
		return -EINVAL;
	}
	options->view = entry->name;
	options->out.kind = kind;
	return 0;
}

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->out.tallies.by_file = !strcmp(argument, "file");
	if (options->out.tallies.by_file || !strcmp(argument, "mapping"))
		return views_choose(options, entry, &kind_tallies);
	options->why = "takes mapping or file";
	return -EINVAL;
}

static int set_window_refs(struct options *options, const struct option_entry *entry,
			   const char *argument)
{
	int err = option_set_number(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint64_t *)option_member(options, entry),
					 "one reference at least is needed");
}

static int set_list(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	return views_choose(options, entry, &kind_faults);
}

static int set_mrc(struct options *options, const struct option_entry *entry,
		   const char *argument)
{
	return views_choose(options, entry, &kind_mrc);
}

/* Words with commas between, each led to @add with its length. */
static int each_word(struct options *options, const char *list,
		     int (*add)(struct options *options, const char *word, size_t len))
{
	size_t len;
	int err;

	for (;; list += len + 1) {
		len = strcspn(list, ",");
		err = add(options, list, len);
		if (err || !list[len])
			return err;
	}
}

static int add_policy(struct options *options, const char *word, size_t len)
{
	unsigned int i;

	for (i = 0; i < TRACE_POLICIES; i++) {
		if (strlen(trace_policy_words[i]) != len ||
		    memcmp(trace_policy_words[i], word, len) != 0)
			continue;
		options->out.caches.policies |= 1U << i;
		return 0;
	}
	options->why = "takes lru, clock, fifo, s3fifo, arc or opt, with commas between";
	return -EINVAL;
}

static int set_simulate(struct options *options, const struct option_entry *entry,
			const char *argument)
{
	return views_choose(options, entry, &kind_simulate) ?: each_word(options, argument, add_policy);
}

static int add_size(struct options *options, const char *word, size_t len)
{
	struct caches_view *view = &options->out.caches;
	struct caches_size *size = view->sizes + view->nr;
	u64 nr;

	if (view->nr == CACHES_SIZES_MAX) {
		options->why = "takes 64 sizes at the most";
		return -EINVAL;
	}
	if (!len || pagesnap_parse_size(word, len, &nr) || !nr) {
		options->why = "takes pages as 1000, or bytes as 64M, with commas between";
		return -EINVAL;
	}
	*size = (struct caches_size){ nr, !strchr("0123456789", word[len - 1]) };
	view->nr++;
	return 0;
}

static int set_sizes(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	*(const char **)option_member(options, entry) = entry->name;
	return each_word(options, argument, add_size);
}

static int set_format(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	static const struct option_entry *const formats[] = {
		&option_json, &option_jsonl, &option_csv, &option_raw,
	};
	size_t i;
	int err;

	for (i = 0; i < sizeof(formats) / sizeof(struct option_entry *); i++)
		if (!strcmp(argument, formats[i]->name))
			return formats[i]->set(options, formats[i], NULL);
	if (strcmp(argument, "libcachesim") != 0) {
		options->why = "takes libcachesim, json, jsonl, csv or raw";
		return -EINVAL;
	}
	err = views_choose(options, entry, &kind_faults) ?: option_raw.set(options, &option_raw, NULL);
	options->out.no_headings = true;
	options->out.trace.requests = true;
	return err;
}

static int set_by_time(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	options->plot_option = entry->name;
	return option_set_true(options, entry, argument);
}

/* Together ------------------------------------------------------------------------ */

static int refuse(const char *option, const char *why)
{
	say_error("--%s %s", option, why);
	return -EINVAL;
}

/**
 * views_settle() - find out what these options mean together
 * @options: all that were given
 * @views: those of the command
 *
 * Return: 0, or -EINVAL after a message.
 */
int views_settle(struct options *options, const struct views *views)
{
	const struct out_options *out = &options->out;
	bool is_simulated = out->kind == &kind_simulate;
	bool is_of_caches = is_simulated || out->kind == &kind_mrc;

	if (views->sizes && !is_of_caches)
		return refuse("sizes", "is for --mrc and --simulate");
	if (views->files && !is_of_caches)
		return refuse("files", "is for --mrc and --simulate");
	if (is_simulated && !views->sizes)
		return refuse("simulate", "needs --sizes of the caches");
	if (views->window_refs && out->kind && out->kind != &kind_tallies)
		return refuse("window-refs", "is for --by");
	if (out->format == OUT_TEXT && options->view)
		return refuse("text", "shows all records, and excludes what is made of them");
	if (out->trace.requests && (out->columns || out->all_columns))
		return refuse("format libcachesim", "has no columns");
	if (out->trace.requests && !options->print_query && isatty(STDOUT_FILENO))
		return refuse("format libcachesim", "is binary: stdout has to be a file or pipe");
	options->out.tallies.window_refs = views->window_refs;
	options->out.caches.files_only = views->files;
	options->plot.kind = "trace";
	return 0;
}

/**
 * views_check_targets() - can one view be of so many targets?
 * @options: settled
 * @nr: targets
 *
 * References of several answers are not merged by time.
 *
 * Return: 0, or -EINVAL after a message.
 */
int views_check_targets(const struct options *options, int nr)
{
	const struct kind *kind = options->out.kind;

	if (nr < 2 || !(kind == &kind_mrc || kind == &kind_simulate || options->out.trace.requests))
		return 0;
	return refuse(options->view, "is of one target: uid:USER and cgroup:PATH are one, and so is "
		      "a process with --children");
}

const struct option_entry views_by = {
	"by", 0, "WHAT", SECTION_OUTPUT, false, set_by,
	.complete = WORDS_LISTED, .words = "mapping file",
	.help = "add references up by mapping or by file; by mapping\n"
		"if nothing else is asked for",
};

const struct option_entry views_window_refs = {
	"window-refs", 0, "N", SECTION_OUTPUT, false, set_window_refs,
	OWN(struct views, window_refs),
	.help = "windows of working sets are N, 4 N and 16 N references\n"
		"long, not 1, 4 and 16 sweeps",
};

const struct option_entry views_list = {
	"list", 0, NULL, SECTION_OUTPUT, false, set_list,
	.help = "a row for each reference, sweep, fork, exec and exit",
};

const struct option_entry views_mrc = {
	"mrc", 0, NULL, SECTION_OUTPUT, false, set_mrc,
	.help = "how many references miss an LRU cache, by its size",
};

const struct option_entry views_simulate = {
	"simulate", 0, "POLICIES", SECTION_OUTPUT, false, set_simulate,
	.complete = WORDS_LISTED, .words = "lru clock fifo s3fifo arc opt",
	.help = "how many miss caches of --sizes with these policies:\n"
		"lru, clock, fifo, s3fifo, arc, opt",
};

const struct option_entry views_sizes = {
	"sizes", 0, "SIZES", SECTION_OUTPUT, false, set_sizes, OWN(struct views, sizes),
	.help = "of caches, with commas between: pages as 1000, or\n"
		"bytes as 64M; without it powers of two for --mrc",
};

const struct option_entry views_files = {
	"files", 0, NULL, SECTION_OUTPUT, false, option_set_true, OWN(struct views, files),
	.help = "only pages of files on disk are in these caches",
};

const struct option_entry views_format = {
	"format", 0, "FORMAT", SECTION_OUTPUT, false, set_format,
	.complete = WORDS_LISTED, .words = "libcachesim json jsonl csv raw",
	.help = "libcachesim: all references, binary, for that\n"
		"simulator; json, jsonl, csv, raw: as those options",
};

const struct option_entry views_by_time = {
	"by-time", 0, NULL, SECTION_OUTPUT, false, set_by_time, AT(plot.by_time),
	.help = "draw references by time, not by their number",
};
