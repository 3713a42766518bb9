// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what options mean together, which is known when all are read
 */
#include <errno.h>
#include <string.h>

#include "base/say.h"
#include "cgroup.h"
#include "command.h"
#include "settle.h"
#include "specs.h"

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
	/* the caches of slabs are told with runs: a total has none */
	options->ask.group = options->ask.frame_names ? PAGESNAP_GROUP_RUN : PAGESNAP_GROUP_TOTAL;
	options->has_group = true;
	if (!options->ask.has_mask) {
		options->ask.has_mask = true;
		options->ask.mask = options->out.raw_flags ? UINT64_MAX : UINT32_MAX;
	}
	return 0;
}

/* Sums don't say which files they are of, and what the index files print is not looked at. */
static int check_states(const struct options *options)
{
	const char *other = options->out.summary ? "summary" :
			    options->out.format == OUT_TEXT ? "text" :
			    options->ask.group == PAGESNAP_GROUP_TOTAL ? "group total" : NULL;

	if (!options->out.pages.states || !other)
		return 0;
	say_error("--state excludes --%s", other);
	return -EINVAL;
}

/* It is counted by file. */
static int check_slab(const struct options *options)
{
	const char *other = options->out.summary ? "summary" :
			    options->has_group && options->ask.group != PAGESNAP_GROUP_OBJECT ?
			    "group" : NULL;

	if (!options->ask.slab || !other)
		return 0;
	say_error("--with-slab excludes --%s%s%s", other, options->out.summary ? "" : " ",
		  options->out.summary ? "" : pagesnap_group_word(options->ask.group));
	return -EINVAL;
}

static int check_order(struct options *options)
{
	if (!options->ask.has_order || options->ask.min_order <= options->ask.max_order)
		return 0;
	say_error("--min-order is above --max-order");
	return -EINVAL;
}

/* Only rows of objects are kept until all have come. */
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
	say_error("--%s is for %s: --group object", name, command->kind->objects);
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
	const char *name = options->view ? options->view :
			   options->has_format ? options->has_format : out->columns ? "output" :
			   out->all_columns ? "output-all" : out->sort_column ? "sort" :
			   options->has_top ? "top" : NULL;

	if (options->print && !options->save && !options->plot.file) {
		say_error("--print is for --save and --plot: without these all is printed anyway");
		return -EINVAL;
	}
	if (options->save && out->pages.recent) {
		say_error("--recently-evicted excludes --save: %s",
			  "it is looked up when rows are printed, and is in no answer");
		return -EINVAL;
	}
	options->silent = (options->save || options->plot.file) && !options->print &&
			  !options->print_query;
	if (!options->silent || !name)
		return 0;
	say_error("--%s prints nothing, as --%s the answers: add --print%s", name,
		  options->save ? "save keeps" : "plot draws",
		  options->save ? ", or use it with --read" : "");
	return -EINVAL;
}

/* Shells complete only the words that there are, but people type. */
static int check_plot(const struct options *options)
{
	const struct picture_asked *plot = &options->plot;
	const char *option = "kind", *text = plot->kind, *why = PICTURE_KIND_WHY;
	enum picture_format format;
	enum picture_kind kind;
	struct picture_size size;

	if (options->plot_option && !plot->file) {
		say_error("--%s is for --plot, which says where to",
			  options->plot_option);
		return -EINVAL;
	}
	if (plot->file && picture_format(plot->file, &format)) {
		say_error("--plot %s: " PICTURE_FORMAT_WHY, say_safe(plot->file));
		return -EINVAL;
	}
	if (!text || !picture_kind(text, &kind)) {
		option = "size";
		text = plot->size;
		why = PICTURE_SIZE_WHY;
		if (!text || !picture_size(text, &size))
			return 0;
	}
	say_error("--plot-%s %s: %s", option, say_safe(text), why);
	return -EINVAL;
}

/* Every other option prints the same from what was saved. */
static int check_read(struct options *options)
{
	if (options->at && !options->read) {
		say_error("--at is for --read, which says of which recording");
		return -EINVAL;
	}
	if (!options->read || !options->asking)
		return 0;
	say_error("--%s asks the kernel, --read asks nothing", options->asking);
	return -EINVAL;
}

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
		say_error("--%s %s: %s", options->cgroup_option, say_safe(options->cgroup), why);
	return err;
}

/**
 * options_settle() - find out what options mean together
 * @options: all that were given
 * @command: the subcommand, whose defaults apply to what is not given
 * @operands: there are some behind the options
 *
 * Return: 0, or after a message on stderr -EINVAL for wrong usage, another
 * negative errno if something that was named isn't there.
 */
int options_settle(struct options *options, const struct command *command, bool operands)
{
	int err = read_range_specs(options, command);

	if (err)
		return err;
	if (!options->has_group)
		options->ask.group = command->group;
	if ((command->settle && command->settle(options, operands)) || check_read(options) ||
	    read_flag_specs(options) || read_summary(options) || check_states(options) || check_slab(options) ||
	    check_order(options) || check_sort(options, command) || check_unordered(options) ||
	    check_plot(options) || check_save(options) || check_columns(options))
		return -EINVAL;
	return read_cgroup(options);
}
