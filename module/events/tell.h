/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_TELL_H
#define PAGESNAP_EVENTS_TELL_H

#include <linux/minmax.h>
#include <linux/string.h>

#include "../core/tracing.h"
#include "uapi.h"

/* An event has to fit into a page, with its record. */
#define PAGESNAP_EVENTS_BYTES_MAX 1024

/*
 * Copies @parts one after the other unless @to is NULL, and sets @left_out to how many bytes of
 * these had no room.  Return: how many bytes are there.
 */
static inline u32 pagesnap_events_bytes(const struct pagesnap_bytes_ref *parts, u32 nr_parts,
					u8 *to, u32 *left_out)
{
	u32 i, n, len = 0, lacks = 0;

	for (i = 0; i < nr_parts; i++) {
		n = min_t(u32, parts[i].len, PAGESNAP_EVENTS_BYTES_MAX - len);
		if (to && n)
			memcpy(to + len, parts[i].bytes, n);
		len += n;
		lacks += parts[i].len - n;
	}
	if (left_out)
		*left_out = lacks;
	return len;
}

/* Of the file that pages are of: many have none. */
static inline const char *pagesnap_events_state(u32 state)
{
	if (state == PAGESNAP_NONE32)
		return "-";
	return state == PAGESNAP_UNKNOWN32 ? "?" : pagesnap_state_name(state);
}

/* Of combinations of flags: without kinds=1 there is no kind above them. */
static inline u64 pagesnap_events_combo_flags(u64 bits)
{
	return bits & ((1ULL << PAGESNAP_COMBO_KIND_SHIFT) - 1);
}

void pagesnap_events_tell(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
			  const struct pagesnap_bytes_ref *parts, u32 nr_parts);

#endif /* PAGESNAP_EVENTS_TELL_H */
