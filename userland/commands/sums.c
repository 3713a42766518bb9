// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what du and cgroup ask, and what they say below the rows
 */
#include <errno.h>

#include "ask/subjects.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "base/units.h"
#include "footer.h"
#include "kinds/tally_group.h"
#include "sums.h"

/* Saved answers don't say which of their paths were named, and which are mounts below. */
static bool any_within(const struct roots *roots)
{
	size_t i;

	for (i = 1; i < roots->nr; i++)
		if (roots_above(roots, i, roots->list[i]))
			return true;
	return false;
}

/**
 * sums_open() - ask about places
 * @out: source of queries
 * @options: of the run
 * @p: places, which stay as long as @options; NULL and errno if there are none
 * @below: they are folders; else filesystems
 *
 * Return: an exit code, after a message if that is not 0.
 */
int sums_open(struct source **out, struct options *options, struct places *p, bool below)
{
	struct subjects subjects = {
		.which = below ? PAGESNAP_FILE : PAGESNAP_SB,
		.fill = below ? subjects_path : subjects_fs,
		.large = true,
	};

	if (!p)
		return places_say_missing(below);
	options->out.pages.roots = &p->roots;
	if (options->save && any_within(&p->roots))
		say("# --save: one of these directories is in another: --read will not distinguish it");
	options->out.pages.once = p->twice;
	subjects.names = p->subjects;
	subjects.nr = p->nr;
	return subjects_open(out, &options->ask, &options->ranges, &subjects) ? EXIT_FAILED : EXIT_OK;
}

/**
 * sums_check_group() - can files be added up if answers are grouped so?
 * @options: of the run
 * @group: PAGESNAP_GROUP_*
 *
 * Return: 0, or -EINVAL after a message.
 */
int sums_check_group(const struct options *options, uint32_t group)
{
	if (!options->out.pages.by || group == PAGESNAP_GROUP_OBJECT)
		return 0;
	say_error("du adds files up, but these answers are of group=%s",
		  pagesnap_group_word(group));
	return -EINVAL;
}

/* "20 of 41 directories, 4.1G of 4.4G. More: --top 0." */
static void say_groups(const struct options *options, const struct out_totals *totals)
{
	static const char *const what[] = {
		[TALLY_BY_DIR] = "directories", [TALLY_BY_FS] = "filesystems", [TALLY_BY_TYPE] = "types",
		[TALLY_BY_CGROUP] = "cgroups", [TALLY_BY_PAIR] = "pairs of cgroups",
	};
	char shown[UNITS_MAX], all[UNITS_MAX], shown_size[UNITS_MAX], all_size[UNITS_MAX];

	if (totals->rows < totals->groups)
		say("%s of %s %s, %s of %s. More: --top 0.", units_grouped(totals->rows, shown),
		    units_grouped(totals->groups, all), what[options->out.pages.by],
		    units_size(totals->printed_bytes, shown_size),
		    units_size(totals->all_bytes, all_size));
	if (totals->huge_bytes)
		say("%s of it are huge pages (hugetlbfs), which Cached in %s leaves out.",
		    units_size(totals->huge_bytes, shown_size), "/proc/meminfo");
	if (totals->nameless)
		say(TALLY_NAMELESS ": these files may lie elsewhere on their filesystems.");
}

/**
 * sums_footer() - say how many of the sums of files have a row
 * @options: of the run
 * @totals: what was printed
 */
void sums_footer(const struct options *options, const struct out_totals *totals)
{
	if (options->out.pages.by)
		say_groups(options, totals);
	else
		footer_files(options, totals);
}
