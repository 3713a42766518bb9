// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: options that say how rows look: those that several commands take
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "setters.h"
#include "shared.h"
#include "specs.h"

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

static int add_state(struct options *options, const char *word, size_t len)
{
	uint32_t state;

	for (state = PAGESNAP_STATE_LIVE; state <= PAGESNAP_STATE_META; state++) {
		const char *known = pagesnap_state_word(state);

		if (strlen(known) != len || memcmp(known, word, len))
			continue;
		options->out.pages.states |= 1U << state;
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

static int set_sort(struct options *options, const struct option_entry *entry, const char *argument)
{
	options->out.sort = true;
	return option_set_string(options, entry, argument);
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

const struct option_entry option_state = {
	"state", 0, "LIST", SECTION_OUTPUT, false, set_states,
	.complete = WORDS_LISTED, .words = "live deleted noname outside meta",
	.help = "only files of these states: live, deleted, noname,\n"
		"outside, meta",
};

const struct option_entry option_recently_evicted = {
	"recently-evicted", 0, NULL, SECTION_OUTPUT, true, option_set_true,
	AT(out.pages.recent),
	.help = "column RECENT: pages that were evicted a short time ago.\n"
		"Opens each file that has evicted pages",
};

const struct option_entry option_group = {
	"group", 0, "HOW", SECTION_OUTPUT, true, set_group,
	.complete = WORDS_LISTED, .words = "run page object total",
	.help = "a row is a run of equal pages, a page, an object (file,\n"
		"VMA, span of frames), or a sum: run page object total",
};

const struct option_entry option_summary = {
	"summary", 's', NULL, SECTION_OUTPUT, false, option_set_true, AT(out.summary),
	.help = "a row for each combination of flags, as page-types does",
};

const struct option_entry option_raw_flags = {
	"raw-flags", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.raw_flags),
	.help = "in a summary and in =LIST: all flags, not just the\n"
		"well-known ones",
};

const struct option_entry option_mask = {
	"mask", 0, "LIST|NUMBER", SECTION_OUTPUT, true, set_mask,
	.complete = WORDS_FLAGS,
	.help = "flags that split runs and make combinations;\n"
		"after \"-\": all but these",
};

const struct option_entry option_no_names = {
	"no-names", 0, NULL, SECTION_OUTPUT, true, option_set_true,
	AT(ask.no_names), .help = "don't look up names",
};

const struct option_entry option_output = {
	"output", 'o', "COLUMNS", SECTION_OUTPUT, false, option_set_string, AT(out.columns),
	.complete = WORDS_COLUMNS,
	.help = "these columns; with + in front, these as well",
};

const struct option_entry option_output_all = {
	"output-all", 0, NULL, SECTION_OUTPUT, false, option_set_true, AT(out.all_columns),
	.help = "all columns",
};

const struct option_entry option_list_columns = {
	"list-columns", 'H', NULL, SECTION_OUTPUT, false, option_set_true, AT(list_columns),
	.help = "list the columns there are, and exit",
};

const struct option_entry option_top = {
	"top", 0, "N", SECTION_OUTPUT, false, set_top,
	.help = "sort, and print the first N rows; 0: all",
};

const struct option_entry option_sort = {
	"sort", 0, "COLUMN", SECTION_OUTPUT, false, set_sort, AT(out.sort_column),
	.complete = WORDS_COLUMNS, .help = "sort by this column, falling (default: RES)",
};

const struct option_entry option_json = {
	"json", 'J', NULL, SECTION_OUTPUT, false, set_format, .value = OUT_JSON,
	.help = "JSON",
};

const struct option_entry option_jsonl = {
	"jsonl", 0, NULL, SECTION_OUTPUT, false, set_format, .value = OUT_JSONL,
	.help = "JSON, an object a line",
};

const struct option_entry option_csv = {
	"csv", 0, NULL, SECTION_OUTPUT, false, set_format, .value = OUT_CSV,
	.help = "CSV (RFC 4180)",
};

const struct option_entry option_raw = {
	"raw", 'r', NULL, SECTION_OUTPUT, false, set_format, .value = OUT_RAW,
	.help = "columns with one blank between them",
};

const struct option_entry option_text = {
	"text", 0, NULL, SECTION_OUTPUT, false, set_format, .value = OUT_TEXT,
	.help = "records, as the index files print them",
};

const struct option_entry option_noheadings = {
	"noheadings", 'n', NULL, SECTION_OUTPUT, false, option_set_true, AT(out.no_headings),
	.help = "no headings",
};

const struct option_entry option_bytes = {
	"bytes", 'b', NULL, SECTION_OUTPUT, false, option_set_true, AT(out.bytes),
	.help = "sizes in bytes, not for people",
};

const struct option_entry option_notruncate = {
	"notruncate", 'u', NULL, SECTION_OUTPUT, false, option_set_true, AT(out.no_truncate),
	.help = "don't cut long names",
};

const struct option_entry option_color = {
	"color", 0, "[WHEN]", SECTION_OUTPUT, false, set_color,
	.complete = WORDS_LISTED, .words = "auto always never",
	.help = "colours: auto, always or never",
};
