// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options of a picture, of the commands that have one
 */
#include "setters.h"
#include "shared.h"

static int set_string(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	options->plot_option = entry->name;
	return option_set_string(options, entry, argument);
}

static int set_pid(struct options *options, const struct option_entry *entry,
		   const char *argument)
{
	options->plot_option = entry->name;
	return option_set_pid(options, entry, argument);
}

const struct option_entry option_plot = {
	"plot", 0, "FILE", SECTION_OUTPUT, false, option_set_string, AT(plot.file),
	.complete = WORDS_FILES,
	.help = "draw them: FILE.png or FILE.svg; they are printed only\n"
		"with --print. Needs the package pagesnap-plot",
};

const struct option_entry option_plot_kind = {
	"plot-kind", 0, "KIND", SECTION_OUTPUT, false, set_string, AT(plot.kind),
	.complete = WORDS_LISTED, .words = "heat space time",
	.help = "heat: by address and time; space: by address;\n"
		"time: working sets by time",
};

const struct option_entry option_plot_size = {
	"plot-size", 0, "WxH", SECTION_OUTPUT, false, set_string, AT(plot.size),
	.help = "in pixels; 1200x800 without it",
};

const struct option_entry option_plot_pid = {
	"plot-pid", 0, "PID", SECTION_OUTPUT, false, set_pid, AT(plot.pid),
	.complete = WORDS_PIDS,
	.help = "draw this process; without it the one that accessed\n"
		"most, by time all of them",
};
