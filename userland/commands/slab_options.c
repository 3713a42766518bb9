// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options that say which allocations are asked for, and how they are shown
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "cli/setters.h"
#include "kinds/slab_asked.h"
#include "slab.h"
#include "views.h"

#define EVENT_COLUMNS "RECORD,PID,CPU,REQUESTED,ALLOCATED,OBJECT,FREE,LIFE,CACHE,SITE"

/* Which ----------------------------------------------------------------------- */

/* One word of the query. */
static int set_filter(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	struct slab_options *own = options->own;
	size_t len = strlen(own->filters), said = strlen(own->said);
	int n;

	n = snprintf(own->filters + len, sizeof(own->filters) - len, " %s=%s", entry->name,
		     argument);
	if (*argument && argument[strcspn(argument, " \t\r\n\"\\#")] == '\0' &&
	    (size_t)n < sizeof(own->filters) - len) {
		snprintf(own->said + said, sizeof(own->said) - said, "%s --%s %s",
			 said ? "" : "slab", entry->name, argument);
		return 0;
	}
	own->filters[len] = '\0';
	options->why = "one word expected";
	return -EINVAL;
}

const struct option_entry slab_site = {
	"site", 0, "FUNCTION", SECTION_SELECT, true, set_filter,
	.help = "what this function allocates",
};

const struct option_entry slab_cache = {
	"cache", 0, "NAME", SECTION_SELECT, true, set_filter,
	.help = "what is of this cache",
};

const struct option_entry slab_min_size = {
	"min-size", 0, "SIZE", SECTION_SELECT, true, set_filter,
	.help = "what asks for so many bytes at least",
};

const struct option_entry slab_max_size = {
	"max-size", 0, "SIZE", SECTION_SELECT, true, set_filter,
	.help = "and at most",
};

const struct option_entry slab_gfp = {
	"gfp", 0, "FLAGS", SECTION_SELECT, true, set_filter,
	.help = "what has all of these flags, as account,reclaim",
};

const struct option_entry slab_node = {
	"node", 0, "N", SECTION_SELECT, true, set_filter,
	.help = "what gets memory of this NUMA node",
};

const struct option_entry slab_pid = {
	"pid", 0, "PID", SECTION_SELECT, true, set_filter,
	.help = "what this process allocates",
};

const struct option_entry slab_cgroup = {
	"cgroup", 0, "PATH", SECTION_SELECT, true, set_filter,
	.help = "what processes in this cgroup or below allocate:\n"
		"/PATH, or @ and its inode",
};

const struct option_entry slab_cpu = {
	"cpu", 0, "N", SECTION_SELECT, true, set_filter,
	.help = "what is allocated on this CPU",
};

const struct option_entry slab_objects = {
	"objects", 0, "N", SECTION_SELECT, true, set_filter,
	.help = "objects that are followed, 256K without it",
};

const struct option_entry slab_for = {
	"for", 0, "TIME", SECTION_SELECT, true, option_set_string,
	OWN(struct slab_options, lasts),
	.help = "how long to look; 10s without it, --every and COMMAND",
};

const struct option_entry slab_min_age = {
	"min-age", 0, "TIME", SECTION_SELECT, true, option_set_string,
	OWN(struct slab_options, min_age),
	.help = "objects that were allocated so long ago: --live",
};

const struct option_entry slab_stack = {
	"stack", 0, "N", SECTION_SELECT, true, option_set_string,
	OWN(struct slab_options, stack),
	.help = "callers of a site: --leaks, which has 16, and --list",
};

const struct option_entry slab_buffer = {
	"buffer", 0, "SIZE", SECTION_SELECT, true, option_set_string,
	OWN(struct slab_options, buffer),
	.help = "buffer of each CPU: --list",
};

const struct option_entry slab_every = {
	"every", 0, "TIME", SECTION_SELECT, true, option_set_string,
	OWN(struct slab_options, every),
	.help = "rows each such time, of what was allocated in it;\n"
		"with --leaks rounds are so long",
};

/* How ----------------------------------------------------------------------------- */

static int choose(struct options *options, const struct option_entry *entry,
		  const struct kind *kind, enum slab_report report)
{
	options->out.slab.report = report;
	return views_choose(options, entry, kind);
}

/* The entry's value is the report. */
static int set_sums(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	return choose(options, entry, &kind_hotspots, entry->value);
}

static int set_objects(struct options *options, const struct option_entry *entry,
		       const char *argument)
{
	return choose(options, entry, &kind_live, entry->value);
}

static int set_list(struct options *options, const struct option_entry *entry,
		    const char *argument)
{
	((struct slab_options *)options->own)->list = true;
	return choose(options, entry, &kind_slab, SLAB_HOTSPOTS);
}

static int set_by(struct options *options, const struct option_entry *entry, const char *argument)
{
	enum slab_by by;

	for (by = 0; by < SLAB_BYS; by++) {
		if (strcmp(argument, slab_by_word(by)) != 0)
			continue;
		options->out.slab.by = by;
		((struct slab_options *)options->own)->by = argument;
		return 0;
	}
	options->why = "takes site, cache, pid or cgroup";
	return -EINVAL;
}

static int set_top(struct options *options, const struct option_entry *entry, const char *argument)
{
	int err = option_set_number(options, entry, argument);

	return err ?: option_refuse_zero(options, *(uint64_t *)option_member(options, entry),
					 "one row at least is needed");
}

const struct option_entry slab_by = {
	"by", 0, "WHAT", SECTION_OUTPUT, false, set_by,
	.complete = WORDS_LISTED, .words = "site cache pid cgroup",
	.help = "a row for each site, cache, process or cgroup;\n"
		"by site without it",
};

const struct option_entry slab_frag = {
	"frag", 0, NULL, SECTION_OUTPUT, false, set_sums, .value = SLAB_FRAG,
	.help = "what is lost to rounding, most first",
};

const struct option_entry slab_cross = {
	"cross", 0, NULL, SECTION_OUTPUT, false, set_sums, .value = SLAB_CROSS,
	.help = "what is freed on another CPU or node, most first",
};

const struct option_entry slab_lifetimes = {
	"lifetimes", 0, NULL, SECTION_OUTPUT, false, set_sums, .value = SLAB_LIFETIMES,
	.help = "how long objects live",
};

const struct option_entry slab_live = {
	"live", 0, NULL, SECTION_OUTPUT, false, set_objects, .value = SLAB_LIVE,
	.help = "objects that are alive in the end",
};

const struct option_entry slab_leaks = {
	"leaks", 0, NULL, SECTION_OUTPUT, false, set_objects, .value = SLAB_LEAKS,
	.help = "objects that only get more, and how sure that is",
};

const struct option_entry slab_list = {
	"list", 0, NULL, SECTION_OUTPUT, false, set_list,
	.help = "a row for each allocation and free",
};

const struct option_entry slab_top = {
	"top", 0, "N", SECTION_OUTPUT, false, set_top, OWN(struct slab_options, top),
	.help = "so many rows; on a terminal 20 without it",
};

/**
 * slab_show_events() - show columns that events have, and not those of sums and rounds
 * @options: of --list
 */
void slab_show_events(struct options *options)
{
	const struct slab_options *own = options->own;

	options->out.row_columns = own->stack ?
		EVENT_COLUMNS ",STACK" : EVENT_COLUMNS;
}

/* Together ------------------------------------------------------------------------ */

static int refuse(const char *option, const char *why)
{
	say_error("--%s %s", option, why);
	return -EINVAL;
}

/**
 * slab_settle() - find out what these options mean together
 * @options: all that were given
 * @operands: there are some
 *
 * Return: 0, or -EINVAL after a message.
 */
int slab_settle(struct options *options, bool operands)
{
	const struct slab_options *own = options->own;
	struct slab_view *view = &options->out.slab;
	bool leaks = view->report == SLAB_LEAKS;

	if (own->list && own->by)
		return refuse("by", "adds up, and --list does not");
	if (own->list && own->every)
		return refuse("every", "is for what is added up, and --list is not");
	if (own->list && own->top)
		return refuse("top", "is for what is added up, and --list is not");
	if (own->stack && !own->list && !leaks)
		return refuse("stack", "is for --leaks and --list");
	if (own->buffer && !own->list)
		return refuse("buffer", "is for --list");
	if (own->min_age && view->report != SLAB_LIVE)
		return refuse("min-age", "is for --live");
	if (options->out.format == OUT_TEXT && options->view)
		return refuse("text", "shows all records, and excludes what is made of them");
	if (own->list && options->plot.file)
		return refuse("plot", "draws what is alive, and --list does not tell that");
	if (own->list && !options->read)
		slab_show_events(options);
	options->plot.kind = "slab";
	/* what is asked depends on it, so it makes sense where nothing is printed, too */
	options->view = NULL;
	view->each_round = own->every && !leaks;
	view->top = own->top;
	return 0;
}
