// SPDX-License-Identifier: GPL-2.0
/*
 * Names of groups of files, where a row has one column for all that they are.
 */
#include <errno.h>
#include <stdio.h>

#include "group_name.h"
#include "kinds/tally_group.h"

static size_t cgroup_name(struct row *row, uint64_t cgroup, char *buf, size_t size)
{
	ssize_t len;

	if (cgroup == PAGESNAP_NONE)
		return snprintf(buf, size, "[no cgroup]");
	if (cgroup == PAGESNAP_UNKNOWN)
		return snprintf(buf, size, "[unknown]");
	if (cgroup == PAGESNAP_OTHER)
		return snprintf(buf, size, "[others]");
	len = names_cgroup(row->names, cgroup, buf, size);
	if (len >= 0)
		return len;
	return snprintf(buf, size, "@%llu%s", (unsigned long long)cgroup,
			len == -ESTALE ? " [removed]" : "");
}

/**
 * tally_group_name() - what people know a group of files by
 * @g: group
 * @row: of the machine
 * @buf: gets it
 * @size: bytes of @buf
 *
 * Return: its length; what does not fit is left out.
 */
size_t tally_group_name(const struct tally_group *g, struct row *row, char *buf, size_t size)
{
	const char *mount = g->mount && *g->mount ? g->mount : "[not mounted]";
	int len;

	if (g->by == TALLY_BY_CGROUP)
		return cgroup_name(row, g->cgroup, buf, size);
	if (g->by != TALLY_BY_FS)
		len = snprintf(buf, size, "%s", g->key);
	else
		len = snprintf(buf, size, "%s (%.*s %s)", mount, (int)sizeof(g->sb.fstype),
			       g->sb.fstype, g->key);
	return len < (int)size ? len : (int)size - 1;
}
