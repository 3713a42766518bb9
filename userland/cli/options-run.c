// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options that say how it is asked: those that several commands take
 */
#include <errno.h>
#include <string.h>

#include "setters.h"
#include "shared.h"

#define JOBS_MAX 256

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

static int set_jobs(struct options *options, const struct option_entry *entry, const char *argument)
{
	return option_set_number32(options, entry, argument) ?:
	       option_refuse_zero(options, options->jobs, "takes a number of sessions above 0");
}

/**
 * option_set_max_cpu() - take a share of one processor
 * @options: all
 * @entry: option
 * @argument: percent
 *
 * Return: 0 or a negative errno.
 */
int option_set_max_cpu(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	return option_set_number32(options, entry, argument) ?:
	       option_refuse_zero(options, options->max_cpu, "takes a percentage from 1 to 100");
}

const struct option_entry option_tag = {
	"tag", 0, "WORD", SECTION_RUN, true, set_tag,
	.help = "a word that the answers repeat",
};

static int set_trace(struct options *options, const struct option_entry *entry,
		     const char *argument)
{
	options->ask.to = PAGESNAP_TO_BOTH;
	return 0;
}

const struct option_entry option_trace = {
	"trace", 0, NULL, SECTION_RUN, true, set_trace,
	.help = "trace events of what is printed, too: of the system\n"
		"pagesnap, by the module pagesnap_events",
};

const struct option_entry option_jobs = {
	"jobs", 'j', "N", SECTION_RUN, true, set_jobs, AT(jobs), .value = JOBS_MAX,
	.help = "ask in N sessions at a time",
};

const struct option_entry option_unordered = {
	"unordered", 0, NULL, SECTION_RUN, true, option_set_true, AT(unordered),
	.help = "print each answer as soon as it is there",
};

const struct option_entry option_max_cpu = {
	"max-cpu", 0, "PERCENT", SECTION_RUN, true, option_set_max_cpu, AT(max_cpu),
	.value = 100,
	.help = "take no more than that of one processor",
};

const struct option_entry option_mnt_ns = {
	"mnt-ns", 0, "PID", SECTION_RUN, true, option_set_pid, AT(mnt_ns),
	.complete = WORDS_PIDS,
	.help = "paths and names are those that process PID sees: in its\n"
		"mount namespace, below its root",
};

const struct option_entry option_print_query = {
	"print-query", 0, NULL, SECTION_RUN, true, option_set_true, AT(print_query),
	.help = "print the queries as batch takes them, ask nothing",
};

const struct option_entry option_save = {
	"save", 0, "FILE", SECTION_RUN, true, option_set_string, AT(save),
	.complete = WORDS_FILES,
	.help = "write the answers to FILE as they come, for --read;\n"
		"they are printed only with --print",
};

const struct option_entry option_print = {
	"print", 0, NULL, SECTION_RUN, false, option_set_true, AT(print),
	.help = "with --save or --plot: print the answers as well",
};

const struct option_entry option_read = {
	"read", 'R', "FILE", SECTION_RUN, false, option_set_string, AT(read),
	.complete = WORDS_FILES,
	.help = "show what --save wrote (- is stdin) or, of a folder, what\n"
		"record did; ask nothing",
};

const struct option_entry option_at = {
	"at", 0, "TIME", SECTION_RUN, false, option_set_string, AT(at),
	.help = "of a recording: the last moment up to TIME, which is 02:55,\n"
		"2026-11-28T02:55:30, -10min, @SECONDS or moment:N",
};

const struct option_entry option_help = {
	"help", 'h', NULL, SECTION_RUN, false, option_set_true, AT(help),
	.help = "this help",
};

const struct option_entry option_version = {
	"version", 'V', NULL, SECTION_RUN, false, option_set_true, AT(version),
	.help = "versions of this program, its records and the module",
};
