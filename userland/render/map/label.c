// SPDX-License-Identifier: GPL-2.0
/*
 * What stands beside rows of a map.
 */
#include <inttypes.h>
#include <stdio.h>

#include "kinds/value.h"
#include "label.h"

/**
 * map_label_about() - an amount of memory in some digits
 * @bytes: it
 * @in_bytes: in all of them
 * @buf: gets the text
 *
 * Return: @buf.
 */
const char *map_label_about(uint64_t bytes, bool in_bytes, char buf[MAP_LABEL_MAX])
{
	if (in_bytes)
		snprintf(buf, MAP_LABEL_MAX, "%" PRIu64, bytes);
	else
		buf[value_size(bytes, buf)] = '\0';
	return buf;
}

/**
 * map_label_size() - an amount of memory, exactly
 * @bytes: it
 * @in_bytes: without a unit
 * @buf: gets the text
 *
 * Nobody can go to an offset that was rounded.
 *
 * Return: @buf.
 */
const char *map_label_size(uint64_t bytes, bool in_bytes, char buf[MAP_LABEL_MAX])
{
	static const char units[] = "KMGTPE";
	unsigned int unit = 0;

	if (in_bytes || bytes % 1024 || !bytes) {
		snprintf(buf, MAP_LABEL_MAX, "%" PRIu64, bytes);
		return buf;
	}
	for (bytes /= 1024; bytes % 1024 == 0 && units[unit + 1]; bytes /= 1024)
		unit++;
	snprintf(buf, MAP_LABEL_MAX, "%" PRIu64 "%c", bytes, units[unit]);
	return buf;
}

/**
 * map_label() - the number of a page
 * @m: map
 * @start: page
 * @in_bytes: offsets have no unit
 * @buf: gets the text
 *
 * Offsets are sizes, addresses as in /proc/PID/maps, frames as the subcommand who takes them.
 *
 * Return: @buf.
 */
const char *map_label(const struct map_model *m, uint64_t start, bool in_bytes,
		      char buf[MAP_LABEL_MAX])
{
	switch (m->by) {
	case MAP_BY_OFFSET:
		return map_label_size(start << m->page_shift, in_bytes, buf);
	case MAP_BY_ADDRESS:
		snprintf(buf, MAP_LABEL_MAX, "%" PRIx64, start << m->page_shift);
		return buf;
	default:
		snprintf(buf, MAP_LABEL_MAX, "0x%" PRIx64, start);
		return buf;
	}
}

/**
 * map_percent() - a share in percent
 * @part: pages
 * @of: of so many
 *
 * Return: whole ones, 1 for any that is less.
 */
unsigned int map_percent(uint64_t part, uint64_t of)
{
	unsigned int percent = (unsigned __int128)part * 100 / (of ? of : 1);

	return part && !percent ? 1 : percent;
}

static uint64_t bytes_of(const struct map_model *m, uint64_t pages)
{
	return pages > UINT64_MAX >> m->page_shift ? UINT64_MAX : pages << m->page_shift;
}

/**
 * map_fold() - say what no row shows
 * @m: map
 * @row: the row behind it
 * @first: it is in front of all rows, where addresses and frames begin: that is no news
 * @in_bytes: sizes in bytes
 * @buf: gets the text
 *
 * Return: false if there is nothing to say.
 */
bool map_fold(const struct map_model *m, const struct map_row *row, bool first, bool in_bytes,
	      char buf[MAP_FOLD_MAX])
{
	const bool says_blank = row->blank && !(first && m->by != MAP_BY_OFFSET);
	char absent[MAP_LABEL_MAX], blank[MAP_LABEL_MAX];

	map_label_about(bytes_of(m, row->absent), in_bytes, absent);
	map_label_about(bytes_of(m, row->blank), in_bytes, blank);
	if (row->absent)
		snprintf(buf, MAP_FOLD_MAX, "%s %s%s%s%s", absent,
			 map_state_words(m->by, MAP_ABSENT), says_blank ? ", " : "",
			 says_blank ? blank : "", says_blank ? " empty" : "");
	else if (says_blank)
		snprintf(buf, MAP_FOLD_MAX, "%s empty", blank);
	return row->absent || says_blank;
}
